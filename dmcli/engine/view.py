"""What a player may see: the only module that decides what is visible."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from dmcli.engine.questions import keys, power
from dmcli.engine.state import Def, State
from dmcli.engine.words import BATTLE, DECK, GRAVEYARD, HAND, HYPERSPATIAL, MANA, RESOLVING

HIDDEN = -1


def is_visible(s: State, player: i64, card: i64) -> bool:
    """Public zones, the own hand, and what the player came to know."""
    zone = s.zone[card]
    if zone == BATTLE or zone == MANA or zone == GRAVEYARD:
        return True
    if zone == RESOLVING or zone == HYPERSPATIAL:
        return True
    if zone == HAND and s.owner[card] == player:
        return True
    return s.known[card] >> player & 1 != 0


@final
class View:
    """A game seen by one player. Places are owner * 8 + zone; hidden cards have no definition."""

    def __init__(self, state: State, player: int) -> None:
        """Looks at the state as it is now; holds nothing of its own."""
        self._s = state
        self.player: i64 = player

    # ---- the choice

    def asked(self) -> int:
        """Kind of the pending choice (words.py: action kinds)."""
        return int(self._s.ask_kind)

    def count_actions(self) -> i64:
        """How many answers the pending choice has."""
        return self._s.n_options

    def action(self, at: i64) -> i64:
        """One of the answers."""
        return self._s.options[at]

    # ---- the turn

    def turn(self) -> i64:
        """Number of the turn, from 1."""
        return self._s.turn

    def active(self) -> i64:
        """The player whose turn it is."""
        return self._s.active

    # ---- zones

    def size(self, owner: i64, zone: i64) -> i64:
        """How many cards (bodies in the battle zone)."""
        return len(self._s.zones[owner * 8 + zone].v)

    def seen(self, owner: i64, zone: i64, at: i64) -> i64:
        """Definition number of the card at a position, or HIDDEN. Deck positions: bottom first."""
        s = self._s
        card = s.zones[owner * 8 + zone].v[at]
        if not is_visible(s, self.player, card):
            return HIDDEN
        return s.card_def[s.top[card]] if zone == BATTLE else s.card_def[card]

    def definition(self, number: i64) -> Def:
        """What is printed on a visible card."""
        return self._s.defs[number]

    def is_tapped(self, owner: i64, zone: i64, at: i64) -> bool:
        """Of a body or a mana card."""
        s = self._s
        return s.tapped[s.zones[owner * 8 + zone].v[at]] != 0

    # ---- creatures

    def power(self, owner: i64, at: i64) -> i64:
        """Current power of a creature."""
        s = self._s
        return power(s, s.zones[owner * 8 + BATTLE].v[at])

    def keys(self, owner: i64, at: i64) -> i64:
        """Keyword and rule bits of a creature now."""
        s = self._s
        return keys(s, s.zones[owner * 8 + BATTLE].v[at])

    def came_this_turn(self, owner: i64, at: i64) -> bool:
        """The creature entered this turn."""
        s = self._s
        return s.came[s.zones[owner * 8 + BATTLE].v[at]] == s.turn

    def is_attacker(self, owner: i64, at: i64) -> bool:
        """The creature is attacking."""
        s = self._s
        body = s.zones[owner * 8 + BATTLE].v[at]
        return s.attacker >= 0 and s.attacker == s.ref(body)

    def attacked_body(self) -> i64:
        """Position of the attacked creature in its battle zone, or -1 when it is the player."""
        s = self._s
        body = s.body_of(s.target)
        if body < 0:
            return -1
        return s.zones[s.owner[body] * 8 + BATTLE].find(body)

    def top_known(self, owner: i64) -> i64:
        """Definition of the top card of a deck, or HIDDEN."""
        n = self.size(owner, DECK)
        return HIDDEN if n == 0 else self.seen(owner, DECK, n - 1)
