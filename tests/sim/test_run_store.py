"""Run files: written block by block, read with suspicion."""

import os
import sqlite3
import stat

import pytest
from sim import coin_match
from sim.coin_match import deck, recipe

from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.sim.block import joined
from dmcli.sim.run import run_series
from dmcli.sim.runfile import RunFile, is_run_file
from dmcli.sim.runs import find_run, new_run_path, run_name, slug
from dmcli.sim.store import RunStore

ABOUT = {"version": "0", "pool": "p", "command": "dmcli simulate"}


def stored(path, what=None, complete=True):
    what = what or recipe()
    store = RunStore.create(path, what, ABOUT)
    run = run_series(what, keep=store.keep)
    store.finish(complete, run.seconds)
    return run


@pytest.fixture
def run_file(tmp_path):
    path = tmp_path / "run.sqlite"
    stored(path)
    return path


@pytest.fixture
def runs_home(tmp_path, monkeypatch):
    monkeypatch.setattr("dmcli.sim.runs.user_data_folder", lambda: tmp_path / "home")
    return tmp_path / "home" / "runs"


def test_what_is_read_is_what_was_played(tmp_path):
    run = stored(tmp_path / "run.sqlite")
    with RunFile(tmp_path / "run.sqlite") as file:
        assert file.series == run.series
        assert file.complete
        tally = file.tally()
    assert tally.document() == run.tally.document()
    assert tally.log_hash == run.tally.log_hash


def test_a_finished_run_is_one_plain_file(run_file):
    assert os.listdir(run_file.parent) == ["run.sqlite"]
    assert is_run_file(run_file)
    assert run_file.read_bytes()[18:20] == b"\1\1"  # no write-ahead log is needed to read it


def test_cards_are_counted_by_game_and_by_copy(tmp_path):
    run = stored(tmp_path / "run.sqlite")
    with RunFile(tmp_path / "run.sqlite") as file:
        counts = {(c.side, c.card, c.measure): c for c in file.card_counts()}
    opening = counts[1, "Fair Coin", "opening"]
    assert (opening.games, opening.cards) == (200, 400)
    assert opening.wins == run.tally.losses
    assert opening.losses == run.tally.wins
    assert (1, "Other Coin", "opening") not in counts
    seen = counts[0, "Fair Coin", "seen"]
    assert seen.games <= 200
    assert seen.games >= counts[0, "Fair Coin", "drawn"].games


def test_worker_counts_are_the_same_as_ours(tmp_path):
    files = []
    for jobs in (1, 2):
        store = RunStore.create(tmp_path / f"{jobs}.sqlite", recipe(), ABOUT)
        run_series(recipe(), jobs=jobs, keep=store.keep)
        store.finish(True, 1.0)
        with RunFile(tmp_path / f"{jobs}.sqlite") as file:
            files.append((file.card_counts(), file.tally().log_hash))
    assert files[0] == files[1]


def test_a_run_that_was_killed_keeps_its_blocks(tmp_path):
    path = tmp_path / "run.sqlite"
    store = RunStore.create(path, recipe(), ABOUT)
    blocks = []
    run_series(recipe(), keep=blocks.append)
    store.keep(blocks[0])
    with RunFile(path) as file:  # the writer is still there, or was killed: the log lies beside it
        assert not file.complete
        assert file.tally().games == 40
    store.close()


def test_a_game_that_could_not_be_played_is_stored_with_its_reason(tmp_path):
    stored(tmp_path / "run.sqlite", recipe(coin_match.open_faulty), complete=False)
    with RunFile(tmp_path / "run.sqlite") as file:
        assert file.tally().faults == [(7, "ZeroDivisionError: a coin on its edge")]
        assert not file.complete


def test_no_run_is_overwritten(run_file):
    with pytest.raises(UsageMistake, match="exists already"):
        RunStore.create(run_file, recipe(), ABOUT)
    assert is_run_file(run_file)


def test_an_unwritable_place_is_said_before_the_first_game(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageMistake, match=r"run\.sqlite cannot be written"):
        RunStore.create(tmp_path / "file" / "run.sqlite", recipe(), ABOUT)


def test_a_read_only_folder_is_said(tmp_path):
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    if os.access(tmp_path, os.W_OK):
        pytest.skip("this user may write anywhere")
    with pytest.raises(UsageMistake, match="cannot be written"):
        RunStore.create(tmp_path / "run.sqlite", recipe(), ABOUT)


