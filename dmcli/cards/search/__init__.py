"""The search: a query language for the pool, in the style that card players know."""

from dmcli.cards.search.asking import search
from dmcli.cards.search.errors import QueryError

__all__ = ["QueryError", "search"]
