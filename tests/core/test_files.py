"""Reading and writing files safely."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from dmcli.core.errors import Unreadable
from dmcli.core.files import as_text, data_folder, read_bytes, read_text, write_atomically


def test_the_card_pool_and_the_decks_have_a_folder() -> None:
    assert (data_folder("cardpool") / "dm-01.toml").is_file()


def test_a_byte_order_mark_is_no_part_of_a_text(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(b"\xef\xbb\xbf4 Aqua Hulcus\n")
    assert read_text(path) == "4 Aqua Hulcus\n"


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="there is no such file"):
        read_text(tmp_path / "none.txt")


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="is a folder"):
        read_text(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(Unreadable, match="a device or pipe"):
        read_text(path)


def test_a_name_that_no_file_can_have_is_unreadable() -> None:
    with pytest.raises(Unreadable):
        read_text(Path("a\0b"))


def test_a_file_above_the_limit_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big"
    path.write_bytes(b"x" * 11)
    assert read_bytes(path, limit=11) == b"x" * 11
    with pytest.raises(Unreadable, match="larger than 10 bytes"):
        read_bytes(path, limit=10)


def test_text_that_is_not_utf_8_is_refused_with_its_line() -> None:
    with pytest.raises(Unreadable, match=r"deck:2: is not a text file in UTF-8"):
        as_text(b"one\ntw\xff", "deck")


def test_utf_16_is_refused() -> None:
    with pytest.raises(Unreadable, match="UTF-8"):
        as_text("4 Aqua Hulcus".encode("utf-16"), "deck")


def test_a_file_is_written_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    write_atomically(path, b"first")
    write_atomically(path, b"second")
    assert path.read_bytes() == b"second"
    assert list(path.parent.iterdir()) == [path]


def test_a_failed_write_leaves_the_old_file_alone(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    target.mkdir()
    with pytest.raises(OSError):
        write_atomically(target, b"text")
    assert list(tmp_path.iterdir()) == [target]


def test_a_fault_while_writing_names_the_file_and_not_the_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as error:
        write_atomically(path, b"new", lasting=True)
    assert error.value.filename == str(path)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]
    assert path.read_bytes() == b"old"


def test_a_lasting_file_is_on_the_disk_before_it_takes_the_place_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    seen: list[tuple[bytes, set[int]]] = []

    def synced(number: int) -> None:
        seen.append((path.read_bytes(), {each.stat().st_size for each in tmp_path.iterdir()}))

    monkeypatch.setattr(os, "fsync", synced)
    write_atomically(path, b"other", lasting=True)
    assert seen == [(b"old", {3, 5})]
