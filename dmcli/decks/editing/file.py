"""A user's deck file while it is edited: opened, locked, and written only where nobody else has."""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import shlex
import stat
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, final

from dmcli.cards import Pool
from dmcli.core.errors import Refused, Unreadable, UsageMistake
from dmcli.core.files import as_text, data_folder, read_bytes, write_atomically
from dmcli.core.nearest import did_you_mean
from dmcli.decks.editing.draft import Draft
from dmcli.decks.editing.history import History
from dmcli.decks.forms import Form, form_of, sniffed
from dmcli.decks.model import Deck, Problem
from dmcli.decks.sources import (
    FILE_LIMIT,
    STANDARD_INPUT,
    bundled_decks,
    existing,
    standard_input,
)

#: Bytes that no Western text holds: signs that nobody types there, and letters without end.
_NOT_WESTERN: Final = re.compile(
    rb"[\x00\x81-\x83\x86-\x89\x8b\x8d\x8f\x90\x98\x9b\x9d]|[\x80-\xff]{4}"
)

_PATIENCE: Final = 5.0
_ROUND: Final = 0.02


@final
class DeckFile:
    """A file that holds a deck, and what it held when it was opened."""

    def __init__(self, name: str, target: Path) -> None:
        self.name = name
        #: The file itself, where the name is a link to one.
        self.target = target
        self.content = read_bytes(target, FILE_LIMIT)
        self.history = History(target, name)
        #: Whether the file had other names, which keep what it held: hard links.
        self.parted = False

    @property
    def form(self) -> Form:
        """The form that its suffix says, else the one it looks like."""
        return form_for(self.name, self.text)

    @property
    def text(self) -> str:
        """Its text; a byte order mark stays in front."""
        if decoded(self.content, self.name)[1]:
            raise Unreadable(
                f"{self.name}: is not a text file in UTF-8; 'dmcli fix {typed(self.name)}' "
                "writes it so."
            )
        as_text(self.content, self.name)
        return self.content.decode("utf-8")

    def draft(self, pool: Pool) -> Draft:
        """Begin to edit it."""
        return draft_of(self.text, self.form, pool, self.name, self.target.stem)

    def save(self, text: str, what: str) -> None:
        """Write the list, with its undo record, unless something else has written it meanwhile."""
        content = text.encode()
        if content == self.content:
            return
        self._demand_unchanged()
        self.history.note(self.content, content, what)
        try:
            self._write(content)
        except UsageMistake:
            self.history.forget()
            raise

    def begin(self, text: str, what: str) -> None:
        """Write the first list into a file that was reserved for it."""
        self._write(text.encode())
        self.history.begin(self.content, what)

    def bring_back(self) -> None:
        """Write a file that was gone as its record has it."""
        self._write(self.history.states[self.history.at].content)

    def read(self, pool: Pool) -> Deck:
        """The deck that it holds, even one that can be read only in part or not at all."""
        try:
            text = decoded(self.content, self.name)[0]
            form = form_for(self.name, text)
            text = text if form.name == "text" else text.removeprefix("\ufeff")
            return form.read(text, pool, self.name, self.target.stem)
        except Unreadable as error:
            problem = Problem(severity="error", rule="unreadable-line", message=str(error))
            return Deck(name=self.target.stem, path=self.name, problems=(problem,))

    def undo(self, steps: int, force: bool) -> list[str]:
        """Go back so many edits; returns the edits that are taken back, last first."""
        content, edits = self.history.back(self.content, steps, force)
        self._put(content)
        return edits

    def redo(self, steps: int, force: bool) -> list[str]:
        """Make edits again that were taken back; returns them."""
        content, edits = self.history.forth(self.content, steps, force)
        self._put(content)
        return edits

    def _put(self, content: bytes) -> None:
        """Write a state of the record."""
        self._demand_unchanged()
        self._write(content)

    def _write(self, content: bytes) -> None:
        """Write the file whole or not at all."""
        try:
            self.parted = self.target.stat().st_nlink > 1
            write_atomically(self.target, content, lasting=True)
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageMistake(
                f"{self.name} cannot be written ({reason}); nothing was changed."
            ) from None
        self.content = content

    def _demand_unchanged(self) -> None:
        """Refuse to write over what something else has written since it was opened."""
        if read_bytes(self.target, FILE_LIMIT) != self.content:
            raise Refused(
                f"{self.name}: something else has changed it meanwhile; nothing was written."
            )


@contextlib.contextmanager
def opened(name: str) -> Iterator[DeckFile]:
    """Open a user's deck file to be edited, and keep other dmclis from it meanwhile."""
    target = target_of(name)
    with held(target):
        yield DeckFile(name, target)


