"""What a player may see: the only module that decides what is visible.

Every question here answers from public zones, from the own hand, from what the player came to
know, from sizes, and, when lists are open, from both deck lists without their order.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dmcli.engine import control
from dmcli.engine.attack import breaks, can_block
from dmcli.engine.permissions import cost
from dmcli.engine.purpose import V_BASE, V_BREAK, V_NONE, V_ORDER
from dmcli.engine.questions import count, is_sick, keys, matches, power, rule_against, side_fits
from dmcli.engine.replace import OrderOp
from dmcli.engine.shields import PickShieldOp
from dmcli.engine.state import NO_EFFECTS, AmountOf, Def, Effect, GroupOf, Matcher, State
from dmcli.engine.summon import BaseOp, has_base
from dmcli.engine.turn import tap_program
from dmcli.engine.words import (
    BATTLE,
    DECK,
    GRAVEYARD,
    HAND,
    HYPERSPATIAL,
    K_CREW,
    K_DOUBLE,
    K_STEALTH,
    K_TRIGGER,
    K_TRIPLE,
    K_UNBLOCKABLE,
    K_WORLD,
    MANA,
    RESOLVING,
)

HIDDEN: Final[i64] = -1


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

    # ---- the choice, more closely

    def purpose(self) -> i64:
        """What happens to what is picked or accepted: V_… of purpose.py, or V_NONE."""
        s = self._s
        f = s.frames[-1]
        op = f.program.ops[f.pc - 1]
        if op.purpose != V_NONE:
            return op.purpose
        if isinstance(op, PickShieldOp):
            return V_BREAK
        if isinstance(op, BaseOp):
            return V_BASE
        if isinstance(op, OrderOp):
            return V_ORDER
        return V_NONE

    def asked_effects(self) -> list[Effect]:
        """What saying yes to a "may" brings."""
        f = self._s.frames[-1]
        op = f.program.ops[f.pc - 1]
        if isinstance(op, control.AskOp):
            return op.effects
        return NO_EFFECTS

    def option_effects(self, option: i64) -> list[Effect]:
        """What one of "either" brings; options count from 1."""
        f = self._s.frames[-1]
        op = f.program.ops[f.pc - 1]
        if isinstance(op, control.EitherOp):
            return op.options[option - 1]
        return NO_EFFECTS

    def waiting_effects(self, at: i64) -> list[Effect]:
        """What a triggered ability that waits will do."""
        return self._s.queue[at].program.effects

    def tap_effects(self, at: i64, index: i64) -> list[Effect]:
        """What a tap ability of an own creature does."""
        s = self._s
        return tap_program(s, s.zones[self.player * 8 + BATTLE].v[at], index).effects

    def source_at(self) -> i64:
        """Position of the own creature whose ability asks, or -1."""
        s = self._s
        body = s.body_of(s.frames[-1].source)
        if body < 0 or s.owner[body] != self.player:
            return -1
        return s.zones[self.player * 8 + BATTLE].find(body)

    def chosen(self) -> i64:
        """How many objects the pending choice has so far."""
        return len(self._s.frames[-1].it.v)

    def broken_shield(self) -> i64:
        """Definition of the own card whose shield trigger is asked about, or HIDDEN."""
        s = self._s
        f = s.frames[-1]
        if s.asked != self.player or f.source < 0:
            return HIDDEN
        card = f.source & 0xFFFF
        return s.card_def[card] if is_visible(s, self.player, card) else HIDDEN

    # ---- mana

    def ready_mana(self, owner: i64) -> i64:
        """How many untapped cards are in the mana zone."""
        s = self._s
        row = s.zones[owner * 8 + MANA].v
        n = len(row)
        found: i64 = 0
        at: i64 = 0
        while at < n:
            if s.tapped[row[at]] == 0:
                found += 1
            at += 1
        return found

    def mana_civs(self, owner: i64) -> i64:
        """Every civilization in the mana zone, as bits."""
        s = self._s
        row = s.zones[owner * 8 + MANA].v
        n = len(row)
        mask: i64 = 0
        at: i64 = 0
        while at < n:
            mask |= s.defs[s.card_def[row[at]]].civs
            at += 1
        return mask

    def cost(self, at: i64) -> i64:
        """What an own hand card costs now."""
        s = self._s
        return cost(s, self.player, s.zones[self.player * 8 + HAND].v[at])

    def has_base(self, at: i64) -> bool:
        """An own evolution creature in hand has what it must be put on; others need nothing."""
        s = self._s
        d = s.defs[s.card_def[s.zones[self.player * 8 + HAND].v[at]]]
        return not d.evolution or has_base(s, self.player, d)

    # ---- lists

    def list_civs(self) -> i64:
        """Every civilization of the own deck list, as bits."""
        s = self._s
        mask: i64 = 0
        card: i64 = 0
        while card < s.cards:
            if s.owner[card] == self.player:
                mask |= s.defs[s.card_def[card]].civs
            card += 1
        return mask

    def trigger_share(self, owner: i64) -> i64:
        """Shield triggers among 100 cards of a player that this player cannot see.

        With closed lists the other player's are a guess.
        """
        s = self._s
        if owner != self.player and not s.open_lists:
            return 15
        unseen: i64 = 0
        triggers: i64 = 0
        card: i64 = 0
        while card < s.cards:
            if s.owner[card] == owner and not is_visible(s, self.player, card):
                unseen += 1
                if s.defs[s.card_def[card]].keys & K_TRIGGER != 0:
                    triggers += 1
            card += 1
        return 0 if unseen == 0 else triggers * 100 // unseen

    # ---- creatures, more closely

    def attack_power(self, owner: i64, at: i64) -> i64:
        """Power that a creature would have while it attacks."""
        s = self._s
        body = s.zones[owner * 8 + BATTLE].v[at]
        if s.power_effects == 0:
            d = s.face(body)
            return d.power + d.attack_power
        before = s.attacker
        s.attacker = s.ref(body)
        value = power(s, body)
        s.attacker = before
        return value

    def breaks(self, owner: i64, at: i64, mask: i64) -> i64:
        """How many shields a creature would break; mask: its keys."""
        s = self._s
        body = s.zones[owner * 8 + BATTLE].v[at]
        if mask & (K_DOUBLE | K_TRIPLE | K_WORLD | K_CREW) == 0:
            return 1
        if mask & K_WORLD != 0:
            return breaks(s, body, K_WORLD)
        most: i64 = 1
        if mask & K_TRIPLE != 0:
            most = 3
        elif mask & K_DOUBLE != 0:
            most = 2
        if mask & K_CREW != 0:
            crew = breaks(s, body, K_CREW)
            return crew if crew > most else most
        return most

    def breaks_by(self, kind: i64) -> i64:
        """How many shields the attacker would break by one breaker ability (a keyword bit)."""
        s = self._s
        body = s.body_of(s.attacker)
        return breaks(s, body, kind) if body >= 0 else 0

    def is_sick(self, owner: i64, at: i64) -> bool:
        """Summoning sickness."""
        s = self._s
        body = s.zones[owner * 8 + BATTLE].v[at]
        return s.came[body] == s.turn and is_sick(s, body, keys(s, body))

    def may_block(self, owner: i64, at: i64, attacker: i64) -> bool:
        """An untapped creature of ``owner`` may block that creature of the other player."""
        s = self._s
        other = s.zones[(1 - owner) * 8 + BATTLE].v[attacker]
        mask = keys(s, other)
        if mask & K_UNBLOCKABLE != 0:
            return False
        if mask & K_STEALTH != 0 and rule_against(s, other, K_STEALTH, other):
            return False
        return can_block(s, s.zones[owner * 8 + BATTLE].v[at], other, mask)

    def attacker_at(self) -> i64:
        """Position of the attacking creature in its battle zone, or -1."""
        s = self._s
        body = s.body_of(s.attacker)
        if body < 0:
            return -1
        return s.zones[s.owner[body] * 8 + BATTLE].find(body)

    # ---- groups

    def number(self, of: AmountOf | None, source: i64) -> i64:
        """How many an effect speaks of; source: position of an own creature, or -1."""
        if of is None:
            return 1
        group = of.group
        if group is not None:
            return self.count(group, source)
        if of.that_many:
            return 1
        return of.fixed

    def count(self, group: GroupOf, source: i64) -> i64:
        """How many objects are in a group; of hidden zones as many as there are cards."""
        s = self._s
        s.that_owner = self.player
        if group.zone == BATTLE or group.zone == MANA or group.zone == GRAVEYARD:
            return count(s, group, self.player, self._body(source), -1)
        found: i64 = 0
        owner: i64 = 0
        while owner < 2:
            if side_fits(group.side, owner, self.player):
                found += len(s.zones[owner * 8 + group.zone].v)
            owner += 1
        return found

    def race(self, number: i64) -> str:
        """A race of the pool by its number in "choose a race"."""
        return self._s.table.races[number]

    def _body(self, source: i64) -> i64:
        return self._s.zones[self.player * 8 + BATTLE].v[source] if source >= 0 else -1

    def fits(self, group: GroupOf, owner: i64, at: i64, source: i64) -> bool:
        """A card of the group's zone fits; of a hidden card only its side is looked at."""
        s = self._s
        if not side_fits(group.side, owner, self.player):
            return False
        card = s.zones[owner * 8 + group.zone].v[at]
        if not is_visible(s, self.player, card):
            return True
        s.that_owner = owner
        return matches(s, group.matcher, card, self.player, self._body(source), -1)

    def hand_fits(self, matcher: Matcher, at: i64) -> bool:
        """An own hand card fits a matcher by what is printed on it."""
        s = self._s
        card = s.zones[self.player * 8 + HAND].v[at]
        return matcher.ok[s.card_def[card]] != 0
