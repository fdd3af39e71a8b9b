"""The words of the type line and the rarity mark, in the order used everywhere."""

from __future__ import annotations

from typing import Final

#: The order is also the order of the bits: light is bit 0, nature bit 4.
CIVILIZATIONS: Final = ("light", "water", "darkness", "fire", "nature")

CARD_TYPES: Final = ("creature", "evolution creature", "spell")

RARITIES: Final = ("Common", "Uncommon", "Rare", "Very Rare", "Super Rare", "No Rarity")
