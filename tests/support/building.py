"""The deck builder in a test: a screen of any size, keys, the mouse, and what can be read on it."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

from textual import events
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.widget import Widget

from dmcli.cards import Pool, load_pool
from dmcli.cli.builder.app import Builder
from dmcli.cli.builder.desk import new_desk, open_desk
from dmcli.cli.builder.table import CardTable
from dmcli.cli.builder.workbench import Workbench
from dmcli.decks import find_format

#: Keys whose names are not their sign, in pairs.
NAMES = {
    " ": "space",
    ":": "colon",
    "<": "less_than_sign",
    "=": "equals_sign",
    "/": "slash",
    "-": "minus",
    "+": "plus",
    "?": "question_mark",
    ".": "full_stop",
}
#: How wide a sign is in a picture of the screen.
CELL = 12.2
LONGEST_WAIT = 5.0


VORG = "Immortal Baron, Vorg"
HULCUS = "Aqua Hulcus"
MINE = f"# Mine\n\n4 {VORG}  # the best\n2 {HULCUS}\n1 Bronze-Arm Tribe\n"
#: With the line ends of Windows, and with lines that are no cards.
LIST = f"// my list\r\n\r\n4x {VORG}\r\n2 {HULCUS}   # for now\r\n"
BROKEN = f"4 {VORG}\n3 Colossal Nonsense\nthis is no line of a deck\n2 {HULCUS}\n"


def write(name: str, text: str) -> Path:
    """Write a list to its last byte."""
    path = Path(name)
    path.write_bytes(text.encode())
    return path


@cache
def pool() -> Pool:
    return load_pool()


class Session:
    """A person before the screen."""

    def __init__(self, app: Builder, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def bench(self) -> Workbench:
        return self.app.workbench

    @property
    def deck(self) -> dict[str, int]:
        """The cards of the list, as it stands."""
        return dict(self.bench.desk.draft.deck.cards)

    @property
    def text(self) -> str:
        return self.bench.desk.draft.text

    @property
    def under_cursor(self) -> str:
        row = self.bench.row
        return row.name if row else ""

    async def press(self, *keys: str) -> None:
        """Press keys one after the other, and wait until each is answered."""
        for key in keys:
            await self.burst(key)

    async def burst(self, *keys: str) -> None:
        """Press keys so fast that all are there before the first one is answered."""
        for key in keys:
            self.app.post_message(events.Key(NAMES.get(key, key), key if len(key) == 1 else None))
        await self.settle()

    async def settle(self) -> None:
        """Wait until what was sent is answered by every part that it can reach."""
        screen = self.app.screen
        for _ in range(2):
            node = self.app.focused or screen
            for part in (self.app, *node.ancestors_with_self):
                await _answered(part)
        if self.app.screen is not screen or not screen.is_mounted:
            await self.pilot.pause()

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def search(self, query: str) -> None:
        """Type a query and go to the cards that fit."""
        await self.press("/", "ctrl+u")
        await self.burst(*query, "enter")

    async def until(self, seen: Callable[[], bool]) -> None:
        """Wait for what comes a moment later."""
        for _ in range(int(LONGEST_WAIT / 0.02)):
            if seen():
                return
            await self.pilot.pause(0.02)
        raise AssertionError(f"did not happen:\n{self.screen}")

    async def sees(self, *words: str) -> None:
        """Wait until all these words can be read."""
        await self.until(lambda: all(each in self.screen for each in words))

    async def misses(self, words: str) -> None:
        """Wait until these words are gone."""
        await self.until(lambda: words not in self.screen)

    async def click(self, widget: Widget, x: int, y: int, times: int = 1) -> None:
        await self.pilot.click(widget, offset=(x, y), times=times)
        await self.pilot.pause()

    async def click_row(self, table: CardTable, name: str, x: int = 8, times: int = 1) -> None:
        """Click a card where it is drawn."""
        await self.click(table, x, self.line_of(table, name), times)

    def line_of(self, table: CardTable, name: str) -> int:
        names = [getattr(line, "name", "") for line in table.lines]
        return names.index(name) + 1 - table.scroll_offset.y

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.pilot.pause()

    @property
    def screen(self) -> str:
        """What can be read, line by line."""
        lines: dict[float, str] = {}
        shot = self.app.export_screenshot()
        for about, text in re.findall(r"<text ([^>]*)>(.*?)</text>", shot):
            place = re.search(r'x="([\d.]+)" y="([\d.]+)"', about)
            if place and "-title" not in about:
                y, column = float(place[2]), round(float(place[1]) / CELL)
                shown = html.unescape(text).replace("\xa0", " ")
                lines[y] = lines.get(y, "").ljust(column) + shown
        return "\n".join(lines[y].rstrip() for y in sorted(lines))


async def _answered(part: MessagePump) -> None:
    """Wait until a part has done what was asked of it before."""
    done = asyncio.Event()
    if part.call_later(done.set):
        await asyncio.wait_for(done.wait(), LONGEST_WAIT)


Script = Callable[[Session], Awaitable[None]]


def build(
    script: Script,
    source: str | Path | None = None,
    size: tuple[int, int] = (100, 32),
    format: str = "tcg",
    cards: Pool | None = None,
) -> Builder:
    """Open a deck and do what the script says."""
    known = cards or pool()
    desk = open_desk(str(source), known) if source else new_desk(known)
    app = Builder(desk, known, find_format(format, known))

    async def play() -> None:
        async with app.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(Session(app, pilot))

    asyncio.run(play())
    return app
