"""How counts, names and titles are written on a line, and how they are written anew there."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final, final

from dmcli.cards import Pool
from dmcli.core.nearest import nearest
from dmcli.decks.editing.rows import (
    Row,
    inserted,
    like,
    number_like,
    renumbered,
    rewritten,
    runs,
    without,
)
from dmcli.decks.forms.counts import LONGEST_NAME
from dmcli.decks.forms.kinds import Bare, Comment, Title
from dmcli.decks.forms.lines import read_line
from dmcli.decks.model import Deck, Entry

_SEPARATORS: Final = " \t,;+/|&"
_WORD: Final = re.compile(r"[^\W\d_](?:[\w'’]|\.(?=\w))*")
_TIMES: Final = re.compile(r"[xX×]\s?$")
_MOST_WORDS: Final = 24
#: What is less like a name is not that name misspelt.
_ALIKE: Final = 75.0
_COMMENT_MARK: Final = re.compile(r"^\ufeff?\s*(?:#+|//+)\s*(?:title\s*:\s*)?", re.IGNORECASE)
_TITLE_KEY: Final = re.compile(r"^\ufeff?\s*[^:=]+[:=]\s*")


@final
class Line:
    """The line of one card of a list, perhaps with other cards on it."""

    def __init__(
        self,
        rows: Sequence[Row],
        deck: Deck,
        entry: Entry,
        pool: Pool,
        read: Callable[[Sequence[Row]], Deck | None],
    ) -> None:
        self.rows = rows
        self.at = entry.line - 1
        self.text = rows[self.at].text
        self.entry = entry
        self.here = [each for each in deck.entries if each.line == entry.line]
        self.pool = pool
        self.read = read

    @property
    def is_alone(self) -> bool:
        """Whether no other card stands on this line."""
        return len(self.here) == 1

    def recounted(self, rows: Sequence[Row], count: int) -> Iterator[list[Row]]:
        """Every way to write another count, the smallest change first."""
        if count == 0:
            yield from self._without(rows)
            return
        for text in renumbered(self.text, self.entry.count, count):
            yield rewritten(rows, self.at, text)
        if self.is_alone:
            yield inserted(rows, self.at, *[self.text] * (count - self.entry.count))
            yield rewritten(rows, self.at, f"{count} {self.entry.name}")
            yield rewritten(rows, self.at, f"{self.entry.name} x{count}")
        yield self._one_a_line(rows, self.entry.name, count)

    def renamed(self, rows: Sequence[Row], name: str) -> Iterator[list[Row]]:
        """Every way to write another name, the smallest change first."""
        for start, end in self._name_spans:
            yield rewritten(rows, self.at, self.text[:start] + name + self.text[end:])
        if self.is_alone:
            for text in like(self.text, self.entry.count, self.entry.count, name):
                yield rewritten(rows, self.at, text)
            yield rewritten(rows, self.at, f"{self.entry.count} {name}")
        yield self._one_a_line(rows, name, self.entry.count)

    def respelt(self) -> Iterator[str]:
        """The line with this card's name as it is printed, the likeliest first."""
        for start, end in self._name_spans:
            yield f"{self.text[:start]}{self.entry.name}{self.text[end:]}"

    def extended(self, rows: Sequence[Row], count: int, name: str) -> Iterator[list[Row]]:
        """Every way to write another card at the end of a line of many."""
        if self.is_alone or len(self._counts) != len(self.here):
            return
        written = self.text.rstrip()
        for cut in (self._starts[-1], self._counts[-2][1]):
            part = self.text[cut:].strip(_SEPARATORS)
            start = self.text.index(part, cut)
            glue = self.text[len(self.text[:start].rstrip(_SEPARATORS)) : start]
            for text in like(part, self.here[-1].count, count, name):
                yield rewritten(rows, self.at, f"{written}{glue}{text}")

    def _without(self, rows: Sequence[Row]) -> Iterator[list[Row]]:
        """Take out the line, or only the part of it that is this card's."""
        if self.is_alone:
            yield without(rows, self.at)
            yield _without_comma(without(rows, self.at), self.at - 1)
            return
        for start, end in self._parts:
            text = self.text[:start] + self.text[end:]
            is_last = not self.text[end:].strip(_SEPARATORS)
            yield rewritten(rows, self.at, text.rstrip(_SEPARATORS) if is_last else text)
        yield self._one_a_line(rows, self.entry.name, 0)

    def _one_a_line(self, rows: Sequence[Row], name: str, count: int) -> list[Row]:
        """Write each card of this line on a line of its own: plain, and always readable."""
        pairs = [
            (count, name) if each is self.entry else (each.count, each.name) for each in self.here
        ]
        texts = [f"{number} {card}" for number, card in pairs if number]
        return without(inserted(rows, self.at, *texts), self.at + len(texts))

    # ------------------------------------------------------------ where things stand on the line

    @cached_property
    def _counts(self) -> list[tuple[int, int]]:
        """Where the counts of this line's cards stand; the reader tells, number by number."""
        found: dict[int, tuple[int, int]] = {}
        for start, end in runs(self.text):
            other = int(self.text[start:end]) % 9 + 1
            digits = number_like(self.text[start:end], other)
            index = self._changed_by(self.text[:start] + digits + self.text[end:], other)
            if index is not None:
                found.setdefault(index, (start, end))
        return [found[index] for index in sorted(found)]

    def _changed_by(self, text: str, count: int) -> int | None:
        """Which card of the line has this count when the line is written so."""
        rows, number = self._ground
        deck = self.read(rewritten(rows, number - 1, text))
        there = _cards_on(deck, number)
        if len(there) != len(self.here):
            return None
        pairs = enumerate(zip(_cards_on(self.here, self.entry.line), there, strict=True))
        changed = [index for index, (old, new) in pairs if old != new]
        return changed[0] if len(changed) == 1 and there[changed[0]][0] == count else None

    @cached_property
    def _ground(self) -> tuple[Sequence[Row], int]:
        """The lines that are read for a trial: this one alone where it reads alike, else all."""
        alone = [Row(self.text, "")]
        same = _cards_on(self.read(alone), 1) == _cards_on(self.here, self.entry.line)
        return (alone, 1) if same else (self.rows, self.entry.line)

    @cached_property
    def _starts(self) -> list[int]:
        """Where the part of each card begins on a line with the counts first."""
        starts = []
        for start, _ in self._counts:
            times = _TIMES.search(self.text[:start])
            is_word = times and self.text[: times.start()][-1:].isalnum()
            starts.append(times.start() if times and not is_word else start)
        return starts

    @property
    def _parts(self) -> Iterator[tuple[int, int]]:
        """What may be this card's part of the line: from its count on, or up to its count."""
        if len(self._counts) != len(self.here):
            return
        index = next(i for i, each in enumerate(self.here) if each is self.entry)
        starts = [*self._starts, len(self.text)]
        yield starts[index], starts[index + 1]
        ends = [0, *(end for _, end in self._counts)]
        names = [len(self.text) - len(self.text[end:].lstrip(_SEPARATORS)) for end in ends]
        yield names[index], names[index + 1]
        yield ends[index], ends[index + 1]

    @property
    def _name_spans(self) -> Iterator[tuple[int, int]]:
        """Where this card's name may stand: first what names it well, then what nearly does."""
        parts = [(0, len(self.text))] if self.is_alone else list(dict.fromkeys(self._parts))
        spans = [span for start, end in parts for span in self._words_in(start, end)]
        for start, end in spans:
            if self.pool.find(self.text[start:end], typos=False).name == self.entry.name:
                yield start, end
        texts = {self.text[start:end]: (start, end) for start, end in reversed(spans)}
        for name in dict.fromkeys((self.entry.name, self.entry.name.partition(",")[0])):
            for text in nearest(name, texts, floor=_ALIKE):
                yield texts[text]

    def _words_in(self, start: int, end: int) -> list[tuple[int, int]]:
        """Every row of words in a part of the line, the longest first from each beginning."""
        end = min(end, start + LONGEST_NAME)
        words = list(_WORD.finditer(self.text, start, end))[:_MOST_WORDS]
        starts = [at for word in words for at in _beginnings(word)]
        return [(at, word.end()) for at in starts for word in reversed(words) if word.end() > at]


