"""From a phrase to the actions that it means, with errors that name what is legal."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from dmcli.core.errors import DmcliError, Refused, Unreadable
from dmcli.core.nearest import ask_whether, did_you_mean, nearest
from dmcli.core.words import CIVILIZATIONS
from dmcli.engine.choosing import WordOp
from dmcli.engine.game import choose
from dmcli.engine.notation import (
    BREAKERS,
    NO_NUMBER,
    Phrase,
    Thing,
    describe,
    describe_all,
    is_ordering,
    phrases,
)
from dmcli.engine.state import State
from dmcli.engine.words import CHARGE, PASS, SUMMON, TO_ATTACK
from dmcli.play.payment import check_payment

if TYPE_CHECKING:
    from dmcli.cards import Pool


class NotAPhrase(Unreadable):
    """Words that can be legal in no position."""


class NotLegal(Refused):
    """A phrase that is not legal here. legal: the phrases that are; found: what is wrong."""

    def __init__(self, text: str, legal: Sequence[str], why: str = "") -> None:
        """why: a reason, when there is more to say than that."""
        self.text = text
        self.legal = list(legal)
        near = ask_whether(nearest(text, legal)) if legal and not why else ""
        self.found = f"not legal here{': ' + why if why else ''}.{near}"
        super().__init__(f"'{text}' is {self.found}")


class Slot(msgspec.Struct, frozen=True):
    """A name in a phrase: which side (None: either), which of several (0: the first)."""

    name: str
    side: int | None = None
    number: int = 0


class Said(msgspec.Struct, frozen=True):
    """A phrase that has been read: its form and its names."""

    text: str
    form: str
    slots: tuple[Slot, ...] = ()
    paying: tuple[str, ...] = ()


#: What may be said, the longer forms first; "{}" is a name.
FORMS: Final = (
    "charge {}",
    "summon {} on {} + {}",
    "summon {} on {}",
    "summon {}",
    "cast {}",
    "generate {}",
    "cross {} to {}",
    "fortify {} on {}",
    "attack player with {}",
    "attack {} with {}",
    "use {}",
    "block with {}",
    "trigger {}",
    "pick {}",
)
PLAIN: Final = (
    "no block",
    "no trigger",
    "pick none",
    "done",
    "yes",
    "no",
    "to attack",
    "end turn",
)
HINTS: Final = (
    *(form.replace("{}", "NAME") for form in FORMS),
    *("choose WORD", "order NAME + NAME", "pick shield N"),
    *PLAIN,
)
#: "done" ends a choice, or the charge step; "pick none" and "no" decline a may.
SAME: Final = {
    "done": ("done", "pick none"),
    "pick none": ("pick none", "done"),
    "no": ("no", "pick none", "done"),
}
_SLOT: Final = re.compile(r"(?:(my|foe) )?(.+?)(?:#([1-9]\d{0,5}))?")
_PLACE: Final = re.compile(r"(?:shield|hand|deck) [1-9]\d{0,5}")
_PATTERNS: Final = tuple(
    (form, re.compile(re.escape(form).replace(r"\{\}", "(.+?)"))) for form in FORMS
)


# ---------------------------------------------------------------- reading


def read_phrase(text: str, pool: Pool) -> Said:
    """Read a phrase; raises NotAPhrase with the nearest valid words."""
    plain = " ".join(text.split())
    if plain in PLAIN:
        return Said(plain, plain)
    verb, _, rest = plain.partition(" ")
    if verb == "choose" and rest:
        return Said(plain, f"choose {_word(rest, pool)}")
    if verb == "order" and rest:
        return Said(plain, "order {}", tuple(read_slot(name, pool) for name in rest.split(" + ")))
    body, paying = _payment(plain, pool)
    for form, pattern in _PATTERNS:
        found = pattern.fullmatch(body)
        if found:
            slots = tuple(read_slot(name, pool) for name in found.groups())
            return Said(plain, form, slots, paying)
    verbs = sorted({hint.partition(" ")[0] for hint in HINTS})
    hints = nearest(plain, HINTS)
    if verb not in verbs:
        hints = hints or [hint for hint in HINTS if hint.split()[0] in nearest(verb, verbs)]
    raise NotAPhrase(f"'{plain}' is not a phrase.{ask_whether(hints[:3]) or _list_verbs(verbs)}")


def _list_verbs(verbs: Sequence[str]) -> str:
    return f" Phrases begin with {', '.join(verbs)}."


def _payment(text: str, pool: Pool) -> tuple[str, tuple[str, ...]]:
    body, paying, rest = text.rpartition(" paying ")
    if not paying or body.partition(" ")[0] not in ("summon", "cast"):
        return text, ()
    return body, tuple(card_name(name, pool) for name in rest.split(" + "))


def read_slot(text: str, pool: Pool) -> Slot:
    """A name with its side and number, as in "foe NAME#2"."""
    found = _SLOT.fullmatch(text.strip())
    if found is None or found[2].strip(" +") != found[2]:
        raise NotAPhrase(f"There is a name missing in '{text}'.")
    side, name, number = found.groups()
    owner = None if side is None else ("my", "foe").index(side)
    if not _PLACE.fullmatch(name):
        name = card_name(name, pool)
    return Slot(name, owner, int(number or 0))


def card_name(text: str, pool: Pool) -> str:
    """The name of a card of the pool as it is printed; NotAPhrase names the nearest."""
    try:
        return pool.card(text.strip()).name
    except DmcliError as error:
        raise NotAPhrase(str(error)) from None


def _word(text: str, pool: Pool) -> str:
    """A word that can be chosen: a number, a race, a civilization, a side, a card name."""
    if text.isdecimal() and text.isascii():
        return text
    words = [*pool.races, *CIVILIZATIONS, *BREAKERS.values(), "me", "foe", NO_NUMBER]
    for word in words:
        if word.casefold() == text.casefold():
            return word
    match = pool.find(text)
    if match.name is not None and match.how != "typo":
        return match.name
    raise NotAPhrase(f"'{text}' cannot be chosen.{did_you_mean(text, [*words, *pool.cards])}")


# ---------------------------------------------------------------- finding


def find(s: State, phrase: str, pool: Pool) -> int:
    """The legal action that a phrase means; steps are not passed over."""
    said = read_phrase(phrase, pool)
    action = _match(s, said)
    if action is None:
        raise NotLegal(said.text, describe_all(s))
    return action


def actions_for(s: State, said: Said) -> list[int]:
    """The actions that a phrase means one after the other, steps that it passes over included."""
    if said.form == "order {}":
        return _ordered(s, said)
    actions = _passing(s, said)
    if actions is None:
        raise NotLegal(said.text, describe_all(s))
    return actions


def say(s: State, said: Said, tell: Callable[[str, int], None] | None = None) -> None:
    """Do what a phrase says; tell: called with each action in words and who was asked."""
    actions = actions_for(s, said)
    payment = check_payment(s, said.paying, actions, said.text) if said.paying else None
    for action in actions:
        if tell is not None:
            tell(describe(s, action), int(s.asked))
        if payment is not None and action == actions[-1]:
            s.pay_with = payment
        choose(s, action)


def is_legal(s: State, said: Said) -> bool:
    """The phrase could be said here."""
    try:
        actions = actions_for(s, said)
        if said.paying:
            check_payment(s, said.paying, actions, said.text)
    except NotLegal:
        return False
    return True


def answers(s: State, said: Said) -> int | None:
    """The action of the pending choice that a phrase means, or None: later steps do not count."""
    if said.form == "order {}":
        first = Said(said.text, said.form, said.slots[:1])
        return _match(s, first) if is_ordering(s) and s.n_options > 0 else None
    return _match(s, said)


def _passing(s: State, said: Said) -> list[int] | None:
    """A phrase of a later step passes over the steps between."""
    action = _match(s, said)
    if action is not None:
        return [action]
    over = _over(s, said)
    if over is None:
        return None
    trial = s.copy()
    trial.manual = True
    choose(trial, over)
    if trial.ending >= 0 or trial.turn != s.turn or trial.asked != s.asked:
        return None
    rest = _passing(trial, said)
    return None if rest is None else [over, *rest]


def _over(s: State, said: Said) -> int | None:
    """The action that leaves the step for a later one, when the phrase belongs to a later one."""
    verb = said.form.partition(" ")[0]
    last = verb in ("attack", "use") or said.form == "end turn"
    if s.n_options == 0:
        return None
    if s.ask_kind == CHARGE and (last or said.form == "to attack" or verb in ("summon", "cast")):
        return int(PASS)
    offered = [int(s.options[at]) for at in range(s.n_options)]
    if s.ask_kind == SUMMON and last and TO_ATTACK in offered:
        return int(TO_ATTACK)
    return None


def _ordered(s: State, said: Said) -> list[int]:
    """One action for each card of an order, the topmost first."""
    if s.n_options == 0 or not is_ordering(s):
        raise NotLegal(said.text, describe_all(s))
    frame = s.frames[-1]
    deck = s.zones[frame.player * 8].v
    left = frame.x - frame.z
    end = left if frame.y == 1 else len(deck)
    cards = [s.defs[s.card_def[deck[at]]].name for at in range(end - left, end)]
    names = [slot.name for slot in said.slots]
    if Counter(names) != Counter(cards):
        raise NotLegal(said.text, describe_all(s), f"the cards to order are {', '.join(cards)}")
    trial = s.copy()
    actions: list[int] = []
    depth = len(trial.frames)
    while trial.n_options > 0 and len(trial.frames) == depth and is_ordering(trial):
        at = len(names) - int(trial.frames[-1].x - trial.frames[-1].z)
        action = _match(trial, Said(said.text, "order {}", (Slot(names[at]),)))
        assert action is not None
        actions.append(action)
        choose(trial, action)
    return actions


def _match(s: State, said: Said) -> int | None:
    """The answer of the pending choice that the phrase means, or None."""
    every = phrases(s)
    if not said.slots:
        for form in SAME.get(said.form, (said.form,)):
            for phrase in every:
                if phrase.form == form:
                    return phrase.action
        return _other_number(s, said, every)
    fitting = [phrase for phrase in every if _fits(said, phrase)]
    chosen = _narrow(fitting, said.slots)
    if chosen is None and len(said.slots) == 3:
        card, base, second = said.slots
        turned = Said(said.text, said.form, (card, second, base))
        fitting = [phrase for phrase in every if _fits(turned, phrase)]
        chosen = _narrow(fitting, turned.slots)
    return None if chosen is None else chosen.action


def _other_number(s: State, said: Said, every: list[Phrase]) -> int | None:
    """A number within the limit that no creature in view has is as good as any other such one."""
    word = said.form.removeprefix("choose ")
    others = [phrase.action for phrase in every if phrase.form == f"choose {NO_NUMBER}"]
    if not others or not word.isdecimal() or len(word) > 9:
        return None
    op = s.frames[-1].program.ops[s.frames[-1].pc - 1]
    return others[0] if isinstance(op, WordOp) and int(word) <= op.limit else None


def _fits(said: Said, phrase: Phrase) -> bool:
    """Same form and names; a summoning may leave its bases unsaid."""
    verb = "summon {}"
    if said.form != phrase.form:
        if not (said.form.startswith(verb) and phrase.form.startswith(said.form)):
            return False
    pairs = zip(said.slots, phrase.things, strict=False)
    return all(slot.name == thing.name for slot, thing in pairs)


def _narrow(fitting: list[Phrase], slots: tuple[Slot, ...]) -> Phrase | None:
    """Sides and numbers first, then the first in zone order for what was left open."""
    for at, slot in enumerate(slots):
        if slot.side is not None:
            fitting = [phrase for phrase in fitting if phrase.things[at].side == slot.side]
    for at, slot in enumerate(slots):
        if slot.number:
            fitting = _nth(fitting, at, slot.number)
    for at in range(len(fitting[0].things) if fitting else 0):
        fitting = _nth(fitting, at, 1)
    return fitting[0] if fitting else None


def _nth(fitting: list[Phrase], at: int, number: int) -> list[Phrase]:
    things: list[Thing] = [phrase.things[at] for phrase in fitting]
    orders = sorted({thing.order for thing in things})
    if number > len(orders):
        return []
    return [phrase for phrase in fitting if phrase.things[at].order == orders[number - 1]]
