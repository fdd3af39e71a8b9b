"""The undo record of a deck file, and writing a file that others may write, too."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dmcli.cards import Pool, load_pool
from dmcli.core.errors import Refused, Unreadable, UsageMistake
from dmcli.core.files import data_folder
from dmcli.decks.editing import history as kept
from dmcli.decks.editing.beginning import begin, put
from dmcli.decks.editing.file import DeckFile, held, opened
from dmcli.decks.editing.history import BACK, BY_HAND, History

POOL = load_pool()


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo records lie in a folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))


@pytest.fixture
def list_(tmp_path: Path) -> Path:
    path = tmp_path / "my.txt"
    path.write_text("4 Corile\n", "utf-8")
    return path


def add(path: Path, name: str, pool: Pool = POOL) -> DeckFile:
    with opened(str(path)) as file:
        draft = file.draft(pool)
        draft.add(name)
        file.save(draft.text, f"+1 {name}")
    return file


def undo(path: Path, steps: int = 1, force: bool = False) -> list[str]:
    with opened(str(path)) as file:
        return file.undo(steps, force)


def redo(path: Path, steps: int = 1, force: bool = False) -> list[str]:
    with opened(str(path)) as file:
        return file.redo(steps, force)


def record(path: Path) -> Path:
    return History(path.resolve()).file


# ------------------------------------------------------------------ back and forth


def test_undo_gives_the_very_bytes_back_and_redo_makes_the_edit_again(list_: Path) -> None:
    list_.write_bytes(b"\xef\xbb\xbf4x Corile\r\n# mine  \r\n2 Emeral")
    before = list_.read_bytes()
    add(list_, "Aqua Hulcus")
    after = list_.read_bytes()
    assert undo(list_) == ["+1 Aqua Hulcus"]
    assert list_.read_bytes() == before
    assert redo(list_) == ["+1 Aqua Hulcus"]
    assert list_.read_bytes() == after


def test_several_edits_are_undone_at_once_or_one_by_one(list_: Path) -> None:
    for name in ("Emeral", "Aqua Guard", "Aqua Hulcus"):
        add(list_, name)
    assert undo(list_, 2) == ["+1 Aqua Hulcus", "+1 Aqua Guard"]
    assert list_.read_text() == "4 Corile\n1 Emeral\n"
    assert undo(list_) == ["+1 Emeral"]
    with pytest.raises(Refused, match="nothing to undo"):
        undo(list_)
    assert redo(list_, 3) == ["+1 Emeral", "+1 Aqua Guard", "+1 Aqua Hulcus"]
    with pytest.raises(Refused, match="nothing to redo"):
        redo(list_)
    with pytest.raises(Refused, match="only 3 edits far, not 4"):
        undo(list_, 4)


def test_an_edit_after_an_undo_ends_what_could_be_redone(list_: Path) -> None:
    add(list_, "Emeral")
    undo(list_)
    add(list_, "Aqua Guard")
    with pytest.raises(Refused, match="nothing to redo"):
        redo(list_)


def test_each_file_has_a_record_of_its_own(list_: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("4 Emeral\n")
    add(list_, "Emeral")
    with pytest.raises(Refused, match=r"other\.txt: there is nothing to undo"):
        undo(other)


def make(path: Path, step: str) -> None:
    """Let dmcli do something with the file."""
    if step == "edit":
        add(path, "Emeral")
    elif step == "redo":
        redo(path)
    else:
        undo(path, force=step == "forced")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(("edit", "hand", "undo", "redo", "forced")), max_size=12))
def test_what_is_overwritten_stands_in_the_record_whatever_comes_before(steps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my.txt"
        path.write_text("1 Corile\n")
        for number, step in enumerate(steps):
            before = path.read_bytes()
            if step == "hand":
                path.write_bytes(before + b"# note %d\n" % number)
                continue
            try:
                make(path, step)
            except Refused:
                assert path.read_bytes() == before
            else:
                states = [state.content for state in History(path.resolve()).states]
                assert before in states
                assert path.read_bytes() in states


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(("edit", "hand", "undo", "redo", "forced")), max_size=14))
def test_what_was_written_by_hand_stays_in_the_record(steps: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "my.txt"
        path.write_text("1 Corile\n")
        by_hand = {path.read_bytes()}
        for number, step in enumerate(steps):
            if step == "hand":
                by_hand.add(path.read_bytes() + b"# note %d\n" % number)
                path.write_bytes(path.read_bytes() + b"# note %d\n" % number)
            else:
                by_hand &= {path.read_bytes(), *(s.content for s in History(path.resolve()).states)}
                with contextlib.suppress(Refused):
                    make(path, step)
                states = {state.content for state in History(path.resolve()).states}
                assert by_hand <= {*states, path.read_bytes()}


# ------------------------------------------------------------------ changed by hand


def test_undo_leaves_alone_what_was_changed_by_hand(list_: Path) -> None:
    add(list_, "Emeral")
    list_.write_text("4 Corile\n1 Emeral\n# my own remark\n")
    for travel in (undo, redo):
        with pytest.raises(Refused, match="changed by hand"):
            travel(list_)
    assert "my own remark" in list_.read_text()


def test_undo_by_force_keeps_the_change_by_hand_in_the_record(list_: Path) -> None:
    add(list_, "Emeral")
    list_.write_text("4 Corile\n# my own remark\n")
    assert undo(list_, force=True) == [BY_HAND]
    assert list_.read_text() == "4 Corile\n1 Emeral\n"
    assert redo(list_) == [BY_HAND]
    assert undo(list_, 2) == [BY_HAND, "+1 Emeral"]
    list_.write_text("4 Corile\n# another one\n")
    with pytest.raises(Refused, match="only 1 edit far, not 2"):
        undo(list_, 2, force=True)
    assert undo(list_, force=True) == [BY_HAND]
    assert list_.read_text() == "4 Corile\n"
    assert redo(list_, 3) == ["+1 Emeral", BY_HAND, BY_HAND]
    assert list_.read_text() == "4 Corile\n# another one\n"


def test_an_edit_after_a_forced_undo_does_not_cost_the_change_by_hand(list_: Path) -> None:
    add(list_, "Emeral")
    list_.write_text("4 Corile\n# an hour of work\n")
    undo(list_, force=True)
    add(list_, "Aqua Guard")
    assert undo(list_, 2) == ["+1 Aqua Guard", BACK]
    assert list_.read_text() == "4 Corile\n# an hour of work\n"


def test_undo_by_force_is_refused_where_the_record_cannot_keep_the_text(
    list_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(list_, "Emeral")
    list_.write_text("4 Corile\n# an hour of work\n")
    monkeypatch.setattr(kept, "write_atomically", no_space)
    with pytest.raises(Refused, match="would be lost"):
        undo(list_, force=True)
    assert list_.read_text() == "4 Corile\n# an hour of work\n"


def test_a_large_change_by_hand_is_kept_by_a_record_that_can_be_read_again(list_: Path) -> None:
    add(list_, "Emeral")
    for turn in range(3):
        list_.write_text(f"4 Corile\n# {turn}" + "x" * 2_000_000)
        (undo if turn == 0 else redo)(list_, force=True)
        assert History(list_.resolve()).trouble == ""


def test_an_edit_after_a_change_by_hand_can_be_undone_to_it(list_: Path) -> None:
    add(list_, "Emeral")
    list_.write_text("4 Corile\n# my own remark\n")
    add(list_, "Aqua Guard")
    undo(list_)
    assert list_.read_text() == "4 Corile\n# my own remark\n"
    assert undo(list_) == [BY_HAND]
    assert list_.read_text() == "4 Corile\n1 Emeral\n"


def test_a_file_put_back_by_hand_is_no_change(list_: Path) -> None:
    add(list_, "Emeral")
    add(list_, "Aqua Guard")
    list_.write_text("4 Corile\n1 Emeral\n")
    assert undo(list_) == ["+1 Emeral"]
    assert list_.read_text() == "4 Corile\n"


# ------------------------------------------------------------------ the record


def test_the_record_is_bounded(list_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_STEPS", 3)
    for name in ("Emeral", "Aqua Guard", "Aqua Hulcus", "Aqua Sniper", "Candy Drop"):
        add(list_, name)
    assert len(History(list_.resolve()).states) == 4
    with pytest.raises(Refused, match="only 3 edits far"):
        undo(list_, 4)
    assert undo(list_, 3)[-1] == "+1 Aqua Hulcus"


def test_the_record_is_bounded_in_bytes(list_: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_BYTES", 80)
    for name in ("Emeral", "Aqua Guard", "Aqua Hulcus", "Aqua Sniper"):
        add(list_, name)
    states = History(list_.resolve()).states
    assert sum(len(state.content) for state in states) <= 80
    assert states[-1].content == list_.read_bytes()


def test_a_file_too_large_for_the_record_is_edited_and_it_is_said(
    list_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_BYTES", 5)
    file = add(list_, "Emeral")
    assert "too large" in file.history.trouble
    assert list_.read_text() == "4 Corile\n1 Emeral\n"


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"\xff\xfe\x00", b"[]", b'{"path": "x", "at": 0, "states": []}']
)
def test_a_damaged_record_never_costs_the_deck(list_: Path, damage: bytes) -> None:
    add(list_, "Emeral")
    record(list_).write_bytes(damage)
    with pytest.raises(Refused, match=r"nothing to undo; the undo record .* (read|is not one of)"):
        undo(list_)
    file = add(list_, "Aqua Guard")
    assert "undo record" in file.history.trouble
    assert ".damaged" in file.history.trouble
    assert list_.read_text() == "4 Corile\n1 Emeral\n1 Aqua Guard\n"
    assert record(list_).with_suffix(".damaged").read_bytes() == damage
    assert undo(list_) == ["+1 Aqua Guard"]


def test_a_record_of_another_file_is_not_taken(list_: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("4 Emeral\n")
    add(other, "Corile")
    record(list_).write_bytes(record(other).read_bytes())
    with pytest.raises(Refused, match="nothing to undo"):
        undo(list_)


def test_without_a_place_for_the_record_editing_goes_on(
    list_: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plain").write_text("no folder")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "plain"))
    file = add(list_, "Emeral")
    assert "undo is not kept" in file.history.trouble or "undo record" in file.history.trouble
    assert list_.read_text() == "4 Corile\n1 Emeral\n"


def test_a_record_that_was_put_aside_stays_so(list_: Path) -> None:
    add(list_, "Emeral")
    record(list_).write_bytes(b"{}")
    with opened(str(list_)) as file:
        file.save("3 Corile\n", "one")
        file.save("2 Corile\n", "two")
    assert record(list_).with_suffix(".damaged").read_bytes() == b"{}"
    assert undo(list_, 2) == ["two", "one"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no modes of this kind")
def test_nobody_else_reads_a_list_in_the_record(list_: Path) -> None:
    add(list_, "Emeral")
    assert stat.S_IMODE(record(list_).parent.stat().st_mode) == 0o700


# ------------------------------------------------------------------ the file


def no_space(path: Path, content: bytes, lasting: bool = False) -> None:
    """A disk that is full."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_the_list_as_it_was_and_says_so(
    list_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as full:
        full.setattr("dmcli.decks.editing.file.write_atomically", no_space)
        with pytest.raises(
            UsageMistake, match=r"cannot be written \(No space.*\); nothing was changed"
        ):
            add(list_, "Emeral")
    assert list_.read_text() == "4 Corile\n"
    for travel in (undo, redo):
        with pytest.raises(Refused, match=r"nothing to (undo|redo)"):
            travel(list_)
    assert not record(list_).exists()


