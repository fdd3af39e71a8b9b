"""What the shell offers when Tab is pressed; errors offer nothing."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

#: More files than this are a folder to be typed further into.
_MOST_FILES = 500
#: Where bash ends a word inside a term of a query.
_OPERATORS = (":", "=", "<", ">", "<=", ">=", "!=")
_SPECIAL = re.compile(r"([^\w@%+=:,./~-])")


class Offer(str):
    """A word to offer; Typer asks whether it fits the typing, and formats it for bash."""

    __slots__ = ()

    def startswith(self, *typed: object) -> bool:  # chosen already
        """It was chosen for the typing, perhaps in other capitals."""
        return True

    def __format__(self, how: str) -> str:
        """Write a word of several parts as bash must find it; other shells quote by themselves."""
        if os.environ.get("_DMCLI_COMPLETE") != "complete_bash" or _in_quotes():
            return str(self)
        return _SPECIAL.sub(r"\\\1", str(self))


def _quiet(words: Callable[[str], Iterable[str]]) -> Callable[[str], list[str]]:
    """Keep what starts like the word being typed; a broken pool never breaks the shell."""

    def offer(incomplete: str) -> list[str]:
        try:
            found = dict.fromkeys(words(incomplete))
            return [Offer(word) for word in found if _starts(word, incomplete)]
        except Exception:  # the shell has no place for a message
            return []

    return offer


def _starts(word: str, incomplete: str) -> bool:
    """Whether a word goes on where the typing stopped, in small or capital letters."""
    typed = "" if incomplete in _OPERATORS else incomplete
    return word.casefold().startswith(typed.casefold())


def _in_quotes() -> bool:
    """Whether the word that bash is completing was begun with a quote."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    number = int(os.environ.get("COMP_CWORD", "0"))
    return number < len(words) and words[number].startswith(("'", '"'))


def _decks(incomplete: str) -> Iterator[str]:
    yield from _bundled()
    yield from _files(incomplete, _deck_suffixes())


def _bundled() -> Iterator[str]:
    from dmcli.core.files import data_folder

    folder = data_folder("decks")
    for path in sorted(folder.rglob("*.txt")):
        yield path.relative_to(folder).with_suffix("").as_posix()


def _deck_suffixes() -> tuple[str, ...]:
    from dmcli.decks.sources import SUFFIXES

    return tuple(SUFFIXES)


def _files(incomplete: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The files of the folder being typed, and those in the folders that the word begins."""
    head, _, start = incomplete.rpartition("/")
    folder = Path(f"{head}/" if head or incomplete.startswith("/") else ".").expanduser()
    prefix = incomplete[: len(incomplete) - len(start)]
    for path in _visible(folder):
        if not _starts(path.name, start):
            continue
        if path.is_dir():
            inner = (each for each in _visible(path) if _fits(each, suffixes))
            yield from (f"{prefix}{path.name}/{each.name}" for each in inner)
        elif _fits(path, suffixes):
            yield f"{prefix}{path.name}"


def _visible(folder: Path) -> list[Path]:
    """What lies in a folder and is not hidden."""
    if not folder.is_dir() or not os.access(folder, os.R_OK):
        return []
    found = (path for path in folder.iterdir() if not path.name.startswith("."))
    return sorted(found)[:_MOST_FILES]


def _fits(path: Path, suffixes: tuple[str, ...]) -> bool:
    return path.suffix.lower() in suffixes and path.is_file()


def _agents(incomplete: str) -> Iterable[str]:
    """Names of agents, also the second of two."""
    from dmcli.agents.registry import agent_names

    first, comma, _ = incomplete.rpartition(",")
    return [f"{first}{comma}{name}" for name in agent_names()]


def _cards(incomplete: str) -> Iterable[str]:
    from dmcli.cards import load_pool

    return load_pool().cards


def _forms(incomplete: str) -> Iterable[str]:
    from dmcli.decks.forms import FORMS

    return FORMS


def _formats(incomplete: str) -> Iterator[str]:
    from dmcli.decks import FORMATS

    yield from FORMATS
    yield from _files(incomplete, (".toml",))


def _terms(incomplete: str) -> list[str]:
    """What a term of a query may become; bash gets only what stands after the operator."""
    from dmcli.cards import load_pool
    from dmcli.cards.search.completion import completions

    start = _broken_off()
    typed = "" if start and incomplete in _OPERATORS else incomplete
    return [word.removeprefix(start) for word in completions(load_pool(), start + typed)]


def _orders(incomplete: str) -> list[str]:
    """Keys to sort by, also behind others and with a minus."""
    from dmcli.cards.search.order import KEYS

    first, comma, last = incomplete.rpartition(",")
    sign = "-" if last.startswith("-") else ""
    return [f"{first}{comma}{sign}{key}" for key in KEYS]


def _broken_off() -> str:
    """The field and operator that bash has parted from the word being typed."""
    if os.environ.get("_DMCLI_COMPLETE") != "complete_bash":
        return ""
    number = int(os.environ.get("COMP_CWORD", "0"))
    words = os.environ.get("COMP_WORDS", "").split("\n")[: number + 1]
    at = next((at for at in (-1, -2) if words[at:][:1] and words[at] in _OPERATORS), 0)
    return "".join(words[at - 1 :][:2]) if at and len(words) > 2 - at else ""


decks = _quiet(_decks)
agents = _quiet(_agents)
cards = _quiet(_cards)
forms = _quiet(_forms)
formats = _quiet(_formats)
terms = _quiet(_terms)
orders = _quiet(_orders)
