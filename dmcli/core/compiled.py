"""Which modules of the engine and the agents are compiled, told from the files they come from."""

from __future__ import annotations

import importlib
import json
import pkgutil
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from dmcli.core.files import PACKAGE

ROOMS: Final = ("dmcli.engine", "dmcli.agents")


def compiled_rooms() -> list[str]:
    """Name every module that a compiled build compiles."""
    names: list[str] = []
    for room in ROOMS:
        if find_spec(room) is not None:
            names += _modules(importlib.import_module(room))
    return sorted(names)


def _modules(package: ModuleType) -> list[str]:
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [each.name for each in found if not each.ispkg]


def origins() -> dict[str, str]:
    """Load every such module and say from which file it came."""
    return {name: str(importlib.import_module(name).__file__) for name in compiled_rooms()}


def mode() -> str:
    """Say "compiled" or "pure"; "mixed" is a broken installation."""
    compiled = {_is_compiled(file) for file in origins().values()}
    if len(compiled) > 1:
        return "mixed"
    return "compiled" if compiled == {True} else "pure"


def why() -> str:
    """Say why this installation is what it is, as its build noted it."""
    note = PACKAGE / "_data" / "build.json"
    try:
        return str(json.loads(note.read_text(encoding="utf-8"))["why"])
    except (OSError, ValueError, KeyError):
        return "it runs from its sources"


def _is_compiled(file: str) -> bool:
    return file.endswith(tuple(EXTENSION_SUFFIXES))
