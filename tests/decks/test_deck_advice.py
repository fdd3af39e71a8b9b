"""Advice on lists: every rule speaks when it should and is silent when it should be."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

from dmcli.cards import Pool
from dmcli.core.errors import Refused, Unreadable
from dmcli.decks import Deck, bundled_decks, deck_from_text, read_deck
from dmcli.decks.statistics.advice import SUGGESTED, VERDICTS, Finding, advise
from dmcli.decks.statistics.advice_figures import needed_for
from dmcli.decks.statistics.advice_rules import FIGURES, OURS, Kind, our_rules, read_rules
from dmcli.decks.statistics.advice_text import FIELDS, faults, filled, in_percent
from dmcli.decks.statistics.castability import castable
from dmcli.decks.statistics.counting import Cards
from dmcli.decks.statistics.evolution import bases_of
from dmcli.decks.statistics.roles import roles_of

LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))

# Plain creatures by civilization and cost, and others that a list needs.
FIRE_2, FIRE_4, FIRE_5 = "Immortal Baron, Vorg", "Fire Sweeper Burning Hellion", "Draglide"
FIRE_BIG, WATER_2, WATER_3 = "Boltail Dragon", "Aqua Vehicle", "Aqua Hulcus"
NATURE_2, LIGHT_2, DARK_2 = "Burning Mane", "Reusol, the Oracle", "Writhing Bone Ghoul"
LATE = "Zagaan, Knight of Darkness"
TRIGGER, DRAW, SPELL = "Tornado Flame", "Brain Serum", "Crimson Hammer"


def listed(pool: Pool, *rows: str) -> Deck:
    return deck_from_text("\n".join(rows), pool, "mine.txt", "mine")


def finding(pool: Pool, id: str, *rows: str) -> Finding | None:
    """What one rule says about a list, None when it is silent."""
    found = {each.id: each for each in advise(listed(pool, *rows), pool)}
    return found.get(id)


#: For each rule: lists with the number and the verdict that they get.
SPOKEN = [
    ("size", (f"40 {FIRE_2}",), 40, "fine"),
    ("size", (f"44 {FIRE_2}",), 44, "look at it"),
    ("size", (f"39 {FIRE_2}",), 39, "look at it"),
    ("size", (f"400 {FIRE_2}",), 400, "look at it"),
    ("civilizations", (f"20 {FIRE_2}", f"20 {WATER_2}"), 2, "fine"),
    ("civilizations", (f"20 {FIRE_2}", f"10 {WATER_2}", f"10 {LIGHT_2}"), 3, "fine"),
    ("civilizations", (f"40 {FIRE_2}",), 1, "look at it"),
    (
        "civilizations",
        (f"10 {FIRE_2}", f"10 {WATER_2}", f"10 {LIGHT_2}", f"10 {DARK_2}"),
        4,
        "look at it",
    ),
    (
        "civilizations",
        (f"8 {FIRE_2}", f"8 {WATER_2}", f"8 {LIGHT_2}", f"8 {DARK_2}", f"8 {NATURE_2}"),
        5,
        "off",
    ),
    ("creatures", (f"20 {FIRE_2}", f"20 {SPELL}"), 50, "fine"),
    ("creatures", (f"19 {FIRE_2}", f"21 {SPELL}"), 48, "look at it"),
    ("creatures", (f"10 {FIRE_2}", f"30 {SPELL}"), 25, "off"),
    ("cheap-and-dear", (f"20 {FIRE_2}", f"20 {FIRE_5}"), 50, "fine"),
    ("cheap-and-dear", (f"32 {FIRE_2}", f"8 {FIRE_5}"), 80, "look at it"),
    ("cheap-and-dear", (f"40 {FIRE_2}",), 100, "off"),
    ("cheap-and-dear", (f"8 {FIRE_2}", f"32 {FIRE_5}"), 20, "look at it"),
    ("cheap-and-dear", (f"40 {FIRE_5}",), 0, "off"),
    ("triggers", (f"8 {TRIGGER}", f"32 {FIRE_4}"), 8, "fine"),
    ("triggers", (f"5 {TRIGGER}", f"35 {FIRE_4}"), 5, "look at it"),
    ("triggers", (f"40 {FIRE_4}",), 0, "off"),
    ("triggers", (f"17 {TRIGGER}", f"23 {FIRE_4}"), 17, "look at it"),
    ("triggers", (f"40 {TRIGGER}",), 40, "off"),
    ("triggers-of-a-fast-deck", (f"4 {TRIGGER}", f"36 {FIRE_2}"), 4, "fine"),
    ("triggers-of-a-fast-deck", (f"40 {FIRE_2}",), 0, "look at it"),
    ("triggers-of-a-fast-deck", ("40 Solar Ray",), 40, "off"),
    ("early-creatures", (f"10 {FIRE_2}", f"30 {FIRE_5}"), 10, "fine"),
    ("early-creatures", (f"6 {FIRE_2}", f"34 {FIRE_5}"), 6, "look at it"),
    ("early-creatures", (f"40 {FIRE_5}",), 0, "off"),
    ("early-creatures", (f"22 {FIRE_2}", f"18 {FIRE_BIG}"), 22, "look at it"),
    ("middle-creatures", (f"8 {FIRE_4}", f"32 {FIRE_2}"), 8, "fine"),
    ("middle-creatures", (f"3 {FIRE_4}", f"37 {FIRE_2}"), 3, "look at it"),
    ("middle-creatures", (f"40 {FIRE_2}",), 0, "off"),
    ("middle-creatures", (f"17 {FIRE_4}", f"23 {FIRE_2}"), 17, "look at it"),
    ("middle-creatures", (f"40 {FIRE_4}",), 40, "off"),
    ("late-creatures", (f"40 {FIRE_4}",), 0, "fine"),
    ("late-creatures", (f"6 {FIRE_BIG}", f"34 {FIRE_4}"), 6, "fine"),
    ("late-creatures", (f"7 {FIRE_BIG}", f"33 {FIRE_4}"), 7, "look at it"),
    ("late-creatures", (f"13 {FIRE_BIG}", f"27 {FIRE_4}"), 13, "off"),
    ("draw-or-boost", (f"11 {FIRE_5}", f"25 {FIRE_2}", f"4 {DRAW}"), 4, "fine"),
    ("draw-or-boost", (f"11 {FIRE_5}", f"27 {FIRE_2}", f"2 {WATER_3}"), 2, "look at it"),
    ("draw-or-boost", (f"11 {FIRE_5}", f"29 {FIRE_2}"), 0, "off"),
    ("opening-hand, water", (f"31 {FIRE_2}", f"9 {WATER_3}"), 9, "fine"),
    ("opening-hand, water", (f"36 {FIRE_2}", f"4 {WATER_3}"), 4, "look at it"),
    ("opening-hand, water", (f"37 {FIRE_2}", f"3 {WATER_3}"), 3, "off"),
    ("two-drops, water", (f"27 {FIRE_2}", f"13 {WATER_2}"), 13, "fine"),
    ("two-drops, water", (f"31 {FIRE_2}", f"9 {WATER_2}"), 9, "look at it"),
    ("two-drops, water", (f"36 {FIRE_2}", f"4 {WATER_2}"), 4, "off"),
    ("hard-to-pay", (f"40 {FIRE_2}",), 0, "fine"),
    ("hard-to-pay", (f"36 {FIRE_2}", f"4 {WATER_2}"), 4, "look at it"),
    ("hard-to-pay", (*(f"4 {name}" for name in (WATER_2, NATURE_2, LIGHT_2, DARK_2)),), 16, "off"),
    ("main-cards", (f"10 {FIRE_BIG}", f"30 {FIRE_2}"), 10, "fine"),
    ("main-cards", (f"2 {FIRE_BIG}", f"38 {FIRE_2}"), 2, "look at it"),
    ("main-cards", (f"17 {FIRE_BIG}", f"23 {FIRE_2}"), 17, "look at it"),
    ("single-copies", (f"40 {FIRE_2}",), 0, "fine"),
]

SILENT = [
    ("triggers", (f"4 {TRIGGER}", f"36 {FIRE_2}")),
    ("triggers-of-a-fast-deck", (f"8 {TRIGGER}", f"32 {FIRE_4}")),
    ("early-creatures", (f"40 {FIRE_2}",)),
    ("draw-or-boost", (f"10 {FIRE_5}", f"30 {FIRE_2}")),
    ("draw-or-boost", (f"10 {FIRE_5}", f"20 {FIRE_2}", f"10 {TRIGGER}")),
    ("opening-hand, fire", (f"40 {FIRE_4}",)),
    # late plays have time, two-drops ask for more, and four times nine do not fit
    ("opening-hand, darkness", (f"36 {FIRE_2}", f"4 {LATE}")),
    ("opening-hand, water", (f"36 {FIRE_2}", f"4 {WATER_2}")),
    ("opening-hand, water", (f"32 {FIRE_4}", f"4 {WATER_3}", f"2 {LIGHT_2}", f"2 {DARK_2}")),
    ("two-drops, water", (f"30 {FIRE_4}", f"4 {WATER_2}", f"3 {LIGHT_2}", f"3 {DARK_2}")),
    ("two-drops, fire", (f"40 {FIRE_2}",)),
    ("two-drops, water", (f"30 {FIRE_2}", f"2 {WATER_2}", f"8 {WATER_3}")),
]


@pytest.mark.rule("S48")
@pytest.mark.parametrize(("id", "rows", "number", "verdict"), SPOKEN)
def test_a_rule_gives_its_number_and_verdict(
    printed: Pool, id: str, rows: tuple[str, ...], number: int, verdict: str
) -> None:
    found = finding(printed, id, *rows)
    assert found is not None
    assert (found.number, found.verdict) == (number, verdict)


@pytest.mark.parametrize(("id", "rows"), SILENT)
def test_a_rule_is_silent_where_it_does_not_apply(
    printed: Pool, id: str, rows: tuple[str, ...]
) -> None:
    assert finding(printed, id, *rows) is None


def test_nine_cards_in_a_single_copy_are_worth_a_look(printed: Pool) -> None:
    names = [name for name in printed.cards if printed.cards[name].civilizations == ("fire",)]
    few = [f"1 {name}" for name in names[:8]]
    found = finding(printed, "single-copies", *few, f"32 {FIRE_2}")
    more = finding(printed, "single-copies", *few, f"1 {names[8]}", f"32 {FIRE_2}")
    assert found is not None
    assert more is not None
    assert (found.number, found.verdict) == (8, "fine")
    assert (more.number, more.verdict) == (9, "look at it")


def test_every_rule_is_tried_above_with_more_than_one_verdict() -> None:
    for rule in our_rules():
        verdicts = {verdict for id, _, _, verdict in SPOKEN if id.partition(",")[0] == rule.id}
        assert len(verdicts) > 1 or rule.id == "single-copies", rule.id


def test_no_rule_is_without_a_source_a_reason_and_something_to_say() -> None:
    for rule in our_rules():
        assert rule.source.title
        assert rule.source.address or rule.source.rule
        assert rule.why
        assert rule.says.fine


def test_every_figure_and_most_fields_are_used_by_our_rules() -> None:
    text = OURS.read_text(encoding="utf-8")
    assert all(f'figure = "{name}"' in text for name in FIGURES)
    assert all(f"{{{field}}}" in text for field in FIELDS)


def test_the_sentence_has_the_number_of_the_list_and_what_to_change(printed: Pool) -> None:
    found = finding(printed, "triggers", f"5 {TRIGGER}", f"35 {FIRE_4}")
    assert found is not None
    assert found.says == "8 are advised, yours has 5: 3 more would do."
    found = finding(printed, "opening-hand, water", f"36 {FIRE_2}", f"4 {WATER_3}")
    assert found is not None
    assert "yours has 4 (43%; by turn 5, 66%): 5 more would do" in found.says


def test_the_sentences_are_right_for_one_card_as_well(printed: Pool) -> None:
    wide = {"cheap-and-dear": 31, "middle-creatures": 17, "main-cards": 17, "size": 41}
    rows = {
        "cheap-and-dear": (f"31 {FIRE_2}", f"9 {FIRE_5}"),
        "middle-creatures": (f"17 {FIRE_4}", f"23 {FIRE_2}"),
        "main-cards": (f"17 {FIRE_BIG}", f"23 {FIRE_2}"),
        "size": (f"41 {FIRE_2}",),
    }
    for id, number in wide.items():
        found = finding(printed, id, *rows[id])
        assert found is not None
        assert str(number) in found.says
        assert re.search(r"1 of (them|the)|take 1 out", found.says), found.says
        assert not re.search(r"\b1 (\w+ ){0,3}ones", found.says), found.says


def test_numbers_that_are_meant_for_40_cards_grow_with_the_deck(printed: Pool) -> None:
    found = finding(printed, "triggers", f"9 {TRIGGER}", f"41 {FIRE_4}")
    assert found is not None
    assert (found.low, found.high, found.about) == (10, 20, 10)
    assert found.says == "10 are advised, yours has 9: 1 more would do."
    small = finding(printed, "triggers", f"6 {TRIGGER}", f"24 {FIRE_4}")
    assert small is not None
    assert (small.low, small.verdict) == (6, "fine")


def test_a_share_is_told_in_percent_and_its_lack_in_cards(printed: Pool) -> None:
    found = finding(printed, "creatures", f"19 {FIRE_2}", f"21 {SPELL}")
    assert found is not None
    assert found.percent
    assert "48% of the deck: 19 of 40. 1 more" in found.says


def test_a_deck_over_40_is_never_off(printed: Pool) -> None:
    for size in (41, 44, 51, 100, 400):
        found = finding(printed, "size", f"{size} {FIRE_2}")
        assert found is not None
        assert found.verdict == "look at it"


def test_shield_triggers_may_be_hard_to_pay(printed: Pool) -> None:
    found = finding(printed, "hard-to-pay", f"36 {FIRE_2}", "4 Terror Pit")
    assert found is not None
    assert found.verdict == "fine"


def test_a_card_that_is_hard_to_pay_is_named_with_its_chance_and_its_need(printed: Pool) -> None:
    found = finding(printed, "hard-to-pay", f"36 {FIRE_2}", f"4 {WATER_2}")
    assert found is not None
    deck = listed(printed, f"36 {FIRE_2}", f"4 {WATER_2}")
    cards = Cards.of(deck, printed)
    chance = castable(cards, printed.cards[WATER_2], 4).given_drawn_first
    needed = needed_for(cards, printed.cards[WATER_2], 4)
    assert f"4 {WATER_2} {100 * chance:.1f}% ({needed} water cards would do)" in found.says
    assert found.cards == {WATER_2: 4}


def test_a_chance_below_80_percent_is_never_told_as_80(printed: Pool) -> None:
    for path in LISTS:
        for each in advise(read_deck(path, printed), printed):
            if each.id == "hard-to-pay" and each.number:
                told = re.findall(r" (\d+\.\d)%(?: \(|[;,. ])", each.says.partition("drawn: ")[2])
                assert told
                assert all(float(percent) < 80 for percent in told), (path.stem, each.says)


def test_the_copies_that_are_not_named_are_counted(printed: Pool) -> None:
    splashed = (WATER_2, "Steam Star", NATURE_2, "Slumber Shell", LIGHT_2, DARK_2)
    found = finding(printed, "hard-to-pay", *(f"2 {name}" for name in splashed), f"28 {FIRE_2}")
    assert found is not None
    assert found.number == 12
    assert "would do) and 4 more." in found.says


@pytest.mark.parametrize("have", [4, 8, 12, 16, 20])
def test_so_many_cards_of_a_civilization_do_and_one_fewer_does_not(
    printed: Pool, have: int
) -> None:
    card = printed.cards[WATER_2]
    needed = needed_for(Cards([(printed.cards[FIRE_2], 40 - have), (card, have)]), card, have)
    for more in range(40 - have):
        fire = (printed.cards[FIRE_2], 40 - have - more)
        water = (printed.cards["Steam Star"], more)
        chance = castable(Cards([fire, water, (card, have)]), card, have)
        assert (chance.given_drawn_first >= chance.target) == (have + more >= (needed or 0))


def test_more_of_a_civilization_is_no_way_to_pay_for_several(printed: Pool) -> None:
    card = printed.cards["Melnia, the Aqua Shadow"]
    cards = Cards([(printed.cards[FIRE_2], 36), (card, 4)])
    assert needed_for(cards, card, 4) is None
    tiny = Cards([(printed.cards[FIRE_2], 4), (printed.cards[WATER_2], 1)])
    assert needed_for(tiny, printed.cards[WATER_2], 1) is None


# ---------------------------------------------------------------- real lists


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_real_lists_get_whole_sentences(printed: Pool, path: Path) -> None:
    _whole(advise(read_deck(path, printed), printed))


def test_bundled_decks_get_whole_sentences_and_one_rule_on_triggers(printed: Pool) -> None:
    for name in bundled_decks():
        found = advise(read_deck(name, printed), printed)
        _whole(found)
        assert sum(each.title == "shield triggers" for each in found) == 1, name


def test_the_winners_of_a_large_tournament_get_no_verdict_of_off(printed: Pool) -> None:
    for place in ("first", "second", "third"):
        found = advise(read_deck(f"classic/gencon-2004-{place}", printed), printed)
        assert "off" not in {each.verdict for each in found}


def _whole(found: tuple[Finding, ...]) -> None:
    """Every piece has a verdict, a number and sentences without holes."""
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert each.verdict in VERDICTS
        assert 0 <= each.number <= (100 if each.percent else 1000)
        for text in (each.title, each.says, each.why):
            assert text
            assert not set("{}") & set(text), text


def test_an_empty_deck_gets_no_advice(printed: Pool) -> None:
    with pytest.raises(Refused, match="no card in the main deck"):
        advise(listed(printed), printed)


# ---------------------------------------------------------------- suggestions


def test_suggestions_are_paid_by_the_deck_and_not_in_it(printed: Pool) -> None:
    found = finding(
        printed, "triggers", f"1 {TRIGGER}", f"20 {FIRE_4}", f"19 {WATER_2}", "5 Aqua Sniper"
    )
    assert found is not None
    assert len(found.suggestions) == SUGGESTED
    for each in found.suggestions:
        assert set(each.civilizations) <= {"fire", "water"}
        assert each.card != TRIGGER
        assert "shield trigger" in each.roles
        assert set(each.roles) == roles_of(each.card, printed)
    assert all({"removal", "bounce", "tapper"} & set(each.roles) for each in found.suggestions)
    costs = [each.cost for each in found.suggestions]
    assert costs == sorted(costs)


def test_suggestions_are_spread_from_the_cheapest_to_the_dearest(printed: Pool) -> None:
    found = finding(printed, "triggers", f"40 {FIRE_4}")
    assert found is not None
    costs = [each.cost for each in found.suggestions]
    assert (costs[0], costs[-1], len(set(costs))) == (1, 6, 5)


def test_no_evolution_is_suggested_that_lacks_its_base(printed: Pool) -> None:
    kind = Kind(types=("evolution creature",), civilizations=("fire",))
    rule = msgspec.structs.replace(our_rules()[4], suggest=kind, prefer=(), when=())
    deck = listed(printed, f"40 {FIRE_2}")
    [found] = advise(deck, printed, [rule])
    assert found.suggestions
    for each in found.suggestions:
        assert "Human" in str(bases_of(each.card, printed))


def test_a_trigger_that_does_something_comes_before_one_that_does_little(printed: Pool) -> None:
    found = finding(printed, "triggers", f"4 {WATER_2}", "36 King Ripped-Hide")
    assert found is not None
    names = [each.card for each in found.suggestions]
    assert "Emergency Typhoon" in names
    assert "Siren Concerto" not in names


def test_what_draws_or_boosts_only_with_a_target_is_not_suggested(printed: Pool) -> None:
    found = finding(printed, "draw-or-boost", f"12 {FIRE_5}", f"28 {NATURE_2}")
    assert found is not None
    assert found.suggestions
    assert all("needs a target" not in each.roles for each in found.suggestions)


def test_nothing_is_suggested_where_nothing_is_missing(printed: Pool) -> None:
    found = finding(printed, "triggers", f"8 {TRIGGER}", f"32 {FIRE_4}")
    assert found is not None
    assert found.suggestions == ()


def test_only_what_is_owned_is_suggested(printed: Pool) -> None:
    deck = listed(printed, f"40 {FIRE_4}")
    owned = {"Volcanic Arrows", "Terror Pit", FIRE_2}
    found = {each.id: each for each in advise(deck, printed, owned=owned)}["triggers"]
    assert [each.card for each in found.suggestions] == ["Volcanic Arrows"]


# ---------------------------------------------------------------- sentences


@given(st.integers(1, 60), st.data())
def test_the_chances_in_sentences_are_those_of_scipy(size: int, data: st.DataObject) -> None:
    kind, number = data.draw(st.integers(0, size)), data.draw(st.integers(0, 6))
    seen = data.draw(st.integers(0, 7))
    drawn = hypergeom(size, kind, min(seen, size))
    values = {"size": size, "n": kind}
    least = filled(f"{{chance: at least {number} of n in {seen}}}", values)
    most = filled(f"{{chance: at most {number} of {kind} in {seen} from {size}}}", values)
    assert least == in_percent(round(float(drawn.sf(number - 1)), 9))
    assert most == in_percent(round(float(drawn.cdf(number)), 9))


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        ("at least 2 of 12 in 5", "48%"),
        ("at most 0 of 6 in 5", "42%"),
        ("at least 1 of 8 in 5", "69%"),
        ("at least 1 of 4 in 5", "43%"),
        ("at least 1 of 16 in 5", "94%"),
        ("at least 1 of 40 in 5", "100%"),
        ("at least 1 of 0 in 5", "0%"),
        ("at least 1 of 30 in 5", "more than 99%"),
        ("at least 5 of 6 in 5", "less than 1%"),
    ],
)
def test_known_chances_are_told_right(chance: str, said: str) -> None:
    assert filled(f"{{chance: {chance}}}", {"size": 40}) == said


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{shrt} more", "Did you mean 'short'?"),
        ("{n.__class__}", "nothing is known"),
        ("{0}", "nothing is known"),
        ("{n!r:>99999}", "nothing is known"),
        ("{chance: at least 1 of n in 999}", "nothing is known"),
        ("{chance: about 1 of n in 5}", "nothing is known"),
        ("a { alone", "stands alone"),
        ("{{n}}", "stands alone"),
    ],
)
def test_a_sentence_that_cannot_be_filled_in_is_refused(text: str, fault: str) -> None:
    assert fault in faults(text)


def test_sentences_of_our_own_words_have_no_faults() -> None:
    assert faults("".join(f"{{{field}}}" for field in FIELDS)) == ""


# ---------------------------------------------------------------- files of one's own

MINE = """
[[advice]]
id = "blockers"
title = "blockers"
count = { roles = ["blocker"] }
fine = [6]
why = "We like walls."
source = { title = "Our club", address = "https://example.org/walls" }
[advice.says]
fine = "Yours has {n}."
less = "Yours has {n}: {short} more."
"""


@pytest.fixture
def mine(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str | bytes) -> Path:
        path = tmp_path / "mine.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_advice_of_ones_own_is_asked_the_same_way(
    printed: Pool, mine: Callable[[str], Path]
) -> None:
    rules = read_rules(mine(MINE))
    (found,) = advise(read_deck("classic/walls", printed), printed, rules)
    assert (found.id, found.verdict) == ("blockers", "fine")
    (found,) = advise(listed(printed, f"38 {FIRE_2}", "2 Emerald Grass"), printed, rules)
    assert (found.verdict, found.says) == ("look at it", "Yours has 2: 4 more.")


def test_without_an_upper_end_the_highest_is_the_whole_deck(
    printed: Pool, mine: Callable[[str], Path]
) -> None:
    text = MINE.replace("Yours has {n}.", "{high}, {chance: at least 1 of high in 1 from 80}")
    (found,) = advise(read_deck("classic/walls", printed), printed, read_rules(mine(text)))
    assert found.says == "40, 50%"


def test_the_example_of_the_readme_is_a_file_of_advice(
    printed: Pool, mine: Callable[[str], Path]
) -> None:
    readme = (OURS.parents[1] / "README.md").read_text(encoding="utf-8")
    example = readme.split("```toml\n")[1].split("```")[0]
    (found,) = advise(read_deck("classic/walls", printed), printed, read_rules(mine(example)))
    assert (found.id, found.number, found.verdict) == ("blockers", 12, "fine")


WRONG = [
    ("title =", "titel =", "unknown field `titel`. Did you mean 'title'?"),
    ('"blocker"', '"bloker"', "roles: unknown word 'bloker'. Did you mean 'blocker'?"),
    ("roles =", "role =", "Did you mean 'roles'"),
    ('source = { title = "Our club", address = "https://example.org/walls" }', "", "source"),
    (', address = "https://example.org/walls"', "", "give an address, or the number of a rule"),
    ("https://", "javascript:", "an address starts with https://"),
    ("fine = [6]", "fine = []", "lowest number"),
    ("fine = [6]", "fine = [6, 5]", "lowest number"),
    ("fine = [6]", "fine = [1, 2, 3]", "lowest number"),
    ("fine = [6]", 'fine = ["6"]', "fine"),
    ("fine = [6]", "fine = [-1]", "lowest number"),
    ("fine = [6]", f"fine = [{'9' * 30}]", "mine.toml"),
    ('less = "Yours has {n}: {short} more."', "", "less: says nothing"),
    ("fine = [6]", "fine = [6, 9]", "more: says nothing"),
    ("{short}", "{__import__}", "nothing is known about '{__import__}'"),
    ("fine = [6]", 'fine = [6]\nfigure = "civilizations"', "either count or figure"),
    ('count = { roles = ["blocker"] }', "", "either count or figure"),
    ('count = { roles = ["blocker"] }', 'figure = "lucky"', "figure: unknown word 'lucky'"),
    ("fine = [6]", 'fine = [6]\neach = "race"', "each: unknown word 'race'"),
    ("fine = [6]", "fine = [6]\nwhen = [{ count = {} }]", "when: say least or below"),
    ("fine = [6]", "fine = [6]\nper = 0", "per: 1 to 1000"),
    ("fine = [6]", "fine = [6]\ncost = [1]", "unknown field `cost`"),
    ('"blockers"\ncount', '""\ncount', "title: says nothing"),
    ("We like walls.", "We like \\u001b[31mwalls.", "a sign in it is no text"),
    ("We like walls.", "w" * 1001, "too long"),
    ("fine = [6]", 'fine = [6]\nprefer = ["strength"]', "prefer: unknown word 'strength'"),
    ("[[advice]]", "[advice]", "mine.toml"),
    ("[[advice]]", "[[advice", "this is not TOML"),
    (MINE, "", "advice"),
    (MINE, "advice = []", "0 rules"),
    (MINE, MINE * 2, "this id stands twice"),
    (MINE, "a = " + "[" * 5000, "mine.toml"),
    (MINE, ".".join("a" * 20000) + " = 1", "more dots"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_a_file_that_is_wrong_is_refused_with_its_place(
    mine: Callable[[str], Path], old: str, new: str, said: str
) -> None:
    assert old in MINE
    path = mine(MINE.replace(old, new))
    with pytest.raises(Unreadable) as refused:
        read_rules(path)
    sentence = str(refused.value)
    assert sentence.startswith(f"{path}: ")
    assert said in sentence
    assert len(sentence) < len(str(path)) + 900
    assert sentence.replace("\n", "").isprintable()


def test_what_is_no_text_file_is_refused(mine: Callable[[bytes], Path], tmp_path: Path) -> None:
    for content in (b"\xff\xfe\x00", b"a\0b", b"x" * 200_000):
        with pytest.raises(Unreadable):
            read_rules(mine(content))
    with pytest.raises(Unreadable, match="is a folder"):
        read_rules(tmp_path)
    with pytest.raises(Unreadable, match="no such file"):
        read_rules(tmp_path / "none.toml")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_file_with_bytes_changed_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, printed: Pool, data: st.DataObject
) -> None:
    content = bytearray(OURS.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    path = tmp_path_factory.getbasetemp() / "changed.toml"
    path.write_bytes(content)
    try:
        rules = read_rules(path)
    except Unreadable:
        return
    _whole(advise(read_deck("starter/fire", printed), printed, rules))
