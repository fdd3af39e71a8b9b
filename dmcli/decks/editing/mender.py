"""Does the mending: what keeps the cards first, then what was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, Literal, final

import msgspec

from dmcli.cards import Pool
from dmcli.cards.names import repaired
from dmcli.core.errors import Refused
from dmcli.decks.editing.draft import Draft, Sheet
from dmcli.decks.editing.file import draft_of
from dmcli.decks.editing.heads import heads, restated
from dmcli.decks.editing.listing import Listing, content
from dmcli.decks.editing.rows import text_of
from dmcli.decks.editing.wording import Line
from dmcli.decks.forms import Form
from dmcli.decks.forms.kinds import Heading
from dmcli.decks.legality.formats import Format
from dmcli.decks.model import MAIN, SIDEBOARD, Deck, Entry, Problem

Kind = Literal["encoding", "name", "number", "surplus", "merged"]

#: So many ways to spell a name on its line are tried.
_MOST_WAYS: Final = 8
#: Letters of another script: a name in Japanese is not misspelt.
_OTHER_SCRIPT: Final = re.compile("[\u0370-\u1dff\u2e80-\ud7ff\uf900-\ufaff]")


class Mend(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was mended, with the line before and after."""

    kind: Kind
    message: str
    line: int | None = None
    before: str = ""
    after: str = ""


@final
class Mender:
    """A list while it is mended; every mend keeps the cards, except those asked for."""

    def __init__(
        self, text: str, form: Form, path: str, name: str, rules: Format, pool: Pool
    ) -> None:
        self.rules = rules
        self.pool = pool
        self.mends: list[Mend] = []
        self.original = text
        self.draft: Draft = draft_of(text, form, pool, path, name)

    @property
    def deck(self) -> Deck:
        """The deck as it now stands."""
        return self.draft.deck

    @property
    def text(self) -> str:
        """The text as it now stands; that of another form stays where nothing was mended."""
        return self.draft.text if self.mends else self.original

    def note(self, kind: Kind, message: str, line: int | None = None) -> None:
        """Write down a mend that has no line of its own."""
        self.mends.append(Mend(kind=kind, message=message, line=line))

    def mend(self, merge: bool, cut: bool) -> None:
        """Mend everything that may be mended."""
        if self.draft.deck.form == "text":
            self._letters()
            self._names()
            self._numbers()
        else:
            for problem in self.deck.problems:
                if problem.rule == "unknown-card" and problem.severity != "error":
                    self.note("name", problem.message, problem.line)
        if cut:
            self._cut()
        if merge:
            self._merge()

    # ------------------------------------------------------------ what keeps the cards

    def _letters(self) -> None:
        """Mend letters that were saved in a wrong encoding, wherever they stand."""
        for at, row in enumerate(self._list().rows):
            mended = repaired(row.text)
            if mended != row.text:
                self._rewrite("encoding", "Broken letters are mended.", at, mended)

    def _names(self) -> None:
        """Spell names as they are printed: all at once where that works, else one by one."""
        self._plain_names()
        for problem in filter(_is_spelling, self.deck.problems):
            for index in range(len(self._named(problem))):
                self._name(self._named(problem)[index], problem.message)

    def _plain_names(self) -> None:
        """Spell the names that are alone on their lines, where that is read without a doubt."""
        list_ = self._list()
        doubts = {each.line: each.message for each in self.deck.problems if _is_spelling(each)}
        ways: dict[int, str] = {}
        for entry in self.deck.entries:
            line = Line(list_.rows, list_.deck, entry, self.pool, list_.read)
            if entry.line in doubts and line.is_alone:
                ways.update((line.at, text) for text in islice(self._ways(line), 1))
        tried = self._with_lines(ways).deck
        left = {each.line for each in tried.problems if _is_spelling(each)}
        before, after = _by_line(list_.deck), _by_line(tried)
        new = {
            at: text
            for at, text in ways.items()
            if at + 1 not in left and before[at + 1] == after.get(at + 1)
        }
        sheet = self._with_lines(new)
        if new and _is_alike(sheet, list_):
            self.draft.change(lambda _: sheet)
            for at, text in new.items():
                self._write_down("name", doubts[at + 1], at, list_.rows[at].text, text)

    def _with_lines(self, new: dict[int, str]) -> Listing:
        """The list with some lines written anew."""
        list_ = self._list()
        rows = [row._replace(text=new.get(at, row.text)) for at, row in enumerate(list_.rows)]
        return Listing(text_of(rows), self.pool, list_.path, list_.name)

    def _ways(self, line: Line) -> Iterator[str]:
        """The ways to spell a name as it is printed, none if it is written in another script."""
        for text in islice(line.respelt(), _MOST_WAYS):
            if _OTHER_SCRIPT.search(_taken_out(line.text, text)):
                return
            yield text

    def _named(self, problem: Problem) -> list[Entry]:
        """The entries that a doubt about a name may be about, as the list now stands."""
        where = problem.line, problem.card
        return [entry for entry in self.deck.entries if (entry.line, entry.name) == where]

    def _name(self, entry: Entry, message: str) -> None:
        """Spell one name as it is printed."""
        list_ = self._list()
        line = Line(list_.rows, list_.deck, entry, self.pool, list_.read)
        for text in self._ways(line):
            if self._rewrite("name", message, entry.line - 1, text):
                return

    def _numbers(self) -> None:
        """Set stated numbers right, if the deck's size does not say that a card is missing."""
        if not _is_whole(self.deck, self.rules):
            return
        wrong = {each.line for each in self.deck.problems if _is_claim(each)}
        rows = self._list().rows
        marks = [head for head in heads(rows, self.pool) if not head.in_comment]
        for index, head in enumerate(marks):
            if head.row + 1 in wrong and head.line.cards is not None:
                end = marks[index + 1].row if marks[index + 1 :] else len(rows)
                read = _read(self.deck, head.row, end, isinstance(head.line, Heading))
                text = restated(rows[head.row].text, head.line.cards, read, self.pool)
                message = f"{head.line.cards} cards were stated, {read} were read."
                if text:
                    self._rewrite("number", message, head.row, text)

    def _rewrite(self, kind: Kind, message: str, at: int, text: str) -> bool:
        """Write a line anew if the list is then read with the same cards and fewer doubts."""
        list_, new = self._list(), self._with_lines({at: text})
        better = kind == "encoding" or len(new.deck.problems) < len(list_.deck.problems)
        if not (better and _is_alike(new, list_) and text != list_.rows[at].text):
            return False
        self.draft.change(lambda _: new)
        self._write_down(kind, message, at, list_.rows[at].text, text)
        return True

    def _write_down(self, kind: Kind, message: str, at: int, before: str, after: str) -> None:
        """Write down what was mended on a line."""
        mend = Mend(kind=kind, message=message, line=at + 1, before=before, after=after)
        self.mends.append(mend)

    # ------------------------------------------------------------ what is asked for

    def _cut(self) -> None:
        """Take out the copies that the format does not allow, from the last lines first."""
        while surplus := self._surplus():
            entry, over = surplus
            taken = min(entry.count, over)
            sheet = self.draft.sheet.recounted(entry, entry.count - taken)
            self._take("surplus", f"{taken} of {entry.name} taken out.", entry.line, sheet)

    def _surplus(self) -> tuple[Entry, int] | None:
        """The last line with copies that are not allowed, and how many there are."""
        total: dict[str, int] = {}
        last: dict[str, Entry] = {}
        for entry in self.deck.entries:
            if entry.zone != SIDEBOARD and entry.known:
                total[entry.name] = total.get(entry.name, 0) + entry.count
                last[entry.name] = entry
        over = {name: total[name] - _limit(name, self.rules) for name in total}
        found = [last[name] for name, count in over.items() if count > 0]
        if not found:
            return None
        entry = max(found, key=lambda each: each.line)
        return entry, over[entry.name]

    def _merge(self) -> None:
        """Write a card that stands on several lines of a zone on the first of them."""
        while doubled := _doubled(self.deck):
            first, again = doubled
            message = f"{again.name} is written once, on line {first.line}."
            total = first.count + again.count
            try:
                fewer = self.draft.sheet.recounted(again, 0)
                kept = next(e for e in fewer.deck.entries if _same(e, first))
                self._take("merged", message, again.line, fewer.recounted(kept, total))
            except (Refused, StopIteration):
                return

    def _take(self, kind: Kind, message: str, line: int, sheet: Sheet) -> None:
        """Go on with a new state."""
        self.draft.change(lambda _: sheet)
        self.note(kind, message, line)

    def _list(self) -> Listing:
        """The list as it now stands, a plain text."""
        sheet = self.draft.sheet
        assert isinstance(sheet, Listing)
        return sheet


