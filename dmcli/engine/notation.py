"""Phrases: every legal action in the words of positions, logs and play. The edge, in words.

A phrase is a form ("attack {} with {}") and the things that it names. The same name may fit
several legal things: the first in zone order is meant, the asked player's own before the other's.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from dmcli.core.words import CIVILIZATIONS
from dmcli.engine.choosing import ChooseOp
from dmcli.engine.replace import OrderOp, candidates
from dmcli.engine.shields import triggers_left
from dmcli.engine.state import Frame, State
from dmcli.engine.view import is_visible
from dmcli.engine.words import (
    ASK_CIV,
    ASK_NUMBER,
    ASK_PLAYER,
    ASK_RACE,
    ATTACK,
    BATTLE,
    BLOCK,
    BREAKER,
    CARD_BITS,
    CAST,
    CHARGE,
    DECK,
    GRAVEYARD,
    HAND,
    MANA,
    NEXT,
    NO,
    NO_BLOCK,
    NO_TRIGGER,
    NOBODY,
    NONE,
    PASS,
    PICK,
    REPLACE,
    SHIELDS,
    SUMMON,
    TO_ATTACK,
    TRIGGER,
    USE,
    WORD,
    YES,
    ZONE_NAMES,
)

SIDES: Final = ("me", "foe")
"""Player 0 and player 1, seen from player 0."""

PLAIN: Final = {
    PASS: "done",
    TO_ATTACK: "to attack",
    NO_BLOCK: "no block",
    NO_TRIGGER: "no trigger",
    YES: "yes",
    NO: "no",
}
BREAKERS: Final = {
    1: "double breaker",
    2: "triple breaker",
    3: "world breaker",
    25: "crew breaker",
}
ZONE_RANK: Final = {
    BATTLE: 0,
    MANA: 1,
    HAND: 2,
    SHIELDS: 3,
    GRAVEYARD: 4,
    DECK: 5,
}
NO_NUMBER: Final = "another number"


@final
class Thing:
    """What a phrase names. side: its owner, or NOBODY; order: where it stands among others."""

    def __init__(self, name: str, side: int, order: int) -> None:
        """Plain data."""
        self.name = name
        self.side = side
        self.order = order


@final
class Phrase:
    """A legal action in words: a form with a {} for each thing."""

    def __init__(self, action: int, form: str, things: list[Thing]) -> None:
        """Plain data."""
        self.action = action
        self.form = form
        self.things = things

    def is_like(self, other: Phrase) -> bool:
        """The same words, apart from which of several things of one name is meant."""
        if self.form != other.form or len(self.things) != len(other.things):
            return False
        at = 0
        while at < len(self.things):
            if self.things[at].name != other.things[at].name:
                return False
            at += 1
        return True


# ---------------------------------------------------------------- action → phrase


def phrases(s: State) -> list[Phrase]:
    """The phrase of every legal answer, in the order in which they are offered."""
    found: list[Phrase] = []
    at: i64 = 0
    while at < s.n_options:
        found.append(phrase_of(s, int(s.options[at])))
        at += 1
    return found


def phrase_of(s: State, action: int) -> Phrase:
    """One legal answer in words."""
    kind = action & 0xFF
    if kind in PLAIN:
        return Phrase(action, PLAIN[kind], [])
    if kind == CHARGE or kind == CAST:
        form = "charge {}" if kind == CHARGE else "cast {}"
        return Phrase(action, form, [thing_at(s, s.active, HAND, action >> 8 & 0xFFFF)])
    if kind == SUMMON:
        return _summon(s, action)
    if kind == ATTACK:
        return _attack(s, action)
    if kind == USE:
        user = thing_at(s, s.active, BATTLE, action >> 8 & 0xFFFF)
        user.order = user.order * 16 + (action >> 24)
        return Phrase(action, "use {}", [user])
    if kind == BLOCK:
        return Phrase(action, "block with {}", [thing_at(s, s.asked, BATTLE, action >> 8)])
    if kind == PICK:
        form = "order {}" if is_ordering(s) else "pick {}"
        place = action >> 8 & 0xFF
        picked = thing_at(s, place >> 3, place & 7, action >> 24 & 0xFFFF)
        return Phrase(action, form, [picked])
    return _other(s, action, kind)


def _summon(s: State, action: int) -> Phrase:
    things = [thing_at(s, s.active, HAND, action >> 8 & 0xFFFF)]
    base = action >> 24 & 0xFFFF
    second = action >> 40 & 0xFFFF
    if base == 0:
        return Phrase(action, "summon {}", things)
    things.append(thing_at(s, s.active, BATTLE, base - 1))
    if second == 0:
        return Phrase(action, "summon {} on {}", things)
    things.append(thing_at(s, s.active, BATTLE, second - 1))
    return Phrase(action, "summon {} on {} + {}", things)


def _attack(s: State, action: int) -> Phrase:
    attacker = thing_at(s, s.active, BATTLE, action >> 8 & 0xFFFF)
    target = action >> 24
    if target == 0:
        return Phrase(action, "attack player with {}", [attacker])
    attacked = thing_at(s, 1 - s.active, BATTLE, target - 1)
    return Phrase(action, "attack {} with {}", [attacked, attacker])


def _other(s: State, action: int, kind: int) -> Phrase:
    frame = s.frames[len(s.frames) - 1]
    if kind == TRIGGER:
        at = action >> 8
        card = triggers_left(s, frame).v[at] & CARD_BITS
        return Phrase(action, "trigger {}", [Thing(_name(s, card), int(frame.player), at)])
    if kind == NONE:
        return Phrase(action, "pick none" if _declines(frame) else "done", [])
    if kind == NEXT:
        return Phrase(action, "pick {}", [_waiting(s, action >> 8)])
    if kind == REPLACE:
        return _replacement(s, frame, action)
    if kind == BREAKER:
        return Phrase(action, "choose " + BREAKERS[action >> 8], [])
    if kind == WORD:
        return Phrase(action, "choose " + _word(s, action), [])
    return Phrase(action, "end turn", [])


def _declines(frame: Frame) -> bool:
    """To pick none is to decline a may, not to stop choosing."""
    op = frame.program.ops[frame.pc - 1]
    return isinstance(op, ChooseOp) and op.may and len(frame.it.v) == 0


def is_ordering(s: State) -> bool:
    """The pending choice puts cards in order."""
    frame = s.frames[len(s.frames) - 1]
    if frame.pc < 1:
        return False
    return isinstance(frame.program.ops[frame.pc - 1], OrderOp)


def _waiting(s: State, at: int) -> Thing:
    """The source of a pending ability."""
    waiting = s.queue[at]
    if waiting.name >= 0:
        name = s.defs[waiting.name].name
    elif waiting.source >= 0:
        name = _name(s, waiting.source & CARD_BITS)
    else:
        name = waiting.program.name
    return Thing(name, int(waiting.player), at)


def _replacement(s: State, frame: Frame, action: int) -> Phrase:
    batch = frame.batch
    assert batch is not None
    player = s.active if frame.y == 0 else 1 - s.active
    found = candidates(s, batch, frame.x, player)
    if len(found) == 1:
        return Phrase(action, "yes", [])
    at = action >> 8
    source = found[at].source
    name = _name(s, source & CARD_BITS) if source >= 0 else "the rules"
    return Phrase(action, "pick {}", [Thing(name, int(player), at)])


def _word(s: State, action: int) -> str:
    word = action >> 8 & 0xFFFFFFFF
    kind = action >> 40
    if kind == ASK_RACE:
        return s.table.races[word]
    if kind == ASK_PLAYER:
        return SIDES[word]
    if kind == ASK_CIV:
        return CIVILIZATIONS[word]
    if kind == ASK_NUMBER and word == 0:
        return NO_NUMBER
    return str(word)


# ---------------------------------------------------------------- things


def _name(s: State, card: i64) -> str:
    return s.face(card).name if s.zone[card] == BATTLE else s.definition(card).name


def thing_at(s: State, owner: i64, zone: i64, at: i64) -> Thing:
    """The card or creature at a position of a zone; a hidden card goes by its position."""
    row = s.zones[owner * 8 + zone].v
    place = len(row) - 1 - at if zone == DECK else at
    rank: i64 = ZONE_RANK.get(zone, 6)
    order = ((1 if owner != s.asked else 0) * 8 + rank) * 100_000 + place
    if zone == SHIELDS:
        name = "shield " + str(place + 1)
    elif is_visible(s, s.asked, row[at]):
        name = _name(s, row[at])
    else:
        name = ZONE_NAMES[zone] + " " + str(place + 1)
    return Thing(name, int(owner), int(order))


# ---------------------------------------------------------------- in words


def describe(s: State, action: int) -> str:
    """The phrase of a legal action, so that it can be found again."""
    mine = phrase_of(s, action)
    return in_words(mine, phrases(s) if len(mine.things) > 0 else [])


def describe_all(s: State) -> list[str]:
    """The phrases of all legal actions."""
    every = phrases(s)
    return [in_words(each, every) for each in every]


def in_words(phrase: Phrase, every: list[Phrase]) -> str:
    """Fill in the names; side and number only where a name alone would mean another."""
    alike = [other for other in every if phrase.is_like(other)]
    text = phrase.form
    slot = 0
    for thing in phrase.things:
        peers = [other.things[slot] for other in alike]
        text = text.replace("{}", _called(thing, peers), 1)
        slot += 1
    return text


def _called(thing: Thing, peers: list[Thing]) -> str:
    both = False
    before: list[int] = []
    for peer in peers:
        if peer.side != thing.side:
            both = True
        elif peer.order < thing.order and peer.order not in before:
            before.append(peer.order)
    name = thing.name
    if both and thing.side != NOBODY:
        name = ("my " if thing.side == 0 else "foe ") + name
    if len(before) > 0:
        name += "#" + str(len(before) + 1)
    return name
