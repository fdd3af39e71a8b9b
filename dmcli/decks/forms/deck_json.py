"""Decks in JSON: our own documents, and the plain shapes in which other people publish theirs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn, final

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.forms import tabletop, words
from dmcli.decks.forms.entries import Entries, short, shown
from dmcli.decks.forms.json_tree import Array, Object, read_json
from dmcli.decks.forms.words import digits_of, first_of, folded
from dmcli.decks.model import MAIN, Deck

SCHEMA: Final = "dmcli.deck/1"

#: So many values of a list are looked at to say what it is a list of.
MOST_TRIED: Final = 100

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
ABOUT: Final = (*words.TITLE_WORDS, *words.AUTHOR_WORDS, *words.REMARK_WORDS, "schema")
_MEANT: Final = re.compile(r'"(?:cards|deck|decklist|main|count|qty|quantity)"', re.IGNORECASE)
#: Words of a count that are never a collector's number.
_SURE_COUNTS: Final = ("count", "qty", "quantity", "amount", "copies")
_HOW_TO_WRITE: Final = 'Write {"count": 4, "name": "Aqua Hulcus"}.'


def read_deck_json(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a deck from JSON; what Tabletop Simulator saved is read as such."""
    place = Deck(name=name, path=path).place
    tree = read_json(text, place)
    entries = Entries(pool, place, numbered="\n" not in text.strip())
    if isinstance(tree, Object) and tabletop.is_saved(tree):
        return tabletop.deck_of(tree, entries, path, name)
    return _Document(entries).deck(tree, path, name)


def is_deck_json(text: str) -> bool:
    """Whether a document has what only decks have; a broken one may have been meant as a deck."""
    try:
        tree = read_json(text, "")
    except Unreadable:
        return bool(_MEANT.search(text))
    if isinstance(tree, Object):
        schema = str(tree.get("schema", SCHEMA))
        foreign = schema.startswith("dmcli.") and schema != SCHEMA
        return not foreign and (bool(_lists_in(tree)) or tabletop.is_saved(tree) or _is_map(tree))
    return any(isinstance(card, str) or _named(card) for card in tree[:MOST_TRIED])


def write_deck_json(
    deck: Deck,
    pool: Pool,
    of_card: Mapping[str, Any] = NOTHING,
    of_deck: Mapping[str, Any] = NOTHING,
) -> str:
    """Write our own document, one card a line; more may be said of each card and of the deck."""
    about = {"schema": SCHEMA, "name": deck.name, "author": deck.author, "remarks": deck.remarks}
    said = {key: value for key, value in about.items() if value} | dict(of_deck)
    lines = [f"  {_json(key)}: {_json(value)}," for key, value in said.items()]
    cards = [
        _json(
            {"count": entry.count, "name": entry.name}
            | ({"zone": entry.zone} if entry.zone != MAIN else {})
            | dict(of_card.get(entry.name, {}))
        )
        for entry in deck.entries
    ]
    rows = ",\n".join(f"    {card}" for card in cards)
    return "\n".join(["{", *lines, '  "cards": [', *([rows] if rows else []), "  ]", "}"]) + "\n"


def _json(value: Any) -> str:
    """Write one value on one line."""
    return json.dumps(value, ensure_ascii=False)


