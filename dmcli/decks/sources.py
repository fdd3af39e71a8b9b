"""Finds the decks that a user names: paths, folders, globs, standard input, bundled decks."""

from __future__ import annotations

import codecs
import glob
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.core.files import as_text, data_folder, read_bytes
from dmcli.core.nearest import ask_whether, did_you_mean
from dmcli.decks.forms.text import TEXT_LIMIT, deck_from_text
from dmcli.decks.model import Deck

STANDARD_INPUT: Final = "-"
SUFFIXES: Final = (".txt", ".dec", ".dek", ".deck")
_GLOB_SIGNS: Final = "*?["


def read_deck(source: str | Path, pool: Pool) -> Deck:
    """Read one deck: a path, - for standard input, or the name of a bundled deck."""
    name = str(source)
    if name == STANDARD_INPUT:
        text = _decode(_standard_input(), "standard input")
        return deck_from_text(text, pool, name, "standard input")
    path = _existing(name)
    return deck_from_text(_decode(read_bytes(path, TEXT_LIMIT), name), pool, name, path.stem)


def find_decks(arguments: Iterable[str]) -> list[str]:
    """List every deck that the arguments name, each once; folders and globs are opened."""
    found = [source for argument in arguments for source in _decks_of(argument)]
    return list(dict.fromkeys(found))


def bundled_decks() -> dict[str, Path]:
    """The decks that come with dmcli, by name: starter/…, classic/…."""
    folder = data_folder("decks")
    paths = [path for path in folder.glob("*/*.txt") if path.is_file()]
    named = {path.relative_to(folder).with_suffix("").as_posix(): path for path in paths}
    return dict(sorted(named.items()))


def _decks_of(argument: str) -> Iterator[str]:
    """Open one argument."""
    path = Path(argument)
    if argument == STANDARD_INPUT or (_exists(path) and not path.is_dir()):
        yield argument
    elif path.is_dir():
        yield from _decks_in(path)
    elif any(sign in argument for sign in _GLOB_SIGNS):
        yield from _decks_like(argument)
    else:
        bundled = bundled_decks()
        inside = [name for name in bundled if name.startswith(f"{argument.rstrip('/')}/")]
        yield from inside or [argument]


def _decks_in(folder: Path) -> list[str]:
    """List the deck lists of a folder and the folders in it."""
    try:
        found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        files = [path for path in found if not path.is_dir()]
    except OSError as error:
        raise Unreadable(f"{folder}: cannot be read ({error.strerror}).") from None
    if not files:
        raise Unreadable(f"{folder}: there is no deck list (*.txt) in this folder.")
    return [str(path) for path in files]


def _decks_like(pattern: str) -> Iterator[str]:
    """List the deck lists that fit a pattern, also among the bundled ones."""
    paths = sorted(glob.glob(pattern, recursive=True))
    bundled = [name for name in bundled_decks() if Path(name).match(pattern)]
    if not paths and not bundled:
        raise Unreadable(f"{pattern}: no file fits this pattern.")
    for path in paths:
        yield from _decks_in(Path(path)) if Path(path).is_dir() else [path]
    yield from bundled if not paths else ()


def _existing(name: str) -> Path:
    """Find the file of a deck, else say which names come near."""
    path = Path(name)
    if _exists(path):
        return path
    bundled = bundled_decks()
    wanted = name.removesuffix(".txt").removeprefix("decks/")
    if wanted in bundled:
        return bundled[wanted]
    same = [each for each in bundled if each.endswith(f"/{wanted}")]
    hint = ask_whether(same) or did_you_mean(wanted, _neighbours(path, bundled))
    raise Unreadable(f"{name}: there is no such deck.{hint}")


def _neighbours(path: Path, bundled: Iterable[str]) -> list[str]:
    """Names that may have been meant: bundled decks, and the lists beside a missing one."""
    beside = path.parent.glob("*.txt") if _exists(path.parent) and len(path.parts) > 1 else ()
    return [*bundled, *(str(each) for each in beside)]


def _exists(path: Path) -> bool:
    """Whether something stands there; a name that no file can have does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def _standard_input() -> bytes:
    """Read standard input up to the limit."""
    content = sys.stdin.buffer.read(TEXT_LIMIT + 1)
    if len(content) > TEXT_LIMIT:
        raise Unreadable(f"standard input: is larger than {TEXT_LIMIT:,} bytes.")
    return content


def _decode(content: bytes, source: str) -> str:
    """Decode UTF-8 and name the most usual other encoding."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Unreadable(f"{source}: is a text file in UTF-16; save it as UTF-8.")
    return as_text(content, source)
