"""English words for what stands before the steps: events, conditions, grants."""

from __future__ import annotations

from itertools import pairwise

from dmcli.lang import nodes as n
from dmcli.lang.phrases import (
    LIMITS,
    OWNERS,
    Thing,
    article,
    bare,
    group,
    keyword_words,
    listed,
    number,
    plural,
    quoted,
)

ANOTHER = {"your": "your opponent", "opponent": "you", "their": "their opponent"}
"""Whom creatures of a side attack."""

RULES = {
    "can't attack the player": ("can't attack players", "can't attack players"),
    "attacks if able": ("attacks each turn if able", "attack each turn if able"),
    "blocks if able": ("blocks if able", "block if able"),
    "doesn't untap at the start of the turn": (
        "doesn't untap at the start of its owner's turn",
        "don't untap at the start of their owner's turn",
    ),
    "can't be tapped by the opponent": (
        "can't be tapped by your opponent",
        "can't be tapped by your opponent",
    ),
    "can be evolved into any evolution creature": (
        "can be evolved into an evolution creature of any race",
        "can be evolved into an evolution creature of any race",
    ),
    "attacks only if able": (
        "attacks {}, if able, whenever it attacks",
        "attack {}, if able, whenever they attack",
    ),
    "enters tapped": ("enters the battle zone tapped", "enter the battle zone tapped"),
    "can't be chosen by the opponent": (
        "can't be chosen by your opponent",
        "can't be chosen by your opponent",
    ),
    "can attack the player regardless": (
        "can attack your opponent despite summoning sickness and effects that would prevent it",
        "can attack your opponent despite summoning sickness and effects that would prevent it",
    ),
    "can be attacked as though tapped": (
        "can be attacked as though it were tapped",
        "can be attacked as though they were tapped",
    ),
    "isn't destroyed when it loses a battle against": (
        "isn't destroyed when it loses a battle against",
        "aren't destroyed when they lose a battle against",
    ),
}
"""Words of a rule for one and for many, where they are not the word itself."""

EVENTS = {
    "enters": "enters the battle zone",
    "is put into the graveyard": "is put into {} graveyard from the battle zone",
    "has battled": "has battled",
}
AFTER = ("has battled", "has attacked")
PLAYERS = {"you": "you", "opponent": "your opponent", "any": "a player"}
TURNS = {
    "at the start of your turn": "at the start of each of your turns",
    "at the start of the opponent's turn": "at the start of each of your opponent's turns",
    "at the start of each turn": "at the start of each turn",
    "after the battle": "after the battle",
    "after the attack": "after the attack",
    "at the end of your turn": "at the end of each of your turns",
    "at the end of the turn": "at the end of the turn",
    "at the end of each turn": "at the end of each turn",
}
WOULD = {
    "destroyed": "would be destroyed",
    "leave": "would leave the battle zone",
    "discarded": "would be discarded from your hand",
    "break": "would break a shield",
    "broken": "would be broken",
}
DOES = {
    "a card from your mana zone to the graveyard": "a card from your mana zone to your graveyard",
    "for the turn": "the card at the start of their turn",
    "at the start of the turn": "their cards at the start of their turn",
}
About = n.Is | n.Against | n.Attacked
"""Conditions about an object named before."""

COUNTS = {">=": "at least", "<=": "at most", "=": "exactly"}


# ---- events


def head(events: tuple[n.Event, ...], this: str) -> str:
    """When this creature enters the battle zone or attacks …"""
    first = events[0]
    if first.kind in TURNS:
        return TURNS[first.kind]
    parts = [event_words(first, this)]
    for before, event in pairwise(events):
        same = (before.subject, before.player) == (event.subject, event.player)
        parts.append(happens(event) if same and not event.what else event_words(event, this))
    return f"{_when(first)} {listed(tuple(parts))}"


