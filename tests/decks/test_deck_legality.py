"""What a format allows, and what is legal and unwise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, permutations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused, Unreadable, UsageMistake
from dmcli.decks import (
    Deck,
    Entry,
    Format,
    Problem,
    check,
    deck_from_text,
    demand_legal,
    demand_playable,
    demand_readable,
    exit_code,
    format_named,
    is_legal,
)
from dmcli.decks.legality.rules import RULES

Read = Callable[..., Deck]
EVOLUTION = "evolution creature"
VORTEX = "vortex evolution: Bird + Elf"
TCG = format_named("tcg")
#: As many cards as one wants, so that a test shows only what it is about.
FREE = Format(name="free", smallest=0)


@pytest.fixture
def problems(deck: Read, small: Pool) -> Callable[..., list[Problem]]:
    def look(*rows: str, rules: Format = FREE) -> list[Problem]:
        return check(deck(*rows), rules, small)

    return look


def rules_of(found: list[Problem], severity: str = "error") -> list[str]:
    return [problem.rule for problem in found if problem.severity == severity]


@pytest.mark.ruling("R001", "R006")
@pytest.mark.rule("S46")
@pytest.mark.parametrize(
    ("name", "cards", "legal"),
    [
        ("tcg", 39, False),
        ("tcg", 40, True),
        ("tcg", 44, True),
        ("tcg", 41, True),
        ("ocg", 39, False),
        ("ocg", 40, True),
        ("ocg", 41, False),
        ("limited", 29, False),
        ("limited", 30, True),
        ("limited", 45, True),
        ("tcg", 30, False),
    ],
)
def test_a_format_says_how_many_cards_a_deck_has(
    problems: Callable[..., list[Problem]], name: str, cards: int, legal: bool
) -> None:
    found = problems(f"{cards} Ember Imp", rules=format_named(name))
    assert ("size" not in rules_of(found)) is legal


@pytest.mark.rule("S47")
def test_five_copies_over_several_lines_are_one_too_many(
    problems: Callable[..., list[Problem]],
) -> None:
    (problem,) = problems("2 Ember Imp", "4 Ember Hound", "3 ember imp")[:1]
    assert (problem.severity, problem.rule, problem.card) == ("error", "copies", "Ember Imp")
    assert problem.message == "5 copies of Ember Imp over lines 1 and 3; free allows 4."
    assert (problem.line, problem.fix) == (3, "Take out 1.")


@pytest.mark.ruling("R002")
@pytest.mark.rule("S47")
def test_printings_of_one_name_are_copies_of_one_card(printed: Pool) -> None:
    rows = ["2 Spiral Gate (DM-01) 40", "2 Spiral Gate DM-06 47/110", "1 Spiral Gate [DM-10]"]
    deck = deck_from_text("\n".join(rows), printed, "deck.txt", "deck")
    found = check(deck, FREE, printed)
    assert rules_of(found) == ["copies"]
    assert "over lines 1, 2 and 3" in found[0].message


@pytest.mark.rule("S47")
def test_four_copies_are_legal(problems: Callable[..., list[Problem]]) -> None:
    assert is_legal(problems("4 Ember Imp", "4 Ember Hound"))


@pytest.mark.ruling("R004")
def test_restricted_and_banned_cards_have_limits_of_their_own(
    problems: Callable[..., list[Problem]],
) -> None:
    rules = Format(name="hall", smallest=0, restricted={"Ember Imp": 1}, banned=("Ember Hound",))
    assert rules_of(problems("2 Ember Imp", rules=rules)) == ["restricted"]
    assert rules_of(problems("1 Ember Hound", rules=rules)) == ["banned"]
    assert rules_of(problems("1 Ember Imp", "4 Tide Sprite", rules=rules)) == []
    assert rules_of(problems("2 Ember Imp", "1 Ember Hound")) == []


def test_the_sideboard_counts_for_nothing_and_says_so(
    problems: Callable[..., list[Problem]],
) -> None:
    found = problems("4 Ember Imp", "Sideboard", "4 Ember Imp")
    assert is_legal(found)
    assert rules_of(found, "warning") == ["zone"]


def test_the_hyperspatial_zone_is_for_formats_that_have_one(
    problems: Callable[..., list[Problem]],
) -> None:
    rows = ["4 Ember Imp", "Hyperspatial zone:", "4 Tide Sprite", "4 Ember Hound"]
    assert rules_of(problems(*rows)) == ["zone"]
    beside = Format(name="beside", smallest=0, hyperspatial=8)
    assert rules_of(problems(*rows, rules=beside)) == []
    assert rules_of(problems(*rows, "1 Storm Drake", rules=beside)) == ["zone"]


def test_a_card_that_is_not_playable_yet_is_a_warning(
    problems: Callable[..., list[Problem]],
) -> None:
    found = problems("4 Sage of Later", "4 Ember Imp")
    assert is_legal(found)
    assert rules_of(found, "warning") == ["not-playable"]


def test_an_evolution_without_a_base_is_a_warning(problems: Callable[..., list[Problem]]) -> None:
    found = problems("4 Ember Lord", "4 Ember Hound")
    assert rules_of(found, "warning") == ["no-base"]
    assert found[0].card == "Ember Lord"


def test_an_evolution_with_a_base_is_fine(problems: Callable[..., list[Problem]]) -> None:
    assert problems("4 Ember Lord", "4 Ember Imp") == []


def test_any_race_with_the_word_is_a_base_where_the_card_says_so(
    problems: Callable[..., list[Problem]],
) -> None:
    assert problems("4 Wyrm King", "4 Storm Drake", "4 Tide Sprite", "4 Ember Hound") == []
    assert "no-base" in rules_of(problems("4 Wyrm King", "4 Ember Hound"), "warning")


def test_a_card_whose_civilization_nothing_else_gives_cannot_be_paid(
    problems: Callable[..., list[Problem]],
) -> None:
    found = problems("4 Ember Imp", "1 Tide Sprite")
    assert [(each.rule, each.card) for each in found] == [("unpayable", "Tide Sprite")]
    assert problems("4 Ember Imp", "2 Tide Sprite") == []


def test_a_card_of_two_civilizations_needs_both(problems: Callable[..., list[Problem]]) -> None:
    found = problems("4 Ember Imp", "1 Storm Drake")
    assert [(each.rule, each.card) for each in found] == [("unpayable", "Storm Drake")]
    assert "water" in found[0].message
    assert found[0].fix == "Add water cards, or take it out."


def card(
    name: str,
    type: str,
    civilizations: tuple[str, ...],
    races: tuple[str, ...],
    cost: int,
    power: int | None,
    rules: tuple[str, ...] | None,
) -> CardDef:
    facts = {"cost": cost, "power": power, "rules": rules, "rarity": "Common"}
    return CardDef(name=name, type=type, civilizations=civilizations, races=races, **facts)


@pytest.fixture
def mixed() -> Callable[..., list[Problem]]:
    """Checks a list of cards that have two civilizations, give no mana, or evolve in odd ways."""
    cards = [
        card("Dusk Imp", "creature", ("fire", "darkness"), ("Imp",), 2, 1000, ()),
        card("Dawn Imp", "creature", ("fire", "darkness"), ("Imp",), 2, 1000, ()),
        card("Night Imp", "creature", ("darkness",), ("Imp",), 2, 1000, ()),
        card("Root Elf", "creature", ("nature",), ("Elf",), 2, 1000, ()),
        card("Vine Bird", "creature", ("nature",), ("Bird", "Elf"), 2, 1000, ()),
        card("Pale Wind", "spell", (), (), 2, None, ("draw up to 1 cards",)),
        card("Twin Phoenix", EVOLUTION, ("nature",), ("Phoenix",), 5, 9000, (VORTEX,)),
        card("Elder Elf", EVOLUTION, ("nature",), ("Elf",), 3, 3000, ("evolution: Elf",)),
        card("Prime Elf", EVOLUTION, ("nature",), ("Elf",), 4, 4000, ("evolution: Elf",)),
        card("Drake Lord", EVOLUTION, ("fire",), ("Lord",), 4, 4000, ("evolution: Dragon*",)),
        card("Untold Elf", EVOLUTION, ("nature",), ("Elf",), 4, 4000, None),
    ]
    dry = msgspec.structs.replace(cards[2], name="Dry Imp", mana=0)
    pool = Pool([*cards, dry], "mixed", [])

    def look(*rows: str) -> list[Problem]:
        return check(deck_from_text("\n".join(rows), pool, "deck.txt", "deck"), FREE, pool)

    return look


def test_two_civilizations_are_paid_by_two_cards(mixed: Callable[..., list[Problem]]) -> None:
    (problem,) = mixed("2 Dusk Imp", "4 Root Elf")
    assert (problem.rule, problem.card, problem.line) == ("unpayable", "Dusk Imp", 1)
    assert "fire and darkness mana need 2 other cards" in problem.message
    assert mixed("3 Dusk Imp", "4 Root Elf") == []
    assert mixed("2 Dusk Imp", "1 Dawn Imp", "4 Root Elf") == []
    assert [each.rule for each in mixed("2 Dusk Imp", "1 Night Imp")] == []


MANY = [
    civilizations
    for size in range(4)
    for civilizations in combinations(("light", "water", "fire", "nature"), size)
]
ANY = Pool(
    [card("/".join(each) or "none", "creature", each, ("Imp",), 1, 1000, ()) for each in MANY],
    "any",
    [],
)


def test_a_card_of_three_civilizations_says_how_many_cards_there_are() -> None:
    """Two cards give each pair of its civilizations, but not all three."""
    text = "1 light/water/fire\n1 light/water\n1 water/fire\n4 none"
    found = check(deck_from_text(text, ANY, "any.txt", "any"), FREE, ANY)
    (said,) = [each.message for each in found if each.card == "light/water/fire"]
    assert said.endswith(
        "light, water and fire mana need 3 other cards that give it, and there are 2."
    )


def can_be_paid(name: str, copies: dict[str, int]) -> bool:
    """Tries every choice of other cards, one for each civilization of the card."""
    others = [each for each, n in copies.items() for _ in range(n - (each == name))]
    needed = ANY.cards[name].civilizations
    return any(
        all(
            each in ANY.cards[other].civilizations
            for each, other in zip(needed, chosen, strict=True)
        )
        for chosen in permutations(others, len(needed))
    )


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from(sorted(ANY.cards)), st.integers(1, 2), min_size=1, max_size=4)
)
def test_a_card_is_payable_exactly_when_other_cards_give_each_of_its_civilizations(
    copies: dict[str, int],
) -> None:
    entries = [Entry(n, name, line) for line, (name, n) in enumerate(copies.items(), 1)]
    found = check(Deck(name="deck", entries=tuple(entries)), FREE, ANY)
    unpayable = {each.card for each in found if each.rule == "unpayable"}
    assert unpayable == {name for name in copies if not can_be_paid(name, copies)}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(ANY.cards)), st.integers(1, 5)), max_size=12))
def test_how_a_list_is_written_changes_no_verdict(cards: list[tuple[str, int]]) -> None:
    def verdict(entries: list[Entry]) -> set[tuple[str, str | None]]:
        deck = Deck(name="deck", entries=tuple(entries))
        return {(each.rule, each.card) for each in check(deck, TCG, ANY)}

    whole = [Entry(n, name, line) for line, (name, n) in enumerate(cards, 1)]
    single = [Entry(1, each.name, each.line) for each in whole for _ in range(each.count)]
    assert verdict(whole) == verdict(whole[::-1]) == verdict(single)


def test_every_civilization_that_nothing_gives_is_named(
    mixed: Callable[..., list[Problem]],
) -> None:
    (problem,) = mixed("1 Dusk Imp", "4 Root Elf")
    assert problem.message == "Dusk Imp cannot be paid: no other card gives fire or darkness mana."
    assert problem.fix == "Add fire and darkness cards, or take it out."


def test_a_card_that_gives_no_mana_pays_for_nothing(mixed: Callable[..., list[Problem]]) -> None:
    assert [each.card for each in mixed("4 Dry Imp", "4 Root Elf")] == ["Dry Imp"]
    assert mixed("4 Dry Imp", "1 Night Imp", "4 Root Elf")[0].card == "Night Imp"
    assert mixed("4 Dry Imp", "2 Night Imp", "4 Root Elf") == []


def test_a_card_of_no_civilization_is_paid_by_any_mana(
    mixed: Callable[..., list[Problem]],
) -> None:
    assert mixed("1 Pale Wind", "4 Root Elf") == []


def test_each_base_of_a_vortex_is_asked_for(mixed: Callable[..., list[Problem]]) -> None:
    (problem,) = mixed("4 Twin Phoenix", "4 Root Elf")
    assert (problem.rule, problem.card) == ("no-base", "Twin Phoenix")
    assert problem.message == "Twin Phoenix can evolve from no creature of this deck."
    assert problem.fix == "Add creatures that it evolves: Bird."
    assert mixed("4 Twin Phoenix", "4 Root Elf", "1 Vine Bird") == []


def test_one_card_cannot_be_both_bases_of_a_vortex(mixed: Callable[..., list[Problem]]) -> None:
    (problem,) = mixed("4 Twin Phoenix", "1 Vine Bird")
    assert problem.fix == "Add creatures that it evolves: Bird and Elf."
    assert mixed("4 Twin Phoenix", "2 Vine Bird") == []


def test_evolutions_that_only_evolve_each_other_have_no_base(
    mixed: Callable[..., list[Problem]],
) -> None:
    found = mixed("4 Elder Elf", "4 Prime Elf")
    assert [(each.rule, each.card) for each in found if each.rule == "no-base"] == [
        ("no-base", "Elder Elf"),
        ("no-base", "Prime Elf"),
    ]
    assert mixed("4 Elder Elf", "4 Prime Elf", "1 Root Elf") == []


def test_an_evolution_can_stand_on_one_that_has_a_base(
    mixed: Callable[..., list[Problem]],
) -> None:
    assert mixed("4 Twin Phoenix", "1 Elder Elf", "1 Vine Bird") == []


def test_an_evolution_whose_text_is_not_written_is_taken_for_one_that_works(
    mixed: Callable[..., list[Problem]],
) -> None:
    assert [each.rule for each in mixed("4 Untold Elf", "2 Root Elf")] == ["not-playable"]
    assert [each.rule for each in mixed("2 Elder Elf", "2 Untold Elf")] == ["not-playable"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("evolution: Dragon*", "any Dragon"),
        ("evolution: Bird or Elf", "Bird or Elf"),
        ("evolution: light", "light creature"),
        ("evolution: light Bird", "light Bird"),
        ("evolution: light or fire", "light or fire creature"),
        ("vortex evolution: Dragon* + Bird", "any Dragon and Bird"),
    ],
)
def test_what_an_evolution_lacks_is_said_in_words(line: str, words: str) -> None:
    cards = [
        card("Any Lord", EVOLUTION, ("nature",), ("Lord",), 4, 4000, (line,)),
        card("Leaf Fish", "creature", ("nature",), ("Fish",), 2, 1000, ()),
    ]
    deck = deck_from_text("4 Any Lord\n4 Leaf Fish", Pool(cards, "lords", []), "deck.txt", "deck")
    (problem,) = check(deck, FREE, Pool(cards, "lords", []))
    assert problem.fix == f"Add creatures that it evolves: {words}."


def test_the_hyperspatial_zone_is_for_psychic_cards(problems: Callable[..., list[Problem]]) -> None:
    rules = Format(name="beside", smallest=0, hyperspatial=8)
    rows = ["4 Ember Imp", "Hyperspatial zone:", "2 Ember Hound", "1 Tide Sprite"]
    (problem,) = problems(*rows, rules=rules)
    assert (problem.severity, problem.rule, problem.line) == ("warning", "zone", 3)
    assert problem.message.startswith("Ember Hound and Tide Sprite: only psychic cards")


def test_copies_are_summed_over_the_zones(problems: Callable[..., list[Problem]]) -> None:
    rules = Format(name="beside", smallest=0, hyperspatial=8)
    found = problems("3 Ember Imp", "Hyperspatial zone:", "2 Ember Imp", rules=rules)
    assert found[0].message == "5 copies of Ember Imp over lines 1 and 3; beside allows 4."


def test_one_line_that_names_a_card_twice_is_one_line(
    problems: Callable[..., list[Problem]],
) -> None:
    found = problems("3 Ember Imp 3 Ember Imp")
    assert found[0].message == "6 copies of Ember Imp; free allows 4."


@pytest.mark.parametrize(
    ("name", "cards", "message", "fix"),
    [
        ("tcg", 39, "The deck has 39 cards; tcg asks for at least 40 cards.", "Add 1 card."),
        ("ocg", 42, "The deck has 42 cards; ocg asks for exactly 40 cards.", "Take out 2 cards."),
        (
            "limited",
            27,
            "The deck has 27 cards; limited asks for at least 30 cards.",
            "Add 3 cards.",
        ),
    ],
)
def test_a_wrong_size_says_how_many_cards_to_change(
    problems: Callable[..., list[Problem]], name: str, cards: int, message: str, fix: str
) -> None:
    (problem,) = [
        each
        for each in problems(f"{cards} Ember Imp", rules=format_named(name))
        if each.rule == "size"
    ]
    assert (problem.message, problem.fix) == (message, fix)


def test_every_rule_that_a_check_can_name_is_explained(
    problems: Callable[..., list[Problem]],
) -> None:
    rows = ("2 Ember Lord", "1 Tide Sprite", "1 Nobody", "what is this", "9 Sage of Later")
    strict = Format(name="strict", restricted={"Ember Lord": 1}, rarities=("Rare",))
    named = {each.rule for each in problems(*rows, rules=strict)}
    assert {"no-base", "unpayable", "unknown-card", "rarity", "restricted", "copies"} <= named
    assert named <= RULES.keys()


def test_a_deck_that_starts_late_is_warned(problems: Callable[..., list[Problem]]) -> None:
    assert rules_of(problems("4 Storm Drake"), "warning") == ["slow-start"]
    assert problems("4 Storm Drake", "1 Ember Imp") == []


@pytest.mark.parametrize(("cost", "is_slow"), [(3, False), (4, True)])
def test_the_first_card_may_come_on_turn_3_at_the_latest(cost: int, is_slow: bool) -> None:
    elf = card("Slow Elf", "creature", ("nature",), ("Elf",), cost, 1000, ())
    pool = Pool([elf], "slow", [])
    found = check(deck_from_text("4 Slow Elf", pool, "slow.txt", "slow"), FREE, pool)
    assert rules_of(found, "warning") == ["slow-start"] * is_slow


def test_an_evolution_is_no_early_play(problems: Callable[..., list[Problem]]) -> None:
    found = problems("4 Storm Drake", "4 Ember Lord")
    assert "slow-start" in rules_of(found, "warning")


def test_an_unread_line_says_nothing_about_the_size(problems: Callable[..., list[Problem]]) -> None:
    found = problems("4 Ember Imp", "what is this", rules=TCG)
    assert rules_of(found) == ["unreadable-line"]


def test_errors_stand_before_warnings(problems: Callable[..., list[Problem]]) -> None:
    found = problems("4 Ember Houmd", "5 Tide Sprite", "4 Sage of Later", "1 Nobody", rules=TCG)
    ranks = ["error", "warning", "note"]
    assert [each.severity for each in found] == sorted(
        (each.severity for each in found), key=ranks.index
    )


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (["40 Ember Imp"], 1),
        (["4 Ember Imp"], 1),
        ([], 1),
        (["4 Nobody"], 3),
        (["4 Ember Imp", "what is this"], 3),
    ],
)
def test_the_exit_code_tells_illegal_from_unread(
    deck: Read, small: Pool, rows: list[str], code: int
) -> None:
    assert exit_code(check(deck(*rows), TCG, small)) == code


def test_a_legal_deck_has_exit_code_0(problems: Callable[..., list[Problem]]) -> None:
    assert exit_code(problems("4 Ember Imp", "4 Sage of Later")) == 0


def test_games_refuse_what_cannot_be_read(deck: Read) -> None:
    with pytest.raises(Unreadable, match=r"^deck.txt:2: 'what is this' is not a line"):
        demand_readable(deck("4 Ember Imp", "what is this"))


def test_games_refuse_an_illegal_deck_with_its_line_and_mend(deck: Read, small: Pool) -> None:
    with pytest.raises(Refused, match=r"^deck.txt:1: 40 copies .* Take out 36\.$"):
        demand_legal(deck("40 Ember Imp"), TCG, small)


def test_games_refuse_cards_that_are_not_playable_by_name(deck: Read, small: Pool) -> None:
    with pytest.raises(Refused, match="Sage of Later"):
        demand_playable(deck("4 Sage of Later"), small)
    demand_playable(deck("4 Ember Imp"), small)


def test_a_wrong_format_name_gets_the_nearest() -> None:
    with pytest.raises(UsageMistake, match="Did you mean 'tcg'"):
        format_named("tgc")