def test_an_edit_that_could_not_be_written_costs_no_edit_that_was_undone(
    list_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(list_, "Emeral")
    undo(list_)
    with monkeypatch.context() as full:
        full.setattr("dmcli.decks.editing.file.write_atomically", no_space)
        with pytest.raises(UsageMistake):
            add(list_, "Aqua Guard")
    assert redo(list_) == ["+1 Emeral"]


def test_a_list_that_cannot_be_begun_leaves_no_empty_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dmcli.decks.editing.file.write_atomically", no_space)
    with pytest.raises(UsageMistake, match="cannot be written"):
        begin(str(tmp_path / "new.txt"), POOL)
    assert not (tmp_path / "new.txt").exists()


def test_a_list_that_comes_to_be_meanwhile_is_not_overwritten(list_: Path) -> None:
    with pytest.raises(UsageMistake, match="exists already"):
        put(str(list_), list_, "1 Emeral\n", "deck new", force=False)
    assert list_.read_text() == "4 Corile\n"


@pytest.mark.parametrize("name", ["-", "plain/my.txt", "loop", "loop/my.txt"])
def test_a_list_is_not_begun_where_no_file_can_be(
    name: str, list_: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain").write_text("no folder")
    Path("loop").symlink_to("loop")
    with pytest.raises((UsageMistake, Unreadable), match=r"file|folder"):
        begin(name, POOL)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["loop", "my.txt", "plain"]


@pytest.mark.skipif(sys.platform != "linux", reason="names are letters there")
def test_a_name_that_is_no_text_is_edited_and_undone(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.txt"))
    path.write_text("4 Corile\n")
    add(path, "Emeral")
    assert undo(path) == ["+1 Emeral"]


def test_a_file_with_another_name_is_parted_from_it_and_that_is_said(
    list_: Path, tmp_path: Path
) -> None:
    (tmp_path / "backup.txt").hardlink_to(list_)
    assert add(list_, "Emeral").parted
    assert (tmp_path / "backup.txt").read_text() == "4 Corile\n"
    assert not add(list_, "Emeral").parted


def test_the_mode_of_the_file_stays(list_: Path) -> None:
    list_.chmod(0o640)
    add(list_, "Emeral")
    assert stat.S_IMODE(list_.stat().st_mode) == 0o640


def test_a_link_is_written_through(list_: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(list_)
    add(link, "Emeral")
    assert link.is_symlink()
    assert list_.read_text() == "4 Corile\n1 Emeral\n"
    assert undo(list_) == ["+1 Emeral"]


def test_a_protected_file_is_not_written(list_: Path) -> None:
    list_.chmod(0o444)
    with pytest.raises(UsageMistake, match="read-only"):
        add(list_, "Emeral")


def test_no_draft_is_left_beside_the_file(list_: Path) -> None:
    add(list_, "Emeral")
    assert [path.name for path in list_.parent.iterdir() if path.is_file()] == ["my.txt"]


def test_what_something_else_wrote_meanwhile_is_not_overwritten(list_: Path) -> None:
    with opened(str(list_)) as file:
        list_.write_text("1 Emeral\n")
        with pytest.raises(Refused, match="changed it meanwhile"):
            file.save("4 Corile\n1 Aqua Guard\n", "edit")
    assert list_.read_text() == "1 Emeral\n"


def test_two_at_once_wait_for_each_other_and_lose_no_edit(list_: Path) -> None:
    names = ("Emeral", "Aqua Guard", "Aqua Hulcus", "Aqua Sniper")
    running = [
        subprocess.Popen(
            [sys.executable, "-P", "-m", "dmcli", "deck", "add", str(list_), name],
            stdout=subprocess.DEVNULL,
            env=os.environ,
        )
        for name in names
    ]
    assert [each.wait() for each in running] == [0] * len(names)
    assert sorted(list_.read_text().splitlines()) == sorted(
        ["4 Corile", *(f"1 {name}" for name in names)]
    )
    undo(list_, len(names))
    assert list_.read_text() == "4 Corile\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of this kind")
def test_a_file_that_stays_locked_is_given_up_with_a_sentence(
    list_: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dmcli.decks.editing.file._PATIENCE", 0.05)
    with (
        held(list_),
        pytest.raises(Refused, match="another dmcli is editing it"),
        opened(str(list_)),
    ):
        pass


def test_bundled_decks_and_standard_input_are_not_edited(list_: Path) -> None:
    inside = data_folder("decks") / "starter" / "fire.txt"
    for name in ("starter/fire", str(inside)):
        with pytest.raises(UsageMistake, match=r"deck new my\.txt --from starter/fire"):
            add(Path(name), "Corile")
    with pytest.raises(UsageMistake, match="Standard input"), opened("-"):
        pass


def test_a_missing_file_is_said_with_how_to_begin_one(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="dmcli deck new"):
        add(tmp_path / "none.txt", "Corile")


def test_a_file_that_is_no_list_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,\nno deck today.\n")
    with pytest.raises(Unreadable, match="no deck list"):
        add(path, "Corile")
    assert path.read_text() == "Dear all,\nno deck today.\n"
