"""The rules that a deck is checked by: their ids, and what each means."""

from __future__ import annotations

from typing import Final, NamedTuple


class Rule(NamedTuple):
    """What a rule says, in a few words and in a sentence."""

    title: str
    meaning: str


RULES: Final = {
    "size": Rule(
        "Size of the main deck",
        "The main deck has the number of cards that the format asks for; "
        "a total that the list states is the number of cards in it.",
    ),
    "copies": Rule(
        "Copies of a card",
        "No card stands in a deck more often than the format allows, "
        "over all its lines, zones and printings.",
    ),
    "unknown-card": Rule("Unknown card", "Every name is the name of a card in the pool."),
    "unreadable-line": Rule("Unreadable line", "Every line can be read as part of a deck list."),
    "not-playable": Rule(
        "Not playable yet",
        "The text of every card is written in the rules language, so that games can be played.",
    ),
    "restricted": Rule(
        "Restricted card", "A restricted card keeps to the limit that the format sets for it."
    ),
    "banned": Rule("Banned card", "A banned card is in no deck."),
    "pair": Rule("Banned pair", "Of cards that are banned together only one is in a deck."),
    "set": Rule("Set", "Every card was printed in one of the sets that the format allows."),
    "rarity": Rule("Rarity", "Every card is of a rarity that the format allows."),
    "civilization": Rule(
        "Civilization", "Every card is only of civilizations that the format allows."
    ),
    "zone": Rule("Zone", "Every zone of the deck is one of the format, and not too large."),
    "no-base": Rule(
        "Evolution without a base",
        "Every evolution creature finds in the deck what it is put on, each base of a vortex.",
    ),
    "unpayable": Rule(
        "Unpayable card",
        "Other cards of the deck, or other copies of it, give every civilization a card needs, "
        "each of them a card of its own.",
    ),
    "slow-start": Rule(
        "Slow start", "Some creature or spell of the deck can be played before turn 4."
    ),
    "not-owned": Rule("Not owned", "The collection given with --owned has every card of the deck."),
}
