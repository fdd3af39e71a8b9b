"""Decks as Tabletop Simulator saves them: piles of cards with nicknames, on the table or in bags.

It shows a card by its picture. We have none: each card of a written deck has an empty place for
the address of one, and its name stands in its nickname.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NoReturn, final

from dmcli.cards import Pool
from dmcli.core.errors import Refused, Unreadable
from dmcli.decks.forms.about import about_lines, read_about
from dmcli.decks.forms.entries import Entries, short
from dmcli.decks.forms.json_tree import Array, Object, read_json
from dmcli.decks.forms.words import ZONE_HEADS, zone_named, zone_of
from dmcli.decks.model import MAIN, ZONES, Deck

#: A written file has an object for every copy.
MOST_CARDS: Final = 1000

_PILES: Final = ("Deck", "DeckCustom")
_ZONE_NOTE: Final = "zone: "
_MARKUP: Final = re.compile(r"\[/?(?:[biu]|sup|sub|[0-9A-Fa-f]{6}|-)\]")
_TRANSFORM: Final = dict(
    zip(
        ("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"),
        (0.0, 1.0, 0.0, 0.0, 180.0, 180.0, 1.0, 1.0, 1.0),
        strict=True,
    )
)
_PICTURE: Final = {
    "FaceURL": "",
    "BackURL": "",
    "NumWidth": 1,
    "NumHeight": 1,
    "BackIsHidden": True,
    "UniqueBack": False,
}
#: How far apart the piles lie on the table.
_APART: Final = 3.0


def read_tabletop(text: str, pool: Pool, path: str, name: str) -> Deck:
    """Read a saved object."""
    place = Deck(name=name, path=path).place
    tree = read_json(text, place)
    if not isinstance(tree, Object) or not is_saved(tree):
        raise Unreadable(f"{place}: is not an object that Tabletop Simulator saved.")
    return deck_of(tree, Entries(pool, place, numbered="\n" not in text.strip()), path, name)


def is_saved(tree: Object) -> bool:
    """Whether this is what Tabletop Simulator writes."""
    marks = ("ObjectStates", "ContainedObjects", "CardID", "DeckIDs")
    return any(mark in tree for mark in marks)


def deck_of(tree: Object, entries: Entries, path: str, name: str) -> Deck:
    """Read the piles and the loose cards of a saved object as one deck."""
    table = _Table(entries)
    table.lay_out(tree)
    return table.deck(_text(tree, "SaveName") or name, path)


@final
class _Pile:
    """Some cards that lie together, in a zone if something says so."""

    def __init__(self, thing: Object, zone: str | None, line: int) -> None:
        self.cards: list[tuple[Object, int]] = []
        self.zone = zone
        self.line = line
        self.nickname = _text(thing, "Nickname")
        self.named = zone_of(self.nickname) is None or _noted(thing) is not None
        self.about = read_about(_text(thing, "Description"))


@final
class _Table:
    """The things of a saved object while they are read."""

    def __init__(self, entries: Entries) -> None:
        self.cards = entries
        self.piles: list[_Pile] = []
        self.loose: dict[str, list[tuple[Object, int]]] = {zone: [] for zone in ZONES}
        self.others = 0

    def lay_out(self, tree: Object) -> None:
        """Find the piles and the loose cards of a save, or of one thing."""
        states = tree.get("ObjectStates")
        if isinstance(states, Array):
            self._things(states, None)
        else:
            self._thing(tree, None, 1)

    def deck(self, name: str, path: str) -> Deck:
        """Read the cards, zone by zone."""
        mains = [pile for pile in self.piles if pile.zone in (None, MAIN)]
        if len(mains) > 1:
            named = ", ".join(f"'{short(pile.nickname)}'" for pile in mains[:3])
            self._refuse(f"holds {len(mains)} decks ({named}); save each as an object of its own")
        for zone in ZONES:
            self.cards.zone = zone
            for pile in self.piles:
                if (pile.zone or MAIN) == zone:
                    self._read(pile.cards)
            self._read(self.loose[zone])
        if self.others:
            others = "1 thing" if self.others == 1 else f"{self.others:,} things"
            self.cards.line = 1
            self.cards.say("note", "unreadable-line", f"{others} without cards passed over.")
        main = mains[0] if mains else None
        title = main.nickname if main and main.named else ""
        about = main.about if main else read_about("")
        return self.cards.deck("tts", path, title or name, about.author, about.remarks)

    def _things(self, things: Array, zone: str | None) -> None:
        """Look at each of some things."""
        for thing, line in zip(things, things.lines, strict=True):
            if isinstance(thing, Object):
                self._thing(thing, zone, line)
            else:
                self.others += 1

    def _thing(self, thing: Object, zone: str | None, line: int) -> None:
        """Take a pile or a card, or open what holds things."""
        zone = _noted(thing) or zone_named(_text(thing, "Nickname")) or zone
        held = thing.get("ContainedObjects")
        if thing.get("Name") in _PILES or "DeckIDs" in thing:
            self._pile(thing, zone, line)
        elif isinstance(held, Array):
            self._things(held, zone)
        elif "CardID" in thing:
            self.loose[zone or MAIN].append((thing, line))
        else:
            self.others += 1

    def _pile(self, thing: Object, zone: str | None, line: int) -> None:
        """Take a pile; one that lists more cards than it holds has lost names."""
        pile = _Pile(thing, zone, line)
        held, ids = thing.get("ContainedObjects"), thing.get("DeckIDs")
        if isinstance(held, Array):
            pairs = zip(held, held.lines, strict=True)
            pile.cards = [(card, at) for card, at in pairs if isinstance(card, Object)]
        stated = len(ids) if isinstance(ids, Array) else len(pile.cards)
        if stated > len(pile.cards):
            self.cards.line = line
            message = f"{stated - len(pile.cards)} cards of this pile have no name."
            self.cards.misread(message, "Save the deck again with its cards named.")
        self.piles.append(pile)

    def _read(self, cards: list[tuple[Object, int]]) -> None:
        """Take the cards of a pile by their nicknames, copy by copy."""
        for card, line in cards:
            self.cards.line = line
            nickname = bare(_text(card, "Nickname"))
            if nickname:
                self.cards.take_one(nickname)
            else:
                message = "This card has no name; the game knows it by its picture."
                self.cards.misread(message, "Name it in the game and save it again.")

    def _refuse(self, what: str) -> NoReturn:
        """Refuse the document in one sentence."""
        raise Unreadable(f"{self.cards.place}: {what}.")


def bare(nickname: str) -> str:
    """The first line of a nickname, without its colours: the name of the card."""
    lines = _MARKUP.sub("", nickname).strip().splitlines()
    return lines[0] if lines else ""


def _text(thing: Object, key: str) -> str:
    """A text of a thing, else nothing."""
    value = thing.get(key)
    return value if isinstance(value, str) else ""


def _noted(thing: Object) -> str | None:
    """The zone that the notes of a pile say, as we write them."""
    note = _text(thing, "GMNotes")
    return zone_of(note.removeprefix(_ZONE_NOTE)) if note.startswith(_ZONE_NOTE) else None


def write_tabletop(deck: Deck, pool: Pool) -> str:
    """Write a saved object with a pile for each zone."""
    if deck.total > MOST_CARDS:
        raise Refused(
            f"{deck.place}: has {deck.total:,} cards; Tabletop Simulator keeps an object for each, "
            f"and more than {MOST_CARDS:,} are not written."
        )
    names = dict.fromkeys(entry.name for entry in deck.entries)
    numbers = {name: number for number, name in enumerate(names, 1)}
    things = [_written(deck, zone, numbers) for zone in deck.zones]
    for place, thing in enumerate(things):
        thing["Transform"] = {**_TRANSFORM, "posX": place * _APART}
    saved = {"SaveName": deck.name, "GameMode": "", "Note": "", "ObjectStates": things}
    return json.dumps(saved, ensure_ascii=False, indent=1) + "\n"


def _written(deck: Deck, zone: str, numbers: dict[str, int]) -> dict[str, Any]:
    """Write the pile of a zone; a pile of one is a card."""
    cards = list(_cards(deck, zone, numbers))
    pictures = {str(card["CardID"] // 100): _PICTURE for card in cards}
    if len(cards) == 1:
        return {**cards[0], "GMNotes": f"{_ZONE_NOTE}{zone}", "CustomDeck": pictures}
    return {
        "Name": "DeckCustom",
        "Nickname": deck.name if zone == MAIN else ZONE_HEADS[zone],
        "Description": "\n".join(about_lines(deck)) if zone == MAIN else "",
        "GMNotes": f"{_ZONE_NOTE}{zone}",
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": pictures,
        "ContainedObjects": cards,
    }


def _cards(deck: Deck, zone: str, numbers: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Write every copy of a zone."""
    for entry in deck.entries:
        for _ in range(entry.count if entry.zone == zone else 0):
            number = numbers[entry.name] * 100
            yield {
                "Name": "Card",
                "Transform": _TRANSFORM,
                "Nickname": entry.name,
                "CardID": number,
            }
