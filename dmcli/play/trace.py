"""One game of a series, exactly as ``simulate`` plays it, with everything that happened."""

from __future__ import annotations

from typing import Final

from dmcli.agents.registry import make_agent
from dmcli.engine.deal import deal, streams
from dmcli.engine.game import advance, choose
from dmcli.engine.notation import describe
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import State, Table
from dmcli.engine.view import View
from dmcli.play.log import Log

SEATS: Final = ("A", "B")


def first_game(seed: int) -> int:
    """The game whose first seat the seed draws: 0 (deck A begins) or 1."""
    return int(streams(seed, 0)[4].below(2))


def trace(
    table: Table,
    decks: tuple[list[int], list[int]],
    agents: tuple[str, str],
    ruleset: Ruleset,
    lists_open: bool,
    seed: int,
    game: int,
) -> Log:
    """Play game number ``game`` of a series between agents by name, and log it."""
    first = game & 1
    luck = streams(seed, game >> 1)
    s = deal(table, ruleset, *decks, first, luck)
    s.open_lists = lists_open
    log = Log(s, SEATS)
    log.hands()
    minds = [make_agent(name) for name in agents]
    views = [View(s, 0), View(s, 1)]
    own_luck = [luck[2], luck[3]] if first == 0 else [luck[3], luck[2]]
    advance(s)
    while s.ending < 0:
        player = int(s.asked)
        action = int(minds[player].decide(views[player], own_luck[player]))
        log.action(describe(s, action), player)
        choose(s, action)
    log.read()
    return log


def digest(s: State) -> int:
    """What stands for every action of a game; the same as in a series."""
    return int(s.digest_a) << 31 | int(s.digest_b) & 0x7FFFFFFF
