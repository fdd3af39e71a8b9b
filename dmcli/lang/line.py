"""Tree → the canonical rules line. ``parse(line(tree)) == tree`` for every tree of the language."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from dmcli.lang import nodes as n
from dmcli.lang.line_objects import (
    SIDE,
    conditions_words,
    group,
    how_many,
    is_one,
    of_words,
    owner_words,
    pick,
    target_words,
    traits_words,
)

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
    "broken": "would be broken",
}
ONCE = {"enters", "is destroyed", "leaves the battle zone", "wins a battle", "loses a battle"}
AFTER = {"has battled", "has attacked"}


def line(ability: n.Ability) -> str:
    """The canonical line of an ability."""
    match ability:
        case n.Keyword():
            return _keyword(ability)
        case n.EvolutionBase():
            word = "evolution" if len(ability.bases) == 1 else "vortex evolution"
            return f"{word}: " + " + ".join(traits_words(base) for base in ability.bases)
        case n.Triggered():
            return f"{_head(ability.events)}: {_steps(ability.steps)}"
        case n.Static(clause, conditions):
            return (f"while {conditions_words(conditions)}, " if conditions else "") + _clause(
                clause
            )
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
            return f"this can be played only if {conditions_words(conditions)}"
        case n.InHand(inner):
            return f"in hand: {line(inner)}"


def _keyword(keyword: n.Keyword) -> str:
    if keyword.word == "power attacker":
        return f"power attacker +{keyword.value}"
    if keyword.word == "crew breaker":
        return f"crew breaker: {traits_words(keyword.traits)}"
    limit = traits_words(keyword.traits)
    return f"{limit} {keyword.word}" if limit else keyword.word


# ---- heads


def _head(events: tuple[n.Event, ...]) -> str:
    if events[0].subject is None and not events[0].player:
        return events[0].kind
    parts = [_event(events[0])]
    for before, event in pairwise(events):
        same = (before.subject, before.player) == (event.subject, event.player)
        parts.append(_happens(event) if same and event.what is None else _event(event))
    return f"{_when(events[0])} " + " or ".join(parts)


def _when(event: n.Event) -> str:
    if event.kind in AFTER:
        return "after"
    return "when" if isinstance(event.subject, n.Ref) and event.kind in ONCE else "whenever"


def _event(event: n.Event) -> str:
    if event.subject is None:
        broken = f" of a shield broken by {_breaker(event.what)}" if event.what else ""
        return f"{PLAYER[event.player]} {_happens(event)}{broken}"
    target = f" {_any(event.what)}" if event.what else ""
    return f"{_any(event.subject)} {event.kind}{target}"


def _breaker(breaker: n.Ref | n.Group) -> str:
    return breaker.word if isinstance(breaker, n.Ref) else group(breaker)


def _happens(event: n.Event) -> str:
    """You cast a spell, the opponent casts one."""
    verb, _, rest = event.kind.partition(" ")
    return f"{verb[:-1]} {rest}" if event.player == "you" else event.kind


def _any(subject: n.Ref | n.Group) -> str:
    if isinstance(subject, n.Ref):
        return subject.word
    of = of_words(subject)
    return f"any {of}{group(subject, one=not of)}"


def _replacement(ability: n.Replacement, steps: str) -> str:
    when = "when" if isinstance(ability.would.subject, n.Ref) else "whenever"
    condition = f" if {conditions_words(ability.conditions)}," if ability.conditions else ""
    instead = "you may instead" if ability.optional else "instead"
    head = f"{when} {_any(ability.would.subject)} {WOULD[ability.would.kind]}"
    return f"{head},{condition} {instead}: {steps}"


# ---- clauses


def _clause(clause: n.Clause, timed: bool = False) -> str:
    one = is_one(clause.subject)
    grants = " and ".join(_grant(grant, one, timed) for grant in clause.grants)
    return f"{_subject(clause.subject)} {grants}"


def _subject(subject: n.Ref | n.Group | n.Pick) -> str:
    if isinstance(subject, n.Ref):
        return subject.word
    return pick(subject) if isinstance(subject, n.Pick) else group(subject)


def _grant(grant: n.Grant, one: bool, timed: bool) -> str:
    gets = "gets" if one else "get"
    has = gets if timed else ("has" if one else "have")
    match grant:
        case n.GainPower(value, None):
            return f"{gets} +{value} power"
        case n.GainPower(value, n.Civilizations(among)):
            return f"{gets} +{value} power for each civilization among {group(among)}"
        case n.GainPower(value, each):
            assert isinstance(each, n.Group)
            return f"{gets} +{value} power for each {of_words(each)}{group(each, one=True)}"
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
        case n.AlsoRace(name):
            return f"{'is' if one else 'are'} also {name}"
        case n.MoreBreaks(value):
            noun = "shield" if value == 1 else "shields"
            return f"{'breaks' if one else 'break'} {value} more {noun}"
        case n.Rule(word, by):
            assert by is not None
            return _rule_by(word if one else _many(word), by)


def _rule_by(word: str, by: n.Ref | n.Group) -> str:
    words = by.word if isinstance(by, n.Ref) else group(by)
    if word.endswith(" if able"):
        return f"{word.removesuffix('if able')}{words} if able"
    return f"{word}{' when broken by' if word == 'are chosen by their owner' else ''} {words}"


def _many(word: str) -> str:
    plural = {
        "attacks only if able": "attack only if able",
        "doesn't untap at the start of the turn": "don't untap at the start of the turn",
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
            return f"{breaker.word} {'breaks' if one else 'break'} {how_many(amount)} {noun}"
        case n.ExtraTurn(at_end):
            end = f", at its end: {_block(at_end)}" if at_end else ""
            return f"take an extra turn after this one{end}"
        case n.OnlyTop():
            return "only its top card leaves"
        case n.NoBattle():
            return "no battle happens"
        case n.Stay():
            return "it stays in the battle zone"
        case n.May(steps, actor):
            return f"{ACTOR[actor].strip() or 'you'} may {_block(_said(steps, actor))}"
        case n.IfDid(steps):
            return f"if you do: {_block(steps)}"
        case n.If(conditions, steps, otherwise):
            other = f", otherwise: {_block(otherwise)}" if otherwise else ""
            return f"if {conditions_words(conditions)}: {_block(steps)}{other}"
        case n.ForEach(each, steps):
            return f"for each {of_words(each)}{group(each, one=True)}: {_block(steps)}"
        case n.Together(steps):
            return f"together: ({_steps(steps)})"
        case n.Either(options, actor):
            said = (f"({_steps(_said(option, actor))})" for option in options)
            return f"{ACTOR[actor]}either " + " or ".join(said)
        case n.Delay(duration, ability):
            return _delay(duration, ability)
        case n.ChooseWord(kind, limit, but):
            most = f" <= {limit}" if kind == "number" else ""
            return f"choose a {kind}{most}" + (f" except {but}" if but else "")
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
            return f"destroy{s} {target_words(target)}"
        case n.Discard(target):
            return f"discard{s} {target_words(target)}"
        case n.Put():
            return _put(step, s)
        case n.Tap(target, untap):
            return f"{'untap' if untap else 'tap'}{s} {target_words(target)}"
        case n.Draw(amount, up_to):
            noun = "card" if amount == 1 else "cards"
            return f"draw{s} {'up to ' if up_to else ''}{how_many(amount)} {noun}"
        case n.Look(targets, shown):
            verb = f"reveal{s}" if shown else ("look at" if not s else "looks at")
            return f"{verb} " + " and ".join(target_words(target) for target in targets)
        case n.Search():
            return _search(step, s)
        case n.Choose(choice, named, adding):
            end = (" added to those" if adding else " as those") if named else ""
            return f"choose{s} {pick(choice)}{end}"
        case n.TurnUp(target):
            return f"turn{s} {target_words(target)} face up"
        case n.Cast(target):
            return f"cast{s} {target_words(target)} for no cost"
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
        "deck": f"into {owner} deck{s_}",
    }[step.to]
    flags = (" tapped" if step.tapped else "") + (", without shield trigger" if step.quiet else "")
    return f"{step.verb}{s} {target_words(step.target)} {where}{flags}"


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
    where = _put(to, "").removeprefix(f"put {target_words(to.target)} ")
    return f"{verb} {SIDE[step.side]} deck for {pick(choice)},{show} put {them} {where}"
