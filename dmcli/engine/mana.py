"""Paying costs: each tapped card gives one mana and counts as one of its civilizations (6.1)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from dmcli.engine.moves import tap
from dmcli.engine.permissions import cost
from dmcli.engine.state import Cards, State
from dmcli.engine.words import HAND, MANA

ALL_CIVS: Final[i64] = 31


def available(s: State, player: i64) -> i64:
    """Every civilization that an untapped mana card has, as a mask; how many above bit 8."""
    row = s.zones[player * 8 + MANA].v
    n = len(row)
    mask: i64 = 0
    found: i64 = 0
    at: i64 = 0
    while at < n:
        if s.tapped[row[at]] == 0:
            mask |= s.civs[s.card_def[row[at]]]
            found += 256
        at += 1
    return mask | found


def can_supply(s: State, player: i64, civs: i64, without: i64) -> bool:
    """Every civilization of the mask can come from a different untapped card (Hall's condition)."""
    if civs & (civs - 1) == 0:
        return civs == 0 or _having(s, player, civs, without, 1) >= 1
    subset = civs
    while subset != 0:
        need = bits(subset)
        if _having(s, player, subset, without, need) < need:
            return False
        subset = (subset - 1) & civs
    return True


def _having(s: State, player: i64, civs: i64, without: i64, enough: i64) -> i64:
    """Untapped mana cards with any of the civilizations, counted up to ``enough``."""
    row = s.zones[player * 8 + MANA].v
    n = len(row)
    found: i64 = 0
    at: i64 = 0
    while at < n:
        card = row[at]
        if s.tapped[card] == 0 and card != without and s.civs[s.card_def[card]] & civs != 0:
            found += 1
            if found >= enough:
                return found
        at += 1
    return found


def bits(mask: i64) -> i64:
    """How many bits are set."""
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found


def pay(s: State, player: i64, card: i64) -> None:
    """Tap mana for a card in hand: as said by hand, else so that the most useful cards stay."""
    if len(s.pay_with.v) > 0:
        chosen = s.pay_with
        s.pay_with = Cards()
        at: i64 = 0
        while at < len(chosen.v):
            tap(s, chosen.v[at])
            at += 1
        return
    price = cost(s, player, card)
    if price == available(s, player) >> 8:
        _tap_all(s, player)
        return
    wanted = wanted_civs(s, player, card)
    _count_civs(s, player)
    left = s.definition(card).civs
    while left != 0 and price > 0:
        picked = _cheapest(s, player, left, wanted)
        left &= ~_supplied(s, player, picked, left)
        _spend(s, picked)
        price -= 1
    while price > 0:
        _spend(s, _cheapest(s, player, 0, wanted))
        price -= 1


def _tap_all(s: State, player: i64) -> None:
    """The price is all the mana there is."""
    row = s.zones[player * 8 + MANA].v
    n = len(row)
    at: i64 = 0
    while at < n:
        tap(s, row[at])
        at += 1


def _spend(s: State, card: i64) -> None:
    """Tap a mana card; its civilizations are rarer now."""
    tap(s, card)
    _count(s, s.civs[s.card_def[card]], -1)


def _supplied(s: State, player: i64, picked: i64, left: i64) -> i64:
    """The needed civilization that the picked card stands for, so that the rest stays payable."""
    here = s.definition(picked).civs & left
    bit: i64 = 1
    while bit <= ALL_CIVS:
        if here & bit != 0 and can_supply(s, player, left & ~bit, picked):
            return bit
        bit <<= 1
    return here


def _cheapest(s: State, player: i64, needed: i64, wanted: i64) -> i64:
    """The untapped mana card whose tapping costs least; needed: it must help with these."""
    row = s.zones[player * 8 + MANA].v
    n = len(row)
    best: i64 = -1
    lowest: i64 = 1 << 40
    at: i64 = 0
    while at < n:
        card = row[at]
        at += 1
        if s.tapped[card] != 0:
            continue
        civs = s.civs[s.card_def[card]]
        if needed != 0:
            if civs & needed == 0:
                continue
            if needed & (needed - 1) != 0:
                if not _keeps(s, player, card, civs & needed, needed):
                    continue
        price = _worth(s, civs, wanted)
        if price < lowest:
            lowest = price
            best = card
    assert best >= 0
    return best


def _keeps(s: State, player: i64, card: i64, here: i64, needed: i64) -> bool:
    bit: i64 = 1
    while bit <= ALL_CIVS:
        if here & bit != 0 and can_supply(s, player, needed & ~bit, card):
            return True
        bit <<= 1
    return False


def _worth(s: State, civs: i64, wanted: i64) -> i64:
    """How much the player loses by tapping a card: rare and wanted civilizations stay."""
    if civs & (civs - 1) == 0:
        return (130 if civs & wanted != 0 else 30) - s.scratch[civs]
    most: i64 = 0
    bit: i64 = 1
    while bit <= ALL_CIVS:
        if civs & bit != 0 and s.scratch[bit] > most:
            most = s.scratch[bit]
        bit <<= 1
    return bits(civs & wanted) * 100 + bits(civs) * 30 - most


def _count_civs(s: State, player: i64) -> None:
    """How many untapped mana cards have each civilization, into the scratch row, by its bit."""
    bit: i64 = 1
    while bit <= ALL_CIVS:
        s.scratch[bit] = 0
        bit <<= 1
    row = s.zones[player * 8 + MANA].v
    n = len(row)
    at: i64 = 0
    while at < n:
        if s.tapped[row[at]] == 0:
            _count(s, s.civs[s.card_def[row[at]]], 1)
        at += 1


def _count(s: State, civs: i64, one: i64) -> None:
    if civs & (civs - 1) == 0:
        s.scratch[civs] += one
        return
    bit: i64 = 1
    while bit <= ALL_CIVS:
        if civs & bit != 0:
            s.scratch[bit] += one
        bit <<= 1


def wanted_civs(s: State, player: i64, card: i64) -> i64:
    """Civilizations of the other cards in hand."""
    row = s.zones[player * 8 + HAND].v
    n = len(row)
    mask: i64 = 0
    at: i64 = 0
    while at < n:
        if row[at] != card:
            mask |= s.civs[s.card_def[row[at]]]
        at += 1
    return mask
