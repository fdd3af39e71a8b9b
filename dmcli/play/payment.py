"""Paying by hand: the mana cards that a phrase names, checked against the cost."""

from __future__ import annotations

from collections.abc import Sequence

from dmcli.core.errors import Refused
from dmcli.engine.permissions import cost, dearest
from dmcli.engine.state import Cards, State
from dmcli.engine.words import CAST, HAND, MANA, SUMMON


def check_payment(s: State, names: Sequence[str], actions: Sequence[int], text: str) -> Cards:
    """The named mana cards, when they pay for what is played; Refused says why not."""
    kind = actions[-1] & 0xFF
    assert kind in (SUMMON, CAST)
    player = int(s.active)
    card = s.zones[player * 8 + HAND].v[actions[-1] >> 8 & 0xFFFF]
    cards = _untapped(s, player, names, text)
    price = int(cost(s, player, card))
    most = int(dearest(s, player, card))
    if not price <= len(cards) <= most:
        between = f"{price}" if price == most else f"{price} to {most}"
        raise _cannot(text, f"it costs {between}, not {len(cards)}")
    civilizations = [1 << bit for bit in range(5) if s.definition(card).civs >> bit & 1]
    if not _covered(civilizations, [int(s.definition(each).civs) for each in cards]):
        raise _cannot(text, "each of its civilizations must come from a different card")
    chosen = Cards()
    for each in cards:
        chosen.add(each)
    return chosen


def _cannot(text: str, why: str) -> Refused:
    from dmcli.play.phrases import NotLegal

    return NotLegal(text, [], why)


def _untapped(s: State, player: int, names: Sequence[str], text: str) -> list[int]:
    row = [int(card) for card in s.zones[player * 8 + MANA].v]
    free = [card for card in row if not s.tapped[card]]
    found: list[int] = []
    for name in names:
        fitting = [card for card in free if s.definition(card).name == name]
        if not fitting:
            raise _cannot(text, f"there is no more untapped {name} in the mana zone")
        found.append(fitting[0])
        free.remove(fitting[0])
    return found


def _covered(civilizations: Sequence[int], cards: Sequence[int]) -> bool:
    """Each civilization can come from a card of its own."""
    if not civilizations:
        return True
    for at, civs in enumerate(cards):
        if civs & civilizations[0]:
            if _covered(civilizations[1:], [*cards[:at], *cards[at + 1 :]]):
                return True
    return False
