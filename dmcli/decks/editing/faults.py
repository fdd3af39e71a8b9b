"""What there is to mend in a list: what is in doubt, what is too much, what is written twice."""

from __future__ import annotations

from dmcli.decks.editing.contents import content
from dmcli.decks.editing.listing import Listing
from dmcli.decks.legality.formats import Format
from dmcli.decks.model import MAIN, SIDEBOARD, Deck, Entry, Problem


def by_line(deck: Deck) -> dict[int, list[Entry]]:
    """The cards of each line."""
    lines: dict[int, list[Entry]] = {}
    for entry in deck.entries:
        lines.setdefault(entry.line, []).append(entry)
    return lines


def is_alike(new: Listing, old: Listing) -> bool:
    """Whether two texts are read as the same cards under the same title."""
    return content(new.deck) == content(old.deck) and new.deck.name == old.deck.name


def is_spelling(problem: Problem) -> bool:
    """Whether a card was read from a name that is not the printed one."""
    return (
        problem.rule == "unknown-card" and problem.severity != "error" and problem.card is not None
    )


def is_claim(problem: Problem) -> bool:
    """Whether a stated number differs from what was read."""
    return problem.rule == "size" and problem.severity == "warning" and problem.line is not None


def is_whole(deck: Deck, rules: Format) -> bool:
    """Whether every line was read, and the size is one that the format allows."""
    most = deck.size if rules.largest is None else rules.largest
    return not has_unread(deck) and rules.smallest <= deck.size <= most


def has_unread(deck: Deck) -> bool:
    """Whether a line could not be read."""
    return any((each.severity, each.rule) == ("error", "unreadable-line") for each in deck.problems)


def cards_for(deck: Deck, row: int, end: int, is_heading: bool) -> int:
    """How many cards a stated number should say."""
    if is_heading:
        return sum(each.count for each in deck.entries if row <= each.line - 1 < end)
    return deck.count(MAIN)


def is_same(entry: Entry, other: Entry) -> bool:
    """Whether it is the same card on the same line, whatever its count."""
    return (entry.zone, entry.name, entry.line) == (other.zone, other.name, other.line)


def taken_out(before: str, after: str) -> str:
    """What a line no longer has: its middle between what both begin and end with."""
    start = _alike(before, after)
    return before[start : len(before) - _alike(before[:start:-1], after[:start:-1])]


def last_surplus(deck: Deck, rules: Format) -> tuple[Entry, int] | None:
    """The last line with copies that are not allowed, and how many of them there are."""
    total: dict[str, int] = {}
    last: dict[str, Entry] = {}
    for entry in deck.entries:
        if entry.zone != SIDEBOARD and entry.known:
            total[entry.name] = total.get(entry.name, 0) + entry.count
            last[entry.name] = entry
    over = {name: total[name] - _limit(name, rules) for name in total}
    found = [last[name] for name, count in over.items() if count > 0]
    if not found:
        return None
    entry = max(found, key=lambda each: each.line)
    return entry, over[entry.name]


def last_doubled(deck: Deck) -> tuple[Entry, Entry] | None:
    """The first line of a card in a zone, and the last line that names it there again."""
    firsts: dict[tuple[str, str], Entry] = {}
    again = [e for e in deck.entries if firsts.setdefault((e.zone, e.name), e) is not e]
    return (firsts[again[-1].zone, again[-1].name], again[-1]) if again else None


def _limit(name: str, rules: Format) -> int:
    """How many copies of a card the format allows."""
    return 0 if name in rules.banned else rules.restricted.get(name, rules.copies)


def _alike(text: str, other: str) -> int:
    """How many signs two texts begin with alike."""
    pairs = zip(text, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(text), len(other)))
