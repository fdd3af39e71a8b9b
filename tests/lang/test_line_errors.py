"""What is wrong with a rules line is said with its place and the nearest words."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from dmcli.lang import RulesError, parse

MISTAKES = [
    ("", "the line ends too early", 0),
    ("Blocker", "did you mean 'blocker'?", 0),
    ("blocker slayer", "expected nothing more", 8),
    ("bloker", "did you mean 'blocker'?", 0),
    ("destroy 1 of the oponent's creatures", "did you mean 'the opponent's'?", 13),
    ("destroy a creature", "write the number 1", 8),
    ("draw two cards", "write the number 2", 5),
    ("draw 2", "the line ends too early; expected ", 6),
    ("put this into hand", "'into' does not fit here; did you mean 'into your hand'", 9),
    ("blocker shieldtrigger", "'shieldtrigger' does not fit here; expected nothing more", 8),
    ("tapthis", "no space between", 3),
    ("draw 2cards", "no space between", 6),
    ("tap thisisit", "'thisisit' does not fit here", 4),
    ("draw 2 creatures", "say cards", 0),
    ("this breaks 2 cards", "say shields", 0),
    ("discard the top 2 spells of your deck", "say cards", 0),
    ("discard up to 2 spells from the top of your deck", "say cards", 0),
    ("when this enters draw 1 card", "expected ':'", 17),
    ("when this entered: draw 1 card", "did you mean 'enters'?", 10),
    ("while this is taped, this gets +1000 power", "did you mean 'tapped'?", 14),
    ("search your hand for 1 card, put it into your hand", "expected 'deck'", 12),
    ("choose a race except human", "expected 'a race like Beast Folk'", 21),
    ('return 1 card named "x in your hand to your hand', "'\"a card name\"'", 20),
    ("put 1 of your creatures into the opponent's hand", "say your, not", 0),
    ("return 1 creature in your graveyard to the opponent's hand", "say your, not", 0),
    ("search your deck for 1 card, put it into the opponent's hand", "say your, not", 0),
    ("search your deck for 1 card in your hand, put it into your hand", "the deck already", 0),
    ("destroy 1 of your creatures in your hand", "whose once", 0),
    ("choose 1 shield in your hand", "a shield is in no other zone", 0),
    ("while you have at least 1 of the opponent's creatures, this can't attack", "", 26),
    ("while you have no the opponent's creatures, this can't attack", "said twice", 0),
    ("1 of your creatures gets blocker", "add a duration", 0),
    ("it gets blocker", "add a duration", 0),
    ("stealth", "stealth needs a civilization", 0),
    ("whenever this blocks any creature: tap this", "only attacking has a target", 0),
    (
        "whenever you cast a spell of a shield broken by this: draw 1 card",
        "only a shield trigger comes from a broken shield",
        0,
    ),
    ("put this into your deck", "only shuffling puts cards into a deck", 0),
    ("shuffle this into your hand", "only shuffling puts cards into a deck", 0),
    (
        "reveal cards from the top of your deck until 1 card in your hand",
        "whose and where is said already",
        0,
    ),
    ("this breaks 1 more card", "say shields", 0),
    ("the opponent chooses a race", "only you can do this step", 0),
    ("this gets +1000001 power", "too large a number", 0),
    (f"this gets +{'9' * 1900} power", "too large a number", 0),
    ("draw 1 card\x1b[2J", "a character that can't be printed", 11),
    ("draw 1 card;", "the line ends too early", 12),
]


@pytest.mark.parametrize(("text", "message", "column"), MISTAKES)
def test_a_mistake_is_named_with_its_place(text: str, message: str, column: int) -> None:
    with pytest.raises(RulesError) as caught:
        parse(text)
    assert message in caught.value.message
    assert caught.value.column == column


def test_a_caret_stands_under_the_mistake() -> None:
    with pytest.raises(RulesError) as caught:
        parse("destroy 1 of  the oponent's   creatures")
    sentence, shown, caret = str(caught.value).split("\n")
    assert sentence == "'the' does not fit here; did you mean 'the opponent's'?"
    assert shown[caret.index("^") :].startswith("the oponent's creatures")


@pytest.mark.parametrize(
    "text",
    [
        "you may " * 5000,
        "draw 1 card; " * 100_000,
        "you may (" * 220 + "draw 1 card" + ")" * 220,
        "(" * 1999,
        "\x00" * 1000,
        "🂡" * 1000,
        "survivor: " * 190 + "blocker",
        'this has ("' * 150,
        "while you have more cards than cards and " * 48,
        "A" * 2000,
        "1 of your " * 199,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hostile_lines_are_answered_at_once(text: str) -> None:
    start = time.perf_counter()
    with suppress(RulesError):
        parse(text)
    assert time.perf_counter() - start < 2


def test_an_error_shows_no_control_characters() -> None:
    with pytest.raises(RulesError) as caught:
        parse("destroy \x1b[31m 1 creature")
    assert "\x1b" not in str(caught.value)


def test_brackets_may_not_be_nested_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from dmcli.lang import build

    def endless(_tree: object) -> object:
        raise RecursionError

    monkeypatch.setattr(build, "build", endless)
    with pytest.raises(RulesError, match="too many brackets"):
        parse("blocker")


def test_only_mistakes_in_the_line_become_rules_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    from lark.exceptions import VisitError

    from dmcli.lang import build

    def broken(self: object, word: str) -> object:
        raise KeyError(word)

    monkeypatch.setattr(build.Clauses, "plain_keyword", broken)
    with pytest.raises((VisitError, KeyError)):
        parse("double breaker")
