"""What a card's abilities do, one deed after the other: to what, whose it is, where it goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple, final

from dmcli.core.carddef import CardDef
from dmcli.lang import nodes as n

#: The two players as a card sees them.
ME: Final = "me"
FOE: Final = "foe"
BOTH: Final = frozenset((ME, FOE))

_ACTORS: Final = {"you": frozenset((ME,)), "opponent": frozenset((FOE,))}
_SIDES: Final = {"your": frozenset((ME,)), "opponent": frozenset((FOE,)), "any": BOTH}


class Thing(NamedTuple):
    """What a deed is done to: whose it can be, what it is and where it lies."""

    whose: frozenset[str]
    noun: str
    zone: str
    #: It is the card itself, or the card is one of them.
    itself: bool = False
    covers: bool = False


class Deed(NamedTuple):
    """One thing that an ability does; a clause gives its grants."""

    verb: str
    thing: Thing
    to: str = ""
    grants: tuple[n.Grant, ...] = ()
    #: Comes to nothing where what was done before it did.
    follows: bool = False


THIS: Final = Thing(frozenset((ME,)), "creature", "battle", itself=True, covers=True)
#: A charger goes to the mana zone after it was cast.
_CHARGE: Final = Deed("put", Thing(frozenset((ME,)), "spell", "resolving"), "mana")
_BLOCKER: Final = Thing(frozenset((FOE,)), "creature", "battle")


def deeds_of(card: CardDef, abilities: Sequence[n.Ability]) -> Iterator[tuple[Deed, ...]]:
    """Give the deeds of each ability that does something; all of a spell's happen together."""
    done = [_done(card, abilities, ability) for ability in abilities]
    yield from [tuple(chain.from_iterable(done))] if card.is_spell else filter(None, done)


def _done(card: CardDef, abilities: Sequence[n.Ability], ability: n.Ability) -> tuple[Deed, ...]:
    """Give the deeds of one ability."""
    reader = _Reader(card, abilities)
    reader.ability(ability)
    return tuple(reader.deeds)


