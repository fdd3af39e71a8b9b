"""Advice on a deck: each rule's number for this list, a verdict, what to change and who says so.

Advice is no law. The rules are data (`advice.toml`, or a file of one's own); here they are asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil, floor
from typing import Final, Literal, final

import msgspec

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused
from dmcli.decks.model import Deck
from dmcli.decks.statistics.advice_figures import Counted, Named, figure
from dmcli.decks.statistics.advice_rules import Kind, Rule, Source, When, our_rules
from dmcli.decks.statistics.advice_text import filled
from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.evolution import bases_of, fits
from dmcli.decks.statistics.roles import ROLES, roles_of

Verdict = Literal["fine", "look at it", "off"]
VERDICTS: Final[tuple[Verdict, ...]] = ("off", "look at it", "fine")

#: So many cards are suggested, and so many named in a sentence.
SUGGESTED: Final = 6
NAMED: Final = 4

#: Roles that say when a card can be used, not what it does.
TIMING: Final = frozenset(("shield trigger", "needs a target"))


class Suggestion(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the pool that the list does not play."""

    card: str
    civilizations: tuple[str, ...]
    cost: int
    roles: tuple[str, ...]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One piece of advice, with the number of this list beside it."""

    id: str
    title: str
    verdict: Verdict
    #: The number of this list, and whether it is a percentage.
    number: float
    percent: bool
    #: What is fine, for a deck of this size; None: no upper end.
    low: int
    high: int | None
    #: The number that the source names.
    about: int | None
    #: What it means for this list and what to change.
    says: str
    why: str
    source: Source
    #: What was counted.
    cards: dict[str, int]
    suggestions: tuple[Suggestion, ...] = ()


def advise(
    deck: Deck,
    pool: Pool,
    rules: Sequence[Rule] | None = None,
    owned: Collection[str] | None = None,
) -> tuple[Finding, ...]:
    """Ask every rule about the main deck; suggestions are of `owned` cards, where that is said."""
    reading = _Reading(Cards.of(deck, pool), pool, owned)
    if not reading.cards.size:
        raise Refused(f"{deck.place}: there is no card in the main deck.")
    asked = our_rules() if rules is None else rules
    return tuple(finding for rule in asked for finding in reading.findings(rule))


@final
class _Reading:
    """A list, while rules are asked about it."""

    def __init__(self, cards: Cards, pool: Pool, owned: Collection[str] | None) -> None:
        self.cards = cards
        self.pool = pool
        self.owned = owned

    def findings(self, rule: Rule) -> Iterator[Finding]:
        """Ask a rule, perhaps about each civilization by itself; it may have nothing to say."""
        for each in self.cards.civilizations if rule.each else ("",):
            conditions = [(when, self.counted(when, each).number) for when in rule.when]
            if all(_holds(when, number) for when, number in conditions):
                asked = conditions[0][1] if conditions else 0
                counted, base = self.counted(rule, each), self.base(rule, each)
                if base is None or base > 0:
                    yield self.finding(rule, each, counted, base, asked)

    def counted(self, asked: Rule | When, each: str) -> Counted:
        """Count what a rule or a condition asks for."""
        if asked.count is None:
            return figure(asked.figure, self.cards, self.pool)
        return self.of_kind(asked.count, each)

    def base(self, rule: Rule, each: str) -> int | None:
        """Of how many cards the share is; None when a number is asked for."""
        if rule.share_of is None:
            return None
        return round(self.of_kind(rule.share_of, each).number)

    def of_kind(self, kind: Kind, each: str) -> Counted:
        """The cards of the list that fit, the most copies first."""
        found = {c.name: n for c, n in self.cards.pairs if _fits(c, kind, self.pool, each)}
        ranked = sorted(found, key=lambda name: (-found[name], name))
        named = [Named(f"{found[name]} {name}", found[name]) for name in ranked]
        return Counted(sum(found.values()), found, named)

    def finding(
        self, rule: Rule, each: str, counted: Counted, base: int | None, asked: float
    ) -> Finding:
        """Judge a number and say what it means."""
        bounds = _Bounds(rule, self.cards.size, counted.number, base)
        values = bounds.values() | {
            "size": self.cards.size,
            "each": each,
            "asked": _plain(asked),
            "average": f"{figure('average cost', self.cards, self.pool).number:.1f}",
            "names": _listed(counted.named),
        }
        return Finding(
            id=f"{rule.id}, {each}" if each else rule.id,
            title=filled(rule.title, values),
            verdict=bounds.verdict,
            number=bounds.number,
            percent=base is not None,
            low=bounds.low,
            high=bounds.high,
            about=bounds.about,
            says=filled(getattr(rule.says, bounds.side), values),
            why=filled(rule.why, values),
            source=rule.source,
            cards=dict(counted.cards),
            suggestions=self.suggestions(rule) if bounds.short else (),
        )

    def suggestions(self, rule: Rule) -> tuple[Suggestion, ...]:
        """Cards that fit and are paid by the deck's civilizations, the best, of all costs."""
        kind, prefer = rule.suggest, rule.prefer
        if kind is None:
            return ()
        found = [_suggestion(c, self.pool) for c in self.pool.cards.values() if self.may(c, kind)]
        found.sort(key=lambda each: (each.cost, each.card))
        worths = [[each for each in found if _worth(each, prefer) == worth] for worth in range(3)]
        chosen: list[Suggestion] = []
        for worth in worths:
            chosen += _spread(worth, SUGGESTED - len(chosen))
        return tuple(chosen)

    def may(self, card: CardDef, kind: Kind) -> bool:
        """Whether a card of the pool fits, is not in the list and can be paid and played by it."""
        played = any(card.name == each.name for each, _ in self.cards.pairs)
        able = self.owned is None or card.name in self.owned
        paid = set(card.civilizations) <= set(self.cards.civilizations)
        fitting = not played and able and paid and card.playable
        return fitting and _fits(card, kind, self.pool) and self.has_bases(card)

    def has_bases(self, card: CardDef) -> bool:
        """Whether an evolution creature finds what it is put on in the list."""
        bases = bases_of(card.name, self.pool) or ()
        return all(any(fits(each, base) for each, _ in self.cards.pairs) for base in bases)


