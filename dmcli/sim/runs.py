"""Where runs lie and how they are called: an id, a unique beginning of one, a path, or `last`."""

from __future__ import annotations

import re
import unicodedata
from datetime import date
from pathlib import Path
from typing import Final

from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.core.files import user_data_folder
from dmcli.core.nearest import did_you_mean
from dmcli.sim.series import Series

SUFFIX: Final = ".sqlite"
LAST: Final = "last"


def runs_folder() -> Path:
    """Where runs are stored unless the user says otherwise."""
    return user_data_folder() / "runs"


def new_run_path(series: Series, today: date) -> Path:
    """A path that is not taken: date, decks and seed, and a number when there are several."""
    names = (slug(deck.name) for deck in series.decks)
    stem = "-".join([today.isoformat(), *names, str(series.seed)])
    folder = runs_folder()
    path, number = folder / f"{stem}{SUFFIX}", 2
    while path.exists():
        path, number = folder / f"{stem}-{number}{SUFFIX}", number + 1
    return path


def slug(name: str) -> str:
    """A name as part of a file name: a few plain letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain)[:30].strip("-") or "deck"


def run_name(path: Path) -> str:
    """What `find_run` finds this file by: its id, or its path when it lies elsewhere."""
    return path.stem if path.parent == runs_folder() else str(path)


def find_run(reference: str) -> Path:
    """The file of a run."""
    stored = {path.stem: path for path in _stored()}
    if reference == LAST:
        return _last(list(stored.values()))
    if reference in stored:
        return stored[reference]
    path = Path(reference)
    if path.exists():
        return path
    matches = [stem for stem in stored if reference and stem.startswith(reference)]
    if len(matches) == 1:
        return stored[matches[0]]
    raise _not_found(reference, matches, list(stored))


def _stored() -> list[Path]:
    folder = runs_folder()
    return sorted(folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []


def _last(paths: list[Path]) -> Path:
    if not paths:
        raise UsageMistake(f"There is no run yet in {runs_folder()}.")
    return max(paths, key=lambda path: path.stat().st_mtime_ns)


def _not_found(reference: str, matches: list[str], stored: list[str]) -> Exception:
    if matches:
        return UsageMistake(f"{reference!r} begins several runs: {', '.join(matches[:5])}.")
    if "/" in reference or reference.endswith(SUFFIX):
        return Unreadable(f"{reference}: there is no such file.")
    return UsageMistake(f"There is no run {reference!r}.{did_you_mean(reference, stored)}")
