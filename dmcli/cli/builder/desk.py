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
from dmcli.core.files import as_text, data_folder, read_bytes, write_atomically
from dmcli.decks import read_deck
from dmcli.decks.editing.beginning import put
from dmcli.decks.editing.draft import TEXT, Draft
from dmcli.decks.editing.file import demand_writable, draft_of
from dmcli.decks.forms import form_named, form_of
from dmcli.decks.sources import existing

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
    #: The file that it was opened from, whose form the draft has.
    _own: Path | None = field(init=False)
    _seen: bytes | None = field(init=False)

    def __post_init__(self) -> None:
        self._own, self._seen = self.path, _digest(self.path)

    @property
    def place(self) -> str:
        """How the top line names it."""
        return str(self.path or self.origin)

    @property
    def is_stale(self) -> bool:
        """Whether the file is another one than when it was opened or saved last."""
        return self._seen != _digest(self.path)

    @property
    def holds_more(self) -> bool:
        """Whether its file holds what a save does not keep: ids, pictures, columns."""
        return self.path == self._own and self.draft.is_written_anew

    def save(self, path: Path) -> str:
        """Write the list as a whole, so that it can be undone; gives what to know about that."""
        text = self._written_for(path)
        try:
            file = put(str(path), _writable(path), text, "build")
        except OSError as error:
            reason = error.strerror or str(error)
            raise UsageMistake(f"{path} cannot be written: {reason}.") from None
        self.path, self._seen = path, _digest(path)
        self.draft.mark_saved()
        return file.history.trouble

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
        form = form_of(path) or form_named(TEXT)
        if path == self._own or form.name == self.draft.deck.form:
            return self.draft.text
        return form.write(self.draft.deck, self.draft.pool)


def new_desk(pool: Pool) -> Desk:
    """Begin an empty list."""
    return Desk(Draft.from_text("", pool, "", NEW), None, "new deck", "new-deck.txt")


def open_desk(source: str, pool: Pool) -> Desk:
    """Open a deck; one of dmcli's own is a copy that must be saved under a name of its own."""
    deck = read_deck(source, pool)
    path = existing(source)
    content = read_bytes(path)
    as_text(content, source)
    text, form = content.decode("utf-8"), form_named(deck.form)
    if path.resolve().is_relative_to(data_folder("decks").resolve()):
        draft = draft_of(text, form, pool, "", deck.name)
        return Desk(draft, None, f"copy of {source}", path.name)
    return Desk(draft_of(text, form, pool, source, path.stem), Path(source))


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


def _writable(path: Path) -> Path:
    """The file itself, where a name is a link to one; a protected file is left alone."""
    whole = path.resolve()
    if whole.exists():
        demand_writable(whole, str(path))
    return whole


def _digest(path: Path | None) -> bytes | None:
    """The content of a file, or None where there is none."""
    try:
        return None if path is None else hashlib.sha256(path.read_bytes()).digest()
    except (OSError, ValueError):
        return None
