"""Gathers the cards of a list, whatever form it is written in: counts, names, zones, problems."""

from __future__ import annotations

import re
from typing import Final, final

from dmcli.cards import Match, Pool
from dmcli.core.errors import Unreadable
from dmcli.core.nearest import ask_whether
from dmcli.decks.forms.lines import plain
from dmcli.decks.model import MAIN, Deck, Entry, Problem, Severity

#: Far above what people write, far below what hurts.
MOST_ENTRIES: Final = 1000
MOST_COPIES: Final = 999
MOST_DIGITS: Final = 6
LONGEST_QUOTE: Final = 60

_FACES: Final = re.compile(r"\s*/+\s*")


@final
class Entries:
    """The entries of one list while it is read, and what there is to say about them."""

    def __init__(self, pool: Pool, place: str) -> None:
        self.pool = pool
        self.place = place
        self.entries: list[Entry] = []
        self.problems: list[Problem] = []
        #: Where the next card stands.
        self.line = 0
        self.zone = MAIN
        #: Which of the entries is read, where the line says too little: a file of one line.
        self.number: int | None = None
        self._matches: dict[str, Match] = {}

    def find(self, name: str) -> Match:
        """Find a card, also by one face of a card with two."""
        match = self._matches.get(name)
        if match is None:
            match = self.pool.find(name)
            faces = _FACES.split(name) if not match.found and "/" in name else []
            found = [each for each in map(self.pool.find, faces) if each.found]
            match = self._matches[name] = found[0] if found else match
        return match

    def take(self, digits: str, name: str, match: Match | None = None) -> None:
        """Add an entry, and say how its name was read where that is not plain."""
        count = self._count(digits, name)
        if count is None:
            return
        match = match or self.find(name)
        printed = match.name or shown(name)
        self._add(Entry(count, printed, self.line, self.zone, match.found))
        if not match.found:
            self._unknown(printed, match)
        elif name != printed:
            severity: Severity = "warning" if match.how == "typo" else "note"
            message = f"'{short(name)}' was read as '{printed}'."
            self.say(severity, "unknown-card", message, card=printed)

    def say(
        self, severity: Severity, rule: str, message: str, fix: str = "", card: str | None = None
    ) -> None:
        """Note a problem of this line."""
        if self.number is not None:
            message = f"Entry {self.number}: {message}"
        self.problems.append(
            Problem(
                severity=severity, rule=rule, message=message, fix=fix, card=card, line=self.line
            )
        )

    def deck(
        self, form: str, path: str, name: str, author: str = "", remarks: tuple[str, ...] = ()
    ) -> Deck:
        """The deck that was read, its problems in the order of the lines."""
        return Deck(
            name=name,
            path=path,
            author=author,
            remarks=remarks,
            entries=tuple(self.entries),
            problems=tuple(sorted(self.problems, key=lambda problem: problem.line or 0)),
            form=form,
        )

    def _add(self, entry: Entry) -> None:
        """Add an entry, up to a limit."""
        if len(self.entries) >= MOST_ENTRIES:
            raise Unreadable(
                f"{self.place}:{self.line}: has more than {MOST_ENTRIES:,} entries of cards."
            )
        self.entries.append(entry)

    def _count(self, digits: str, name: str) -> int | None:
        """Read a count; one that cannot be is an error."""
        unsigned = digits.lstrip("+-")
        count = int(unsigned) if len(unsigned) <= MOST_DIGITS else MOST_COPIES + 1
        if not digits.startswith("-") and 1 <= count <= MOST_COPIES:
            return count
        message = f"'{digits[:20]} {short(name)}': no deck has that many copies."
        fix = f"Write a count from 1 to {MOST_COPIES}."
        self.say("error", "unreadable-line", message, fix)
        return None

    def _unknown(self, name: str, match: Match) -> None:
        """Say that there is no such card, and which come near."""
        fix = ask_whether(list(match.suggestions)).strip()
        later = "" if fix else " in this pool (perhaps later than DM-12?)"
        message = f"No card named '{short(name)}'{later}."
        fix = fix or "Correct the name, or add its card file with --pool."
        self.say("error", "unknown-card", message, fix, card=name)


def shown(text: str) -> str:
    """Write a text of the list so that a terminal can show it: plain signs on one line."""
    return "".join(sign if sign.isprintable() else "?" for sign in plain(text))


def short(text: str) -> str:
    """Quote a text in a message."""
    quoted = shown(text)
    return quoted if len(quoted) <= LONGEST_QUOTE else f"{quoted[: LONGEST_QUOTE - 3]}..."
