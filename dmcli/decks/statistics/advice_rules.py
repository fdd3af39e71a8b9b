"""Deck building advice as data: what is counted, what is fine, what is said, and who says so."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from dmcli.cards.roles import ROLES
from dmcli.core.errors import Unreadable
from dmcli.core.files import PACKAGE, read_text
from dmcli.core.nearest import did_you_mean
from dmcli.core.words import CARD_TYPES, CIVILIZATIONS
from dmcli.decks.statistics.advice_text import faults

OURS: Final = PACKAGE / "decks" / "statistics" / "advice.toml"

#: Far above what people write, far below what hurts.
FILE_LIMIT: Final = 128 * 1024
MOST_RULES: Final = 100
LONGEST_TEXT: Final = 1000
MOST_DOTS: Final = 300

#: Figures that are no count of cards of one kind.
FIGURES: Final = {
    "civilizations": "how many civilizations the deck has",
    "average cost": "the mean cost of its cards",
    "hard to pay": "cards, not triggers, that are paid on time in less than 80% of games",
    "single copies": "cards of which one copy is in the deck",
}
EACH: Final = ("civilization",)
SAYINGS: Final = ("fine", "less", "more")


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which cards are counted: those that fit everything that is said here."""

    types: tuple[str, ...] = ()
    #: Has at least one of these roles; has none of those.
    roles: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    civilizations: tuple[str, ...] = ()
    races: tuple[str, ...] = ()
    #: Lowest and highest; the highest may be left out.
    cost: tuple[int, ...] = (0,)
    power: tuple[int, ...] = ()