def decoded(content: bytes, source: str) -> tuple[str, str]:
    """Decode a text as what it surely is, and name that where it is not UTF-8."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with contextlib.suppress(UnicodeDecodeError):
            return content.decode("utf-16"), "UTF-16"
    with contextlib.suppress(UnicodeDecodeError):
        return content.decode("utf-8"), ""
    if _NOT_WESTERN.search(content) is None:
        return content.decode("cp1252"), "Windows-1252"
    raise Unreadable(f"{source}: is not a text file in UTF-8; save it as UTF-8.")


def form_for(name: str, text: str) -> Form:
    """The form that a file's suffix says, else the one that its text looks like."""
    said = form_of(name)
    return said if said and said.name != "text" else sniffed(text)


def draft_of(text: str, form: Form, pool: Pool, path: str, name: str) -> Draft:
    """Begin to edit a text in any form; the name serves where it states none."""
    if form.name == "text":
        draft = Draft.from_text(text, pool, path, name)
        _demand_a_list(draft.deck)
        return draft
    draft = Draft.from_form(text, form, pool, path, name)
    demand_whole(draft.deck)
    return draft


def content_of(source: str) -> tuple[bytes, str]:
    """What a file, a bundled deck or standard input holds, and the name that a deck has by it."""
    if source == STANDARD_INPUT:
        return standard_input(), "standard input"
    path = existing(source)
    return read_bytes(path, FILE_LIMIT), path.stem


def typed(name: str) -> str:
    """A file's name as it is typed in a shell."""
    return shlex.quote(f"./{name}" if name.startswith("-") else name)


def target_of(name: str) -> Path:
    """The file that may be edited under this name; a bundled deck and a pipe may not."""
    if name == STANDARD_INPUT:
        raise UsageMistake("Standard input cannot be edited; name a deck file.")
    target = resolved(Path(name))
    bundled = bundled_decks()
    own = name.removesuffix(".txt").removeprefix("decks/")
    inside = target.is_relative_to(data_folder("decks").resolve())
    if inside or (own in bundled and not target.exists()):
        copied = next((each for each, file in bundled.items() if file.resolve() == target), own)
        raise UsageMistake(
            f"{name} is a deck of dmcli's own and is never edited; "
            f"'dmcli deck new my.txt --from {copied}' makes you a copy."
        )
    if not target.exists():
        raise Unreadable(f"{name}: there is no such deck file.{_hint(name, target)}")
    demand_writable(target, name)
    return target


def _hint(name: str, target: Path) -> str:
    """What to do about a file that is not there: it was once, or its name is another, or is new."""
    if History(target, name).states:
        return f" It was once: 'dmcli deck undo {typed(name)}' brings it back."
    beside = [str(each) for each in Path(name).parent.glob("[!.]*") if form_of(each)]
    return did_you_mean(name, beside) or f" 'dmcli deck new {typed(name)}' begins one."


def demand_writable(target: Path, name: str) -> None:
    """Refuse a file that its user has protected, or whose folder cannot be written."""
    if target.exists() and not target.stat().st_mode & stat.S_IWUSR:
        raise UsageMistake(f"{name} is read-only; make it writable first.")
    if not (target.parent.is_dir() and os.access(target.parent, os.W_OK)):
        raise UsageMistake(f"{name} cannot be written: {target.parent} is not a writable folder.")


@contextlib.contextmanager
def held(target: Path) -> Iterator[None]:
    """Hold a file alone, where the system has locks; a file that was replaced is taken anew."""
    if sys.platform == "win32":
        yield
        return
    until = time.monotonic() + _PATIENCE
    lock = _locked(target)
    while lock is None:
        if time.monotonic() > until:
            raise Refused(f"{target.name}: another dmcli is editing it; nothing was changed.")
        time.sleep(_ROUND)
        lock = _locked(target)
    try:
        yield
    finally:
        os.close(lock)


def _demand_a_list(deck: Deck) -> None:
    """Refuse to edit a text that holds no deck list at all: it is some other file."""
    errors = [problem for problem in deck.problems if problem.severity == "error"]
    if errors and not deck.entries:
        raise Unreadable(f"{deck.place}:{errors[0].line}: {errors[0].message} It is no deck list.")


def demand_whole(deck: Deck) -> None:
    """Refuse to write a deck anew when a part of it was not understood."""
    for problem in deck.problems:
        if (problem.severity, problem.rule) == ("error", "unreadable-line"):
            place = deck.place if problem.line is None else f"{deck.place}:{problem.line}"
            raise Unreadable(f"{place}: {problem.message} Mend it before the deck is edited.")


def resolved(path: Path) -> Path:
    """Follow the links of a name to the file itself."""
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        raise Unreadable(f"{path}: no file can have this name.") from None


def _locked(target: Path) -> int | None:
    """Lock the file that stands there now; None: someone else has it, or has just replaced it."""
    import fcntl

    lock = os.open(target, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if os.fstat(lock).st_ino == target.stat().st_ino:
            return lock
    except BlockingIOError:
        pass
    except OSError:  # a file system without locks: the content is compared before it is written
        return lock
    os.close(lock)
    return None
