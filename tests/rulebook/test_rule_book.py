"""The rule book is whole, and its list of proofs reads back."""

from __future__ import annotations

import json

import pytest

from dmcli import rulebook
from dmcli.core.errors import UsageMistake


def test_the_rule_book_holds_every_number_once_and_in_order() -> None:
    ids = [rule.id for topic in rulebook.topics() for rule in topic.rule]
    assert ids == [f"S{number}" for number in range(1, 53)]


def test_proofs_are_written_by_number_and_read_back() -> None:
    one, two = rulebook.Proof("a::b", "b"), rulebook.Proof("a::a", "a")
    text = rulebook.written({"S10": [one], "S2": [one, two, one]})
    assert list(json.loads(text)) == ["S2", "S10"]
    assert json.loads(text)["S2"] == [
        {"test": "a::a", "says": "a"},
        {"test": "a::b", "says": "b"},
    ]


def test_every_proof_is_of_a_rule_in_the_book() -> None:
    ids = {rule.id for topic in rulebook.topics() for rule in topic.rule}
    assert set(rulebook.proofs()) <= ids


def test_a_topic_is_found_by_name_and_a_rule_by_number() -> None:
    assert rulebook.chapter("Gear").rules[0].id == "S41"
    assert [rule.id for rule in rulebook.chapter("s17").rules] == ["S17"]


def test_a_wrong_topic_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageMistake, match="Did you mean 'evolution'"):
        rulebook.chapter("evolutoin")
