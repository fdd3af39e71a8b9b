"""Random legal decks and positions over all cards that can be played: for fuzzing."""

from __future__ import annotations

from dmcli.engine.rng import Rng
from dmcli.engine.state import Def, Table
from dmcli.play.position import Entry, Position

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


def random_position(table: Table, rng: Rng, ruleset: str, seed: int) -> Position:
    """The middle of a game as a game would seldom reach it: full boards, much mana."""
    zones = tuple(_random_side(table, rng) for _ in range(2))
    return Position(
        zones=(zones[0], zones[1]),
        ruleset=ruleset,
        turn=int(rng.below(2)),
        step=("charge", "main", "attack", "start")[int(rng.below(4))],
        seed=seed,
    )


def _random_side(table: Table, rng: Rng) -> dict[str, list[Entry]]:
    deck = random_deck(table, rng)
    names = [table.defs[deck.pop(int(rng.below(len(deck))))] for _ in range(SIZE)]
    creatures = [d for d in names if d.is_creature()][: int(rng.below(7))]
    others = [d for d in names if d not in creatures]
    counts = {"mana": 4 + int(rng.below(8)), "hand": int(rng.below(7))}
    counts |= {"shields": int(rng.below(6)), "graveyard": int(rng.below(6))}
    zones = {"battle": [_creature(d, names, rng) for d in creatures]}
    for zone, many in counts.items():
        row, others = others[:many], others[many:]
        tapped = frozenset({"tapped"}) if zone == "mana" and rng.below(4) == 0 else frozenset()
        zones[zone] = [Entry(d.name, None, tapped) for d in row]
    zones["deck"] = [Entry(d.name) for d in others] or [Entry(names[0].name)]
    return zones


def _creature(d: Def, names: list[Def], rng: Rng) -> Entry:
    """A creature, an evolution creature on bases where the deck has them."""
    below = [base.name for base in _bases(d, names, rng)] if d.evolution else []
    states = {"tapped"} if rng.below(3) == 0 else set()
    states |= {"entered"} if rng.below(4) == 0 else set()
    return Entry(d.name, tuple(below) or None, frozenset(states))
