"""Break dmcli one line at a time and see that a named test notices.

    python tests/mutants/run.py                every mutant
    python tests/mutants/run.py --third SEED   a third of them, chosen by the seed
    python tests/mutants/run.py --only WORD    those whose sentence or file holds the word

The mutants stand in mutants.toml. Each is tried on a copy of the package, uncompiled.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("mutants.toml")
PATIENCE = 180  # seconds that a broken game may run before it counts as noticed
CASE = re.compile(r"test_scenarios\.py::\w+\[(.+)\]")  # a scenario's file, as pytest names it
PASSED, FAILED = 0, 1  # exit codes of pytest


@dataclass(frozen=True)
class Mutant:
    """One breaking: in this file this text becomes that, and this test must fail."""

    says: str
    file: str
    old: str
    new: str
    test: str

    def fault(self) -> str | None:
        """Say what is wrong with the mutant itself: stale text, or a test that is not there."""
        path = ROOT / "dmcli" / self.file
        if not path.is_file():
            return f"there is no file dmcli/{self.file}"
        found = path.read_text(encoding="utf-8").count(self.old)
        if found != 1:
            return f"its old text stands {found} times in dmcli/{self.file}, not once"
        file, _, name = self.test.partition("::")
        function = name.split("[")[0].split("::")[-1]
        if not (ROOT / file).is_file():
            return f"there is no test file {file}"
        if function and f"def {function}(" not in (ROOT / file).read_text(encoding="utf-8"):
            return f"there is no test {function} in {file}"
        if case := CASE.search(self.test):
            if not (ROOT / "tests" / "scenarios" / f"{case[1]}.toml").is_file():
                return f"there is no scenario {case[1]}"
        return None


def load() -> list[Mutant]:
    """Read the list."""
    return [Mutant(**each) for each in tomllib.loads(LIST.read_text("utf-8")).get("mutant", [])]


def third(mutants: list[Mutant], seed: str) -> list[Mutant]:
    """Choose a third, the same one for the same seed."""

    def lot(mutant: Mutant) -> str:
        return hashlib.sha256(f"{seed}|{mutant.says}".encode()).hexdigest()

    chosen = set(sorted(mutants, key=lot)[: -(-len(mutants) // 3)])
    return [mutant for mutant in mutants if mutant in chosen]


def copy_package(folder: Path) -> None:
    """Lay a pure copy of the package, its cards and its decks in a folder."""
    ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(ROOT / "dmcli", folder / "dmcli", ignore=ignore)
    for name in ("cardpool", "decks"):
        (folder / name).symlink_to(ROOT / name)


def run_tests(folder: Path, tests: list[str]) -> tuple[int | None, str]:
    """Run tests against the copy; None when they never ended."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(folder / "cache"),
        "DMCLI_EXPECT": "pure",
    }
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "--no-header", "--tb=line", *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


def try_mutant(mutant: Mutant) -> str | None:
    """Break a copy and run the named test: None when it noticed, else what went wrong."""
    fault = mutant.fault()
    if fault is not None:
        return f"stale: {fault}"
    with tempfile.TemporaryDirectory(prefix="dmcli-mutant-") as name:
        folder = Path(name)
        copy_package(folder)
        path = folder / "dmcli" / mutant.file
        text = path.read_text(encoding="utf-8").replace(mutant.old, mutant.new)
        path.write_text(text, encoding="utf-8")
        code, output = run_tests(folder, [mutant.test])
    if code in (FAILED, None):
        return None
    if code == PASSED:
        return f"not noticed by {mutant.test}"
    return f"pytest ended with {code} on {mutant.test}\n{output[-600:]}"


def check_sound(mutants: list[Mutant]) -> str | None:
    """The named tests pass while nothing is broken."""
    with tempfile.TemporaryDirectory(prefix="dmcli-mutant-") as name:
        copy_package(Path(name))
        tests = sorted({mutant.test for mutant in mutants if mutant.fault() is None})
        code, output = run_tests(Path(name), tests) if tests else (PASSED, "")
    return None if code == PASSED else f"the unbroken package fails:\n{output[-2000:]}"


def choose() -> tuple[list[Mutant], int]:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--third", metavar="SEED", help="try a third, chosen by the seed")
    parser.add_argument("--all", action="store_true", help="try every mutant (the default)")
    parser.add_argument("--only", metavar="WORD", help="try those that mention the word")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    mutants = load()
    if given.only:
        mutants = [each for each in mutants if given.only in f"{each.says} {each.file}"]
    if given.third is not None and not given.all:
        mutants = third(mutants, given.third)
    return mutants, given.jobs


def main() -> int:
    """Try the chosen mutants and report."""
    mutants, jobs = choose()
    began = time.monotonic()
    unsound = check_sound(mutants)
    if unsound:
        print(unsound)
        return 1
    escaped = 0
    with ThreadPoolExecutor(jobs) as pool:
        for mutant, fault in zip(mutants, pool.map(try_mutant, mutants), strict=True):
            print(f"{'caught ' if fault is None else 'ESCAPED'} {mutant.says}", flush=True)
            if fault is not None:
                print(f"        {fault}")
                escaped += 1
    seconds = time.monotonic() - began
    print(f"{len(mutants) - escaped} of {len(mutants)} mutants caught in {seconds:.0f} s")
    return 1 if escaped or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