def _when(event: n.Event) -> str:
    if event.kind in AFTER:
        return "after"
    once = ("enters", "is destroyed", "leaves the battle zone")
    return "when" if isinstance(event.subject, n.Ref) and event.kind in once else "whenever"


def event_words(event: n.Event, this: str) -> str:
    """Who, and what happens to it."""
    if event.subject is None:
        return f"{PLAYERS[event.player]} {happens(event)}{_broken(event.what, this)}"
    target = f" {watched(event.what, this)}" if event.what else ""
    return f"{watched(event.subject, this)} {happens(event)}{target}"


def _broken(by: n.Ref | n.Group | None, this: str) -> str:
    """Of a shield broken by this creature."""
    if by is None:
        return ""
    who = this if by == n.Ref("this") else by.word if isinstance(by, n.Ref) else group(by)
    return f" of a shield broken by {who}"


def happens(event: n.Event) -> str:
    """What happens, in words that fit the subject."""
    if event.subject is None:
        return _does(event)
    side = "your" if isinstance(event.subject, n.Ref) else event.subject.side
    words = EVENTS.get(event.kind, event.kind).format(OWNERS.get(side, "its owner's"))
    return words.replace("the player", ANOTHER.get(side, "a player"))


def _does(event: n.Event) -> str:
    verb, rest = event.kind.split(" ", 1)
    words = DOES.get(rest, rest)
    if event.player == "you":
        return f"{verb[:-1]} {words.replace('their', 'your')}"
    return f"{verb} {words}"


def watched(subject: n.Ref | n.Group, this: str) -> str:
    """This creature; one of your other Ghosts; another creature; one of those creatures."""
    if isinstance(subject, n.Ref):
        return this if subject.word == "this" else subject.word
    if subject.zone == "those":
        return "one of them" if not subject.traits else f"one of {group(subject)}"
    if subject.side != "any" and subject.zone in ("battle", "shields"):
        return f"one of {group(subject)}"
    return article(bare(subject, False))


def subject_thing(event: n.Event) -> Thing:
    """What "it" is as the steps of the event begin."""
    if isinstance(event.subject, n.Group):
        noun = "creature" if event.subject.zone == "those" else event.subject.noun
        return Thing(noun, False, event.subject.side)
    return Thing("card" if event.subject is None else "creature", False, "your")


def would_words(would: n.Would, this: str) -> str:
    """What a replacement looks out for."""
    who = watched(would.subject, this)
    if would.kind == "graveyard" and _is_spell(would.subject):
        return f"{who} would be put into your graveyard"
    if would.kind == "graveyard":
        side = "your" if isinstance(would.subject, n.Ref) else would.subject.side
        whose = OWNERS.get(side, "its owner's")
        return f"{who} would be put into {whose} graveyard from the battle zone"
    return f"{who} {WOULD[would.kind]}"


def _is_spell(subject: n.Ref | n.Group) -> bool:
    return isinstance(subject, n.Group) and subject.noun == "spell"


# ---- conditions


def conditions(all_of: tuple[n.Condition, ...], this: str, it: Thing) -> str:
    """All the conditions, joined."""
    parts: list[str] = []
    for before, one in zip((None, *all_of), all_of, strict=False):
        same = isinstance(one, About) and isinstance(before, About) and one.ref == before.ref
        parts.append(_condition(one, "it" if same else this, it))
    return " and ".join(parts)


def _condition(condition: n.Condition, this: str, it: Thing) -> str:
    match condition:
        case n.Has():
            return _has(condition)
        case n.Is(ref, traits):
            return f"{_who(ref, this)} {_state_of(traits[0], it.noun)}"
        case n.Against(ref, how, of):
            return f"{_who(ref, this)} is {how} {watched(of, this)}"
        case n.Attacked(ref, negated):
            has = "hasn't" if negated else "has"
            return f"{_who(ref, this)} {has} been attacked this turn"
        case n.Drawn(side, op, amount):
            who = "you have" if side == "your" else "your opponent has"
            noun = "card" if amount == 1 else "cards"
            return f"{who} drawn {COUNTS[op]} {amount} {noun} this turn"
        case n.AllAre(of, trait):
            return f"all {group(of)} are {_state(trait, of.noun, many=True)}"
        case n.TurnOf(side):
            return "it is your turn" if side == "your" else "it is your opponent's turn"
        case n.CastThisTurn():
            return "you have cast a spell this turn"


