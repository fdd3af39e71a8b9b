"""A whole list: titles, remarks, zones, check sums, limits, files that are none."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool, load_pool
from dmcli.core.errors import Unreadable
from dmcli.decks import Deck, bundled_decks, deck_from_text, find_decks, read_deck

Read = Callable[..., Deck]


def errors(deck: Deck) -> list[tuple[int | None, str]]:
    return [
        (problem.line, problem.rule) for problem in deck.problems if problem.severity == "error"
    ]


def messages(deck: Deck) -> list[str]:
    return [problem.message for problem in deck.problems]


# ---------------------------------------------------------------- titles and remarks


def test_our_own_form_has_title_plan_and_cards(deck: Read) -> None:
    read = deck("# Ember Rush", "# plan: attack at once.", "", "4 Ember Imp", "2 Ember Hound")
    assert read.name == "Ember Rush"
    assert read.remarks == ("plan: attack at once.",)
    assert read.cards == (("Ember Hound", 2), ("Ember Imp", 4))
    assert read.problems == ()


def test_a_deck_without_a_title_is_called_as_its_file(deck: Read) -> None:
    assert deck("4 Ember Imp").name == "deck"


def test_title_and_author_can_be_said_outright(deck: Read) -> None:
    read = deck("# title: Rush: the second", "# author: Some Body", "4 Ember Imp")
    assert (read.name, read.author) == ("Rush: the second", "Some Body")


def test_a_comment_among_the_cards_is_no_title(deck: Read) -> None:
    read = deck("4 Ember Imp", "# bring more", "2 Ember Hound")
    assert (read.name, read.remarks) == ("deck", ("bring more",))


def test_a_title_that_is_a_card_too_is_a_title_and_says_so(deck: Read) -> None:
    read = deck("Ember Lord", "4 Ember Imp")
    assert read.name == "Ember Lord"
    assert read.cards == (("Ember Imp", 4),)
    assert "'Ember Lord' was read as the title of the deck, not as a card." in messages(read)


def test_words_under_the_title_are_remarks_and_said(deck: Read) -> None:
    read = deck("Rush", "for the club on Friday", "4 Ember Imp")
    assert read.remarks == ("for the club on Friday",)
    assert "'for the club on Friday' was read as a remark." in messages(read)


def test_a_title_that_ends_in_a_number_is_no_card(deck: Read) -> None:
    read = deck("Ember rush version 2", "4 Ember Imp")
    assert read.name == "Ember rush version 2"
    assert errors(read) == []


# ---------------------------------------------------------------- lines that cannot be read


def test_words_among_the_cards_are_an_error_with_their_line(deck: Read) -> None:
    read = deck("4 Ember Imp", "please comment", "2 Ember Hound")
    assert errors(read) == [(2, "unreadable-line")]
    assert read.size == 6


def test_a_card_without_a_count_among_counted_ones_is_an_error(deck: Read) -> None:
    read = deck("4 Ember Imp", "Ember Hound")
    assert errors(read) == [(2, "unreadable-line")]
    assert "1 Ember Hound" in read.problems[0].fix


def test_a_list_of_names_alone_is_one_copy_a_line(deck: Read) -> None:
    read = deck("Ember Imp", "Ember Imp", "Ember Hound")
    assert read.cards == (("Ember Hound", 1), ("Ember Imp", 2))
    assert len(read.problems) == 3


@pytest.mark.parametrize("count", ["0", "-1", "1000", "1000000000000", "9" * 4000])
def test_an_impossible_count_is_an_error_and_nothing_is_allocated(deck: Read, count: str) -> None:
    read = deck(f"{count} Ember Imp"[-190:] if len(count) < 100 else f"{count[:150]} Ember Imp")
    assert errors(read) == [(1, "unreadable-line")]
    assert read.total == 0


def test_an_unknown_card_is_an_error_with_the_nearest_names(deck: Read) -> None:
    read = deck("4 Ember Impala")
    assert errors(read) == [(1, "unknown-card")]
    assert "Ember Imp" in read.problems[0].fix
    assert read.size == 4


def test_a_near_miss_is_read_with_a_warning(deck: Read) -> None:
    read = deck("4 Ember Houmd")
    assert read.cards == (("Ember Hound", 4),)
    assert messages(read) == ["'Ember Houmd' was read as 'Ember Hound'."]
    assert read.problems[0].severity == "warning"


def test_one_face_of_a_card_with_two_names_it_and_says_so(deck: Read) -> None:
    read = deck("2 Ember Hound, the First/Ember Imp")
    assert read.cards == (("Ember Imp", 2),)
    assert messages(read) == ["'Ember Hound, the First/Ember Imp' was read as 'Ember Imp'."]


def test_control_characters_are_not_repeated_in_messages(deck: Read) -> None:
    read = deck("4 Ember Imp", "\x1b[31mred\x07 " + "y" * 500)
    (message,) = messages(read)
    assert message.isprintable()
    assert len(message) < 120


# ---------------------------------------------------------------- zones and check sums


def test_a_zone_lasts_until_the_next_zone(deck: Read) -> None:
    read = deck("4 Ember Imp", "Sideboard:", "2 Ember Hound", "Main deck:", "1 Tide Sprite")
    assert read.cards == (("Ember Imp", 4), ("Tide Sprite", 1))
    assert read.zone("sideboard") == (("Ember Hound", 2),)


def test_a_right_total_is_silent(deck: Read) -> None:
    assert deck("4 Ember Imp", "2 Ember Hound", "Total: 6").problems == ()


def test_a_wrong_total_is_a_warning(deck: Read) -> None:
    read = deck("4 Ember Imp", "2 Ember Hound", "Total: 40")
    assert [(p.severity, p.rule, p.line) for p in read.problems] == [("warning", "size", 3)]
    assert messages(read) == ["The list claims 40 cards, 6 were read."]


def test_a_heading_with_a_wrong_number_is_a_warning(deck: Read) -> None:
    read = deck("Fire [5]", "4 Ember Imp", "Water [2]", "2 Tide Sprite")
    assert messages(read) == ["'Fire' claims 5 cards, 4 were read."]


def test_a_heading_may_count_the_sections_within_it(deck: Read) -> None:
    read = deck("Creatures (6)", "Fire (4)", "4 Ember Imp", "Water (2)", "2 Tide Sprite")
    assert read.problems == ()


# ---------------------------------------------------------------- content


def test_copies_are_summed_over_lines_and_spellings(deck: Read) -> None:
    read = deck("2 Ember Imp", "1 ember imp", "1 EMBER-IMP")
    assert read.cards == (("Ember Imp", 4),)
    assert read.lines_of("Ember Imp") == [1, 2, 3]


def test_a_deck_is_its_content(deck: Read) -> None:
    one = deck("# One", "2 Ember Imp", "2 Ember Hound")
    other = deck("# Other", "2 Ember Hound", "1 ember imp", "1 Ember Imp")
    assert one.hash == other.hash
    assert one.hash != deck("2 Ember Imp", "3 Ember Hound").hash
    assert one.hash != deck("2 Ember Imp", "Sideboard", "2 Ember Hound").hash


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_every_line_end_counts_lines_alike(small: Pool, end: str) -> None:
    text = end.join(["4 Ember Imp", "", "4 Nonsense Card"])
    assert errors(deck_from_text(text, small, "d.txt", "d")) == [(3, "unknown-card")]


# ---------------------------------------------------------------- limits


def refused(text: str, pool: Pool) -> str:
    with pytest.raises(Unreadable) as caught:
        deck_from_text(text, pool, "deck.txt", "deck")
    return str(caught.value)


def test_ten_thousand_lines_are_no_deck(small: Pool) -> None:
    assert refused("4 Ember Imp\n" * 10_000, small).startswith("deck.txt: has 10,001 lines")


def test_an_endless_line_is_no_deck(small: Pool) -> None:
    assert refused("4 Ember Imp " * 500, small).startswith("deck.txt:1: is longer")


def test_too_many_lines_of_markup_are_no_deck(small: Pool) -> None:
    row = "<br>x" * 900
    assert refused("\n".join([row] * 3), small).startswith("deck.txt: has more than 2,000 lines")


def test_too_many_entries_are_no_deck(small: Pool) -> None:
    row = "1 Ember Imp " * 300
    assert "more than 1,000 entries" in refused("\n".join([row] * 5), small)


# ---------------------------------------------------------------- files


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    def write_file(content: bytes, name: str = "deck.txt") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    return write_file


def unreadable(source: Path | str, pool: Pool) -> str:
    with pytest.raises(Unreadable) as caught:
        read_deck(source, pool)
    return str(caught.value)


def test_a_byte_order_mark_is_fine(write: Callable[..., Path], small: Pool) -> None:
    deck = read_deck(write(b"\xef\xbb\xbf4 Ember Imp\r\n"), small)
    assert deck.cards == (("Ember Imp", 4),)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_other_encodings_are_refused(
    write: Callable[..., Path], small: Pool, encoding: str
) -> None:
    assert "UTF-8" in unreadable(write("4 Ember Imp\n".encode(encoding)), small)


def test_utf_16_is_called_by_its_name(write: Callable[..., Path], small: Pool) -> None:
    assert "UTF-16" in unreadable(write("4 Ember Imp\n".encode("utf-16")), small)


def test_bytes_that_are_no_text_are_refused(write: Callable[..., Path], small: Pool) -> None:
    assert "not a text file" in unreadable(write(b"\x89PNG\r\n\x1a\n\xff\xfe\x01"), small)


def test_a_large_file_is_refused(write: Callable[..., Path], small: Pool) -> None:
    assert "larger than" in unreadable(write(b"x" * 300_000), small)


def test_a_missing_deck_names_the_nearest(write: Callable[..., Path], small: Pool) -> None:
    path = write(b"4 Ember Imp", "ember.txt")
    message = unreadable(path.with_name("embre.txt"), small)
    assert f"Did you mean '{path}'?" in message


def test_a_bundled_deck_is_found_by_its_last_name(small: Pool) -> None:
    assert "Did you mean 'starter/fire'?" in unreadable("fire", small)


def test_a_folder_is_no_deck(tmp_path: Path, small: Pool) -> None:
    assert "is a folder" in unreadable(tmp_path, small)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in this file system")
def test_a_pipe_is_no_deck_and_nobody_waits_for_it(tmp_path: Path, small: Pool) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert "device or pipe" in unreadable(tmp_path / "pipe.txt", small)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device")
def test_a_device_is_no_deck(small: Pool) -> None:
    assert "device or pipe" in unreadable("/dev/zero", small)


def test_a_name_that_no_file_can_have_is_not_found(small: Pool) -> None:
    assert "no such deck" in unreadable("a" * 5000, small)
    assert "no such deck" in unreadable("a\0b", small)


def test_standard_input_is_a_deck(small: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"4 Ember Imp\n"))
    monkeypatch.setattr(sys, "stdin", stream)
    deck = read_deck("-", small)
    assert (deck.path, deck.name, deck.size) == ("-", "standard input", 4)


def test_endless_standard_input_is_no_deck(small: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"4 Ember Imp\n" * 50_000))
    monkeypatch.setattr(sys, "stdin", stream)
    assert unreadable("-", small).startswith("standard input: is larger than")


# ---------------------------------------------------------------- several decks


def test_folders_globs_and_bundled_names_are_opened_once(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write(b"", "lists/b.txt")
    write(b"", "lists/inner/a.txt")
    write(b"", "lists/notes.md")
    monkeypatch.chdir(tmp_path)
    assert find_decks(["lists", "lists/*.txt"]) == ["lists/b.txt", "lists/inner/a.txt"]
    assert find_decks(["starter"]) == [
        name for name in bundled_decks() if name.startswith("starter/")
    ]
    assert find_decks(["starter/fi*"]) == ["starter/fire", "starter/fire-and-elementals"]
    assert find_decks(["-", "missing.txt"]) == ["-", "missing.txt"]


def test_what_is_hidden_in_a_folder_is_no_deck(tmp_path: Path) -> None:
    for name in ("mine.txt", ".mine.txt", ".venv/lib/top_level.txt", "more/.git/x.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("4 Ember Imp\n")
    assert find_decks([str(tmp_path)]) == [str(tmp_path / "mine.txt")]


def test_a_folder_or_glob_without_decks_says_so(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="there is no deck list"):
        find_decks([str(tmp_path)])
    with pytest.raises(Unreadable, match="no file fits"):
        find_decks([f"{tmp_path}/*.txt"])


# ---------------------------------------------------------------- whatever it holds

POOL = load_pool()
NAMES = list(POOL.cards)
ROW = st.one_of(
    st.text(max_size=40),
    st.tuples(st.integers(-2, 10**13), st.sampled_from(NAMES)).map(lambda p: f"{p[0]} {p[1]}"),
    st.sampled_from(["Spells:", "Total: 3", "Sideboard", "#", "4 x", "x4", "()", "4 (", "\t|"]),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(ROW, max_size=30))
def test_any_text_is_a_deck_in_which_every_line_is_accounted_for(rows: list[str]) -> None:
    deck = deck_from_text("\n".join(rows), POOL, "deck.txt", "deck")
    assert deck.total <= 999 * len(deck.entries)
    assert all(1 <= entry.count <= 999 for entry in deck.entries)
    assert all(problem.message.isprintable() for problem in deck.problems)
