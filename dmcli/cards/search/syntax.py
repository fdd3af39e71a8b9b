"""Text of a query → tree: words, brackets, `or`, `and`, `not`; every mistake has its place."""

from __future__ import annotations

import re
from typing import Final, NoReturn, final

from dmcli.cards.search.errors import QueryError
from dmcli.cards.search.tree import OPERATORS, AllOf, AnyOf, Not, Term, Tree

LONGEST_QUERY: Final = 2000
DEEPEST: Final = 40

_SPACE: Final = re.compile(r"\s*")
_FIELD: Final = re.compile(r"([^\W\d_]+)(!=|<=|>=|[:=<>])")
_BARE: Final = re.compile(r"[^\s()\"“”]+")
_KEYWORD: Final = re.compile(r"(and|or|not)(?=[\s()\"]|$)", re.IGNORECASE)
_ESCAPE: Final = re.compile(r"\\([\\\"'])")
#: Each sign that opens a quotation, and the one that closes it.
_QUOTES: Final = {'"': '"', "'": "'", "“": "”"}


def parse(query: str) -> Tree:
    """Read a query; a QueryError says what is wrong and where."""
    return _Reader(query).query()


@final
class _Reader:
    """Reads a query from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    # ---- the grammar

    def query(self) -> Tree:
        """query: alternatives, and nothing after them."""
        if len(self.text) > LONGEST_QUERY:
            raise QueryError(f"A query has at most {LONGEST_QUERY:,} characters.", "")
        self._skip()
        if self.at == len(self.text):
            raise QueryError("The query is empty: name a card or ask as in civ:fire cost<=3.", "")
        tree = self._alternatives() if self._next() != ")" else None
        if tree is None or self._next() == ")":
            self._fail("This bracket closes nothing.", self.at)
        return tree

    def _alternatives(self) -> Tree:
        """alternatives: row { "or" row }."""
        parts = [self._row()]
        while self._keyword() == "or":
            self._take_keyword()
            self._expect_term("or", "on both sides")
            parts.append(self._row())
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _row(self) -> Tree:
        """row: negatable { ["and"] negatable }."""
        parts = [self._negatable()]
        while self._next() not in ("", ")") and self._keyword() != "or":
            if self._keyword() == "and":
                self._take_keyword()
                self._expect_term("and", "on both sides")
            parts.append(self._negatable())
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def _negatable(self) -> Tree:
        """negatable: { "-" | "not" } ( "(" alternatives ")" | term )."""
        self._refuse_dangling()
        start = self.at
        if self._next() == "-":
            self._minus()
        elif self._keyword() == "not":
            self._take_keyword()
            self._expect_term("not", "after it")
        else:
            return self._bracket() if self._next() == "(" else self._term()
        self._deeper(start)
        part = self._negatable()
        self.depth -= 1
        return Not(part)

    def _bracket(self) -> Tree:
        start = self.at
        self._deeper(start)
        self.at += 1
        self._skip()
        if self._next() == ")":
            self._fail("There is nothing in these brackets.", start, self.at + 1)
        if not self._next():
            self._fail("This bracket is never closed.", start)
        tree = self._alternatives()
        if self._next() != ")":
            self._fail("This bracket is never closed.", start)
        self.at += 1
        self._skip()
        self.depth -= 1
        return tree

    def _term(self) -> Term:
        """term: [ field operator ] value."""
        start = self.at
        name, operator = "", ":"
        found = _FIELD.match(self.text, start)
        if found:
            name, operator = found[1].lower(), found[2]
            self.at = found.end()
        elif self.text.startswith(OPERATORS, start):
            self._fail(
                "An operator stands between a field and its value, without spaces: cost<=3.", start
            )
        elif self._next() == "!":
            name, operator = "name", "="
            self.at += 1
        value_at = self.at
        value = self._value(start)
        term = Term(name, operator, value, start, value_at, self.at)
        self._skip()
        return term

    def _value(self, start: int) -> str:
        """value: quoted words, or all up to the next space or bracket."""
        sign = self._next()
        if sign in _QUOTES:
            return self._quoted(_QUOTES[sign])
        found = _BARE.match(self.text, self.at)
        if found is None:
            self._fail(f"Nothing stands after '{self.text[start : self.at]}'.", start, self.at)
        if found[0].startswith((":", "=", "<", ">")):
            self._fail(
                f"There is no operator '{self.text[self.at - 1 : self.at + 1]}'."
                f" There are: {' '.join(sorted(OPERATORS))}.",
                self.at - 1,
                self.at + 1,
            )
        self.at = found.end()
        if self._next() in _QUOTES:
            self._fail('Quotes stand around a whole value: text:"draw a card".', self.at)
        return found[0]

    def _quoted(self, close: str) -> str:
        start = self.at
        end = self.at + 1
        while end < len(self.text) and self.text[end] != close:
            end += 2 if self.text[end] == "\\" else 1
        if end >= len(self.text):
            self._fail("This quotation is never closed.", start)
        self.at = end + 1
        value = _ESCAPE.sub(r"\1", self.text[start + 1 : end])
        if not value.strip():
            self._fail("There is nothing in these quotes.", start, self.at)
        if self._next() not in ("", ")") and not self._next().isspace():
            self._fail("A space is missing after the quotation.", self.at)
        return value

    # ---- signs and words

    def _next(self) -> str:
        """The next sign, nothing at the end."""
        return self.text[self.at : self.at + 1]

    def _skip(self) -> None:
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    def _keyword(self) -> str:
        """The next word if it is one of the language, else nothing."""
        found = _KEYWORD.match(self.text, self.at)
        return found[1].lower() if found else ""

    def _take_keyword(self) -> None:
        self.at += len(self._keyword())
        self._skip()

    def _minus(self) -> None:
        """Step over a minus, which stands directly before what it excludes."""
        start = self.at
        self.at += 1
        sign = self._next()
        if sign == "-":
            self._fail("A word that begins with two dashes is neither an option nor a term.", start)
        if not sign or sign.isspace() or sign == ")":
            self._fail("A minus stands directly before what it excludes: -is:evolution.", start)

    def _expect_term(self, word: str, where: str) -> None:
        """Refuse an `or`, `and` or `not` that nothing follows."""
        if self._next() in ("", ")") or self._keyword() in ("or", "and"):
            end = len(self.text[: self.at].rstrip())
            self._fail(f"'{word}' needs a term {where}.", end - len(word), end)

    def _refuse_dangling(self) -> None:
        word = self._keyword()
        if word in ("or", "and"):
            self._fail(f"'{word}' needs a term on both sides.", self.at, self.at + len(word))

    def _deeper(self, start: int) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            self._fail(f"More than {DEEPEST} brackets and negations inside each other.", start)

    def _fail(self, message: str, start: int, end: int | None = None) -> NoReturn:
        raise QueryError(message, self.text, start, (end or start + 1) - start)
