"""Scenario files: a position, steps, and what must hold; played and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from dmcli.core.errors import DmcliError, Unreadable
from dmcli.core.files import read_text
from dmcli.engine.audit import audit
from dmcli.play.board import Board
from dmcli.play.checks import Check, read_check
from dmcli.play.phrases import NotLegal, Said, is_legal, read_phrase, say
from dmcli.play.position import KEYS, Names, Position, check_key, read_position

if TYPE_CHECKING:
    from dmcli.cards import Pool

#: What a file says about itself: rules of the rule book and numbered cases that it shows.
LABELS: Final = ("rules", "rulings", "bugs")


class Claim(msgspec.Struct, frozen=True):
    """One line of ``then``: as it is written, and how it is checked."""

    text: str
    check: Check


class Step(msgspec.Struct, frozen=True):
    """Phrases, each with whether it must be illegal, and claims about what they led to."""

    do: tuple[tuple[Said, bool], ...]
    then: tuple[Claim, ...]


class Scenario(msgspec.Struct, frozen=True):
    """One file, read and understood."""

    file: str
    title: str
    position: Position
    steps: tuple[Step, ...]
    labels: Mapping[str, tuple[str, ...]]


class Failure(msgspec.Struct, frozen=True):
    """Where a scenario and the engine differ."""

    file: str
    title: str
    step: int
    expected: str
    found: str
    legal: tuple[str, ...]


# ---------------------------------------------------------------- reading


def read_scenario(path: Path, pool: Pool) -> Scenario:
    """Read a file; every error names it and the nearest valid word."""
    return parse_scenario(read_text(path), str(path), pool)


def parse_scenario(text: str, file: str, pool: Pool) -> Scenario:
    """The same from text."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise Unreadable(f"{file}: this is not TOML ({error}).") from None
    try:
        return _read(data, file, pool)
    except DmcliError as error:
        raise _placed(error, file) from None


def _placed(error: DmcliError, where: str) -> DmcliError:
    """The same error with its place before it."""
    kind = Unreadable if error.exit_code == Unreadable.exit_code else type(error)
    return kind(f"{where}: {error}")


def _read(data: Mapping[str, Any], file: str, pool: Pool) -> Scenario:
    for key in data:
        check_key(key, (*KEYS, "title", "steps", *LABELS), "A scenario")
    title = data.get("title", "")
    if not isinstance(title, str):
        raise Unreadable("'title' must be a text in quotes.")
    position = read_position(data, pool)
    names = Names(pool, position.filler)
    written = data.get("steps", [])
    if not isinstance(written, list) or not all(isinstance(each, dict) for each in written):
        raise Unreadable("'steps' must be written as [[steps]] tables.")
    steps = tuple(_step(each, number, names) for number, each in enumerate(written, 1))
    labels = {label: _labels(label, data.get(label, [])) for label in LABELS}
    if not written:
        raise Unreadable("the file has no [[steps]], so it claims nothing.")
    return Scenario(file, title or Path(file).stem, position, steps, labels)


def _labels(label: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Unreadable(f"'{label}' must be a list such as [\"S17\"].")
    return tuple(value)


def _step(data: Mapping[str, Any], number: int, names: Names) -> Step:
    where = f"step {number}"
    for key in data:
        check_key(key, ("do", "then"), where)
    phrases = data.get("do", [])
    phrases = [phrases] if isinstance(phrases, str) else phrases
    if not isinstance(phrases, list) or not all(isinstance(each, str) for each in phrases):
        raise Unreadable(f"{where}: 'do' must be a list of phrases.")
    then = data.get("then", {})
    if not isinstance(then, dict):
        raise Unreadable(f"{where}: 'then' must be a table, such as {{ \"me.hand\" = 3 }}.")
    try:
        do = tuple(_phrase(each, names.pool) for each in phrases)
        claims = tuple(_claim(key, value, names) for key, value in _flat(then))
    except DmcliError as error:
        raise _placed(error, where) from None
    return Step(do, claims)


def _phrase(text: str, pool: Pool) -> tuple[Said, bool]:
    return read_phrase(text.removeprefix("!"), pool), text.startswith("!")


def _flat(then: Mapping[str, Any]) -> list[tuple[str, object]]:
    """me.hand without quotes is a table in a table for TOML: the same claim."""
    found: list[tuple[str, object]] = []
    for key, value in then.items():
        if key in ("me", "foe") and isinstance(value, dict):
            found += [(f"{key}.{zone}", each) for zone, each in value.items()]
        else:
            found.append((key, value))
    return found


def _claim(key: str, value: object, names: Names) -> Claim:
    shown = msgspec.json.encode(value).decode()
    return Claim(f"{key} = {shown}", read_check(key, value, names))


# ---------------------------------------------------------------- playing


class Played(msgspec.Struct):
    """A scenario that has been played: its last board, and what did not hold."""

    scenario: Scenario
    board: Board
    failures: list[Failure]


def play(scenario: Scenario, pool: Pool) -> Played:
    """Play every step; an illegal phrase ends it, a claim that fails does not."""
    board = Board.of(scenario.position, pool)
    failures: list[Failure] = []
    for number, step in enumerate(scenario.steps, 1):
        failed = _do(scenario, number, step, board)
        if failed is not None:
            return Played(scenario, board, [*failures, failed])
        for claim in step.then:
            found = claim.check(board)
            if found is not None:
                failures.append(_failure(scenario, number, claim.text, found, board))
    return Played(scenario, board, failures)


def _do(scenario: Scenario, number: int, step: Step, board: Board) -> Failure | None:
    for said, illegal in step.do:
        if illegal:
            if is_legal(board.state, said):
                return _failure(scenario, number, f"!{said.text}", "it is legal", board)
            continue
        try:
            say(board.state, said, board.log.action)
            board.log.read()
        except NotLegal as error:
            return _failure(scenario, number, said.text, error.found, board)
        fault = audit(board.state)
        if fault:
            return _failure(scenario, number, f"a sound state after {said.text}", fault, board)
    return None


def _failure(scenario: Scenario, number: int, expected: str, found: str, board: Board) -> Failure:
    legal = tuple(board.legal)
    return Failure(scenario.file, scenario.title, number, expected, found, legal)
