"""A card as it is printed, shared by every copy of it."""

from __future__ import annotations

import msgspec


class CardDef(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The printed facts of a card and its rules lines."""

    name: str
    type: str
    civilizations: tuple[str, ...]
    races: tuple[str, ...] = ()
    cost: int
    #: None on a spell.
    power: int | None = None
    #: A "+" stands beside the printed power.
    plus: bool = False
    #: The mana number: how much mana the card gives when tapped.
    mana: int = 1
    rarity: str
    #: Set and number as printed, first printing first: "DM-01 90/110".
    printings: tuple[str, ...] = ()
    #: One line per ability in printed order; None: not yet written in the rules language.
    rules: tuple[str, ...] | None = None

    @property
    def is_creature(self) -> bool:
        """Whether it is a creature, evolution creatures among them."""
        return self.type != "spell"

    @property
    def is_evolution(self) -> bool:
        """Whether it must be put on another creature."""
        return self.type == "evolution creature"

    @property
    def is_spell(self) -> bool:
        """Whether it is cast and goes to the graveyard."""
        return self.type == "spell"

    @property
    def playable(self) -> bool:
        """Whether all of its text is written in the rules language."""
        return self.rules is not None
