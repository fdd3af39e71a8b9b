"""The figures of a deck as tables and bars that fit a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING, Final

from dmcli.cli.show import Column, Row, Table, cards
from dmcli.reports.figures import many, percent, points, whole

if TYPE_CHECKING:
    from dmcli.cli.stats import Counted
    from dmcli.decks.statistics.castability import Castable
    from dmcli.decks.statistics.delay import Simulated
    from dmcli.decks.statistics.stats import Stats
    from dmcli.decks.statistics.whatif import Changed, Shift

#: The longest bar, so that a row fits 40 columns.
_BAR: Final = 24
_SHADES: Final = {"creature": "█", "evolution creature": "▓", "spell": "░"}
#: Costs from here on stand in one row of the curve.
_LAST_COST: Final = 7
#: Below this width tables with many columns are split or lose some.
_WIDE: Final = 72
_ELSEWHERE: Final = ("shield trigger", "needs a target")


def heading(counted: Counted) -> list[str]:
    """What is said before the tables."""
    stats = counted.stats
    kinds = [many(n, kind) for kind, n in stats.types.items() if n]
    cost = f"Cost {stats.average_cost:.2f} on average, median {stats.median_cost:g}."
    power = ""
    if stats.average_power is not None and stats.power.per_cost is not None:
        power = (
            f" Power {stats.average_power:,.0f} on average, {stats.power.per_cost:,.0f} for a mana."
        )
    races = ", ".join(f"{race} {n}" for race, n in stats.races.items())
    return [
        f"{counted.deck.name}: {cards(stats.cards)}: {', '.join(kinds)}",
        f"{cost}{power}",
        *([f"Races: {races}."] if races else []),
    ]


def tables(counted: Counted, sections: Sequence[str], columns: int | None) -> list[Table]:
    """The tables of these sections; columns is the width, None where there is no limit."""
    wide = columns is None or columns >= _WIDE
    found = [table for section in sections for table in _DRAWN[section](counted, wide)]
    return [table for table in found if table.rows]


def remarks(counted: Counted, sections: Sequence[str]) -> list[str]:
    """What is said after the tables."""
    stats, lines = counted.stats, []
    for each in stats.evolution:
        if each.stranded and "evolution" in sections:
            lines.append(f"Warning: {each.card} can evolve from no creature of this deck.")
    lines.append(
        "1st and 2nd: going first and second. Chances are exact, without effects that draw cards."
    )
    if stats.simulated and "castability" in sections:
        lines.append(_simulated(stats.simulated, counted.seed))
    return [*lines, *_uncounted(stats)]


def _uncounted(stats: Stats) -> Iterator[str]:
    """What the figures leave out."""
    if stats.not_playable:
        names = "; ".join(stats.not_playable)
        yield f"Not playable yet, so without their triggers, roles and bases: {names}."
    if stats.odd_mana:
        names = "; ".join(stats.odd_mana)
        yield f"Counted as one mana in every chance, though they give another number: {names}."


def _simulated(simulated: Simulated, seed: int) -> str:
    """What was dealt, and how long a card waits on average."""
    said = (
        f"Simulated: on its turn and wait, in {simulated.games:,} games of seed {seed}, half going "
        "first, each card in those in which it is drawn in time, with 95 % intervals; a card a "
        "turn is charged for the whole hand (--help says which), at most "
        f"{simulated.patience} turns are waited."
    )
    if simulated.mean_delay is None or simulated.interval is None:
        return said
    low, high = simulated.interval
    return f"{said} On average {simulated.mean_delay:.2f} turns, {low:.2f} to {high:.2f}."


# ---------------------------------------------------------------- the sections


def _curve(counted: Counted, wide: bool) -> Iterator[Table]:
    """Cost by cost, one sign for each card, or fewer where there are too many."""
    stats = counted.stats
    by_cost: dict[int, dict[str, int]] = {cost: {} for cost in range(1, _LAST_COST + 1)}
    for cost, types in stats.curve_by_type.items():
        row = by_cost.setdefault(min(cost, _LAST_COST), {})
        for kind, n in types.items():
            row[kind] = row.get(kind, 0) + n
    scale = min(1.0, _BAR / max(sum(types.values()) for types in by_cost.values()))
    rows = [
        {
            "cost": f"{cost}+" if cost == _LAST_COST else cost,
            "cards": sum(types.values()),
            "bar": "".join(
                sign * ceil(types.get(kind, 0) * scale) for kind, sign in _SHADES.items()
            ),
        }
        for cost, types in sorted(by_cost.items())
    ]
    shown = [kind for kind in _SHADES if kind != "evolution creature" or stats.types[kind]]
    legend = " ".join(f"{_SHADES[kind]} {kind.partition(' ')[0]}" for kind in shown)
    low, middle, high = (sum(types.values()) for types in stats.bands.values())
    title = f"Curve: {low} up to cost 3, {middle} of 4 to 6, {high} from 7"
    columns = [Column("cost", right=True), Column("cards", right=True), Column("bar", legend)]
    yield Table(columns, rows, title)


def _civilizations(counted: Counted, wide: bool) -> Iterator[Table]:
    """Supply, demand and when each civilization has been seen; one table where it fits."""
    supply, seen = list(_supply(counted)), list(_seen(counted))
    turns = [Column(key, right=True) for key in seen[0] if key != "civilization"]
    name, title = Column("civilization"), "seen by turn, in %: 1st/2nd"
    figures = [Column(key, right=True) for key in ("cards", "share", "demand", "gap")]
    if not wide:
        yield Table([name, *figures], supply, "Civilizations")
        yield Table([name, *turns], seen, f"Civilizations {title}")
        return
    rows = {row["civilization"]: dict(row) for row in supply}
    for row in seen:
        rows[row["civilization"]] = {**_blank(figures), **rows.get(row["civilization"], {}), **row}
    joined = [{**_blank(turns), **row} for row in rows.values()]
    yield Table([name, *figures, *turns], joined, f"Civilizations; {title}")


def _blank(columns: Iterable[Column]) -> dict[str, str]:
    return {column.key: "" for column in columns}


def _supply(counted: Counted) -> Iterator[Row]:
    """What the cards give and ask for, in percent; the gap in points."""
    stats = counted.stats
    for name, each in stats.civilizations.items():
        yield {
            "civilization": name,
            "cards": each.cards,
            "share": percent(each.share),
            "demand": percent(each.demand),
            "gap": points(each.gap),
        }
    if stats.multicolored:
        share = percent(stats.multicolored / stats.cards)
        row = {"cards": stats.multicolored, "share": share, "demand": "", "gap": ""}
        yield {"civilization": "rainbow", **row}


def _seen(counted: Counted) -> Iterator[dict[str, str]]:
    """By which turn each civilization has been seen, and those that are needed together."""
    stats = counted.stats
    for name, each in stats.civilizations.items():
        yield _by_turn(name, each.seen_first, each.seen_second)
    for several in stats.together:
        is_whole = len(several.civilizations) == len(stats.civilizations)
        name = "all of them" if is_whole else " + ".join(several.civilizations)
        yield _by_turn(name, several.first, several.second)


def _by_turn(name: str, first: Mapping[int, float], second: Mapping[int, float]) -> dict[str, str]:
    both = {f"turn {turn}": f"{_whole(first[turn])}/{_whole(second[turn])}" for turn in first}
    return {"civilization": name, **both}


def _castability(counted: Counted, wide: bool) -> Iterator[Table]:
    """When a card is in the hand, how often it can be paid on its turn, and how long it waits."""
    rows = [_castable(each) for each in counted.stats.castability]
    chances = [Column("first", "1st", right=True), Column("second", "2nd", right=True)]
    card = [Column("copies", "n", right=True), Column("card")]
    waits = [Column("on_time", "on its turn", right=True), Column("wait", right=True)]
    title = "Payable on the turn of its cost once drawn, in %"
    if wide:
        cost = Column("cost", right=True)
        yield Table([cost, *card, *chances, Column("verdict"), *waits], rows, title)
        return
    yield Table([*card, *chances], rows, title)
    slim = [Column("card"), Column("verdict"), Column("wait", right=True)]
    yield Table(slim, rows, "Verdict, and turns that it waits")


def _castable(each: Castable) -> Row:
    from dmcli.cli.stats import on_time_interval

    row = {
        "cost": each.cost,
        "copies": each.copies,
        "card": each.card,
        "first": _tenths(each.given_drawn_first),
        "second": _tenths(each.given_drawn_second),
        "verdict": each.verdict,
    }
    delay = each.delay
    if delay is None or delay.mean is None or delay.interval is None or delay.on_time is None:
        return {**row, "on_time": "-", "wait": "-"}
    low, high = on_time_interval(delay) or (0.0, 1.0)
    half = max(high - delay.on_time, delay.on_time - low)
    return {
        **row,
        "on_time": f"{_whole(delay.on_time)} ±{_whole(half)}",
        "wait": f"{delay.mean:.2f} ±{delay.interval[1] - delay.mean:.2f}",
    }


def _triggers(counted: Counted, wide: bool) -> Iterator[Table]:
    """How surely a break hits a trigger, and what the triggers do."""
    triggers = counted.stats.triggers
    title = (
        f"Shield triggers: {triggers.count} ({percent(triggers.share)}), "
        f"{triggers.mean_in_shields:.2f} expected in five shields"
    )
    hits = {str(n): _tenths(chance) for n, chance in triggers.hit_within_breaks.items()}
    if wide:
        columns = [Column("shields", "broken shields"), *(Column(n, right=True) for n in hits)]
        yield Table(columns, [{"shields": "one is a trigger, %", **hits}], title)
    else:
        columns = [Column("shields", "broken"), Column("chance", "one is a trigger, %", right=True)]
        yield Table(columns, [{"shields": n, "chance": hit} for n, hit in hits.items()], title)
    quality = ((word, each.count, each.cards) for word, each in triggers.quality.items())
    yield _named("what triggers do", quality)


def _evolution(counted: Counted, wide: bool) -> Iterator[Table]:
    """Evolution creatures and their bases."""
    rows = [
        {
            "copies": each.copies,
            "card": each.card if wide else f"{each.card}, turn {each.turn}",
            "bases": each.bases,
            "ratio": f"{each.bases_per_copy:.1f}",
            "in time": each.bases_in_time,
            "turn": each.turn,
            "first": _tenths(each.ready_first),
            "second": _tenths(each.ready_second),
        }
        for each in counted.stats.evolution
    ]
    columns = [
        *(Column("copies", "n", right=True), Column("card"), Column("bases", right=True)),
        *([Column("ratio", "for each", right=True)] if wide else []),
        *([Column("turn", right=True), Column("in time", right=True)] if wide else []),
        *(Column("first", "1st", right=True), Column("second", "2nd", right=True)),
    ]
    yield Table(columns, rows, "Evolution: drawn with a base in time, in %")


def _roles(counted: Counted, wide: bool) -> Iterator[Table]:
    """What the cards are good for."""
    roles = counted.stats.roles.items()
    named = ((role, each.count, each.cards) for role, each in roles if role not in _ELSEWHERE)
    yield _named("role", named, "Roles")


def _named(head: str, rows: Iterable[tuple[str, int, Mapping[str, int]]], title: str = "") -> Table:
    """Words with a number and the cards behind it."""
    columns = [Column("word", head), Column("count", "n", right=True), Column("names", "which")]
    return Table(
        columns,
        [
            {
                "word": word,
                "count": count,
                "names": "; ".join(f"{n} {name}" for name, n in named.items()),
            }
            for word, count, named in rows
        ],
        title,
    )


def _power(counted: Counted, wide: bool) -> Iterator[Table]:
    """What creatures have for their cost, and how many of the pool's have less."""
    power = counted.stats.power
    steps = [
        {
            "cost": cost,
            "creatures": step.creatures,
            "mean": whole(step.mean),
            "pool": whole(step.pool_mean),
            "rank": _whole(step.percentile),
        }
        for cost, step in power.by_cost.items()
    ]
    columns = [Column("cost", right=True), Column("creatures", "n", right=True)]
    columns += [Column("mean", "power", right=True), Column("pool", "all cards", right=True)]
    columns += [Column("rank", "beats, %", right=True)]
    yield Table(columns, steps, "Power by cost, against all creatures of that cost")
    rows = [
        {
            "copies": each.copies,
            "card": each.card,
            "power": whole(each.power),
            "per_cost": "-" if each.per_cost is None else whole(each.per_cost),
            "rank": _whole(each.percentile),
        }
        for each in power.creatures
    ]
    named = [Column("copies", "n", right=True), Column("card"), Column("power", right=True)]
    per_cost = [Column("per_cost", "for a mana", right=True)] if wide else []
    yield Table([*named, *per_cost, Column("rank", "beats, %", right=True)], rows)


