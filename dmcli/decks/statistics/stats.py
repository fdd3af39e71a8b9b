"""Exact statistics of a deck: what can be said about it without playing a game.

Chances count the cards that are seen from a shuffled deck, by one's own turn, with no effect
that draws; a card of several civilizations needs all of them and enters the mana zone tapped.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec

from dmcli.cards import Pool
from dmcli.decks.model import Deck
from dmcli.decks.statistics.castability import Castable, castable
from dmcli.decks.statistics.civilizations import (
    Civilization,
    Together,
    all_seen,
    civilization,
    together,
)
from dmcli.decks.statistics.copying import Consistency, consistency
from dmcli.decks.statistics.counting import Cards, by_type, counts, mean, median
from dmcli.decks.statistics.dealing import Luck
from dmcli.decks.statistics.delay import Simulated, simulated
from dmcli.decks.statistics.evolving import Evolving, evolutions
from dmcli.decks.statistics.power import Power, power
from dmcli.decks.statistics.roles import ROLES, roles_of
from dmcli.decks.statistics.triggers import Triggers, triggers

__all__ = ["BANDS", "Castable", "Civilization", "Evolving", "Role", "Stats", "Triggers", "stats"]

#: The bands of cost that deck building advice speaks of: lowest and highest cost.
BANDS: Final = {"0-3": (0, 3), "4-6": (4, 6), "7+": (7, 10**9)}
#: Hands that are dealt to see how long cards wait.
HANDS: Final = 1000


class Role(msgspec.Struct, frozen=True, kw_only=True):
    """The cards that are good for one thing."""

    count: int
    cards: dict[str, int]


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is counted of a deck."""

    cards: int
    curve: dict[int, int]
    types: dict[str, int]
    #: By cost, how many cards of each type.
    curve_by_type: dict[int, dict[str, int]]
    #: By band of cost, how many cards of each type.
    bands: dict[str, dict[str, int]]
    civilizations: dict[str, Civilization]
    multicolored: int
    #: The chance to have seen every civilization of the deck, by turn.
    all_civilizations_first: dict[int, float]
    all_civilizations_second: dict[int, float]
    #: The same for the deck's civilizations and for those that a card needs together.
    together: tuple[Together, ...]
    castability: tuple[Castable, ...]
    triggers: Triggers
    evolution: tuple[Evolving, ...]
    races: dict[str, int]
    average_cost: float
    median_cost: float
    average_power: float | None
    power: Power
    roles: dict[str, Role]
    #: How many different cards stand in so many copies.
    copies: dict[int, int]
    consistency: dict[int, Consistency]
    #: Cards whose text is not written yet: their triggers, roles and bases are not counted.
    not_playable: tuple[str, ...]
    #: Cards that give no mana or more than one; the chances count one for each card.
    odd_mana: tuple[str, ...]
    #: What was dealt to see how long cards wait; None: no hand was dealt.
    simulated: Simulated | None = None


def stats(deck: Deck, pool: Pool, luck: Luck | None = None, hands: int = HANDS) -> Stats:
    """Count the main deck; with a stream of luck, see in hands that are dealt how cards wait."""
    cards = Cards.some_of(deck, pool)
    costs = cards.each(lambda card: (card.cost,))
    dealt, waits = simulated(cards, luck, hands) if luck else (None, {})
    return Stats(
        cards=cards.size,
        curve=counts(costs),
        types=by_type(cards.each(lambda card: (card.type,))),
        curve_by_type={cost: _types_from(cards, cost, cost) for cost in counts(costs)},
        bands={band: _types_from(cards, *ends) for band, ends in BANDS.items()},
        civilizations={name: civilization(cards, name) for name in cards.civilizations},
        multicolored=cards.number(lambda card: len(card.civilizations) > 1),
        all_civilizations_first=all_seen(cards, cards.civilizations, first=True),
        all_civilizations_second=all_seen(cards, cards.civilizations, first=False),
        together=together(cards),
        castability=tuple(
            castable(cards, card, copies, waits.get(card.name)) for card, copies in cards.by_cost()
        ),
        triggers=triggers(cards, pool),
        evolution=tuple(evolutions(cards, pool)),
        races=dict(Counter(cards.each(lambda card: card.races)).most_common()),
        average_cost=mean(costs),
        median_cost=median(costs),
        average_power=_average_power(cards),
        power=power(cards, pool),
        roles=_roles(cards, pool),
        copies=counts([copies for _, copies in cards.pairs]),
        consistency=consistency(cards),
        not_playable=tuple(card.name for card, _ in cards.pairs if not card.playable),
        odd_mana=tuple(card.name for card, _ in cards.pairs if card.mana != 1),
        simulated=dealt,
    )


def _types_from(cards: Cards, low: int, high: int) -> dict[str, int]:
    """How many cards of each type cost from low to high."""
    return by_type(cards.each(lambda card: (card.type,) if low <= card.cost <= high else ()))


def _average_power(cards: Cards) -> float | None:
    """The mean printed power of the creatures."""
    powers = cards.each(lambda card: () if card.power is None else (card.power,))
    return mean(powers) if powers else None


def _roles(cards: Cards, pool: Pool) -> dict[str, Role]:
    """The roles that cards of the deck have, with the cards."""
    found = {
        role: {card.name: n for card, n in cards.pairs if role in roles_of(card.name, pool)}
        for role in ROLES
    }
    return {
        role: Role(count=sum(named.values()), cards=named) for role, named in found.items() if named
    }
