"""Checking a folder of decks stays near to reading their lines; the limit here is a loose one."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

CHECKING = runpy.run_path(str(Path(__file__).with_name("checking.py")))
#: checking.py measures about 12 and allows 20; a loaded machine may need more.
LOOSE = 35.0


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    decks = tmp_path / "decks"
    decks.mkdir()
    CHECKING["write_decks"](decks)
    return decks


def test_checking_a_folder_is_not_far_from_reading_its_lines(folder: Path) -> None:
    mine, other, ratio = CHECKING["in_process"](folder, rounds=3)
    print(f"\ncheck {mine:.3f} s, lines {other:.3f} s, ratio {ratio:.1f}")
    assert ratio <= LOOSE


def test_the_measured_folder_is_one_of_usual_decks(folder: Path) -> None:
    from dmcli.cards import load_pool
    from dmcli.decks import find_decks, read_deck

    pool = load_pool()
    decks = [read_deck(source, pool) for source in find_decks([str(folder)])]
    assert len(decks) == CHECKING["DECKS"]
    assert {deck.size for deck in decks} == {40}
    severities = [problem.severity for deck in decks for problem in deck.problems]
    assert severities.count("warning") > 80
    assert severities.count("error") < 10
