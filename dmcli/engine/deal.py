"""Setup (rules.md 4): streams of luck from the seed, decks in canonical order, shields, hands."""

from __future__ import annotations

import hashlib

from librt.vecs import vec
from mypy_extensions import i64

from dmcli.engine.moves import shuffle
from dmcli.engine.rng import Rng, seeded
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import State, Table
from dmcli.engine.words import (
    DECK,
    HAND,
    M_OPENING,
    M_SHIELD,
    NO_REF,
    P_TURN,
    SHIELDS,
)

STREAM_BYTES = 12


def streams(seed: int, pair: int) -> list[Rng]:
    """Five streams (statistics.md 0): shuffles first, second; agents first, second; own picks."""
    key = b"dmcli/1" + seed.to_bytes(8, "little") + pair.to_bytes(8, "little")
    words = hashlib.shake_128(key).digest(5 * STREAM_BYTES)
    return [seeded(words[i * STREAM_BYTES : (i + 1) * STREAM_BYTES]) for i in range(5)]


def deal(
    table: Table,
    ruleset: Ruleset,
    deck_a: list[int],
    deck_b: list[int],
    first: int,
    luck: list[Rng],
) -> State:
    """A game ready for its first turn. Decks: definition numbers, any order (sorted here)."""
    decks = [sorted(deck_a), sorted(deck_b)]
    s = State(table, ruleset, len(decks[0]) + len(decks[1]))
    s.card_def = vec[i64](decks[0] + decks[1])
    s.owner = vec[i64]([0] * len(decks[0]) + [1] * len(decks[1]))
    s.first = first
    s.active = first
    s.normal = first
    s.shuffle_first, s.shuffle_second, s.luck = luck[0], luck[1], luck[4]
    card: i64 = 0
    while card < s.cards:
        s.zones[s.owner[card] * 8 + DECK].add(card)
        card += 1
    for player in (first, 1 - first):
        shuffle(s, player)
        _lay(s, player, SHIELDS, M_SHIELD)
        _lay(s, player, HAND, M_OPENING)
    s.start(P_TURN, first, NO_REF)
    return s


def _lay(s: State, player: i64, zone: i64, mark: i64) -> None:
    """Five cards from the top, one by one."""
    row = s.zones[player * 8 + DECK]
    at = 0
    while at < 5 and len(row.v) > 0:
        card = row.take_last()
        s.zone[card] = zone
        s.marks[card] |= mark
        s.zones[player * 8 + zone].add(card)
        at += 1
