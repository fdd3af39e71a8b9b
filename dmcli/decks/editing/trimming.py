"""What a list has too much of: copies that a format does not allow, cards on several lines."""

from __future__ import annotations

from dmcli.decks.legality.formats import Format
from dmcli.decks.model import SIDEBOARD, Deck, Entry


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
