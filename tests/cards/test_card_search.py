"""Search and coverage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dmcli.cards import Pool, coverage, load_pool, search
from dmcli.core.errors import UsageMistake

Homebrew = Callable[..., Path]


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def names(pool: Pool, query: str) -> list[str]:
    return [card.name for card in search(pool, query)]


def test_every_word_must_occur(pool: Pool) -> None:
    assert names(pool, "bolshack dragon") == ["Bolshack Dragon"]


def test_a_field_looks_in_one_place(pool: Pool) -> None:
    found = search(pool, 'civ:fire race:"Armored Dragon" type:evolution')
    assert found
    for card in found:
        assert "fire" in card.civilizations
        assert "Armored Dragon" in card.races
        assert card.is_evolution


def test_accents_and_apostrophes_do_not_matter(pool: Pool) -> None:
    assert "Überdragon Bajula" in names(pool, "uberdragon")
    assert "Überdragon Bajula" in names(pool, "ÜBERDRAGON")


def test_a_set_is_searched_by_its_printings(pool: Pool) -> None:
    assert len(names(pool, "set:dm-10")) == 120


def test_the_text_is_searched_in_the_rules(homebrew: Homebrew) -> None:
    own = load_pool([homebrew(("rules = []", 'rules = ["blocker"]'))])
    hits = names(own, "text:blocker")
    assert "Cinder Warden" in hits
    assert all(own.playable(name) for name in hits)


def test_a_wrong_rules_line_is_searched_as_it_stands(homebrew: Homebrew) -> None:
    own = load_pool([homebrew(("rules = []", 'rules = ["blokcer"]'))])
    assert names(own, "text:blokcer") == ["Cinder Warden"]


def test_an_unknown_field_is_a_mistake_with_the_nearest_one(pool: Pool) -> None:
    with pytest.raises(UsageMistake, match=r"No search field 'rase'\. Did you mean 'race'"):
        search(pool, "rase:Human")


def test_nothing_fits_nonsense(pool: Pool) -> None:
    assert search(pool, "qqqqqq") == []


def test_coverage_adds_up(pool: Pool) -> None:
    counted = coverage(pool)
    assert counted.cards == 906
    assert counted.playable + len(counted.missing) == 906
    assert all(not pool.playable(name) for name in counted.missing)
    assert counted.by_set["DM-01"].cards == 120
    assert counted.by_set["Promo"].cards == 105
    assert list(counted.by_set) == [*(f"DM-{n:02}" for n in range(1, 13)), "Promo"]
