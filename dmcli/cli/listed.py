"""A deck as `deck show` shows it: in groups, with costs and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from dmcli.cli import show
from dmcli.cli.diff import NARROW
from dmcli.cli.edited import standing
from dmcli.cli.show import Answer, Column, Row, Table
from dmcli.core.signs import printable
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.core.carddef import CardDef
    from dmcli.decks import Deck, Format, Problem

_LAST = 1000
_TYPES = ("Creatures", "Evolution creatures", "Spells")


def answer(deck: Deck, rules: Format, pool: Pool, by: str, form: str) -> Answer:
    """The groups of a deck as tables; one table of all cards for other programs."""
    from dmcli.decks import check

    problems = check(deck, rules, pool)
    rows = _rows(deck, pool, by)
    is_narrow = form == "table" and (show.width() or NARROW) < NARROW
    author = f" by {deck.author}" if deck.author else ""
    place = "" if deck.name in deck.place else f" ({deck.place})"
    return Answer(
        schema="deck.show",
        document=_document(deck, rules, rows, problems),
        tables=[_table(rows, by)] if form == "csv" else _groups(rows, by, is_narrow),
        heading=[printable(f"{deck.name}{author}{place}")],
        lines=standing(deck, rules, problems, _average(rows)),
        pool=pool.hash,
    )


def _document(
    deck: Deck, rules: Format, rows: list[Row], problems: Sequence[Problem]
) -> dict[str, Any]:
    """What other programs read."""
    import msgspec

    from dmcli.decks import is_legal

    return {
        "path": deck.path,
        "name": deck.name,
        "author": deck.author,
        "remarks": deck.remarks,
        "hash": deck.hash,
        "zones": {zone: deck.count(zone) for zone in deck.zones},
        "cards": rows,
        "format": rules.name,
        "legal": is_legal(problems),
        "problems": msgspec.to_builtins(problems),
    }


def _rows(deck: Deck, pool: Pool, by: str) -> list[Row]:
    """A row for each card: zone by zone and group by group, then by cost and name."""
    rows = []
    for place, zone in enumerate(deck.zones):
        for name, count in deck.zone(zone):
            card = pool.cards.get(name)
            rank, group = _group(card, by)
            order = (place, rank, card.cost if card else _LAST, name)
            rows.append((order, _row(name, count, zone, group, card)))
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def _row(name: str, count: int, zone: str, group: str, card: CardDef | None) -> Row:
    facts = {key: getattr(card, key, None) for key in ("cost", "civilizations", "type", "power")}
    part = f"{zone.capitalize()}: {group}" if group and zone != "main" else group
    return {"count": count, "card": name, "zone": zone, "group": part, **facts}


def _group(card: CardDef | None, by: str) -> tuple[int, str]:
    """The group of a card, and its place among the groups."""
    if by == "none":
        return 0, ""
    if card is None:
        return _LAST, "Not in this pool"
    if by == "cost":
        return card.cost, f"Cost {card.cost}"
    if by == "type":
        place = CARD_TYPES.index(card.type)
        return place, _TYPES[place]
    if len(card.civilizations) > 1:
        return len(CIVILIZATIONS), "Rainbow"
    return CIVILIZATIONS.index(card.civilizations[0]), card.civilizations[0].capitalize()


def _groups(rows: list[Row], by: str, is_narrow: bool) -> list[Table]:
    """A table for each group, with the number of its cards in its title."""
    found = []
    for (zone, group), held in groupby(rows, key=lambda row: (row["zone"], row["group"])):
        cards = list(held)
        title = group or (zone.capitalize() if zone != "main" else "")
        counted = f"{title} ({sum(row['count'] for row in cards)})" if title else ""
        table = _table(cards, by, counted)
        found.append(replace(table, columns=table.columns[:3]) if is_narrow else table)
    return found


def _table(rows: list[Row], by: str, title: str = "") -> Table:
    """Count, card, cost and what the group does not say already."""
    columns = [Column("count", right=True), Column("card"), Column("cost", right=True)]
    others = [Column("civilizations"), Column("type"), Column("power", right=True)]
    if title:
        hidden = {"civilization": "civilizations", "type": "type"}.get(by)
        is_mixed = title.startswith(("Rainbow", "Not "))
        others = [column for column in others if is_mixed or column.key != hidden]
    else:
        others = [Column("zone"), *others] if len({row["zone"] for row in rows}) > 1 else others
    return Table([*columns, *others], rows, title)


def _average(rows: list[Row]) -> str:
    """The mean cost of the main deck's cards, and of how many where some are not known."""
    main = [row for row in rows if row["zone"] == "main"]
    known = [row for row in main if row["cost"] is not None]
    cards = sum(row["count"] for row in known)
    if not cards:
        return ""
    average = sum(row["count"] * row["cost"] for row in known) / cards
    beside = "" if len(known) == len(main) else f" (of the {cards} that the pool knows)"
    return f"average cost {average:.2f}{beside}"