@final
class _Bounds:
    """A number between what is fine and what is off."""

    def __init__(self, rule: Rule, size: int, number: float, base: int | None) -> None:
        scale = size / rule.per if rule.per else 1.0
        self.count, self.base = number, base
        self.most = size if base is None else 100
        self.number = number if base is None else floor(100 * number / base + 0.5)
        self.low, self.high = _scaled(rule.fine, scale)
        self.look = _scaled(rule.look, scale)
        self.about = None if rule.about is None else _round(rule.about * scale)

    @property
    def side(self) -> str:
        """Too few, too many, or fine."""
        if self.number < self.low:
            return "less"
        return "more" if self.high is not None and self.number > self.high else "fine"

    @property
    def verdict(self) -> Verdict:
        """The word for the number."""
        low, high = self.look
        if self.side == "fine":
            return "fine"
        beyond = self.number < low or (high is not None and self.number > high)
        return "off" if beyond else "look at it"

    @property
    def short(self) -> int:
        """How many cards are missing."""
        low = self.low if self.base is None else self.low * self.base / 100
        return max(0, ceil(low - self.count))

    @property
    def over(self) -> int:
        """How many cards are too many."""
        if self.high is None:
            return 0
        high = self.high if self.base is None else self.high * self.base / 100
        return max(0, ceil(self.count - high))

    def values(self) -> dict[str, str | int]:
        """The words for sentences."""
        return {
            "n": _plain(self.number),
            "s": "" if self.number == 1 else "s",
            "low": self.low,
            "high": self.most if self.high is None else self.high,
            "about": self.low if self.about is None else self.about,
            "short": self.short,
            "over": self.over,
            "count": _plain(self.count),
            "base": self.base or 0,
        }


def _suggestion(card: CardDef, pool: Pool) -> Suggestion:
    roles = roles_of(card.name, pool)
    return Suggestion(
        card=card.name,
        civilizations=card.civilizations,
        cost=card.cost,
        roles=tuple(role for role in ROLES if role in roles),
    )


def _spread(found: list[Suggestion], most: int) -> list[Suggestion]:
    """So many of them at most, evenly from the cheapest to the dearest."""
    if len(found) <= most:
        return found
    last = max(1, most - 1)
    return [found[at * (len(found) - 1) // last] for at in range(most)]


def _worth(suggestion: Suggestion, prefer: Collection[str]) -> int:
    """The rank of a card: with a wanted role, with any that does something, without."""
    useful = set(suggestion.roles) - TIMING
    return 0 if not useful.isdisjoint(prefer) else 1 if useful else 2


def _holds(when: When, number: float) -> bool:
    """Whether a condition is met."""
    reached = when.least is None or number >= when.least
    return reached and (when.below is None or number < when.below)


def _fits(card: CardDef, kind: Kind, pool: Pool, each: str = "") -> bool:
    """Whether a card is of a kind, and of the civilization that is asked about."""
    roles = roles_of(card.name, pool)
    named = (
        (kind.types, (card.type,)),
        (kind.roles, roles),
        (kind.civilizations, card.civilizations),
        (kind.races, card.races),
        ((each,) if each else (), card.civilizations),
    )
    return (
        all(not wanted or not set(wanted).isdisjoint(has) for wanted, has in named)
        and roles.isdisjoint(kind.without)
        and _within(card.cost, kind.cost)
        and (not kind.power or (card.power is not None and _within(card.power, kind.power)))
    )


def _within(number: int, bounds: tuple[int, ...]) -> bool:
    return bounds[0] <= number and (len(bounds) == 1 or number <= bounds[1])


def _scaled(bounds: tuple[int, ...], scale: float) -> tuple[int, int | None]:
    """Let bounds grow with the deck."""
    low, *high = (_round(number * scale) for number in bounds)
    return low, high[0] if high else None


def _round(number: float) -> int:
    """The nearest whole number, halves upwards."""
    return floor(number + 0.5)


def _plain(number: float) -> str:
    """Whole numbers without a point, others with one digit behind it."""
    return str(int(number)) if number == int(number) else f"{number:.1f}"


def _listed(named: Sequence[Named]) -> str:
    """The first few, and how many copies more there are; one more card is named as well."""
    shown = named if len(named) < NAMED + 2 else named[:NAMED]
    comma = "; " if any("," in each.text for each in named) else ", "
    text = comma.join(each.text for each in shown)
    rest = sum(each.copies for each in named[len(shown) :])
    return f"{text} and {rest} more" if rest else text
