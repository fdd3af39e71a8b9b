"""cardpool/README.md is the whole language, and every example in it is right."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from dmcli.lang import line, parse
from dmcli.lang.errors import readings
from dmcli.lang.parser import grammar

REFERENCE = (Path(__file__).parents[2] / "cardpool" / "README.md").read_text("utf-8")
EXAMPLES = re.findall(r"\| `([^`]+)` \|$", REFERENCE, re.MULTILINE)
PATTERNS = {"INT", "SIGNED", "STRING", "RACE"}


def test_every_row_of_the_tables_has_an_example() -> None:
    rows = [row for row in REFERENCE.splitlines() if row.startswith("| ") and "---" not in row]
    heads = [row for row in rows if row.endswith("| example |")]
    assert len(EXAMPLES) == len(rows) - len(heads) > 100


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_example_is_a_canonical_line(text: str) -> None:
    assert line(parse(text)) == text


def test_the_example_card_is_a_card_of_the_pool() -> None:
    block = re.search(r"```toml\n(.*?)```", REFERENCE, re.DOTALL)
    assert block
    card = tomllib.loads(block[1])["card"][0]
    kept = tomllib.loads((Path(__file__).parents[2] / "cardpool/dm-01.toml").read_text("utf-8"))
    assert card in kept["card"]


def test_every_word_of_the_grammar_stands_in_the_reference() -> None:
    words = {
        word
        for terminal in grammar().terminals
        if terminal.name not in PATTERNS
        for word in readings(terminal)
    }
    missing = [word for word in sorted(words) if not _stands(word)]
    assert missing == []


def _stands(word: str) -> bool:
    """As it is, or as the form for one or many, for you or for another player."""
    one, many = re.sub(r"^(\w+?)(es|s)\b", r"\1", word), re.sub(r"^(\w+)", r"\1s", word)
    forms = {word, one, many, f"{word}s", word.removesuffix("s")}
    return any(form in REFERENCE for form in forms)
