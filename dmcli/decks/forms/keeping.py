"""Writes a deck over its old file: what the file held of a card beside its count stays with it.

OCTGN's ids, Cockatrice's printings, the pictures of Tabletop Simulator and other keys of a JSON
document belong to cards; a card that stays keeps them, as long as they are small.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from dmcli.cards import Pool
from dmcli.decks.forms import deck_json, deck_xml, tabletop, words
from dmcli.decks.forms.entries import Entries
from dmcli.decks.forms.json_tree import Array, Object, read_json
from dmcli.decks.forms.words import first_of, folded
from dmcli.decks.forms.xml_tree import Element, read_xml
from dmcli.decks.model import Deck

#: What is larger, written in JSON, does not stay: a card may have a thousand copies.
LARGEST: Final = 2000

_ATTRIBUTE: Final = re.compile(r"[A-Za-z_][\w.-]*")
_CARD_WORDS: Final = frozenset((*words.COUNT_WORDS, *words.NAME_WORDS, *words.ZONE_WORDS))
_DECK_WORDS: Final = frozenset((*deck_json.ABOUT, *words.LIST_WORDS))
#: What a card of Tabletop Simulator may say of itself.
_TOLD: Final = ("Description", "GMNotes", "Memo", "Tags", "Value")

Keeper = Callable[[str, Deck, Pool], str]
Of = dict[str, Any]


def keep_o8d(text: str, deck: Deck, pool: Pool) -> str:
    """Write a deck of OCTGN with the ids that its cards had."""
    ids = {
        name: card.attributes["id"]
        for name, card in _named(_cards_in(read_xml(text, "")), pool)
        if _is_small(card.attributes.get("id", "x" * LARGEST))
    }
    return deck_xml.write_deck_o8d(deck, pool, ids)


def keep_cod(text: str, deck: Deck, pool: Pool) -> str:
    """Write a deck of Cockatrice with the printings that its cards had."""
    of_card = {
        name: {
            key: value
            for key, value in card.written_attributes.items()
            if folded(key) not in _CARD_WORDS and _ATTRIBUTE.fullmatch(key) and _is_small(value)
        }
        for name, card in _named(_cards_in(read_xml(text, "")), pool)
    }
    return deck_xml.write_deck_cod(deck, pool, of_card)


def keep_json(text: str, deck: Deck, pool: Pool) -> str:
    """Write our JSON with what a document said besides of the deck and of each card."""
    tree = read_json(text, "")
    of_card = {name: _others(card, _CARD_WORDS) for name, card in _named(_objects(tree), pool)}
    of_deck = _others(tree, _DECK_WORDS) if isinstance(tree, Object) else {}
    of_deck = {key: value for key, value in of_deck.items() if pool.find(key).name is None}
    return deck_json.write_deck_json(deck, pool, of_card, of_deck)


def keep_saved(text: str, deck: Deck, pool: Pool) -> str:
    """Write a save of Tabletop Simulator with the pictures that its cards had."""
    sheets: dict[str, Any] = {}
    cards: dict[str, Object] = {}
    for thing in _objects(read_json(text, "")):
        held = thing.get("CustomDeck")
        sheets |= held if isinstance(held, Object) else {}
        if "CardID" in thing:
            for name, card in _named([thing], pool):
                cards.setdefault(name, card)
    saved = json.loads(tabletop.write_tabletop(deck, pool))
    for pile in saved["ObjectStates"]:
        _picture(pile, cards, sheets)
    return json.dumps(saved, ensure_ascii=False, indent=1) + "\n"


def _picture(pile: Of, cards: dict[str, Object], sheets: Of) -> None:
    """Give the cards of a written pile their old pictures and what they told."""
    for card in pile.get("ContainedObjects", [pile]):
        old = cards.get(card["Nickname"])
        number = old.get("CardID") if old else None
        if old is None or not isinstance(number, int):
            continue
        sheet = sheets.get(str(number // 100))
        if isinstance(sheet, Object) and _is_small(sheet):
            pile["CustomDeck"][str(card["CardID"] // 100)] = sheet
            card["CardID"] += number % 100
        card |= {
            key: old[key] for key in _TOLD if key in old and key not in card and _is_small(old[key])
        }
    if "DeckIDs" in pile:
        pile["DeckIDs"] = [card["CardID"] for card in pile["ContainedObjects"]]


def _others(tree: Object, known: frozenset[str]) -> Of:
    """What an object holds besides the keys that we read."""
    return {
        key: value for key, value in tree.items() if folded(key) not in known and _is_small(value)
    }


def _is_small(value: Any) -> bool:
    """Whether a value is small enough to stay."""
    return len(json.dumps(value)) <= LARGEST


def _named(things: Any, pool: Pool) -> Iterator[tuple[str, Any]]:
    """The things that are cards of the pool, by their printed names, each the first time only."""
    entries = Entries(pool, "")
    seen: set[str] = set()
    for thing in things:
        name = entries.find(_name(thing)).name
        if name is not None and name not in seen:
            seen.add(name)
            yield name, thing


def _name(thing: Element | Object) -> str:
    """What a thing is called, nothing when it is not."""
    if isinstance(thing, Element):
        return thing.attributes.get("name", "") or thing.text
    keys = {folded(key): key for key in thing}
    word = first_of(words.NAME_WORDS if "CardID" not in thing else ("nickname",), keys)
    name = thing[keys[word]] if word else None
    return tabletop.bare(name) if isinstance(name, str) else ""


def _cards_in(root: Element) -> Iterator[Element]:
    """Every card of a tree."""
    for element in root.children:
        yield from _cards_in(element)
        if element.tag == "card":
            yield element


def _objects(tree: Any) -> Iterator[Object]:
    """Every object of a document."""
    if isinstance(tree, Object):
        yield tree
    values = tree.values() if isinstance(tree, Object) else tree if isinstance(tree, Array) else ()
    for value in values:
        yield from _objects(value)


#: Forms whose files say more of a card than we read.
KEEPERS: Final[dict[str, Keeper]] = {
    "o8d": keep_o8d,
    "cod": keep_cod,
    "json": keep_json,
    "tts": keep_saved,
}
