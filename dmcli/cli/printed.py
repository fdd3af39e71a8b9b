"""The printed facts of a card, as documents and tables show them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dmcli.core.carddef import CardDef


def facts(card: CardDef) -> dict[str, Any]:
    """Give the printed facts of a card as a document."""
    return {
        "name": card.name,
        "type": card.type,
        "civilizations": card.civilizations,
        "cost": card.cost,
        "power": card.power,
        "plus": card.plus,
        "races": card.races,
        "rarity": card.rarity,
        "printings": card.printings,
        "mana": card.mana,
        "playable": card.playable,
        "rules": card.rules,
    }


def power(card: CardDef) -> str | None:
    """Write a power as it is printed."""
    return None if card.power is None else f"{card.power}{'+' if card.plus else ''}"
