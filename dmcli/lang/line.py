"""Tree → the canonical rules line. ``parse(line(tree)) == tree`` for every tree of the language."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from dmcli.lang import nodes as n

ZONES = {"mana": "mana zone"}
HOMES = ("battle", "shields")
"""Zones that the noun alone means: creatures in the battle zone, shields."""
SIDE = {
    "your": "your",
    "opponent": "the opponent's",
    "their": "their",
    "that player": "that player's",
}
PLAYER = {"opponent": "the opponent", "any": "a player", "you": "you"}
ACTOR = {
    "you": "",
    "opponent": "the opponent ",
    "each": "each player ",
    "that player": "that player ",
}
WOULD = {
    "destroyed": "would be destroyed",
    "graveyard": "would be put into the graveyard",
    "leave": "would leave the battle zone",
    "discarded": "would be discarded",
    "break": "would break a shield",
}
ONCE = {"enters", "is destroyed", "leaves the battle zone", "wins a battle", "loses a battle"}
AFTER = {"has battled", "has attacked"}
COMPARE = {">=": "at least", "<=": "at most", "=": "exactly"}


def line(ability: n.Ability) -> str:
    """The canonical line of an ability."""
    match ability:
        case n.Keyword():
            return _keyword(ability)
        case n.EvolutionBase():
            word = "evolution" if len(ability.bases) == 1 else "vortex evolution"
            return f"{word}: " + " + ".join(_traits(base) for base in ability.bases)
        case n.Triggered():
            return f"{_head(ability.events)}: {_steps(ability.steps)}"
        case n.Static(clause, conditions):
            return (f"while {_conditions(conditions)}, " if conditions else "") + _clause(clause)
        case n.Replacement():
            return _replacement(ability, _steps(ability.steps))
        case n.TapAbility(steps):
            return f"tap: {_steps(steps)}"
        case n.SilentSkill(steps):
            return f"silent skill: {_steps(steps)}"
        case n.Effect(steps):
            return _steps(steps)
        case n.Marked(mark, inner):
            return f"{mark}: {line(inner)}"
        case n.PlayOnly(conditions):
            return f"this can be played only if {_conditions(conditions)}"
        case n.InHand(inner):
            return f"in hand: {line(inner)}"


def _keyword(keyword: n.Keyword) -> str:
    if keyword.word == "power attacker":
        return f"power attacker +{keyword.value}"
    if keyword.word == "crew breaker":
        return f"crew breaker: {_traits(keyword.traits)}"
    limit = _traits(keyword.traits)
    return f"{limit} {keyword.word}" if limit else keyword.word


# ---- heads


def _head(events: tuple[n.Event, ...]) -> str:
    if events[0].kind.startswith("at "):
        return events[0].kind
    parts = [_event(events[0])]
    for before, event in pairwise(events):
        same = (before.subject, before.player) == (event.subject, event.player)
        parts.append(_happens(event) if same else _event(event))
    return f"{_when(events[0])} " + " or ".join(parts)


def _when(event: n.Event) -> str:
    if event.kind in AFTER:
        return "after"
    return "when" if isinstance(event.subject, n.Ref) and event.kind in ONCE else "whenever"


def _event(event: n.Event) -> str:
    if event.subject is None:
        return f"{PLAYER[event.player]} {_happens(event)}"
    return f"{_any(event.subject)} {event.kind}"


def _happens(event: n.Event) -> str:
    """You cast a spell, the opponent casts one."""
    verb, _, rest = event.kind.partition(" ")
    return f"{verb[:-1]} {rest}" if event.player == "you" else event.kind


def _any(subject: n.Ref | n.Group) -> str:
    if isinstance(subject, n.Ref):
        return subject.word
    of = _of(subject)
    return f"any {of}{group(subject, one=not of)}"


def _replacement(ability: n.Replacement, steps: str) -> str:
    when = "when" if isinstance(ability.would.subject, n.Ref) else "whenever"
    condition = f" if {_conditions(ability.conditions)}," if ability.conditions else ""
    instead = "you may instead" if ability.optional else "instead"
    head = f"{when} {_any(ability.would.subject)} {WOULD[ability.would.kind]}"
    return f"{head},{condition} {instead}: {steps}"


# ---- clauses


def _clause(clause: n.Clause, timed: bool = False) -> str:
    one = _is_one(clause.subject)
    grants = " and ".join(_grant(grant, one, timed) for grant in clause.grants)
    return f"{_subject(clause.subject)} {grants}"


def _subject(subject: n.Ref | n.Group | n.Pick) -> str:
    if isinstance(subject, n.Ref):
        return subject.word
    return pick(subject) if isinstance(subject, n.Pick) else group(subject)


def _is_one(subject: n.Target | n.Group) -> bool:
    if isinstance(subject, n.Ref):
        return subject.word not in ("those", "the rest")
    if isinstance(subject, n.TopCard):
        return _is_one(subject.of)
    return isinstance(subject, n.Pick) and subject.how != "up to" and subject.amount == 1


def _grant(grant: n.Grant, one: bool, timed: bool) -> str:
    gets = "gets" if one else "get"
    has = gets if timed else ("has" if one else "have")
    match grant:
        case n.GainPower(value, None):
            return f"{gets} +{value} power"
        case n.GainPower(value, each):
            assert each is not None
            return f"{gets} +{value} power for each {_of(each)}{group(each, one=True)}"
        case n.Keyword():
            return f"{has} {_keyword(grant)}"
        case n.GainAbility(ability):
            return f"{has} ({line(ability)})"
        case n.CostChange(value, least, optional):
            up_to = "up to " if optional else ""
            way = "more" if value > 0 else "less"
            floor = "" if least is None else f", at least {least}"
            return f"{'costs' if one else 'cost'} {up_to}{abs(value)} {way}{floor}"
        case n.Rule(word, None):
            return word if one else _many(word)
        case n.Rule(word, by):
            assert by is not None
            return f"{word} {group(by)}"


def _many(word: str) -> str:
    plural = {
        "attacks if able": "attack if able",
        "blocks if able": "block if able",
        "enters tapped": "enter tapped",
    }
    return plural.get(word, word)


# ---- steps


def _steps(steps: tuple[n.Step, ...]) -> str:
    return "; ".join(_step(step) for step in steps)


def _said(steps: tuple[n.Step, ...], actor: str) -> tuple[n.Step, ...]:
    """Steps of the player who decides: who acts is not said again."""
    return tuple(
        msgspec.structs.replace(step, actor="you")
        if isinstance(step, n.Act) and step.actor == actor
        else step
        for step in steps
    )


def _block(steps: tuple[n.Step, ...]) -> str:
    plain = len(steps) == 1 and not isinstance(steps[0], n.If)
    return _step(steps[0]) if plain else f"({_steps(steps)})"


def _step(step: n.Step) -> str:
    match step:
        case n.Give(clause, duration):
            return f"{_clause(clause, timed=True)} {duration}"
        case n.Break(breaker, amount):
            one = breaker.word not in ("those", "the rest")
            noun = "shield" if amount == 1 else "shields"
            return f"{breaker.word} {'breaks' if one else 'break'} {_amount(amount)} {noun}"
        case n.ExtraTurn(at_end):
            end = f", at its end: {_block(at_end)}" if at_end else ""
            return f"take an extra turn after this one{end}"
        case n.OnlyTop():
            return "only its top card leaves"
        case n.May(steps, actor):
            who = {"you": "you", "opponent": "the opponent", "each": "each player"}[actor]
            return f"{who} may {_block(_said(steps, actor))}"
        case n.IfDid(steps):
            return f"if you do: {_block(steps)}"
        case n.If(conditions, steps, otherwise):
            other = f", otherwise: {_block(otherwise)}" if otherwise else ""
            return f"if {_conditions(conditions)}: {_block(steps)}{other}"
        case n.ForEach(each, steps):
            return f"for each {_of(each)}{group(each, one=True)}: {_block(steps)}"
        case n.Together(steps):
            return f"together: ({_steps(steps)})"
        case n.Either(options, actor):
            said = (f"({_steps(_said(option, actor))})" for option in options)
            return f"{ACTOR[actor]}either " + " or ".join(said)
        case n.Delay(duration, ability):
            return _delay(duration, ability)
        case n.ChooseWord(kind, limit, but):
            words = {"race": "a race", "number": f"a number <= {limit}", "player": "a player"}
            return f"choose {words[kind]}" + (f" except {but}" if but else "")
        case _:
            return ACTOR[step.actor] + _act(step, step.actor)


def _delay(duration: str, ability: n.Ability) -> str:
    if isinstance(ability, n.Replacement):
        return f"{duration}, {_replacement(ability, _block(ability.steps))}"
    assert isinstance(ability, n.Triggered)
    return f"{duration}, {_head(ability.events)}: {_block(ability.steps)}"


def _act(step: n.Step, actor: str) -> str:
    s = "" if actor == "you" else "s"
    match step:
        case n.Destroy(target):
            return f"destroy{s} {_target(target)}"
        case n.Discard(target):
            return f"discard{s} {_target(target)}"
        case n.Put():
            return _put(step, s)
        case n.Tap(target, untap):
            return f"{'untap' if untap else 'tap'}{s} {_target(target)}"
        case n.Draw(amount, up_to):
            noun = "card" if amount == 1 else "cards"
            return f"draw{s} {'up to ' if up_to else ''}{_amount(amount)} {noun}"
        case n.Look(targets, shown):
            verb = f"reveal{s}" if shown else ("look at" if not s else "looks at")
            return f"{verb} " + " and ".join(_target(target) for target in targets)
        case n.Search():
            return _search(step, s)
        case n.Choose(choice, named, adding):
            end = (" added to those" if adding else " as those") if named else ""
            return f"choose{s} {pick(choice)}{end}"
        case n.EndGame(wins):
            return f"{'win' if wins else 'lose'}{s} the game"
    raise AssertionError(step)


def _put(step: n.Put, s: str) -> str:
    owner = owner_words(step.target)
    to = "to" if step.verb == "return" else "into"
    s_ = "s" if owner == "their owners'" else ""
    where = {
        "hand": f"{to} {owner} hand{s_}",
        "mana": f"{to} {owner} mana zone{s_}",
        "graveyard": f"into {owner} graveyard{s_}",
        "battle": "into the battle zone",
        "shields": f"to {owner} shields face down",
        "deck top": f"on top of {owner} deck{s_}",
        "deck bottom": f"on the bottom of {owner} deck{s_}",
    }[step.to]
    flags = (" tapped" if step.tapped else "") + (", without shield trigger" if step.quiet else "")
    return f"{step.verb}{s} {_target(step.target)} {where}{flags}"


def _search(step: n.Search, s: str) -> str:
    choice = n.Pick(
        step.pick.how,
        tuple(n.Group(g.noun, "any", "battle", g.traits) for g in step.pick.groups),
        step.pick.amount,
    )
    verb = "searches" if s else "search"
    them = "it" if choice.amount == 1 else "them"
    show = f" show {them}," if step.shown else ""
    to = n.Put("put", n.Top(step.side), step.to)
    where = _put(to, "").removeprefix(f"put {_target(to.target)} ")
    return f"{verb} {SIDE[step.side]} deck for {pick(choice)},{show} put {them} {where}"


def owner_words(target: n.Target) -> str:
    """Whose zone: your, the opponent's, their … as the target's side says."""
    sides: set[str] = set()
    if isinstance(target, n.Pick):
        sides = {group.side for group in target.groups}
    elif isinstance(target, n.Top):
        sides = {target.side}
    elif _ref(target) == "this":
        sides = {"your"}
    side = sides.pop() if len(sides) == 1 else "any"
    one = _is_one(target) or target == n.Ref("the rest")
    return SIDE.get(side, "its owner's" if one else "their owners'")


def _ref(target: n.Ref | n.TopCard) -> str:
    return target.word if isinstance(target, n.Ref) else target.of.word


# ---- targets and groups


def _target(target: n.Target) -> str:
    match target:
        case n.Pick():
            return pick(target)
        case n.Ref(word):
            return word
        case n.TopCard(of):
            return f"the top card of {of.word}"
        case n.Top(side, amount, up_to):
            if up_to:
                return f"up to {_amount(amount)} cards from the top of {SIDE[side]} deck"
            if amount == 1:
                return f"the top card of {SIDE[side]} deck"
            return f"the top {_amount(amount)} cards of {SIDE[side]} deck"


def pick(choice: n.Pick) -> str:
    """1 of your creatures, up to 2 creatures, all cards in your hand …"""
    one = choice.amount == 1 and choice.how in ("exactly", "up to", "random")
    of = _of(choice.groups[0])
    # "1 of your creatures" is plural in the words: one of several
    groups = " or ".join(group(g, one=one and not of) for g in choice.groups)
    match choice.how:
        case "exactly":
            return f"{_amount(choice.amount)} {of}{groups}"
        case "up to":
            return f"up to {_amount(choice.amount)} {of}{groups}"
        case "random":
            return f"{_amount(choice.amount)} random {of}{groups}"
        case "any number":
            total = (
                "" if choice.total_power is None else (f" with total power <= {choice.total_power}")
            )
            return f"any number of {groups}{total}"
        case _:
            return f"all {groups}"


def _of(g: n.Group) -> str:
    return "of " if g.zone == "those" or (g.side != "any" and g.zone in HOMES) else ""


def group(g: n.Group, one: bool = False) -> str:
    """your other light creatures with power <= 3000; cards in your hand …"""
    if g.zone == "those":
        return " ".join(["those", *(_trait(t) for t in g.traits)])
    home = g.zone in HOMES
    side = [SIDE[g.side]] if g.side != "any" and home else []
    before = [_trait(t) for t in g.traits if not _is_after(t)]
    after = [_trait(t) for t in g.traits if _is_after(t) and not _is_counted(t)]
    counted = [t for t in g.traits if _is_counted(t)]
    if one and not side and g.traits and isinstance(g.traits[0], n.Other):
        before = ["other", *before[1:]]
    noun = g.noun if one and not side else f"{g.noun}s"
    where = []
    if not home:
        zone = ZONES.get(g.zone, g.zone)
        where = [f"in {SIDE[g.side]} {zone}" if g.side != "any" else f"in any {zone}"]
    return " ".join([*side, *before, noun, *after, *where, *(_trait(t) for t in counted)])


def _is_counted(trait: n.Trait) -> bool:
    return isinstance(trait, n.Power | n.Cost) and isinstance(trait.amount, n.Count)


def _is_after(trait: n.Trait) -> bool:
    return isinstance(
        trait,
        n.Power | n.Cost | n.With | n.Named | n.ChosenRace | n.ChosenPower | n.Attacking,
    )


def _traits(traits: tuple[n.Trait, ...]) -> str:
    return " ".join(_trait(trait) for trait in traits)


def _trait(trait: n.Trait) -> str:
    match trait:
        case n.Civ(names, negated) | n.Race(names, negated):
            return ("non-" if negated else "") + " or ".join(names)
        case n.Tapped(tapped):
            return "tapped" if tapped else "untapped"
        case n.Other():
            return "other"
        case n.Evolution(negated):
            return "non-evolution" if negated else "evolution"
        case n.Multicolored():
            return "multicolored"
        case n.Attacking():
            return "that is attacking"
        case n.Power(op, amount):
            return f"with power {op} {_amount(amount)}"
        case n.Cost(op, amount):
            return f"with cost {op} {_amount(amount)}"
        case n.With(keyword, negated):
            return f"{'without' if negated else 'with'} {keyword}"
        case n.Named(name):
            return f'named "{name}"'
        case n.ChosenRace():
            return "of that race"
        case n.ChosenPower():
            return "with that power"


def _amount(amount: n.Amount) -> str:
    match amount:
        case n.Count(of):
            return f"the number of {group(of)}"
        case n.ThatMany():
            return "that many"
        case _:
            return str(amount)


# ---- conditions


def _conditions(conditions: tuple[n.Condition, ...]) -> str:
    return " and ".join(_condition(condition) for condition in conditions)


def _condition(condition: n.Condition) -> str:
    match condition:
        case n.Has():
            return _has(condition)
        case n.Is(ref, traits):
            words = ["attacking" if isinstance(t, n.Attacking) else _trait(t) for t in traits]
            return f"{ref.word} is {' '.join(words)}"
        case n.AllAre(of, trait):
            return f"all {group(of)} are {_trait(trait)}"
        case n.TurnOf(side):
            return "it is your turn" if side == "your" else "it is the opponent's turn"
        case n.CastThisTurn():
            return "you have cast a spell this turn"


def _has(condition: n.Has) -> str:
    side = condition.group.side
    home = condition.group.zone in HOMES
    one = condition.op == ">=" and condition.amount == 1
    bare = n.Group(condition.group.noun, "any", condition.group.zone, condition.group.traits)
    counted = group(bare if home else condition.group, one=one)
    if condition.op == ">":
        assert isinstance(condition.amount, n.Count)
        who = {"your": "you have", "opponent": "the opponent has"}.get(side, "there are")
        return f"{who} more {counted} than {group(condition.amount.group)}"
    if condition.op == "=" and condition.amount == 0:
        compare = "no"
    else:
        compare = f"{COMPARE[condition.op]} {_amount(condition.amount)}"
    there = "there is" if one else "there are"
    who = {"your": "you have", "opponent": "the opponent has"}.get(side, there)
    return f"{who} {compare} {counted}"
