"""Many problems of one kind as one, for people: what is not owned, small letters, prices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from dmcli.decks import Problem
    from dmcli.decks.legality.owned import Missing

    Say = Callable[[Sequence[Problem]], Iterator[Problem]]

#: From so many on, notes that say the same are one.
_MANY = 4
#: So many lines are named.
_NAMED = 3


def gathered(problems: Sequence[Problem], missing: Sequence[Missing]) -> Iterator[Problem]:
    """Put what is said of many cards or lines into one sentence each."""
    from dmcli.decks import Problem

    apart = ("not-playable", "not-owned")
    yield from _notes([problem for problem in problems if problem.rule not in apart])
    later = [str(problem.card) for problem in problems if problem.rule == "not-playable"]
    if later:
        message = f"Not playable yet, so that games refuse the deck: {'; '.join(later)}."
        yield Problem(severity="warning", rule="not-playable", message=message)
    if missing:
        message = f"Not owned: {listed(missing)}."
        yield Problem(severity="warning", rule="not-owned", message=message)


def listed(missing: Sequence[Missing], most: int | None = None) -> str:
    """3 Aqua Hulcus; 1 Corile"""
    if most is None or len(missing) <= most + 1:
        return "; ".join(f"{each.missing} {each.card}" for each in missing)
    return f"{listed(missing[:most])}; and {len(missing) - most} other cards"


def _notes(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Put many notes of one kind where the first of them stands."""
    kinds: dict[Say, list[Problem]] = defaultdict(list)
    for problem in problems:
        kinds[_kind(problem)].append(problem)
    for problem in problems:
        say = _kind(problem)
        alike = kinds[say]
        if say is _alone or len(alike) < _MANY:
            yield problem
        elif problem is alike[0]:
            yield from say(alike)


def _kind(problem: Problem) -> Say:
    """How a note and others like it are said at once."""
    if problem.severity == "note" and problem.line is not None:
        if _is_spelled_otherwise(problem):
            return _spelled_otherwise
        return next((say for end, say in _ASIDES.items() if problem.message.endswith(end)), _alone)
    return _alone


def _is_spelled_otherwise(problem: Problem) -> bool:
    """Whether only capitals, accents and signs of a name are not as printed."""
    from dmcli.cards.names import key_of

    card = problem.card or ""
    read = f"' was read as '{card}'."
    written = problem.message.removesuffix(read)
    return written != problem.message and key_of(written) == key_of(card)


def _alone(notes: Sequence[Problem]) -> Iterator[Problem]:
    yield from notes


def _spelled_otherwise(notes: Sequence[Problem]) -> Iterator[Problem]:
    yield _note(
        notes,
        f"{len(notes)} names were read in spite of capitals and signs: {_places(notes)};"
        " `dmcli fix` writes them as printed.",
    )


def _aside(end: str, begin: str, notes: Sequence[Problem]) -> Iterator[Problem]:
    """Say where words beside the cards stand, and which."""
    words = list(dict.fromkeys(f"{note.message.removesuffix(end)}'" for note in notes))
    yield _note(notes, f"{begin} on {_places(notes)}: {_some(words, 'more')}.")


#: How such notes end → how many are said at once.
_ASIDES: Final[Mapping[str, Say]] = {
    end: partial(_aside, end, begin)
    for end, begin in (
        ("' was passed over.", "Passed over"),
        ("' was read as a remark.", "Read as remarks"),
    )
}


def _note(notes: Sequence[Problem], message: str) -> Problem:
    from dmcli.decks import Problem

    return Problem(severity="note", rule=notes[0].rule, message=message)


def _places(notes: Iterable[Problem]) -> str:
    """lines 2, 3, 4 and 7 others"""
    lines = sorted({note.line or 0 for note in notes})
    return f"{'line' if len(lines) == 1 else 'lines'} {_some(list(map(str, lines)), 'others')}"


def _some(words: Sequence[str], others: str) -> str:
    """The first of them, and how many more there are; one more is no more to read."""
    left = len(words) - _NAMED
    if left > 1:
        return f"{', '.join(words[:_NAMED])} and {left} {others}"
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
