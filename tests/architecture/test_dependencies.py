"""What is imported is declared, and what is declared is imported."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

import dmcli

PACKAGE = Path(dmcli.__file__).parent
ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
CUSTOMER = {"pyproject.toml", "README.md", "dmcli", "decks", "cardpool", "reports", "tests"}
BESIDE = {"setup.py", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE"}


def names(requirements: list[str]) -> set[str]:
    """The packages of a list of requirements, as they are imported."""
    found = (re.match(r"[\w-]+", each) for each in requirements)
    return {each.group().lower().replace("-", "_") for each in found if each}


def imported() -> set[str]:
    """Everything outside the standard library that is imported anywhere in dmcli."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"dmcli"}


def test_every_import_is_declared() -> None:
    extras = [each for extra in PROJECT["optional-dependencies"].values() for each in extra]
    undeclared = imported() - names(PROJECT["dependencies"]) - names(extras)
    assert not undeclared, f"add {sorted(undeclared)} to the dependencies in pyproject.toml"


@pytest.mark.rule("S52")
def test_the_packages_that_the_customer_named_are_declared() -> None:
    assert {"typer", "rich", "pandas", "tqdm"} <= names(PROJECT["dependencies"])


@pytest.mark.rule("S52")
def test_the_top_level_is_what_the_customer_named() -> None:
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith((".", "__"))}
    assert found - BESIDE - {"PKG-INFO"} == CUSTOMER
