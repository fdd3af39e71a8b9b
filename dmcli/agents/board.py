"""What an agent reads off its view before it thinks: both sides' creatures as columns."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from dmcli.agents.weights import Weights
from dmcli.engine.state import Def
from dmcli.engine.view import View
from dmcli.engine.words import (
    BATTLE,
    K_ANY_BLOCKER,
    K_ANY_SLAYER,
    K_CANT_ATTACK,
    K_CANT_ATTACK_PLAYER,
    K_CREW,
    K_DOUBLE,
    K_FREE_ATTACK,
    K_TAP,
    K_TRIPLE,
    K_UNBLOCKABLE,
    K_UNBLOCKABLE_BY,
    K_WORLD,
    SHIELDS,
    W_DESTROYED,
    W_GRAVEYARD,
    W_LEAVE,
)

BREAKERS: Final[i64] = K_DOUBLE | K_TRIPLE | K_WORLD | K_CREW
REPLACED_DEATH: Final[i64] = 1 << W_DESTROYED | 1 << W_GRAVEYARD | 1 << W_LEAVE
NOW: Final[i64] = 0
NEXT_TURN: Final[i64] = 1
NEVER: Final[i64] = 99


def body_value(w: Weights, d: Def, power: i64, keys: i64) -> i64:
    """What a creature is worth on the board."""
    value = w.body + w.per_cost * d.cost + power // w.power_divisor
    if keys & BREAKERS != 0:
        value += w.breaker * (2 if keys & (K_TRIPLE | K_WORLD) != 0 else 1)
    if keys & K_ANY_BLOCKER != 0:
        value += w.blocker
    if keys & K_ANY_SLAYER != 0:
        value += w.slayer
    if keys & (K_UNBLOCKABLE | K_UNBLOCKABLE_BY) != 0:
        value += w.unblockable
    if keys & K_TAP != 0:
        value += w.tap_ability
    if keys & (K_CANT_ATTACK | K_CANT_ATTACK_PLAYER) != 0:
        value += w.wall
    return value if value > 10 else 10


def card_value(w: Weights, d: Def) -> i64:
    """What a card is worth once it is played, by what is printed on it."""
    if d.kind == 1:
        return body_value(w, d, d.power, d.keys)
    return w.spell + w.spell_cost * d.cost


@final
class Side:
    """The creatures of one player, in zone order."""

    def __init__(self) -> None:
        """Room for some; grows."""
        self.n: i64 = 0
        self.value = vec[i64]([0] * 16)
        self.death = vec[i64]([0] * 16)
        self.power = vec[i64]([0] * 16)
        self.attack = vec[i64]([0] * 16)
        self.keys = vec[i64]([0] * 16)
        self.breaks = vec[i64]([0] * 16)
        self.tapped = vec[i64]([0] * 16)
        self.ready = vec[i64]([0] * 16)
        self.hits = vec[i64]([0] * 16)

    def read(self, v: View, w: Weights, owner: i64) -> None:
        """Look at every creature once."""
        n = v.size(owner, BATTLE)
        self.n = n
        while len(self.value) < n:
            self._grow()
        at: i64 = 0
        while at < n:
            self._read_one(v, w, owner, at)
            at += 1

    def _grow(self) -> None:
        self.value = append(self.value, 0)
        self.death = append(self.death, 0)
        self.power = append(self.power, 0)
        self.attack = append(self.attack, 0)
        self.keys = append(self.keys, 0)
        self.breaks = append(self.breaks, 0)
        self.tapped = append(self.tapped, 0)
        self.ready = append(self.ready, 0)
        self.hits = append(self.hits, 0)

    def _read_one(self, v: View, w: Weights, owner: i64, at: i64) -> None:
        d = v.definition(v.seen(owner, BATTLE, at))
        mask = v.keys(owner, at)
        power = v.power(owner, at)
        value = body_value(w, d, power, mask)
        self.keys[at] = mask
        self.power[at] = power
        self.attack[at] = v.attack_power(owner, at)
        self.value[at] = value
        sticky = d.own_repl_mask & REPLACED_DEATH != 0
        self.death[at] = value * w.sticky // 100 if sticky else value
        self.breaks[at] = 1 if mask & BREAKERS == 0 else v.breaks(owner, at, mask)
        tapped = v.is_tapped(owner, BATTLE, at)
        self.tapped[at] = 1 if tapped else 0
        free = mask & K_FREE_ATTACK != 0
        hits = free or mask & (K_CANT_ATTACK | K_CANT_ATTACK_PLAYER) == 0
        self.hits[at] = 1 if hits else 0
        self.ready[at] = 1 if hits and not tapped and (free or not v.is_sick(owner, at)) else 0

    def guards(self, skip: i64) -> i64:
        """How many untapped blockers there are, apart from one."""
        found: i64 = 0
        at: i64 = 0
        while at < self.n:
            if at != skip and self.tapped[at] == 0 and self.keys[at] & K_ANY_BLOCKER != 0:
                found += 1
            at += 1
        return found


@final
class Force:
    """What attackers can do to a player: how many there are with each number of breaks."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.free = vec[i64]([0, 0, 0, 0])
        self.blockable = vec[i64]([0, 0, 0, 0])

    def take(self, side: Side, when: i64, skip: i64) -> None:
        """Count the attackers of a side: those that are ready now, or all that hit next turn."""
        row: i64 = 0
        while row < 4:
            self.free[row] = 0
            self.blockable[row] = 0
            row += 1
        at: i64 = 0
        while at < side.n:
            able = side.ready[at] if when == NOW else side.hits[at]
            if able != 0 and at != skip:
                breaks = side.breaks[at] if side.breaks[at] < 3 else 3
                if side.keys[at] & K_UNBLOCKABLE != 0:
                    self.free[breaks] += 1
                else:
                    self.blockable[breaks] += 1
            at += 1

    def through(self, guards: i64) -> i64:
        """Breaks that get through when every guard stops one of the best: 100 × attackers too."""
        total: i64 = 0
        count: i64 = 0
        breaks: i64 = 3
        while breaks > 0:
            row = self.blockable[breaks]
            stopped = row if row < guards else guards
            guards -= stopped
            passing = row - stopped + self.free[breaks]
            total += breaks * passing
            count += passing
            breaks -= 1
        return count * 100 + total

    def least(self, guards: i64) -> i64:
        """The smallest number of breaks among those that get through."""
        if self.free[1] > 0 or self.blockable[1] > 0:
            stopped = guards - self.blockable[3] - self.blockable[2]
            if self.free[1] > 0 or self.blockable[1] > stopped:
                return 1
        if self.free[2] > 0 or self.blockable[2] > guards - self.blockable[3]:
            return 2
        return 3

    def finishes(self, guards: i64, shields: i64) -> bool:
        """Break every shield and still attack the player, whatever the guards stop."""
        through = self.through(guards)
        if through < 100:
            return False
        return through % 100 - self.least(guards) >= shields

    def clock(self, guards: i64, shields: i64) -> i64:
        """Turns until the player is beaten at this rate."""
        total = self.through(guards) % 100
        return NEVER if total == 0 else (shields + total) // total


