"""How a change of a list is shown: every card and every piece of advice, before and after."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dmcli.cli.advised import document, means, points, row
from dmcli.cli.show import Answer, Column, Row, Table

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.decks.statistics.advice import Finding
    from dmcli.decks.statistics.advice_rules import Rule
    from dmcli.decks.statistics.whatif import Shift, WhatIf


def compared(
    deck: Deck,
    pool: Pool,
    out: Mapping[str, int],
    into: Mapping[str, int],
    rules: Sequence[Rule],
    owned: Collection[str] | None,
    form: str,
) -> Answer:
    """The answer of `advise` on a change."""
    from dmcli.decks.statistics.advice import advise
    from dmcli.decks.statistics.whatif import changed_deck, what_if_all

    change = what_if_all(deck, pool, out, into)
    new = changed_deck(deck, out, into)
    before = advise(deck, pool, rules)
    after = advise(new, pool, rules, owned)
    differing = _differing(before, after)
    warnings = _new_warnings(deck, new, pool)
    payable = _payable(change, form)
    return Answer(
        "advise",
        document(deck, after, (), {**_change(change), "advice": differing, "warnings": warnings}),
        tables=[payable] if form == "csv" else [payable, *_moved(differing)],
        heading=[f"{deck.name}: {_in_words(change)}"],
        lines=_remarks(change, differing, warnings),
        pool=pool.hash,
    )


def _in_words(change: WhatIf) -> str:
    """What goes out and what comes in."""
    gone = [f"{number} {name}" for name, number in change.out.items()]
    come = [f"{number} {name}" for name, number in change.into.items()]
    parts = [f"out {', '.join(gone)}" if gone else "", f"in {', '.join(come)}" if come else ""]
    return "; ".join(filter(None, parts))


def _payable(change: WhatIf, form: str) -> Table:
    """Every card before and after."""
    rows = [
        {
            "cost": each.cost,
            "copies": _arrow(each.copies_before, each.copies_after),
            "card": each.card,
            **_shifts(each.given_drawn_first, each.given_drawn_second),
        }
        for each in change.cards
    ]
    mean = change.mean
    sizes = _arrow(change.cards_before, change.cards_after)
    means = _shifts(mean["given_drawn_first"], mean["given_drawn_second"])
    rows += [] if form == "csv" else [{"cost": "", "copies": sizes, "card": "mean", **means}]
    columns = [
        *(Column("cost", right=True), Column("copies", "n", right=True), Column("card")),
        *(Column("first", "1st", right=True), Column("first_change", "±", right=True)),
        *(Column("second", "2nd", right=True), Column("second_change", "±", right=True)),
    ]
    return Table(columns, rows, "Payable once drawn, in %, and the change")


def _arrow(before: int, after: int) -> str:
    return str(before) if before == after else f"{before}→{after}"


def _shifts(first: Shift, second: Shift) -> Row:
    """The cells of two chances; a card that comes in has only what it will be."""
    return {
        "first": _tenths(first),
        "first_change": points(first),
        "second": _tenths(second),
        "second_change": points(second),
    }


def _tenths(shift: Shift) -> str:
    """A percentage as it was; of a card that comes in, as it will be."""
    chance = shift.after if shift.before is None else shift.before
    return f"{100 * (chance or 0.0):.1f}"


def _differing(before: Iterable[Finding], after: Iterable[Finding]) -> list[dict[str, Any]]:
    """The advice whose number or verdict changes; None where it does not apply."""
    old, new = {each.id: each for each in before}, {each.id: each for each in after}
    rows = []
    for id in dict.fromkeys((*old, *new)):
        was, now = old.get(id), new.get(id)
        if was is None or now is None or (was.number, was.verdict) != (now.number, now.verdict):
            known = now or was
            assert known is not None
            rows.append(
                {
                    "id": id,
                    "title": known.title,
                    "percent": known.percent,
                    "before": was.number if was else None,
                    "after": now.number if now else None,
                    "verdict_before": was.verdict if was else None,
                    "verdict_after": now.verdict if now else None,
                }
            )
    return rows


def _moved(differing: Sequence[Mapping[str, Any]]) -> list[Table]:
    """The advice that changes."""
    if not differing:
        return []
    rows = [{**row, **{key: _number(row, key) for key in ("before", "after")}} for row in differing]
    keys = ("title", "before", "after", "verdict_before", "verdict_after")
    heads = ("advice", "before", "after", "was", "is")
    right = ("before", "after")
    columns = [Column(key, head, key in right) for key, head in zip(keys, heads, strict=True)]
    return [Table(columns, rows, "Advice that changes")]


def _number(row: Mapping[str, Any], key: str) -> str | None:
    """A number with its unit."""
    return None if row[key] is None else f"{row[key]:g}{'%' if row['percent'] else ''}"


def _new_warnings(old: Deck, new: Deck, pool: Pool) -> list[str]:
    """What `check` warns of after the change and did not before."""
    from dmcli.decks import check, find_format

    rules = find_format("tcg")
    before, after = (
        {(each.rule, each.card): each.message for each in check(deck, rules, pool)}
        for deck in (old, new)
    )
    wise = ("no-base", "unpayable", "slow-start", "not-playable")
    return [text for key, text in after.items() if key[0] in wise and key not in before]


def _remarks(
    change: WhatIf, differing: Sequence[Mapping[str, Any]], warnings: Sequence[str]
) -> list[str]:
    from dmcli.decks import find_format

    said = (
        "How surely each card can be paid on the turn of its cost, once drawn, for the player who "
        "goes first and second; exact, without cards that draw."
    )
    same = [] if differing else ["No advice changes."]
    most = find_format("tcg").copies
    many = [each for each in change.cards if each.copies_after > max(most, each.copies_before)]
    warned = [f"{each.copies_after} {each.card}: most formats allow {most}." for each in many]
    return [*same, *warned, *warnings, said, _held(change)]


def _held(change: WhatIf) -> str:
    """The mean chance to hold a card and to pay it on its turn."""
    first, second = (
        " → ".join(f"{100 * (chance or 0.0):.1f}%" for chance in (shift.before, shift.after))
        for shift in (change.mean["first"], change.mean["second"])
    )
    return f"Drawn and payable by then, mean of all cards: {first} going first, {second} second."


def _change(change: WhatIf) -> dict[str, Any]:
    return {
        "out": change.out,
        "in": change.into,
        "cards_before": change.cards_before,
        "cards_after": change.cards_after,
        "castability": [row(each) for each in change.cards],
        "mean": means(change.mean),
    }
