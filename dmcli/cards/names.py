"""Finds the card that a person means by a name: exact, same letters, alias, part, typo."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final, Literal, final

import msgspec

from dmcli.core.nearest import ask_whether

How = Literal["exact", "key", "alias", "part", "typo", "unknown"]

#: A typo is accepted from this likeness, when it leads the next card by so much. Measured by
#: tests/bench/matching.py: the typos of real lists lie from 92 to 98 and lead by 19 at least, 758
#: names of no card of the pool lie below 89, and no slip of one letter is read as another card.
ACCEPT: Final = 90.0
LEAD: Final = 10.0
SUGGEST: Final = 75.0
MOST_SUGGESTIONS: Final = 3
SHORTEST_FRAGMENT: Final = 4
LONGEST_NAME: Final = 200

#: Signs that betray UTF-8 read as a Western code page: "Ãœberdragon", "Mykeeâ€™s Pliers".
_MOJIBAKE: Final = re.compile(r"[ÃÅÂâãåæçèéï][^\x00-\x7f]")
#: ハ, バ and パ are three letters, no accents.
_KANA_MARKS: Final = "\u3099\u309a"


class Match(msgspec.Struct, frozen=True):
    """What a name was taken for."""

    text: str
    how: How
    #: The card's name as it is printed; None when no card was found.
    name: str | None = None
    #: The nearest names when no card was found.
    suggestions: tuple[str, ...] = ()

    @property
    def found(self) -> bool:
        """Whether there is such a card."""
        return self.name is not None

    @property
    def sure(self) -> bool:
        """Whether the name was written right, up to capitals, accents and known other spellings."""
        return self.name is not None and self.how != "typo"

    @property
    def warning(self) -> str:
        """One sentence when the name was only nearly right, else nothing."""
        return f"'{self.text}' was read as '{self.name}'." if self.how == "typo" else ""

    @property
    def error(self) -> str:
        """One sentence when there is no such card, else nothing."""
        if self.found:
            return ""
        shown = self.text if len(self.text) <= 60 else f"{self.text[:57]}..."
        if self.suggestions:
            return f"No card named '{shown}'.{ask_whether(list(self.suggestions))}"
        return f"No card named '{shown}' in this pool (perhaps later than DM-12?)."


def key_of(name: str) -> str:
    """Reduce a name to its letters and digits, without accents and capitals."""
    if name.isascii():
        return "".join(filter(str.isalnum, name.lower()))
    plain = unicodedata.normalize("NFKD", name).casefold()
    signs = unicodedata.normalize("NFKD", plain)
    return "".join(sign for sign in signs if sign.isalnum() or sign in _KANA_MARKS)


def _digits(text: str) -> str:
    """The digits of a text: a number too many is no slip of the pen."""
    return "".join(filter(str.isdigit, text))


def repaired(text: str) -> str:
    """Undo UTF-8 that was read as a Western code page, once or twice, if that is what happened."""
    for _ in range(2):
        if text.isascii() or not _MOJIBAKE.search(text):
            break
        try:
            text = b"".join(map(_byte, text)).decode("utf-8")
        except UnicodeError:
            break
    return text


def _byte(sign: str) -> bytes:
    """The byte that a Western code page shows as this sign; it leaves five without one."""
    try:
        return sign.encode("cp1252")
    except UnicodeEncodeError:
        return sign.encode("latin-1")


@final
class Finder:
    """The names of a pool and everything they go by."""

    def __init__(self, names: Iterable[str], aliases: Mapping[str, str]) -> None:
        self.names = list(names)
        self.aliases = aliases
        self._exact = frozenset(self.names)

    def find(self, text: str, typos: bool = True) -> Match:
        """Find the card that this text names; without typos, only one that is surely meant."""
        if text in self._exact:
            return Match(text, "exact", text)
        written = repaired(text.strip())[:LONGEST_NAME]
        key = key_of(written)
        for how, names in self._ways:
            if key in names:
                return Match(text, how, names[key])
        return self._nearest(text, written) if typos else Match(text, "unknown")

    @cached_property
    def _ways(self) -> tuple[tuple[How, dict[str, str]], ...]:
        """What a key can be the key of, in the order in which it is tried."""
        return (
            ("key", {key_of(name): name for name in self.names}),
            ("alias", {key_of(alias): name for alias, name in self.aliases.items()}),
            ("part", {key_of(part): name for part, name in self._parts.items()}),
        )

    @cached_property
    def _parts(self) -> dict[str, str]:
        """The parts before the comma that belong to one card only."""
        owners: dict[str, list[str]] = {}
        for name in self.names:
            part, comma, _ = name.partition(",")
            if comma:
                owners.setdefault(part, []).append(name)
        return {part: names[0] for part, names in owners.items() if len(names) == 1}

    @cached_property
    def _spellings(self) -> tuple[list[str], list[str]]:
        """What a typo is compared with, and the card that each stands for."""
        pairs = [(name, name) for name in self.names] + list(self._parts.items())
        return [spelling.casefold() for spelling, _ in pairs], [name for _, name in pairs]

    def _nearest(self, text: str, written: str) -> Match:
        """Accept a clear typo, or say which names come near."""
        likeness = self._likeness(written)
        ranked = sorted(likeness, key=lambda name: (-likeness[name], name))
        if ranked and likeness[ranked[0]] >= ACCEPT and _digits(written) == _digits(ranked[0]):
            runner_up = likeness[ranked[1]] if len(ranked) > 1 else 0.0
            if likeness[ranked[0]] - runner_up >= LEAD:
                return Match(text, "typo", ranked[0])
        suggestions = ranked[:MOST_SUGGESTIONS] or self._holding(key_of(written))
        return Match(text, "unknown", suggestions=tuple(suggestions))

    def _likeness(self, written: str) -> dict[str, float]:
        """Measure how alike the names are that come near at all, each by its best spelling."""
        from rapidfuzz import fuzz, process

        spellings, names = self._spellings
        best: dict[str, float] = {}
        for _, score, index in process.extract(
            written.casefold(), spellings, scorer=fuzz.ratio, limit=None, score_cutoff=SUGGEST
        ):
            best[names[index]] = max(score, best.get(names[index], 0.0))
        return best

    def _holding(self, key: str) -> list[str]:
        """List names that hold what was written as a part."""
        if len(key) < SHORTEST_FRAGMENT:
            return []
        keys = self._ways[0][1]
        return [name for each, name in keys.items() if key in each][:MOST_SUGGESTIONS]
