"""Begins a deck file: empty, as a copy of another deck, or as it was before it was lost."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.core.files import as_text, data_folder
from dmcli.decks.editing.draft import Draft
from dmcli.decks.editing.file import (
    DeckFile,
    content_of,
    demand_whole,
    demand_writable,
    draft_of,
    held,
    resolved,
)
from dmcli.decks.editing.history import History
from dmcli.decks.forms import FORMS, Form, form_of
from dmcli.decks.model import Deck
from dmcli.decks.sources import STANDARD_INPUT, read_deck


def begin(
    name: str, pool: Pool, title: str | None = None, source: str | None = None, force: bool = False
) -> DeckFile:
    """Write a new deck file; one that is there is only overwritten by force, and kept for undo."""
    if name == STANDARD_INPUT:
        raise UsageMistake(f"A new deck needs a file of its own; {name} is standard input.")
    path = Path(name)
    target = free(path, force)
    form = form_of(name) or FORMS["text"]
    if title and "title" in form.lacks:
        raise UsageMistake(f"{name}: a deck in {form.title} has no title; leave out --title.")
    if source is None:
        text = _empty(form, pool, title or path.stem, name)
    else:
        text = _copied(source, form, pool, title)
    return put(name, target, text, "deck new", force)


def put(name: str, target: Path, text: str, what: str, force: bool = True) -> DeckFile:
    """Write a text into a file, new or not, so that it can be undone; unforced, a new one only."""
    with begun(name, target) as new:
        if new is not None:
            new.begin(text, what)
            return new
    if not force:
        raise UsageMistake(f"{name} exists already; --force overwrites it.")
    with held(target):
        file = DeckFile(name, target)
        file.save(text, what)
    return file


def revive(name: str) -> bool:
    """Write a file that is gone as its undo record has it; False: it is there, or has no record."""
    target = resolved(Path(name))
    history = History(target, name)
    if not history.states:
        return False
    with begun(name, target) as file:
        if file is not None:
            file.bring_back()
    return file is not None


@contextlib.contextmanager
def begun(name: str, target: Path) -> Iterator[DeckFile | None]:
    """Make a new file to be written, held alone; None: there is one already."""
    if not _made(name, target):
        yield None
        return
    with held(target):
        try:
            yield DeckFile(name, target)
        except BaseException:
            if not target.stat().st_size:
                target.unlink()
            raise


def free(path: Path, force: bool) -> Path:
    """The file that may be written under this name."""
    target = resolved(path)
    if target.is_dir():
        raise UsageMistake(f"{path} is a folder, not a file to write.")
    if target.is_relative_to(data_folder("decks").resolve()):
        raise UsageMistake(f"{path} lies among dmcli's own decks; choose a folder of your own.")
    if target.exists() and not force:
        raise UsageMistake(f"{path} exists already; --force overwrites it.")
    parent = next(up for up in target.parents if up.exists())
    demand_writable(parent / target.name if parent != target.parent else target, str(path))
    return target


def _empty(form: Form, pool: Pool, title: str, path: str) -> str:
    """A list with a title and no card."""
    if form.name == "text":
        draft = Draft.from_text("", pool)
        draft.rename(title)
        return f"{draft.text.rstrip()}\n\n"
    return form.write(Deck(name=title, path=path, form=form.name), pool)


def _copied(source: str, form: Form, pool: Pool, title: str | None) -> str:
    """Another deck, word for word where it is in the same form."""
    deck = read_deck(source, pool)
    if deck.form != form.name or source == STANDARD_INPUT:
        demand_whole(deck)
        draft = Draft.from_deck(msgspec.structs.replace(deck, form=form.name), pool)
    else:
        text = as_text(content_of(source)[0], source)
        if not title:
            return text
        draft = draft_of(text, form, pool, deck.path, deck.name)
    if title:
        draft.rename(title)
    return draft.text


def _made(name: str, target: Path) -> bool:
    """Make an empty file; False: there is one already, even one made this very moment."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    except OSError as error:
        if target.exists():
            return False
        raise UsageMistake(f"{name} cannot be written ({error.strerror}).") from None
    return True
