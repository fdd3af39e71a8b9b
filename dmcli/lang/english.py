"""Tree → the English text that ``cards show`` prints, from the tree alone."""

from __future__ import annotations

from dmcli.lang import nodes as n
from dmcli.lang.acting import Acting
from dmcli.lang.phrases import Thing, number
from dmcli.lang.saying import (
    About,
    conditions,
    each_words,
    evolution,
    grants,
    head,
    named_keyword,
    subject_thing,
    whole,
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
SOON = ("after the battle", "after the attack")
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


class _Speaker(Acting):
    """Says steps one after the other and knows what "it" and "those" are."""

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
        if would.kind == "broken":
            self.it = Thing("shield", side="your", called="that shield")
        if would.kind == "break":
            self.it = Thing("shield", side="their", called="that shield")
        if ability.conditions:
            start += f"if {conditions(ability.conditions, self.this, self.it)}, "
        elif would.subject == n.Ref("this") and len(ability.steps) == 1:
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
            if isinstance(last, About) and last.ref == n.Ref("this"):
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
            case n.NoBattle():
                return "no battle happens"
            case n.Stay():
                return "it stays in the battle zone"
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
        one_of_any = not self.it.many and self.it.side == "any"
        named_so = "its owner" if step.actor == "that player" and one_of_any else ACTORS[step.actor]
        who = f"{named_so} " if named else ""
        return who + self.predicate(step, third and step.actor != "you")

    def may(self, steps: tuple[n.Step, ...], actor: str) -> str:
        self.decider = actor
        parts = [self.allowed(step, actor) for step in steps]
        return f"{ACTORS[actor]} may {', then '.join(parts)}"

    def allowed(self, step: n.Step, actor: str) -> str:
        """A step that a player may do."""
        match step:
            case n.ForEach(each, (one,)) if isinstance(one, n.Act):
                return f"{self.allowed(one, actor)} for each {each_words(each)}"
            case _ if isinstance(step, n.Act) and step.actor == actor:
                return self.act(step, named=False, third=False)
            case _:
                return self.step(step)

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
        if isinstance(ability, n.Triggered) and ability.events[0].kind in SOON:
            return f"{self.joined(ability.steps)} {ability.events[0].kind}"
        words = _Speaker(self.this, self.it, self.those).within(ability)
        if self.left == 1:
            words = words.replace("one of them", "it", 1)
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
        if isinstance(clause.grants[0], n.Rule) and not chosen:
            sentence = whole(who, subject, clause.grants[0])
            if sentence:
                return f"{sentence} {until}".strip()
        words = _until(f"{who} {grants(clause, many, bool(until), inner)}", clause, until)
        return start + (_capital(words) if chosen else words)


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


def _choose_word(step: n.ChooseWord) -> str:
    limit = f" up to {step.limit}" if step.kind == "number" else ""
    return f"choose a {step.kind}{limit}" + (f" other than {step.but}" if step.but else "")
