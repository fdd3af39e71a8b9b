"""Random legal decks over all cards that can be played: for fuzzing and measuring."""

from __future__ import annotations

from dmcli.engine.rng import Rng
from dmcli.engine.state import Def, Table

SIZE = 40
COPIES = 4


def random_deck(table: Table, rng: Rng) -> list[int]:
    """Forty cards, four of a name at most: half the time of few civilizations, with bases."""
    civs = _civilizations(rng)
    fitting = [d for d in table.defs if int(d.civs) & ~civs == 0]
    counts: dict[int, int] = {}
    while sum(counts.values()) < SIZE:
        d = fitting[int(rng.below(len(fitting)))]
        _add(counts, d, 1 + int(rng.below(COPIES)))
        if d.evolution:
            for base in _bases(d, fitting, rng):
                _add(counts, base, 2 + int(rng.below(3)))
    deck = sorted(index for index, many in counts.items() for _ in range(many))
    while len(deck) > SIZE:
        del deck[int(rng.below(len(deck)))]
    return deck


def _civilizations(rng: Rng) -> int:
    """All five, or one to three of them."""
    if rng.below(2) == 0:
        return 31
    mask = 0
    for _ in range(1 + int(rng.below(3))):
        mask |= 1 << int(rng.below(5))
    return mask


def _add(counts: dict[int, int], d: Def, many: int) -> None:
    index = int(d.index)
    counts[index] = min(COPIES, counts.get(index, 0) + many)


def _bases(d: Def, fitting: list[Def], rng: Rng) -> list[Def]:
    """One card for each base that the evolution creature asks for, where there is one."""
    found: list[Def] = []
    for base in d.bases:
        able = [each for each in fitting if each.is_creature() and base.ok[int(each.index)]]
        if able:
            found.append(able[int(rng.below(len(able)))])
    return found
