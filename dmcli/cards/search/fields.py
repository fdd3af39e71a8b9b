"""The fields of a query: what each is called, how it may be compared, what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from dmcli.cards.pool import Pool
from dmcli.cards.search import order
from dmcli.cards.search.folding import distinct
from dmcli.cards.search.printed import (
    MANY,
    civilization_test,
    codes_of,
    rarity_test,
    set_test,
)
from dmcli.cards.search.question import Question, Test, negated
from dmcli.cards.search.spoken import spoken
from dmcli.cards.search.traits import TRAITS, trait_test
from dmcli.cards.search.values import (
    listed_test,
    name_test,
    number_test,
    rules_test,
    text_test,
    words_test,
)
from dmcli.core.carddef import CardDef
from dmcli.core.nearest import did_you_mean
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS, RARITIES

_ALL: Final = (":", "=", "!=", "<", "<=", ">", ">=")
_EQUAL: Final = (":", "=", "!=")
_IS: Final = (":",)
_TYPES: Final = ("creature", "evolution", "spell")


def _none(pool: Pool) -> Iterable[str]:
    return ()


@dataclass(frozen=True)
class Field:
    """One field."""

    #: Makes the test of a term; None where the field says how to sort.
    test: Callable[[Question], Test] | None
    operators: tuple[str, ...]
    #: What it looks at, in a few words, and two examples.
    says: str
    example: str
    also: tuple[str, ...] = ()
    #: The values that can follow, as far as they can be listed.
    words: Callable[[Pool], Iterable[str]] = _none


def _race(question: Question) -> Test:
    return words_test(question, "race", question.pool.races, lambda card: card.races)


def _type(question: Question) -> Test:
    if question.operator == ":" and _is_race(question):
        question.refuse(
            f"'{question.short}' is a race, not a type: race:{question.value} finds it."
        )
    return words_test(question, "type", CARD_TYPES, lambda card: (card.type,), _TYPES)


def _is_race(question: Question) -> bool:
    return question.value.casefold() in map(str.casefold, distinct(question.pool.races))


def _keyword(question: Question) -> Test:
    said = spoken(question.pool)
    known = _keywords_of(question.pool)
    return words_test(question, "keyword", known, lambda card: said[card.name].keywords)


def _keywords_of(pool: Pool) -> list[str]:
    return sorted({word for each in spoken(pool).values() for word in each.keywords})


def _role(question: Question) -> Test:
    said = spoken(question.pool)
    known = _roles_of(question.pool)
    return words_test(question, "role", known, lambda card: said[card.name].roles)


def _roles_of(pool: Pool) -> list[str]:
    return sorted({word for each in spoken(pool).values() for word in each.roles})


def _number(number: Callable[[CardDef], int | None]) -> Callable[[Question], Test]:
    return lambda question: number_test(question, number)


FIELDS: Final[Mapping[str, Field]] = {
    "name": Field(name_test, _EQUAL, "the name; a bare word looks here", "name:dragon", ("n",)),
    "civ": Field(
        civilization_test,
        _ALL,
        "civilizations: these and maybe more; = just these; <= no others",
        "civ:fire civ=fw civ>=2",
        ("c", "civilization", "civilizations", "color"),
        lambda pool: (*CIVILIZATIONS, MANY[0]),
    ),
    "cost": Field(_number(lambda card: card.cost), _ALL, "the cost", "cost<=3", ("cmc", "mv")),
    "power": Field(
        _number(lambda card: card.power),
        _ALL,
        "the printed power; a spell has none and never fits",
        "power>=6000",
        ("pow", "p"),
    ),
    "race": Field(
        _race,
        _EQUAL,
        "a race with this word; = exactly this race",
        "race:dragon race=Human",
        words=lambda pool: pool.races,
    ),
    "type": Field(
        _type,
        _EQUAL,
        "creature, evolution, spell; = exactly: no evolutions",
        "type:spell type=creature",
        ("t",),
        lambda pool: _TYPES,
    ),
    "kw": Field(
        _keyword,
        _EQUAL,
        "has a keyword with this word, always or on a condition",
        "kw:blocker kw:tap-ability",
        ("keyword", "has"),
        _keywords_of,
    ),
    "is": Field(
        trait_test, _EQUAL, f"{', '.join(TRAITS)}", "is:evolution", words=lambda pool: TRAITS
    ),
    "not": Field(
        lambda question: negated(trait_test(question)),
        _IS,
        "the same words, excluded",
        "not:reprint",
        words=lambda pool: TRAITS,
    ),
    "text": Field(
        text_test,
        _EQUAL,
        "the printed text and the rules lines; * is anything",
        'text:"draw * card"',
        ("o", "oracle"),
    ),
    "rules": Field(rules_test, _EQUAL, "the rules lines alone", 'rules:"you may"', ("rule",)),
    "role": Field(
        _role,
        _EQUAL,
        "what the card is good for, told from its rules",
        "role:removal",
        words=_roles_of,
    ),
    "set": Field(
        set_test,
        _ALL,
        "one of its printings is in the set, or in an earlier or later one",
        "set:DM-04 set:promo set<=5",
        ("s", "e", "edition"),
        lambda pool: codes_of(pool).values(),
    ),
    "rarity": Field(
        rarity_test,
        _ALL,
        "c, u, r, vr, sr, in this order; none has no mark",
        "r:sr rarity>=rare",
        ("r",),
        lambda pool: (rarity.lower().replace(" ", "-") for rarity in RARITIES),
    ),
    "in": Field(
        lambda question: listed_test(question, question.around.decks),
        _EQUAL,
        "the cards of a deck",
        "in:my-deck.txt",
        ("deck",),
    ),
    "mana": Field(_number(lambda card: card.mana), _ALL, "the mana number", "mana>=2"),
    "sort": Field(
        None,
        _IS,
        "the order of the answer; - turns a key round",
        "sort:civ,-power",
        ("order",),
        lambda pool: order.KEYS,
    ),
    "direction": Field(
        None,
        _IS,
        "asc or desc: turns the whole order round",
        "direction:desc",
        ("dir",),
        lambda pool: order.DIRECTIONS,
    ),
}

_BY_WORD: Final = {word: name for name, field in FIELDS.items() for word in (name, *field.also)}


def field_named(word: str) -> str | None:
    """Give the name of a field by any of its words."""
    return _BY_WORD.get(word.lower())


def field_of(question: Question) -> Field:
    """Find the field of a term, and check that it can be compared so."""
    written, operator = question.term.field, question.operator
    name = field_named(written or "name")
    if name is None:
        question.refuse_field(f"No search field '{written}'.{_nearest(written)}")
    field = FIELDS[name]
    if operator not in field.operators:
        *first, last = field.operators
        takes = f"{', '.join(first)} or {last}" if first else last
        question.refuse_operator(f"'{written}' is compared with {takes}, not with {operator}.")
    return field


def _nearest(written: str) -> str:
    """Name the nearest fields, or all of them."""
    near = did_you_mean(written, FIELDS) or did_you_mean(written, _BY_WORD)
    return near or f" There are: {', '.join(FIELDS)}."
