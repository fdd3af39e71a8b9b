"""What the program loads before it works: help and small commands stay light."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    *("pandas", "numpy", "lark", "rapidfuzz", "jinja2", "sqlite3", "multiprocessing"),
    *("concurrent.futures", "dmcli.engine", "dmcli.agents"),
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