def _by_line(deck: Deck) -> dict[int, list[Entry]]:
    """The cards of each line."""
    lines: dict[int, list[Entry]] = {}
    for entry in deck.entries:
        lines.setdefault(entry.line, []).append(entry)
    return lines


def _is_alike(new: Listing, old: Listing) -> bool:
    """Whether two texts are read as the same cards under the same title."""
    return content(new.deck) == content(old.deck) and new.deck.name == old.deck.name


def _is_spelling(problem: Problem) -> bool:
    """Whether a card was read from a name that is not the printed one."""
    return (
        problem.rule == "unknown-card" and problem.severity != "error" and problem.card is not None
    )


def _is_claim(problem: Problem) -> bool:
    """Whether a stated number differs from what was read."""
    return problem.rule == "size" and problem.severity == "warning" and problem.line is not None


def _is_whole(deck: Deck, rules: Format) -> bool:
    """Whether every line was read, and the size is one that the format allows."""
    most = deck.size if rules.largest is None else rules.largest
    errors = any(
        (each.severity, each.rule) == ("error", "unreadable-line") for each in deck.problems
    )
    return not errors and rules.smallest <= deck.size <= most


def _read(deck: Deck, row: int, end: int, is_heading: bool) -> int:
    """How many cards a stated number should say."""
    if is_heading:
        return sum(each.count for each in deck.entries if row <= each.line - 1 < end)
    return deck.count(MAIN)


def _limit(name: str, rules: Format) -> int:
    """How many copies of a card the format allows."""
    return 0 if name in rules.banned else rules.restricted.get(name, rules.copies)


def _doubled(deck: Deck) -> tuple[Entry, Entry] | None:
    """The last line that names a card again, and the first that names it in this zone."""
    firsts: dict[tuple[str, str], Entry] = {}
    again = [e for e in deck.entries if firsts.setdefault((e.zone, e.name), e) is not e]
    return (firsts[again[-1].zone, again[-1].name], again[-1]) if again else None


def _same(entry: Entry, other: Entry) -> bool:
    return (entry.zone, entry.name, entry.line) == (other.zone, other.name, other.line)


def _taken_out(before: str, after: str) -> str:
    """What a line no longer has: its middle between what both begin and end with."""
    start = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    ends = zip(reversed(before[start:]), reversed(after[start:]), strict=False)
    end = next((i for i, (a, b) in enumerate(ends) if a != b), 0)
    return before[start : len(before) - end]