def test_a_full_disk_keeps_what_was_stored(tmp_path):
    path = tmp_path / "run.sqlite"
    what = recipe(games=2000)
    store = RunStore.create(path, what, ABOUT)
    blocks = []
    run_series(what, keep=blocks.append)
    store.keep(blocks[0])
    pages = store._db.execute("PRAGMA page_count").fetchone()[0]
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(UsageMistake, match=r"full.*40 games are kept"):
        store.keep(joined(1, blocks[1:]))
    store.close()
    with RunFile(path) as file:
        assert file.tally().games == 40
        assert not file.complete


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        ("CREATE VIEW v AS SELECT 1", "has other tables"),
        ("CREATE TRIGGER t AFTER INSERT ON run BEGIN SELECT 1; END", "has other tables"),
        ("DROP TABLE game", "has other tables"),
        ("PRAGMA user_version = 99", "has run format 99"),
        ("PRAGMA application_id = 1", "is not a run file"),
        ("DELETE FROM series", "is damaged"),
        ("DELETE FROM run WHERE key = 'endings'", "is damaged"),
        ("UPDATE run SET value = '[1' WHERE key = 'endings'", "is damaged"),
        ("UPDATE card SET facts = '{}'", "is damaged"),
        ("UPDATE series SET switches = '[]'", "is damaged"),
        ("UPDATE series SET seed = -5", "is damaged"),
        ("PRAGMA ignore_check_constraints = 1; UPDATE game SET winner = 'x'", "is damaged"),
        ("UPDATE game SET ending = 77", "is damaged"),
    ],
)
def test_a_foreign_file_is_refused_with_one_sentence(run_file, harm, sentence):
    with sqlite3.connect(run_file) as db:
        db.executescript(harm)
    db.close()
    with pytest.raises(Unreadable, match=sentence):
        RunFile(run_file).tally()


def test_a_file_of_garbage_is_refused(tmp_path):
    path = tmp_path / "run.sqlite"
    path.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    with pytest.raises(Unreadable):
        RunFile(path)
    path.write_text("4 Aqua Hulcus\n")
    with pytest.raises(Unreadable, match="is not a run file"):
        RunFile(path)
    with pytest.raises(Unreadable, match="is not a file"):
        RunFile(tmp_path)
    with pytest.raises(Unreadable, match="no such file"):
        RunFile(tmp_path / "nothing")


def test_a_file_cut_in_half_is_refused(run_file):
    content = run_file.read_bytes()
    run_file.write_bytes(content[: len(content) // 2])
    with pytest.raises(Unreadable):
        RunFile(run_file).tally()


def test_reading_changes_nothing(run_file):
    before = run_file.read_bytes()
    with RunFile(run_file) as file:
        file.tally()
        with pytest.raises(sqlite3.OperationalError):
            file.db.execute("DELETE FROM game")
    assert run_file.read_bytes() == before


def test_a_run_is_found_by_id_beginning_path_or_last(runs_home, tmp_path, today):
    what = recipe(decks=(deck("Fire & Ice"), deck("../../etc")), seed=7)
    path = new_run_path(what.series, today)
    assert path == runs_home / "2026-11-29-fire-ice-etc-7.sqlite"
    stored(path, what)
    second = new_run_path(what.series, today)
    assert second.stem == "2026-11-29-fire-ice-etc-7-2"
    stored(second, what)
    os.utime(path, (1, 1))
    assert find_run("last") == second
    assert find_run(path.stem) == path
    assert find_run(str(path)) == path
    assert find_run("2026-11-29-fire-ice-etc-7-") == second
    assert run_name(path) == path.stem
    assert run_name(tmp_path / "x.sqlite") == str(tmp_path / "x.sqlite")


def test_a_run_that_is_not_there_is_said_with_the_nearest(runs_home, today):
    with pytest.raises(UsageMistake, match="There is no run yet"):
        find_run("last")
    stored(new_run_path(recipe().series, today))
    stored(new_run_path(recipe().series, today))
    with pytest.raises(UsageMistake, match="Did you mean '2026-11-29-coins-coins-0'"):
        find_run("2026-11-29-coin-coins-0")
    with pytest.raises(UsageMistake, match="begins several runs"):
        find_run("2026")
    with pytest.raises(Unreadable, match="no such file"):
        find_run("away/run.sqlite")


@pytest.fixture
def today():
    from datetime import date

    return date(2026, 11, 29)


def test_any_deck_name_becomes_a_plain_file_name():
    assert slug("Überdragon / Bajula\x1b[31m") == "uberdragon-bajula-31m"
    assert slug("火") == "deck"
    assert len(slug("x" * 500)) == 30
