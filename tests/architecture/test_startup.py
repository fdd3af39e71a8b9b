"""What the program loads before it works: help and small commands stay light."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = {
    *("pandas", "numpy", "lark", "rapidfuzz", "jinja2", "sqlite3", "multiprocessing"),
    *("concurrent.futures", "dmcli.engine", "dmcli.agents", "textual", "defusedxml"),
}


def loaded(*arguments: str) -> set[str]:
    """The modules that a command line loads, in a process of its own."""
    program = (
        "import sys\n"
        "from dmcli.cli.app import run\n"
        "run(sys.argv[1:])\n"
        "print('\\nLOADED', *sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.rpartition("LOADED ")[2].split())


@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["nonsense"], []])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    heavy = HEAVY & loaded(*arguments)
    assert not heavy, f"import {sorted(heavy)} inside the function that needs it"


def test_a_test_that_starts_python_does_not_import_the_checkout_by_accident() -> None:
    bare = re.compile(r"sys\.executable,\s*\"-[cm]\"")
    tests = Path(__file__).resolve().parents[1]
    wrong = [
        str(path.relative_to(tests))
        for path in sorted(tests.rglob("*.py"))
        if path.parent.name != "packaging" and bare.search(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, f'begin with [sys.executable, "-P", …] in {wrong}'
