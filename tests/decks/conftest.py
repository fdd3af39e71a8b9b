"""A small pool of made-up cards, the printed pool, and a cache of the tests' own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dmcli.cards import Pool, load_pool
from dmcli.core.carddef import CardDef
from dmcli.decks import Deck, deck_from_text

MADE_UP = (
    ("Ember Imp", "creature", ("fire",), ("Imp",), 1, 1000, ()),
    ("Ember Hound", "creature", ("fire",), ("Hound",), 2, 2000, ()),
    ("Ember Lord", "evolution creature", ("fire",), ("Imp",), 3, 5000, ("evolution: Imp",)),
    ("Tide Sprite", "creature", ("water",), ("Sprite",), 2, 1000, ()),
    ("Tide Wall", "spell", ("water",), (), 2, None, ("shield trigger", "draw up to 2 cards")),
    ("Storm Drake", "creature", ("water", "fire"), ("Storm Dragon",), 5, 6000, ()),
    ("Ash Drake", "creature", ("fire",), ("Ash Dragon",), 3, 3000, ()),
    ("Wyrm King", "evolution creature", ("fire",), ("Wyrm",), 4, 9000, ("evolution: Dragon*",)),
    ("Sage of Later", "creature", ("light",), ("Sage",), 3, 3000, None),
)


def card(
    name: str,
    type: str,
    civilizations: tuple[str, ...],
    races: tuple[str, ...],
    cost: int,
    power: int | None,
    rules: tuple[str, ...] | None,
) -> CardDef:
    return CardDef(
        name=name,
        type=type,
        civilizations=civilizations,
        races=races,
        cost=cost,
        power=power,
        rarity="Common",
        rules=rules,
    )


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests share one cache folder that is not the user's."""
    folder = tmp_path_factory.getbasetemp() / "cache"
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))


@pytest.fixture
def small() -> Pool:
    """Nine made-up cards."""
    return Pool([card(*row) for row in MADE_UP], "small", [])


@pytest.fixture(scope="session")
def printed() -> Pool:
    """The whole pool."""
    return load_pool()


@pytest.fixture
def deck(small: Pool) -> Callable[..., Deck]:
    """Reads a list of made-up cards, one line for each argument."""

    def read(*rows: str) -> Deck:
        return deck_from_text("\n".join(rows), small, "deck.txt", "deck")

    return read