def _who(ref: n.Ref, this: str) -> str:
    return this if ref.word == "this" else ref.word


def _state_of(trait: n.Trait, noun: str) -> str:
    """Is tapped; has power 6000 or more; is a spell."""
    match trait:
        case n.Power(op, amount):
            return f"has power {LIMITS[op].format(number(amount))}"
        case n.With(keyword, negated):
            return f'{"does not have" if negated else "has"} "{keyword}"'
        case n.Kind(kind):
            return f"is {article(kind)}"
        case n.InZone(zone):
            return f"is in {article(zone)}"
        case _:
            return f"is {_state(trait, noun)}"


def _state(trait: n.Trait, noun: str, many: bool = False) -> str:
    """Tapped; attacking; a Survivor; light cards."""
    if isinstance(trait, n.Tapped | n.Attacking):
        return bare(n.Group("", traits=(trait,)), False).strip()
    if isinstance(trait, n.Race) and "*" not in "".join(trait.names):
        names = tuple(plural(name) if many else article(name) for name in trait.names)
        return listed(names)
    words = bare(n.Group(noun, traits=(trait,)), many)
    return words if many else article(words)


def _has(condition: n.Has) -> str:
    g, side = condition.group, condition.group.side
    owned = {"your": "you have", "opponent": "your opponent has"}
    if condition.op == ">":
        return _has_more(condition)
    counted = _number_of(condition)
    if side in owned:
        return f"{owned[side]} {counted}"
    one = condition.op == ">=" and condition.amount == 1
    whose = "" if side == "any" or g.zone not in ("battle", "shields") else f" of {OWNERS[side]}"
    return f"there {'is' if one else 'are'} {counted}{whose}"


def _number_of(condition: n.Has) -> str:
    g = condition.group
    amount = condition.amount
    if condition.op == ">=" and amount == 1:
        return article(bare(g, False))
    if condition.op == "=" and amount == 0:
        return f"no {bare(g, True)}"
    return f"{COUNTS[condition.op]} {amount} {bare(g, amount != 1)}"


def _has_more(condition: n.Has) -> str:
    assert isinstance(condition.amount, n.Count)
    g, than = condition.group, condition.amount.group
    who = {"your": "you have", "opponent": "your opponent has"}.get(g.side, "there are")
    same = n.Group(g.noun, than.side, g.zone, g.traits) == than
    short = {"your": "you do", "opponent": "your opponent does"}.get(than.side, "")
    words = bare(g, True)
    if g.side == "opponent":
        words = words.replace("in your opponent's", "in their")
    return f"{who} more {words} than {short if same and short else group(than)}"


# ---- grants


def whole(subject: str, group_of: n.Ref | n.Group | n.Pick, rule: n.Rule) -> str:
    """Rules that are a sentence of their own, or nothing."""
    side = group_of.side if isinstance(group_of, n.Group) else "your"
    if rule.word == "can't be used as shield triggers":
        return f'the "shield trigger" abilities of {subject} can\'t be used'
    if rule.word != "are chosen by their owner":
        return ""
    other, owner = ("your opponent", "you") if side == "your" else ("you", "your opponent")
    choose = "choose" if owner == "you" else "chooses"
    if isinstance(rule.by, n.Group):
        who = watched(rule.by, "")
        return f"whenever {who} would break 1 of {subject}, {owner} {choose} the shield instead"
    return f"whenever {other} would choose 1 of {subject}, {owner} {choose} instead"


