"""The numbered cases, each with its tests: `python tests/rulings.py --write` keeps the lists.

Scenario files say `rulings = ["R041"]` and `bugs = ["D86"]`, Python tests `@pytest.mark.ruling`
and `@pytest.mark.bug`. `rulings.toml` and `bugs.toml` turn that round: every number, then its
tests. A number that no test shows stands under `[not_due]` with the reason, written by hand.
"""

from __future__ import annotations

import argparse
import ast
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

TESTS = Path(__file__).resolve().parent

#: Faults that such programs had, by kind: A the turn, B shields and blocks, C lasting effects,
#: D costs and evolution, E choices and hidden cards. Some numbers are not used. G is what always
#: holds: 1 a card is in one zone, and hidden cards stay hidden; 2 a turn can end; 3 what is asked
#: has two answers or more; 4 no effect outlives its source, 5 or its turn; 6 what is refused
#: changes nothing; 7 cards are as printed; 8 a spell that is being cast is in no other zone;
#: 9 what is destroyed together is found together; 10 one seed, one game.
FAULTS = {
    "A": (1, 2, 5, *range(7, 11), *range(12, 19), 20, 22),
    "B": (23, 24, *range(26, 38), 39, *range(41, 46)),
    "C": (*range(46, 51), 52, 53, 54, *range(56, 62), *range(63, 69)),
    "D": (*range(69, 81), *range(82, 87), 88, 89),
    "E": (90, 91, 92, *range(94, 99), *range(100, 107), 108, 109),
    "G": range(1, 11),
}


class Series(NamedTuple):
    """One list of numbers, and how scenario files and tests name them."""

    file: Path
    label: str
    mark: str
    numbers: tuple[str, ...]


SERIES = (
    Series(TESTS / "rulings.toml", "rulings", "ruling", tuple(f"R{n:03}" for n in range(1, 177))),
    Series(
        TESTS / "bugs.toml",
        "bugs",
        "bug",
        tuple(f"{kind}{n}" for kind, numbers in FAULTS.items() for n in numbers),
    ),
)


def shown(series: Series, tests: Path = TESTS) -> dict[str, list[str]]:
    """Each number that is named by a test, with the tests, sorted."""
    found: dict[str, set[str]] = {}
    for test, number in (*_in_scenarios(series, tests), *_in_python(series, tests)):
        found.setdefault(number, set()).add(test)
    return {number: sorted(found[number]) for number in sorted(found, key=_order)}


def _in_scenarios(series: Series, tests: Path) -> Iterator[tuple[str, str]]:
    for path in tests.glob("scenarios/**/*.toml"):
        data = tomllib.loads(path.read_text("utf-8"))
        for number in data.get(series.label, []):
            yield path.relative_to(tests.parent).as_posix(), number


def _in_python(series: Series, tests: Path) -> Iterator[tuple[str, str]]:
    for path in tests.glob("**/test_*.py"):
        text = path.read_text("utf-8")
        if f"mark.{series.mark}(" not in text:
            continue
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                test = f"{path.relative_to(tests.parent).as_posix()}::{node.name}"
                for number in _marks(node, series.mark):
                    yield test, number


def _marks(test: ast.FunctionDef, mark: str) -> Iterator[str]:
    for each in test.decorator_list:
        if isinstance(each, ast.Call) and ast.unparse(each.func) == f"pytest.mark.{mark}":
            yield from (ast.literal_eval(value) for value in each.args)


def _order(number: str) -> tuple[str, int]:
    return number[0], int(number[1:])


def listed(series: Series) -> dict[str, Any]:
    """What the file says now: `shown` and `not_due`."""
    if not series.file.exists():
        return {"shown": {}, "not_due": {}}
    return tomllib.loads(series.file.read_text("utf-8"))


def written(series: Series, tests: dict[str, list[str]], not_due: dict[str, str]) -> str:
    """The file as it must be: a number with a test is due, whatever was written before."""
    lines = [f"# Written by `python tests/rulings.py --write` from the labels `{series.label}` of"]
    lines += [f"# scenarios and the marks `{series.mark}` of tests. [not_due] is written by hand."]
    lines += ["", "[shown]"]
    for number, names in tests.items():
        lines += [f"{number} = [", *(f"    {json.dumps(name)}," for name in names), "]"]
    lines += ["", "[not_due]"]
    for number in sorted(not_due, key=_order):
        if number not in tests:
            lines.append(f"{number} = {json.dumps(not_due[number], ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def problems(series: Series, text: str, tests: dict[str, list[str]]) -> list[str]:
    """What is wrong with a list, if these tests carry these numbers: one sentence each."""
    data = tomllib.loads(text)
    named, not_due = data.get("shown", {}), data.get("not_due", {})
    known = set(series.numbers)
    found = [f"{n} has neither a test nor a reason." for n in known - set(named) - set(not_due)]
    found += [f"{n} is no number of {series.file.name}." for n in {*tests, *not_due} - known]
    found += [f"{n} is not due, but no reason is given." for n in not_due if not not_due[n].strip()]
    for number, names in named.items():
        missing = set(names) - set(tests.get(number, []))
        found += [f"{name} is named for {number}, but does not show it." for name in missing]
    if text != written(series, tests, not_due):
        found.append(f"{series.file.name} is stale: run `python tests/rulings.py --write`.")
    return sorted(found)


def main() -> int:
    """Write the lists, or say what is wrong with them."""
    parser = argparse.ArgumentParser(description="The numbered cases and their tests.")
    parser.add_argument("--write", action="store_true", help="write the lists from the labels")
    write = parser.parse_args().write
    wrong = 0
    for series in SERIES:
        tests = shown(series)
        if write:
            text = written(series, tests, listed(series)["not_due"])
            series.file.write_text(text, encoding="utf-8")
        for problem in problems(series, series.file.read_text("utf-8"), tests):
            print(problem)
            wrong = 1
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
