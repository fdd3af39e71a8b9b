"""What a deck must be under each format, as data."""

from __future__ import annotations

from typing import Final

import msgspec

from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean


class Format(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of deck building that one format has."""

    name: str
    #: The smallest and the largest main deck; None: as large as you like.
    smallest: int = 40
    largest: int | None = None
    #: How many copies of one card all zones may have together.
    copies: int = 4
    #: How many cards the hyperspatial zone may hold.
    hyperspatial: int = 0
    #: Cards with a limit of their own.
    restricted: dict[str, int] = {}
    banned: tuple[str, ...] = ()

    @property
    def size(self) -> str:
        """The size of the main deck in words."""
        if self.largest == self.smallest:
            return f"exactly {self.smallest} cards"
        if self.largest is None:
            return f"at least {self.smallest} cards"
        return f"{self.smallest} to {self.largest} cards"


FORMATS: Final = {
    each.name: each
    for each in (
        Format(name="tcg"),
        Format(name="ocg", largest=40, hyperspatial=8),
        Format(name="limited", smallest=30),
    )
}


def format_named(name: str) -> Format:
    """Find a format by its name."""
    found = FORMATS.get(name)
    if found is None:
        known = ", ".join(FORMATS)
        raise UsageMistake(
            f"There is no format {name!r}; there are {known}.{did_you_mean(name, FORMATS)}"
        )
    return found
