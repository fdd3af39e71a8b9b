"""What the thresholds of name matching rest on, measured on the pool; -s prints the figures."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from dmcli.cards import Pool, load_pool
from dmcli.cards.names import ACCEPT, LEAD, key_of

MATCHING: dict[str, Any] = runpy.run_path(str(Path(__file__).parents[1] / "bench" / "matching.py"))
POOL = load_pool()
PAIRS: list[tuple[float, str, str]] = MATCHING["near_pairs"](POOL.cards, 85)


@pytest.fixture(scope="module")
def pool() -> Pool:
    return POOL


# ---------------------------------------------------------------- both sides of the thresholds


def test_every_typo_of_a_real_list_is_above_the_thresholds(pool: Pool) -> None:
    rows = [MATCHING["likeness"](pool, written) for written in MATCHING["TYPOS"]]
    assert [row.nearest for row in rows] == list(MATCHING["TYPOS"].values())
    least, lead = min(row.score for row in rows), min(row.lead for row in rows)
    print(f"\n{len(rows)} typos: from {least:.1f}, leading by {lead:.1f} or more")
    assert least >= ACCEPT + 2
    assert lead >= LEAD + 5


def test_no_later_card_and_no_nonsense_reaches_the_threshold(pool: Pool) -> None:
    texts = [*MATCHING["later_names"](), *MATCHING["NO_CARDS"], *MATCHING["made_up"]()]
    rows = [MATCHING["likeness"](pool, text) for text in texts]
    most = max(rows, key=lambda row: row.score)
    print(f"\n{len(rows)} names of no card: at most {most.score:.1f} ({most.written})")
    assert len(rows) > 700
    assert most.score <= ACCEPT - 1


def test_no_later_card_is_taken_for_a_card_of_the_pool_in_any_way(pool: Pool) -> None:
    taken = [name for name in MATCHING["later_names"]() if pool.find(name).found]
    assert taken == []


def test_a_part_of_the_name_of_another_card_is_not_that_card(pool: Pool) -> None:
    """The measure sees the whole text: a ratio of parts would find a card in any sentence."""
    for talk in ("Bolshack Dragon is the best card", "I like Aqua Hulcus and so do you"):
        assert not pool.find(talk).found
    assert not pool.find("Death March, Reaper of Death").found


# ---------------------------------------------------------------- keys


def test_every_key_of_a_name_an_alias_or_a_part_belongs_to_one_card(pool: Pool) -> None:
    finder = pool._finder
    owners: dict[str, set[str]] = {}
    pairs = [(name, name) for name in pool.cards]
    for text, name in (*pairs, *finder.aliases.items(), *finder._parts.items()):
        owners.setdefault(key_of(text), set()).add(name)
    assert {key: names for key, names in owners.items() if len(names) > 1} == {}


def test_no_alias_hides_a_later_card(pool: Pool) -> None:
    later = {key_of(name) for name in MATCHING["later_names"]()}
    assert not later & {key_of(alias) for alias in pool._finder.aliases}


def test_no_japanese_card_that_the_english_sets_replaced_has_an_alias(pool: Pool) -> None:
    replaced = (
        "サイバー・ブレイン",
        "アクアン",
        "アストラル・リーフ",
        "ストリーミング・シェイパー",
    )
    assert not any(pool.find(name).found for name in replaced)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("アクア・ガード", "Aqua Guard"),
        ("アクア・ハルカス", "Aqua Hulcus"),
        ("アクアハルカス", "Aqua Hulcus"),
        ("ｱｸｱ･ﾊﾙｶｽ", "Aqua Hulcus"),
        ("デーモン・ハンド", "Terror Pit"),
        ("青銅の鎧", "Bronze-Arm Tribe"),
    ],
)
def test_japanese_names_find_their_english_cards(pool: Pool, written: str, meant: str) -> None:
    assert pool.find(written).name == meant


def test_voiced_kana_are_letters_of_their_own() -> None:
    assert len({key_of(text) for text in ("ハル", "バル", "パル")}) == 3
    assert key_of("ガ") == key_of("か\u3099".replace("か", "カ"))


# ---------------------------------------------------------------- names that are nearly others


@pytest.mark.parametrize(("score", "one", "two"), PAIRS)
def test_between_two_near_names_nothing_is_read_as_one_of_them(
    pool: Pool, score: float, one: str, two: str
) -> None:
    """Halfway from one name to the other, the reader asks."""
    for start, end in ((one, two), (two, one)):
        steps = MATCHING["between"](start, end)
        for step in steps[len(steps) // 3 : -(len(steps) // 3) or None]:
            match = pool.find(step)
            assert match.how in ("unknown", "key"), (step, match.name)
            assert match.found or {one, two} & set(match.suggestions), step


def test_the_dangerous_pairs_are_known() -> None:
    assert [pair[1:] for pair in PAIRS if pair[0] >= ACCEPT] == [
        ("Phantasmal Horror Gigazald", "Phantasmal Horror Gigazabal"),
        ("Sasha, Channeler of Suns", "Nastasha, Channeler of Suns"),
        ("Misha, Channeler of Suns", "Sasha, Channeler of Suns"),
        ("Yuluk, the Oracle", "Tulk, the Oracle"),
        ("Aless, the Oracle", "Vess, the Oracle"),
    ]


def test_no_slip_of_one_letter_is_read_as_another_card(pool: Pool) -> None:
    chance = random.Random(7)
    all_slips = [(name, slip) for name in pool.cards for slip in sorted(MATCHING["slips"](name))]
    counted = Counter(MATCHING["outcome"](pool, *pair) for pair in chance.sample(all_slips, 9000))
    print(f"\n9,000 of {len(all_slips):,} slips of one letter: {dict(counted)}")
    assert counted["wrong"] == counted["lost"] == 0
    assert counted["right"] >= 8500