class When(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Speak only if a count or a figure is at least, or below, a number."""

    count: Kind | None = None
    figure: str = ""
    least: float | None = None
    below: float | None = None


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who says so: a title, and an address or the number of a rule of the rule book."""

    title: str
    address: str = ""
    rule: str = ""


class Says(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is said when the number is fine, too small or too large; words in {} are filled in."""

    fine: str
    less: str = ""
    more: str = ""


class Rule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One piece of advice."""

    id: str
    title: str
    count: Kind | None = None
    figure: str = ""
    #: The count is compared as a percentage of these.
    share_of: Kind | None = None
    #: Asked of each civilization of the deck by itself.
    each: str = ""
    when: tuple[When, ...] = ()
    #: The numbers are meant for so many cards and grow with the deck.
    per: int | None = None
    #: The number that the source names.
    about: int | None = None
    #: Lowest and highest number that is fine, and that is not off; the highest may be left out.
    fine: tuple[int, ...]
    look: tuple[int, ...] = (0,)
    says: Says
    #: The reason.
    why: str
    source: Source
    #: Cards to think of when there are too few.
    suggest: Kind | None = None
    #: Those with more of these roles come first.
    prefer: tuple[str, ...] = ()


class _Book(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    advice: tuple[Rule, ...]


@cache
def our_rules() -> tuple[Rule, ...]:
    """The rules that come with dmcli."""
    return read_rules(OURS)


def read_rules(path: Path) -> tuple[Rule, ...]:
    """Read a file of rules; whatever is wrong in it is an error with its place."""
    text = read_text(path, FILE_LIMIT)
    if any(row.partition("=")[0].count(".") > MOST_DOTS for row in text.splitlines()):
        raise Unreadable(f"{path}: a key has more dots than anybody needs.")
    try:
        rules = msgspec.convert(tomllib.loads(text), _Book).advice
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"{path}: this is not TOML: {error}.") from None
    except msgspec.ValidationError as error:
        raise Unreadable(f"{path}: {_in_words(str(error))}") from None
    except (RecursionError, ValueError):
        raise Unreadable(f"{path}: a value is nested too deeply or a number too long.") from None
    _judge(path, rules)
    return rules


def _in_words(message: str) -> str:
    """Say what does not fit the form, with the place and the nearest key."""
    what, _, place = message.partition(" - at ")
    key = re.search(r"unknown field `(.*)`", what)
    hint = did_you_mean(key.group(1), _KEYS) if key else ""
    number = re.search(r"advice\[(\d+)\]", place)
    where = f"advice {int(number.group(1)) + 1}" if number else "the file"
    inner = ".".join(word for word in re.findall(r"\.(\w+)", place) if word != "advice")
    return f"{where}{f', {inner}' if inner else ''}: {what}.{hint}"


def _judge(path: Path, rules: tuple[Rule, ...]) -> None:
    """Refuse rules that cannot be meant."""
    if not 1 <= len(rules) <= MOST_RULES:
        raise Unreadable(f"{path}: it has {len(rules)} rules, and can have 1 to {MOST_RULES}.")
    known: set[str] = set()
    for rule in rules:
        found = _wrong(rule)
        if rule.id in known:
            found = "this id stands twice."
        if found:
            raise Unreadable(f"{path}: advice '{_short(rule.id)}': {found}")
        known.add(rule.id)


def _wrong(rule: Rule) -> str:
    """What is wrong with a rule, or nothing."""
    checks = (_wrong_texts, _wrong_measures, _wrong_kinds, _wrong_numbers, _wrong_source)
    return next((found for check in checks if (found := check(rule))), "")


def _wrong_texts(rule: Rule) -> str:
    texts = {"id": rule.id, "title": rule.title, "why": rule.why, "source": rule.source.title}
    texts |= {key: getattr(rule.says, key) for key in SAYINGS}
    texts |= {"address": rule.source.address, "rule": rule.source.rule}
    for key, text in texts.items():
        if len(text) > LONGEST_TEXT or not (text == "" or text.isprintable()):
            return f"{key}: too long, or a sign in it is no text."
        if not text and key in ("id", "title", "why", "source", "fine"):
            return f"{key}: says nothing."
        fault = faults(text) if key in (*SAYINGS, "why", "title") else ""
        if fault:
            return f"{key}: {fault}"
    return ""


def _wrong_measures(rule: Rule) -> str:
    measured: tuple[Rule | When, ...] = (rule, *rule.when)
    for each in measured:
        if (each.count is None) == (each.figure == ""):
            return "give either count or figure."
        if each.figure and each.figure not in FIGURES:
            return _unknown("figure", each.figure, FIGURES)
    if rule.share_of is not None and rule.count is None:
        return "share_of needs a count."
    if rule.each and rule.each not in EACH:
        return _unknown("each", rule.each, EACH)
    if rule.each and rule.figure:
        return "each needs a count."
    silent = any(when.least is None and when.below is None for when in rule.when)
    return "when: say least or below." if silent else ""


def _wrong_kinds(rule: Rule) -> str:
    strange = next((word for word in rule.prefer if word not in ROLES), None)
    if strange is not None:
        return _unknown("prefer", strange, ROLES)
    kinds = [rule.count, rule.share_of, rule.suggest, *(when.count for when in rule.when)]
    for kind in filter(None, kinds):
        for key, known in _WORDS.items():
            for word in getattr(kind, key):
                if word not in known:
                    return _unknown(key, word, known)
        if not (_is_range(kind.cost) and (not kind.power or _is_range(kind.power))):
            return "cost and power take a lowest number and perhaps a highest one."
    return ""


def _wrong_numbers(rule: Rule) -> str:
    if not (_is_range(rule.fine) and _is_range(rule.look)):
        return "fine and look take a lowest number and perhaps a highest one."
    if rule.per is not None and not 1 <= rule.per <= 1000:
        return "per: 1 to 1000 cards."
    if not rule.says.less and rule.fine[0] > 0:
        return "less: says nothing, though a number can be too small."
    if not rule.says.more and len(rule.fine) > 1:
        return "more: says nothing, though a number can be too large."
    return ""


def _wrong_source(rule: Rule) -> str:
    source = rule.source
    if not (source.address or source.rule):
        return "source: give an address, or the number of a rule."
    if source.address and not source.address.startswith(("https://", "http://")):
        return "source: an address starts with https:// or http://."
    return ""


def _is_range(numbers: tuple[int, ...]) -> bool:
    return len(numbers) in (1, 2) and 0 <= numbers[0] <= numbers[-1] <= 10**6


def _unknown(key: str, word: str, known: Any) -> str:
    hint = did_you_mean(word, known) or f" There are: {', '.join(known)}."
    return f"{key}: unknown word '{_short(word)}'.{hint}"


def _short(text: str) -> str:
    """A text of the file in an error, not longer than a line and without signs that drive."""
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    return shown if shown.isprintable() else repr(shown)


_WORDS: Final = {
    "types": CARD_TYPES,
    "roles": tuple(ROLES),
    "without": tuple(ROLES),
    "civilizations": CIVILIZATIONS,
}
_KEYS: Final = tuple(
    dict.fromkeys(
        field.name
        for table in (_Book, Rule, Kind, When, Source, Says)
        for field in msgspec.structs.fields(table)
    )
)