@final
class _Document:
    """One document while it is read."""

    def __init__(self, entries: Entries) -> None:
        self.cards = entries
        self.title = self.author = ""
        self.remarks: list[str] = []
        self.passed: dict[str, None] = {}

    def deck(self, tree: Object | Array, path: str, name: str) -> Deck:
        """Read the tree."""
        self.cards.line = 1
        if isinstance(tree, Array):
            self._whole_list(tree)
        else:
            self._object(tree)
        if self.passed:
            self.cards.line = 1
            message = f"Passed over: {short(', '.join(self.passed))}."
            self.cards.say("note", "unreadable-line", message)
        return self.cards.deck("json", path, self.title or name, self.author, tuple(self.remarks))

    # ------------------------------------------------------------ what holds cards

    def _whole_list(self, tree: Array) -> None:
        """Read a list of cards, or one that holds the only deck."""
        decks = [each for each in tree if isinstance(each, Object) and _lists_in(each)]
        if not decks:
            self._list(tree)
        elif len(tree) == 1:
            self._object(decks[0])
        else:
            self._refuse(f"holds {len(decks)} decks; write each into a file of its own")

    def _object(self, tree: Object) -> None:
        """Read a deck with its title and its lists, or a map of names and counts."""
        self._about(tree)
        lists = _lists_in(tree)
        rest = [key for key in tree if key not in lists and folded(key) not in ABOUT]
        outer = self.cards.zone
        held: dict[str, str] = {}
        for key in lists:
            self.cards.line = tree.lines[key]
            zone = words.zone_named(key) or outer
            if tree[key]:
                self._say_second(key, held.setdefault(zone, key), zone)
            self._zone(zone, tree[key])
        if lists:
            self._pass_over(tree, rest)
        elif rest and _is_map(tree):
            self._map(tree, rest)
        else:
            self._refuse("has no list of cards")

    def _say_second(self, key: str, first: str, zone: str) -> None:
        """Doubt two lists of one zone: they may be the same cards twice."""
        if key != first:
            part = words.ZONE_HEADS[zone].lower()
            message = f"'{short(first)}' and '{short(key)}' are both the {part}: read one after"
            self.cards.say("warning", "zone", f"{message} the other.", "Take one of them out.")

    def _zone(self, zone: str, cards: Any) -> None:
        """Read the cards of one zone, in whichever way they are held."""
        self.cards.zone = zone
        if isinstance(cards, Array):
            self._list(cards)
        elif _lists_in(cards):
            self._object(cards)
        else:
            self._map(cards, cards)

    def _map(self, tree: Object, keys: Iterable[str]) -> None:
        """Read {"Name": 4, …}."""
        for key in keys:
            self.cards.line = tree.lines[key]
            self._take(tree[key], key)

    def _list(self, tree: Array) -> None:
        """Read [{"name": …, "count": …}, "4 Name", "Name", ["Name", 4], …]."""
        zone = self.cards.zone
        for card, line in zip(tree, tree.lines, strict=True):
            self.cards.line, self.cards.zone = line, zone
            if isinstance(card, str):
                self.cards.take_line(card)
            elif isinstance(card, Object):
                self._card(card)
            else:
                self._pair(card)

    # ------------------------------------------------------------ cards

    def _card(self, card: Object) -> None:
        """Read {"name": …, "count": …, "zone": …}; what else is said of a card is not read."""
        name = _found(card, words.NAME_WORDS)
        if isinstance(name, Object):
            name = _found(name, words.NAME_WORDS)
        if not isinstance(name, str):
            self.cards.misread("This card has no name.", _HOW_TO_WRITE)
            return
        zone = _found(card, words.ZONE_WORDS)
        if zone is not None:
            self.cards.choose_zone(zone if isinstance(zone, str) else json.dumps(zone))
        if first_of(words.COUNT_WORDS, map(folded, card)):
            self._take(_found(card, words.COUNT_WORDS), name)
            self._tell_of_counts(card, name)
        else:
            self.cards.take_one(name)

    def _tell_of_counts(self, card: Object, name: str) -> None:
        """Warn of a card whose counts differ, for only one of them can be taken."""
        said = [f"{key}: {card[key]}" for key in card if folded(key) in _SURE_COUNTS]
        if len({_digits(card[key]) for key in card if folded(key) in _SURE_COUNTS}) > 1:
            message = f"'{short(name)}' has more than one count ({short(', '.join(said))})."
            self.cards.say("warning", "unreadable-line", message, "Keep the right one.")

    def _pair(self, pair: Any) -> None:
        """Read ["Name", 4] or [4, "Name"]."""
        texts = [each for each in pair if isinstance(each, str)] if _is_pair(pair) else []
        counts = [each for each in pair if not isinstance(each, str)] if texts else []
        if len(texts) == 1 and len(counts) == 1:
            self._take(counts[0], texts[0])
        else:
            self.cards.misread(f"Here is {_kind(pair)} where a card should be.", _HOW_TO_WRITE)

    def _take(self, count: Any, name: str) -> None:
        """Take a count and a name."""
        digits = _digits(count)
        if digits is None:
            written = f"'{short(count)}'" if isinstance(count, str) else _kind(count)
            message = f"{written[:1].upper()}{written[1:]} is no count of '{short(name)}'."
            self.cards.misread(message, "Write a whole number.")
        else:
            self.cards.take(digits, name)

    # ------------------------------------------------------------ what is about the deck

    def _about(self, tree: Object) -> None:
        """Read title, author and remarks."""
        schema = tree.get("schema")
        if isinstance(schema, str) and schema.startswith("dmcli.") and schema != SCHEMA:
            self._refuse(f"is written as '{short(schema)}', which is not '{SCHEMA}'")
        self.title = _text(tree, words.TITLE_WORDS) or self.title
        self.author = _text(tree, words.AUTHOR_WORDS) or self.author
        for key in tree:
            if folded(key) in words.REMARK_WORDS:
                said = tree[key] if isinstance(tree[key], Array) else [tree[key]]
                texts = [
                    line for text in said if isinstance(text, str) for line in text.split("\n")
                ]
                self.remarks += [line.strip() for line in texts if line.strip()]

    def _pass_over(self, tree: Object, keys: list[str]) -> None:
        """Remember what was not read, to say it once; a list that may hold cards is a warning."""
        for key in keys:
            if _may_be_cards(tree[key], self.cards.pool):
                self.cards.line = tree.lines[key]
                message = f"'{short(key)}' is no zone of a deck and was passed over."
                self.cards.say("warning", "unreadable-line", message)
            else:
                self.passed[shown(key)] = None

    def _refuse(self, what: str) -> NoReturn:
        """Refuse the document in one sentence."""
        raise Unreadable(f"{self.cards.place}:{self.cards.line}: {what}.")


