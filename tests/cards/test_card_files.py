"""Card files, right and wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dmcli.cards import load_pool
from dmcli.cards.reader import read_cards
from dmcli.core.errors import Unreadable

Homebrew = Callable[..., Path]


def test_a_card_of_ones_own_joins_the_printed_ones(homebrew: Homebrew) -> None:
    pool = load_pool([homebrew()])
    assert len(pool.cards) == 907
    card = pool.card("cinder warden")
    assert (card.cost, card.power, card.races) == (6, 5000, ("Armored Dragon",))
    assert pool.hash != load_pool().hash


def test_a_new_race_joins_the_races_of_the_pool(homebrew: Homebrew) -> None:
    assert "Soot Imp" in load_pool([homebrew(("Armored Dragon", "Soot Imp"))]).races


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("races =", "racs =", 6, "unknown key 'racs'. Did you mean 'races'?"),
        ("power = 5000\n", "", 2, "the key 'power' is missing"),
        ("rules = []", "", 2, "the key 'rules' is missing"),
        ('"creature"', '"creatur"', 4, "unknown word 'creatur'. Did you mean 'creature'"),
        ('"fire"', '"fier"', 5, "Did you mean 'fire'?"),
        ('["fire"]', '"fire"', 5, "expected a list in brackets, found text"),
        ('["fire"]', "[]", 5, "the list is empty"),
        ('["fire"]', '["fire", "fire"]', 5, "stands in the list twice"),
        ('["fire"]', "[[1]]", 5, "expected text in quotes, found a list"),
        ('"Rare"', '"rare"', 9, "unknown word 'rare'. Did you mean 'Rare'"),
        ('"Rare"', "3", 9, "expected text in quotes, found a number"),
        ("= 6", '= "6"', 7, "expected a whole number, found text"),
        ("= 6", "= true", 7, "expected a whole number, found true or false"),
        ("= 6", "= 6.5", 7, "expected a whole number, found a decimal number"),
        ("= 6", "= 1979-05-27", 7, "expected a whole number, found a date"),
        ("= 6", "= -1", 7, "expected 0 to 99, found -1"),
        ("= 5000", f"= {10**30}", 8, "found a far larger one"),
        ("= 5000", "= 5000\nplus = 1", 9, "expected true or false, found a number"),
        ('["HB-01 1/10"]', '["HB-01"]', 10, "is not a set and a number"),
        ("rules = []", 'rules = "later"', 11, 'expected a list of rules lines, or "todo"'),
        ("rules = []", 'rules = [""]', 11, "is empty"),
        ("rules = []", f"rules = [{'1,' * 41}]", 11, "more than 40 lines"),
        ("rules = []", f'rules = ["{"x" * 700}"]', 11, "longer than 600 characters"),
        ('"Cinder Warden"', '"Cinder # Warden"', 3, "needs a letter or digit"),
        ('"Cinder Warden"', '"..."', 3, "needs a letter or digit"),
        ('"Cinder Warden"', '"Cinder\\u001b[2J"', 3, "a sign that is no text"),
        ("[[card]]", "[[cards]]", 2, "not 'cards'. Did you mean 'card'?"),
        ("[[card]]", "[card]", 1, "a card begins with [[card]]"),
        ("cost = 6", "cost = ", 7, "this is not TOML"),
        ("cost = 6", "cost = 6\ncost = 7", 8, "this is not TOML"),
    ],
)
def test_a_fault_is_told_with_its_line(
    homebrew: Homebrew, old: str, new: str, line: int, message: str
) -> None:
    folder = homebrew((old, new))
    with pytest.raises(Unreadable) as caught:
        load_pool([folder])
    assert f"own.toml:{line}: " in str(caught.value)
    assert message in str(caught.value)


def test_a_spell_has_no_power(homebrew: Homebrew) -> None:
    with pytest.raises(Unreadable, match=r"Cinder Warden: a spell has no races"):
        load_pool([homebrew(('"creature"', '"spell"'))])


def test_the_first_fault_is_told_and_the_others_are_counted(homebrew: Homebrew) -> None:
    folder = homebrew(("= 6", "= -1"), ("= 5000", '= "x"'), ('"Rare"', '"rare"'))
    with pytest.raises(Unreadable, match=r"2 more problems: `dmcli cards validate` lists them"):
        load_pool([folder])


def test_a_name_of_the_printed_pool_cannot_be_taken(homebrew: Homebrew) -> None:
    folder = homebrew(("Cinder Warden", "Aqua Hulcus"))
    with pytest.raises(Unreadable, match=r"Aqua Hulcus: this name already stands in .*dm-01"):
        load_pool([folder])


def test_a_name_must_differ_in_more_than_capitals_and_signs(homebrew: Homebrew) -> None:
    folder = homebrew(("Cinder Warden", "aqua-hulcus"))
    with pytest.raises(Unreadable, match="this name reads like 'Aqua Hulcus'"):
        load_pool([folder])


def test_a_folder_without_card_files_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="there is no card file"):
        load_pool([tmp_path])


def test_a_folder_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no such file"):
        load_pool([tmp_path / "none"])


def test_an_alias_must_lead_to_a_card(homebrew: Homebrew) -> None:
    homebrew(text='[aliases]\n"CW" = "Cinder Wardn"\n', name="aliases.toml")
    pool = load_pool([homebrew()])
    with pytest.raises(Unreadable, match="'CW' leads to 'Cinder Wardn', which is not a card"):
        pool.find("CW")


@pytest.mark.parametrize("text", ["aliases = 5", '[aliases]\n"CW" = 5', "[aliases", "x = [" * 999])
def test_a_file_of_aliases_must_be_one(homebrew: Homebrew, text: str) -> None:
    homebrew(text=text, name="aliases.toml")
    with pytest.raises(Unreadable, match="this is not a table of aliases"):
        load_pool([homebrew()]).find("CW")


def test_a_folder_of_countless_files_is_refused(homebrew: Homebrew) -> None:
    folder = homebrew()
    for number in range(501):
        (folder / f"{number}.toml").touch()
    with pytest.raises(Unreadable, match="more than 500 card files"):
        load_pool([folder])


def test_a_folder_may_bring_its_own_aliases(homebrew: Homebrew) -> None:
    homebrew(text='[aliases]\n"CW" = "Cinder Warden"\n', name="aliases.toml")
    assert load_pool([homebrew()]).find("cw").name == "Cinder Warden"


def test_a_power_attacker_line_explains_the_plus() -> None:
    text = (
        '[[card]]\nname = "Ember"\ntype = "creature"\ncivilizations = ["fire"]\nraces = []\n'
        'cost = 1\npower = 1000\nrarity = "Common"\nprintings = ["HB 1"]\nrules = ["{}"]\n'
    )
    attacker = read_cards(text.format("power attacker +2000"), "own.toml")[0][0].card
    blocker = read_cards(text.format("blocker"), "own.toml")[0][0].card
    assert (attacker.plus, blocker.plus) == (True, False)


def test_a_huge_file_is_refused_unread(homebrew: Homebrew) -> None:
    folder = homebrew(text="#" * 80 + "\n")
    (folder / "own.toml").write_bytes(b"# a comment\n" * 200_000)
    with pytest.raises(Unreadable, match="larger than"):
        load_pool([folder])


@pytest.mark.parametrize(
    "hostile",
    [
        "x = " + "\n".join(["[" * 900] * 50),
        "\n".join([".".join(["a"] * 450) + " = 1"] * 500),
        "a" * 500_000,
        "x = " + "9" * 900,
        "x = {" + "a={" * 300,
        'x = """' + "y\n" * 100_000,
        "\n" * 500_000 + "[",
        "[[card]]\n" * 20_000,
        "card = 5",
        "card = [1, 2]",
        "card = [[[[1]]]]",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_a_hostile_file_is_refused_soon(hostile: str) -> None:
    start = time.perf_counter()
    cards, problems = read_cards(hostile, "own.toml")
    assert cards == []
    assert problems
    assert time.perf_counter() - start < 5


@given(st.text(max_size=60))
def test_no_text_makes_the_reader_fall(text: str) -> None:
    cards, problems = read_cards(f"[[card]]\nname = {text}\n", "own.toml")
    assert cards == []
    assert problems


@given(st.dictionaries(st.text(max_size=8), st.integers() | st.text(max_size=8), max_size=5))
def test_no_value_makes_the_checks_fall(row: dict[str, object]) -> None:
    from dmcli.cards.facts import card_from

    card, faults = card_from(row)
    assert card is None
    assert faults
