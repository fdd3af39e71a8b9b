"""A run file with all that its tables need, read once."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import pandas

from dmcli.cards import Pool
from dmcli.core.errors import DmcliError, Unreadable
from dmcli.decks import Deck, Entry
from dmcli.decks.statistics.stats import Stats, stats
from dmcli.sim.block import GameLine
from dmcli.sim.marks import CardLine
from dmcli.sim.runfile import RunFile
from dmcli.sim.series import PlayedDeck
from dmcli.sim.summary import titles


class Source:
    """What a report is made from."""

    def __init__(self, file: RunFile) -> None:
        self.path: Path = file.path
        self.series = file.series
        self.about = file.about
        self.endings = file.endings
        self.tally = file.tally()
        self.seconds = file.seconds
        self.counts: list[CardLine] = file.card_counts()
        self.titles = titles(file.series)
        self.games = _games(file)
        self._cards = file.cards

    @cached_property
    def stats(self) -> tuple[Stats, Stats]:
        """The exact statistics of both decks, from the cards as they were played."""
        first, second = (self._stats(deck) for deck in self.series.decks)
        return first, second

    def _stats(self, deck: PlayedDeck) -> Stats:
        pool = Pool(list(self._cards.values()), self.about.get("pool", ""), ())
        entries = tuple(Entry(copies, name, 0) for name, copies in deck.cards)
        try:
            return stats(Deck(name=deck.name, entries=entries), pool)
        except (DmcliError, LookupError) as error:
            raise Unreadable(f"{self.path}: its decks cannot be read ({error}).") from error


def _games(file: RunFile) -> pandas.DataFrame:
    """One row per game; file.tally() has looked at every cell before."""
    columns = ", ".join(GameLine._fields)
    query = f"SELECT {columns} FROM game WHERE series = 0 ORDER BY game"
    frame = pandas.read_sql_query(query, file.db)
    frame.insert(1, "pair", frame["game"] // 2)
    frame["first"] = frame["first"].map({0: "A", 1: "B"})
    frame["winner"] = frame["winner"].map({0: "A", 1: "B", -1: "nobody"})
    frame["ending"] = frame["ending"].map(dict(enumerate(file.endings)))
    return frame
