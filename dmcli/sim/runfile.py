"""Reading a run file, which may come from anybody: read-only, checked, nothing in it is run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from dmcli.core.carddef import CardDef
from dmcli.core.errors import Unreadable
from dmcli.sim.block import BlockResult, Fault, GameLine
from dmcli.sim.marks import CardLine
from dmcli.sim.schema import APPLICATION, SCHEMA, TABLES
from dmcli.sim.series import LARGEST_SEED, PlayedDeck, Series
from dmcli.sim.tally import Tally, tally_of

Part = TypeVar("Part")

MAGIC: Final = b"SQLite format 3\0"
#: No cell of a run file comes near this many bytes.
LONGEST_CELL: Final = 1_000_000


class SeriesLine(NamedTuple):
    """A row of the table of series."""

    agent_a: str
    agent_b: str
    ruleset: str
    switches: str
    lists: str
    seed: int
    requested: int


class RunFile:
    """A checked run file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        _look(path)
        with self._read():
            self.db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
            self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_CELL)
            for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
                self.db.execute(f"PRAGMA {pragma}")
            self._check()
            self.about = dict(self._rows("SELECT key, value FROM run", tuple[str, str]))
            self.endings = msgspec.json.decode(self.about["endings"], type=tuple[str, ...])
            self.series = self._series()
            self.cards = dict(self._cards())

    def __enter__(self) -> RunFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    @property
    def seconds(self) -> float:
        """How long playing took."""
        with self._read():
            return float(self.about.get("seconds") or self._one("SELECT total(seconds) FROM block"))

    @property
    def complete(self) -> bool:
        """Whether every game of the series is in it."""
        with self._read():
            return bool(self._one("SELECT count(*) FROM game") == 2 * self.series.pairs)

    def tally(self) -> Tally:
        """The counts of its games, as they were when it was written."""
        with self._read():
            tally = tally_of(self.endings, self._blocks())
            tally.faults += self._rows("SELECT game, reason FROM fault", Fault)
            return tally

    def card_counts(self) -> list[CardLine]:
        """What happened to each card, over all blocks."""
        sums = ", ".join(f"sum({column})" for column in CardLine._fields[3:])
        query = (
            f"SELECT side, card, measure, {sums} FROM card_count "
            "WHERE series = 0 GROUP BY side, card, measure ORDER BY side, card, measure"
        )
        with self._read():
            return self._rows(query, CardLine)

    def _blocks(self) -> Iterator[BlockResult]:
        columns = ", ".join(GameLine._fields)
        query = f"SELECT block, {columns} FROM game WHERE series = 0 ORDER BY game"
        for block, rows in groupby(self.db.execute(query), lambda row: int(row[0])):
            games = [GameLine(*row[1:]) for row in rows]
            if any(game.ending >= len(self.endings) for game in games):
                raise ValueError("an ending without a name")
            yield BlockResult(block, games=games)

    def _check(self) -> None:
        """Only a run file passes: our mark, our version, our tables and nothing else, intact."""
        if self._one("PRAGMA application_id") != APPLICATION:
            raise Unreadable(f"{self.path}: is not a run file of dmcli.")
        version = self._one("PRAGMA user_version")
        if version != SCHEMA:
            raise Unreadable(f"{self.path}: has run format {version}, this dmcli reads {SCHEMA}.")
        tables = self.db.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        if dict(tables.fetchall()) != TABLES:
            raise Unreadable(f"{self.path}: has other tables than a run file.")
        if (found := self._one("PRAGMA integrity_check(1)")) != "ok":
            raise Unreadable(f"{self.path}: is damaged ({found}).")

    def _series(self) -> Series:
        (line,) = self._rows(
            "SELECT agent_a, agent_b, ruleset, switches, lists, seed, requested FROM series "
            "WHERE series = 0",
            SeriesLine,
        )
        if not (0 <= line.seed <= LARGEST_SEED and line.requested > 0):
            raise ValueError("a seed or a number of games that cannot be")
        return Series(
            decks=(self._deck("deck_a"), self._deck("deck_b")),
            agents=(line.agent_a, line.agent_b),
            ruleset=line.ruleset,
            switches=msgspec.json.decode(line.switches, type=dict[str, str | int]),
            lists=line.lists,
            seed=line.seed,
            games=line.requested,
        )

    def _deck(self, side: str) -> PlayedDeck:
        where = f"deck = (SELECT {side} FROM series WHERE series = 0)"
        ((name, hash_),) = self._rows(f"SELECT name, hash FROM deck WHERE {where}", tuple[str, str])
        query = f"SELECT card, copies FROM deck_card WHERE {where} ORDER BY card"
        return PlayedDeck(name, hash_, tuple(self._rows(query, tuple[str, int])))

    def _cards(self) -> Iterator[tuple[str, CardDef]]:
        for name, facts in self._rows(
            "SELECT name, facts FROM card ORDER BY name", tuple[str, str]
        ):
            yield name, msgspec.json.decode(facts, type=CardDef)

    def _rows(self, query: str, row: type[Part]) -> list[Part]:
        return msgspec.convert(self.db.execute(query).fetchall(), type=list[row])  # type: ignore[valid-type]  # a type made at run time

    def _one(self, query: str) -> Any:
        return self.db.execute(query).fetchone()[0]

    @contextmanager
    def _read(self) -> Iterator[None]:
        """Turn what can be wrong with a file into one sentence."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise Unreadable(f"{self.path}: cannot be read ({error}).") from error
        except (sqlite3.Error, msgspec.MsgspecError, LookupError, ValueError, TypeError) as error:
            raise Unreadable(f"{self.path}: is damaged ({error}).") from error


def is_run_file(path: Path) -> bool:
    """Whether a file carries the mark of a run file."""
    with path.open("rb") as file:
        head = file.read(72)
    return head.startswith(MAGIC) and head[68:72] == APPLICATION.to_bytes(4, "big")


def _look(path: Path) -> None:
    """Refuse what is not a plain SQLite file before SQLite sees it."""
    try:
        if not path.is_file():
            what = "is not a file" if path.exists() else "there is no such file"
            raise Unreadable(f"{path}: {what}.")
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                raise Unreadable(f"{path}: is not a run file of dmcli.")
    except OSError as error:
        raise Unreadable(f"{path}: cannot be read ({error.strerror}).") from None
