"""The folder of a report: where it is, whether it may be written, and writing it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dmcli.core.errors import UsageMistake
from dmcli.core.files import write_atomically

PAGE: Final = "index.html"


def default_folder(run: Path) -> Path:
    """Where a report goes unless the user says otherwise."""
    return Path("reports") / run.stem


def check_folder(folder: Path, force: bool) -> None:
    """Refuse a folder that may not or cannot be written."""
    if folder.exists() and not folder.is_dir():
        raise UsageMistake(f"{folder} is not a folder.")
    if (folder / PAGE).exists() and not force:
        raise UsageMistake(f"{folder} holds a report already; --force overwrites it.")
    near = next(up for up in (folder.absolute(), *folder.absolute().parents) if up.exists())
    if not near.is_dir() or not os.access(near, os.W_OK):
        raise UsageMistake(f"{folder} cannot be written: {near} is not a writable folder.")


def write_files(folder: Path, files: Mapping[str, str], force: bool) -> list[Path]:
    """Write each file as a whole; the page, by which a report is known, comes last."""
    check_folder(folder, force)
    paths = [folder / name for name in files]
    taken = [path.name for path in paths if path.exists()]
    if taken and not force:
        raise UsageMistake(f"{folder} holds {', '.join(taken)} already; --force overwrites.")
    for path, text in zip(paths, files.values(), strict=True):
        try:
            write_atomically(path, text.encode())
        except OSError as error:
            raise UsageMistake(f"{path} cannot be written ({error.strerror}).") from error
    return paths
