"""What the deck panes say in figures: curve, civilizations, castability and problems, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from dmcli.cli.builder.palette import DARK, LETTERS, LIGHT, color_of
from dmcli.cli.builder.standing import Standing
from dmcli.decks import Problem
from dmcli.decks.statistics.stats import Castable, Evolving, Stats

Section = Callable[[Standing, int, bool], Text]

_SHADES: Final = {"creature": "█", "evolution creature": "▓", "spell": "░"}
#: Costs from here on share a bar when nothing much lies there.
_LAST_COST: Final = 7
_NOTHING: Final = "No cards yet: press / to find some."
_GRADES: Final = {"good": "✓", "fair": "~", "needs work": "✗"}
_SIGNS: Final = {"error": "✗", "warning": "!", "note": "·"}
_BOLD: Final = Style(bold=True)
_DIM: Final = Style(dim=True)
#: From this width on, a card's verdict is a word beside its sign.
_WITH_WORDS: Final = 56
#: From this width on, two sections stand beside each other.
_SIDE_BY_SIDE: Final = 64


def curve(standing: Standing, width: int, dark: bool) -> Text:
    """Cost by cost: a bar of creatures, evolutions and spells, and how many cards it is."""
    counted = standing.counted
    if counted is None:
        return Text(_NOTHING)
    text = Text(no_wrap=True)
    costs = _bars(counted)
    most = max(sum(types.values()) for types in costs.values())
    scale = min(2.0, (width - 8) / most)
    for label, types in costs.items():
        number = sum(types.values())
        text.append(f"{label:>3} ", _BOLD)
        text.append(_bar(types, scale), Style(color=_accent(dark)))
        text.append(f" {number}\n" if number else "·\n")
    text.append_text(_legend(counted, width))
    return text


def civilizations(standing: Standing, width: int, dark: bool) -> Text:
    """Supply and demand of each civilization, and when all of them have been seen."""
    counted = standing.counted
    if counted is None:
        return Text(_NOTHING)
    bar = max(3, min(20, (width - 26) // 2))
    shares = [max(each.share, each.demand) for each in counted.civilizations.values()]
    text = Text(no_wrap=True)
    text.append(f"{'':10}  n {_fit('cards', bar + 5)} {_fit('costs', bar + 5)}\n", _DIM)
    for name, each in counted.civilizations.items():
        shade = Style(color=color_of(name, dark))
        text.append(f"{LETTERS[name]} {name.capitalize():8}", shade)
        text.append(f"{each.cards:>3} ")
        for sign, share in (("█", each.share), ("▒", each.demand)):
            length = max(round(share / max(shares) * bar), share > 0)
            text.append(_fit(sign * length, bar), shade)
            text.append(f"{100 * share:>4.0f}% ")
        text.append("\n")
    if standing.enough:
        text.append_text(_folded(_seen(counted), width))
    return text


def casting(standing: Standing, width: int, dark: bool) -> Text:
    """How often a card in hand can be paid on the turn of its cost, the weakest first."""
    counted = standing.counted
    if counted is None:
        return Text(_NOTHING)
    if not standing.enough:
        return _folded(
            f"Chances are shown from {(standing.rules.smallest + 1) // 2} cards on.", width
        )
    words = width >= _WITH_WORDS
    name = max(8, min(32, width - (30 if words else 19)))
    text = Text(no_wrap=True)
    text.append(f"  n {_fit('payable on its turn', name)}  c  1st  2nd\n", _DIM)
    for row in sorted(counted.castability, key=_margin):
        text.append_text(_castable(row, name, words, dark))
    if not words:
        legend = " ".join(f"{sign} {verdict}" for verdict, sign in _GRADES.items())
        text.append(f"    {legend}\n", _DIM)
    for evolving in counted.evolution:
        text.append_text(_folded(_evolution(evolving), width))
    return text


def problems(standing: Standing, width: int, dark: bool) -> Text:
    """What is wrong and what is unwise, where, and how to mend it."""
    text = Text()
    text.append(f"{standing.verdict}.\n", _BOLD)
    rules = standing.rules
    if not standing.problems:
        text.append_text(_folded(f"{rules.name} asks for {rules.size}; nothing to mend.", width))
    for problem in standing.problems:
        text.append_text(_problem(problem, width, dark))
    return text


def totals(standing: Standing, width: int, dark: bool) -> Text:
    """Types, averages and shield triggers."""
    counted = standing.counted
    return Text() if counted is None else _folded("\n".join(_averages(counted)), width)


def overview(standing: Standing, width: int, dark: bool) -> Text:
    """Curve and civilizations, beside each other where there is room."""
    if width < _SIDE_BY_SIDE or standing.counted is None:
        return stacked((curve, civilizations, totals), standing, width, dark)
    left = min(27, (width - 3) // 2)
    beside = stacked((civilizations, totals), standing, width - 3 - left, dark)
    return _side_by_side(curve(standing, left, dark), beside, left + 3)


def supply(standing: Standing, width: int, dark: bool) -> Text:
    """Civilizations and totals, for a page of their own."""
    return stacked((civilizations, totals), standing, width, dark)


def everything(standing: Standing, width: int, dark: bool) -> Text:
    """All figures under each other, with headings, for a tall pane."""
    text = Text()
    for title, section in SECTIONS.items():
        text.append(f"{_fit(f'── {title} ' + '─' * width, width)}\n", _DIM)
        text.append_text(section(standing, width, dark))
        text.append("\n")
    return text


def stacked(parts: tuple[Section, ...], standing: Standing, width: int, dark: bool) -> Text:
    """Some sections under each other."""
    if standing.counted is None:
        return Text(_NOTHING)
    return Text("\n").join(part(standing, width, dark) for part in parts)


def _side_by_side(left: Text, right: Text, column: int) -> Text:
    """Put two texts beside each other; the right one begins at a column."""
    lines = []
    for first, second in zip_longest(left.split("\n"), right.split("\n"), fillvalue=Text()):
        line = first.copy()
        line.pad_right(column - line.cell_len)
        lines.append(line + second)
    return Text("\n", no_wrap=True).join(lines)


# ------------------------------------------------------------ curve


def _bars(counted: Stats) -> dict[str, dict[str, int]]:
    """The types of each cost from 1 on; high costs share the last bar where they are few."""
    highest = max(counted.curve)
    costs = {str(cost): counted.curve_by_type.get(cost, {}) for cost in range(1, _LAST_COST)}
    if 0 in counted.curve:
        costs = {"0": counted.curve_by_type[0], **costs}
    if highest <= _LAST_COST:
        return {**costs, str(_LAST_COST): counted.curve_by_type.get(_LAST_COST, {})}
    last: dict[str, int] = {}
    for cost in range(_LAST_COST, highest + 1):
        for kind, number in counted.curve_by_type.get(cost, {}).items():
            last[kind] = last.get(kind, 0) + number
    return {**costs, f"{_LAST_COST}+": last}


def _bar(types: dict[str, int], scale: float) -> str:
    """Creatures, then evolutions, then spells, as long as their number."""
    bar, whole = "", 0
    for kind, sign in _SHADES.items():
        whole += types.get(kind, 0)
        bar += sign * (round(whole * scale) - len(bar))
    return bar


def _legend(counted: Stats, width: int) -> Text:
    """What the shades mean, and the mean, as far as there is room."""
    evolution = "▓ evolution " if counted.types["evolution creature"] else ""
    words = f"    █ creature {evolution}░ spell"
    mean = f" · mean {counted.average_cost:.1f}"
    long = words + mean if cell_len(words + mean) <= width else words
    return Text(long if cell_len(long) <= width else words.replace("lution", ""), _DIM)


# ------------------------------------------------------------ words


def _seen(counted: Stats) -> str:
    """By which turn every civilization has been seen."""
    chances = ", ".join(
        f"turn {turn} {100 * chance:.0f}%"
        for turn, chance in counted.all_civilizations_first.items()
    )
    which = {1: "Seen", 2: "Both seen"}.get(len(counted.civilizations), "All seen")
    return f"{which}: {chances}."


def _averages(counted: Stats) -> Iterator[str]:
    kinds = [f"{count} {_plural(kind, count)}" for kind, count in counted.types.items() if count]
    yield f"{', '.join(kinds)}."
    yield f"Cost {counted.average_cost:.2f} on average, median {counted.median_cost:g}."
    triggers = counted.triggers
    chance = f"{100 * triggers.at_least_one_in_shields:.0f}%"
    number = f"{triggers.count} shield {_plural('trigger', triggers.count)}"
    yield f"{number}: one or more in the shields in {chance} of games."


def _plural(noun: str, number: int) -> str:
    return noun if number == 1 else f"{noun}s"


def _margin(row: Castable) -> tuple[float, int, str]:
    """How far a card is above what a good deck reaches."""
    return row.given_drawn_first - row.target, row.cost, row.card


def _castable(row: Castable, name: int, words: bool, dark: bool) -> Text:
    """One card with its chances and what they are worth."""
    text = Text(f"{row.copies:>3} ")
    text.append(_fit(row.card, name))
    text.append(
        f" {row.cost:>2} {_percent(row.given_drawn_first)} {_percent(row.given_drawn_second)}"
    )
    said = f" {row.verdict}" if words else ""
    text.append(f" {_GRADES[row.verdict]}{said}\n", Style(color=_color(row.verdict, dark)))
    return text


def _evolution(row: Evolving) -> str:
    """An evolution creature and its bases."""
    chance = f"{100 * row.ready_first:.0f}%"
    bases = f"{row.bases} {'base' if row.bases == 1 else 'bases'}"
    return f"{row.card}: {bases}, drawn with one by turn {row.turn}: {chance}."


def _problem(problem: Problem, width: int, dark: bool) -> Text:
    """One problem, its lines indented under its sign."""
    place = "" if problem.line is None else f"line {problem.line}: "
    sentence = " ".join(part for part in (f"{place}{problem.message}", problem.fix) if part)
    head = f"{_SIGNS[problem.severity]} {problem.severity} "
    lines = wrap(head + sentence, max(12, width), subsequent_indent="  ")
    text = Text("\n".join(lines) + "\n")
    text.stylize(Style(color=_color(problem.severity, dark), bold=True), 0, len(head))
    return text


def _percent(chance: float) -> str:
    return f"{100 * chance:>3.0f}%"


def _color(word: str, dark: bool) -> str | None:
    """The colour of a grade or a severity."""
    theme = DARK if dark else LIGHT
    word = {"good": "success", "fair": "warning", "needs work": "error"}.get(word, word)
    return None if word == "note" else str(getattr(theme, word))


def _accent(dark: bool) -> str:
    return (DARK if dark else LIGHT).primary


def _folded(text: str, width: int) -> Text:
    lines = [line for part in text.split("\n") for line in wrap(part, max(12, width))]
    return Text("\n".join(lines) + "\n")


def _fit(text: str, width: int) -> str:
    """Make a text exactly so wide; what is lost is shown by an ellipsis."""
    if cell_len(text) > width and not text.startswith("─"):
        text = set_cell_size(text, width - 1).rstrip() + "…"
    return set_cell_size(text, width)


#: The sections of the tall pane.
SECTIONS: Final[dict[str, Section]] = {
    "Curve": curve,
    "Civilizations": civilizations,
    "Totals": totals,
    "Problems": problems,
    "Casting": casting,
}
#: The pages of the other panes.
PAGES: Final[dict[str, Section]] = {
    "Curve": curve,
    "Civs": supply,
    "Casting": casting,
    "Problems": problems,
    "Overview": overview,
    "Figures": everything,
}
