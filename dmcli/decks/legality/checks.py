"""Checks a deck: what is wrong under a format, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from dmcli.cards import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused, Unreadable
from dmcli.decks.legality.formats import Format
from dmcli.decks.legality.tally import Tally
from dmcli.decks.legality.wisdom import unwise
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, Deck, Problem

_UNREAD: Final = ("unknown-card", "unreadable-line")
_RANK: Final = {"error": 0, "warning": 1, "note": 2}


def check(deck: Deck, rules: Format, pool: Pool) -> list[Problem]:
    """List everything there is to say about a deck, errors first, then by line."""
    tally = Tally(deck, pool)
    problems = [
        *deck.problems,
        *_size(tally, deck, rules),
        *_zones(tally, rules, pool),
        *_copies(tally, rules),
        *_pairs(tally, rules),
        *_allowed(tally, rules, pool),
        *unwise(tally, pool),
    ]
    return ranked(problems)


def ranked(problems: Iterable[Problem]) -> list[Problem]:
    """Put errors first, then warnings, then notes, each by line."""
    return sorted(problems, key=lambda each: (_RANK[each.severity], each.line or 0))


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


def _size(tally: Tally, deck: Deck, rules: Format) -> Iterator[Problem]:
    """The main deck must have as many cards as the format says, if every line could be read."""
    size = tally.zones[MAIN]
    least, most = rules.smallest, rules.largest
    if size < least:
        fix = f"Add {_cards(least - size)}."
    elif most is not None and size > most:
        fix = f"Take out {_cards(size - most)}."
    else:
        return
    if any((each.severity, each.rule) == ("error", "unreadable-line") for each in deck.problems):
        return
    message = f"The deck has {_cards(size)}; {rules.name} asks for {rules.size}."
    yield Problem(severity="error", rule="size", message=message, fix=fix)


def _zones(tally: Tally, rules: Format, pool: Pool) -> Iterator[Problem]:
    """Zones beside the main deck."""
    aside = tally.zones[SIDEBOARD]
    if aside:
        message = f"{_cards(aside)} in the sideboard: there are no sideboards."
        fix = "They are not counted; leave them out, or move them to the main deck."
        yield Problem(severity="warning", rule="zone", message=message, fix=fix)
    beside = tally.zones[HYPERSPATIAL]
    if beside > rules.hyperspatial:
        limit = f"at most {rules.hyperspatial}" if rules.hyperspatial else "no such zone"
        message = f"{_cards(beside)} in the hyperspatial zone; {rules.name} has {limit}."
        fix = f"Take out {_cards(beside - rules.hyperspatial)}."
        yield Problem(severity="error", rule="zone", message=message, fix=fix)
    elif beside:
        yield from _no_psychics(tally, pool)


def _no_psychics(tally: Tally, pool: Pool) -> Iterator[Problem]:
    """Cards that lie in the hyperspatial zone and could never be there in a game."""
    names = [name for name in tally.beside if not pool.cards[name].type.startswith("psychic")]
    if names:
        message = f"{_names(names)}: only psychic cards belong in the hyperspatial zone."
        line = tally.first_line(names[0])
        fix = "Move what is none to the main deck."
        yield Problem(severity="warning", rule="zone", message=message, fix=fix, line=line)


def _copies(tally: Tally, rules: Format) -> Iterator[Problem]:
    """No card may stand in the deck more often than the format allows, over all its lines."""
    most = rules.copies
    for name, count in tally.copies.items():
        if name in rules.banned or name in rules.restricted or count > most:
            yield from _too_many(name, count, tally.lines[name], rules)


def _too_many(name: str, count: int, lines: list[int], rules: Format) -> Iterator[Problem]:
    """Say which limit a card passes."""
    if name in rules.banned:
        rule, limit, message = "banned", 0, f"{name} is banned in {rules.name}."
    else:
        limit = rules.restricted.get(name, rules.copies)
        rule = "restricted" if name in rules.restricted else "copies"
        where = f" over lines {_list(lines)}" if len(set(lines)) > 1 else ""
        message = f"{_copies_of(count)} of {name}{where}; {rules.name} allows {limit}."
    if count > limit:
        yield _error(rule, name, lines, message, f"Take out {count - limit}.")


def _pairs(tally: Tally, rules: Format) -> Iterator[Problem]:
    """Of cards that are banned together only one may be in the deck."""
    for group in rules.pairs:
        here = [name for name in group if name in tally.copies]
        if len(here) > 1:
            last = max(here, key=lambda name: tally.lines[name][-1])
            message = f"{_names(here)} may not be in one deck in {rules.name}."
            yield _error("pair", last, tally.lines[last], message, "Keep only one of them.")


def _allowed(tally: Tally, rules: Format, pool: Pool) -> Iterator[Problem]:
    """Every card must be of the sets, rarities and civilizations of the format."""
    if not (rules.sets or rules.rarities or rules.civilizations):
        return
    for card in tally.known(pool):
        for rule, reason in _reasons(card, rules):
            count = tally.copies[card.name]
            message = f"{card.name} is not in {rules.name}: {reason}."
            yield _error(rule, card.name, tally.lines[card.name], message, f"Take out {count}.")


def _reasons(card: CardDef, rules: Format) -> Iterator[tuple[str, str]]:
    """Why a format has no place for a card, by rule; one allowed printing is enough."""
    printed = list(dict.fromkeys(printing.split()[0] for printing in card.printings))
    if rules.sets and not set(printed) & set(rules.sets):
        yield "set", f"it was printed in {_names(printed) or 'no set'}"
    if rules.rarities and card.rarity not in rules.rarities:
        yield "rarity", f"its rarity is {card.rarity}"
    strange = [each for each in card.civilizations if each not in rules.civilizations]
    if rules.civilizations and strange:
        yield "civilization", f"it is a card of {_names(strange)}"


def _error(rule: str, name: str, lines: list[int], message: str, fix: str) -> Problem:
    """Say what is not allowed where a card stands last."""
    return Problem(severity="error", rule=rule, card=name, line=lines[-1], message=message, fix=fix)


def _cards(count: int) -> str:
    """A number of cards in words."""
    return f"{count} card" if count == 1 else f"{count} cards"


def _copies_of(count: int) -> str:
    return f"{count} copy" if count == 1 else f"{count} copies"


def _list(numbers: list[int]) -> str:
    """3, 5 and 9"""
    return _names([*map(str, dict.fromkeys(numbers))])


def _names(words: Sequence[str]) -> str:
    """One, Another and a Third"""
    *first, last = words or [""]
    return f"{', '.join(first)} and {last}" if first else last
