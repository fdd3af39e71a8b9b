"""The card pool: loading and cache, name matching, search, coverage."""

from dmcli.cards.coverage import Coverage, coverage
from dmcli.cards.names import Match
from dmcli.cards.pool import Pool, load_pool
from dmcli.cards.search import QueryError, search
from dmcli.cards.validate import Report, validate

__all__ = [
    "Coverage",
    "Match",
    "Pool",
    "QueryError",
    "Report",
    "coverage",
    "load_pool",
    "search",
    "validate",
]
