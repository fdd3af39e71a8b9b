"""How long cards wait for the mana that pays for them, in simulated games.

Nobody plays anything: on every turn of theirs a player draws a card and charges one. Each card that
has been drawn by the turn of its cost is looked at by itself: a copy of it is kept in hand until
the mana can pay for it. Which of the other cards is charged, is decided by these questions in turn;
the cards with the best answer go on to the next, and of equal ones the first by name is charged:

1. Does it come untapped, or costs no other card in hand just as much as there will be mana?
2. How many other cards in hand need a civilization of it that the mana zone has not yet?
3. Is there another copy of it in hand?
4. How dear is it?
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final

import msgspec

from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.dealing import Luck, dealt, goes_first
from dmcli.decks.statistics.paying import covers, enters_tapped, mask, turn_of

#: After so many turns nobody counts on.
PATIENCE: Final = 6
#: A mean up to SHORT is good, one from LONG on needs work. In the bundled lists of several
#: civilizations 69 of 100 cards wait no longer than SHORT and 20 no less than LONG; of those
#: that are good by their exact chance 98 wait no longer, of those that need work 93 no less.
SHORT: Final = 0.3
LONG: Final = 0.6
#: 97.5 % of a normal distribution lie below.
_Z: Final = 1.959964

#: Two games are added to those of a card: in one it does not wait, in the other for ever.
_ADDED: Final = (0, PATIENCE)

#: The turns that a card waited, by the number of the game.
Waits = dict[int, int]
#: The answers to the questions, the better the larger; the last one is the order of the names.
_Use = tuple[bool, int, bool, int, int]


class Delay(msgspec.Struct, frozen=True, kw_only=True):
    """The turns that a card in hand waited beyond the turn of its cost."""

    #: The simulated games in which it was drawn by its turn.
    games: int
    #: None when it never was.
    mean: float | None
    #: The mean lies in here with 95 %.
    interval: tuple[float, float] | None
    #: The share of those games in which it could be paid on its turn.
    on_time: float | None

    @property
    def games_on_time(self) -> int:
        """In how many of the games it could be paid on its turn."""
        return round((self.on_time or 0.0) * self.games)

    @property
    def verdict(self) -> str:
        """A word for the mean: good, fair or needs work."""
        mean = self.mean or 0.0
        return "good" if mean <= SHORT else "fair" if mean < LONG else "needs work"


class Simulated(msgspec.Struct, frozen=True, kw_only=True):
    """What was dealt for the delays."""

    games: int
    #: Waiting is counted up to this many turns.
    patience: int
    #: The mean over the copies of all cards, each with its own delay.
    mean_delay: float | None
    #: That mean lies in here with 95 %.
    interval: tuple[float, float] | None


def simulated(cards: Cards, luck: Luck, games: int) -> tuple[Simulated, dict[str, Delay]]:
    """Deal many hands and see how long each card waits, and all of them."""
    waits = _waits(cards, luck, games)
    known = [(each, copies) for each, (_, copies) in zip(waits, cards.pairs, strict=True) if each]
    total = sum(copies for _, copies in known)
    together = Simulated(
        games=games,
        patience=PATIENCE,
        mean_delay=sum(n * _mean(each) for each, n in known) / total if total else None,
        interval=_interval(known) if known else None,
    )
    return together, {
        card.name: _delay(each) for (card, _), each in zip(cards.pairs, waits, strict=True)
    }


def _waits(cards: Cards, luck: Luck, games: int) -> list[Waits]:
    """Deal the hands and play them, for every card."""
    player = _Player(cards)
    waits: list[Waits] = [{} for _ in cards.pairs]
    for game in range(games):
        hand, draws = dealt(player.deck, luck(game), player.latest + PATIENCE)
        for card, turns in player.waits(hand, draws, goes_first(game)):
            waits[card][game] = turns
    return waits


def _delay(waits: Waits) -> Delay:
    """The mean with its interval."""
    if not waits:
        return Delay(games=0, mean=None, interval=None, on_time=None)
    return Delay(
        games=len(waits),
        mean=_mean(waits),
        interval=_interval([(waits, 1)]),
        on_time=list(waits.values()).count(0) / len(waits),
    )


def _mean(waits: Mapping[int, int]) -> float:
    return sum(waits.values()) / len(waits)


def _interval(cards: Sequence[tuple[Waits, int]]) -> tuple[float, float]:
    """Where the mean over copies lies; what the cards of one game have in common is counted.

    Two games are added for the width, as in the paired interval of a win rate: nothing is sure
    because it never happened in the games that were dealt.
    """
    total = sum(copies for _, copies in cards)
    middle, added, beside = 0.0, 0.0, defaultdict[int, float](float)
    for waits, copies in cards:
        weight, games = copies / total, len(waits) + len(_ADDED)
        mean = (sum(waits.values()) + sum(_ADDED)) / games
        middle += weight * _mean(waits)
        added += sum((weight * (turns - mean) / games) ** 2 for turns in _ADDED)
        for game, turns in waits.items():
            beside[game] += weight * (turns - mean) / games
    half = _Z * (added + sum(each * each for each in beside.values())) ** 0.5
    return max(0.0, middle - half), min(float(PATIENCE), middle + half)


class _Player:
    """Charges a card every turn. Cards are numbers, in the order of their names."""

    def __init__(self, cards: Cards) -> None:
        self.masks = [mask(card.civilizations) for card, _ in cards.pairs]
        self.costs = [card.cost for card, _ in cards.pairs]
        self.turns = [turn_of(*each) for each in zip(self.costs, self.masks, strict=True)]
        self.tapped = [enters_tapped(bits) for bits in self.masks]
        self.deck = [at for at, (_, copies) in enumerate(cards.pairs) for _ in range(copies)]
        self.latest = max(self.turns, default=0)

    def waits(self, hand: list[int], draws: list[int], first: bool) -> Iterator[tuple[int, int]]:
        """Each card that is drawn by its turn, and how many turns it waits then."""
        for card in sorted({*hand, *draws}):
            drawn = self.turns[card] - first
            if card in hand or card in draws[:drawn]:
                yield card, self._wait(card, list(hand), draws, first)

    def _wait(self, kept: int, hand: list[int], draws: list[int], first: bool) -> int:
        """Play until the kept card can be paid for, or patience ends."""
        mana: list[int] = []
        due, cost, needed = self.turns[kept], self.costs[kept], self.masks[kept]
        ahead = draws[::-1]
        for turn in range(1, due + PATIENCE):
            if ahead and (turn > 1 or not first):
                hand.append(ahead.pop())
            ready = self._charge(kept, hand, mana, turn)
            if turn >= due and len(ready) >= cost and covers(needed, ready):
                return turn - due
        return PATIENCE

    def _charge(self, kept: int, hand: list[int], mana: list[int], turn: int) -> list[int]:
        """Charge a card, if there is another than the kept one; the mana that is untapped."""
        free = {card for card in hand if card != kept or hand.count(card) > 1}
        if not free:
            return list(mana)
        charged = max(free, key=self._use(hand, mana, turn))
        hand.remove(charged)
        bits = self.masks[charged]
        ready = list(mana) if self.tapped[charged] else [*mana, bits]
        mana.append(bits)
        return ready

    def _use(self, hand: list[int], mana: list[int], turn: int) -> Callable[[int], _Use]:
        """How well a card answers the questions."""
        lacking = ~reduce(or_, mana, 0)
        needs = [self.masks[card] & lacking for card in hand]
        due = [self.costs[card] for card in hand].count(turn)

        def use(card: int) -> _Use:
            bits, cost = self.masks[card], self.costs[card]
            in_time = not self.tapped[card] or due == (cost == turn)
            served = sum(1 for need in needs if need & bits) - 1 if bits & lacking else 0
            return in_time, served, hand.count(card) > 1, cost, -card

        return use
