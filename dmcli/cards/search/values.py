"""Tests by kind of value: text, whole words, numbers, lists of names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final

from dmcli.cards.search.folding import distinct, folded, has_words, holds, key_of, words_of
from dmcli.cards.search.question import Named, Question, Test
from dmcli.cards.search.spoken import spoken
from dmcli.core.carddef import CardDef

COMPARE: Final[dict[str, Callable[[Any, Any], bool]]] = {
    ":": eq,
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_RANGE: Final = re.compile(r"([0-9]{1,9})(?:-|\.\.)([0-9]{1,9})")
_PATTERN: Final = re.compile(r"/.*/[a-z]*", re.DOTALL)

Texts = Callable[[CardDef], Iterable[str]]


def name_test(question: Question) -> Test:
    """A name that holds the words, or is the whole; accents and signs make no difference."""
    sought, key = folded(question.value), key_of(question.value)
    if question.operator != ":":
        return question.turned(
            lambda card: key_of(card.name) == key if key else folded(card.name) == sought
        )
    plain = holds(question.value)
    pieces = [key_of(piece) for piece in question.value.split("*")]
    by_key = holds("*".join(pieces)) if all(pieces) else None
    return lambda card: (
        plain(folded(card.name)) or (by_key is not None and by_key(key_of(card.name)))
    )


def text_test(question: Question) -> Test:
    """A sentence that is printed from the rules, or a rules line, holds the words."""
    said = spoken(question.pool)
    return _texts_test(question, lambda card: (*said[card.name].text, *(card.rules or ())))


def rules_test(question: Question) -> Test:
    """A rules line holds the words."""
    return _texts_test(question, lambda card: card.rules or ())


def _texts_test(question: Question, texts: Texts) -> Test:
    if _PATTERN.fullmatch(question.value):
        question.refuse(
            "Patterns between slashes are not taken, since some would never end;"
            ' * stands for any words: text:"destroy * creature".'
        )
    sought = folded(question.value)
    if question.operator == ":":
        held = holds(question.value)
        return lambda card: any(held(folded(text)) for text in texts(card))
    return question.turned(lambda card: any(folded(text) == sought for text in texts(card)))


def words_test(
    question: Question, noun: str, known: Iterable[str], texts: Texts, few: Sequence[str] = ()
) -> Test:
    """One of a card's races, keywords, …: it has these words, or is exactly that."""
    words, sought = list(known), words_of(question.value)
    key = "".join(sought)
    if question.operator == ":":
        if not any(has_words(word, sought) for word in words):
            question.unknown(noun, distinct(words), few)
        return lambda card: any(has_words(text, sought) for text in texts(card))
    if key not in map(key_of, words):
        _refuse_inexact(question, noun, words, sought)
    return question.turned(lambda card: any(key_of(text) == key for text in texts(card)))


def _refuse_inexact(question: Question, noun: str, words: list[str], sought: Sequence[str]) -> None:
    """Say that a part is not the whole, and what is."""
    whole = [word for word in words if has_words(word, sought)]
    if not whole:
        question.unknown(noun, words)
    field = question.term.field
    question.refuse(
        f"No {noun} is just '{question.short}': {field}:{question.value} finds every one"
        f" with that word, such as {', '.join(whole[:3])}."
    )


def number_test(question: Question, number: Callable[[CardDef], int | None]) -> Test:
    """A number compared; what has none fits no comparison."""
    wanted = number_of(question)
    compare = COMPARE[question.operator]

    def test(card: CardDef) -> bool:
        printed = number(card)
        return printed is not None and compare(printed, wanted)

    return test


def number_of(question: Question) -> int:
    """Read the value as a number."""
    if not _NUMBER.fullmatch(question.value):
        hint = _as_range(question.term.field, question.value)
        question.refuse(f"'{question.short}' is not a number such as 4 or 5000{hint}.")
    return int(question.value)


def _as_range(field: str, value: str) -> str:
    """Say how a range is asked, where one was meant."""
    found = _RANGE.fullmatch(value)
    if found is None:
        return ""
    low, high = found.groups()
    return f"; from {low} to {high} is {field}>={low} {field}<={high}"


def listed_test(question: Question, lists: Named | None) -> Test:
    """A card of a list that someone else knows."""
    names = question.named(lists)
    return question.turned(lambda card: card.name in names)
