"""What is legal and unwise: cards that can never be played, and decks that begin late."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from dmcli.cards import Pool
from dmcli.decks.legality.tally import Tally
from dmcli.decks.model import Problem
from dmcli.decks.statistics.bases import stranded

#: A deck whose first card comes later than this turn starts slowly.
SLOW_FROM: Final = 4


def unwise(tally: Tally, pool: Pool) -> Iterator[Problem]:
    """Everything that the format allows and that will not go well."""
    yield from _not_playable(tally)
    yield from _no_base(tally, pool)
    yield from _unpayable(tally)
    yield from _slow_start(tally)


def _not_playable(tally: Tally) -> Iterator[Problem]:
    """Cards whose text is not written in the rules language yet."""
    for card, _ in tally.cards:
        if card.rules is None:
            message = f"{card.name} is not playable yet: games refuse it."
            yield _warning(tally, "not-playable", card.name, message)


def _no_base(tally: Tally, pool: Pool) -> Iterator[Problem]:
    """Evolution creatures that can be put on nothing in the deck."""
    for card, lacking in stranded(tally.cards, pool):
        message = f"{card.name} can evolve from no creature of this deck."
        needed = " and ".join(base.words for base in lacking)
        fix = f"Add creatures that it evolves: {needed}."
        yield _warning(tally, "no-base", card.name, message, fix)


def _unpayable(tally: Tally) -> Iterator[Problem]:
    """Cards with a civilization that the rest of the deck cannot give."""
    sources: dict[tuple[str, ...], int] = {}
    for card, count in tally.cards:
        if card.mana:
            sources[card.civilizations] = sources.get(card.civilizations, 0) + count
    lacking: dict[tuple[tuple[str, ...], bool], tuple[str, Sequence[str]]] = {}
    for card, _ in tally.cards:
        need = (card.civilizations, card.mana > 0)
        if need not in lacking:
            lacking[need] = _lacking(*need, sources)
        reason, missing = lacking[need]
        if reason:
            message = f"{card.name} cannot be paid: {reason}."
            fix = f"Add {' and '.join(missing)} cards, or take it out."
            yield _warning(tally, "unpayable", card.name, message, fix)


def _lacking(
    civilizations: tuple[str, ...], gives: bool, sources: dict[tuple[str, ...], int]
) -> tuple[str, Sequence[str]]:
    """What keeps a card of these civilizations from being paid, if anything does, and what lacks.

    A card of mana is one civilization at a time, so that each needs a card of its own; and the copy
    that is to be paid for, which gives mana in its turn, is not in the mana zone.
    """

    def given(group: tuple[str, ...]) -> int:
        return sum(n for civs, n in sources.items() if not set(group).isdisjoint(civs)) - gives

    alone = [each for each in civilizations if given((each,)) < 1]
    if alone:
        return f"no other card gives {' or '.join(alone)} mana", alone
    for size in range(2, len(civilizations) + 1):
        for group in combinations(civilizations, size):
            if (there := given(group)) < size:
                *most, last = group
                both = f"{', '.join(most)} and {last}"
                number = "is one" if there == 1 else f"are {there}"
                reason = f"{both} mana need {size} other cards that give it, and there {number}"
                return reason, group
    return "", ()


def _slow_start(tally: Tally) -> Iterator[Problem]:
    """A deck with nothing to play in its first turns."""
    costs = [card.cost for card, _ in tally.cards if not card.is_evolution]
    if costs and min(costs) >= SLOW_FROM:
        message = f"No card can be played before turn {min(costs)}."
        fix = "Add some cards that cost 2 or 3."
        yield Problem(severity="warning", rule="slow-start", message=message, fix=fix)


def _warning(tally: Tally, rule: str, name: str, message: str, fix: str = "") -> Problem:
    """Warn of a card where it first stands."""
    line = tally.first_line(name)
    return Problem(severity="warning", rule=rule, card=name, line=line, message=message, fix=fix)
