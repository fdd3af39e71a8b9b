"""The search: a query language for the pool, in the style that card players know."""

from dmcli.cards.search.asking import Found, ask, search
from dmcli.cards.search.completion import completions
from dmcli.cards.search.errors import QueryError
from dmcli.cards.search.fields import FIELDS, field_named
from dmcli.cards.search.hints import hints
from dmcli.cards.search.shell import joined

__all__ = [
    "FIELDS",
    "Found",
    "QueryError",
    "ask",
    "completions",
    "field_named",
    "hints",
    "joined",
    "search",
]
