"""What the words of reference stand for while steps are said in English."""

from __future__ import annotations

from dataclasses import dataclass, field

from dmcli.lang import nodes as n
from dmcli.lang.phrases import (
    OWNERS,
    Thing,
    article,
    bare,
    group,
    is_one,
    number,
    pick,
    plural,
    thing,
)


@dataclass
class Pronouns:
    """Knows what "it" and "those" are, and says objects by them."""

    this: str
    it: Thing = field(default_factory=lambda: Thing("creature", side="your"))
    those: Thing = field(default_factory=lambda: Thing("creature", many=True))
    decider: str = "you"
    adding: bool = False
    left: int = 0
    "How many objects of a named pick are not chosen yet, where that is certain."

    def ref(self, ref: n.Ref) -> str:
        """An object named before."""
        match ref.word:
            case "this":
                return self.this
            case "it":
                return self.it.called or self.it.pronoun
            case "those":
                return f"those {plural(self.those.noun)}"
            case "the blocker":
                return "the blocking creature"
            case "the rest":
                return "the other one" if self.left == 1 else "the rest"
            case word:
                return word

    def target(self, target: n.Target, place: str = "in") -> str:
        """What a verb acts on; "it" is this from now on."""
        match target:
            case n.Pick():
                words = pick(target, place, self.adding)
                self.it = self.picked(target)
                return words
            case n.Ref():
                return self.ref(target)
            case n.TopCard(of):
                if of.word == "those":
                    return f"the top card of each of {self.ref(of)}"
                words = "its" if of.word == "it" else f"{self.ref(of)}'s"
                return f"{words} top card"
            case n.TopUntil(side, until):
                self.it = Thing(until.noun, False, side)
                one = article(bare(n.Group(until.noun, traits=until.traits), False))
                return f"cards from the top of {OWNERS[side]} deck until {one} is revealed"
            case n.Top():
                self.it = Thing("card", target.amount != 1, target.side)
                return _top(target)

    def picked(self, choice: n.Pick) -> Thing:
        """The thing of a pick; picks from those are what those are."""
        found = thing(choice)
        if choice.groups[0].zone != "those":
            return found
        self.left -= choice.amount if isinstance(choice.amount, int) else self.left
        return Thing(self.those.noun, found.many, self.those.side)

    def owner(self, target: n.Target, actor: str) -> str:
        """Whose zone it goes to, as the actor is spoken of."""
        if isinstance(target, n.Pick):
            found = self.picked_side(target)
        elif isinstance(target, n.Top | n.TopUntil):
            found = Thing("card", side=target.side)
        elif isinstance(target, n.Ref) and target.word in ("those", "the rest"):
            many = target.word == "those" or self.left != 1
            found = Thing("card", many, self.those.side)
        elif isinstance(target, n.Ref) and target.word == "the blocker":
            found = Thing("creature")
        elif isinstance(target, n.Ref) and target.word == "this":
            found = Thing("creature", side="your")
        else:
            found = self.it
        return "their" if found.side == actor == "opponent" else found.owner

    def picked_side(self, choice: n.Pick) -> Thing:
        from_those = choice.groups[0].zone == "those"
        found = thing(choice)
        return Thing("card", found.many, self.those.side) if from_those else found

    def subject(self, subject: n.Ref | n.Group | n.Pick) -> str:
        """Who gets or does something."""
        if isinstance(subject, n.Pick):
            self.it = thing(subject)
            if any(isinstance(trait, n.CanAttack) for g in subject.groups for trait in g.traits):
                return pick(subject)
            return f"{pick(subject)} in the battle zone"
        if isinstance(subject, n.Group):
            return group(subject, last="and")
        if subject.word == "it":
            return self.it.called or ("they" if self.it.many else "it")
        return self.ref(subject)

    def is_many(self, subject: n.Ref | n.Group | n.Pick) -> bool:
        if isinstance(subject, n.Ref):
            return self.it.many if subject.word == "it" else subject.word in ("those", "the rest")
        return True

    def several(self, target: n.Target) -> bool:
        if isinstance(target, n.Pick):
            return not is_one(target)
        if isinstance(target, n.Top):
            return target.amount != 1
        return isinstance(target, n.Ref) and self.is_many(target)


def _top(top: n.Top) -> str:
    deck = f"{OWNERS[top.side]} deck"
    if top.up_to:
        return f"up to {number(top.amount)} cards from the top of {deck}"
    return f"the top {'card' if top.amount == 1 else f'{number(top.amount)} cards'} of {deck}"
