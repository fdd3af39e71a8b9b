"""Editing a list: the smallest change to what its user wrote, and the cards that were meant."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool, load_pool
from dmcli.core.errors import Refused, UsageMistake
from dmcli.decks import Deck, Entry, deck_from_text
from dmcli.decks.editing.contents import Content, content
from dmcli.decks.editing.draft import Draft
from dmcli.decks.editing.heads import heads
from dmcli.decks.editing.rows import rows_of, text_of
from dmcli.decks.forms import FORMS
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, ZONES

POOL = load_pool()
LISTS = sorted((Path(__file__).parent / "lists").glob("*.txt"))
RIPTIDE = """Darkness [8]
4x Bloody Squito
4x Terror Pit

Water [6]
4x Corile
2x Emeral

Total: 14
"""


def draft(*rows: str) -> Draft:
    return Draft.from_text("\n".join(rows), POOL, "my.txt", "my")


# ------------------------------------------------------------------ any edits of any real list

EDITS = st.lists(
    st.tuples(
        st.sampled_from(("add", "remove", "remove all", "swap", "rename", "undo", "redo")),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
        st.integers(1, 5),
        st.sampled_from((MAIN, MAIN, MAIN, SIDEBOARD, HYPERSPATIAL)),
    ),
    min_size=1,
    max_size=6,
)
NAMES = list(POOL.cards)


class Model:
    """What a deck must hold, counted beside the draft, and the names that were touched."""

    def __init__(self, list_: Draft) -> None:
        self.draft = list_
        self.cards: Content = content(list_.deck)
        self.done: list[Content] = []
        self.undone: list[Content] = []
        self.touched: set[str] = set()

    def make(self, what: str, first: int, second: int, count: int, zone: str) -> None:
        """Make one edit on both."""
        if what in ("undo", "redo"):
            back, forth = self.done, self.undone
            back, forth = (back, forth) if what == "undo" else (forth, back)
            assert getattr(self.draft, what)() == bool(back)
            if back:
                forth.append(self.cards)
                self.cards = back.pop()
            return
        old, old_text = self.cards, self.draft.text
        self.cards = +Counter(old)
        self.edit(what, first, second, count, zone)
        if self.draft.text != old_text:
            self.done.append(old)
            self.undone.clear()

    def edit(self, what: str, first: int, second: int, count: int, zone: str) -> None:
        there = sorted(key for key in self.cards if key[0] == zone)
        new = NAMES[second % len(NAMES)]
        if what == "rename":
            self.draft.rename(f"List {first}")
        elif what == "add":
            name = there[first % len(there)][1] if there and first % 2 else new
            name = name if name in POOL.cards else new
            self.draft.add(name, count, zone)
            self.change((zone, name, True), count)
        elif there:
            key = there[first % len(there)]
            taken = self.cards[key] if what != "remove" else min(count, self.cards[key])
            if what == "swap" and self.draft.zone_of(key[1]) == zone and key[1] != new:
                self.draft.swap(key[1], new, taken)
                self.change((zone, new, True), taken)
                self.change(key, -taken)
            elif what != "swap":
                self.draft.remove(key[1], None if what == "remove all" else taken, zone)
                self.change(key, -taken)

    def change(self, key: tuple[str, str, bool], by: int) -> None:
        self.cards[key] += by
        self.cards = +self.cards
        self.touched.add(key[1])


def untouched(text: str, deck: Deck, touched: set[str]) -> list[str]:
    """The lines that no edit of these cards may change; a line of many cards has its own tests."""
    cards: dict[int, set[str]] = {}
    for entry in deck.entries:
        cards.setdefault(entry.line - 1, set()).add(entry.name)
    many = {row for row, names in cards.items() if len(names) > 1}
    rows = rows_of(text)
    moving = {head.row for head in heads(rows, POOL) if head.line.cards is not None}
    return [
        row.text
        for number, row in enumerate(rows)
        if row.text.strip()
        and number not in {*moving, *many}
        and not cards.get(number, set()) & touched
    ]


def is_kept(lines: list[str], text: str) -> bool:
    """Whether these lines stand in a text, in this order."""
    there = iter(row.text for row in rows_of(text))
    return all(line in there for line in lines)


@settings(max_examples=250, deadline=None)
@given(
    st.sampled_from(LISTS),
    st.sampled_from(("\n", "\r\n", "\r")),
    st.booleans(),
    st.booleans(),
    EDITS,
)
def test_any_edits_give_the_cards_that_were_meant_and_keep_every_other_line(
    path: Path,
    end: str,
    has_mark: bool,
    ends_open: bool,
    edits: list[tuple[str, int, int, int, str]],
) -> None:
    text = path.read_text("utf-8").rstrip("\n").replace("\n", end)
    text = ("\ufeff" if has_mark else "") + text + ("" if ends_open else end)
    model = Model(Draft.from_text(text, POOL, path.name, path.stem))
    before = model.draft.deck
    renamed = any(edit[0] == "rename" for edit in edits)
    title = {before.name} if renamed else set()
    for edit in edits:
        model.make(*edit)
        assert content(model.draft.deck) == +model.cards
        new = model.draft.text
        assert new.startswith("\ufeff") == has_mark
        assert "\ufeff" not in new[1:]
        assert {row.end for row in rows_of(new)[:-1]} <= {end}
        if new.strip("\ufeff"):
            assert new.endswith(end) != ends_open
        lines = [line.lstrip("\ufeff") for line in untouched(text, before, model.touched)]
        assert is_kept([line for line in lines if line not in title], new.lstrip("\ufeff"))
    while model.draft.undo():
        pass
    assert model.draft.text == text
    assert not model.draft.changed


@settings(max_examples=60, deadline=None)
@given(st.text("a \n\r\ufeff4x"))
def test_the_lines_of_a_text_put_together_are_the_text(text: str) -> None:
    assert text_of(rows_of(text)) == text


# ------------------------------------------------------------------ counts where they stand


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("4 Corile", "3 Corile"),
        ("4x Corile", "3x Corile"),
        ("  4 x Corile", "  3 x Corile"),
        ("x4 Corile", "x3 Corile"),
        ("Corile x4", "Corile x3"),
        ("Corile ×4", "Corile ×3"),
        ("4: corile", "3: corile"),
        ("- 4 Corile (DM-04 4/55)", "- 3 Corile (DM-04 4/55)"),
        ("《Corile》×４", "《Corile》×３"),
        ("04 Corile", "03 Corile"),
        ("Four Corile", "3 Corile"),
        ("Corile (4 of 55) x4", "Corile (4 of 55) x3"),
        ("4 Corile (or 4 more?)", "3 Corile (or 4 more?)"),
    ],
)
def test_a_changed_count_is_written_where_it_stood_in_the_way_of_its_line(
    line: str, changed: str
) -> None:
    list_ = draft("2 Emeral", line)
    list_.remove("Corile")
    assert list_.text == f"2 Emeral\n{changed}"


def test_headings_and_totals_that_were_right_stay_right() -> None:
    list_ = Draft.from_text(RIPTIDE, POOL)
    list_.add("Corile")
    list_.remove("Terror Pit", 2)
    assert "Darkness [6]" in list_.text
    assert "Water [7]" in list_.text
    assert "Total: 13" in list_.text


def test_a_total_that_was_wrong_is_left_to_its_user() -> None:
    list_ = draft("4 Corile", "Total: 40")
    list_.add("Corile")
    assert list_.text == "5 Corile\nTotal: 40"


def test_a_total_of_the_main_deck_does_not_count_the_sideboard() -> None:
    list_ = draft("Total: 4", "4 Corile")
    list_.add("Emeral", 2, SIDEBOARD)
    list_.add("Corile")
    assert list_.text == "Total: 5\n5 Corile\n\nSideboard:\n2 Emeral"


def test_nested_headings_all_stay_right() -> None:
    list_ = draft("Main deck: 6", "Creatures (4)", "4 Corile", "Spells (2)", "2 Terror Pit")
    list_.add("Emeral", 3)
    assert list_.text.splitlines()[:4] == ["Main deck: 9", "Creatures (7)", "4 Corile", "3 Emeral"]


# ------------------------------------------------------------------ where a new card goes


def test_a_new_card_goes_under_the_heading_of_its_civilization() -> None:
    list_ = Draft.from_text(RIPTIDE, POOL)
    list_.add("Horrid Worm", 3)
    assert "4x Terror Pit\n3x Horrid Worm\n\nWater" in list_.text


def test_a_spell_goes_under_the_heading_of_spells() -> None:
    list_ = draft("# Creatures", "4 Corile", "# Spells", "2 Terror Pit", "", "# played for fun")
    list_.add("Spiral Gate", 4)
    assert list_.text.splitlines()[3:5] == ["2 Terror Pit", "4 Spiral Gate"]


def test_an_evolution_goes_under_evolutions_before_creatures() -> None:
    list_ = draft("Creatures:", "4 Corile", "Evolution creatures:", "2 Crystal Paladin")
    list_.add("Crystal Lancer")
    assert list_.text.endswith("2 Crystal Paladin\n1 Crystal Lancer")


def test_spells_under_two_civilizations_are_told_apart() -> None:
    rows = ["Water", "Creatures", "4 Corile", "Spells", "4 Brain Serum"]
    list_ = draft(*rows, "Fire", "Creatures", "4 Fatal Attacker Horvath", "Spells", "4 Burst Shot")
    list_.add("Spiral Gate", 2)
    list_.add("Tornado Flame", 3)
    lines = list_.text.splitlines()
    assert lines[5] == "2 Spiral Gate"
    assert lines[-1] == "3 Tornado Flame"


def test_a_civilization_without_a_heading_gets_one_like_the_others() -> None:
    list_ = Draft.from_text(RIPTIDE, POOL)
    list_.add("Bolshack Dragon", 2)
    assert list_.text.endswith("2x Emeral\n\nFire [2]\n2x Bolshack Dragon\n\nTotal: 16\n")
    assert not [each for each in list_.deck.problems if each.rule == "size"]


def test_without_headings_a_new_card_goes_to_the_end_of_its_zone() -> None:
    list_ = draft("4 Corile", "", "Sideboard:", "2 Emeral")
    list_.add("Aqua Hulcus", 3)
    assert list_.text == "4 Corile\n3 Aqua Hulcus\n\nSideboard:\n2 Emeral"


def test_a_zone_that_is_not_there_is_opened_at_the_end() -> None:
    list_ = draft("4x Corile", "Total: 4", "")
    list_.add("Emeral", 2, SIDEBOARD)
    assert list_.text == "4x Corile\nTotal: 4\n\nSideboard:\n2x Emeral\n"


def test_the_first_card_of_an_empty_main_deck_stands_above_the_sideboard() -> None:
    list_ = draft("# Mine", "", "Sideboard:", "2 Emeral", "")
    list_.add("Corile", 4)
    assert list_.text == "# Mine\n\n4 Corile\n\nSideboard:\n2 Emeral\n"


def test_a_list_that_leaves_blank_lines_between_cards_goes_on_so() -> None:
    list_ = draft("4x Emeral", "", "4x Corile", "", "2x Aqua Guard", "")
    list_.add("Aqua Hulcus", 4)
    assert list_.text == "4x Emeral\n\n4x Corile\n\n2x Aqua Guard\n\n4x Aqua Hulcus\n"
    list_.remove("Corile", None)
    assert list_.text == "4x Emeral\n\n2x Aqua Guard\n\n4x Aqua Hulcus\n"


def test_a_card_is_written_the_way_its_neighbour_is() -> None:
    list_ = draft("Corile x4", "Emeral x2")
    list_.add("Aqua Hulcus", 3)
    assert list_.text == "Corile x4\nEmeral x2\nAqua Hulcus x3"


def test_a_list_without_counts_names_a_card_once_for_each_copy() -> None:
    list_ = draft("Corile", "Emeral")
    list_.add("Corile", 2)
    list_.add("Aqua Hulcus", 2)
    assert list_.text == "Corile\nCorile\nCorile\nEmeral\nAqua Hulcus\nAqua Hulcus"


@pytest.mark.parametrize(
    ("last", "new"),
    [
        ("3. 2 Emeral", "4. 3 Aqua Hulcus"),
        ("* 2x [card]Emeral[/card]", "* 3x [card]Aqua Hulcus[/card]"),
        ("2 **Emeral** (blocker)", "3 **Aqua Hulcus**"),
        ("2 Emeral [foil]", "3 Aqua Hulcus"),
        ("《Emeral》×２", "《Aqua Hulcus》×３"),
        ("2\tEmeral\t2", "3\tAqua Hulcus"),
    ],
)
def test_what_stands_around_a_name_stands_around_the_next_one(last: str, new: str) -> None:
    heads = {"3. 2 Emeral": "1. 4 Corile\n2. 4 Aqua Guard\n", "2\tEmeral\t2": "Count\tName\tCost\n"}
    head = heads.get(last, "")
    list_ = draft(f"{head}{last}")
    list_.add("Aqua Hulcus", 3)
    assert list_.text == f"{head}{last}\n{new}"


def test_cards_go_under_the_heading_of_their_cost_which_is_made_in_its_place() -> None:
    list_ = draft("Cost 2 (4)", "4 Emeral", "", "Cost 5 (4)", "4 Corile")
    list_.add("Candy Drop", 2)
    list_.add("Aqua Hulcus", 3)
    assert list_.text == (
        "Cost 2 (4)\n4 Emeral\n\nCost 3 (5)\n2 Candy Drop\n3 Aqua Hulcus\n\nCost 5 (4)\n4 Corile"
    )


def test_cards_go_under_the_heading_of_their_race() -> None:
    list_ = draft("Liquid People (4)", "4 Aqua Hulcus", "Cyber Lords", "4 Corile", "Dragons")
    list_.add("Aqua Guard", 2)
    list_.add("Bolshack Dragon", 1)
    assert list_.text.splitlines() == [
        *("Liquid People (6)", "4 Aqua Hulcus", "2 Aqua Guard"),
        *("Cyber Lords", "4 Corile", "Dragons", "1 Bolshack Dragon"),
    ]


def test_cards_that_name_their_zone_are_joined_by_such_cards() -> None:
    list_ = draft("4 Corile", "SB: 2 Emeral")
    list_.add("Aqua Guard", 1, SIDEBOARD)
    list_.add("Aqua Hulcus", 3)
    assert list_.text == "4 Corile\n3 Aqua Hulcus\nSB: 2 Emeral\nSB: 1 Aqua Guard"


# ------------------------------------------------------------------ many cards on one line

MANY = "4 Corile 2 Bolshack Dragon (or fewer?) 3 Immortal Baron, Vorg"


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("Corile", "2 Bolshack Dragon (or fewer?) 3 Immortal Baron, Vorg"),
        ("Bolshack Dragon", "4 Corile 3 Immortal Baron, Vorg"),
        ("Immortal Baron, Vorg", "4 Corile 2 Bolshack Dragon (or fewer?)"),
    ],
)
def test_only_the_part_of_a_removed_card_goes_from_a_line_of_many(name: str, left: str) -> None:
    list_ = draft(MANY, "Total: 9")
    list_.remove(name, None)
    assert list_.text.splitlines()[0] == left


def test_a_new_card_is_written_at_the_end_of_a_line_of_many() -> None:
    list_ = draft(MANY)
    list_.add("Emeral", 2)
    assert list_.text == f"{MANY} 2 Emeral"


def test_a_line_of_many_with_the_counts_behind_stays_one() -> None:
    list_ = draft("Corile x4, Emeral x4, Terror Pit x2")
    list_.add("Aqua Hulcus", 3)
    list_.remove("Corile", None)
    list_.swap("Terror Pit", "Death Smoke")
    assert list_.text == "Emeral x4, Death Smoke x2, Aqua Hulcus x3"


def test_cards_on_the_line_of_their_heading_are_joined_there() -> None:
    list_ = draft("Water: 4 Corile, 4 Emeral", "Darkness: 2 Terror Pit")
    list_.add("Aqua Hulcus", 3)
    list_.remove("Corile", None)
    assert list_.text == "Water: 4 Emeral, 3 Aqua Hulcus\nDarkness: 2 Terror Pit"


# ------------------------------------------------------------------ swaps, titles, undo


def test_a_swap_of_all_copies_writes_the_new_name_in_the_old_one_s_place() -> None:
    list_ = draft("4x corile (bounce)", "2x Emeral")
    list_.swap("Corile", "Aqua Sniper")
    assert list_.text == "4x Aqua Sniper (bounce)\n2x Emeral"


def test_a_swap_under_another_heading_moves_the_card() -> None:
    list_ = Draft.from_text(RIPTIDE, POOL)
    list_.swap("Corile", "Horrid Worm")
    assert "Darkness [12]\n4x Bloody Squito\n4x Terror Pit\n4x Horrid Worm" in list_.text
    assert "Water [2]\n2x Emeral" in list_.text


def test_a_swap_of_some_copies_leaves_the_others() -> None:
    list_ = draft("4 Corile", "2 Emeral")
    list_.swap("Corile", "Emeral", 1)
    assert list_.text == "3 Corile\n3 Emeral"


@pytest.mark.parametrize(
    ("first", "renamed"),
    [
        ("# Old name", "# New: name"),
        ("// Old name", "// New: name"),
        ("# title: Old name", "# title: New: name"),
        ("Deck: Old name", "Deck: New: name"),
        ("Old name", "New: name"),
        ("4 Emeral", "# title: New: name\n4 Emeral"),
    ],
)
def test_a_title_is_written_where_one_stood_else_above_the_list(first: str, renamed: str) -> None:
    list_ = draft(first, "# plan: win.", "4 Corile")
    list_.rename("New: name")
    assert list_.deck.name == "New: name"
    assert list_.deck.remarks == ("plan: win.",)
    head = list_.text.splitlines()[: renamed.count("\n") + 1]
    assert [line.replace("title: ", "") for line in head] == renamed.replace(
        "title: ", ""
    ).splitlines()


def test_a_title_must_be_one_line() -> None:
    for title in ("", "  ", "two\nlines", "x" * 201):
        with pytest.raises(UsageMistake, match="one line"):
            draft("4 Corile").rename(title)


def test_undo_and_redo_go_back_and_forth_until_a_new_edit() -> None:
    list_ = draft("4 Corile")
    list_.add("Emeral")
    list_.add("Emeral")
    assert list_.undo()
    assert list_.text == "4 Corile\n1 Emeral"
    assert list_.redo()
    assert not list_.redo()
    assert list_.undo()
    list_.remove("Corile", None)
    assert not list_.redo()
    assert list_.text == "1 Emeral"


def test_changed_compares_with_what_was_saved_last() -> None:
    list_ = draft("4 Corile")
    list_.add("Emeral")
    assert list_.changed
    list_.mark_saved()
    assert not list_.changed
    list_.undo()
    assert list_.changed


# ------------------------------------------------------------------ mistakes


def test_a_misspelt_card_is_not_silently_taken_when_editing() -> None:
    list_ = draft("4 Corile", "1 Rhapsody, Guard of Hope")
    with pytest.raises(UsageMistake, match="Did you mean 'Aqua Hulcus'"):
        list_.add("Aqua Hulcsu")
    with pytest.raises(UsageMistake, match="Did you mean 'Corile'"):
        list_.remove("Corlie")
    assert list_.text == "4 Corile\n1 Rhapsody, Guard of Hope"


def test_a_card_that_no_pool_knows_can_be_taken_out() -> None:
    list_ = draft("4 Corile", "2 Rhapsody, Guard of Hope")
    list_.remove("Rhapsody, Guard of Hope")
    assert list_.text.endswith("1 Rhapsody, Guard of Hope")
    list_.remove("Rhapsody, Guard of Hope")
    assert list_.text == "4 Corile"


@pytest.mark.parametrize(
    ("edit", "sentence"),
    [
        (("remove", "Corile", 5), "has only 4 copies of 'Corile'"),
        (("remove", "Emeral"), "'Emeral' is not in the main deck"),
        (("remove", "Corile", 1, SIDEBOARD), "It stands in the main zone"),
        (("add", "Corile", 0), "from 1 to 999"),
        (("add", "Corile", 999), "at most 999"),
        (("add", "Corile", 1, "hand"), "There is no zone 'hand'"),
        (("swap", "Corile", "corile"), "swapped for itself"),
    ],
)
def test_an_edit_that_cannot_be_is_a_sentence(edit: tuple[object, ...], sentence: str) -> None:
    list_ = draft("4 Corile")
    with pytest.raises(UsageMistake, match=sentence):
        getattr(list_, str(edit[0]))(*edit[1:])
    assert list_.text == "4 Corile"


def test_copies_go_from_the_last_line_first() -> None:
    list_ = draft("2 Corile", "4 Emeral", "3 Corile")
    list_.remove("Corile", 4)
    assert list_.text == "1 Corile\n4 Emeral"


# ------------------------------------------------------------------ decks in another form


def test_a_deck_of_plain_text_is_written_and_edited_as_text() -> None:
    deck = Deck(name="Mine", entries=(Entry(4, "Corile", 1), Entry(1, "Emeral", 2, SIDEBOARD)))
    list_ = Draft.from_deck(deck, POOL)
    list_.add("Emeral", 2)
    assert list_.text == "# Mine\n\n4 Corile\n2 Emeral\n\nSideboard:\n1 Emeral\n"


FORM_EDITS = st.lists(
    st.tuples(
        st.sampled_from(("add", "remove", "remove all", "swap", "undo", "redo")),
        st.integers(0, 10_000),
        st.integers(0, 10_000),
        st.integers(1, 5),
        st.sampled_from((MAIN, MAIN, SIDEBOARD, HYPERSPATIAL)),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from(sorted(FORMS.keys() - {"text"})), st.sampled_from(LISTS), FORM_EDITS)
def test_any_edits_of_any_form_give_the_cards_that_were_meant(
    form: str, path: Path, edits: list[tuple[str, int, int, int, str]]
) -> None:
    list_ = deck_from_text(path.read_text("utf-8"), POOL, path.name, path.stem)
    text = FORMS[form].write(list_, POOL)
    read = FORMS[form].read(text, POOL, f"my.{form}", "my")
    model = Model(Draft.from_deck(read, POOL))
    for edit in edits:
        model.make(*edit)
        assert content(model.draft.deck) == +model.cards
        again = FORMS[form].read(model.draft.text, POOL, f"my.{form}", "my")
        assert content(again) == +model.cards
    while model.draft.undo():
        pass
    assert model.draft.text == text


def test_a_form_without_a_place_for_a_title_refuses_one() -> None:
    read = FORMS["csv"].read("count,name\n4,Corile\n", POOL, "my.csv", "my")
    with pytest.raises(Refused, match="CSV, has no place for this title"):
        Draft.from_deck(read, POOL).rename("Mine")


def test_zones_are_those_of_every_deck() -> None:
    list_ = draft("4 Corile")
    for zone in ZONES:
        list_.add("Emeral", 2, zone)
    assert [list_.deck.count(zone) for zone in ZONES] == [6, 2, 2]


def test_an_edit_that_would_change_how_other_lines_are_read_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    list_ = draft("4 Corile")
    monkeypatch.setattr("dmcli.decks.editing.wording.cards_like", lambda *_: iter(()))
    with pytest.raises(Refused, match="change it by hand"):
        list_.add("Emeral")


def test_a_pool_of_the_users_own_is_edited_alike(small: Pool) -> None:
    list_ = Draft.from_text("4 Ember Imp\n", small)
    list_.add("Tide Wall", 3)
    assert list_.text == "4 Ember Imp\n3 Tide Wall\n"