def _cards_on(cards: Deck | Sequence[Entry] | None, number: int) -> list[tuple[int, str, bool]]:
    """The cards of one line, without their place."""
    entries = cards.entries if isinstance(cards, Deck) else cards or ()
    return [(each.count, each.name, each.known) for each in entries if each.line == number]


def cards_like(
    rows: Sequence[Row], entries: Sequence[Entry], count: int, name: str
) -> Iterator[list[str]]:
    """Every way to write a card as the last of these is written, the plain way at the end."""
    if entries:
        for text in like(rows[entries[-1].line - 1].text, entries[-1].count, count, name):
            yield [text]
        if not runs(rows[entries[-1].line - 1].text):
            yield [name] * count
    yield [f"{count} {name}"]


def cells_like(text: str, entry: Entry, count: int, name: str, zone: str) -> Iterator[str]:
    """Every way to write a card as a row of a table, what belongs to another card left empty."""
    for sign in (each for each in "\t;," if each in text):
        cells = next(csv.reader([text.lstrip("\ufeff")], delimiter=sign))
        counts = [at for at, cell in enumerate(cells) if cell.strip() == str(entry.count)]
        names = [at for at, cell in enumerate(cells) if entry.name in cell]
        names = names or [at for at, cell in enumerate(cells) if cell and at not in counts]
        zones = [at for at, cell in enumerate(cells) if cell.strip().casefold() == zone]
        zone_cells = dict.fromkeys((*zones, None, *range(len(cells))))
        for place in itertools.product(counts, names, zone_cells):
            yield _row_of(len(cells), place, (str(count), name, zone), sign)


