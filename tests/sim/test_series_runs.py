"""Series: the same games for any number of workers, dead workers, Ctrl-C."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from sim import coin_match
from sim.coin_match import deck, killer, recipe

from dmcli.sim.run import run_series
from dmcli.sim.series import Series
from dmcli.sim.stop import Stop

TESTS = Path(__file__).parents[1]


def test_games_are_the_same_for_any_number_of_workers():
    here = run_series(recipe(), jobs=1)
    workers = run_series(recipe(), jobs=3)
    assert here.complete
    assert here.tally.document() == workers.tally.document()
    assert here.tally.log_hash == workers.tally.log_hash


def test_another_seed_plays_other_games():
    hashes = {run_series(recipe(seed=seed)).tally.log_hash for seed in (0, 1, 2**63 - 1)}
    assert len(hashes) == 3


def test_a_mirror_match_is_even_to_the_game_when_seats_are_swapped():
    tally = run_series(recipe(coin_match.open_mirror, games=1000)).tally
    assert tally.win_rate == 0.5
    assert tally.pairs == {2.0: 0, 1.5: 0, 1.0: 500, 0.5: 0, 0.0: 0}
    low, high = tally.interval_paired
    assert low + high == pytest.approx(1)


@pytest.mark.parametrize(("games", "pairs"), [(1, 1), (7, 4), (8, 4)])
def test_an_odd_number_of_games_is_rounded_up_to_a_pair(games, pairs):
    run = run_series(recipe(games=games))
    assert run.series.pairs == pairs
    assert run.tally.games == 2 * pairs


def test_blocks_are_whole_pairs_and_their_size_is_the_slower_agents():
    series = Series(decks=(deck(), deck()), agents=("random", "heuristic"), games=501)
    blocks = list(series.blocks())
    assert [(block.start, block.end) for block in blocks] == [(0, 200), (200, 400), (400, 502)]


def test_draws_and_limits_are_no_wins():
    document = run_series(recipe(games=2000)).tally.document()
    assert document["draws"] > 0
    assert document["limit_games"] > 0
    wins, losses = document["wins"]
    assert document["win_rate"] == wins / (wins + losses)
    assert wins + losses + document["draws"] + document["limit_games"] == 2000


def test_a_worker_that_dies_once_changes_nothing(tmp_path):
    run = run_series(recipe(killer(77, once=tmp_path / "died")), jobs=2)
    assert (tmp_path / "died").exists()
    assert run.complete
    assert run.tally.log_hash == run_series(recipe()).tally.log_hash


def test_a_game_that_kills_every_worker_is_named_and_the_others_are_played():
    run = run_series(recipe(killer(77)), jobs=2)
    assert run.tally.faults == [(77, "its worker process died")]
    assert run.tally.games == 199
    assert not run.complete


def test_a_game_that_fails_is_named_and_its_pair_counts_no_points():
    run = run_series(recipe(coin_match.open_faulty), jobs=1)
    assert run.tally.faults == [(7, "ZeroDivisionError: a coin on its edge")]
    assert run.tally.games == 199
    assert run.tally.pairs.total() == 99


def test_what_cannot_be_opened_is_said_before_a_worker_starts():
    with pytest.raises(RuntimeError, match="no table"):
        run_series(recipe(coin_match.open_broken), jobs=2)


def test_when_a_block_cannot_be_kept_the_workers_end_soon():
    def keep(block):
        raise OSError("the disk is full")

    begin = time.monotonic()
    with pytest.raises(OSError, match="the disk is full"):
        run_series(recipe(coin_match.open_slow, games=20_000), jobs=2, keep=keep)
    assert time.monotonic() - begin < 10
    assert not multiprocessing.active_children()


def test_a_series_that_cannot_be_played_is_given_up():
    run = run_series(recipe(coin_match.open_wreck, games=2000))
    assert 10 < len(run.tally.faults) < 2000


@pytest.mark.parametrize("jobs", [1, 2])
def test_after_ctrl_c_the_finished_blocks_are_kept(jobs):
    stop = Stop()

    def keep(block):
        stop.note(signal.SIGINT)

    run = run_series(recipe(coin_match.open_slow, games=400), jobs=jobs, stop=stop, keep=keep)
    assert 40 <= run.tally.games < 400
    assert run.tally.games % 40 == 0
    assert not run.complete
    assert stop.exit_code == 130


def test_a_block_that_takes_too_long_after_ctrl_c_is_dropped(monkeypatch):
    monkeypatch.setattr("dmcli.sim.stop.GRACE_SECONDS", 0.0)
    stop = Stop()
    run = run_series(
        recipe(coin_match.open_slow), stop=stop, watch=lambda live: stop.note(signal.SIGTERM)
    )
    assert run.tally.games == 0
    assert stop.exit_code == 143


SCRIPT = """
    import sys
    from multiprocessing import active_children
    from sim.coin_match import open_slow, recipe
    from dmcli.sim.run import run_series
    from dmcli.sim.stop import Stop

    def workers():
        return [worker.pid for worker in active_children()]

    if __name__ == "__main__":
        with Stop() as stop:
            print("ready", flush=True)
            run = run_series(recipe(open_slow, games=100_000), jobs=2, stop=stop,
                             keep=lambda block: print("block", *workers(), flush=True))
        print("kept", run.tally.games)
        sys.exit(stop.exit_code)
"""


@pytest.fixture
def slow_series(tmp_path):
    script = tmp_path / "slow_series.py"
    script.write_text(textwrap.dedent(SCRIPT))
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": f"{TESTS}:{':'.join(sys.path)}"},
        start_new_session=True,
    )
    yield process
    process.kill()
    process.communicate()


def wait_for_block(process):
    for line in process.stdout:
        if line.startswith("block"):
            return [int(word) for word in line.split()[1:]]
    raise AssertionError("no block was finished")


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_a_series_soon_and_quietly(slow_series, number, code):
    wait_for_block(slow_series)
    os.killpg(slow_series.pid, number)
    out, errors = slow_series.communicate(timeout=20)
    assert slow_series.returncode == code
    assert int(out.split()[-1]) >= 40
    assert errors == ""


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_second_ctrl_c_ends_it_at_once(slow_series):
    wait_for_block(slow_series)
    slow_series.send_signal(signal.SIGINT)
    time.sleep(0.5)
    begin = time.monotonic()
    slow_series.send_signal(signal.SIGINT)
    assert slow_series.wait(timeout=20) == 130
    assert time.monotonic() - begin < 1.5


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_workers_end_when_their_parent_is_killed(slow_series):
    workers = wait_for_block(slow_series)
    assert len(workers) == 2
    slow_series.kill()
    slow_series.wait()
    wait_until(lambda: not any(map(is_alive, workers)))


def is_alive(pid):
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def wait_until(what, seconds=10.0):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_workers_import_nothing_heavy():
    heavy = {"pandas", "numpy", "jinja2", "lark", "rapidfuzz", "typer", "rich", "sqlite3"}
    code = "import dmcli.sim.workers, dmcli.sim.engine, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    )
    assert heavy.isdisjoint(done.stdout.split())
