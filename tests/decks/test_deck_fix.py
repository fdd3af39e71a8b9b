"""Mending a list: what is mended without being asked, what only on request, what is left."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import load_pool
from dmcli.core.errors import Unreadable
from dmcli.decks import Format, deck_from_text, find_format
from dmcli.decks.editing.contents import content
from dmcli.decks.editing.mending import Mended, mend

POOL = load_pool()
TCG = find_format("tcg")
SMALL = Format(name="small", smallest=1)
LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))


def mended(text: str | bytes, rules: Format = SMALL, **options: bool) -> Mended:
    raw = text if isinstance(text, bytes) else text.encode()
    return mend(raw, "my.txt", "my", rules, POOL, **options)


def kinds(found: Mended) -> list[str]:
    return [each.kind for each in found.mends]


# ------------------------------------------------------------------ every real list


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_mended_list_keeps_its_cards_and_every_line_that_is_right(path: Path) -> None:
    found = mend(path.read_bytes(), path.name, path.stem, TCG, POOL)
    before = deck_from_text(path.read_text("utf-8"), POOL, path.name, path.stem)
    assert content(found.deck) == content(before)
    touched = {each.line for each in found.mends}
    lines = zip(found.before.split("\n"), found.text.split("\n"), strict=True)
    for number, (old, new) in enumerate(lines, 1):
        assert (old != new) == (number in touched)
    doubts = [each for each in found.deck.problems if each.severity == "warning"]
    assert not [each for each in doubts if each.rule == "unknown-card"]


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_mended_list_needs_no_mending(path: Path) -> None:
    once = mend(path.read_bytes(), path.name, path.stem, TCG, POOL)
    twice = mend(once.text.encode(), path.name, path.stem, TCG, POOL)
    assert not twice.changed
    assert twice.mends == ()


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_are_mended_or_refused_in_a_sentence(raw: bytes) -> None:
    try:
        found = mended(raw, merge=True, cut=True)
    except Unreadable:
        return
    assert not mended(found.text, merge=True, cut=True).mends


# ------------------------------------------------------------------ names


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("4x corile", "4x Corile"),
        ("  2 bronze arm tribe  # mana", "  2 Bronze-Arm Tribe  # mana"),
        ("Rikabu’s screwdriver x2", "Rikabu's Screwdriver x2"),
        ("1 x bombazar ,dragon of destiny", "1 x Bombazar, Dragon of Destiny"),
        ("2 Uberdragon bajula (big!)", "2 Überdragon Bajula (big!)"),
        ("3 Calvary General Curatops", "3 Cavalry General Curatops"),
        ("1 Lara Geer, the Immaculate", "1 Larba Geer, the Immaculate"),
        ("1 x elf-x", "1 x Elf-X"),
        ("《Laguna, Lightning Enfocer》×４", "《Laguna, Lightning Enforcer》×４"),
        ("4 avalanch giant // good", "4 Avalanche Giant // good"),
        ("2xCrystal Lancr", "2xCrystal Lancer"),
    ],
)
def test_a_name_is_spelt_as_printed_and_the_rest_of_its_line_stays(line: str, right: str) -> None:
    found = mended(f"# mine\n4 Emeral\n{line}\n")
    assert found.text == f"# mine\n4 Emeral\n{right}\n"
    assert kinds(found) == ["name"]
    assert (found.mends[0].line, found.mends[0].before) == (3, line)


def test_a_name_on_a_line_of_many_is_mended_there() -> None:
    found = mended("4 Emeral 2 corile (or 3?) 1 Terror Pit\n")
    assert found.text == "4 Emeral 2 Corile (or 3?) 1 Terror Pit\n"


def test_a_japanese_name_is_not_misspelt() -> None:
    text = "アクア・ガード×4\n"
    found = mended(text)
    assert found.deck.cards == (("Aqua Guard", 4),)
    assert (found.text, found.mends) == (text, ())


def test_a_card_that_no_pool_knows_is_left_to_its_user() -> None:
    found = mended("4 Corile\n2 Rhapsody, Guard of Hope\n")
    assert not found.changed
    assert found.left[0].rule == "unknown-card"


# ------------------------------------------------------------------ letters


def test_broken_letters_are_mended_everywhere() -> None:
    found = mended("# Plan: schÃ¶n\n2 Ãœberdragon Bajula\n")
    assert found.text == "# Plan: schön\n2 Überdragon Bajula\n"


@pytest.mark.parametrize(
    ("encoding", "name"), [("cp1252", "Windows-1252"), ("utf-16", "UTF-16"), ("utf-16-be", None)]
)
def test_another_encoding_is_written_as_utf_8(encoding: str, name: str | None) -> None:
    text = "# Plan: schön\r\n2 Überdragon Bajula\r\n"
    if name is None:
        with pytest.raises(Unreadable, match="not a text file"):
            mended(text.encode(encoding))
        return
    found = mended(text.encode(encoding))
    assert found.text == text
    assert found.changed
    assert found.mends[0].message.startswith(name)


@pytest.mark.parametrize("encoding", ["shift_jis", "euc_jp", "koi8-r"])
def test_an_encoding_that_can_only_be_guessed_is_not_mended(encoding: str) -> None:
    text = "アクア・ハルカス 4\n" if encoding != "koi8-r" else "4 Вода\n"
    with pytest.raises(Unreadable, match="save it as UTF-8"):
        mended(text.encode(encoding))


def test_a_byte_order_mark_and_line_ends_stay() -> None:
    found = mended(b"\xef\xbb\xbf4 corile\r\n2 Emeral\r\n")
    assert found.text.encode() == b"\xef\xbb\xbf4 Corile\r\n2 Emeral\r\n"


# ------------------------------------------------------------------ stated numbers


def test_wrong_numbers_are_set_right_where_the_size_speaks_for_the_cards() -> None:
    found = mended("Creatures (5)\n4 Corile\n\nSpells [2]\n2 Terror Pit\n\nTotal: 7\n")
    assert found.text == "Creatures (4)\n4 Corile\n\nSpells [2]\n2 Terror Pit\n\nTotal: 6\n"
    assert kinds(found) == ["number", "number"]


def test_a_total_that_says_a_card_is_missing_is_left_as_the_check_sum_it_is() -> None:
    found = mended("36 Corile\n3 Emeral\nTotal: 40\n", TCG)
    assert not found.changed
    assert {each.rule for each in found.left} >= {"size"}


def test_a_number_that_is_less_than_what_was_read_lost_no_card() -> None:
    found = mended("Spells: 3\n4 Terror Pit\nTotal: 3\n", TCG)
    assert found.text == "Spells: 4\n4 Terror Pit\nTotal: 4\n"


def test_every_number_is_set_right_on_request() -> None:
    found = mended("36 Corile\n3 Emeral\nTotal: 40\n", TCG, numbers=True)
    assert found.text == "36 Corile\n3 Emeral\nTotal: 39\n"


def test_no_number_is_set_right_over_a_line_that_was_not_read() -> None:
    found = mended("Total: 7\n4 Corile\nsome words\n")
    assert "Total: 7" in found.text


# ------------------------------------------------------------------ only on request

DOUBLED = "2 Corile\n# keep\n3 Emeral\n3 corile (more)\n"


def test_doubled_lines_and_surplus_copies_are_only_told_of() -> None:
    found = mended(DOUBLED, TCG)
    assert found.text == DOUBLED.replace("corile (", "Corile (")
    assert "copies" in {each.rule for each in found.left}


def test_merging_writes_a_card_once_on_its_first_line() -> None:
    found = mended(DOUBLED, TCG, merge=True)
    assert found.text == "5 Corile (more)\n# keep\n3 Emeral\n"
    assert kinds(found) == ["name", "merged"]


def test_a_remark_that_goes_with_its_line_is_said() -> None:
    found = mended("4 Corile\n2 Emeral\n3 Corile # my note\n", TCG, cut=True)
    assert found.text == "4 Corile\n2 Emeral\n"
    assert "with them '# my note'" in found.mends[0].message


def test_lines_that_cannot_be_one_line_stay_two() -> None:
    text = "600 Corile\n600 Corile\n"
    assert mended(text, merge=True).text == text


def test_cutting_takes_surplus_copies_from_the_last_line() -> None:
    found = mended(DOUBLED, TCG, cut=True)
    assert found.text == "2 Corile\n# keep\n3 Emeral\n2 Corile (more)\n"
    assert "copies" not in {each.rule for each in found.left}


def test_cutting_follows_the_format() -> None:
    rules = Format(name="own", smallest=1, banned=("Emeral",), restricted={"Corile": 1})
    found = mended(DOUBLED, rules, cut=True, merge=True)
    assert found.text == "1 Corile\n# keep\n"


def test_cutting_and_merging_keep_the_totals_right() -> None:
    found = mended("Water (8)\n2 Corile\n3 Emeral\n3 Corile\nTotal: 8\n", TCG, cut=True, merge=True)
    assert found.text == "Water (7)\n4 Corile\n3 Emeral\nTotal: 7\n"


# ------------------------------------------------------------------ other forms


def test_a_name_is_mended_where_it_stands_in_another_form() -> None:
    row = '    <card qty="4" id="5c6a2a6e-2f0e-4a39-9f0c-6b1d7f7b1a01">aqua hulcus</card>'
    text = f'<deck game="x">\n  <section name="Main">\n{row}\n  </section>\n</deck>\n'
    found = mend(text.encode(), "my.o8d", "my", SMALL, POOL)
    assert found.text == text.replace("aqua hulcus", "Aqua Hulcus")
    assert not found.loses
    assert "unknown-card" not in {each.rule for each in found.left}


def test_a_name_that_cannot_be_mended_where_it_stands_is_written_anew_and_that_is_known() -> None:
    text = '{"price": 3, "cards": [{"count": 4, "name": "immortal baron vorg"}]}'
    found = mend(text.encode(), "my.json", "my", SMALL, POOL)
    assert found.deck.cards == (("Immortal Baron, Vorg", 4),)
    assert found.loses == ("price" not in found.text)


def test_another_form_is_written_anew_only_where_there_is_something_to_mend() -> None:
    right = b'count,name\r\n4,Corile\r\n2,"Vashuna, Sword Dancer"\r\n'
    assert not mend(right, "my.csv", "my", SMALL, POOL).changed
    wrong = right.replace(b"Corile", b"corile")
    found = mend(wrong, "my.csv", "my", SMALL, POOL)
    assert found.changed
    assert "Corile" in found.text
    assert content(found.deck) == content(mend(right, "my.csv", "my", SMALL, POOL).deck)
