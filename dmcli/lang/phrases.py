"""English words for groups, picks, traits and amounts."""

from __future__ import annotations

from dataclasses import dataclass

from dmcli.lang import nodes as n

UNCHANGED = ("folk", "people", "dead", "fish", "veggies", "quartz", "parts")
"""Ends of race names that have no plural of their own."""

ZONES = {"mana": "mana zone", "shields": "shields", "battle": "battle zone"}
LIMITS = {
    "<=": "{} or less",
    ">=": "{} or more",
    "<": "less than {}",
    ">": "more than {}",
    "=": "{}",
}
COMPARED = {
    "<=": "no more than",
    ">=": "no less than",
    "<": "less than",
    ">": "greater than",
    "=": "equal to",
}
NAMED = {"it": "it", "this": "this creature", "the rest": "the rest", "those": "those"}
"""Objects named before, inside a group's words."""
OWNERS = {
    "your": "your",
    "opponent": "your opponent's",
    "their": "their",
    "that player": "that player's",
}


@dataclass(frozen=True)
class Thing:
    """What a pronoun stands for: one or many of a noun, and whose."""

    noun: str
    many: bool = False
    side: str = "any"
    called: str = ""

    @property
    def pronoun(self) -> str:
        """It or them, as an object."""
        return "them" if self.many else "it"

    @property
    def owner(self) -> str:
        """Whose zone it goes to."""
        return OWNERS.get(self.side, "their owners'" if self.many else "its owner's")


def plural(word: str) -> str:
    """Ghosts, Cyber Viruses, Merfolk, Snow Faeries …"""
    low = word.lower()
    if low.endswith(UNCHANGED):
        return word
    if low.endswith(("s", "x", "ch", "sh")):
        return f"{word}es"
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"


def article(words: str) -> str:
    """A or an before the words; another in place of "a other"."""
    if words.startswith("other "):
        return f"an{words}"
    return f"{'an' if words[0].lower() in 'aeiou' else 'a'} {words}"


