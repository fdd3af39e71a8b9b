"""Wheels: compiled as a whole or pure as a whole, with the data, from a tree that stays clean."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("setuptools", minversion="77")

ROOT = Path(__file__).resolve().parents[2]
HAS_COMPILER = (
    shutil.which("gcc") is not None
    and (Path(sysconfig.get_paths()["include"]) / "Python.h").exists()
)
needs_compiler = pytest.mark.skipif(not HAS_COMPILER, reason="no C compiler here")
BROKEN_COMPILER = '#!/bin/sh\ncase "$*" in *second*) exit 1;; esac\nexec gcc "$@"\n'
MODULE = '"""A module."""\n\n\ndef double(n: int) -> int:\n    return 2 * n\n'


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small dmcli with the real build files and a tiny engine."""
    tree = tmp_path / "tree"
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "dmcli/__init__.py"):
        _write(tree / name, (ROOT / name).read_text(encoding="utf-8"))
    for name in ("dmcli/engine/first.py", "dmcli/agents/second.py"):
        _write(tree / name, MODULE)
    for name in ("dmcli/engine/__init__.py", "dmcli/agents/__init__.py", "dmcli/py.typed"):
        _write(tree / name, "")
    _write(tree / "cardpool/dm-01.toml", "")
    _write(tree / "decks/starter/one.txt", "")
    _write(tree / "build/lib/dmcli/left_over.py", "")
    return tree


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _run(tree: Path, hook: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Build as pip does, without a network."""
    program = f"from setuptools import build_meta; build_meta.{hook}({str(tree.parent / 'dist')!r})"
    (tree.parent / "dist").mkdir(exist_ok=True)
    kept = {key: value for key, value in os.environ.items() if key not in ("DMCLI_COMPILE", "CC")}
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=tree,
        env={**kept, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def _wheel(tree: Path, **environment: str) -> list[str]:
    """Build a wheel and list what is in it."""
    before = _files(tree)
    done = _run(tree, "build_wheel", **environment)
    assert done.returncode == 0, done.stderr
    assert _files(tree) == before, "building left something in the tree"
    (wheel,) = (tree.parent / "dist").iterdir()
    return zipfile.ZipFile(wheel).namelist()


def _files(tree: Path) -> set[Path]:
    return {path for path in tree.rglob("*") if "__pycache__" not in path.parts}


def _extensions(names: list[str]) -> set[str]:
    modules = {name.split(".")[0] for name in names if name.endswith((".so", ".pyd"))}
    return {name for name in modules if name.startswith("dmcli/")}


@needs_compiler
def test_with_a_compiler_every_module_of_engine_and_agents_is_compiled(tree: Path) -> None:
    names = _wheel(tree)
    assert _extensions(names) == {"dmcli/engine/first", "dmcli/agents/second"}


def test_without_a_compiler_the_wheel_is_pure_and_says_so(tree: Path) -> None:
    assert not _extensions(_wheel(tree, CC="/nonexistent/cc"))
    note = zipfile.ZipFile(next((tree.parent / "dist").iterdir())).read("dmcli/_data/build.json")
    assert b"the compilation failed" in note


@needs_compiler
def test_a_compiler_that_fails_half_way_leaves_nothing_compiled(tree: Path) -> None:
    compiler = tree.parent / "cc"
    compiler.write_text(BROKEN_COMPILER)
    compiler.chmod(0o755)
    assert not _extensions(_wheel(tree, CC=str(compiler)))


def test_pure_python_can_be_asked_for(tree: Path) -> None:
    assert not _extensions(_wheel(tree, DMCLI_COMPILE="0"))


def test_a_failed_compilation_is_fatal_when_compiling_was_asked_for(tree: Path) -> None:
    done = _run(tree, "build_wheel", DMCLI_COMPILE="1", CC="/nonexistent/cc")
    assert done.returncode != 0


def test_the_wheel_holds_pool_and_decks_and_nothing_of_a_stale_build_folder(tree: Path) -> None:
    names = _wheel(tree, DMCLI_COMPILE="0")
    assert {"dmcli/_data/cardpool/dm-01.toml", "dmcli/_data/decks/starter/one.txt"} <= set(names)
    assert "dmcli/py.typed" in names
    assert not [name for name in names if "left_over" in name]


def test_the_source_archive_holds_pool_decks_and_build_files(tree: Path) -> None:
    before = _files(tree)
    done = _run(tree, "build_sdist")
    assert done.returncode == 0, done.stderr
    (archive,) = (tree.parent / "dist").iterdir()
    with tarfile.open(archive) as packed:
        names = {name.split("/", 1)[-1] for name in packed.getnames()}
    assert {"setup.py", "cardpool/dm-01.toml", "decks/starter/one.txt"} <= names
    assert _files(tree) == before


def test_an_editable_install_runs_its_sources_and_leaves_the_tree_clean(tree: Path) -> None:
    before = _files(tree)
    done = _run(tree, "build_editable")
    assert done.returncode == 0, done.stderr
    assert not _extensions([str(path.relative_to(tree)) for path in tree.rglob("*.so")])
    assert _files(tree) == before
    assert _run(tree, "build_editable", DMCLI_COMPILE="1").returncode != 0
