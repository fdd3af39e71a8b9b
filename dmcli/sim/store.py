"""Writing a run file: SQLite, one block per transaction, one plain file when finished."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from dmcli.core.errors import UsageMistake
from dmcli.sim.block import BlockResult
from dmcli.sim.runfile import is_run_file
from dmcli.sim.schema import APPLICATION, SCHEMA, TABLES
from dmcli.sim.series import Recipe, Series

WHOLE = "1/1"


class RunStore:
    """A run file that is being written; what was kept stays, however the process ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept_games = 0
        with self._said():
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")

    @classmethod
    def create(cls, path: Path, recipe: Recipe, about: Mapping[str, str]) -> RunStore:
        """Begin a run file where none is; about says who made it: version, pool, command …"""
        _claim(path)
        try:
            store = cls(path)
            with store._said(), store._transaction():
                store._write_schema()
                store._write_series(recipe, about)
        except BaseException:
            for leftover in _files(path):
                leftover.unlink(missing_ok=True)
            raise
        return store

    def keep(self, block: BlockResult, series: int = 0, shard: str = WHOLE) -> None:
        """Store a finished block, whole or not at all."""
        key = (series, block.index)
        line = (*key, shard, _now(), block.seconds, block.hash)
        with self._said(), self._transaction():
            self._insert("block", [line])
            self._insert("game", [(series, g.game, block.index, *g[1:]) for g in block.games])
            self._insert("fault", [(series, f.game, block.index, f.reason) for f in block.faults])
            self._insert("card_count", [(*key, *card) for card in block.cards])
        self.kept_games += len(block.games)

    def finish(self, complete: bool, seconds: float) -> None:
        """Say how the run ended and leave one plain file."""
        facts = {
            "complete": "yes" if complete else "no",
            "finished": _now(),
            "seconds": f"{seconds:.3f}",
        }
        with self._said():
            with self._transaction():
                self._set(facts)
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._db.execute("PRAGMA journal_mode = DELETE")
        self.close()

    def close(self) -> None:
        """Leave the file as it is."""
        with suppress(sqlite3.Error):
            self._db.close()

    def _write_schema(self) -> None:
        self._db.execute(f"PRAGMA application_id = {APPLICATION}")
        self._db.execute(f"PRAGMA user_version = {SCHEMA}")
        for statement in TABLES.values():
            self._db.execute(statement)

    def _write_series(self, recipe: Recipe, about: Mapping[str, str]) -> None:
        started = {"started": _now(), "complete": "no", "endings": _json(recipe.endings)}
        self._set({**about, **started})
        self._insert("card", [(card.name, _json(card)) for card in recipe.cards])
        series = recipe.series
        for number, deck in enumerate(series.decks):
            self._insert("deck", [(number, deck.name, deck.hash)])
            self._insert("deck_card", [(number, *line) for line in deck.cards])
        self._insert("series", [_series_line(series)])

    def _set(self, facts: Mapping[str, str]) -> None:
        self._db.executemany("INSERT OR REPLACE INTO run VALUES (?, ?)", facts.items())

    def _insert(self, table: str, lines: list[tuple[object, ...]]) -> None:
        if lines:
            places = ", ".join("?" * len(lines[0]))
            self._db.executemany(f"INSERT INTO {table} VALUES ({places})", lines)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _said(self) -> Iterator[None]:
        """Turn what SQLite says into a sentence that tells what was kept."""
        try:
            yield
        except sqlite3.Error as error:
            kept = f"; {self.kept_games:,} games are kept in it" if self.kept_games else ""
            raise UsageMistake(f"{self.path} cannot be written ({error}){kept}.") from error


def _series_line(series: Series) -> tuple[object, ...]:
    switches = _json(series.switches)
    how = (*series.agents, series.ruleset, switches, series.lists, series.seed)
    return (0, 0, 1, *how, series.games, series.pairs, series.block_pairs)


def _claim(path: Path) -> None:
    """Make the empty file, so that no other run takes its name."""
    if path.exists():
        raise UsageMistake(f"{path} exists already; --force overwrites it.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except OSError as error:
        raise UsageMistake(f"{path} cannot be written ({error.strerror}).") from error


def _files(path: Path) -> list[Path]:
    """A run file and what SQLite puts beside it."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))]


def make_way(path: Path, force: bool) -> None:
    """Remove an older run that stands here, if that was asked for; nothing else is removed."""
    if not path.exists():
        return
    if not force:
        raise UsageMistake(f"{path} exists already; --force overwrites it.")
    if not path.is_file() or not is_run_file(path):
        raise UsageMistake(f"{path} is not a run file of dmcli and is not overwritten.")
    for file in _files(path):
        file.unlink(missing_ok=True)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