def listed(words: tuple[str, ...], last: str = "or") -> str:
    """One, two or three words: a, b or c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def quoted(keyword: n.Keyword) -> str:
    """A keyword inside a sentence."""
    return f'"{keyword_words(keyword)}"'


def keyword_words(keyword: n.Keyword) -> str:
    """Power attacker +2000, water stealth, crew breaker: Survivor …, all in lower case."""
    if keyword.word == "power attacker":
        return f"power attacker +{keyword.value}"
    limit = " ".join(limit_words(trait) for trait in keyword.traits)
    if keyword.word == "crew breaker":
        return f"crew breaker: {limit}"
    return f"{limit} {keyword.word}".strip()


def limit_words(trait: n.Trait) -> str:
    """A civilization or race that limits a keyword."""
    assert isinstance(trait, n.Civ | n.Race)
    return listed(tuple(name.replace("*", "") for name in trait.names))


# ---- groups


def group(g: n.Group, many: bool = True, place: str = "in", last: str = "or") -> str:
    """The group without a count: your other tapped Ghosts; light spell from your hand."""
    if g.zone == "those":
        return _those(g)
    whose = [OWNERS[g.side]] if g.side != "any" and g.zone in ("battle", "shields") else []
    return " ".join([*whose, bare(g, many, place, last=last)])


def bare(g: n.Group, many: bool, place: str = "in", how: str = "", last: str = "or") -> str:
    """The group without the word that says whose.

    how: "at random" after its traits; last: what joins its races.
    """
    race = _race_noun(g)
    names = race.names if race else (g.noun,)
    noun = listed(tuple(plural(name) for name in names) if many else names, last)
    before = [words for t in g.traits if t is not race and (words := _before(t))]
    after = [words for t in g.traits if t is not race and (words := _after(t, many))]
    end = [after.pop()] if g.traits and is_counted(g.traits[-1]) else []
    parts = [*before, noun, *_one_with(after), how, *_zone(g, place), *end]
    return " ".join(part for part in parts if part)


def _one_with(after: list[str]) -> list[str]:
    """With "blocker" and power 6000 or less: the word "with" is said once."""
    words = list(after)
    for place in range(1, len(after)):
        if after[place - 1].startswith("with ") and after[place].startswith("with "):
            words[place] = f"and {after[place].removeprefix('with ')}"
    return words


def is_counted(trait: n.Trait) -> bool:
    """Whether it compares with other objects: such words come last."""
    if not isinstance(trait, n.Power | n.Cost):
        return False
    return isinstance(trait.amount, n.Count | n.ExtremePower)


def _singled_out(g: n.Group) -> bool:
    """The weakest or the strongest: there is one, unless they tie."""
    return any(
        isinstance(t, n.Power) and t.op == "=" and isinstance(t.amount, n.ExtremePower)
        for t in g.traits
    )


def _those(g: n.Group) -> str:
    words = [_after(trait, True) or f"that are {_before(trait)}" for trait in g.traits]
    return " ".join(["those", *words])


def _zone(g: n.Group, place: str) -> list[str]:
    if g.zone in ("battle", "shields"):
        return []
    whose = "any" if g.side == "any" else OWNERS[g.side]
    return [f"{place} {whose} {ZONES.get(g.zone, g.zone)}"]


def _race_noun(g: n.Group) -> n.Race | None:
    """The race that serves as the noun: your Ghosts, not your Ghost creatures."""
    if g.noun != "creature":
        return None
    for trait in g.traits:
        if isinstance(trait, n.Race) and not trait.negated and "*" not in "".join(trait.names):
            return trait
    return None


def _before(trait: n.Trait) -> str:
    match trait:
        case n.Civ(names, negated):
            return " or ".join(f"non-{name}" if negated else name for name in names)
        case n.Race(names, negated) if "*" not in "".join(names):
            return " or ".join(f"non-{name}" if negated else name for name in names)
        case n.Tapped(tapped):
            return "tapped" if tapped else "untapped"
        case n.Other():
            return "other"
        case n.Evolution(negated):
            return "non-evolution" if negated else "evolution"
        case n.Multicolored():
            return "multicolored"
        case n.Attacking():
            return "attacking"
        case _:
            return ""


def _after(trait: n.Trait, many: bool) -> str:
    match trait:
        case n.Race(names, negated) if "*" in "".join(names):
            return _word_in_race(names, negated, many)
        case n.Power(op, amount):
            return f"with {_measured('power', op, amount)}"
        case n.Cost(op, amount):
            return f"with {_measured('cost', op, amount)}"
        case n.With(keyword, negated):
            return f'{"without" if negated else "with"} "{keyword}"'
        case n.Named(name, negated):
            return f"{'not ' if negated else ''}named {name}"
        case n.Same(what, ref):
            return f"with the same {what} as {NAMED.get(ref.word, ref.word)}"
        case n.OtherThan(ref):
            return f"other than {NAMED.get(ref.word, ref.word)}"
        case n.CanAttack(creatures):
            return f"that can attack{' creatures' if creatures else ''}"
        case n.ByTrigger():
            return f'cast by {"their" if many else "its"} "shield trigger"'
        case n.BrokenBy(by, span):
            who = NAMED.get(by.word, by.word) if isinstance(by, n.Ref) else group(by)
            return f"broken by {who} {span}"
        case _:
            return _chosen(trait)


def _chosen(trait: n.Trait) -> str:
    """Of that race; with that power: what was chosen as a word."""
    match trait:
        case n.ChosenRace():
            return "of that race"
        case n.ChosenCiv():
            return "of that civilization"
        case n.ChosenPower():
            return "with that power"
        case n.ChosenCost():
            return "with that cost"
        case _:
            return ""


def _word_in_race(names: tuple[str, ...], negated: bool, many: bool) -> str:
    """Dragon* is the word in the race; a name beside it is the race itself."""
    words = listed(tuple(f"the race {x}" if "*" not in x else x[:-1] for x in names))
    return f"{'without' if negated else 'with'} {words} in {'their' if many else 'its'} race"


def _measured(what: str, op: str, amount: n.Amount) -> str:
    if isinstance(amount, int):
        return f"{what} {LIMITS[op].format(amount)}"
    if isinstance(amount, n.ExtremePower) and op == "=":
        return number(amount)
    return f"{what} {COMPARED[op]} {number(amount)}"


def number(amount: n.Amount) -> str:
    """2, that many, the number of cards in your hand."""
    match amount:
        case n.Count(of):
            return f"the number of {group(of)}"
        case n.Difference(more, fewer):
            return f"the number of {group(more)} minus the number of {group(fewer)}"
        case n.ThatMany(half):
            return "half that many (rounded down)" if half else "that many"
        case n.ExtremePower(which, of):
            return f"the {which} power among {group(of)}"
        case n.PowerOf(ref):
            return f"the power of {NAMED.get(ref.word, ref.word)}"
        case _:
            return str(amount)


# ---- picks


def is_one(choice: n.Pick) -> bool:
    """Whether at most one object is picked."""
    return choice.amount == 1 and choice.how in ("exactly", "up to", "random")


def thing(choice: n.Pick) -> Thing:
    """What "it" is after the pick."""
    nouns = {g.noun for g in choice.groups}
    sides = {g.side for g in choice.groups}
    noun = nouns.pop() if len(nouns) == 1 else "card"
    return Thing(noun, not is_one(choice), sides.pop() if len(sides) == 1 else "any")


def pick(choice: n.Pick, place: str = "in", more: bool = False) -> str:
    """1 of your creatures, up to 2 spells from your graveyard, all tapped creatures …"""
    if choice.how == "all":
        return " and ".join(_all(g, place) for g in choice.groups)
    if choice.how == "any number":
        words = " or ".join(group(g, True, place) for g in choice.groups)
        return f"any number of {words}{_total(choice)}"
    if isinstance(choice.amount, n.Count | n.Difference):
        return _as_many(choice, place)
    return _counted(choice, place, more) + _total(choice)


def _total(choice: n.Pick) -> str:
    total = choice.total_power
    if isinstance(total, n.PowerOf):
        return f" with a total power less than {number(total)}"
    return "" if total is None else f" with a total power of {total} or less"


def _as_many(choice: n.Pick, place: str) -> str:
    """A number of cards from your hand equal to the number of your creatures."""
    words = " or ".join(group(g, True, place) for g in choice.groups)
    how = "up to" if choice.how == "up to" else "equal to"
    return f"a number of {words} {how} {number(choice.amount)}"


def _all(g: n.Group, place: str) -> str:
    """All of a group; a whole hand or all shields go without the word."""
    if g == n.Group("card", g.side, "hand") and g.side != "any":
        return f"{OWNERS[g.side]} hand"
    if g.zone == "those":
        return f"all {group(g)}"
    return f"all {group(g, True, place, 'and')}"


def _counted(choice: n.Pick, place: str, more: bool) -> str:
    one = is_one(choice)
    how = "at random" if choice.how == "random" else ""
    up_to = "up to " if choice.how == "up to" else ""
    count = f"{number(choice.amount)}{' more' if more else ''}"
    zones = {g.zone for g in choice.groups}
    words = []
    for place_in_list, g in enumerate(choice.groups):
        where = f" {place} the battle zone" if g.zone == "battle" and len(zones) > 1 else ""
        if g.zone == "those":
            words.append(f"{count} of {group(g) if g.traits else 'them'} {how}".strip())
        elif g.side != "any" and g.zone in ("battle", "shields"):
            some = count if not place_in_list or one else ""
            words.append(f"{some} of {group(g)} {how}".strip())
        elif one and not up_to and not more and _singled_out(g):
            words.append(f"the {bare(g, False, place, how)} (1 of them if they tie)")
        elif one and not up_to and not more:
            words.append(article(bare(g, False, place, how)) + where)
        else:
            noun = bare(g, not one, place, how)
            words.append(f"{'' if place_in_list else count} {noun}{where}".strip())
    return up_to + " or ".join(words)
