"""How advice is shown: tables, sentences with their sources, and changes side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dmcli.cli import show
from dmcli.cli.show import Answer, Column, Row, Table

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.statistics.advice import Finding, Suggestion
    from dmcli.decks.statistics.advice_rules import Rule, Source
    from dmcli.decks.statistics.whatif import Changed, Shift, Swap


_HOW = (
    "What if: one card more of a civilization in place of another changes how surely cards can be "
    "paid on the turn of their cost, once drawn: the mean, going first and second, and the card "
    "that gains and the one that loses most."
)


def advised(
    deck: Deck,
    pool: Pool,
    rules: Sequence[Rule],
    owned: Collection[str] | None,
    form: str,
    why: bool,
) -> Answer:
    """The answer of `advise` on a list as it is."""
    from dmcli.decks.statistics.advice import advise
    from dmcli.decks.statistics.whatif import swaps

    found, tried = advise(deck, pool, rules, owned), swaps(deck, pool)
    sources = _numbered(found)
    ranked = sorted(found, key=_rank)
    return Answer(
        "advise",
        document(deck, found, tried, None),
        tables=[_every(found)] if form == "csv" else [_advice(ranked, sources), *_swaps(tried)],
        heading=[f"{deck.name}: {show.cards(deck.size)}"],
        lines=[
            *([_HOW, ""] if tried else []),
            *_sentences(ranked, sources, form, why),
            *_list(sources, form),
        ],
        pool=pool.hash,
    )


# ---------------------------------------------------------------- a list as it is


def _rank(finding: Finding) -> int:
    """What is off stands first."""
    from dmcli.decks.statistics.advice import VERDICTS

    return VERDICTS.index(finding.verdict)


def _numbered(found: Iterable[Finding]) -> dict[Source, int]:
    """Give each source a number, in the order in which they are named."""
    numbers: dict[Source, int] = {}
    for finding in sorted(found, key=_rank):
        numbers.setdefault(finding.source, len(numbers) + 1)
    return numbers


def _advice(found: Iterable[Finding], sources: Mapping[Source, int]) -> Table:
    """Every piece of advice in a row."""
    rows = [
        {
            "verdict": each.verdict,
            "advice": each.title,
            "yours": _number(each.number, each),
            "advised": _wanted(each),
            "source": f"[{sources[each.source]}]",
        }
        for each in found
    ]
    right = ("yours",)
    columns = ("verdict", "advice", "yours", "advised", "source")
    heads = {"advised": "advised (fine)"} if any("(" in row["advised"] for row in rows) else {}
    return Table(
        [Column(key, heads.get(key, ""), right=key in right) for key in columns], rows, "Advice"
    )


def _number(number: float, finding: Finding) -> str:
    """A number of this list, with its unit."""
    text = f"{number:g}" if number == int(number) else f"{number:.1f}"
    return f"{text}%" if finding.percent else text


def _wanted(finding: Finding) -> str:
    """What is advised, in few words."""
    unit = "%" if finding.percent else ""
    low, high, about = finding.low, finding.high, finding.about
    if about is not None and about not in (low, high):
        return f"{about}{unit} ({f'{low} to {high}' if high is not None else f'from {low}'})"
    if high is None:
        return f"at least {low}{unit}"
    if low == high:
        return f"{low or 'none'}{unit if low else ''}"
    return f"{low} to {high}{unit}" if low else f"at most {high}{unit}"


def _sentences(
    found: Iterable[Finding], sources: Mapping[Source, int], form: str, why: bool
) -> list[str]:
    """What to look at; each reason once, and what is fine only when it is asked for."""
    told = [each for each in found if why or each.verdict != "fine"]
    lines: list[str] = []
    given: set[str] = set()
    for each in told:
        reason = each.says if each.why in given else f"{each.says} {each.why}"
        given.add(each.why)
        mark = "- " if form == "md" else ""
        lines.append(
            f"{mark}{_upper(each.verdict)}, {each.title}: {reason} [{sources[each.source]}]"
        )
        if each.suggestions:
            named = "; ".join(map(_suggested, each.suggestions))
            lines.append(f"{'  ' if form == 'md' else ''}Cards to think of: {named}.")
        lines += [] if form == "md" else [""]
    return lines or ["Nothing to look at: this list follows all of the advice.", ""]


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _suggested(suggestion: Suggestion) -> str:
    """A card with its cost and what it is good for."""
    from dmcli.decks.statistics.advice import TIMING

    roles = [role for role in suggestion.roles if role not in TIMING]
    what = f": {', '.join(roles)}" if roles else ""
    civilizations = "/".join(suggestion.civilizations)
    return f"{suggestion.card} ({civilizations} {suggestion.cost}{what})"


def _list(sources: Mapping[Source, int], form: str) -> list[str]:
    """The sources by their numbers."""
    mark = "- " if form == "md" else ""
    return [f"{mark}[{number}] {_cited(source)}" for source, number in sources.items()]


def _cited(source: Source) -> str:
    """A source in a line."""
    where = source.address or f"`dmcli rules {source.rule}`"
    return f"{source.title}: {where}"


def _swaps(tried: Sequence[Swap]) -> list[Table]:
    """What one card more of each civilization does to the chances of all cards."""
    if not tried:
        return []
    rows = [
        {
            "in": f"a {each.civilization} card",
            "out": each.out,
            "first": points(each.mean["given_drawn_first"]),
            "second": points(each.mean["given_drawn_second"]),
            "gains": _mover(each.gains),
            "loses": _mover(each.loses),
        }
        for each in tried
    ]
    columns = [
        *(Column("in"), Column("out")),
        *(Column("first", "1st", right=True), Column("second", "2nd", right=True)),
        *(Column("gains"), Column("loses")),
    ]
    return [Table(columns, rows, "What if: payable once drawn, in points")]


def _mover(changed: Changed | None) -> str | None:
    """The card whose chance changes most."""
    if changed is None:
        return None
    moved = points(changed.given_drawn_first)
    return None if moved == "0.0" else f"{changed.card} {moved}"


def points(shift: Shift) -> str | None:
    """A change in percentage points."""
    if shift.change is None:
        return None
    text = f"{100 * shift.change:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


# ---------------------------------------------------------------- documents


def document(
    deck: Deck, found: Iterable[Finding], tried: Iterable[Swap], change: Row | None
) -> dict[str, Any]:
    """The answer for other programs; with a change the advice is that on the list after it."""
    import msgspec

    return {
        "name": deck.name,
        "hash": deck.hash,
        "cards": deck.size,
        "advice": [msgspec.to_builtins(each) for each in found],
        "swaps": [_swap(each) for each in tried],
        "what_if": change,
    }


def _swap(swap: Swap) -> dict[str, Any]:
    return {
        "civilization": swap.civilization,
        "out": swap.out,
        "mean": means(swap.mean),
        "gains": None if swap.gains is None else row(swap.gains),
        "loses": None if swap.loses is None else row(swap.loses),
    }


def row(changed: Changed) -> dict[str, Any]:
    """A card before and after a change."""
    from dmcli.decks.statistics.whatif import CHANCES

    return {
        "card": changed.card,
        "cost": changed.cost,
        "copies_before": changed.copies_before,
        "copies_after": changed.copies_after,
        **{key: _shift(getattr(changed, key)) for key in CHANCES},
    }


def means(mean: Mapping[str, Shift]) -> dict[str, Any]:
    """The means before and after a change."""
    return {key: _shift(shift) for key, shift in mean.items()}


def _shift(shift: Shift) -> dict[str, float | None]:
    return {"before": shift.before, "after": shift.after, "change": shift.change}


def _every(found: Iterable[Finding]) -> Table:
    """All that is known of each piece of advice, for a spreadsheet."""
    rows = [
        {
            "id": each.id,
            "title": each.title,
            "verdict": each.verdict,
            "number": each.number,
            "percent": each.percent,
            "low": each.low,
            "high": each.high,
            "about": each.about,
            "says": each.says,
            "why": each.why,
            "source": each.source.title,
            "address": each.source.address or f"rule {each.source.rule}",
            "cards": "; ".join(f"{copies} {name}" for name, copies in each.cards.items()),
            "suggestions": "; ".join(suggestion.card for suggestion in each.suggestions),
        }
        for each in found
    ]
    columns = ("id", "title", "verdict", "number", "percent", "low", "high", "about")
    texts = ("says", "why", "source", "address", "cards", "suggestions")
    return Table([Column(key) for key in (*columns, *texts)], rows)
