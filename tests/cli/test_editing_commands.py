"""The deck commands, diff and fix, as they are typed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]

#: A list that has nothing wrong but its size.
LIST = "# Mine\n# plan: win.\n\nCreatures (6)\n4 Corile\n2 Emeral\n\nTotal: 6\n"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the user, and of the undo records."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "my.txt"
    path.write_text(LIST, "utf-8")
    return path


# ------------------------------------------------------------------ deck new


def test_a_new_list_has_a_title_and_takes_cards(dmcli: Run) -> None:
    said = dmcli("deck", "new", "my.txt", "--title", "Tidal wave")
    assert (said.code, said.out.splitlines()[0]) == (0, "Wrote my.txt.")
    dmcli("deck", "add", "my.txt", "4", "Corile")
    assert Path("my.txt").read_text() == "# Tidal wave\n\n4 Corile\n"


def test_a_list_begun_from_a_bundled_deck_is_a_copy_word_for_word(dmcli: Run) -> None:
    from dmcli.core.files import data_folder

    assert dmcli("deck", "new", "my.txt", "--from", "starter/fire").code == 0
    original = data_folder("decks") / "starter" / "fire.txt"
    assert Path("my.txt").read_bytes() == original.read_bytes()


def test_the_suffix_of_a_new_list_says_its_form(dmcli: Run) -> None:
    dmcli("deck", "new", "my.json", "--from", "starter/fire", "--title", "My fire")
    said = dmcli("deck", "show", "my.json", "--json")
    document = json.loads(said.out)
    assert json.loads(Path("my.json").read_text())
    assert (document["name"], document["zones"]) == ("My fire", {"main": 40})


@pytest.mark.parametrize("suffix", ["txt", "json", "csv", "tsv", "o8d", "cod"])
def test_an_empty_list_of_any_form_can_be_added_to(dmcli: Run, suffix: str) -> None:
    name = f"my.{suffix}"
    assert dmcli("deck", "new", name).code == 0
    assert dmcli("deck", "add", name, "4", "Corile").code == 0
    document = json.loads(dmcli("deck", "show", name, "--json").out)
    assert [(row["count"], row["card"]) for row in document["cards"]] == [(4, "Corile")]


def test_a_new_list_overwrites_nothing_unasked(dmcli: Run, mine: Path) -> None:
    said = dmcli("deck", "new", "my.txt")
    assert (said.code, said.out) == (2, "")
    assert "my.txt exists already; --force overwrites it." in said.err
    assert mine.read_text() == LIST


def test_what_a_new_list_overwrites_by_force_can_be_undone(dmcli: Run, mine: Path) -> None:
    assert dmcli("deck", "new", "my.txt", "--force").code == 0
    assert dmcli("deck", "undo", "my.txt").code == 0
    assert mine.read_text() == LIST


def test_a_table_has_no_place_for_a_title(dmcli: Run) -> None:
    said = dmcli("deck", "new", "my.csv", "--title", "Mine")
    assert said.code == 2
    assert "has no title" in said.err
    assert not Path("my.csv").exists()


# ------------------------------------------------------------------ add, remove, swap, rename


def test_adding_says_what_changed_the_total_and_whether_it_is_legal(dmcli: Run, mine: Path) -> None:
    said = dmcli("deck", "add", "my.txt", "2", "Emeral", "3x", "Aqua Hulcus")
    assert said.code == 0
    assert said.out.splitlines() == [
        "my.txt: +3 Aqua Hulcus (now 3), +2 Emeral (now 4).",
        "11 cards; not legal in tcg:",
        "  The deck has 11 cards; tcg asks for at least 40 cards. Add 29 cards.",
    ]
    assert mine.read_text() == (
        "# Mine\n# plan: win.\n\nCreatures (11)\n4 Corile\n4 Emeral\n3 Aqua Hulcus\n\nTotal: 11\n"
    )


@pytest.mark.parametrize(
    ("words", "added"),
    [
        (["4 Aqua Hulcus"], {"Aqua Hulcus": 4}),
        (["4x Aqua Hulcus", "Corile"], {"Aqua Hulcus": 4, "Corile": 1}),
        (["4", "Aqua", "Hulcus", "x2", "Corile"], {"Aqua Hulcus": 4, "Corile": 2}),
        (["aqua hulcus"], {"Aqua Hulcus": 1}),
        (["Corile x3", "Emeral ×2"], {"Corile": 3, "Emeral": 2}),
        (["3", "Corile", "Emeral"], {"Corile": 3, "Emeral": 1}),
        (["Immortal Baron, Vorg"], {"Immortal Baron, Vorg": 1}),
    ],
)
def test_cards_are_named_as_people_type_them(
    dmcli: Run, mine: Path, words: list[str], added: dict[str, int]
) -> None:
    document = json.loads(dmcli("deck", "add", "my.txt", *words, "--json").out)
    assert {row["card"]: row["change"] for row in document["changes"]} == added


def test_a_misspelt_card_changes_nothing_not_even_the_cards_beside_it(
    dmcli: Run, mine: Path
) -> None:
    said = dmcli("deck", "add", "my.txt", "4", "Aqua Guard", "4", "Aqua Hulcsu")
    assert (said.code, said.out) == (2, "")
    assert "No card named 'Aqua Hulcsu'. Did you mean 'Aqua Hulcus'?" in said.err
    assert mine.read_text() == LIST


def test_removing_takes_one_copy_some_or_all(dmcli: Run, mine: Path) -> None:
    dmcli("deck", "remove", "my.txt", "Corile")
    assert "\n3 Corile\n" in mine.read_text()
    dmcli("deck", "remove", "my.txt", "2", "Corile")
    assert "\n1 Corile\n" in mine.read_text()
    assert dmcli("deck", "remove", "my.txt", "--all", "Corile", "Emeral").code == 0
    assert mine.read_text() == "# Mine\n# plan: win.\n\nCreatures (0)\n\nTotal: 0\n"


def test_more_copies_than_there_are_cannot_be_removed(dmcli: Run, mine: Path) -> None:
    said = dmcli("deck", "remove", "my.txt", "5", "Corile")
    assert said.code == 2
    assert "has only 4 copies of 'Corile'" in said.err
    assert mine.read_text() == LIST


def test_a_card_is_removed_from_the_zone_it_stands_in(dmcli: Run, mine: Path) -> None:
    dmcli("deck", "add", "my.txt", "2", "Aqua Guard", "--zone", "sideboard")
    assert mine.read_text().endswith("Total: 6\n\nSideboard:\n2 Aqua Guard\n")
    said = dmcli("deck", "remove", "my.txt", "Aqua Guard")
    assert "−1 Aqua Guard in the sideboard (now 1)" in said.out


@pytest.mark.parametrize(
    "words", [["2", "Corile", "Aqua Sniper"], ["2", "Corile", "Aqua", "Sniper"]]
)
def test_swapping_exchanges_as_many_copies(dmcli: Run, mine: Path, words: list[str]) -> None:
    said = dmcli("deck", "swap", "my.txt", *words)
    assert "−2 Corile (now 2), +2 Aqua Sniper (now 2)" in said.out
    assert "2 Corile\n2 Emeral\n2 Aqua Sniper\n\nTotal: 6\n" in mine.read_text()


def test_a_swap_without_a_count_is_one_copy_and_all_of_them_with_all(
    dmcli: Run, mine: Path
) -> None:
    assert "−1 Corile (now 3)" in dmcli("deck", "swap", "my.txt", "Corile", "Emeral").out
    assert (
        "−3 Corile (now none)" in dmcli("deck", "swap", "my.txt", "--all", "Corile", "Emeral").out
    )
    said = dmcli("deck", "swap", "my.txt", "--all", "2", "Emeral", "Corile")
    assert (said.code, "say no count" in said.err) == (2, True)


def test_a_swap_that_does_not_name_two_cards_shows_how_it_is_said(dmcli: Run, mine: Path) -> None:
    for words in (["Corile"], ["2"], ["Corile", "Emeral", "Corile"]):
        said = dmcli("deck", "swap", "my.txt", *words)
        assert said.code == 2
        assert "each in quotes" in said.err


def test_renaming_changes_the_title_alone(dmcli: Run, mine: Path) -> None:
    assert dmcli("deck", "rename", "my.txt", "Tidal wave").code == 0
    assert mine.read_text() == LIST.replace("# Mine", "# Tidal wave")
    assert dmcli("deck", "rename", "my.txt", "two\nlines").code == 2


def test_an_edit_that_changes_nothing_writes_nothing(dmcli: Run, mine: Path) -> None:
    before = mine.stat().st_mtime_ns
    said = dmcli("deck", "rename", "my.txt", "Mine")
    assert "my.txt: nothing changed." in said.out
    assert mine.stat().st_mtime_ns == before


def test_bundled_decks_are_copied_not_edited(dmcli: Run) -> None:
    for command in (("add", "starter/fire", "Corile"), ("undo", "starter/fire")):
        said = dmcli("deck", *command)
        assert said.code == 2
        assert "dmcli deck new my.txt --from starter/fire" in said.err


def test_a_wrong_format_is_said_before_anything_is_written(dmcli: Run, mine: Path) -> None:
    assert dmcli("deck", "add", "my.txt", "Corile", "--format", "tgc").code == 2
    assert mine.read_text() == LIST


def test_a_file_that_is_not_utf_8_is_left_to_fix(dmcli: Run, mine: Path) -> None:
    raw = "# schön\n4 Corile\n".encode("cp1252")
    mine.write_bytes(raw)
    said = dmcli("deck", "add", "my.txt", "Corile")
    assert said.code == 3
    assert "not a text file in UTF-8; 'dmcli fix my.txt' writes it so" in said.err
    assert mine.read_bytes() == raw
    assert dmcli("fix", "my.txt", "--write").code == 0
    assert dmcli("deck", "add", "my.txt", "Corile").code == 0


def test_counts_in_somebody_elses_file_change_where_they_stand(dmcli: Run) -> None:
    cards = [{"count": 4, "name": "Corile", "foil": True}, {"count": 2, "name": "Emeral"}]
    Path("my.json").write_text(json.dumps({"name": "Mine", "price": 3, "cards": cards}))
    assert dmcli("deck", "add", "my.json", "Emeral").code == 0
    cards[1]["count"] = 3
    assert json.loads(Path("my.json").read_text()) == {"name": "Mine", "price": 3, "cards": cards}


def test_what_would_be_lost_is_only_written_anew_by_force(dmcli: Run) -> None:
    cards = [{"count": 4, "name": "Corile", "foil": True}]
    text = json.dumps({"name": "Mine", "price": 3, "cards": cards})
    Path("my.json").write_text(text)
    said = dmcli("deck", "add", "my.json", "Aqua Hulcus")
    assert said.code == 1
    assert "--force" in said.err
    assert Path("my.json").read_text() == text
    said = dmcli("deck", "add", "my.json", "Aqua Hulcus", "--force")
    assert said.code == 0
    assert "was written anew" in said.err
    assert dmcli("deck", "undo", "my.json").code == 0
    assert Path("my.json").read_text() == text


def test_the_columns_of_a_table_stay(dmcli: Run) -> None:
    table = 'Qty;Name;Foil;Zone\n4;Corile;yes;main\n2;"Immortal Baron, Vorg";no;sideboard\n'
    Path("my.csv").write_text(table)
    assert dmcli("deck", "add", "my.csv", "3", "Rothus, the Traveler", "Corile").code == 0
    assert dmcli("deck", "add", "my.csv", "2", "Emeral", "--zone", "sideboard").code == 0
    assert Path("my.csv").read_text() == (
        "Qty;Name;Foil;Zone\n5;Corile;yes;main\n3;Rothus, the Traveler;;main\n"
        '2;"Immortal Baron, Vorg";no;sideboard\n2;Emeral;;sideboard\n'
    )
    assert dmcli("deck", "remove", "my.csv", "--all", "Corile").code == 0
    assert "Corile" not in Path("my.csv").read_text()


def test_the_ids_of_an_octgn_deck_stay_with_their_cards(dmcli: Run) -> None:
    ours = Path(__file__).parents[1] / "decks" / "forms" / "octgn.o8d"
    Path("my.o8d").write_bytes(ours.read_bytes())
    assert dmcli("deck", "remove", "my.o8d", "2", "Aqua Hulcus").code == 0
    assert dmcli("deck", "remove", "my.o8d", "--all", "Mykee's Pliers").code == 0
    lines = ours.read_text("utf-8").splitlines(keepends=True)
    lines[3] = lines[3].replace('qty="4"', 'qty="2"')
    del lines[4]
    assert Path("my.o8d").read_text("utf-8") == "".join(lines)
    assert dmcli("deck", "add", "my.o8d", "2", "Corile").code == 0
    assert 'id="5c6a2a6e-2f0e-4a39-9f0c-6b1d7f7b1a03">Rothus' in Path("my.o8d").read_text("utf-8")


def test_the_ids_of_a_saved_table_are_not_torn_from_its_cards(dmcli: Run) -> None:
    saved = Path(__file__).parents[1] / "decks" / "forms" / "tabletop.json"
    Path("my.json").write_bytes(saved.read_bytes())
    assert dmcli("deck", "add", "my.json", "2", "Aqua Hulcus").code == 1
    assert Path("my.json").read_bytes() == saved.read_bytes()


@pytest.mark.parametrize("suffix", ["json", "csv", "tsv", "o8d", "cod"])
def test_a_new_card_is_written_among_the_others_of_a_file(dmcli: Run, suffix: str) -> None:
    name = f"my.{suffix}"
    dmcli("deck", "new", name, "--from", "starter/fire")
    before = Path(name).read_text("utf-8").splitlines()
    assert dmcli("deck", "add", name, "3", "Aqua Hulcus").code == 0
    after = Path(name).read_text("utf-8").splitlines()
    assert len(after) == len(before) + 1
    kept = [line.rstrip(",") for line in after if "Aqua Hulcus" not in line]
    assert kept == [line.rstrip(",") for line in before]


# ------------------------------------------------------------------ undo and redo


def test_undo_and_redo_say_what_they_did(dmcli: Run, mine: Path) -> None:
    dmcli("deck", "add", "my.txt", "Emeral")
    dmcli("deck", "rename", "my.txt", "Tidal wave")
    said = dmcli("deck", "undo", "my.txt", "--steps", "2")
    assert said.out.splitlines()[:2] == [
        "my.txt: took back: title 'Tidal wave'.",
        "my.txt: took back: +1 Emeral.",
    ]
    assert mine.read_text() == LIST
    assert "my.txt: made again: +1 Emeral." in dmcli("deck", "redo", "my.txt").out


def test_nothing_to_undo_is_a_no(dmcli: Run, mine: Path) -> None:
    said = dmcli("deck", "undo", "my.txt")
    assert (said.code, said.out) == (1, "")
    assert "there is nothing to undo" in said.err


def test_the_record_is_listed_with_the_present_state(dmcli: Run, mine: Path) -> None:
    assert "0 edits are kept" in dmcli("deck", "undo", "my.txt", "--list").out
    dmcli("deck", "add", "my.txt", "Emeral")
    dmcli("deck", "add", "my.txt", "Aqua Guard")
    dmcli("deck", "undo", "my.txt")
    steps = json.loads(dmcli("deck", "undo", "my.txt", "--list", "--json").out)["steps"]
    assert [(each["step"], each["edit"]) for each in steps] == [
        (-1, "before the first edit"),
        (0, "+1 Emeral"),
        (1, "+1 Aqua Guard"),
    ]
    assert " now  20" in dmcli("deck", "undo", "my.txt", "--list").out


def test_undo_after_a_change_by_hand_needs_force(dmcli: Run, mine: Path) -> None:
    dmcli("deck", "add", "my.txt", "Emeral")
    added = mine.read_text()
    mine.write_text(f"{added}# by hand\n")
    said = dmcli("deck", "undo", "my.txt")
    assert said.code == 1
    assert "--force" in said.err
    assert "changed by hand" in dmcli("deck", "undo", "my.txt", "--list").out
    said = dmcli("deck", "undo", "my.txt", "--force")
    assert (said.code, mine.read_text()) == (0, added)
    assert "took back: changed by hand" in said.out
    dmcli("deck", "undo", "my.txt")
    assert mine.read_text() == LIST


def test_undo_brings_a_file_back_that_is_gone(dmcli: Run, mine: Path) -> None:
    dmcli("deck", "add", "my.txt", "Emeral")
    text = mine.read_text()
    mine.unlink()
    for words in (["add", "my.txt", "Emeral"], ["undo", "my.txt", "--list"]):
        assert "'dmcli deck undo my.txt' brings it back" in dmcli("deck", *words).err
    assert "it is back" in dmcli("deck", "undo", "my.txt").out
    assert mine.read_text() == text
    assert dmcli("deck", "undo", "my.txt").code == 0
    assert mine.read_text() == LIST


def test_a_home_that_cannot_be_written_costs_only_undo(
    dmcli: Run, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("plain").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(Path("plain").resolve()))
    said = dmcli("deck", "add", "my.txt", "Emeral")
    assert said.code == 0
    assert "Warning: undo" in said.err or "undo record" in said.err
    assert "3 Emeral" in mine.read_text()


# ------------------------------------------------------------------ deck show


def test_a_deck_is_shown_in_groups_with_counts_and_costs(dmcli: Run, mine: Path) -> None:
    dmcli("deck", "add", "my.txt", "2", "Bolshack Dragon")
    said = dmcli("deck", "show", "my.txt")
    assert said.code == 0
    assert said.out.splitlines()[0] == "Mine (my.txt)"
    assert "Water (6)" in said.out
    assert "Fire (2)" in said.out
    assert "not legal in tcg" in said.out


@pytest.mark.parametrize(
    ("by", "groups"),
    [("type", ["Creatures (34)", "Spells (6)"]), ("cost", ["Cost 1 (2)", "Cost 2 (8)"])],
)
def test_a_deck_is_grouped_as_asked(dmcli: Run, by: str, groups: list[str]) -> None:
    said = dmcli("deck", "show", "starter/fire", "--by", by)
    assert all(group in said.out for group in groups)


def test_a_deck_is_shown_in_other_forms(dmcli: Run) -> None:
    rows = dmcli("deck", "show", "starter/fire", "--output", "csv").out.splitlines()
    assert rows[0].startswith("count,card,cost")
    assert len(rows) == 13
    assert "### Fire (40)" in dmcli("deck", "show", "starter/fire", "--output", "md").out
    document = json.loads(dmcli("deck", "show", "starter/fire", "--json").out)
    assert document["schema"] == "dmcli.deck.show/1"
    assert sum(row["count"] for row in document["cards"]) == 40


def test_no_sign_of_a_file_moves_the_cursor(dmcli: Run, mine: Path) -> None:
    mine.write_text("# \x1b[2Jgone\n4 Corile\n2 corile \x1b[31m\n")
    for command in (["deck", "show"], ["fix"], ["diff", "starter/fire"]):
        said = dmcli(*command, "my.txt")
        assert "\x1b" not in said.out + said.err


# ------------------------------------------------------------------ diff


def test_diff_says_what_goes_and_comes_and_ends_with_1(dmcli: Run, mine: Path) -> None:
    Path("new.txt").write_text("4 Aqua Hulcus\n4 Corile\n")
    said = dmcli("diff", "my.txt", "new.txt")
    assert said.code == 1
    assert said.out.splitlines()[:2] == ["- my.txt (Mine): 6 cards", "+ new.txt: 8 cards"]
    assert "−2  Emeral" in said.out
    assert "+4  Aqua Hulcus" in said.out
    assert said.out.endswith("2 cards out, 4 cards in.\n")


def test_diff_of_the_same_cards_ends_with_0_across_forms(dmcli: Run) -> None:
    dmcli("convert", "starter/fire", "fire.cod")
    said = dmcli("diff", "starter/fire", "fire.cod")
    assert (said.code, said.out.splitlines()[-1]) == (0, "The same cards in every zone.")


def test_diff_reads_standard_input_once(program: Run, dmcli: Run, mine: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "dmcli", "diff", "-", "my.txt", "--json"],
        input=LIST.replace("4 Corile", "3 Corile"),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    document = json.loads(done.stdout)
    assert (done.returncode, document["same"]) == (1, False)
    assert [(row["card"], row["change"]) for row in document["cards"]] == [("Corile", 1)]
    assert dmcli("diff", "-", "-").code == 2


def test_diff_in_other_forms(dmcli: Run, mine: Path) -> None:
    rows = dmcli("diff", "my.txt", "starter/fire", "--output", "csv").out.splitlines()
    assert rows[0] == "change,card,old,new,cost,civilizations,type"
    assert rows[1] == "-4,Corile,4,0,5,water,creature"
    assert "| change | card |" in dmcli("diff", "my.txt", "starter/fire", "--output", "md").out
    same = dmcli("diff", "my.txt", "my.txt", "--output", "csv").out.splitlines()
    assert same == ["change,card,old,new,cost,civilizations,type"]


def test_diff_of_what_cannot_be_read_ends_with_3(dmcli: Run, mine: Path) -> None:
    Path("letter.txt").write_text("Dear all,\n")
    assert dmcli("diff", "my.txt", "letter.txt").code == 3
    assert dmcli("diff", "my.txt", "none.txt").code == 3


# ------------------------------------------------------------------ fix

WRONG = "# Mine\n\n4 corile  # bounce\n2 Emeral\n"
RIGHT = WRONG.replace("corile", "Corile")


def test_fix_shows_a_diff_and_writes_nothing_in_a_pipe(dmcli: Run, mine: Path) -> None:
    mine.write_text(WRONG)
    said = dmcli("fix", "my.txt")
    assert said.code == 1
    assert "-4 corile  # bounce\n+4 Corile  # bounce\n" in said.out
    assert "Left for you:" in said.out
    assert "Nothing was written" in said.err
    assert mine.read_text() == WRONG


def test_fix_writes_when_told_and_can_be_undone(dmcli: Run, mine: Path) -> None:
    mine.write_text(WRONG)
    assert dmcli("fix", "my.txt", "--write").code == 0
    assert mine.read_text() == RIGHT
    assert dmcli("deck", "undo", "my.txt").out.startswith("my.txt: took back: fix.")
    assert mine.read_text() == WRONG


def test_fix_writes_a_copy(dmcli: Run, mine: Path) -> None:
    mine.write_text(WRONG)
    assert dmcli("fix", "my.txt", "-o", "new.txt").code == 0
    assert (mine.read_text(), Path("new.txt").read_text()) == (WRONG, RIGHT)
    said = dmcli("fix", "my.txt", "-o", "new.txt")
    assert said.code == 2
    assert "--force overwrites" in said.err
    assert dmcli("fix", "my.txt", "-o", "-").out == RIGHT


def test_a_mended_copy_keeps_its_form(dmcli: Run, mine: Path) -> None:
    mine.write_text(WRONG)
    said = dmcli("fix", "my.txt", "-o", "new.json")
    assert said.code == 2
    assert "dmcli convert" in said.err
    assert not Path("new.json").exists()


def test_fix_has_nothing_to_say_of_a_right_list(dmcli: Run) -> None:
    said = dmcli("fix", "starter/fire")
    assert (said.code, said.out) == (0, "starter/fire: there is nothing to mend.\n")


def test_fix_shows_a_list_with_other_line_ends_and_letters(dmcli: Run, mine: Path) -> None:
    mine.write_bytes("# schön\r\n4 corile\r\n".encode("cp1252"))
    said = dmcli("fix", "my.txt", "--write")
    assert said.out.splitlines()[2:11] == [
        "@@ -1,2 +1,2 @@",
        " # schön",
        "-4 corile",
        "+4 Corile",
        "",
        "Mended: 1 wrong encoding, 1 name.",
        "  Windows-1252 is written as UTF-8.",
        "",
        "Left for you:",
    ]
    assert mine.read_bytes() == "# schön\r\n4 Corile\r\n".encode()
    assert dmcli("deck", "undo", "my.txt").code == 0
    assert mine.read_bytes() == "# schön\r\n4 corile\r\n".encode("cp1252")


def test_fix_in_other_forms(dmcli: Run, mine: Path) -> None:
    mine.write_text(WRONG)
    document = json.loads(dmcli("fix", "my.txt", "--json").out)
    assert (document["schema"], document["changed"], document["text"]) == (
        "dmcli.fix/1",
        True,
        RIGHT,
    )
    assert [each["kind"] for each in document["mends"]] == ["name"]
    rows = dmcli("fix", "my.txt", "--output", "csv").out.splitlines()
    assert rows[1].startswith("name,3,4 corile  # bounce,4 Corile  # bounce,")


def test_fix_refuses_what_contradicts_itself(dmcli: Run, mine: Path) -> None:
    assert dmcli("fix", "my.txt", "--write", "-o", "new.txt").code == 2
    assert dmcli("fix", "-", "--write").code == 2
    assert dmcli("fix", "starter/fire", "--write").code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
@pytest.mark.parametrize(
    ("reply", "code", "left"), [("y", 0, RIGHT), ("n", 1, WRONG), ("\x04", 1, WRONG)]
)
def test_fix_asks_on_a_terminal(mine: Path, reply: str, code: int, left: str) -> None:
    import pty

    mine.write_text(WRONG)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-m", "dmcli", "fix", "my.txt"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=os.environ
    ) as asked:
        os.write(ours, f"{reply}\n".encode())
        _, err = asked.communicate()
    os.close(theirs)
    os.close(ours)
    assert b"Write these changes to my.txt?" in err
    assert (asked.returncode, mine.read_text()) == (code, left)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such terminal")
def test_a_question_can_be_left(mine: Path) -> None:
    import pty

    mine.write_text(WRONG)
    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-m", "dmcli", "fix", "my.txt"]
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, env=os.environ
    ) as asked:
        assert asked.stderr
        while asked.stderr.read(1) != b"?":
            pass
        asked.send_signal(signal.SIGINT)
        _, err = asked.communicate()
    os.close(theirs)
    os.close(ours)
    assert b"fault" not in err
    assert (asked.returncode, mine.read_text()) == (130, WRONG)


def test_what_fix_overwrites_by_force_can_be_undone(dmcli: Run, mine: Path) -> None:
    Path("other.txt").write_text("4 corile\n")
    assert dmcli("fix", "other.txt", "-o", "my.txt").code == 2
    said = dmcli("fix", "other.txt", "-o", "my.txt", "--force")
    assert (said.code, said.err) == (0, "Wrote my.txt.\n")
    assert mine.read_text() == "4 Corile\n"
    assert dmcli("deck", "undo", "my.txt").code == 0
    assert mine.read_text() == LIST


def test_a_copy_is_written_through_a_link(dmcli: Run, mine: Path) -> None:
    Path("link.txt").symlink_to(mine)
    Path("other.txt").write_text("4 corile\n")
    assert dmcli("fix", "other.txt", "-o", "link.txt", "--force").code == 0
    assert Path("link.txt").is_symlink()
    assert mine.read_text() == "4 Corile\n"


def test_fix_promises_no_undo_where_none_is_kept(
    dmcli: Run, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("plain").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(Path("plain").absolute()))
    mine.write_text("4 corile\n")
    said = dmcli("fix", "my.txt", "--write")
    assert (said.code, mine.read_text()) == (0, "4 Corile\n")
    assert "takes it back" not in said.err
    assert "undo is not kept" in said.err


@pytest.mark.parametrize(("name", "typed"), [("a b.txt", "'a b.txt'"), ("-d.txt", "./-d.txt")])
def test_a_command_that_is_told_of_can_be_typed(dmcli: Run, name: str, typed: str) -> None:
    Path(name).write_text("4 corile\n")
    said = dmcli("fix", "--write", "--", name)
    assert f"'dmcli deck undo {typed}' takes it back" in said.err


def test_a_name_of_two_lines_is_said_on_one(dmcli: Run) -> None:
    Path("a\nb.txt").write_text("4 Corile\n")
    said = dmcli("deck", "add", "a\nb.txt", "Emeral")
    assert said.out.splitlines()[0] == "a?b.txt: +1 Emeral (now 1)."


def test_a_deck_is_not_begun_on_standard_input(dmcli: Run) -> None:
    said = dmcli("deck", "new", "-")
    assert (said.code, Path("-").exists()) == (2, False)
    assert "a file of its own" in said.err


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_a_document_that_fix_writes_in_utf_8_says_so(dmcli: Run, encoding: str) -> None:
    from xml.etree import ElementTree

    dmcli("deck", "new", "my.cod", "--title", "Schön")
    dmcli("deck", "add", "my.cod", "4", "Corile")
    text = Path("my.cod").read_text("utf-8").replace("UTF-8", encoding)
    Path("my.cod").write_bytes(text.encode(encoding))
    assert dmcli("fix", "my.cod", "--write").code == 0
    assert ElementTree.parse("my.cod").findtext("deckname") == "Schön"


@pytest.mark.parametrize(
    ("name", "damage"), [("my.txt", b"\xff\x81\x00junk"), ("my.cod", b"<deck"), ("my.json", b"{")]
)
def test_a_file_that_cannot_be_read_any_more_can_be_undone(
    dmcli: Run, name: str, damage: bytes
) -> None:
    dmcli("deck", "new", name, "--from", "starter/fire")
    dmcli("deck", "add", name, "Corile")
    whole = Path(name).read_bytes()
    Path(name).write_bytes(damage)
    assert dmcli("deck", "undo", name).code == 1
    said = dmcli("deck", "undo", name, "--force")
    assert (said.code, Path(name).read_bytes()) == (0, whole)
    said = dmcli("deck", "redo", name, "--json")
    document = json.loads(said.out)
    assert (said.code, Path(name).read_bytes()) == (0, damage)
    assert (document["cards"], document["legal"]) == (0, False)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are closed in another way there")
def test_fix_writes_though_nobody_reads_what_it_says(mine: Path) -> None:
    mine.write_text("".join(f"1 corile # {'x' * 200}\n" for _ in range(600)))
    command = [sys.executable, "-P", "-m", "dmcli", "fix", "my.txt", "--write"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ) as run:
        assert run.stdout
        run.stdout.readline()
        run.stdout.close()
    assert mine.read_text().startswith("1 Corile # x")
