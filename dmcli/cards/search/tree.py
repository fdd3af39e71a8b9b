"""A query as a tree, and how it is written."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from typing import Final

#: The operators, longer ones first.
OPERATORS: Final = ("!=", "<=", ">=", ":", "=", "<", ">")

_PLAIN: Final = re.compile(r"[^\s()\"'“”!:=<>\\-][^\s()\"“”:=<>!]*")
_WORDS: Final = ("and", "or", "not")


@dataclass(frozen=True)
class Term:
    """One question: a field, an operator and a value; a bare word has no field."""

    field: str
    operator: str
    value: str
    #: Where it stands in the query, and where its value does; no part of what it means.
    at: int = dataclasses.field(default=0, compare=False)
    value_at: int = dataclasses.field(default=0, compare=False)
    end: int = dataclasses.field(default=0, compare=False)


@dataclass(frozen=True)
class Not:
    """What does not fit."""

    part: Tree


@dataclass(frozen=True)
class AllOf:
    """What fits every part."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class AnyOf:
    """What fits at least one part."""

    parts: tuple[Tree, ...]


Tree = Term | Not | AllOf | AnyOf


def written(tree: Tree) -> str:
    """Write a tree as a query; reading it gives the same tree."""
    match tree:
        case Term("", _, value):
            return value if _is_plain(value) and value.casefold() not in _WORDS else quoted(value)
        case Term(name, operator, value):
            return f"{name}{operator}{value if _is_plain(value) else quoted(value)}"
        case Not(part):
            return f"-{written(part)}" if isinstance(part, Term) else f"-({written(part)})"
        case AllOf(parts):
            return " ".join(map(_inner, parts))
        case AnyOf(parts):
            return " or ".join(
                _inner(part) if isinstance(part, AnyOf) else written(part) for part in parts
            )


def quoted(value: str) -> str:
    """Put a value in quotes."""
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _inner(tree: Tree) -> str:
    """Write a part, in brackets where it would fall apart without."""
    return f"({written(tree)})" if isinstance(tree, AllOf | AnyOf) else written(tree)


def _is_plain(value: str) -> bool:
    return _PLAIN.fullmatch(value) is not None
