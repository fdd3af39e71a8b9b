"""What a series came to, as the document that `simulate --json` prints."""

from __future__ import annotations

from typing import Any

from dmcli.sim.series import PlayedDeck, Series
from dmcli.sim.tally import Tally

#: A title that is longer is cut.
LONGEST_TITLE = 60


def document(series: Series, tally: Tally, run: str | None, seconds: float) -> dict[str, Any]:
    """Provenance first, then the counts and what follows from them."""
    return {
        "seed": series.seed,
        "requested": series.games,
        "games": tally.games,
        "complete": is_complete(series, tally),
        "run": run,
        "decks": [_deck(deck) for deck in series.decks],
        "agents": list(series.agents),
        "ruleset": series.ruleset,
        **tally.document(),
        "games_per_second": tally.games / seconds if seconds else None,
        "log_hash": tally.log_hash,
    }


def is_complete(series: Series, tally: Tally) -> bool:
    """Whether every game was played."""
    return tally.games == 2 * series.pairs


def titles(series: Series) -> tuple[str, str]:
    """What the two decks are called; two of one name are told apart by their letters."""
    first, second = (plain_title(deck.name) for deck in series.decks)
    return (first, second) if first != second else (f"A: {first}", f"B: {second}")


def plain_title(name: str) -> str:
    """A name on one line, not too long, whoever wrote it."""
    line = plain(name)
    cut = line if len(line) <= LONGEST_TITLE else line[: LONGEST_TITLE - 1] + "…"
    return cut or "deck"


def plain(text: str) -> str:
    """A text on one line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _deck(deck: PlayedDeck) -> dict[str, Any]:
    return {"name": deck.name, "hash": deck.hash, "cards": deck.size}