@final
class _Reader:
    """Walks through one ability and knows what `it` and `those` are."""

    def __init__(self, card: CardDef, abilities: Sequence[n.Ability]) -> None:
        self.card = card
        self.abilities = abilities
        self.deeds: list[Deed] = []
        self.it: tuple[Thing, ...] = (THIS,)
        self.those: tuple[Thing, ...] = ()
        #: Its own creature is tapped for this, or has left: what it gives is for others.
        self.absent = False
        #: What is done in place of the card's or another's death.
        self.dying = False
        #: Inside "if you do", or "if it is …".
        self.following = False

    def ability(self, ability: n.Ability) -> None:
        """Read an ability, behind whatever mark or head it stands."""
        match ability:
            case n.Marked(ability=inner) | n.InHand(ability=inner):
                self.ability(inner)
            case n.Static(clause=clause):
                self.clause(clause)
            case n.Triggered(events=events, steps=steps):
                self.happening(events[0])
                self.steps(steps)
            case n.Replacement(would=would, steps=steps):
                self.it = self.named(would.subject)
                if would.kind == "break":
                    self.it = (Thing(frozenset((FOE,)), "shield", "shields"),)
                self.dying = would.kind in ("destroyed", "graveyard", "leave", "discarded")
                self.steps(steps)
            case n.TapAbility(steps=steps) | n.SilentSkill(steps=steps):
                self.absent = True
                self.steps(steps)
            case n.Effect(steps=steps):
                self.steps(steps)
            case n.Keyword(word="charger"):
                self.deeds.append(_CHARGE)
            case _:
                pass

    def happening(self, event: n.Event) -> None:
        """What `it` is as a trigger's steps begin."""
        if event.subject is not None:
            self.it = self.named(event.subject)
        elif event.player:
            side = {"you": "your", "opponent": "opponent"}.get(event.player, "any")
            self.it = (Thing(_SIDES[side], "card", "elsewhere"),)
        self.absent = self.absent or event.kind in ("is destroyed", "leaves the battle zone")

    def steps(self, steps: Iterable[n.Step]) -> None:
        """Read steps in order."""
        for step in steps:
            self.step(step)

    def step(self, step: n.Step) -> None:
        """Read one step, or the steps inside it."""
        match step:
            case n.May(steps=steps) | n.Together(steps=steps):
                self.steps(steps)
            case n.IfDid(steps=steps):
                self.follow((steps,))
            case n.ForEach(steps=steps) | n.ExtraTurn(at_end=steps):
                self.steps(steps)
            case n.If(conditions=conditions, steps=steps, otherwise=others):
                about_it = any(isinstance(each, n.Is) for each in conditions)
                (self.follow if about_it else self.instead)((steps, others))
            case n.Either(options=options):
                self.instead(options)
            case n.Give(clause=clause):
                self.clause(clause)
            case n.Delay(ability=ability):
                self.ability(ability)
            case _:
                self.act(step)

    def instead(self, options: Iterable[Sequence[n.Step]]) -> None:
        """Read steps of which only one row happens: what `it` is begins anew in each."""
        it = self.it
        for option in options:
            self.it = it
            self.steps(option)

    def follow(self, options: Iterable[Sequence[n.Step]]) -> None:
        """Read steps that need what was done before them."""
        outside, self.following = self.following, True
        self.instead(options)
        self.following = outside

    def act(self, step: n.Step) -> None:
        """Read a step that does something itself."""
        match step:
            case n.Destroy(target=target, actor=actor):
                self.moved("destroy", self.targets(target, actor), "graveyard")
            case n.Discard(target=target, actor=actor):
                self.moved("discard", self.targets(target, actor), "graveyard")
            case n.Put(target=target, to=to, actor=actor):
                self.moved("put", self.targets(target, actor), to)
            case n.Search(side=side, pick=pick, to=to, actor=actor):
                self.moved("search", self.searched(pick, side, actor), to)
            case n.Tap(target=target, untap=untap, actor=actor):
                self.done("untap" if untap else "tap", self.targets(target, actor))
            case n.Draw(amount=amount, actor=actor):
                drawn = Thing(_actor(actor), "card", "deck")
                self.note(Deed("draw", drawn, follows=isinstance(amount, n.ThatMany)))
            case n.Look(targets=targets, actor=actor):
                self.it = tuple(each for one in targets for each in self.targets(one, actor))
                self.those = self.it
                self.done("look", self.it)
            case n.Choose(pick=pick, named=named, actor=actor):
                self.it = self.targets(pick, actor)
                self.those = self.it if named else self.those
            case n.Break():
                self.done("break", (Thing(frozenset((FOE,)), "shield", "shields"),))
            case n.TurnUp(target=target, actor=actor):
                self.done("turn up", self.targets(target, actor))
            case n.Cast(target=target, actor=actor):
                self.done("cast", self.targets(target, actor))
            case _:
                pass

    def clause(self, clause: n.Clause) -> None:
        """Read who gets what; a whole ability that is given does its deeds, too."""
        subject = clause.subject
        things = self.named(subject) if isinstance(subject, n.Ref | n.Group) else self.pick(subject)
        self.it = things if isinstance(subject, n.Pick) else self.it
        grants = clause.grants
        for thing in things:
            self.note(Deed("give", thing, grants=grants))
        for grant in grants:
            if isinstance(grant, n.GainAbility) and any(ME in each.whose for each in things):
                self.deeds += self.lent(grant.ability, things)

    def lent(self, ability: n.Ability, things: tuple[Thing, ...]) -> list[Deed]:
        """The deeds of an ability that is given to others, or to this as well."""
        reader = _Reader(self.card, self.abilities)
        reader.absent = self.absent or not any(each.covers for each in things)
        reader.ability(ability)
        return reader.deeds

    def done(self, verb: str, things: Iterable[Thing], to: str = "") -> None:
        """Note a deed for each kind of thing."""
        for thing in things:
            self.note(Deed(verb, thing, to))

    def note(self, deed: Deed) -> None:
        """Take a deed down."""
        self.deeds.append(deed._replace(follows=deed.follows or self.following))

    def moved(self, verb: str, things: tuple[Thing, ...], to: str) -> None:
        """Note a move; `it` lies there now."""
        self.done(f"{verb} instead" if self.dying else verb, things, to)
        self.it = tuple(thing._replace(zone=_zone(to)) for thing in things)

    # ------------------------------------------------------------ what is meant

    def targets(self, target: n.Target, actor: str) -> tuple[Thing, ...]:
        """What a step works on."""
        match target:
            case n.Pick():
                return self.pick(target, actor)
            case n.Top(side=side):
                return (Thing(self.side(side, actor), "card", "deck"),)
            case n.TopUntil(side=side):
                self.those = (Thing(self.side(side, actor), "card", "deck"),)
                return self.those
            case n.TopCard(of=ref):
                return self.named(ref)
            case n.Ref():
                return self.named(target)

    def pick(self, pick: n.Pick, actor: str = "you") -> tuple[Thing, ...]:
        """Each kind of thing that can be picked."""
        return tuple(thing for group in pick.groups for thing in self.group(group, actor))

    def searched(self, pick: n.Pick, side: str, actor: str) -> tuple[Thing, ...]:
        """What is searched for in a deck."""
        whose = self.side(side, actor)
        return tuple(Thing(whose, group.noun, "deck") for group in pick.groups)

    def named(self, what: n.Ref | n.Group) -> tuple[Thing, ...]:
        """What a word of reference or an open group stands for."""
        if isinstance(what, n.Group):
            return self.group(what, "you")
        match what.word:
            case "this":
                return (THIS._replace(covers=not self.absent, itself=True),)
            case "the blocker":
                return (_BLOCKER,)
            case "those" | "the rest":
                return self.those
            case _:
                return self.it

    def group(self, group: n.Group, actor: str) -> tuple[Thing, ...]:
        """What lies in a group; `those` are what they were."""
        if group.zone == "those":
            return self.those
        whose = self.side(group.side, actor)
        covers = not self.absent and group.zone == "battle" and ME in whose
        covers = covers and self.fits(group)
        return (Thing(whose, group.noun, group.zone, covers=covers),)

    def side(self, side: str, actor: str) -> frozenset[str]:
        """Which players a side can be."""
        if side == "their":
            return _actor(actor)
        return _SIDES.get(side, BOTH)

    def fits(self, group: n.Group) -> bool:
        """Whether the card itself is a creature of the group."""
        fitting = group.noun in ("creature", "card") and self.card.is_creature
        return fitting and all(self.has(trait) for trait in group.traits)

    def has(self, trait: n.Trait) -> bool:
        """Whether the card has a trait, by what is printed; what it may become, it has."""
        match trait:
            case n.Other():
                return False
            case n.Race(names=names, negated=negated):
                return any(is_race(race, name) for race in self.card.races for name in names) != (
                    negated
                )
            case n.Civ(names=names, negated=negated):
                return bool(set(names) & set(self.card.civilizations)) != negated
            case n.Evolution(negated=negated):
                return self.card.is_evolution != negated
            case n.With(keyword=keyword, negated=negated):
                return any(_is_called(each, keyword) for each in self.abilities) != negated
            case n.Named(name=name, negated=negated):
                return (self.card.name == name) != negated
            case _:
                return True


def _actor(actor: str) -> frozenset[str]:
    """Which players an actor can be."""
    return _ACTORS.get(actor, BOTH)


def _zone(to: str) -> str:
    """The zone of a destination: the top of a deck is in the deck."""
    return "deck" if to.startswith("deck") else to


def is_race(race: str, wanted: str) -> bool:
    """Whether a printed race is the wanted one; `Dragon*` is every race with that word."""
    return wanted[:-1] in race.split() if wanted.endswith("*") else race == wanted


def _is_called(ability: n.Ability, keyword: str) -> bool:
    """Whether an ability is known by this keyword."""
    match ability:
        case n.Keyword(word=word):
            return word == keyword
        case n.Marked(mark=mark):
            return mark == keyword
        case n.SilentSkill():
            return keyword == "silent skill"
        case _:
            return False
