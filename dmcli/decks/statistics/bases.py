"""What the evolution creatures of a pool can be put on, found out once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, final
from weakref import WeakKeyDictionary

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.decks.statistics.evolution import bases_of, fits

if TYPE_CHECKING:
    from dmcli.lang.nodes import Trait


@final
class Base:
    """One creature that an evolution creature is put on."""

    def __init__(self, traits: tuple[Trait, ...]) -> None:
        self.traits = traits
        self._fitting: dict[str, bool] = {}

    def fits(self, card: CardDef) -> bool:
        """Whether this card can be it."""
        fitting = self._fitting.get(card.name)
        if fitting is None:
            fitting = self._fitting[card.name] = fits(card, self.traits)
        return fitting

    @property
    def words(self) -> str:
        """What it must be, in words: Fire Bird, any Dragon, light creature."""
        from dmcli.lang.nodes import Race

        is_raced = any(isinstance(trait, Race) for trait in self.traits)
        return " ".join([*map(_word, self.traits), *([] if is_raced else ["creature"])])


def _word(trait: Trait) -> str:
    """A race or a civilization in words; an evolution asks for nothing else."""
    from dmcli.lang.nodes import Civ, Race

    names = trait.names if isinstance(trait, (Civ, Race)) else ()
    shown = [f"any {name[:-1]}" if name.endswith("*") else name for name in names]
    return " or ".join(shown)


_KNOWN: Final[WeakKeyDictionary[Pool, dict[str, tuple[Base, ...] | None]]] = WeakKeyDictionary()


def needed_by(card: CardDef, pool: Pool) -> tuple[Base, ...] | None:
    """The bases of an evolution creature; None when its text is not written yet."""
    known = _KNOWN.setdefault(pool, {})
    if card.name not in known:
        found = bases_of(card.name, pool)
        known[card.name] = None if found is None else tuple(map(Base, found))
    return known[card.name]


def stranded(cards: Sequence[tuple[CardDef, int]], pool: Pool) -> list[tuple[CardDef, list[Base]]]:
    """The evolution creatures that can never be put on anything here, and what each lacks."""
    evolving = [pair for pair in cards if pair[0].is_evolution]
    if not evolving:
        return []
    standing = [pair for pair in cards if pair[0].is_creature and not pair[0].is_evolution]
    waiting = [(card, count, needed_by(card, pool)) for card, count in evolving]
    while True:
        left = [each for each in waiting if each[2] and _lacking(each[2], standing)]
        if len(left) == len(waiting):
            return [(card, _lacking(bases or (), standing)) for card, _, bases in left]
        standing += [(card, n) for card, n, bases in waiting if (card, n, bases) not in left]
        waiting = left


def _lacking(bases: tuple[Base, ...], standing: Sequence[tuple[CardDef, int]]) -> list[Base]:
    """The bases for which there are too few creatures, when each needs one of its own."""
    none = [base for base in bases if not any(base.fits(card) for card, _ in standing)]
    if none or len(bases) < 2:
        return none
    for size in range(2, len(bases) + 1):
        for group in combinations(bases, size):
            if sum(n for card, n in standing if any(base.fits(card) for base in group)) < size:
                return list(group)
    return []
