"""Finds the decks that a user names: paths, folders, globs, standard input, bundled decks."""

from __future__ import annotations

import codecs
import glob
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.core.files import as_text, data_folder, read_bytes
from dmcli.core.nearest import ask_whether, did_you_mean
from dmcli.decks.forms.registry import (
    FORMS,
    Form,
    form_named,
    form_of,
    is_plainly_none,
    sniffed,
)
from dmcli.decks.model import Deck

STANDARD_INPUT: Final = "-"
#: No form of a deck is larger; each has a limit of its own, too.
FILE_LIMIT: Final = 2 * 1024 * 1024
#: What a folder is searched for; the last is a suffix of several forms.
SUFFIXES: Final = (*(suffix for form in FORMS.values() for suffix in form.suffixes), ".xml")
#: What spreadsheets and archives begin with.
_ZIP: Final = b"PK\x03\x04"
_GLOB_SIGNS: Final = "*?["

Tell = Callable[[str], None]


def read_deck(source: str | Path, pool: Pool, form: str | None = None) -> Deck:
    """Read one deck in any form: a path, - for standard input, or the name of a bundled deck.

    Without a form, the suffix says it, else what the text looks like.
    """
    name = str(source)
    if name == STANDARD_INPUT:
        text = _decode(standard_input(), "standard input")
        return _form(form, None, text).read(text, pool, name, "standard input")
    path = existing(name)
    text = _decode(read_bytes(path, FILE_LIMIT), name)
    return _form(form, path, text).read(text, pool, name, path.stem)


def find_decks(arguments: Iterable[str], tell: Tell | None = None) -> list[str]:
    """List every deck that the arguments name, each once; folders and globs are opened.

    A file of a folder that is plainly no deck is left alone, and `tell` hears of it.
    """
    found = [source for argument in arguments for source in _decks_of(argument, tell)]
    return list(dict.fromkeys(found))


def _form(named: str | None, path: Path | None, text: str) -> Form:
    """The form that was asked for, that the suffix says, or that the text looks like."""
    if named is not None:
        return form_named(named)
    said = form_of(path) if path else None
    return said if said and said.name != "text" else sniffed(text)


def bundled_decks() -> dict[str, Path]:
    """The decks that come with dmcli, by name: starter/…, classic/…."""
    folder = data_folder("decks")
    paths = [path for path in folder.glob("*/*.txt") if path.is_file()]
    named = {path.relative_to(folder).with_suffix("").as_posix(): path for path in paths}
    return dict(sorted(named.items()))


def _decks_of(argument: str, tell: Tell | None) -> Iterator[str]:
    """Open one argument."""
    _demand_name(argument)
    path = Path(argument)
    if argument == STANDARD_INPUT or (_exists(path) and not path.is_dir()):
        yield argument
    elif path.is_dir():
        yield from _decks_in(path, tell)
    elif any(sign in argument for sign in _GLOB_SIGNS):
        yield from _decks_like(argument, tell)
    else:
        bundled = bundled_decks()
        inside = [name for name in bundled if name.startswith(f"{argument.rstrip('/')}/")]
        yield from inside or [argument]


def _decks_in(folder: Path, tell: Tell | None) -> list[str]:
    """List the deck lists of a folder and the folders in it."""
    try:
        found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
        files = [path for path in found if not (_is_hidden(path, folder) or path.is_dir())]
    except OSError as error:
        raise Unreadable(f"{folder}: cannot be read ({error.strerror}).") from None
    others = {path for path in files if _is_other(path)}
    if others and tell:
        tell(_left_alone(folder, sorted(others)))
    if len(others) == len(files):
        raise Unreadable(f"{folder}: there is no deck list (*.txt, *.json, …) in this folder.")
    return [str(path) for path in files if path not in others]


def _is_hidden(path: Path, folder: Path) -> bool:
    """Whether a file, or a folder on the way to it, is hidden: .git and .venv hold no decks."""
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _is_other(path: Path) -> bool:
    """Whether a file is a table or a document of something else; what cannot be read may be one."""
    form = form_of(path)
    if form is not None and form.name not in ("json", "csv", "tsv"):
        return False
    try:
        return is_plainly_none(path, _decode(read_bytes(path, FILE_LIMIT), str(path)))
    except Unreadable:
        return True


def _left_alone(folder: Path, others: list[Path]) -> str:
    """Say which files of a folder are not decks."""
    named = ", ".join(str(path.relative_to(folder)) for path in others[:3])
    more = f" and {len(others) - 3} more" if others[3:] else ""
    return f"{folder}: left alone what is no deck: {named}{more}."


def _decks_like(pattern: str, tell: Tell | None) -> Iterator[str]:
    """List the deck lists that fit a pattern, also among the bundled ones."""
    paths = sorted(glob.glob(pattern, recursive=True))
    bundled = [name for name in bundled_decks() if Path(name).match(pattern)]
    if not paths and not bundled:
        raise Unreadable(f"{pattern}: no file fits this pattern.")
    for path in paths:
        yield from _decks_in(Path(path), tell) if Path(path).is_dir() else [path]
    yield from bundled if not paths else ()


def existing(name: str) -> Path:
    """Find the file of a deck, else say which names come near."""
    _demand_name(name)
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


def _demand_name(name: str) -> None:
    """Refuse an empty name, which would be the folder one is in: a variable that is not set."""
    if not name:
        raise UsageMistake("A deck has an empty name; is a variable of the shell not set?")


def _neighbours(path: Path, bundled: Iterable[str]) -> list[str]:
    """Names that may have been meant: bundled decks, and the lists beside a missing one."""
    beside = path.parent.glob("*") if _exists(path.parent) else ()
    return [*bundled, *(str(each) for each in beside if each.suffix.lower() in SUFFIXES)]


def _exists(path: Path) -> bool:
    """Whether something stands there; a name that no file can have does not."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def standard_input() -> bytes:
    """Read standard input up to the limit."""
    content = sys.stdin.buffer.read(FILE_LIMIT + 1)
    if len(content) > FILE_LIMIT:
        raise Unreadable(f"standard input: is larger than {FILE_LIMIT:,} bytes.")
    return content


def _decode(content: bytes, source: str) -> str:
    """Decode UTF-8 and name the most usual other encoding."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Unreadable(f"{source}: is a text file in UTF-16; save it as UTF-8.")
    if content.startswith(_ZIP):
        raise Unreadable(f"{source}: is a spreadsheet or an archive; save the list as CSV.")
    return as_text(content, source)