def _copies(counted: Counted, wide: bool) -> Iterator[Table]:
    """How surely a card of so many copies is seen, and which cards could be more."""
    rows = [
        {
            "copies": copies,
            "cards": len(each.cards),
            "seen": f"{_whole(each.seen_first)}/{_whole(each.seen_second)}",
            "names": "; ".join(each.cards) if copies < 4 else "",
        }
        for copies, each in counted.stats.consistency.items()
    ]
    columns = [Column("copies", right=True), Column("cards", right=True)]
    columns += [Column("seen", "seen, %", right=True), Column("names", "which")]
    yield Table(columns, rows, "Copies, and one seen by turn 4: 1st/2nd")


def _swaps(counted: Counted, wide: bool) -> Iterator[Table]:
    """What a card more of a civilization would change, in points of what is payable once drawn."""
    rows = [
        {
            "into": f"+1 {swap.civilization}",
            "out": f"-1 {swap.out}",
            "mean": _shift(swap.mean["given_drawn_first"]),
            "gains": _gained(swap.gains),
            "loses": _gained(swap.loses),
        }
        for swap in counted.swaps
    ]
    columns = [Column("into", "in"), Column("out"), Column("mean", "all", right=True)]
    columns += [Column("gains", "gains most"), Column("loses", "loses most")] if wide else []
    yield Table(columns, rows, "What if: points of payable once drawn, 1st")


def _shift(shift: Shift) -> str:
    return "-" if shift.change is None else points(shift.change)


def _gained(card: Changed | None) -> str:
    return "-" if card is None else f"{card.card} {_shift(card.given_drawn_first)}"


_DRAWN: Final[dict[str, Callable[[Counted, bool], Iterator[Table]]]] = {
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


# ---------------------------------------------------------------- numbers


def _tenths(share: float) -> str:
    """A percentage without its sign, for narrow columns."""
    return f"{100 * share:.1f}"


def _whole(share: float) -> str:
    """The same without decimals."""
    return f"{100 * share:.0f}"