def _lists_in(tree: Object) -> list[str]:
    """The keys under which an object holds lists of cards."""
    return [
        key
        for key, value in tree.items()
        if folded(key) in words.LIST_WORDS and isinstance(value, Object | Array)
    ]


def _is_map(tree: Object) -> bool:
    """Whether an object maps names to counts, what is said about the deck aside."""
    counts = [value for key, value in tree.items() if folded(key) not in ABOUT]
    return bool(counts) and all(_digits(count) is not None for count in counts)


def _may_be_cards(value: Any, pool: Pool) -> bool:
    """Whether something that is not read looks like a list of cards, or has them for its keys."""
    if isinstance(value, Object):
        return any(pool.find(key, typos=False).found for key in list(value)[:MOST_TRIED])
    each = value if isinstance(value, Array) else []
    return any(
        card[:1].isdigit() if isinstance(card, str) else _named(card) for card in each[:MOST_TRIED]
    )


def _named(card: Any) -> bool:
    """Whether a value is an object with a name."""
    return isinstance(card, Object) and isinstance(_found(card, words.NAME_WORDS), str)


def _found(tree: Object, wanted: Iterable[str]) -> Any:
    """The value of the first of these words that is a key."""
    keys = {folded(key): key for key in tree}
    word = first_of(wanted, keys)
    return tree[keys[word]] if word else None


def _text(tree: Object, wanted: Iterable[str]) -> str:
    """The first text under one of these words."""
    keys = {folded(key): key for key in tree}
    values = [tree[keys[word]] for word in wanted if word in keys]
    return next((value for value in values if isinstance(value, str) and value.strip()), "")


def _digits(value: Any) -> str | None:
    """Write a count in digits; None when it is none."""
    if isinstance(value, float) and value.is_integer():
        return f"{value:.0f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return digits_of(value) if isinstance(value, str) else None


def _is_pair(value: Any) -> bool:
    return isinstance(value, Array) and len(value) == 2


def _kind(value: Any) -> str:
    """Name what a value is."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return f"the number {value:.6g}"
    return "a text" if isinstance(value, str) else "a list or an object"
