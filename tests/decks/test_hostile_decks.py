"""Deck files that were made to hurt give a deck or one sentence, in little time and memory.

`DMCLI_HOSTILE_FILES=10000` reads that many instead of the everyday slice.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
from support import hostile_run
from support.hostile_decks import BOMBS, hostile, seeds
from support.hostile_run import LONGEST

from dmcli.cards import load_pool
from dmcli.core.errors import Unreadable
from dmcli.decks import read_deck
from dmcli.decks.forms import FORMS

FILES = int(os.environ.get("DMCLI_HOSTILE_FILES", "500"))
MOST_MB = 200
PROGRAM = Path(hostile_run.__file__)
POOL = load_pool()


def test_hostile_files_do_nothing_but_be_read_or_refused(tmp_path: Path) -> None:
    (tmp_path / "beside.txt").write_text("4 Corile\n")
    done = subprocess.run(
        [sys.executable, "-P", PROGRAM, "--files", str(FILES), "--folder", tmp_path / "range"],
        capture_output=True,
        encoding="utf-8",
        timeout=60 + FILES / 10,
        check=False,
    )
    assert done.stdout, done.stderr
    report = json.loads(done.stdout)
    assert report["faults"] == []
    assert report["files"] == FILES
    assert report["peak_mb"] < MOST_MB
    assert report["slowest"] < 2 * LONGEST
    assert set(report["codes"]["check"]) == {"0", "1", "3"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["beside.txt", "range"]


def test_the_files_are_decks_often_enough_and_the_same_for_the_same_seed() -> None:
    good = seeds()
    names, contents = zip(*(hostile(number, 7, good) for number in range(300)), strict=True)
    assert (names, contents) == tuple(
        zip(*(hostile(number, 7, good) for number in range(300)), strict=True)
    )
    assert len(set(contents)) > 250
    assert {Path(name).suffix for name in names} >= {".txt", ".json", ".csv", ".o8d", ".cod"}
    assert sum(b"Corile" in content for content in contents) > 30


@pytest.mark.parametrize("form", [None, *FORMS])
def test_no_file_that_was_built_to_explode_costs_much(form: str | None, tmp_path: Path) -> None:
    path = tmp_path / "deck.dat"
    for bomb in BOMBS:
        path.write_bytes(bomb)
        began = time.process_time()
        try:
            read_deck(path, POOL, form)
        except Unreadable as error:
            told = str(error)
            assert told.startswith(str(path)), bomb[:80]
        assert time.process_time() - began < LONGEST, bomb[:80]


def test_the_largest_files_need_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "deck.dat"
    tracemalloc.start()
    for bomb in sorted(BOMBS, key=len)[-12:]:
        path.write_bytes(bomb)
        with contextlib.suppress(Unreadable):
            read_deck(path, POOL)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60 * 2**20


#: What a command could do wrong, and what the run must say of it.
PLANTED = {
    "while True: pass": "took too long",
    "raise ValueError('boom')": "showed a traceback",
    "print('\\x1b[31mred')": "let signs through",
    "open(folder / 'stray', 'w').close()": "did open",
    "open('/etc/passwd').close()": "did open /etc/passwd",
    "__import__('os').system('true')": "did os.system",
    "__import__('socket').socket()": "did socket.__new__",
    "open(folder / 'out' / 'other.txt', 'w').close()": "left",
    "return 3": "did not say one sentence",
    "return 2": "ended with 2",
}


def test_the_run_notices_what_a_command_must_not_do(tmp_path: Path) -> None:
    script = [
        "import sys, pathlib",
        f"sys.path.insert(0, {str(PROGRAM.parent)!r})",
        "import hostile_run as h",
        "from dmcli.cli.app import _say",
        "h.LONGEST = 0.2",
    ]
    for number, code in enumerate(PLANTED):
        script += [
            f"folder = pathlib.Path({str(tmp_path / str(number))!r})",
            "def act(words, folder=folder):",
            f"    {code}",
            "    return 0",
            "def run(words):",
            "    try:",
            "        return act(words)",
            "    except Exception as error:",
            "        return _say(error)",
            "h.app.run = run",
            "print(' | '.join(h.shoot(1, 7, folder).faults).replace('\\n', ' '))",
        ]
    done = subprocess.run(
        [sys.executable, "-P", "-c", "\n".join(script)],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    said = done.stdout.splitlines()
    assert len(said) == len(PLANTED)
    for line, expected in zip(said, PLANTED.values(), strict=True):
        assert expected in line
