"""Tree → the canonical words for objects and conditions."""

from __future__ import annotations

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
COMPARE = {">=": "at least", "<=": "at most", "=": "exactly"}


def is_one(subject: n.Target | n.Group) -> bool:
    """Whether the words speak of one object: gets, its owner's."""
    if isinstance(subject, n.Ref):
        return subject.word not in ("those", "the rest")
    if isinstance(subject, n.TopCard):
        return is_one(subject.of)
    return isinstance(subject, n.Pick) and subject.how != "up to" and subject.amount == 1


def owner_words(target: n.Target) -> str:
    """Whose zone: your, the opponent's, their … as the target's side says."""
    sides: set[str] = set()
    if isinstance(target, n.Pick):
        sides = {group.side for group in target.groups}
    elif isinstance(target, n.Top | n.TopUntil):
        sides = {target.side}
    elif _ref(target) == "this":
        sides = {"your"}
    side = sides.pop() if len(sides) == 1 else "any"
    one = is_one(target) or target == n.Ref("the rest")
    return SIDE.get(side, "its owner's" if one else "their owners'")


def _ref(target: n.Ref | n.TopCard | n.TopUntil) -> str:
    if isinstance(target, n.TopUntil):
        return ""
    return target.word if isinstance(target, n.Ref) else target.of.word


# ---- targets and groups


def target_words(target: n.Target) -> str:
    """What a verb acts on."""
    match target:
        case n.Pick():
            return pick(target)
        case n.Ref(word):
            return word
        case n.TopCard(of):
            return f"the top card of {of.word}"
        case n.TopUntil(side, until):
            bare = n.Group(until.noun, "any", "battle", until.traits)
            return f"cards from the top of {SIDE[side]} deck until 1 {group(bare, one=True)}"
        case n.Top(side, amount, up_to):
            if up_to:
                return f"up to {how_many(amount)} cards from the top of {SIDE[side]} deck"
            if amount == 1:
                return f"the top card of {SIDE[side]} deck"
            return f"the top {how_many(amount)} cards of {SIDE[side]} deck"


def pick(choice: n.Pick) -> str:
    """1 of your creatures, up to 2 creatures, all cards in your hand …"""
    one = choice.amount == 1 and choice.how in ("exactly", "up to", "random")
    of = of_words(choice.groups[0])
    # "1 of your creatures" is plural in the words: one of several
    groups = " or ".join(group(g, one=one and not of) for g in choice.groups)
    match choice.how:
        case "exactly":
            return f"{how_many(choice.amount)} {of}{groups}"
        case "up to":
            return f"up to {how_many(choice.amount)} {of}{groups}{_total(choice)}"
        case "random":
            return f"{how_many(choice.amount)} random {of}{groups}"
        case "any number":
            return f"any number of {groups}{_total(choice)}"
        case _:
            return f"all {groups}"


def _total(choice: n.Pick) -> str:
    total = choice.total_power
    if isinstance(total, n.PowerOf):
        return f" with total power < {amount_words(total)}"
    return "" if total is None else f" with total power <= {total}"


def of_words(g: n.Group) -> str:
    """The "of" that stands between a number and your creatures or those."""
    return "of " if g.zone == "those" or (g.side != "any" and g.zone in HOMES) else ""


def group(g: n.Group, one: bool = False) -> str:
    """your other light creatures with power <= 3000; cards in your hand …"""
    if g.zone == "those":
        return " ".join(["those", *(_of_those(t) for t in g.traits)])
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


def _of_those(trait: n.Trait) -> str:
    """Those with power <= 3000; those that are light."""
    return _trait(trait) if _is_after(trait) else f"that are {_trait(trait)}"


def _is_counted(trait: n.Trait) -> bool:
    if not isinstance(trait, n.Power | n.Cost):
        return False
    return isinstance(trait.amount, n.Count | n.ExtremePower)


