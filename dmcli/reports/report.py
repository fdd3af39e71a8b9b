"""From a run file to a folder of CSV files and a page."""

from __future__ import annotations

from pathlib import Path

import pandas

from dmcli.reports.folder import PAGE, check_folder, default_folder, write_files
from dmcli.reports.page import page
from dmcli.reports.source import Source
from dmcli.reports.tables import TABLES
from dmcli.sim.runfile import RunFile

#: What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def write_report(run: Path, folder: Path | None = None, force: bool = False) -> list[Path]:
    """Write the report of a run file; the paths of all files, the page last."""
    folder = folder or default_folder(run)
    check_folder(folder, force)
    with RunFile(run) as file:
        source = Source(file)
    frames = {table.name: table.frame(source) for table in TABLES}
    files = {f"{name}.csv": as_csv(frame) for name, frame in frames.items()}
    files["games.csv"] = as_csv(source.games)
    files[PAGE] = page(source, frames)
    return write_files(folder, files, force)


def as_csv(frame: pandas.DataFrame) -> str:
    """A table as CSV, in UTF-8, with numbers of six digits."""
    harmless = frame.map(_harmless)
    return str(harmless.to_csv(index=False, float_format="%.6g", lineterminator="\n"))


def _harmless(value: object) -> object:
    """Words that a spreadsheet would run are only words."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