@final
class Board:
    """Both sides, and what each could do to the other."""

    def __init__(self, weights: Weights) -> None:
        """Filled by ``read``."""
        self.w = weights
        self.me: i64 = 0
        self.foe: i64 = 1
        self.mine = Side()
        self.theirs = Side()
        self.force = Force()
        self.shields: i64 = 0
        self.foe_shields: i64 = 0
        self.my_turn = False
        self.need: i64 = 0
        self.scratch = vec[i64]([0] * 64)

    def sit(self, v: View) -> None:
        """Know who I am: enough where creatures do not matter."""
        self.me = v.player
        self.foe = 1 - v.player

    def read(self, v: View) -> None:
        """Take in the whole board."""
        self.sit(v)
        self.mine.read(v, self.w, self.me)
        self.theirs.read(v, self.w, self.foe)
        self.shields = v.size(self.me, SHIELDS)
        self.foe_shields = v.size(self.foe, SHIELDS)
        self.my_turn = v.active() == v.player
        self.need = self._need() if self.my_turn else 0

    def _need(self) -> i64:
        """How many more guards I need to outlive the opponent's next turn."""
        self.force.take(self.theirs, NEXT_TURN, -1)
        guards = self.mine.guards(-1)
        more: i64 = 0
        while more < 9 and self.force.finishes(guards + more, self.shields):
            more += 1
        return more

    def can_win(self, fewer_guards: i64) -> bool:
        """My ready attackers finish the opponent now, if that many blockers are out of the way."""
        guards = self.theirs.guards(-1) - fewer_guards
        self.force.take(self.mine, NOW, -1)
        return self.force.finishes(guards if guards > 0 else 0, self.foe_shields)

    def in_danger(self, without: i64) -> bool:
        """The opponent can finish me next turn if that creature of mine does not guard."""
        self.force.take(self.theirs, NEXT_TURN, -1)
        return self.force.finishes(self.mine.guards(without), self.shields)

    def my_clock(self) -> i64:
        """Turns in which I beat the opponent, with all my creatures."""
        self.force.take(self.mine, NEXT_TURN, -1)
        return self.force.clock(self.theirs.guards(-1), self.foe_shields)

    def foe_clock(self) -> i64:
        """Turns in which the opponent beats me."""
        self.force.take(self.theirs, NEXT_TURN, -1)
        return self.force.clock(self.mine.guards(-1), self.shields)

    def note(self, at: i64, value: i64) -> None:
        """Write into the scratch row, which grows."""
        if at < len(self.scratch):
            self.scratch[at] = value
        else:
            self.scratch = append(self.scratch, value)
