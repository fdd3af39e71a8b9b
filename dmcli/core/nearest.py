"""The nearest valid words for a word that is not one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

#: A word this much less alike than the best one is not worth a mention.
CLOSE: Final = 15.0


def nearest(word: str, words: Iterable[str], limit: int = 3, floor: float = 60.0) -> list[str]:
    """List the words most like this one, best first."""
    from rapidfuzz import fuzz, process

    known = list(dict.fromkeys(words))
    folded = [each.casefold() for each in known]
    found = process.extract(
        word.casefold(), folded, scorer=fuzz.ratio, limit=limit, score_cutoff=floor
    )
    best = found[0][1] if found else 0.0
    return [known[index] for _, score, index in found if score >= best - CLOSE]


def did_you_mean(word: str, words: Iterable[str], limit: int = 3, floor: float = 60.0) -> str:
    """Write the question that ends an error sentence, or nothing: " Did you mean 'fire'?"."""
    return ask_whether(nearest(word, words, limit, floor))


def ask_whether(names: list[str]) -> str:
    """Write " Did you mean 'A', 'B' or 'C'?" for these names, or nothing for none."""
    quoted = [f"'{name}'" for name in names]
    if not quoted:
        return ""
    *first, last = quoted
    return f" Did you mean {', '.join(first)} or {last}?" if first else f" Did you mean {last}?"