def grants(clause: n.Clause, many: bool, timed: bool, inner: dict[int, str]) -> str:
    """Gets +4000 power and "double breaker"; inner: sentences of given abilities, by place."""
    words: list[str] = []
    last = ""
    for place, grant in enumerate(clause.grants):
        verb, rest = _grant(grant, clause, many, timed, inner.get(place, ""))
        words.append(rest if verb and verb == last else f"{verb} {rest}".strip())
        last = verb
    return " and ".join(words)


def _grant(
    grant: n.Grant, clause: n.Clause, many: bool, timed: bool, inner: str
) -> tuple[str, str]:
    gets = "get" if many else "gets"
    has = gets if timed else ("have" if many else "has")
    match grant:
        case n.GainPower(value, None):
            return gets, f"+{value} power"
        case n.GainPower(value, n.Civilizations(among)):
            return gets, f"+{value} power for each civilization among {group(among)}"
        case n.GainPower(value, each):
            assert isinstance(each, n.Group)
            return gets, f"+{value} power for each {each_words(each)}"
        case n.AlsoRace(name):
            also = f"also {plural(name) if many else article(name)}"
            return "", f"{'are' if many else 'is'} {also}"
        case n.MoreBreaks(value):
            noun = "shield" if value == 1 else "shields"
            return "", f"{'break' if many else 'breaks'} {value} more {noun}"
        case n.Keyword():
            return has, quoted(grant)
        case n.GainAbility():
            return has, f'"{inner}"'
        case n.CostChange():
            return "", _cost(grant, clause.subject, many)
        case n.Rule():
            return "", _rule(grant, many, timed, clause.subject)


def each_words(g: n.Group) -> str:
    """Of your other creatures; fire card in your graveyard; of them."""
    if g.zone == "those":
        return f"of {group(g)}" if g.traits else "of them"
    if g.side != "any" and g.zone in ("battle", "shields"):
        return f"of {group(g)}"
    return bare(g, False)


def _rule(rule: n.Rule, many: bool, timed: bool, subject: n.Ref | n.Group | n.Pick) -> str:
    one, more = RULES.get(rule.word, (rule.word, rule.word))
    words = more if many else one
    if isinstance(subject, n.Group) and subject.side == "opponent":
        words = words.replace("players", "you")
    if timed:
        words = words.replace(" each turn", "")
    if rule.by is None:
        return words
    by = rule.by.word if isinstance(rule.by, n.Ref) else group(rule.by)
    if rule.by == n.Ref("this"):
        by = "this creature"
    if "{}" in words:
        return words.format(by)
    if words.endswith(" if able"):
        return f"{words.split(' ')[0]} {by} if able"
    return f"{words}{' when broken by' if words == 'are chosen by their owner' else ''} {by}"


def _cost(change: n.CostChange, subject: n.Ref | n.Group | n.Pick, many: bool) -> str:
    noun = subject.noun if isinstance(subject, n.Group) else "card"
    act = {"creature": "to summon", "spell": "to cast"}.get(noun, "to summon or cast")
    up_to = "up to " if change.optional else ""
    way = "more" if change.value > 0 else "less"
    floor = "" if change.least is None else f", but never less than {change.least}"
    return f"{'cost' if many else 'costs'} {up_to}{abs(change.value)} {way} {act}{floor}"


def evolution(bases: tuple[tuple[n.Trait, ...], ...]) -> str:
    """Evolution: put it on 1 of your Ghosts."""
    on = " and ".join(f"1 of {group(n.Group('creature', 'your', traits=base))}" for base in bases)
    return f"{'Vortex evolution' if len(bases) > 1 else 'Evolution'}: put this on {on}"


def named_keyword(keyword: n.Keyword) -> str:
    """A keyword that stands alone."""
    words = keyword_words(keyword)
    return words[0].upper() + words[1:]
