"""Words of a command line → a query: a shell takes quotes away, and this puts them back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from dmcli.cards.pool import Pool
from dmcli.cards.search.fields import FIELDS, field_named
from dmcli.cards.search.folding import has_words, words_of
from dmcli.cards.search.tree import quoted

#: -text:draw a card → "-text:", "draw a card"
_VALUE: Final = re.compile(r"(-*(?:!|([^\W\d_]+)(?:!=|<=|>=|[:=<>])))([^\s()\"'“].*)", re.DOTALL)
_TERM: Final = re.compile(r"-*\(?([^\W\d_]+)(?:!=|<=|>=|[:=<>])")
_FREE: Final = ("name", "text", "rules", "in")


def joined(arguments: Sequence[str], pool: Pool) -> str:
    """Join the words of a command line to one query.

    text:"draw a card" arrives without its quotes and gets them back; "civ:fire dragon" was
    meant as a query of two terms and stays as it is.
    """
    return " ".join(_requoted(argument, pool) for argument in arguments)


def _requoted(argument: str, pool: Pool) -> str:
    found = _VALUE.fullmatch(argument)
    if found is None or not any(map(str.isspace, argument)) or '"' in found[3]:
        return argument
    name = field_named(found[2] or "name")
    return f"{found[1]}{quoted(found[3])}" if name and _is_value(name, found[3], pool) else argument


def _is_value(name: str, words: str, pool: Pool) -> bool:
    """Say whether all these words are the value of the field, and not more terms after it."""
    if name in _FREE:
        return not any(map(_is_term, words.split()[1:]))
    sought = words_of(words)
    return any(has_words(known, sought) for known in FIELDS[name].words(pool))


def _is_term(word: str) -> bool:
    found = _TERM.match(word)
    return word.startswith(("-", "(")) or (found is not None and field_named(found[1]) is not None)
