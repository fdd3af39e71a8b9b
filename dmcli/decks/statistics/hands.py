"""Opening hands: what they hold, when their first card can be played, and what is wrong with them.

A card is playable on the first turn on which the mana can pay for it, when one card is charged
every turn for it alone, among the cards that are seen by then; an evolution creature needs a base
that was playable on an earlier turn. Nothing draws but the turn itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Final

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.words import CIVILIZATIONS
from dmcli.decks.model import Deck
from dmcli.decks.statistics import odds
from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.dealing import HAND, Luck, dealt, goes_first
from dmcli.decks.statistics.evolution import bases_of, fits
from dmcli.decks.statistics.paying import covers, enters_tapped, mask, pays, turn_of

if TYPE_CHECKING:
    from dmcli.lang.nodes import Trait

#: From this cost on a card is heavy.
HEAVY: Final = 5

NO_PLAY: Final = "no play"
ALL_HEAVY: Final = "all heavy"
ONE_CIVILIZATION: Final = "one civilization"
FAILURES: Final = (NO_PLAY, ALL_HEAVY, ONE_CIVILIZATION)

_Bases = tuple[tuple["Trait", ...], ...]


class OpeningHand(msgspec.Struct, frozen=True, kw_only=True):
    """The opening hand of one game of a series, and the draws of its first turns."""

    #: The number of the game; the deck goes first where it is even.
    game: int
    first: bool
    cards: tuple[str, ...]
    #: What is drawn, turn by turn; who goes first draws nothing on the first.
    draws: dict[int, str]
    #: By turn, the cards that are playable from that turn on.
    plays: dict[int, tuple[str, ...]]
    first_play: int | None
    #: How many cards of the hand have each civilization.
    civilizations: dict[str, int]
    #: What is wrong with it: no play, all heavy, one civilization.
    failures: tuple[str, ...]


class Rate(msgspec.Struct, frozen=True, kw_only=True):
    """How many of the sampled hands fail in one way."""

    hands: int
    #: The same among those that go first and second.
    first: int
    second: int
    #: The exact chance, where there is a formula.
    exact: float | None
    #: The first hand of the sample that shows it.
    example: OpeningHand | None


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """What was counted over many hands."""

    hands: int
    first: int
    second: int
    #: By turn, how many hands have their first play then; "later" for the others.
    first_plays_first: dict[str, int]
    first_plays_second: dict[str, int]
    rates: dict[str, Rate]


class Dealer:
    """Deals the opening hands of a deck: the same ones as in the games of a series."""

    def __init__(self, deck: Deck, pool: Pool, luck: Luck, turns: int) -> None:
        self.cards = Cards.some_of(deck, pool)
        self.luck = luck
        self.turns = turns
        self._kinds = [_Kind(card, pool) for card, _ in self.cards.pairs]
        self._deck = [
            kind
            for kind, (_, copies) in zip(self._kinds, self.cards.pairs, strict=True)
            for _ in range(copies)
        ]

    def hand(self, game: int) -> OpeningHand:
        """The opening hand of this game."""
        first = goes_first(game)
        hand, draws = dealt(self._deck, self.luck(game), self.turns - first)
        seen = _Seen(hand, draws, first, self.turns)
        plays = seen.plays()
        return OpeningHand(
            game=game,
            first=first,
            cards=tuple(kind.name for kind in hand),
            draws={turn: kind.name for turn, kind in enumerate(draws, start=1 + first)},
            plays={turn: tuple(names) for turn, names in plays.items()},
            first_play=next((turn for turn, names in plays.items() if names), None),
            civilizations=_civilizations(hand),
            failures=tuple(self._failures(hand, plays)),
        )

    def sample(self, hands: int, games: Iterable[int]) -> Sample:
        """Count how often hands of these games fail."""
        found = [self.hand(game) for _, game in zip(range(hands), games, strict=False)]
        return Sample(
            hands=len(found),
            first=sum(hand.first for hand in found),
            second=sum(not hand.first for hand in found),
            first_plays_first=self._first_plays(hand for hand in found if hand.first),
            first_plays_second=self._first_plays(hand for hand in found if not hand.first),
            rates={
                failure: self._rate(failure, [one for one in found if failure in one.failures])
                for failure in FAILURES
                if failure != ONE_CIVILIZATION or len(self.cards.civilizations) > 1
            },
        )

    def _failures(self, hand: Sequence[_Kind], plays: dict[int, list[str]]) -> Iterator[str]:
        """What is wrong with a hand."""
        if not any(plays.values()):
            yield NO_PLAY
        if hand and all(kind.cost >= HEAVY for kind in hand):
            yield ALL_HEAVY
        if len(self.cards.civilizations) > 1 and len(_civilizations(hand)) == 1:
            yield ONE_CIVILIZATION

    def _first_plays(self, hands: Iterable[OpeningHand]) -> dict[str, int]:
        """When hands have their first play."""
        counts = Counter(hand.first_play for hand in hands)
        by_turn = {str(turn): counts[turn] for turn in range(1, self.turns + 1)}
        return {**by_turn, "later": counts[None]}

    def _rate(self, failure: str, failing: list[OpeningHand]) -> Rate:
        """One way to fail."""
        return Rate(
            hands=len(failing),
            first=sum(hand.first for hand in failing),
            second=sum(not hand.first for hand in failing),
            exact=self._exact(failure),
            example=failing[0] if failing else None,
        )

    def _exact(self, failure: str) -> float | None:
        """The exact chance of a failure that is decided by the five cards alone."""
        size = self.cards.size
        hand = max(0, min(HAND, size - HAND))
        if failure == NO_PLAY or not hand:
            return None
        if failure == ALL_HEAVY:
            light = self.cards.number(lambda card: card.cost < HEAVY)
            return odds.none_of(size, light, hand)
        lone = (
            self.cards.number(lambda card, name=name: card.civilizations != (name,))  # type: ignore[misc]
            for name in self.cards.civilizations
        )
        return sum(odds.none_of(size, others, hand) for others in lone)


class _Kind:
    """What is asked of a card again and again."""

    def __init__(self, card: CardDef, pool: Pool) -> None:
        self.card = card
        self.name = card.name
        self.cost = card.cost
        self.mask = mask(card.civilizations)
        self.tapped = enters_tapped(self.mask)
        self.turn = turn_of(card.cost, self.mask)
        self.bases: _Bases | None = bases_of(card.name, pool)


class _Seen:
    """The cards that are seen in the first turns, in the order in which they are drawn."""

    def __init__(self, hand: list[_Kind], draws: list[_Kind], first: bool, turns: int) -> None:
        self.cards = [*hand, *draws]
        self.drawn = [1] * len(hand) + [turn + 1 + first for turn in range(len(draws))]
        self.turns = turns

    def plays(self) -> dict[int, list[str]]:
        """The different cards by the turn from which they are playable."""
        paid = [self._paid(place) for place in range(len(self.cards))]
        soonest: dict[str, int] = {}
        for place, kind in enumerate(self.cards):
            turn = self._with_base(place, paid)
            if turn is not None:
                soonest[kind.name] = min(turn, soonest.get(kind.name, turn))
        return {
            turn: [name for name, soon in soonest.items() if soon == turn]
            for turn in range(1, self.turns + 1)
        }

    def _paid(self, place: int) -> int | None:
        """The first turn on which a card can be paid."""
        kind = self.cards[place]
        turns = range(max(kind.turn, self.drawn[place]), self.turns + 1)
        return next((turn for turn in turns if self._pays(place, turn)), None)

    def _pays(self, place: int, turn: int) -> bool:
        """Whether the other cards pay for this one; those drawn now must come untapped."""
        kind = self.cards[place]
        mana = [
            other.mask
            for at, other in enumerate(self.cards)
            if at != place and self.drawn[at] <= turn - other.tapped * (turn > 1)
        ]
        if turn > kind.turn:
            return len(mana) >= kind.cost and covers(kind.mask, mana)
        return len(mana) >= turn and pays(kind.mask, mana, turn)

    def _with_base(self, place: int, paid: Sequence[int | None]) -> int | None:
        """The first turn on which a card is playable, on a base if it is an evolution creature."""
        kind, soon = self.cards[place], paid[place]
        if soon is None or not kind.card.is_evolution:
            return soon
        turns = range(soon, self.turns + 1)
        return next((turn for turn in turns if self._has_bases(place, paid, turn)), None)

    def _has_bases(self, place: int, paid: Sequence[int | None], turn: int) -> bool:
        """Whether a base for each of the creature's needs was playable before this turn."""
        needs = self.cards[place].bases
        there = [
            other.card
            for at, other in enumerate(self.cards)
            if at != place and (soon := paid[at]) is not None and soon < turn
            if not other.card.is_evolution
        ]
        return needs is not None and any(
            all(fits(card, traits) for card, traits in zip(cards, needs, strict=True))
            for cards in permutations(there, len(needs))
        )


def _civilizations(hand: Sequence[_Kind]) -> dict[str, int]:
    """How many of the cards have each civilization."""
    counts = Counter(name for kind in hand for name in kind.card.civilizations)
    return {name: counts[name] for name in CIVILIZATIONS if counts[name]}
