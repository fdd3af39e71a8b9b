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
from dmcli.decks.editing.draft import Draft, Sheet, where_it_can
from dmcli.decks.editing.faults import (
    by_line,
    cards_for,
    has_unread,
    is_alike,
    is_claim,
    is_same,
    is_spelling,
    is_whole,
    last_doubled,
    last_surplus,
    taken_out,
)
from dmcli.decks.editing.file import draft_of
from dmcli.decks.editing.heads import heads, restated
from dmcli.decks.editing.listing import Listing
from dmcli.decks.editing.rows import text_of
from dmcli.decks.editing.wording import Line
from dmcli.decks.editing.written import Written
from dmcli.decks.forms import Form
from dmcli.decks.forms.kinds import Heading
from dmcli.decks.legality.formats import Format
from dmcli.decks.model import Deck, Entry, Problem

Kind = Literal["encoding", "name", "number", "surplus", "merged"]

#: So many ways to spell a name on its line are tried.
_MOST_WAYS: Final = 8
#: Letters of another script: a name in Japanese is not misspelt.
_OTHER_SCRIPT: Final = re.compile("[\u0370-\u1dff\u2e80-\u2fff\u3040-\ud7ff\uf900-\ufaff]")
#: What people write behind a card.
_REMARK: Final = re.compile(r"\s(?:#|//)\s?\S.*$|\((?!\s?[xX×]?\s?[0-9]+\s?\))[^()]*\)\s*$")


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
        #: Whether the file is written anew without what it held beside the deck.
        self.loses = False
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

    def mend(self, merge: bool, cut: bool, numbers: bool) -> None:
        """Mend everything that may be mended."""
        self._letters()
        self._names()
        if self._list().is_plain:
            self._numbers(numbers)
        else:
            self._names_anew()
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
        for problem in filter(is_spelling, self.deck.problems):
            for index in range(len(self._named(problem))):
                self._name(self._named(problem)[index], problem.message)

    def _plain_names(self) -> None:
        """Spell the names that are alone on their lines, where that is read without a doubt."""
        list_ = self._list()
        doubts = {each.line: each.message for each in self.deck.problems if is_spelling(each)}
        ways: dict[int, str] = {}
        for entry in self.deck.entries:
            line = Line(list_.rows, list_.deck, entry, self.pool, list_.read)
            if entry.line in doubts and line.is_alone:
                ways.update((line.at, text) for text in islice(self._ways(line), 1))
        tried = self._with_lines(ways).deck
        left = {each.line for each in tried.problems if is_spelling(each)}
        before, after = by_line(list_.deck), by_line(tried)
        new = {
            at: text
            for at, text in ways.items()
            if at + 1 not in left and before[at + 1] == after.get(at + 1)
        }
        sheet = self._with_lines(new)
        if new and is_alike(sheet, list_):
            self._go_on(sheet)
            for at, text in new.items():
                self._write_down("name", doubts[at + 1], at, list_.rows[at].text, text)

    def _with_lines(self, new: dict[int, str]) -> Listing:
        """The list with some lines written anew."""
        list_ = self._list()
        rows = [row._replace(text=new.get(at, row.text)) for at, row in enumerate(list_.rows)]
        return Listing(text_of(rows), self.pool, list_.path, list_.name, list_.form)

    def _ways(self, line: Line) -> Iterator[str]:
        """The ways to spell a name as it is printed, none if it is written in another script."""
        for text in islice(line.respelt(), _MOST_WAYS):
            if _OTHER_SCRIPT.search(taken_out(line.text, text)):
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

    def _names_anew(self) -> None:
        """Write a deck anew whose names cannot be mended where they stand."""
        doubts = [each for each in self.deck.problems if is_spelling(each)]
        doubts = [each for each in doubts if not _OTHER_SCRIPT.search(each.message)]
        written = Written.of(self._list())
        list_ = self._list()
        new = Listing(written.text, self.pool, list_.path, list_.name, list_.form)
        if doubts and is_alike(new, list_):
            self.loses = written.loses
            self._go_on(new)
            for each in doubts:
                self.note("name", each.message, each.line)

    def _numbers(self, even_missing: bool) -> None:
        """Set stated numbers right, but not where that hides that a card may be missing."""
        whole = even_missing or is_whole(self.deck, self.rules)
        wrong = {each.line for each in self.deck.problems if is_claim(each)}
        rows = self._list().rows
        marks = [head for head in heads(rows, self.pool) if not head.in_comment]
        for index, head in enumerate(marks):
            stated = head.line.cards
            if head.row + 1 not in wrong or stated is None:
                continue
            end = marks[index + 1].row if marks[index + 1 :] else len(rows)
            read = cards_for(self.deck, head.row, end, isinstance(head.line, Heading))
            text = restated(rows[head.row].text, stated, read, self.pool)
            if text and (whole or (read > stated and not has_unread(self.deck))):
                message = f"{stated} cards were stated, {read} were read."
                self._rewrite("number", message, head.row, text)

    def _rewrite(self, kind: Kind, message: str, at: int, text: str) -> bool:
        """Write a line anew if the list is then read with the same cards and fewer doubts."""
        list_, new = self._list(), self._with_lines({at: text})
        better = kind == "encoding" or len(new.deck.problems) < len(list_.deck.problems)
        if not (better and is_alike(new, list_) and text != list_.rows[at].text):
            return False
        self._go_on(new)
        self._write_down(kind, message, at, list_.rows[at].text, text)
        return True

    def _write_down(self, kind: Kind, message: str, at: int, before: str, after: str) -> None:
        """Write down what was mended on a line."""
        mend = Mend(kind=kind, message=message, line=at + 1, before=before, after=after)
        self.mends.append(mend)

    # ------------------------------------------------------------ what is asked for

    def _cut(self) -> None:
        """Take out the copies that the format does not allow, from the last lines first."""
        while surplus := last_surplus(self.deck, self.rules):
            entry, over = surplus
            taken = min(entry.count, over)
            gone = self._remark_of(entry) if taken == entry.count else ""
            remark = f", and with them '{gone}'" if gone else ""
            try:
                sheet = _recounted(self.draft.sheet, entry, entry.count - taken)
            except Refused:
                return
            self._go_on(sheet)
            self.note("surplus", f"{taken} of {entry.name} taken out{remark}.", entry.line)

    def _merge(self) -> None:
        """Write a card that stands on several lines of a zone on the first of them."""
        while doubled := last_doubled(self.deck):
            first, again = doubled
            remark, total = self._remark_of(again), first.count + again.count
            try:
                fewer = _recounted(self.draft.sheet, again, 0)
                kept = next(each for each in fewer.deck.entries if is_same(each, first))
                merged = _recounted(fewer, kept, total)
            except (Refused, StopIteration):
                return
            self._go_on(merged)
            gone = "" if not remark or self._keep_remark(first, remark) else f"; '{remark}' goes"
            message = f"{again.name} is written once, on line {first.line}{gone}."
            self.note("merged", message, again.line)

    def _remark_of(self, entry: Entry) -> str:
        """What stands behind a card that is alone on its line: # like this, or in brackets."""
        sheet = self.draft.sheet
        if not isinstance(sheet, Listing) or not sheet.is_plain:
            return ""
        line = Line(sheet.rows, sheet.deck, entry, self.pool, sheet.read)
        found = _REMARK.search(line.text) if line.is_alone else None
        return found[0].strip() if found else ""

    def _keep_remark(self, entry: Entry, remark: str) -> bool:
        """Write a remark behind the line that a card is on now, if that is read the same."""
        list_ = self._list()
        new = self._with_lines({entry.line - 1: f"{list_.rows[entry.line - 1].text} {remark}"})
        if not is_alike(new, list_):
            return False
        self._go_on(new)
        return True

    def _go_on(self, sheet: Sheet) -> None:
        """Go on with a new state."""
        self.draft.change(lambda _: sheet)

    def _list(self) -> Listing:
        """The list as it now stands, as a text and not written anew."""
        sheet = self.draft.sheet
        assert isinstance(sheet, Listing)
        return sheet


def _recounted(sheet: Sheet, entry: Entry, count: int) -> Sheet:
    """A list with another count of a card."""
    return where_it_can(sheet, lambda each: each.recounted(entry, count))
