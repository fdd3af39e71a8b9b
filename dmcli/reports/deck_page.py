"""The page of one deck: its exact figures with charts, in one file that opens offline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from dmcli import __version__
from dmcli.decks import Deck
from dmcli.decks.statistics.castability import Castable
from dmcli.decks.statistics.civilizations import Civilization
from dmcli.decks.statistics.delay import LONG, SHORT, Delay, Simulated
from dmcli.decks.statistics.stats import BANDS, Stats
from dmcli.decks.statistics.whatif import Changed, Shift, Swap
from dmcli.reports import charts
from dmcli.reports.charts import Bar, Column, Picture
from dmcli.reports.figures import many, percent, points, whole
from dmcli.reports.template import Cell, Head, render
from dmcli.sim.statistics import Interval, wilson

#: Costs from here on stand in one column of the curve.
HIGH_COST: Final = 7
SHADES: Final = {"good": "good", "fair": "fair", "needs work": "poor"}
TYPES: Final = {"creature": "a", "evolution creature": "b", "spell": "nobody"}

Text = str
Number = float | int | None


class Block(NamedTuple):
    """A table with its pictures, and how to read it."""

    name: str
    title: str
    note: str
    heads: list[Head]
    rows: list[list[Cell]]
    pictures: tuple[Picture, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()


class Facts(NamedTuple):
    """What the page is about."""

    deck: Deck
    stats: Stats
    swaps: Sequence[Swap]
    seed: int


def deck_page(
    deck: Deck, stats: Stats, swaps: Sequence[Swap], seed: int, sections: Iterable[str]
) -> str:
    """Write the page of a deck with these sections; every name in it is escaped."""
    facts = Facts(deck, stats, swaps, seed)
    blocks = [
        block for name in sections for block in _BLOCKS[name](facts) if block.rows or block.pictures
    ]
    return render(
        "deck_page.html",
        deck=deck,
        stats=stats,
        types=", ".join(many(n, kind) for kind, n in stats.types.items() if n),
        races=", ".join(f"{race} {n}" for race, n in stats.races.items()),
        warnings=list(_warnings(stats)),
        blocks=blocks,
        simulated=stats.simulated,
        seed=seed,
        version=__version__,
    )


def _warnings(stats: Stats) -> Iterable[str]:
    """What everybody should see first."""
    for each in stats.evolution:
        if each.stranded:
            yield f"{each.card} can evolve from no creature of this deck."
    if stats.not_playable:
        names = "; ".join(stats.not_playable)
        yield f"Not playable yet, so without their triggers, roles and bases: {names}."
    if stats.odd_mana:
        names = "; ".join(stats.odd_mana)
        yield f"Counted as one mana in every chance, though they give another number: {names}."


# ---------------------------------------------------------------- the sections


def _curve(facts: Facts) -> Iterable[Block]:
    stats = facts.stats
    columns = {cost: [0, 0, 0] for cost in range(1, HIGH_COST + 1)}
    for cost, types in stats.curve_by_type.items():
        row = columns.setdefault(min(cost, HIGH_COST), [0, 0, 0])
        for place, kind in enumerate(TYPES):
            row[place] += types[kind]
    drawn = [
        Column(f"{cost}+" if cost == HIGH_COST else str(cost), tuple(map(float, row)))
        for cost, row in sorted(columns.items())
    ]
    rows = [
        [_text(_band(band)), *(_whole(types[kind]) for kind in TYPES), _whole(sum(types.values()))]
        for band, types in stats.bands.items()
    ]
    heads = _heads("Cost", "Creatures", "Evolutions", "Spells", "Cards")
    note = (
        f"Mean cost {stats.average_cost:.2f}, median {stats.median_cost:g}. The three bands are "
        "those of the official advice."
    )
    legend = tuple((shade, kind) for kind, shade in TYPES.items() if stats.types[kind])
    picture = charts.stacked("Cards by mana cost", drawn)
    yield Block("curve", "Curve", note, heads, rows, (picture,), legend)


def _band(name: str) -> str:
    low, high = BANDS[name]
    return f"{low} to {high}" if high < 100 else f"{low} and more"


def _civilizations(facts: Facts) -> Iterable[Block]:
    stats = facts.stats
    bars = [
        bar
        for name, each in stats.civilizations.items()
        for bar in (
            Bar(f"{name}, share of the cards", each.share, percent(each.share), f"civ-{name}"),
            Bar(f"{name}, share of the cost", each.demand, percent(each.demand), "plain"),
        )
    ]
    rows = [_supply(name, each) for name, each in stats.civilizations.items()]
    if stats.multicolored:
        share = _share(stats.multicolored / stats.cards)
        rows.append([_text("rainbow"), _whole(stats.multicolored), share, *_blank(5)])
    for several in stats.together:
        is_whole = len(several.civilizations) == len(stats.civilizations)
        name = "all of them" if is_whole else " + ".join(several.civilizations)
        rows.append([_text(name), *_blank(4), *_by_turn(several.first, several.second)])
    note = (
        "Share: of the cards. Demand: their part of the cost of all cards. A card of two "
        "civilizations counts in both. Turns: the chance in % to have seen one, going first and "
        "second; of several civilizations, each of them."
    )
    heads = _heads("Civilization", "Cards", "Share", "Demand", "Gap", *_turns(stats))
    picture = charts.bars("What the cards give and ask for", bars, 1.0)
    yield Block("civilizations", "Civilizations", note, heads, rows, (picture,))


def _supply(name: str, each: Civilization) -> list[Cell]:
    return [
        _text(name),
        *(_whole(each.cards), _share(each.share), _share(each.demand), _points(each.gap)),
        *_by_turn(each.seen_first, each.seen_second),
    ]


def _blank(cells: int) -> list[Cell]:
    return [Cell("", True)] * cells


def _turns(stats: Stats) -> list[str]:
    return [f"Turn {turn}" for turn in stats.all_civilizations_first]


def _by_turn(first: Mapping[int, float], second: Mapping[int, float]) -> list[Cell]:
    return [Cell(f"{100 * first[turn]:.1f} / {100 * second[turn]:.1f}", True) for turn in first]


def _castability(facts: Facts) -> Iterable[Block]:
    stats = facts.stats
    bars = [
        Bar(
            f"{each.cost}  {each.card}",
            each.given_drawn_first,
            percent(each.given_drawn_first),
            SHADES[each.verdict],
        )
        for each in stats.castability
    ]
    heads = _heads("Card", "Copies", "Cost", "In hand, 1st", "2nd")
    heads += [Head("Verdict", False), *_heads("", "At all, 1st", "2nd")[1:]]
    rows = [_castable(each) for each in stats.castability]
    note = (
        "The chance to have charged what pays for the card by the turn of its cost, when it is in "
        "hand; at all: to hold it, too. Exact, with no effect that draws. A card of several "
        "civilizations needs a mana card for each, and comes tapped itself. Good from the target "
        "on, (90 + cost) %, at most 95 %; below 80 % it needs work."
    )
    picture = charts.bars("In hand, going first", bars, 1.0)
    yield Block("castability", "Castability", note, heads, rows, (picture,))
    if stats.simulated:
        waits = [(each, each.delay) for each in stats.castability if each.delay]
        yield _waiting(stats.simulated, facts.seed, waits)


def _castable(each: Castable) -> list[Cell]:
    return [
        _text(each.card),
        *(_whole(each.copies), _whole(each.cost)),
        *(_share(each.given_drawn_first), _share(each.given_drawn_second)),
        _text(each.verdict),
        *(_share(each.first), _share(each.second)),
    ]


def _waiting(simulated: Simulated, seed: int, cards: Iterable[tuple[Castable, Delay]]) -> Block:
    """How long the cards wait, from simulated hands."""
    rows = [
        [
            _text(card.card),
            _whole(delay.games),
            _share(delay.on_time),
            _text(_shares(wilson(delay.games_on_time, delay.games))),
            _number(delay.mean),
            _text(_turns_between(delay.interval)),
            _text(delay.verdict if delay.games else "–"),
        ]
        for card, delay in cards
    ]
    heads = _heads("Card", "Games", "Paid on its turn")
    heads += [Head("95 % interval", False), Head("Turns of waiting", True)]
    heads += [Head("95 % interval", False), Head("Verdict", False)]
    note = _how_they_wait(simulated, seed)
    return Block("waiting", "Waiting for civilizations", note, heads, rows)


def _how_they_wait(simulated: Simulated, seed: int) -> str:
    """What was dealt and charged, and the mean of all cards."""
    said = (
        f"Simulated: {simulated.games:,} games of seed {seed}, half of them going first; beside a "
        "card those in which it is drawn by the turn of its cost. One card is charged every turn "
        "and nothing is played; a copy of the card in question is kept. Charged is what comes "
        "untapped, where another card costs just the mana of this turn; then what has a lacking "
        "civilization that most other cards in hand need; then what is there twice; then the "
        f"dearest. Nobody waits longer than {simulated.patience} turns. A wait of up to {SHORT} "
        f"turns is good, one from {LONG} on needs work."
    )
    if simulated.mean_delay is None:
        return said
    ends = _turns_between(simulated.interval)
    return f"{said} On average a card waits {simulated.mean_delay:.2f} turns (95 %: {ends})."


def _turns_between(ends: Interval | None) -> str:
    return "–" if ends is None else f"{ends[0]:.2f} to {ends[1]:.2f}"


def _shares(ends: Interval | None) -> str:
    return "–" if ends is None else f"{100 * ends[0]:.1f} to {percent(ends[1])}"


def _triggers(facts: Facts) -> Iterable[Block]:
    triggers = facts.stats.triggers
    hits = triggers.hit_within_breaks
    bars = [Bar(many(n, "shield"), hits[n], percent(hits[n])) for n in hits]
    rows = [
        [_text(word), _whole(each.count), _text(_named(each.cards))]
        for word, each in triggers.quality.items()
    ]
    note = (
        f"{many(triggers.count, 'card')}, {percent(triggers.share)} of the deck: "
        f"{triggers.mean_in_shields:.2f} expected in the five shields, at least one there in "
        f"{percent(triggers.at_least_one_in_shields)} of games. A card may stand in several rows."
    )
    heads = [Head("What it does", False), Head("Cards", True), Head("Which", False)]
    picture = charts.bars("A trigger among the first broken shields", bars, 1.0)
    yield Block("triggers", "Shield triggers", note, heads, rows, (picture,))


def _evolution(facts: Facts) -> Iterable[Block]:
    rows = [
        [
            _text(each.card),
            *(_whole(each.copies), _whole(each.cost), _whole(each.bases)),
            _number(each.bases_per_copy),
            *(_whole(each.turn), _whole(each.bases_in_time)),
            *(_share(each.ready_first), _share(each.ready_second)),
            _text("; ".join(each.base_cards)),
        ]
        for each in facts.stats.evolution
    ]
    heads = _heads(
        "Card", "Copies", "Cost", "Bases", "For each", "Turn", "In time", "Ready, 1st", "2nd"
    )
    note = (
        "In time: bases that could be there the turn before and do not evolve themselves. Ready: "
        "it has been drawn by this turn, and so has one of those, for a vortex one for each half."
    )
    yield Block("evolution", "Evolution", note, [*heads, Head("Bases", False)], rows)


def _roles(facts: Facts) -> Iterable[Block]:
    rows = [
        [_text(role), _whole(each.count), _text(_named(each.cards))]
        for role, each in facts.stats.roles.items()
    ]
    heads = [Head("Role", False), Head("Cards", True), Head("Which", False)]
    yield Block(
        "roles", "Roles", "What the cards are good for, read from their rules.", heads, rows
    )


def _power(facts: Facts) -> Iterable[Block]:
    power = facts.stats.power
    columns = [
        Column(str(cost), (step.mean, step.pool_mean)) for cost, step in power.by_cost.items()
    ]
    rows = [
        [
            _text(each.card),
            *(_whole(each.copies), _whole(each.cost), _whole(each.power)),
            *(_whole(each.per_cost), _share(each.percentile, digits=0)),
        ]
        for each in power.creatures
    ]
    heads = _heads("Creature", "Copies", "Cost", "Power", "For a mana", "Beats")
    mean = "" if power.per_cost is None else f"{power.per_cost:,.0f} for a mana on average. "
    note = (
        f"Printed power. {mean}Beats: the share of all creatures of this cost that have less, "
        "equal ones counted half."
    )
    pictures = (charts.grouped("Mean power by cost", columns),) if columns else ()
    legend = (("a", "this deck"), ("b", "all creatures"))
    yield Block("power", "Power", note, heads, rows, pictures, legend)


def _copies(facts: Facts) -> Iterable[Block]:
    rows = [
        [
            *(_whole(copies), _whole(len(each.cards))),
            *(_share(each.seen_first), _share(each.seen_second)),
            _text("; ".join(each.cards)),
        ]
        for copies, each in facts.stats.consistency.items()
    ]
    heads = [Head("Copies", True), *_heads("", "Cards", "Seen, 1st", "2nd")[1:]]
    note = "Seen: the chance to see one or more copies of such a card by turn 4."
    yield Block("copies", "Copies", note, [*heads, Head("Which", False)], rows)


def _swaps(facts: Facts) -> Iterable[Block]:
    rows = [
        [
            *(_text(f"1 more {swap.civilization} card"), _text(swap.out)),
            *(_shift(swap.mean[key]) for key in ("given_drawn_first", "given_drawn_second")),
            *(_text(_gained(swap.gains)), _text(_gained(swap.loses))),
        ]
        for swap in facts.swaps
    ]
    heads = [Head("In", False), Head("Out", False), *_heads("", "All cards, 1st", "2nd")[1:]]
    heads += [Head("Gains most, 1st", False), Head("Loses most, 1st", False)]
    note = "How the chance to pay a card in hand on its turn changes, in points of percent."
    yield Block("swaps", "What if", note, heads, rows)


_BLOCKS: Final[dict[str, Callable[[Facts], Iterable[Block]]]] = {
    "curve": _curve,
    "civilizations": _civilizations,
    "castability": _castability,
    "triggers": _triggers,
    "evolution": _evolution,
    "roles": _roles,
    "power": _power,
    "copies": _copies,
    "swaps": _swaps,
}


# ---------------------------------------------------------------- cells


def _heads(first: str, *numbers: str) -> list[Head]:
    """A column of words and columns of numbers."""
    return [Head(first, False), *(Head(text, True) for text in numbers)]


def _text(words: str) -> Cell:
    return Cell(words, False)


def _whole(value: Number) -> Cell:
    return Cell("–" if value is None else whole(value), True)


def _number(value: Number) -> Cell:
    return Cell("–" if value is None else f"{value:.2f}", True)


def _share(value: float | None, digits: int = 1) -> Cell:
    return Cell("–" if value is None else f"{100 * value:.{digits}f} %", True)


def _points(value: float) -> Cell:
    return Cell(points(value), True)


def _shift(shift: Shift) -> Cell:
    return Cell("–", True) if shift.change is None else _points(shift.change)


def _gained(card: Changed | None) -> str:
    return "–" if card is None else f"{card.card} {_shift(card.given_drawn_first).text}"


def _named(cards: Mapping[str, int]) -> str:
    return "; ".join(f"{n} {name}" for name, n in cards.items())
