"""Formats as files: those of dmcli and anyone's own."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.core.files import data_folder
from dmcli.decks import FORMATS, Deck, Format, Problem, check, find_format, format_named
from dmcli.decks.legality.format_file import MOST_STEPS

Write = Callable[..., Path]
Find = Callable[..., Format]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_format(text: str | bytes, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write_format


@pytest.fixture
def found(write: Write, small: Pool) -> Find:
    """Reads a format file that names made-up cards."""

    def find(text: str) -> Format:
        return find_format(str(write(text)), small)

    return find


@pytest.fixture
def judged(deck: Callable[..., Deck], small: Pool, found: Find) -> Callable[..., list[Problem]]:
    """The errors of a deck under a format file."""

    def judge(text: str, *rows: str) -> list[Problem]:
        rules = found(f"smallest = 0\n{text}")
        return [each for each in check(deck(*rows), rules, small) if each.severity == "error"]

    return judge


def error_of(path: Path, pool: Pool | None = None) -> str:
    with pytest.raises(Unreadable) as caught:
        find_format(str(path), pool)
    return str(caught.value)


# ---------------------------------------------------------------- the formats of dmcli


def test_three_formats_come_with_dmcli() -> None:
    assert list(FORMATS) == ["limited", "ocg", "tcg"]
    sizes = {name: (each.smallest, each.largest) for name, each in FORMATS.items()}
    assert sizes == {"tcg": (40, None), "ocg": (40, 40), "limited": (30, None)}
    assert {each.copies for each in FORMATS.values()} == {4}
    assert {name: each.hyperspatial for name, each in FORMATS.items()} == {
        "tcg": 0,
        "ocg": 8,
        "limited": 0,
    }


def test_the_formats_of_dmcli_restrict_no_card_for_such_lists_change() -> None:
    for each in FORMATS.values():
        assert (each.restricted, each.banned, each.pairs) == ({}, (), ())
        assert each.title


def test_the_comment_in_ocg_says_how_to_add_the_hall_of_fame(write: Write) -> None:
    text = (data_folder("decks") / "formats" / "ocg.toml").read_text("utf-8")
    rows = [row.removeprefix("#     ") for row in text.splitlines() if row.startswith("#     ")]
    filled = "\n".join(rows)
    for place, name in (
        ("A banned card", "Bombazar, Dragon of Destiny"),
        ("One card", "Aqua Hulcus"),
        ("Never with this one", "Corile"),
        ("A restricted card", "Crystal Lancer"),
    ):
        filled = filled.replace(place, name)
    rules = find_format(str(write(filled, "hall.toml")))
    assert (rules.name, rules.largest, rules.hyperspatial) == ("hall", 40, 8)
    assert rules.banned == ("Bombazar, Dragon of Destiny",)
    assert rules.pairs == (("Aqua Hulcus", "Corile"),)
    assert rules.restricted == {"Crystal Lancer": 1}


@pytest.mark.parametrize("name", ["tgc", "TCG", "", "limitd", "."])
def test_an_unknown_name_lists_the_formats(name: str) -> None:
    with pytest.raises(UsageMistake, match="there are limited, ocg, tcg") as caught:
        find_format(name)
    assert r".toml" in str(caught.value)


def test_a_name_near_a_format_is_asked_for() -> None:
    with pytest.raises(UsageMistake, match="Did you mean 'limited'"):
        format_named("limitd")


# ---------------------------------------------------------------- the README


def test_the_example_of_the_readme_is_a_format(write: Write, printed: Pool) -> None:
    readme = (data_folder("decks") / "README.md").read_text("utf-8")
    (example,) = re.findall(r"```toml\n(.*?)```", readme, re.DOTALL)
    assert find_format(str(write(example, "club.toml")), printed) == Format(
        name="club",
        title="Thursday club",
        smallest=40,
        largest=50,
        sets=("DM-01", "DM-02", "DM-03"),
        banned=("Crystal Lancer",),
        pairs=(("Aqua Hulcus", "Illusionary Merfolk"),),
        restricted={"Bolshack Dragon": 2},
    )


def test_the_readme_explains_every_key() -> None:
    readme = (data_folder("decks") / "README.md").read_text("utf-8")
    explained = {
        key
        for row in readme.splitlines()
        if row.startswith("| `")
        for key in re.findall(r"`(\w+)`", row.split("|")[1])
    }
    assert {*Format.__struct_fields__, "extends"} <= explained


# ---------------------------------------------------------------- what a file can say


def test_an_empty_file_is_the_usual_format_under_its_own_name(found: Find) -> None:
    assert found("") == Format(name="mine")


def test_a_file_can_name_itself(found: Find) -> None:
    assert found('name = "Duel night"').name == "Duel night"


def test_a_file_with_a_byte_order_mark_and_windows_line_ends_is_read(
    write: Write, small: Pool
) -> None:
    path = write(b"\xef\xbb\xbfsmallest = 20\r\nlargest = 20\r\n")
    assert find_format(str(path), small).size == "exactly 20 cards"


def test_names_are_read_as_in_a_deck_list(found: Find) -> None:
    assert found('banned = ["ember-imp", "TIDE SPRITE"]').banned == ("Ember Imp", "Tide Sprite")


def test_a_restricted_card_keeps_to_its_limit(judged: Callable[..., list[Problem]]) -> None:
    text = '[restricted]\n"Ember Imp" = 1\n"Ember Hound" = 6'
    assert [each.rule for each in judged(text, "2 Ember Imp", "6 Ember Hound")] == ["restricted"]
    assert judged(text, "1 Ember Imp", "6 Ember Hound", "4 Tide Sprite") == []


def test_a_card_restricted_to_none_is_not_allowed(judged: Callable[..., list[Problem]]) -> None:
    (problem,) = judged('[restricted]\n"Ember Imp" = 0', "4 Tide Sprite", "1 Ember Imp")
    assert problem.message == "1 copy of Ember Imp; mine allows 0."
    assert (problem.line, problem.fix) == (2, "Take out 1.")


def test_a_banned_card_is_in_no_deck(judged: Callable[..., list[Problem]]) -> None:
    (problem,) = judged('banned = ["Ember Imp"]', "3 Ember Imp", "4 Tide Sprite")
    assert (problem.rule, problem.card, problem.line) == ("banned", "Ember Imp", 1)
    assert (problem.message, problem.fix) == ("Ember Imp is banned in mine.", "Take out 3.")


def test_of_cards_banned_together_only_one_is_in_a_deck(
    judged: Callable[..., list[Problem]],
) -> None:
    text = 'pairs = [["Ember Imp", "Tide Sprite", "Tide Wall"]]'
    (problem,) = judged(text, "4 Tide Sprite", "4 Ember Hound", "1 Ember Imp")
    assert (problem.rule, problem.card, problem.line) == ("pair", "Ember Imp", 3)
    assert problem.message == "Ember Imp and Tide Sprite may not be in one deck in mine."
    assert problem.fix == "Keep only one of them."
    assert judged(text, "4 Tide Sprite", "4 Ember Hound") == []
    assert judged(text, "4 Tide Sprite", "Sideboard", "4 Ember Imp") == []


def test_two_groups_of_banned_cards_are_two_problems(
    judged: Callable[..., list[Problem]],
) -> None:
    text = 'pairs = [["Ember Imp", "Tide Sprite"], ["Ember Imp", "Ember Hound"]]'
    found = judged(text, "1 Ember Imp", "1 Tide Sprite", "1 Ember Hound")
    assert [(each.rule, each.line) for each in found] == [("pair", 2), ("pair", 3)]


def test_one_printing_in_an_allowed_set_is_enough(
    write: Write, printed: Pool, deck: Callable[..., Deck]
) -> None:
    from dmcli.decks import deck_from_text

    old = find_format(str(write('smallest = 0\nsets = ["DM-06"]')), printed)
    rows = "2 Spiral Gate (DM-01)\n4 Aqua Hulcus\n"
    listed = deck_from_text(rows, printed, "deck.txt", "deck")
    errors = [each for each in check(listed, old, printed) if each.severity == "error"]
    assert [(each.rule, each.card, each.line) for each in errors] == [("set", "Aqua Hulcus", 2)]
    assert errors[0].message.startswith("Aqua Hulcus is not in mine: it was printed in DM-01")
    assert errors[0].fix == "Take out 4."


def test_only_allowed_rarities_and_civilizations_are_in_a_deck(
    judged: Callable[..., list[Problem]],
) -> None:
    rows = ("4 Ember Imp", "4 Storm Drake", "4 Tide Sprite")
    found = judged('civilizations = ["fire"]', *rows)
    assert [(each.rule, each.card) for each in found] == [
        ("civilization", "Storm Drake"),
        ("civilization", "Tide Sprite"),
    ]
    assert found[0].message == "Storm Drake is not in mine: it is a card of water."
    assert judged('civilizations = ["fire", "water"]', *rows) == []
    assert {each.rule for each in judged('rarities = ["uncommon"]', *rows)} == {"rarity"}
    assert judged('rarities = ["common"]', *rows) == []


def test_a_card_beside_the_main_deck_must_be_allowed_too(
    judged: Callable[..., list[Problem]],
) -> None:
    rows = ("4 Ember Imp", "Hyperspatial zone:", "1 Tide Sprite")
    found = judged('hyperspatial = 8\ncivilizations = ["fire"]', *rows)
    assert [(each.rule, each.card) for each in found] == [("civilization", "Tide Sprite")]


def test_a_deck_has_a_smallest_and_a_largest_size(judged: Callable[..., list[Problem]]) -> None:
    assert judged("largest = 9", "4 Ember Imp", "4 Tide Sprite") == []
    (problem,) = judged("largest = 6", "4 Ember Imp", "4 Tide Sprite")
    assert problem.message == "The deck has 8 cards; mine asks for 0 to 6 cards."
    assert (problem.rule, problem.fix) == ("size", "Take out 2 cards.")


# ---------------------------------------------------------------- one format on another


def test_a_file_can_extend_a_format_of_dmcli(found: Find) -> None:
    rules = found('extends = "ocg"\ncopies = 2')
    assert (rules.name, rules.largest, rules.hyperspatial, rules.copies) == ("mine", 40, 8, 2)


def test_a_file_can_extend_one_beside_it(write: Write, small: Pool) -> None:
    write(
        'copies = 3\nbanned = ["Ember Imp", "Tide Sprite"]\npairs = [["Tide Wall", "Ember Lord"]]\n'
        '[restricted]\n"Ember Hound" = 1\n"Storm Drake" = 2\n',
        "base.toml",
    )
    path = write(
        'extends = "base.toml"\nbanned = ["Storm Drake"]\npairs = [["Ember Lord", "Wyrm King"]]\n'
        '[restricted]\n"Ember Imp" = 1\n"Ember Hound" = 2\n'
    )
    rules = find_format(str(path), small)
    assert rules.copies == 3
    assert rules.banned == ("Tide Sprite", "Storm Drake")
    assert rules.restricted == {"Ember Hound": 2, "Ember Imp": 1}
    assert rules.pairs == (("Tide Wall", "Ember Lord"), ("Ember Lord", "Wyrm King"))


def test_formats_that_extend_each_other_end_with_a_sentence(write: Write, small: Pool) -> None:
    write('extends = "mine.toml"', "other.toml")
    error = error_of(write('extends = "other.toml"'), small)
    assert error.endswith("other.toml:1: extends: goes round without an end.")


def test_a_long_chain_of_formats_ends_with_a_sentence(write: Write, small: Pool) -> None:
    for number in range(MOST_STEPS + 2):
        path = write(f'extends = "f{number - 1}.toml"' if number else "", f"f{number}.toml")
    assert "goes round without an end" in error_of(path, small)


@pytest.mark.parametrize(
    "target", ["../secret.toml", "/etc/passwd", "sub/other.toml", "..", "mine", "other.txt"]
)
def test_a_file_extends_nothing_outside_its_folder(
    write: Write, small: Pool, target: str, tmp_path: Path
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "secret.toml").write_text("copies = 1", "utf-8")
    path = write(f'extends = "{target}"', "inner/mine.toml")
    assert f"mine.toml:1: extends: '{target}' is none of limited, ocg, tcg" in error_of(path, small)


def test_a_base_that_is_near_a_name_is_asked_for(write: Write, small: Pool) -> None:
    assert "Did you mean 'ocg'" in error_of(write('extends = "ocgg"'), small)


def test_a_base_that_is_not_there_is_named(write: Write, small: Pool) -> None:
    assert "there is no such file" in error_of(write('extends = "gone.toml"'), small)


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ('title = "A"\nsmalest = 40', 2, "unknown key 'smalest'. Did you mean 'smallest'?"),
        ("[zone]\nx = 1", 1, "unknown key 'zone'."),
        ('\nsmallest = "40"', 2, "smallest: expected a whole number, found text."),
        ("smallest = 40.0", 1, "smallest: expected a whole number, found a decimal number."),
        ("copies = true", 1, "copies: expected a whole number, found true or false."),
        ("copies = -1", 1, "copies: expected a number from 0"),
        ("largest = 99999999999999999999", 1, "largest: expected a number from 0"),
        ("smallest = 1979-05-27", 1, "found a date or time"),
        ("smallest = 50\nlargest = 40", 2, "the largest deck (40) is smaller"),
        ('banned = "Ember Imp"', 1, "banned: expected a list in brackets, found text."),
        ("banned = [3]", 1, "banned: expected text in quotes, found a number."),
        ('banned = [\n"Ember Imp",\n"Embr Imp",\n]', 3, "Did you mean 'Ember Imp'?"),
        ('banned = ["Nobody at All"]', 1, "no card named 'Nobody at All'"),
        ('restricted = ["Ember Imp"]', 1, "restricted: expected a table such as"),
        ('[restricted]\n"Ember Imp" = 1\n"Tide Sprit" = 1', 3, "Did you mean 'Tide Sprite'?"),
        ('[restricted]\n"Tide Wall" = 1\n"Ember Imp" = "one"', 3, "'Ember Imp': expected a whole"),
        ('pairs = ["Ember Imp", "Tide Wall"]', 1, "pairs: expected a list in brackets"),
        ('pairs = [["Ember Imp"]]', 1, "a list of two or more cards"),
        ('pairs = [["Ember Imp", "ember imp"]]', 1, "a list of two or more cards"),
        ('banned = ["Ember Imp"]\n[restricted]\n"Ember Imp" = 1', 3, "both banned and restricted"),
        ('rarities = ["Comon"]', 1, "there is no rarity 'Comon'. Did you mean 'Common'"),
        ('civilizations = ["fyre"]', 1, "Did you mean 'fire'?"),
        ("civilizations = []", 1, "name at least one civilization"),
        ('name = ""', 1, "name: '' is empty"),
        ('name = "a\\nb"', 1, "or no plain text"),
        ("extends = 3", 1, "extends: expected text in quotes, found a number."),
        ("copies = 4\ncopies = 5", 2, "this is not TOML"),
        ("copies =", 1, "this is not TOML"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    write: Write, small: Pool, text: str, line: int, part: str
) -> None:
    path = write(text)
    error = error_of(path, small)
    assert error.startswith(f"{path}:{line}: ")
    assert part in error


def test_an_unknown_set_is_told_with_those_that_there_are(write: Write, printed: Pool) -> None:
    assert "there is no set 'DM-13'. Did you mean" in error_of(write('sets = ["DM-13"]'), printed)
    assert find_format(str(write('sets = ["dm-01", "promo"]')), printed).sets == ("DM-01", "Promo")


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    assert "there is no such file" in error_of(tmp_path / "gone.toml")


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"copies = 4\x00",
        b"\x7fELF",
        b"a = " + b"[" * 30_000,
        b"a = " + b"{a=" * 15_000,
        b"a." * 30_000 + b"b = 1",
        b"x = 1\n" * 20_000,
        b"copies = " + b"9" * 20_000,
        b"banned = [" + b'"a",' * 12_000 + b"]",
        b"a = 1\n" * 9_000,
        b"".join(b"k%d = 1\n" % number for number in range(6_000)),
    ],
)
def test_a_hostile_file_is_one_sentence(write: Write, small: Pool, content: bytes) -> None:
    error = error_of(write(content), small)
    assert len(error.splitlines()) == 1
    assert len(error) < 500


def test_a_damaged_file_is_a_format_or_one_sentence(write: Write, small: Pool) -> None:
    whole = (
        b'name = "mine"\nextends = "tcg"\nlargest = 50\nbanned = ["Ember Imp", "Tide Wall"]\n'
        b'pairs = [["Ember Hound", "Ember Lord"]]\nrarities = ["Common"]\n\n'
        b'[restricted]\n"Storm Drake" = 2\n'
    )
    chance = random.Random(5)
    errors = []
    for _ in range(400):
        broken = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(broken))
            broken[at : at + chance.randint(0, 3)] = chance.choice(
                [b"", b'"', b"[", b"]", b"=", b"\n", b"0", b"\x00", b"\xff", b"\x1b", b"#", b"-"]
            )
        try:
            find_format(str(write(bytes(broken))), small)
        except Unreadable as error:
            errors.append(str(error))
    assert 200 < len(errors) < 400
    assert all("mine.toml:" in error and error.isprintable() for error in errors)


def test_a_folder_or_pipe_is_no_format_file(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    assert "is a folder" in error_of(tmp_path / "folder.toml")
