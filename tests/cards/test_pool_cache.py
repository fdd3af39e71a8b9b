"""The cache of the pool: fast when it is there, never missed when it is not."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from dmcli.cards import Pool, cache, load_pool

LOAD = "from dmcli.cards import load_pool; p = load_pool(); print(len(p.cards), p.hash)"


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("pool-*"))


def same(one: Pool, other: Pool) -> bool:
    return one.cards == other.cards and one.hash == other.hash


def test_the_second_load_is_the_same_and_takes_a_few_milliseconds(cache_home: Path) -> None:
    start = time.perf_counter()
    cold = load_pool()
    between = time.perf_counter()
    assert kept(cache_home)
    warm = load_pool()
    end = time.perf_counter()
    print(f"\ncold {1000 * (between - start):.1f} ms, warm {1000 * (end - between):.1f} ms")
    assert same(cold, warm)
    assert list(cold.cards) == list(warm.cards)
    assert end - between < 0.25


def test_a_warm_load_parses_nothing(cache_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_pool()
    monkeypatch.setattr("tomllib.loads", lambda text: pytest.fail("parsed again"))
    load_pool()


@pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "foreign", "folder"])
def test_a_damaged_cache_is_made_again_in_silence(
    cache_home: Path, damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = load_pool()
    [path] = kept(cache_home)
    content = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        middle = len(content) // 2
        flipped = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        damaged = {"empty": b"", "cut": content[:-9], "flipped": flipped, "foreign": b"\x80" * 99}
        path.write_bytes(damaged[damage])
    assert same(load_pool(), whole)
    assert capfd.readouterr() == ("", "")
    if damage != "folder":
        assert path.read_bytes() == content


def test_a_cache_of_another_kind_is_not_believed(cache_home: Path) -> None:
    whole = load_pool()
    [path] = kept(cache_home)
    cache.keep(path.stem, {"hash": 1})
    assert same(load_pool(), whole)


def test_a_read_only_home_means_no_cache_not_no_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert len(load_pool().cards) == 906


def test_a_home_that_is_not_known_means_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "cache_folder", lambda: Path("~/.cache"))
    assert len(load_pool().cards) == 906
    assert not Path("~").exists()


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    row = (
        '[[card]]\nname = "Ember"\ntype = "creature"\ncivilizations = ["fire"]\nraces = []\n'
        'cost = {}\npower = 1000\nrarity = "Common"\nprintings = ["HB 1"]\nrules = []\n'
    )
    (folder / "own.toml").write_text(row.format(1))
    first = load_pool([folder])
    (folder / "own.toml").write_text(row.format(2))
    second = load_pool([folder])
    assert (first.card("Ember").cost, second.card("Ember").cost) == (1, 2)
    assert first.hash != second.hash
    (folder / "own.toml").write_text("# a comment\n" + row.format(2))
    assert load_pool([folder]).hash == second.hash


def test_only_the_newest_caches_stay(cache_home: Path) -> None:
    for number in range(20):
        cache.keep(f"pool-{number}", number)
    assert len(kept(cache_home)) == 16
    assert cache.recall("pool-19", int) == 19


def test_two_processes_may_write_the_cache_at_once(cache_home: Path) -> None:
    command = [sys.executable, "-P", "-c", LOAD]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    answers = {process.communicate()[0] for process in started}
    assert answers == {f"906 {load_pool().hash}\n"}
    assert len(kept(cache_home)) == 1
    assert not list(cache_home.glob(".*"))


def test_loading_the_pool_imports_no_parser_and_no_matcher() -> None:
    check = (
        "import sys; from dmcli.cards import load_pool; load_pool().find('Aqua Hulcus');"
        "print(sorted({'lark', 'rapidfuzz', 'dmcli.lang', 'rich'} & set(sys.modules)))"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", check], capture_output=True, text=True, check=True
    )
    assert found.stdout == "[]\n"