def among(rows: Sequence[Row], at: int, text: str) -> Iterator[list[Row]]:
    """Every way to write a line after another one, with the commas that some forms ask for."""
    last = rows[at].text
    indent = last[: len(last) - len(last.lstrip())]
    line = f"{indent}{text.strip().removesuffix(',')}"
    yield inserted(rows, at + 1, line)
    yield inserted(rows, at + 1, f"{line},")
    yield inserted(rewritten(rows, at, f"{last.rstrip()},"), at + 1, line)


def _row_of(width: int, places: Sequence[int | None], cells: Sequence[str], sign: str) -> str:
    """Write the cells of a table's row at their places."""
    row = [""] * width
    for at, cell in zip(places, cells, strict=True):
        if at is not None:
            row[at] = cell
    out = io.StringIO()
    csv.writer(out, delimiter=sign, lineterminator="").writerow(row)
    return out.getvalue()


def _without_comma(rows: list[Row], at: int) -> list[Row]:
    """Take away the comma after what is the last of its list now."""
    if not 0 <= at < len(rows):
        return rows
    return rewritten(rows, at, rows[at].text.rstrip().removesuffix(","))


def titles(rows: Sequence[Row], old: str, new: str) -> Iterator[list[Row]]:
    """Every way to write a title: where one stands, else above the list."""
    for at, row in enumerate(rows):
        line = read_line(row.text)
        if isinstance(line, Comment):
            mark = _COMMENT_MARK.match(row.text)
            start = mark[0] if mark else "# "
            yield rewritten(rows, at, f"{start}{new}")
            yield rewritten(rows, at, f"{start.rstrip()} title: {new}")
        elif isinstance(line, Title):
            key = _TITLE_KEY.match(row.text)
            yield rewritten(rows, at, f"{key[0] if key else 'Title: '}{new}")
        elif isinstance(line, Bare):
            yield rewritten(rows, at, new)
            yield rewritten(rows, at, f"# {new}")
    yield inserted(rows, 0, f"# {new}")
    yield inserted(rows, 0, f"# title: {new}")


def _beginnings(word: re.Match[str]) -> Iterator[int]:
    """Where a name may begin in a word: after the x of 4xName, or at its first letter."""
    is_times = word[0][0] in "xX×"
    if is_times and len(word[0]) > 1:
        yield word.start() + 1
    if not is_times or len(word[0]) > 1:
        yield word.start()
