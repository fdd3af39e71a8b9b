"""What `check` found, for programs that show it beside the lines: GitHub's and SARIF's form."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from dmcli import __version__

if TYPE_CHECKING:
    from dmcli.decks import Deck, Problem

Found = Sequence[tuple["Deck", Sequence["Problem"]]]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = {**_DATA, **str.maketrans({":": "%3A", ",": "%2C"})}


def github(found: Found) -> str:
    """One workflow command for each problem, so that it is shown at its line in a pull request."""
    return "\n".join(_command(deck, each) for deck, problems in found for each in problems)


def _command(deck: Deck, problem: Problem) -> str:
    properties = {"file": _file(deck), "line": problem.line, "title": f"dmcli {problem.rule}"}
    written = ",".join(
        f"{key}={str(value).translate(_PROPERTY)}" for key, value in properties.items() if value
    )
    message = _sentence(problem).translate(_DATA)
    return f"::{_COMMANDS[problem.severity]} {written}::{message}"


def sarif(found: Found, format: str, pool: str) -> Mapping[str, Any]:
    """One run of a tool with its rules, the files that were looked at, and a result a problem."""
    from dmcli.decks.legality.rules import RULES

    ids = list(RULES)
    files = list(dict.fromkeys(uri for deck, _ in found if (uri := _uri(deck))))
    rules = [_rule(id) for id in ids]
    run = {
        "tool": {"driver": {"name": "dmcli", "version": __version__, "rules": rules}},
        "artifacts": [{"location": {"uri": uri}, "roles": ["analysisTarget"]} for uri in files],
        "results": list(_results(found, ids, {uri: n for n, uri in enumerate(files)})),
        "columnKind": "unicodeCodePoints",
        "properties": {"format": format, "pool": pool, "decks": len(found)},
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(id: str) -> Mapping[str, Any]:
    """What a reader of the results can look up."""
    from dmcli.decks.legality.rules import RULES

    rule = RULES[id]
    return {
        "id": id,
        "name": rule.title,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.meaning},
        "help": {"text": f"{rule.meaning} {rule.mend}"},
        "defaultConfiguration": {"level": rule.severity},
    }


def _results(
    found: Found, ids: Sequence[str], files: Mapping[str, int]
) -> Iterator[Mapping[str, Any]]:
    for deck, problems in found:
        for problem in problems:
            yield {
                "ruleId": problem.rule,
                "ruleIndex": ids.index(problem.rule),
                "level": problem.severity,
                "message": {"text": _sentence(problem)},
                **_locations(deck, problem, files),
            }


def _locations(deck: Deck, problem: Problem, files: Mapping[str, int]) -> Mapping[str, Any]:
    """Where a problem is; what is true of a whole list is shown at its first line."""
    uri = _uri(deck)
    if uri is None:
        return {}
    place = {
        "artifactLocation": {"uri": uri, "index": files[uri]},
        "region": {"startLine": problem.line or 1},
    }
    return {"locations": [{"physicalLocation": place}]}


def _sentence(problem: Problem) -> str:
    return f"{problem.message} {problem.fix}".strip()


def _file(deck: Deck) -> str:
    """The path of a deck, seen from the root of the checkout; nothing for standard input."""
    if deck.path == "-":
        return ""
    path, root = Path(os.path.abspath(deck.path)), _root()
    return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()


def _uri(deck: Deck) -> str | None:
    """The same as a URI reference."""
    file = _file(deck)
    if not file:
        return None
    if Path(file).is_absolute():
        return Path(file).as_uri()
    return quote(os.fsencode(file), safe="/")


def _root() -> Path:
    """Where paths begin: the checkout of a workflow, else the folder that one works in."""
    return Path(os.path.abspath(os.environ.get("GITHUB_WORKSPACE") or "."))
