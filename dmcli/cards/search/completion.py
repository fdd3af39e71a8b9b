"""What can follow while a query is typed: fields, then the values of a field."""

from __future__ import annotations

import re
from typing import Final

from dmcli.cards.pool import Pool
from dmcli.cards.search.fields import FIELDS, field_named
from dmcli.cards.search.folding import folded

_BEGUN: Final = re.compile(r"([-(]*)(?:([^\W\d_]+)(!=|<=|>=|[:=<>])(.*)|([^\W\d_]*))", re.DOTALL)


def completions(pool: Pool, incomplete: str) -> list[str]:
    """List the words that begin with what was typed: fields, or values after the operator.

    Values of several words come with hyphens, which need no quotes: race:angel-command.
    """
    found = _BEGUN.fullmatch(incomplete)
    if found is None:
        return []
    before, field, operator, value, begun = found.groups()
    if field is None:
        return [f"{before}{name}:" for name in FIELDS if name.startswith(begun.lower())]
    name = field_named(field)
    values = map(_plain, FIELDS[name].words(pool)) if name else ()
    *listed, last = value.lower().split(",")
    start = f"{before}{field}{operator}{','.join([*listed, ''])}"
    return [f"{start}{each}" for each in values if each.startswith(last)]


def _plain(value: str) -> str:
    """Write a value so that it needs no quotes."""
    return folded(value).replace(" ", "-")
