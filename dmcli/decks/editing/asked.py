"""Reads the cards that a user names on a command line: 4 "Aqua Hulcus" 2x Corile."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.decks.model import Deck

Asked = tuple[int | None, str]

_COUNT: Final = re.compile(r"[xX×]?([0-9]{1,6})[xX×]?")
_COUNTED: Final = re.compile(r"[xX×]?([0-9]{1,6})(?:\s?[xX×](?=\s)|[xX×])?\s+(\S.*)")
_BEHIND: Final = re.compile(r"(\S.*?)\s*(?:[\s(\[][xX]|[(\[]?[×*])\s?([0-9]{1,6})[)\]]?")


def asked_cards(words: Sequence[str], pool: Pool, deck: Deck | None = None) -> list[Asked]:
    """List the cards with their counts, None where none is said; quotes are optional."""
    groups: list[tuple[int | None, list[str]]] = []
    for word in words:
        alone, counted = _COUNT.fullmatch(word.strip()), _COUNTED.fullmatch(word.strip())
        behind = _BEHIND.fullmatch(word.strip())
        if alone:
            groups.append((int(alone[1]), []))
        elif counted:
            groups.append((int(counted[1]), [counted[2]]))
        elif behind:
            groups.append((int(behind[2]), [behind[1]]))
        elif groups:
            groups[-1][1].append(word)
        else:
            groups.append((None, [word]))
    return [card for count, names in groups for card in _named(count, names, pool, deck)]


def asked_swap(words: Sequence[str], pool: Pool, deck: Deck) -> tuple[int | None, str, str]:
    """The count, the card that goes and the card that comes; quotes are optional here, too."""
    count = _COUNT.fullmatch(words[0].strip())
    names = [word.strip() for word in words[1 if count else 0 :]]
    cuts = [(" ".join(names[:at]), " ".join(names[at:])) for at in range(1, len(names))]
    sure = [pair for pair in cuts if all(_is_card(name, pool, deck) for name in pair)]
    pairs = cuts if len(cuts) == 1 else sure
    if len(pairs) != 1:
        raise UsageMistake(
            "A swap names the card that goes and the card that comes, each in quotes: "
            "2 'Aqua Hulcus' 'Aqua Sniper'."
        )
    return int(count[1]) if count else None, *pairs[0]


def _named(count: int | None, names: Sequence[str], pool: Pool, deck: Deck | None) -> list[Asked]:
    """Take the words after a count as one name, or as several where each is a card."""
    if not any(name.strip() for name in names):
        raise UsageMistake(f"No card is named after the count {count}.")
    whole = " ".join(names).strip()
    if len(names) == 1 or _is_card(whole, pool, deck):
        return [(count, whole)]
    known = [_is_card(name, pool, deck) for name in names]
    if not any(known):
        return [(count, whole)]
    return [(count if index == 0 else None, name) for index, name in enumerate(names)]


def _is_card(name: str, pool: Pool, deck: Deck | None) -> bool:
    """Whether a name is a card, or stands in the list."""
    match = pool.find(name)
    if match.found and match.how != "typo":
        return True
    return deck is not None and any(entry.name == name for entry in deck.entries)
