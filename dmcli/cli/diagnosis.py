"""What `doctor` finds out about this installation."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from dmcli import __version__

PACKAGES = (
    *("typer", "rich", "pandas", "tqdm", "lark", "msgspec", "rapidfuzz"),
    *("platformdirs", "jinja2", "defusedxml", "librt"),
)


@dataclass
class Diagnosis:
    """The findings as lines for people and as a document for programs."""

    lines: list[tuple[str, str]] = field(default_factory=list)
    document: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    pool: str = ""

    def note(self, about: str, said: str, **facts: Any) -> None:
        """Add one finding."""
        self.lines.append((about, said))
        self.document |= facts


def diagnose() -> Diagnosis:
    """Look at everything that a bug report needs."""
    found = Diagnosis()
    for look in (_engine, _python, _packages, _pool, _decks, _folders, _settings):
        try:
            look(found)
        except Exception as error:  # the doctor reports what is broken instead of breaking
            found.problems.append(f"Problem: {error}")
    found.document["problems"] = found.problems
    return found


def _engine(found: Diagnosis) -> None:
    from dmcli.core import compiled

    mode, why = compiled.mode(), compiled.why()
    found.note("dmcli", __version__)
    found.note("engine", f"{mode} ({why})", engine=mode, why=why, modules=compiled.origins())
    if mode == "mixed":
        found.problems.append("Problem: the engine is half compiled; install dmcli again.")


def _python(found: Diagnosis) -> None:
    version = f"{platform.python_implementation()} {platform.python_version()}"
    cores = os.cpu_count() or 1
    found.note("python", f"{version} in {sys.prefix}", python=platform.python_version())
    found.note(
        "platform",
        f"{platform.platform()}, {cores} cores",
        platform=platform.platform(),
        cores=cores,
    )


def _packages(found: Diagnosis) -> None:
    versions: dict[str, str | None] = {}
    for name in PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = None
            found.problems.append(f"Problem: the package {name} is missing.")
    said = ", ".join(f"{name} {version or 'missing'}" for name, version in versions.items())
    found.note("packages", said, packages=versions)


def _pool(found: Diagnosis) -> None:
    from dmcli.cards import load_pool
    from dmcli.core.files import data_folder

    pool = load_pool()
    playable = sum(map(pool.playable, pool.cards))
    found.pool = pool.hash
    found.note(
        "card pool",
        f"{len(pool.cards)} cards, {playable} playable, hash {pool.hash}",
        cards=len(pool.cards),
        playable=playable,
    )
    found.note("card files", str(data_folder("cardpool")), cardpool=str(data_folder("cardpool")))


def _decks(found: Diagnosis) -> None:
    from dmcli.core.files import data_folder
    from dmcli.decks.sources import bundled_decks

    count = len(bundled_decks())
    folder = data_folder("decks")
    found.note("decks", f"{count} in {folder}", decks=count, decks_folder=str(folder))
    if not count:
        found.problems.append(f"Problem: there are no decks in {folder}.")


def _folders(found: Diagnosis) -> None:
    from dmcli.core.files import cache_folder, user_data_folder

    for about, folder in (("cache", cache_folder()), ("runs and data", user_data_folder())):
        state = _state(folder)
        key = about.split()[0]
        found.note(about, f"{folder} ({state})", **{key: {"folder": str(folder), "state": state}})


def _state(folder: Path) -> str:
    """Say whether a folder can be written; one that is not there yet is made when needed."""
    there = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    if not os.access(there, os.W_OK):
        return "not writable: works without"
    return "writable" if there == folder else "not there yet"


def _settings(found: Diagnosis) -> None:
    from dmcli.cli import config

    known = config.settings()
    said = ", ".join(f"{key} = {each.value} ({each.origin})" for key, each in known.items())
    found.note(
        "settings",
        said or "none",
        settings={key: {"value": each.value, "origin": each.origin} for key, each in known.items()},
    )