def _is_after(trait: n.Trait) -> bool:
    """Whether the words of the trait stand behind the noun."""
    return not isinstance(
        trait,
        n.Civ | n.Race | n.Tapped | n.Other | n.Evolution | n.Multicolored,
    )


def traits_words(traits: tuple[n.Trait, ...]) -> str:
    """The traits one after the other."""
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
            return f"with power {op} {amount_words(amount)}"
        case n.Cost(op, amount):
            return f"with cost {op} {amount_words(amount)}"
        case n.With(keyword, negated):
            return f"{'without' if negated else 'with'} {keyword}"
        case n.Named(name, negated):
            return f'{"not " if negated else ""}named "{name}"'
        case n.Same(what, ref):
            return f"with the same {what} as {ref.word}"
        case n.OtherThan(ref):
            return f"other than {ref.word}"
        case n.CanAttack(creatures):
            return "that can attack creatures" if creatures else "that can attack"
        case n.Kind(noun):
            return f"a {noun}"
        case n.InZone(zone):
            return f"in the {zone}"
        case n.ByTrigger():
            return "cast by shield trigger"
        case n.BrokenBy(by, span):
            return f"broken {span} by {by.word if isinstance(by, n.Ref) else group(by)}"
        case n.ChosenRace():
            return "of that race"
        case n.ChosenCiv():
            return "of that civilization"
        case n.ChosenPower():
            return "with that power"
        case n.ChosenCost():
            return "with that cost"


def amount_words(amount: n.Amount) -> str:
    """2; that many; the number of cards in your hand."""
    match amount:
        case n.Count(of):
            return f"the number of {group(of)}"
        case n.Difference(more, fewer):
            return f"the number of {group(more)} minus the number of {group(fewer)}"
        case n.ThatMany(half):
            return "half that many" if half else "that many"
        case n.ExtremePower(which, of):
            return f"the {which} power of {group(of)}"
        case n.PowerOf(ref):
            return f"the power of {ref.word}"
        case _:
            return str(amount)


def how_many(amount: n.Amount) -> str:
    """An amount before a noun: what has to be counted stands in brackets."""
    words = amount_words(amount)
    return f"({words})" if isinstance(amount, n.Count | n.Difference) else words


# ---- conditions


def conditions_words(conditions: tuple[n.Condition, ...]) -> str:
    """The conditions, joined by and."""
    return " and ".join(_condition(condition) for condition in conditions)


def _condition(condition: n.Condition) -> str:
    match condition:
        case n.Has():
            return _has(condition)
        case n.Is(ref, traits):
            return f"{ref.word} {_state(traits[0])}"
        case n.AllAre(of, trait):
            return f"all {group(of)} are {_trait(trait)}"
        case n.Against(ref, how, of):
            return f"{ref.word} is {how} any {of_words(of)}{group(of, one=not of_words(of))}"
        case n.Attacked(ref, negated):
            has = "hasn't" if negated else "has"
            return f"{ref.word} {has} been attacked this turn"
        case n.Drawn(side, op, amount):
            who = "you have" if side == "your" else "the opponent has"
            noun = "card" if amount == 1 else "cards"
            return f"{who} drawn {_compared(op, amount)} {noun} this turn"
        case n.TurnOf(side):
            return "it is your turn" if side == "your" else "it is the opponent's turn"
        case n.CastThisTurn():
            return "you have cast a spell this turn"


def _state(trait: n.Trait) -> str:
    """Is tapped; has power >= 6000."""
    if isinstance(trait, n.Power | n.With):
        return _trait(trait).replace("with", "has")
    return "is attacking" if isinstance(trait, n.Attacking) else f"is {_trait(trait)}"


def _compared(op: str, amount: n.Amount) -> str:
    if op == "=" and amount == 0:
        return "no"
    return f"{COMPARE[op]} {amount_words(amount)}"


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
    compare = _compared(condition.op, condition.amount)
    there = "there is" if one else "there are"
    who = {"your": "you have", "opponent": "the opponent has"}.get(side, there)
    return f"{who} {compare} {counted}"
