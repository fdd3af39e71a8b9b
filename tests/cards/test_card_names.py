"""What a person writes and which card is meant."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from dmcli.cards import Pool, load_pool
from dmcli.cards.names import ACCEPT, LEAD, Finder, key_of
from dmcli.core.errors import UsageMistake


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


@pytest.mark.parametrize(
    ("written", "how", "meant"),
    [
        ("Aqua Hulcus", "exact", "Aqua Hulcus"),
        ("  aqua hulcus ", "key", "Aqua Hulcus"),
        ("Bronze Arm Tribe", "key", "Bronze-Arm Tribe"),
        ("MagmaRex", "key", "Magmarex"),
        ("kachua,keeper of the icegate", "key", "Kachua, Keeper of the Icegate"),
        ("bombazar ,dragon of destiny", "key", "Bombazar, Dragon of Destiny"),
        ("Rothus the Traveler", "key", "Rothus, the Traveler"),
        ("rikabu’s screwdriver", "key", "Rikabu's Screwdriver"),
        ("mykee pliers", "typo", "Mykee's Pliers"),
        ("Uberdragon bajula", "key", "Überdragon Bajula"),
        ("Ãœberdragon Bajula", "key", "Überdragon Bajula"),
        ("Rikabuâ€™s Screwdriver", "key", "Rikabu's Screwdriver"),
        ("ÜBERDRAGON JABAHA", "key", "Überdragon Jabaha"),
        ("Supersonic Jetpack", "key", "Supersonic Jet Pack"),
        ("BAT", "alias", "Bronze-Arm Tribe"),
        ("tdad", "alias", "Terradragon Arque Delacerna"),
        ("Hypersprint Warior Uzesol", "alias", "Hypersprint Warrior Uzesol"),
        ("Trash Crawler", "alias", "Thrash Crawler"),
        ("bazagazael dragon", "alias", "Bazagazeal Dragon"),
        ("barkwhip", "part", "Barkwhip, the Smasher"),
        ("Rothus", "part", "Rothus, the Traveler"),
        ("Calvary General Curatops", "typo", "Cavalry General Curatops"),
        ("Resos Pacos, Clear Sky Guardian", "typo", "Reso Pacos, Clear Sky Guardian"),
        ("Lara Geer, the Immaculate", "typo", "Larba Geer, the Immaculate"),
        ("Astocomet Dragon", "typo", "Astrocomet Dragon"),
        ("Illustionary Merfolk", "typo", "Illusionary Merfolk"),
        ("Magris, Vizier of Magentism", "typo", "Magris, Vizier of Magnetism"),
        ("Spikestrike Ischthys Q", "typo", "Spikestrike Ichthys Q"),
        ("Grey Balloon, Shadow of Greed", "typo", "Gray Balloon, Shadow of Greed"),
        ("Tornado Flames", "typo", "Tornado Flame"),
    ],
)
def test_a_name_as_people_write_it_finds_its_card(
    pool: Pool, written: str, how: str, meant: str
) -> None:
    match = pool.find(written)
    assert (match.how, match.name) == (how, meant)
    assert bool(match.warning) == (how == "typo")


@pytest.mark.parametrize(
    "foreign",
    [
        "Death March, Reaper of Death",
        "Cyber Brain",
        "Hell's Scrapper",
        "Crystal Zweilancer",
        "Alphadios, Lord of Spirits",
        "Glasya, Channeler of Suns",
        "Melania, Channeler of Suns",
        "Aqua Meister",
        "Rainbow Giant",
        "Stunning Totem",
        "",
        "???",
        "the Oracle",
        "x" * 100_000,
    ],
)
def test_a_card_that_is_not_in_the_pool_is_never_taken_for_another(
    pool: Pool, foreign: str
) -> None:
    match = pool.find(foreign)
    assert match.name is None
    assert match.error.startswith("No card named")
    assert len(match.error) < 250


def test_no_two_names_have_one_key(pool: Pool) -> None:
    assert len({key_of(name) for name in pool.cards}) == len(pool.cards)


def test_no_part_before_a_comma_belongs_to_two_cards(pool: Pool) -> None:
    parts = [key_of(name.split(",")[0]) for name in pool.cards if "," in name]
    assert len(parts) == len(set(parts)) == 270
    assert not set(parts) & {key_of(name) for name in pool.cards}


def test_the_closest_names_of_the_pool_are_further_apart_than_a_typo(pool: Pool) -> None:
    """Two names may be alike, but then a typo of one has no lead and is only suggested."""
    names = [name.casefold() for name in pool.cards]
    closest = max(fuzz.ratio(a, b) for a, b in itertools.combinations(names, 2))
    print(f"\nclosest two names: {closest:.1f}; accepted from {ACCEPT} with a lead of {LEAD}")
    assert closest < 95


def test_one_wrong_letter_is_read_right_or_not_at_all(pool: Pool) -> None:
    chance = random.Random(1)
    accepted = suggested = lost = 0
    for name in pool.cards:
        match = pool.find(_slip(name, chance))
        if match.name is not None:
            assert match.name == name
            accepted += 1
        elif name in match.suggestions:
            suggested += 1
        else:
            lost += 1
    print(f"\n906 slips: {accepted} accepted, {suggested} suggested, {lost} lost")
    assert accepted >= 700
    assert lost <= 45


def _slip(name: str, chance: random.Random) -> str:
    """Drop, double or swap one letter, as a hurried writer does."""
    at = chance.randrange(1, len(name) - 1)
    kinds = [
        name[:at] + name[at + 1 :],
        name[:at] + name[at] + name[at:],
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
    ]
    return chance.choice(kinds)


def test_a_typo_with_two_likely_readings_is_a_question(pool: Pool) -> None:
    match = pool.find("Phantasmal Horror Gigazab")
    assert match.name is None
    assert match.error.endswith(
        "Did you mean 'Phantasmal Horror Gigazabal' or 'Phantasmal Horror Gigazald'?"
    )


@pytest.mark.parametrize("written", ["Rothus, the Traveler 4", "Aqua Hulcus (3)", "Terr0r Pit"])
def test_a_digit_that_the_name_does_not_have_is_no_typo(pool: Pool, written: str) -> None:
    match = pool.find(written)
    assert match.name is None
    assert len(match.suggestions) == 1


def test_a_fragment_is_answered_with_the_names_that_hold_it(pool: Pool) -> None:
    assert pool.find("bolshack").suggestions == ("Bolshack Dragon",)


def test_a_typo_on_the_command_line_is_a_mistake_that_names_the_card(pool: Pool) -> None:
    with pytest.raises(UsageMistake, match="Did you mean 'Rothus, the Traveler'"):
        pool.card("Rothus, the Travelr")


@given(st.text())
def test_the_key_of_a_key_is_itself(text: str) -> None:
    assert key_of(key_of(text)) == key_of(text)


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_capitals_and_punctuation_never_change_a_key(text: str) -> None:
    assert key_of(text.upper()) == key_of(text.lower()) == key_of(f" ,{text}!' ")


@given(st.text(max_size=40))
def test_any_text_gets_an_answer(text: str) -> None:
    match = Finder(["Aqua Hulcus", "Immortal Baron, Vorg"], {}).find(text)
    assert match.found != bool(match.error)
