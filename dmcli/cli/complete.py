"""What the shell offers when Tab is pressed; errors offer nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def _quiet(words: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Keep what starts like the word being typed; a broken pool never breaks the shell."""

    def offer(incomplete: str) -> list[str]:
        try:
            return [word for word in words() if word.startswith(incomplete)]
        except Exception:  # the shell has no place for a message
            return []

    return offer


def _decks() -> Iterable[str]:
    from dmcli.core.files import data_folder

    folder = data_folder("decks")
    for path in sorted(folder.rglob("*.txt")):
        yield path.relative_to(folder).with_suffix("").as_posix()


def _agents() -> Iterable[str]:
    from dmcli.agents.registry import agent_names

    return agent_names()


def _cards() -> Iterable[str]:
    from dmcli.cards import load_pool

    return load_pool().cards


def _formats() -> Iterable[str]:
    from dmcli.decks import FORMATS

    return FORMATS


decks = _quiet(_decks)
agents = _quiet(_agents)
cards = _quiet(_cards)
formats = _quiet(_formats)
