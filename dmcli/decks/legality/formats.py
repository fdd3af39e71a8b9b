"""What a deck must be under each format; the formats themselves are TOML files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.core.files import data_folder
from dmcli.core.nearest import did_you_mean

#: How a format file's name ends.
SUFFIX: Final = ".toml"


class Format(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of deck building that one format has."""

    name: str
    #: One line that says what it is.
    title: str = ""
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
    #: Cards of which only one may be in a deck.
    pairs: tuple[tuple[str, ...], ...] = ()
    #: The sets, rarities and civilizations that a card may be of; none: all.
    sets: tuple[str, ...] = ()
    rarities: tuple[str, ...] = ()
    civilizations: tuple[str, ...] = ()

    @property
    def size(self) -> str:
        """The size of the main deck in words."""
        if self.largest == self.smallest:
            return f"exactly {self.smallest} cards"
        if self.largest is None:
            return f"at least {self.smallest} cards"
        return f"{self.smallest} to {self.largest} cards"


class _Bundled(Mapping[str, Format]):
    """The formats that come with dmcli, by name; each is read when it is asked for."""

    def __getitem__(self, name: str) -> Format:
        return _read(_files()[name])

    def __iter__(self) -> Iterator[str]:
        return iter(_files())

    def __len__(self) -> int:
        return len(_files())


FORMATS: Final[Mapping[str, Format]] = _Bundled()


def format_named(name: str) -> Format:
    """Find a format that comes with dmcli by its name."""
    if name in FORMATS:
        return FORMATS[name]
    known = ", ".join(FORMATS)
    raise UsageMistake(
        f"There is no format {name!r}; there are {known}.{did_you_mean(name, FORMATS)}"
        f" A format file of your own ends in {SUFFIX}."
    )


def find_format(text: str, pool: Pool | None = None) -> Format:
    """Find a format by its name, or read a format file; the pool knows the cards it names."""
    if not is_format_file(text):
        return format_named(text)
    from dmcli.decks.legality.format_file import read_format

    return read_format(Path(text), pool)


def is_format_file(text: str) -> bool:
    """Whether this is the path of a file, not a name."""
    return text.lower().endswith(SUFFIX) or "/" in text or "\\" in text


@cache
def _files() -> dict[str, Path]:
    """The files of the formats that come with dmcli."""
    paths = sorted(data_folder("decks").glob(f"formats/*{SUFFIX}"))
    return {path.stem: path for path in paths}


@cache
def _read(path: Path) -> Format:
    from dmcli.decks.legality.format_file import read_format

    return read_format(path)
