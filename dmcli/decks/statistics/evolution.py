"""What an evolution creature can be put on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef

if TYPE_CHECKING:
    from dmcli.lang.nodes import Trait


def bases_of(name: str, pool: Pool) -> tuple[tuple[Trait, ...], ...] | None:
    """What each base must be; None when the card does not evolve or its text is not written."""
    card = pool.cards[name]
    if not (card.is_evolution and card.playable):
        return None
    from dmcli.lang.nodes import EvolutionBase

    abilities = pool.abilities(name)
    found = [ability.bases for ability in abilities if isinstance(ability, EvolutionBase)]
    return found[0] if found else None


def fits(card: CardDef, traits: Iterable[Trait]) -> bool:
    """Whether a creature card can be such a base, by what is printed on it."""
    return card.is_creature and all(_has(card, trait) for trait in traits)


def _has(card: CardDef, trait: Trait) -> bool:
    """Whether a card has one trait; what a card can only become is not counted against it."""
    from dmcli.cards.deeds import is_race
    from dmcli.lang.nodes import Civ, Evolution, Race

    match trait:
        case Race(names=names, negated=negated):
            return any(is_race(race, name) for race in card.races for name in names) != negated
        case Civ(names=names, negated=negated):
            return bool(set(names) & set(card.civilizations)) != negated
        case Evolution(negated=negated):
            return card.is_evolution != negated
        case _:
            return True
