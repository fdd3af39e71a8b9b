"""Edits of deck files: made in one go, and said: what changed, how many cards, whether legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any

from dmcli.cli import show
from dmcli.cli.diff import change_row, signed
from dmcli.cli.show import Answer, Column, Row, Table
from dmcli.core.errors import Refused
from dmcli.core.signs import on_one_line

if TYPE_CHECKING:
    from dmcli.cards import Pool
    from dmcli.decks import Deck, Format, Problem
    from dmcli.decks.editing.difference import Change
    from dmcli.decks.editing.draft import Draft
    from dmcli.decks.editing.file import DeckFile

#: So many of the things that are wrong with a deck are said after an edit; `check` says them all.
_MOST_PROBLEMS = 3


def change(
    verb: str,
    name: str,
    edit: Callable[[Draft], None],
    format: str,
    pool: list[Path] | None,
    form: str,
    force: bool = False,
) -> None:
    """Edit a deck file, all or nothing, and say what changed."""
    from dmcli.cards import load_pool
    from dmcli.decks import find_format
    from dmcli.decks.editing.difference import changed
    from dmcli.decks.editing.file import opened

    loaded = load_pool(pool or ())
    rules = find_format(format, loaded)
    with opened(name) as file:
        draft = file.draft(loaded)
        before = draft.deck
        edit(draft)
        demand_whole(name, draft.is_written_anew, force)
        changes = changed(before, draft.deck, loaded)
        said = _said(changes, before, draft.deck)
        file.save(draft.text, said)
    lines = [f"{name}: {_said(changes, before, draft.deck, now=True) or 'nothing changed'}."]
    show.answer(_answer(verb, draft.deck, changes, lines, rules, loaded, form), form)
    warn_of(file)


def demand_whole(name: str, loses: bool, force: bool) -> None:
    """Refuse to write a file anew that holds more than the deck, unless that is wanted."""
    from dmcli.decks.editing.file import typed

    if loses and not force:
        raise Refused(
            f"{name}: this writes the whole file anew; ids and pictures of cards that stay are "
            "kept, what else it holds beside the deck may be lost. --force does so, and "
            f"'dmcli deck undo {typed(name)}' takes it back."
        )
    if loses:
        show.warn(f"{name} was written anew; what it held beside the deck may be lost.")


def travel(
    verb: str,
    name: str,
    go: Callable[[DeckFile], list[str]],
    format: str,
    pool: list[Path] | None,
    form: str,
) -> None:
    """Go through the undo record of a file, and say what was undone or made again."""
    from dmcli.cards import load_pool
    from dmcli.decks import find_format
    from dmcli.decks.editing.beginning import revive
    from dmcli.decks.editing.difference import changed
    from dmcli.decks.editing.file import opened

    loaded = load_pool(pool or ())
    rules = find_format(format, loaded)
    is_back = verb == "undo" and revive(name)
    with opened(name) as file:
        before = file.read(loaded)
        edits = [] if is_back else go(file)
        after = file.read(loaded)
    done = "took back" if verb == "undo" else "made again"
    lines = [f"{name}: {done}: {edit or 'an edit'}." for edit in edits]
    lines += [f"{name}: was gone; it is back as the last edit left it."] if is_back else []
    changes = changed(before, after, loaded)
    show.answer(_answer(verb, after, changes, lines, rules, loaded, form), form)
    warn_of(file)


def begun(file: DeckFile, source: str | None, rules: Format, pool: Pool, form: str) -> Answer:
    """What to say of a file that was begun."""
    deck = file.read(pool)
    origin = f", a copy of {source}" if source else ""
    line = f"Wrote {file.name}{origin}."
    return _answer("new", deck, [], [line], rules, pool, form)


def steps(name: str, form: str) -> Answer:
    """The states in the undo record of a file, the present one marked."""
    from dmcli.decks.editing.file import DeckFile, target_of

    file = DeckFile(name, target_of(name))
    states, here = file.history.states, file.history.present(file.content)
    at = file.history.at if here is None else here
    rows = [
        {"step": index - at, "when": state.when, "edit": state.what or "before the first edit"}
        for index, state in enumerate(states)
    ]
    kept = max(len(states) - 1, 0)
    lines = [f"{name}: {'1 edit is' if kept == 1 else f'{kept} edits are'} kept."]
    if states and here is None:
        lines.append("The file was changed by hand since; undo needs --force.")
    warn_of(file)
    document = {"path": name, "changed_by_hand": bool(states) and here is None, "steps": rows}
    columns = [Column("step", right=True), Column("when"), Column("edit")]
    shown = rows if form == "csv" else [_step(row, here is not None) for row in rows]
    return Answer("deck.steps", document, [Table(columns, shown)] if rows else [], lines)


def _step(row: Row, is_now: bool) -> Row:
    """A state as people read it: now, how many edits ago or later, and when by the clock."""
    step = int(row["step"])
    when = str(row["when"])[:19].replace("T", " ")
    return {**row, "when": when, "step": signed(step) if step or not is_now else "now"}


def warn_of(file: DeckFile) -> None:
    """Say what is wrong with the undo record, and which other names of a file stay behind."""
    if file.history.trouble:
        show.warn(f"{file.history.trouble}.")
    if file.parted:
        show.warn(f"{file.name} had another name, a hard link; there the list is as it was.")


def standing(
    deck: Deck, rules: Format, problems: Sequence[Problem], average: str = ""
) -> list[str]:
    """The total, and whether the deck is legal; if not, the first reasons."""
    errors = [problem for problem in problems if problem.severity == "error"]
    total = show.cards(deck.size)
    others = [f"{deck.count(zone)} {_in(zone)}" for zone in deck.zones if zone != "main"]
    cards = ", ".join(each for each in (total, *others, average) if each)
    if not errors:
        return [f"{cards}; legal in {rules.name}."]
    places = [f"line {each.line}: " if each.line else "" for each in errors]
    wrap = TextWrapper(show.width() or 10_000, initial_indent="  ", subsequent_indent="    ")
    said = [
        line
        for place, each in zip(places, errors[:_MOST_PROBLEMS], strict=False)
        for line in wrap.wrap(f"{place}{each.message} {each.fix}".rstrip())
    ]
    more = [f"  … and {len(errors) - _MOST_PROBLEMS} more; 'dmcli check' says them all."]
    return [f"{cards}; not legal in {rules.name}:", *said, *more[: len(errors) > _MOST_PROBLEMS]]


def _said(changes: Sequence[Change], before: Deck, after: Deck, now: bool = False) -> str:
    """An edit in words: +4 Aqua Hulcus, −1 Corile; the title where that changed."""
    cards = [_one(each, now) for each in changes]
    title = [f"title '{after.name}'"] if before.name != after.name else []
    return ", ".join([*cards, *title])


def _one(change: Change, now: bool) -> str:
    """One card of an edit, with the copies that are there now where that is asked."""
    zone = "" if change.zone == "main" else f" {_in(change.zone)}"
    left = f" (now {change.new or 'none'})" if now else ""
    return f"{signed(change.change)} {change.card}{zone}{left}"


def _in(zone: str) -> str:
    """Where a card lies, in words."""
    return f"in the {zone}" if zone == "sideboard" else f"in the {zone} zone"


def _answer(
    verb: str,
    deck: Deck,
    changes: Sequence[Change],
    lines: Sequence[str],
    rules: Format,
    pool: Pool,
    form: str,
) -> Answer:
    """What an edit says: the changes as data, and where the deck stands now."""
    import msgspec

    from dmcli.decks import check, is_legal

    problems = check(deck, rules, pool)
    document: dict[str, Any] = {
        "path": deck.path,
        "title": deck.name,
        "changes": [{**msgspec.to_builtins(each), "change": each.change} for each in changes],
        "cards": deck.size,
        "zones": {zone: deck.count(zone) for zone in deck.zones},
        "format": rules.name,
        "legal": is_legal(problems),
        "problems": msgspec.to_builtins(problems),
    }
    columns = [Column("change", right=True), Column("card"), Column("zone")]
    counts = [Column("old", right=True), Column("new", right=True)]
    plain = form == "csv"
    table = Table([*columns, *counts], [change_row(each, plain) for each in changes])
    return Answer(
        schema=f"deck.{verb}",
        document=document,
        tables=[table] if form == "csv" or (form == "md" and changes) else [],
        heading=list(map(on_one_line, [*lines, *standing(deck, rules, problems)])),
        pool=pool.hash,
    )
