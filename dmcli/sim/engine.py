"""From a series to games of the engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from dmcli.core.errors import Refused, UsageMistake
from dmcli.core.nearest import did_you_mean
from dmcli.sim.series import Play, PlayedDeck, Recipe, Row, Series

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck
    from dmcli.engine.state import Table

#: Larger decks are not dealt, whatever the user allows.
MOST_CARDS: Final = 1000


def engine_recipe(series: Series, pool: Pool) -> Recipe:
    """Gather what the engine needs for a series; the cards stand in order of their names."""
    from dmcli.agents.match import ENDINGS
    from dmcli.engine.ruleset import Ruleset

    switches = dict(Ruleset.preset(series.ruleset).switches)
    names = sorted({name for deck in series.decks for name, _ in deck.cards})
    return Recipe(
        series=msgspec.structs.replace(series, switches=switches),
        cards=tuple(pool.cards[name] for name in names),
        abilities=tuple(tuple(pool.abilities(name)) for name in names),
        races=tuple(pool.races),
        endings=tuple(ENDINGS),
        opens=open_engine,
    )


def open_engine(recipe: Recipe) -> Play:
    """Set the table once and play any game of the series on it."""
    from dmcli.agents.match import play_game
    from dmcli.engine.ruleset import Ruleset
    from dmcli.engine.table import build_table

    series = recipe.series
    table = build_table(recipe.cards, recipe.abilities, recipe.races)
    ruleset = Ruleset.preset(series.ruleset)
    first, second = (_as_indices(deck, table) for deck in series.decks)
    agent_a, agent_b = series.agents
    lists_open = series.lists == "open"

    def play(game: int) -> Row:
        row: Row = play_game(
            table, first, second, agent_a, agent_b, ruleset, lists_open, series.seed, game
        )
        return row

    return play


def played_deck(deck: Deck) -> PlayedDeck:
    """The main deck of a list."""
    return PlayedDeck(deck.name, deck.hash, deck.cards)


def demand_possible(deck: Deck) -> None:
    """Refuse a deck that no format would allow and no table would hold."""
    if not 0 < deck.size <= MOST_CARDS:
        raise Refused(f"{deck.path}: a game needs 1 to {MOST_CARDS:,} cards in a deck.")


def agent_pair(text: str) -> tuple[str, str]:
    """Two agents from "A,B", or one that serves both from "A"."""
    first, comma, second = text.partition(",")
    pair = (first.strip(), second.strip() if comma else first.strip())
    for name in pair:
        _check_agent(name)
    return pair


def _check_agent(name: str) -> None:
    """A name may carry parameters after a colon."""
    known = agent_names()
    if name.partition(":")[0] not in known:
        raise UsageMistake(
            f"There is no agent {name!r}; there are {', '.join(known)}.{did_you_mean(name, known)}"
        )


def agent_names() -> list[str]:
    """The agents that there are."""
    from dmcli.agents import registry

    return list(registry.agent_names())


def _as_indices(deck: PlayedDeck, table: Table) -> list[int]:
    """A deck as numbers of the table, in order of the cards' names."""
    return [table.names[name] for name, copies in sorted(deck.cards) for _ in range(copies)]
