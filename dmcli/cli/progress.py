"""How far a series is: a bar on a terminal, a line every ten seconds elsewhere."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from dmcli.cli.common import common

if TYPE_CHECKING:
    from dmcli.sim.live import Live

LINE_SECONDS: Final = 10.0
#: A bar takes its place only when there is time to read it.
DELAY_SECONDS: Final = 0.3
NARROW: Final = 60
SLIM_LAYOUT: Final = "{percentage:3.0f}% [{remaining}, {rate_fmt}]{postfix}"
LAYOUT: Final = "{percentage:3.0f}%|{bar}| {n_fmt}/{total_fmt} [{remaining}, {rate_fmt}]{postfix}"


@contextmanager
def progress(games: int) -> Iterator[Callable[[Live], None]]:
    """Show how far a series of so many games is, on standard error."""
    if not common.progress:
        yield lambda live: None
    elif sys.stderr.isatty():
        with _bar(games) as bar:
            yield lambda live: _move(bar, live)
    else:
        yield Lines(games).tell


def _bar(games: int) -> Any:
    from tqdm import tqdm

    return tqdm(
        total=games,
        unit=" games",
        bar_format=LAYOUT if shutil.get_terminal_size().columns >= NARROW else SLIM_LAYOUT,
        dynamic_ncols=True,
        delay=DELAY_SECONDS,
        leave=False,
        file=sys.stderr,
    )


def _move(bar: Any, live: Live) -> None:
    bar.set_postfix_str(_rate(live), refresh=False)
    bar.update(live.games - bar.n)


class Lines:
    """One line every ten seconds."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._begin = self._told = time.monotonic()

    def tell(self, live: Live) -> None:
        """Say how far it is, when it is time to."""
        now = time.monotonic()
        if now - self._told >= LINE_SECONDS:
            self._told = now
            print(self._line(live, now - self._begin), file=sys.stderr, flush=True)

    def _line(self, live: Live, seconds: float) -> str:
        speed = live.games / seconds
        left = f"{(self._games - live.games) / speed:,.0f} s left, " if speed else ""
        count = f"{live.games:,} of {self._games:,} games"
        return f"{count}, {left}{speed:,.0f} games/s, {_rate(live)}"


def _rate(live: Live) -> str:
    """Deck A's win rate so far."""
    return "A -" if live.win_rate is None else f"A {live.win_rate:.1%}"
