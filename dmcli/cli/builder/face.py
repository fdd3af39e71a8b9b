"""A card as people read it: its printed facts, and its text as its rules say it."""

from __future__ import annotations

from typing import Final

from rich.style import Style
from rich.text import Text

from dmcli.cards import Pool
from dmcli.cli.builder.cells import power_of
from dmcli.cli.builder.palette import words
from dmcli.cli.builder.rows import Row

_NOT_WRITTEN: Final = "Its text is not in the rules language yet, so it cannot be played."
_UNKNOWN: Final = (
    "There is no card of this name in the pool. The Problems tab says what may be meant."
)


def face(row: Row | None, pool: Pool, copies: int, dark: bool) -> Text:
    """Lay out the card of a row."""
    if row is None:
        return Text("No card is selected.", Style(dim=True))
    text = Text(f"{row.name}\n", Style(bold=True))
    plain = Text()
    if row.card is None:
        plain.append(_UNKNOWN)
        return text + plain
    plain.append_text(_kind(row, dark))
    plain.append(f"\n{_numbers(row)}")
    plain.append(f" · {copies} in the deck\n" if copies else "\n", Style(bold=bool(copies)))
    plain.append(f"{row.card.rarity}: {', '.join(row.card.printings)}\n\n", Style(dim=True))
    plain.append("\n".join(_text(row.name, pool)))
    return Text.assemble(text, plain)


def _kind(row: Row, dark: bool) -> Text:
    """Type, civilizations and races."""
    card = row.card
    assert card is not None
    text = Text(f"{card.type.capitalize()} · ")
    text.append_text(words(card.civilizations, dark))
    if card.is_creature:
        text.append(f" · {', '.join(card.races) or 'no race'}")
    return text


def _numbers(row: Row) -> str:
    """Cost, power and mana number."""
    card = row.card
    assert card is not None
    power = f" · power {power_of(row)}" if card.is_creature else ""
    return f"Cost {card.cost}{power} · mana {card.mana}"


def _text(name: str, pool: Pool) -> tuple[str, ...]:
    if not pool.playable(name):
        return (_NOT_WRITTEN,)
    return pool.text(name) or ("No text.",)
