"""Checks a deck: what is wrong under a format, and what is legal but unwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused, Unreadable
from dmcli.decks.legality.formats import Format
from dmcli.decks.model import HYPERSPATIAL, SIDEBOARD, Deck, Problem
from dmcli.decks.statistics.evolution import bases_of, fits

#: A deck whose first card comes later than this turn starts slowly.
SLOW_FROM = 4
_UNREAD = ("unknown-card", "unreadable-line")


def check(deck: Deck, rules: Format, pool: Pool) -> list[Problem]:
    """List everything there is to say about a deck, errors first, then by line."""
    problems = [
        *deck.problems,
        *_size(deck, rules),
        *_zones(deck, rules),
        *_copies(deck, rules),
        *_not_playable(deck, pool),
        *_no_base(deck, pool),
        *_unpayable(deck, pool),
        *_slow_start(deck, pool),
    ]
    rank = {"error": 0, "warning": 1, "note": 2}
    return sorted(problems, key=lambda each: (rank[each.severity], each.line or 0))


def is_legal(problems: Iterable[Problem]) -> bool:
    """Whether there is no error among the problems."""
    return all(problem.severity != "error" for problem in problems)


def exit_code(problems: Iterable[Problem]) -> int:
    """0 fine, 1 not legal, 3 not understood."""
    errors = [problem.rule for problem in problems if problem.severity == "error"]
    if any(rule in _UNREAD for rule in errors):
        return Unreadable.exit_code
    return Refused.exit_code if errors else 0


def demand_readable(deck: Deck) -> None:
    """Refuse a deck with a line that was not understood, by that line."""
    for problem in deck.problems:
        if problem.severity == "error":
            raise Unreadable(_sentence(deck, problem))


def demand_legal(deck: Deck, rules: Format, pool: Pool) -> None:
    """Refuse a deck that the format does not allow, by the first thing that is wrong."""
    demand_readable(deck)
    for problem in check(deck, rules, pool):
        if problem.severity == "error":
            raise Refused(_sentence(deck, problem))


def demand_playable(deck: Deck, pool: Pool) -> None:
    """Refuse a deck with cards that the engine cannot play yet, by their names."""
    demand_readable(deck)
    missing = [name for name, _ in deck.cards if not pool.playable(name)]
    if missing:
        shown = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if missing[3:] else "")
        raise Refused(f"{deck.place}: not playable yet: {shown}.")


def _sentence(deck: Deck, problem: Problem) -> str:
    """Write a problem as an error message."""
    place = deck.place if problem.line is None else f"{deck.place}:{problem.line}"
    return " ".join(part for part in (f"{place}: {problem.message}", problem.fix) if part)


def _size(deck: Deck, rules: Format) -> Iterator[Problem]:
    """The main deck must have as many cards as the format says, if every line could be read."""
    if any((each.severity, each.rule) == ("error", "unreadable-line") for each in deck.problems):
        return
    size = deck.size
    least, most = rules.smallest, rules.largest
    if size < least:
        fix = f"Add {_cards(least - size)}."
    elif most is not None and size > most:
        fix = f"Take out {_cards(size - most)}."
    else:
        return
    message = f"The deck has {_cards(size)}; {rules.name} asks for {rules.size}."
    yield Problem(severity="error", rule="size", message=message, fix=fix)


def _zones(deck: Deck, rules: Format) -> Iterator[Problem]:
    """Zones beside the main deck."""
    if deck.count(SIDEBOARD):
        message = f"{_cards(deck.count(SIDEBOARD))} in the sideboard: there are no sideboards."
        fix = "They are not counted; leave them out, or move them to the main deck."
        yield Problem(severity="warning", rule="zone", message=message, fix=fix)
    beside = deck.count(HYPERSPATIAL)
    if beside > rules.hyperspatial:
        limit = f"at most {rules.hyperspatial}" if rules.hyperspatial else "no such zone"
        message = f"{_cards(beside)} in the hyperspatial zone; {rules.name} has {limit}."
        fix = f"Take out {_cards(beside - rules.hyperspatial)}."
        yield Problem(severity="error", rule="zone", message=message, fix=fix)


def _copies(deck: Deck, rules: Format) -> Iterator[Problem]:
    """No card may stand in the deck more often than the format allows, over all its lines."""
    copies: dict[str, int] = {}
    lines: dict[str, list[int]] = {}
    for entry in deck.entries:
        if entry.zone != SIDEBOARD:
            copies[entry.name] = copies.get(entry.name, 0) + entry.count
            lines.setdefault(entry.name, []).append(entry.line)
    for name, count in copies.items():
        yield from _too_many(name, count, lines[name], rules)


def _too_many(name: str, count: int, lines: list[int], rules: Format) -> Iterator[Problem]:
    """Say which limit a card passes."""
    if name in rules.banned:
        rule, limit, message = "banned", 0, f"{name} is banned in {rules.name}."
    else:
        limit = rules.restricted.get(name, rules.copies)
        rule = "restricted" if name in rules.restricted else "copies"
        where = f" over lines {_list(lines)}" if len(lines) > 1 else ""
        message = f"{_copies_of(count)} of {name}{where}; {rules.name} allows {limit}."
    if count > limit:
        fix = f"Take out {count - limit}."
        yield Problem(
            severity="error", rule=rule, card=name, line=lines[-1], message=message, fix=fix
        )


def _not_playable(deck: Deck, pool: Pool) -> Iterator[Problem]:
    """Cards whose text is not written in the rules language yet."""
    for name, _ in deck.cards:
        if not pool.playable(name):
            yield _warning(
                deck, "not-playable", name, f"{name} is not playable yet: games refuse it."
            )


def _no_base(deck: Deck, pool: Pool) -> Iterator[Problem]:
    """Evolution creatures that nothing in the deck can be a base of."""
    creatures = [card for card, _ in _defs(deck, pool) if card.is_creature]
    for card, _ in _defs(deck, pool):
        for traits in bases_of(card.name, pool) or ():
            if not any(fits(base, traits) for base in creatures if base is not card):
                message = f"{card.name} can evolve from no creature of this deck."
                yield _warning(
                    deck, "no-base", card.name, message, "Add creatures that it evolves."
                )
                break


def _unpayable(deck: Deck, pool: Pool) -> Iterator[Problem]:
    """Cards with a civilization that no other card of the deck can be charged for."""
    supply: dict[str, int] = {}
    for card, count in _defs(deck, pool):
        for civilization in card.civilizations:
            supply[civilization] = supply.get(civilization, 0) + count
    for card, _ in _defs(deck, pool):
        lacking = [each for each in card.civilizations if supply[each] == 1]
        if lacking:
            message = (
                f"{card.name} cannot be paid: no other card gives {' or '.join(lacking)} mana."
            )
            fix = f"Add {' and '.join(lacking)} cards, or take it out."
            yield _warning(deck, "unpayable", card.name, message, fix)


def _slow_start(deck: Deck, pool: Pool) -> Iterator[Problem]:
    """A deck with nothing to play in its first turns."""
    costs = [card.cost for card, _ in _defs(deck, pool) if not card.is_evolution]
    if costs and min(costs) >= SLOW_FROM:
        message = f"No card can be played before turn {min(costs)}."
        fix = "Add some cards that cost 2 or 3."
        yield Problem(severity="warning", rule="slow-start", message=message, fix=fix)


def _warning(deck: Deck, rule: str, name: str, message: str, fix: str = "") -> Problem:
    """Warn of a card where it first stands."""
    line = min(deck.lines_of(name), default=None)
    return Problem(severity="warning", rule=rule, card=name, line=line, message=message, fix=fix)


def _defs(deck: Deck, pool: Pool) -> Iterator[tuple[CardDef, int]]:
    """The cards of the main deck as they are printed."""
    for name, count in deck.cards:
        yield pool.cards[name], count


def _cards(count: int) -> str:
    """A number of cards in words."""
    return f"{count} card" if count == 1 else f"{count} cards"


def _copies_of(count: int) -> str:
    return f"{count} copy" if count == 1 else f"{count} copies"


def _list(numbers: list[int]) -> str:
    """3, 5 and 9"""
    *first, last = map(str, dict.fromkeys(numbers))
    return f"{', '.join(first)} and {last}" if first else last
