"""Checks anyone's card files and lists every fault."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from dmcli.cards.pool import load_pool, rules_problem
from dmcli.cards.problems import Problem
from dmcli.cards.reader import Placed, card_files, duplicates, read_cards, read_file
from dmcli.core.errors import Unreadable
from dmcli.core.files import as_text, data_folder


class Report(msgspec.Struct, frozen=True):
    """What was looked at and what is wrong."""

    files: int
    cards: int
    problems: tuple[Problem, ...]


def validate(sources: Sequence[Path]) -> Report:
    """Check card files, and every card file of folders, down to the rules lines."""
    files = list(dict.fromkeys(path for source in sources for path in card_files(source)))
    placed: list[Placed] = []
    problems: list[Problem] = []
    for path in files:
        cards, faults = _read(path)
        placed += cards
        problems += faults
    problems += _name_clashes(placed)
    for each in placed:
        problems += _rules_faults(each)
    unique = dict.fromkeys(problems)
    return Report(len(files), len(placed), tuple(sorted(unique, key=lambda p: (p.file, p.line))))


def _read(path: Path) -> tuple[list[Placed], list[Problem]]:
    try:
        return read_cards(as_text(read_file(path), str(path)), str(path))
    except Unreadable as error:
        message = str(error).removeprefix(f"{path}:").strip()
        return [], [Problem(str(path), 1, "", message)]


def _name_clashes(placed: list[Placed]) -> list[Problem]:
    """Find names that stand twice, among these cards or in the printed pool."""
    bundled = data_folder("cardpool").resolve()
    if any(_lies_in(each.file, bundled) for each in placed):
        return duplicates(placed)
    printed = [Placed(card, "the printed pool", 0) for card in load_pool().cards.values()]
    return duplicates([*printed, *placed])


def _lies_in(file: str, folder: Path) -> bool:
    """Say whether a file is one of the printed pool itself."""
    return Path(file).resolve().is_relative_to(folder)


def _rules_faults(placed: Placed) -> list[Problem]:
    """Parse every rules line of a card."""
    from dmcli.lang import RulesError, parse

    faults = []
    for line in placed.card.rules or ():
        try:
            parse(line)
        except RulesError as error:
            faults.append(rules_problem(error, placed))
    return faults
