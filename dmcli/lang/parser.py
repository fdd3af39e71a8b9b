"""Text of one ability → tree. The grammar is grammar.lark; lark is imported on first use."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from dmcli.core.files import read_text
from dmcli.lang.errors import RulesError

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

    from dmcli.lang.nodes import Ability

LONGEST_LINE = 2000


def parse(text: str) -> Ability:
    """Parse one rules line; raise RulesError with place and nearest words."""
    from lark.exceptions import UnexpectedInput, VisitError

    from dmcli.lang.build import build

    clean = _clean(text)
    try:
        return build(_read(clean))
    except UnexpectedInput as error:
        raise _lower_case(clean) or RulesError.unexpected(clean, error) from None
    except VisitError as error:
        if isinstance(error.orig_exc, ValueError):
            raise RulesError(str(error.orig_exc), clean, 0) from None
        raise
    except RecursionError:
        raise RulesError("too many brackets inside each other", clean, 0) from None


def _read(text: str) -> Tree[Token]:
    """lark's tree of the line, whose words must stand apart."""
    tree = grammar().parse(text)
    before = None
    for token in grammar().parse_interactive(text).exhaust_lexer():
        start = token.start_pos or 0
        if before == start and text[start - 1].isalnum() and token[0].isalnum():
            raise RulesError("there is no space between these words", text, start)
        before = token.end_pos
    return tree


@cache
def grammar() -> Lark:
    """The LALR parser of the language."""
    from lark import Lark

    text = read_text(Path(__file__).with_name("grammar.lark"))
    return Lark(text, parser="lalr", maybe_placeholders=True)


def _lower_case(text: str) -> RulesError | None:
    """The error of a line that would be right with a small letter at its start."""
    from lark.exceptions import UnexpectedInput

    if not text[:1].isupper():
        return None
    try:
        grammar().parse(text[0].lower() + text[1:])
    except UnexpectedInput:
        return None
    word = text.split(" ")[0].rstrip(":")
    return RulesError(f"words are in lower case; did you mean '{word.lower()}'?", text, 0)


def _clean(text: str) -> str:
    """One line without double spaces; what can't be shown or is too long is refused."""
    if len(text) > LONGEST_LINE:
        message = f"a rules line may have {LONGEST_LINE} characters, this one has {len(text)}"
        raise RulesError(message, "", 0)
    clean = re.sub(r"\s+", " ", text).strip()
    strange = next((i for i, c in enumerate(clean) if not c.isprintable()), None)
    if strange is not None:
        shown = "".join(c if c.isprintable() else "?" for c in clean)
        raise RulesError("a character that can't be printed", shown, strange)
    return clean
