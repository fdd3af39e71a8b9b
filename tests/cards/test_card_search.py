"""What each field of a query finds, told from the printed facts; and coverage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dmcli.cards import Pool, QueryError, coverage, load_pool, search
from dmcli.cards.roles import ROLES
from dmcli.cards.search import hints
from dmcli.core.carddef import CardDef

Homebrew = Callable[..., Path]
Fits = Callable[[CardDef], bool]


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def names(pool: Pool, query: str) -> list[str]:
    return [card.name for card in search(pool, query)]


def sets_of(card: CardDef) -> list[str]:
    return [printing.split()[0] for printing in card.printings]


def numbers(card: CardDef) -> list[int]:
    return [int(each[3:]) for each in sets_of(card) if each.startswith("DM-")]


RANKS = ("Common", "Uncommon", "Rare", "Very Rare", "Super Rare")

PRINTED: dict[str, Fits] = {
    "civ:fire": lambda card: "fire" in card.civilizations,
    "c:f": lambda card: "fire" in card.civilizations,
    "civ=fire": lambda card: card.civilizations == ("fire",),
    "civ!=fire": lambda card: card.civilizations != ("fire",),
    "civ:light/nature": lambda card: {"light", "nature"} <= set(card.civilizations),
    "civ:LN": lambda card: {"light", "nature"} <= set(card.civilizations),
    "civ=ln": lambda card: {"light", "nature"} == set(card.civilizations),
    "civ<=fw": lambda card: set(card.civilizations) <= {"fire", "water"},
    "civ>fire": lambda card: set(card.civilizations) > {"fire"},
    "civ<ln": lambda card: set(card.civilizations) < {"light", "nature"},
    "civ>=2": lambda card: len(card.civilizations) >= 2,
    "civ:1": lambda card: len(card.civilizations) == 1,
    "civ:rainbow": lambda card: len(card.civilizations) > 1,
    "civ!=rainbow": lambda card: len(card.civilizations) == 1,
    "cost:3": lambda card: card.cost == 3,
    "cost=3": lambda card: card.cost == 3,
    "cmc!=3": lambda card: card.cost != 3,
    "cost<3": lambda card: card.cost < 3,
    "cost<=3": lambda card: card.cost <= 3,
    "cost>9": lambda card: card.cost > 9,
    "mv>=9": lambda card: card.cost >= 9,
    "power>=6000": lambda card: card.power is not None and card.power >= 6000,
    "pow<1000": lambda card: card.power is not None and card.power < 1000,
    "power!=1000": lambda card: card.power is not None and card.power != 1000,
    "mana:1": lambda card: card.mana == 1,
    "race:dragon": lambda card: any("Dragon" in race.split() for race in card.races),
    "race:fish": lambda card: bool({"Fish", "Gel Fish"} & set(card.races)),
    "race=fish": lambda card: "Fish" in card.races,
    "race!=fish": lambda card: "Fish" not in card.races,
    'race:"armored dragon"': lambda card: "Armored Dragon" in card.races,
    "race:armored-dragon": lambda card: "Armored Dragon" in card.races,
    "race:pandoras-box": lambda card: "Pandora's Box" in card.races,
    "type:creature": lambda card: card.is_creature,
    "t=creature": lambda card: card.type == "creature",
    "type:evolution": lambda card: card.is_evolution,
    "type!=spell": lambda card: not card.is_spell,
    "set:DM-04": lambda card: "DM-04" in sets_of(card),
    "s:4": lambda card: "DM-04" in sets_of(card),
    "set:dm4": lambda card: "DM-04" in sets_of(card),
    "set:promo": lambda card: "Promo" in sets_of(card),
    "set!=promo": lambda card: "Promo" not in sets_of(card),
    "set<=DM-02": lambda card: any(number <= 2 for number in numbers(card)),
    "set>11": lambda card: any(number > 11 for number in numbers(card)),
    "rarity:rare": lambda card: card.rarity == "Rare",
    "r:vr": lambda card: card.rarity == "Very Rare",
    "r:very-rare": lambda card: card.rarity == "Very Rare",
    "r!=c": lambda card: card.rarity != "Common",
    "r>=vr": lambda card: card.rarity in RANKS[3:],
    "r<uncommon": lambda card: card.rarity == "Common",
    "r:none": lambda card: card.rarity == "No Rarity",
    "is:creature": lambda card: card.is_creature,
    "is:spell": lambda card: card.is_spell,
    "is:evo": lambda card: card.is_evolution,
    "not:evolution": lambda card: not card.is_evolution,
    "is!=spell": lambda card: not card.is_spell,
    "is:vanilla": lambda card: card.rules == (),
    "is:rainbow": lambda card: len(card.civilizations) == 2,
    "is:mono": lambda card: len(card.civilizations) == 1,
    "is:reprint": lambda card: len(card.printings) > 1,
    "is:promo": lambda card: "Promo" in sets_of(card),
    "is:survivor": lambda card: "Survivor" in card.races,
    "is:vortex": lambda card: any("vortex evolution:" in line for line in card.rules or ()),
    "is:trigger": lambda card: "shield trigger" in (card.rules or ()),
    "kw:charger": lambda card: "charger" in (card.rules or ()),
    "rules:blocker": lambda card: any("blocker" in line for line in card.rules or ()),
    'rules:"draw * cards"': lambda card: any(
        "cards" in line.partition("draw")[2] for line in card.rules or ()
    ),
    "name:dragon": lambda card: "dragon" in card.name.lower(),
    "Bolshack": lambda card: "Bolshack" in card.name,
    "n:bol*dragon": lambda card: (
        "dragon" in card.name.lower().partition("bol")[2] and "bol" in card.name.lower()
    ),
}


@pytest.mark.parametrize("query", PRINTED)
def test_a_term_finds_what_is_printed(pool: Pool, query: str) -> None:
    expected = [card.name for card in pool.cards.values() if PRINTED[query](card)]
    assert names(pool, query) == expected
    assert expected


def test_every_word_must_occur_in_the_name(pool: Pool) -> None:
    assert names(pool, "dragon bolshack") == ["Bolshack Dragon"]
    assert names(pool, "human") == []


def test_a_whole_name_finds_one_card(pool: Pool) -> None:
    assert names(pool, 'name="bolshack dragon"') == ["Bolshack Dragon"]
    assert names(pool, '!"Uberdragon Bajula"') == ["Überdragon Bajula"]
    assert names(pool, "name=bolshack") == []


def test_accents_and_apostrophes_do_not_matter(pool: Pool) -> None:
    assert "Überdragon Bajula" in names(pool, "uberdragon")
    assert "Überdragon Bajula" in names(pool, "ÜBERDRAGON")
    assert names(pool, "mykees") == names(pool, "mykee’s") == ["Mykee's Pliers"]
    assert names(pool, "“Bronze Arm”") == ["Bronze-Arm Tribe"]


def test_what_cannot_be_is_found_however_it_is_written(pool: Pool) -> None:
    found = names(pool, 'text:"can\'t be blocked"')
    assert "Crystal Lancer" in found
    for written in (
        "can’t be blocked",
        "cant be blocked",
        "cannot be blocked",
        "CANNOT be blocked",
    ):
        assert names(pool, f'text:"{written}"') == found


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("アクア・ハルカス", "Aqua Hulcus"),
        ("bolshak dragon", "Bolshack Dragon"),
        ('"uberdragon bajulla"', "Überdragon Bajula"),
        ("bronze-armed tribe", "Bronze-Arm Tribe"),
    ],
)
def test_a_name_that_is_another_spelling_says_which_card_it_is(
    pool: Pool, query: str, name: str
) -> None:
    assert names(pool, query) == []
    assert hints(pool, query)[0] == f"Did you mean '{name}'?"


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("blocker", "Dia Nork, Moonlight Guardian"),
        ("blocker", "Lurking Eel"),  # fire or nature blocker
        ("blocker", "Gallia Zohl, Iron Guardian Q"),  # survivor: blocker
        ("blocker", "Bex, the Oracle"),  # while you have no shields, this has blocker
        ("double-breaker", "Galsaur"),
        ("breaker", "Galsaur"),
        ("survivor", "Gallia Zohl, Iron Guardian Q"),
        ("wave-striker", "Asra, Vizier of Safety"),
        ("turbo-rush", "Missile Soldier Ultimo"),
        ("silent-skill", "Brad, Super Kickin' Dynamo"),
        ("tap-ability", "Rikabu's Screwdriver"),
        ("tap-ability", "Arc Bine, the Astounding"),  # lends its own to others
        ("evolution", "Crystal Paladin"),
        ("vortex", "Soul Phoenix, Avatar of Unity"),
    ],
)
def test_a_keyword_is_found_behind_marks_and_conditions(pool: Pool, word: str, name: str) -> None:
    assert name in names(pool, f"kw:{word}")


def test_no_role_is_a_word_of_another(pool: Pool) -> None:
    for role in ROLES:
        word = role.replace(" ", "-")
        assert names(pool, f"role:{word}") == names(pool, f"role={word}"), role


def test_a_keyword_with_an_equals_sign_is_the_whole_one(pool: Pool) -> None:
    assert "Soul Phoenix, Avatar of Unity" in names(pool, "kw:evolution")
    assert "Soul Phoenix, Avatar of Unity" not in names(pool, "kw=evolution")
    assert len(names(pool, "kw:evolution")) == len(names(pool, "is:evolution"))


@pytest.mark.parametrize(
    "name",
    ["Sieg Balicula, the Intense", "Critical Blade", "Bazooka Mutant", "Aqua Rider"],
)
def test_a_keyword_of_others_or_for_a_turn_is_not_the_cards_own(pool: Pool, name: str) -> None:
    assert name in names(pool, "text:blocker -kw:blocker")


def test_the_printed_text_and_the_rules_lines_are_searched(pool: Pool) -> None:
    assert "Bronze-Arm Tribe" in names(pool, 'text:"put the top card"')
    sentence = pool.text("Aqua Hulcus")[0]
    assert "Aqua Hulcus" in names(pool, f'text="{sentence}"')
    assert names(pool, f'rules="{sentence}"') == []
    assert set(names(pool, "rules:draw")) <= set(names(pool, "text:draw"))


def test_a_star_stands_for_anything_within_one_ability(pool: Pool) -> None:
    found = names(pool, 'rules:"destroy * creature"')
    assert found
    for name in found:
        lines = pool.cards[name].rules or ()
        assert any("creature" in line.partition("destroy")[2] for line in lines)


def test_roles_are_told_from_the_rules(pool: Pool) -> None:
    assert "Terror Pit" in names(pool, "role:removal")
    assert "Bronze-Arm Tribe" in names(pool, "role:boost")
    assert set(names(pool, "role:shield-trigger")) == set(names(pool, "is:trigger"))


def test_the_text_of_own_cards_is_searched(homebrew: Homebrew) -> None:
    own = load_pool([homebrew(("rules = []", 'rules = ["blocker"]'))])
    assert "Cinder Warden" in names(own, "text:blocker kw:blocker is:blocker role:blocker")
    assert names(own, "set:HB-01") == names(own, "set:hb") == ["Cinder Warden"]


def test_a_card_whose_text_is_not_written_yet_is_found_by_its_facts(homebrew: Homebrew) -> None:
    own = load_pool([homebrew(("rules = []", 'rules = "todo"'))])
    assert names(own, "-is:playable") == names(own, "warden") == ["Cinder Warden"]
    assert "Cinder Warden" not in names(own, "is:vanilla")
    assert "Cinder Warden" not in names(own, "text:e")


def test_a_wrong_rules_line_is_searched_as_it_stands(homebrew: Homebrew) -> None:
    own = load_pool([homebrew(("rules = []", 'rules = ["blokcer"]'))])
    assert names(own, "text:blokcer") == ["Cinder Warden"]
    assert "Cinder Warden" not in names(own, "kw:blocker")


def test_what_cards_say_is_kept_until_the_pool_changes(
    homebrew: Homebrew, cache_home: Path
) -> None:
    first = load_pool([homebrew(("rules = []", 'rules = ["blocker"]'))])
    assert "Cinder Warden" in names(first, "kw:blocker")
    assert len(list(cache_home.glob("spoken-*"))) == 1
    again = load_pool([homebrew(("rules = []", 'rules = ["blocker"]'))])
    assert "Cinder Warden" in names(again, "kw:blocker")
    changed = load_pool([homebrew(("rules = []", 'rules = ["slayer"]'))])
    assert "Cinder Warden" not in names(changed, "kw:blocker")
    assert len(list(cache_home.glob("spoken-*"))) == 2


def test_a_damaged_memory_of_what_cards_say_is_made_anew(pool: Pool, cache_home: Path) -> None:
    assert names(load_pool(), "kw:blocker") == names(pool, "kw:blocker")
    [kept] = cache_home.glob("spoken-*")
    kept.write_bytes(b"nonsense")
    assert names(load_pool(), "kw:blocker") == names(pool, "kw:blocker")


def test_a_deck_is_asked_of_whoever_knows_decks(pool: Pool) -> None:
    decks = {"mine": ["Aqua Hulcus", "Bolshack Dragon"]}
    found = search(pool, "in:mine civ:fire", lambda word: decks[word])
    assert [card.name for card in found] == ["Bolshack Dragon"]
    without = search(pool, "in!=mine", lambda word: decks[word])
    assert len(without) == 904


def test_a_deck_cannot_be_asked_where_nobody_knows_decks(pool: Pool) -> None:
    with pytest.raises(QueryError, match="'in:' can't be asked here"):
        search(pool, "in:mine")


def test_an_answer_is_in_the_order_of_the_pool(pool: Pool) -> None:
    order = list(pool.cards)
    found = names(pool, "civ:water")
    assert found == sorted(found, key=order.index)


def test_an_answer_is_sorted_by_key_after_key(pool: Pool) -> None:
    found = search(pool, "civ:fire sort:cost,-power,name")
    keys = [(card.cost, -(card.power if card.power is not None else -1)) for card in found]
    assert keys == sorted(keys)


@pytest.mark.parametrize("direction", ["sort:power", "sort:-power", "sort:power direction:desc"])
def test_what_has_no_power_stands_last(pool: Pool, direction: str) -> None:
    found = search(pool, f"civ:fire {direction}")
    spells = [card.is_spell for card in found]
    assert spells == sorted(spells)
    powers = [card.power for card in found if card.power is not None]
    assert powers == sorted(powers, reverse=direction != "sort:power")


def test_equal_cards_keep_their_order_when_sorted_down(pool: Pool) -> None:
    order = list(pool.cards)
    found = search(pool, "sort:-cost")
    places = [(-card.cost, order.index(card.name)) for card in found]
    assert places == sorted(places)
    assert len(found) == 906


def test_civilizations_sets_and_rarities_are_sorted_as_players_order_them(pool: Pool) -> None:
    civilizations = [card.civilizations for card in search(pool, "civ:1 sort:civ")]
    assert list(dict.fromkeys(civilizations)) == [
        *(("light",), ("water",), ("darkness",), ("fire",), ("nature",))
    ]
    rarities = [card.rarity for card in search(pool, "order:rarity dir:desc")]
    assert list(dict.fromkeys(rarities)) == [*reversed(RANKS), "No Rarity"]
    first = [sets_of(card)[0] for card in search(pool, "sort:set")]
    assert list(dict.fromkeys(first)) == [*(f"DM-{n:02}" for n in range(1, 13)), "Promo"]


def test_an_order_may_stand_after_alternatives(pool: Pool) -> None:
    plain = names(pool, "(civ:fire cost:2 or civ:water) sort:-cost,name")
    assert names(pool, "civ:fire cost:2 or civ:water sort:-cost,name") == plain
    assert names(pool, "sort:-cost civ:fire cost:2 or sort:name civ:water") == plain
    assert names(pool, "aqua or terror direction:desc") == names(pool, "aqua or terror")[::-1]


def test_a_sort_handed_in_goes_before_that_of_the_query(pool: Pool) -> None:
    found = search(pool, "civ:fire sort:name", sort="-cost")
    keys = [-card.cost for card in found]
    assert keys == sorted(keys)
    assert keys[0] != keys[-1]


def test_a_direction_turns_the_whole_order_round(pool: Pool) -> None:
    turned = names(pool, "direction:desc civ:fire sort:cost,-power,name")
    assert turned == names(pool, "civ:fire sort:-cost,power,-name")
    handed = search(pool, "civ:fire direction:desc", sort="cost")
    assert [card.name for card in handed] == names(pool, "civ:fire sort:-cost")
    assert names(pool, "civ:fire direction:desc") == names(pool, "civ:fire")[::-1]


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
