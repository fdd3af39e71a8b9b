"""From a find of the fuzzer to a small scenario that shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from json import dumps
from typing import TYPE_CHECKING, Final

import msgspec

from dmcli.core.errors import DmcliError
from dmcli.engine.audit import audit
from dmcli.engine.game import choose
from dmcli.engine.notation import describe
from dmcli.engine.state import State, Table
from dmcli.engine.words import ATTACK, CHARGE, SUMMON
from dmcli.play.board import Board
from dmcli.play.fuzz import BROKEN_DOWN, ENGINE_ERRORS, Find, dealt
from dmcli.play.position import FILLER, FULL, SIDES, ZONES, Entry, Position, written

if TYPE_CHECKING:
    from dmcli.cards import Pool

#: The steps at whose beginning a game can be written down as a position.
STEPS: Final = {int(CHARGE): "charge", int(SUMMON): "main", int(ATTACK): "attack"}
#: So many positions before the find are tried, the latest first.
TRIES: Final = 12


class Reduced(msgspec.Struct):
    """A position, the phrases that lead from it to the fault, and whether they do."""

    position: Position
    phrases: list[str]
    shows: bool


def reduce_find(find: Find, table: Table, pool: Pool) -> str:
    """The text of a scenario file: as small as it gets while it shows the fault."""
    tries = _from_quiet_moments(find, table, pool)
    first = next(tries)
    found = first if first.shows else next((each for each in tries if each.shows), first)
    if found.shows:
        _drop_phrases(found, find.fault, pool)
        _drop_cards(found, find.fault, pool)
    return scenario_text(find, found)


def _from_quiet_moments(find: Find, table: Table, pool: Pool) -> Iterator[Reduced]:
    """Each moment before the find that can be written down, with what was said since."""
    moments = _moments(find, table)
    for at, s in reversed(moments[-TRIES:]):
        position = position_of(s, find)
        phrases = _said(s, find.actions[at:])
        yield Reduced(position, phrases, _shows(position, phrases, find.fault, pool))


def _moments(find: Find, table: Table) -> list[tuple[int, State]]:
    s, _ = dealt(table, find.case)
    found: list[tuple[int, State]] = []
    for at, action in enumerate(find.actions):
        quiet = len(s.frames) == 1 and not s.timed and not s.queue and not s.extra_end
        if not found or (quiet and int(s.ask_kind) in STEPS):
            found.append((at, s.copy()))
        try:
            choose(s, action)
        except ENGINE_ERRORS:
            break
    return found or [(0, s.copy())]


def _said(s: State, actions: list[int]) -> list[str]:
    said: list[str] = []
    for action in actions:
        said.append(describe(s, action))
        try:
            choose(s, action)
        except ENGINE_ERRORS:
            break
    return said


def position_of(s: State, find: Find) -> Position:
    """A state between two steps, written down."""
    board = Board(s)
    zones = tuple(
        {name: board.entries(side, zone) for name, zone in ZONES.items() if name != "hyperspatial"}
        for side in (0, 1)
    )
    return Position(
        zones=(zones[0], zones[1]),
        ruleset=find.case.ruleset,
        turn=int(s.active),
        step=STEPS.get(int(s.ask_kind), "main"),
        first_turn=s.turn == 1,
        seed=find.case.seed,
    )


# ---------------------------------------------------------------- smaller


def _shows(position: Position, phrases: list[str], fault: str, pool: Pool) -> bool:
    """The phrases are legal, and lead to the fault."""
    try:
        board = Board.of(position, pool)
        for phrase in phrases:
            board.do(phrase)
            said = audit(board.state)
            if said:
                return _alike(said, fault)
    except ENGINE_ERRORS:
        return fault.startswith(BROKEN_DOWN)
    except DmcliError:
        return False
    return False


def _alike(one: str, other: str) -> bool:
    """Equal apart from the numbers of cards and events."""
    return re.sub(r"\d+", "N", one) == re.sub(r"\d+", "N", other)


def _drop_phrases(found: Reduced, fault: str, pool: Pool) -> None:
    at = 0
    while at < len(found.phrases):
        fewer = found.phrases[:at] + found.phrases[at + 1 :]
        if _shows(found.position, fewer, fault, pool):
            found.phrases = fewer
        else:
            at += 1


def _drop_cards(found: Reduced, fault: str, pool: Pool) -> None:
    """Leave out what is not needed; shields and the deck become filler."""
    for side in (0, 1):
        for zone in ZONES:
            at = 0
            while at < len(found.position.zones[side].get(zone, [])):
                smaller = _without(found.position, side, zone, at)
                if smaller is not None and _shows(smaller, found.phrases, fault, pool):
                    found.position = smaller
                    at += zone in FULL
                else:
                    at += 1


def _without(position: Position, side: int, zone: str, at: int) -> Position | None:
    row = position.zones[side][zone]
    if zone in FULL:
        if row[at].name == FILLER:
            return None
        fewer = [*row[:at], Entry(FILLER), *row[at + 1 :]]
    else:
        fewer = [*row[:at], *row[at + 1 :]]
    zones = [dict(each) for each in position.zones]
    zones[side][zone] = fewer
    return msgspec.structs.replace(position, zones=(zones[0], zones[1]))


# ---------------------------------------------------------------- in words


def scenario_text(find: Find, found: Reduced) -> str:
    """A scenario file that leads to the find."""
    position, case = found.position, find.case
    agents = ",".join(case.agents)
    lines = [
        f"# Found by: dmcli fuzz --seed {case.seed} --game {case.game} --agents {agents}",
        f"title = {_quoted('fuzz: ' + find.fault)}",
    ]
    if not found.shows:
        lines[1:1] = ["# The position alone does not show it: play the game of the line above."]
    if position.ruleset != "tcg":
        lines.append(f"ruleset = {_quoted(position.ruleset)}")
    lines += [f"turn = {_quoted(SIDES[position.turn])}", f"step = {_quoted(position.step)}"]
    if position.first_turn:
        lines.append("first_turn = true")
    lines.append(f"seed = {position.seed}")
    for side, zones in zip(SIDES, position.zones, strict=True):
        lines.append(f"[{side}]")
        for zone, row in zones.items():
            if row or zone in FULL:
                lines.append(f"{zone} = {_listed(row)}")
    lines += ["[[steps]]", "do = ["]
    lines += [f"    {_quoted(phrase)}," for phrase in found.phrases]
    return "\n".join([*lines, "]", ""])


def _listed(row: list[Entry]) -> str:
    parts = []
    for text, group in groupby(written(entry) for entry in row):
        many = len(list(group))
        parts.append(_quoted(text if many == 1 else f"{many} {text}"))
    return f"[{', '.join(parts)}]"


def _quoted(text: str) -> str:
    return dumps(text, ensure_ascii=False)
