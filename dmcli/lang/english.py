"""Tree → the English text that ``cards show`` prints, from the tree alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from dmcli.lang import nodes as n
from dmcli.lang.phrases import OWNERS, Thing, group, is_one, number, pick, plural, thing
from dmcli.lang.saying import (
    conditions,
    each_words,
    evolution,
    grants,
    head,
    named_keyword,
    subject_thing,
    would_words,
)

ACTORS = {
    "you": "you",
    "opponent": "your opponent",
    "each": "each player",
    "that player": "that player",
}
DURATIONS = {
    "during the opponent's next turn": "during your opponent's next turn",
    "while this is in the battle zone": "while this creature is in the battle zone",
}
TRAILING = ("can attack the player regardless", "can be attacked as though tapped")


def english(ability: n.Ability, kind: str = "creature") -> str:
    """One ability as a printed sentence. kind: creature, evolution creature or spell."""
    return _ability(ability, "this spell" if kind == "spell" else "this creature")


def _ability(ability: n.Ability, this: str) -> str:
    speaker = _Speaker(this)
    match ability:
        case n.Keyword():
            return named_keyword(ability)
        case n.EvolutionBase(bases):
            return _end(evolution(bases))
        case n.Triggered():
            return speaker.triggered(ability)
        case n.Replacement():
            return speaker.replacement(ability)
        case n.Static():
            return speaker.static(ability)
        case n.TapAbility(steps):
            return f"Tap ability: {speaker.text(steps)}"
        case n.SilentSkill(steps):
            return f"Silent skill: {speaker.text(steps)}"
        case n.Effect(steps):
            return speaker.text(steps)
        case n.Marked(mark, inner):
            return f"{_capital(mark)}: {_ability(inner, this)}"
        case n.PlayOnly(only):
            verb = "cast" if this == "this spell" else "summon"
            return _end(f"you can {verb} {this} only if {conditions(only, this, Thing('card'))}")
        case n.InHand(inner):
            return _in_hand(inner, this)


def _in_hand(inner: n.Ability, this: str) -> str:
    words = _ability(inner, this)
    if isinstance(inner, n.PlayOnly) or "from your hand" in words:
        return words
    return f"While this card is in your hand: {words}"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _end(words: str) -> str:
    """A capital and a full stop."""
    stop = "" if words.endswith((".", '."')) else "."
    return _capital(words) + stop


@dataclass
class _Speaker:
    """Says steps one after the other and knows what "it" and "those" are."""

    this: str
    it: Thing = field(default_factory=lambda: Thing("creature", side="your"))
    those: Thing = field(default_factory=lambda: Thing("creature", many=True))
    decider: str = "you"
    adding: bool = False
    left: int = 0
    "How many objects of a named pick are not chosen yet, where that is certain."

    # ---- abilities

    def triggered(self, ability: n.Triggered) -> str:
        self.it = subject_thing(ability.events[0])
        return self.text(ability.steps, head(ability.events, self.this) + ", ")

    def replacement(self, ability: n.Replacement) -> str:
        would = ability.would
        once = isinstance(would.subject, n.Ref) and would.kind != "break"
        when = "when" if once else "whenever"
        start = f"{when} {would_words(would, self.this)}, "
        self.it = subject_thing(n.Event("", would.subject))
        if would.kind == "break":
            self.it = Thing("shield", side="their", called="that shield")
        if ability.conditions:
            start += f"if {conditions(ability.conditions, self.this, self.it)}, "
        elif would.subject == n.Ref("this"):
            self.this = "it"
        if ability.optional:
            start += "you may "
        if len(ability.steps) == 1 and isinstance(ability.steps[0], n.OnlyTop):
            return _end(f"{start}{self.step(ability.steps[0])}")
        if len(ability.steps) == 1:
            return _end(f"{start}{self.step(ability.steps[0])} instead")
        return self.text(ability.steps, f"{start}do this instead: ")

    def static(self, ability: n.Static) -> str:
        start = ""
        if ability.conditions:
            start = f"while {conditions(ability.conditions, self.this, self.it)}, "
            last = ability.conditions[-1]
            if isinstance(last, n.Is) and last.ref == n.Ref("this"):
                self.this = "it"
        return _end(start + self.clause(ability.clause))

    # ---- steps in a row

    def text(self, steps: tuple[n.Step, ...], start: str = "") -> str:
        """Sentences; the first goes on from the start."""
        sentences = []
        for place, step in enumerate(steps):
            before = start if place == 0 else ("then " if _comes_then(step) else "")
            sentences.append(_end(before + self.step(step)))
        return " ".join(sentences)

    def joined(self, steps: tuple[n.Step, ...]) -> str:
        """Steps inside one sentence."""
        return ", then ".join(self.step(step) for step in steps)

    # ---- one step

    def step(self, step: n.Step) -> str:
        """The step as a clause without capital and stop."""
        match step:
            case n.Give(clause, duration):
                return self.clause(clause, DURATIONS.get(duration, duration))
            case n.Break():
                return self.breaks(step)
            case n.ExtraTurn(at_end):
                end = f". At the end of that turn, {self.joined(at_end)}" if at_end else ""
                return f"take an extra turn after this one{end}"
            case n.OnlyTop():
                return "only its top card leaves, and the other cards become separate creatures"
            case n.May(steps, actor):
                return self.may(steps, actor)
            case n.IfDid(steps):
                they = "you do" if self.decider == "you" else "they do"
                return f"if {they}, {self.joined(steps)}"
            case n.If():
                return self.if_(step)
            case n.ForEach(each, steps):
                return f"for each {each_words(each)}, {self.joined(steps)}"
            case n.Together(steps):
                return self.together(steps)
            case n.Either(options, actor):
                return self.either(options, actor)
            case n.Delay(duration, ability):
                return self.delay(duration, ability)
            case n.ChooseWord():
                return _choose_word(step)
            case _:
                return self.act(step, step.actor != "you" or isinstance(step, n.EndGame))

    def act(self, step: n.Act, named: bool, third: bool = True) -> str:
        """Who acts, if it must be said, and what they do."""
        who = f"{ACTORS[step.actor]} " if named else ""
        return who + self.predicate(step, third and step.actor != "you")

    def may(self, steps: tuple[n.Step, ...], actor: str) -> str:
        self.decider = actor
        parts = [
            self.act(step, named=False, third=False)
            if isinstance(step, n.Act) and step.actor == actor
            else self.step(step)
            for step in steps
        ]
        return f"{ACTORS[actor]} may {', then '.join(parts)}"

    def if_(self, step: n.If) -> str:
        words = f"if {conditions(step.conditions, self.this, self.it)}, {self.joined(step.steps)}"
        if not step.otherwise:
            return words
        return f"{words}. Otherwise, {self.joined(step.otherwise)}"

    def together(self, steps: tuple[n.Step, ...]) -> str:
        """Steps of one moment; who acts is said once if it is the same player."""
        parts: list[str] = []
        last = ""
        for step in steps:
            actor = step.actor if isinstance(step, n.Act) else ""
            same = bool(actor) and actor == last
            parts.append(
                self.act(step, named=False) if same and isinstance(step, n.Act) else self.step(step)
            )
            last = actor
        return " and, at the same time, ".join(parts)

    def either(self, options: tuple[tuple[n.Step, ...], ...], actor: str) -> str:
        words = [
            " and ".join(
                self.act(step, named=False) if isinstance(step, n.Act) else self.step(step)
                for step in option
            )
            for option in options
        ]
        who = "" if actor == "you" else f"{ACTORS[actor]} "
        return f"{who}either {' or '.join(words)}"

    def delay(self, duration: str, ability: n.Ability) -> str:
        words = _Speaker(self.this, self.it, self.those).within(ability)
        if duration == "later":
            return words
        return f"{DURATIONS.get(duration, duration)}, {words}"

    def within(self, ability: n.Ability) -> str:
        """A triggered ability or replacement inside a sentence."""
        assert isinstance(ability, n.Triggered | n.Replacement)
        if isinstance(ability, n.Triggered):
            words = self.triggered(ability)
        else:
            words = self.replacement(ability)
        return words[0].lower() + words[1:].removesuffix(".")

    def breaks(self, step: n.Break) -> str:
        many = self.is_many(step.breaker)
        verb = "break" if many else "breaks"
        side = "your" if step.breaker.word == "this" else self.it.side
        whose = {"your": "your opponent's", "opponent": "your"}.get(side)
        shields = f"of {whose} shields" if whose else ("shield" if step.amount == 1 else "shields")
        return f"{self.subject(step.breaker)} {verb} {number(step.amount)} {shields}"

    # ---- clauses

    def clause(self, clause: n.Clause, until: str = "") -> str:
        """Who gets what, and until when."""
        subject = clause.subject
        inner = {
            place: _ability(grant.ability, "this creature")
            for place, grant in enumerate(clause.grants)
            if isinstance(grant, n.GainAbility)
        }
        chosen = isinstance(subject, n.Pick) and subject.how != "all"
        start = f"choose {self.target(subject)}. " if isinstance(subject, n.Pick) and chosen else ""
        who = self.subject(n.Ref("it") if chosen else subject)
        many = self.it.many if chosen else self.is_many(subject)
        words = _until(f"{who} {grants(clause, many, bool(until), inner)}", clause, until)
        return start + (_capital(words) if chosen else words)

    def subject(self, subject: n.Ref | n.Group | n.Pick) -> str:
        """Who gets or does something."""
        if isinstance(subject, n.Pick):
            self.it = thing(subject)
            return f"{pick(subject)} in the battle zone"
        if isinstance(subject, n.Group):
            return group(subject)
        if subject.word == "it":
            return self.it.called or ("they" if self.it.many else "it")
        return self.ref(subject)

    def is_many(self, subject: n.Ref | n.Group | n.Pick) -> bool:
        if isinstance(subject, n.Ref):
            return self.it.many if subject.word == "it" else subject.word in ("those", "the rest")
        return True

    # ---- objects

    def ref(self, ref: n.Ref) -> str:
        """An object named before."""
        match ref.word:
            case "this":
                return self.this
            case "it":
                return self.it.called or self.it.pronoun
            case "those":
                return f"those {plural(self.those.noun)}"
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
                words = "its" if of.word == "it" else f"{self.ref(of)}'s"
                return f"{words} top card"
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
        elif isinstance(target, n.Top):
            found = Thing("card", side=target.side)
        elif isinstance(target, n.Ref) and target.word in ("those", "the rest"):
            many = target.word == "those" or self.left != 1
            found = Thing("card", many, self.those.side)
        elif isinstance(target, n.Ref) and target.word == "this":
            found = Thing("creature", side="your")
        else:
            found = self.it
        return "their" if found.side == actor == "opponent" else found.owner

    def picked_side(self, choice: n.Pick) -> Thing:
        from_those = choice.groups[0].zone == "those"
        found = thing(choice)
        return Thing("card", found.many, self.those.side) if from_those else found

    # ---- acts

    def predicate(self, step: n.Act, third: bool) -> str:
        """Destroys it; draw a card …"""
        s = "s" if third else ""
        match step:
            case n.Destroy(target):
                return self.acting(f"destroy{s}", target, third)
            case n.Discard(target):
                return f"discard{s} {self.target(target, 'from')}"
            case n.Put():
                return self.put(step, third)
            case n.Tap(target, untap):
                return self.acting(f"{'untap' if untap else 'tap'}{s}", target, third)
            case n.Draw(amount, up_to):
                self.it = Thing("card", amount != 1, "your")
                return f"draw{s} {_cards(amount, up_to)}"
            case n.Look():
                return self.look(step, s)
            case n.Search():
                return self.search(step, third)
            case n.Choose():
                return self.choose(step, s)
            case n.EndGame(wins):
                return f"{'win' if wins else 'lose'}{s} the game"

    def acting(
        self, verb: str, target: n.Target, third: bool, rest: str = "", place: str = "in"
    ) -> str:
        """The verb on its target; a choice by another player is said."""
        chosen = isinstance(target, n.Pick) and target.how not in ("all", "random")
        if not (third and chosen):
            return f"{verb} {self.target(target, place)}{rest}"
        words = self.target(target)
        return f"chooses {words} and {verb} {self.it.pronoun}{rest}"

    def put(self, step: n.Put, third: bool) -> str:
        owner = self.owner(step.target, step.actor)
        s = "s" if owner == "their owners'" else ""
        to = "to" if step.verb == "return" else "into"
        where = {
            "hand": f"{to} {owner} hand{s}",
            "mana": f"{to} {owner} mana zone{s}",
            "graveyard": f"into {owner} graveyard{s}",
            "battle": "into the battle zone",
            "shields": f"to {owner} shields face down",
            "deck top": f"on top of {owner} deck{s}",
            "deck bottom": f"on the bottom of {owner} deck{s}",
        }[step.to]
        order = " in any order" if step.to.startswith("deck") and self.several(step.target) else ""
        tapped = " tapped" if step.tapped else ""
        verb = f"{step.verb}s" if third else step.verb
        words = self.acting(verb, step.target, third, f" {where}{order}{tapped}", "from")
        return words + (' without using its "shield trigger"' if step.quiet else "")

    def several(self, target: n.Target) -> bool:
        if isinstance(target, n.Pick):
            return not is_one(target)
        if isinstance(target, n.Top):
            return target.amount != 1
        return isinstance(target, n.Ref) and self.is_many(target)

    def look(self, step: n.Look, s: str) -> str:
        verb = f"reveal{s}" if step.shown else f"look{s} at"
        words = " and ".join(self.target(target) for target in step.targets)
        self.those = Thing(self.it.noun, True, self.it.side)
        self.left = 0
        return f"{verb} {words}"

    def search(self, step: n.Search, third: bool) -> str:
        s = "s" if third else ""
        groups = tuple(n.Group(g.noun, traits=g.traits) for g in step.pick.groups)
        choice = n.Pick(step.pick.how, groups, step.pick.amount)
        self.it = Thing(thing(choice).noun, thing(choice).many, step.side)
        it = self.it.pronoun
        other = "your opponent" if step.actor == "you" else "the other player"
        show = f", show{s} {it} to {other}" if step.shown else ""
        put = self.put(n.Put("put", n.Ref("it"), step.to, step.actor), third)
        verb = "searches" if third else "search"
        deck = "your deck" if step.side == "your" else "that deck"
        found = f"{verb} {OWNERS[step.side]} deck for {pick(choice)}{show}, {put}"
        return f"{found}, and shuffle{s} {deck}"

    def choose(self, step: n.Choose, s: str) -> str:
        self.adding = step.adding
        words = self.target(step.pick)
        self.adding = False
        if step.named:
            amount = step.pick.amount
            self.left = amount if step.pick.how == "exactly" and isinstance(amount, int) else 0
            self.those = Thing(self.it.noun, True, self.it.side)
        return f"choose{s} {words}"


def _until(words: str, clause: n.Clause, until: str) -> str:
    """The duration: before words that end in "as though …" or "despite …", else after them."""
    last = clause.grants[-1]
    if until == "this turn" and isinstance(last, n.Rule) and last.word in TRAILING:
        return f"this turn, {words}"
    return f"{words} {until}".strip()


def _comes_then(step: n.Step) -> bool:
    """Whether "then" reads well before a step that is not the first."""
    if isinstance(step, n.May):
        return True
    if isinstance(step, n.Choose):
        return step.actor == "you"
    if isinstance(step, n.Destroy | n.Discard | n.Put | n.Tap):
        return not isinstance(step.target, n.Ref)
    return isinstance(step, n.Draw | n.Look | n.Search)


def _cards(amount: n.Amount, up_to: bool) -> str:
    if amount == 1:
        return "up to 1 card" if up_to else "a card"
    return f"{'up to ' if up_to else ''}{number(amount)} cards"


def _top(top: n.Top) -> str:
    deck = f"{OWNERS[top.side]} deck"
    if top.up_to:
        return f"up to {number(top.amount)} cards from the top of {deck}"
    return f"the top {'card' if top.amount == 1 else f'{number(top.amount)} cards'} of {deck}"


def _choose_word(step: n.ChooseWord) -> str:
    if step.kind == "race":
        return "choose a race" + (f" other than {step.but}" if step.but else "")
    return "choose a player" if step.kind == "player" else f"choose a number up to {step.limit}"
