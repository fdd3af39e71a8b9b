"""Every room imports only what it may; each failure says how to mend it."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import dmcli
from dmcli.core.files import data_folder

PACKAGE = Path(dmcli.__file__).parent
ABOVE = "cli"  # may import every room, and no room may import it
MAY_IMPORT = {
    "core": set(),
    "lang": {"core"},
    "cards": {"core", "lang"},
    "decks": {"core", "lang.nodes", "cards"},  # lang.nodes: the tree of a card, as data
    "engine": {"core", "lang.nodes"},
    "agents": {"core", "engine"},
    "play": {"core", "lang", "cards", "engine", "agents"},
    "sim": {"core", "lang.nodes", "cards", "decks", "engine", "agents", "play"},
    "reports": {"core", "cards", "decks", "sim"},
    "rulebook": {"core"},
    ABOVE: {
        *("core", "lang", "cards", "decks", "engine", "agents"),
        *("play", "sim", "reports", "rulebook"),
    },
}
HOME_OF = {
    "pandas": {"reports"},
    "typer": {"cli"},
    "rich": {"cli"},
    "tqdm": {"cli"},
    "jinja2": {"reports"},
    "sqlite3": {"sim"},
    "lark": {"lang"},
    "rapidfuzz": {"core", "cards"},
    "multiprocessing": {"sim"},
    "concurrent": {"sim"},
    "defusedxml": {"decks"},
    "textual": {"cli"},
}
READERS = {"core", "cards", "decks", "play", "sim", "cli"}
READING = {"open", ".open", ".read_text", ".read_bytes", ".fdopen", ".iterdir", ".glob", ".rglob"}
CHANCE = {"random", "secrets", "uuid"}
NAMES_TEMPORARY_FILES = "core/files.py"

FILES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def room(path: Path) -> str:
    """The room of a file; the files beside the rooms belong to the command line."""
    parts = path.relative_to(PACKAGE).parts
    return parts[0] if len(parts) > 1 else ABOVE


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, anywhere in it, in full."""
    package = ["dmcli", *path.relative_to(PACKAGE).parts[:-1]]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *filter(None, [node.module])])
            names = [alias.name for alias in node.names]
            yield from ((node.lineno, f"{base}.{name}") for name in names)


def may_import(importer: str, name: str) -> bool:
    """Whether a room may import this module: an entry is a whole room or one module of it."""
    inside = name.removeprefix("dmcli.")
    if inside.split(".")[0] in {importer, "__version__"}:
        return True
    return any(f"{inside}.".startswith(f"{entry}.") for entry in MAY_IMPORT[importer])


def where(path: Path, line: int) -> str:
    return f"dmcli/{path.relative_to(PACKAGE).as_posix()}:{line}"


def calls(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.lineno, node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.lineno, f".{node.func.attr}"


def test_every_room_is_known() -> None:
    folders = {path.relative_to(PACKAGE).parts[0] for path in FILES if room(path) != ABOVE}
    unknown = folders - set(MAY_IMPORT)
    assert not unknown, f"add {sorted(unknown)} to MAY_IMPORT with the rooms that it may import"


def test_no_import_points_up() -> None:
    wrong = [
        f"{where(path, line)} imports {name}: {room(path)} may import only "
        f"{sorted(MAY_IMPORT[room(path)])}. Move the code down to a room that both may import, "
        "or hand the value in as an argument."
        for path in FILES
        for line, name in imports(path)
        if name.startswith("dmcli.") and not may_import(room(path), name)
    ]
    assert not wrong, "\n".join(wrong)


def test_heavy_libraries_stay_in_their_rooms() -> None:
    wrong = [
        f"{where(path, line)} imports {library}: it lives in {sorted(HOME_OF[library])}. "
        "Move the code there and call it from here, or return plain data for it."
        for path in FILES
        for line, name in imports(path)
        if (library := name.split(".")[0]) in HOME_OF and room(path) not in HOME_OF[library]
    ]
    assert not wrong, "\n".join(wrong)


def test_randomness_comes_only_from_a_generator_that_was_handed_in() -> None:
    wrong = [
        f"{where(path, line)} imports {name}: take the stream as an argument instead, "
        "so that equal seeds play equal games."
        for path in FILES
        for line, name in imports(path)
        if name.split(".")[0] in CHANCE or name.startswith("numpy.random")
        if path != PACKAGE / NAMES_TEMPORARY_FILES
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_command_line_prints() -> None:
    wrong = [
        f"{where(path, line)} prints: return the text and let dmcli/cli/show.py print it."
        for path in FILES
        if room(path) != ABOVE
        for line, name in calls(path)
        if name == "print"
    ]
    assert not wrong, "\n".join(wrong)


def test_files_are_read_only_by_the_rooms_that_own_files() -> None:
    wrong = [
        f"{where(path, line)} calls {name}(): {room(path)} reads no files. Use core.files, "
        f"or let one of {sorted(READERS)} read it and hand the content in."
        for path in FILES
        if room(path) not in READERS
        for line, name in calls(path)
        if name in READING
    ]
    assert not wrong, "\n".join(wrong)


def card_names() -> list[str]:
    """The names of all cards, read without our own loader."""
    pools = sorted(data_folder("cardpool").glob("*.toml"))
    cards = [
        card for pool in pools for card in tomllib.loads(pool.read_text("utf-8")).get("card", [])
    ]
    return [card["name"] for card in cards]


def literals(path: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file that are not docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree(path))
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            if isinstance(node.value, str):
                yield node.lineno, node.value


@pytest.mark.parametrize("below", ["lang", "engine", "agents"])
def test_no_card_is_named_below_the_card_files(below: str) -> None:
    names = card_names()
    assert len(names) > 100
    several_words = re.compile("|".join(re.escape(name) for name in names if " " in name))
    known = set(names)
    wrong = [
        f"{where(path, line)} names a card in {text!r}: say the mechanic instead and let the "
        "card's rules lines use it."
        for path in FILES
        if room(path) == below
        for line, text in literals(path)
        if text in known or several_words.search(text)
    ]
    assert not wrong, "\n".join(wrong)
