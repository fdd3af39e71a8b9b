"""The list on the desk: where it came from, where it goes, and whether its file is the same."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Final

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.core.files import as_text, read_bytes, write_atomically
from dmcli.decks import bundled_decks, read_deck
from dmcli.decks.editing.draft import TEXT, Draft
from dmcli.decks.forms import form_named, form_of

NEW: Final = "New deck"
_SUFFIX: Final = ".txt"


@dataclass
class Desk:
    """A draft and the file that it belongs to, if it has one yet."""

    draft: Draft
    path: Path | None
    #: What it was made from, while it has no file: "new deck", "copy of starter/fire".
    origin: str = ""
    #: The name that is offered for its file.
    wish: str = ""
    #: Whether its file may hold what the deck does not: other forms are written anew.
    holds_more: bool = False
    _seen: bytes | None = field(init=False)

    def __post_init__(self) -> None:
        self._seen = _digest(self.path)

    @property
    def place(self) -> str:
        """How the top line names it."""
        return str(self.path or self.origin)

    @property
    def is_stale(self) -> bool:
        """Whether the file is another one than when it was opened or saved last."""
        return self._seen != _digest(self.path)

    def save(self, path: Path) -> None:
        """Write the list as a whole, in the form that it has or that the file's name asks for."""
        try:
            write_atomically(path.resolve(), self._written_for(path).encode())
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageMistake(f"{path} cannot be written: {reason}.") from None
        self.path, self._seen, self.holds_more = path, _digest(path), False
        self.draft.mark_saved()

    def rescue(self) -> Path:
        """Write the list beside its file under a name of its own, when no one can be asked."""
        whole = self.path or Path(self.wish)
        stem = f"{whole.stem}.rescued"
        names = (f"{stem}{number or ''}{whole.suffix}" for number in count())
        path = next(each for each in map(whole.with_name, names) if not each.exists())
        write_atomically(path, self.draft.text.encode())
        return path

    def _written_for(self, path: Path) -> str:
        """The text of the draft, unless the suffix is that of another form."""
        now = self.draft.deck.form
        form = form_of(path) or form_named(TEXT)
        if path == self.path or form.name == now:
            return self.draft.text
        return form.write(self.draft.deck, self.draft.pool)


def new_desk(pool: Pool) -> Desk:
    """Begin an empty list."""
    return Desk(Draft.from_text("", pool, "", NEW), None, "new deck", "new-deck.txt")


def open_desk(source: str, pool: Pool) -> Desk:
    """Open a deck; a bundled one is a copy that must be saved under a name of its own."""
    deck = read_deck(source, pool)
    path, bundled = Path(source), _bundled(source)
    if bundled is not None:
        draft = Draft.from_text(_text(bundled), pool, "", deck.name)
        return Desk(draft, None, f"copy of {source}", f"{bundled.stem}{_SUFFIX}")
    if deck.form == TEXT:
        return Desk(Draft.from_text(_text(path), pool, source, path.stem), path)
    draft = Draft.from_deck(deck, pool)
    return Desk(draft, path, holds_more=draft.text != _text(path))


def target(text: str) -> Path:
    """The file that a person means by what was typed; it gets a suffix where it has none."""
    text = text.strip()
    if not text or not text.isprintable():
        raise UsageMistake("Type the name of a file, such as my-deck.txt.")
    try:
        path = Path(text).expanduser()
        is_folder = text.endswith("/") or path.is_dir()
    except (OSError, ValueError, RuntimeError):
        raise UsageMistake("No file can have this name.") from None
    if is_folder:
        raise UsageMistake(f"{path} is a folder: add the name of a file.")
    return path if path.suffix else path.with_name(f"{path.name}{_SUFFIX}")


def file_name(title: str) -> str:
    """A file name of letters, digits and hyphens."""
    words = re.sub(r"[^a-z0-9]+", "-", title.casefold()).strip("-")
    return f"{words or 'deck'}{_SUFFIX}"


def _bundled(source: str) -> Path | None:
    """The file of a bundled deck; a path that exists is no bundled deck."""
    if Path(source).exists():
        return None
    return bundled_decks().get(source.removesuffix(_SUFFIX).removeprefix("decks/"))


def _text(path: Path) -> str:
    return as_text(read_bytes(path), str(path))


def _digest(path: Path | None) -> bytes | None:
    """The content of a file, or None where there is none."""
    try:
        return None if path is None else hashlib.sha256(path.read_bytes()).digest()
    except (OSError, ValueError):
        return None
