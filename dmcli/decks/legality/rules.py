"""The rules that a deck is checked by: their ids, what each means and how it is mended."""

from __future__ import annotations

from typing import Final, NamedTuple

from dmcli.decks.model import Severity


class Rule(NamedTuple):
    """What a rule says, what is usually done about it, and how bad breaking it is."""

    title: str
    meaning: str
    mend: str
    severity: Severity = "error"


RULES: Final = {
    "size": Rule(
        "Size of the main deck",
        "The main deck has as many cards as the format asks for; "
        "a total that the list states is the number of its cards.",
        "Add cards or take some out.",
    ),
    "copies": Rule(
        "Copies of a card",
        "No card is in a deck more often than the format allows, "
        "over all its lines, zones and printings.",
        "Take copies out.",
    ),
    "unknown-card": Rule(
        "Unknown card",
        "Every name is the name of a card in the pool.",
        "Correct the name, or add the card's file with --pool.",
    ),
    "unreadable-line": Rule(
        "Unreadable line",
        "Every line can be read as part of a deck list.",
        "Write the count and the name, as in 4 Aqua Hulcus, or begin the line with #.",
    ),
    "not-playable": Rule(
        "Not playable yet",
        "The text of every card is written in the rules language, so that games can be played.",
        "Play another card, or write its rules lines.",
        "warning",
    ),
    "restricted": Rule(
        "Restricted card",
        "A restricted card keeps to the limit that the format sets for it.",
        "Take copies out.",
    ),
    "banned": Rule("Banned card", "A banned card is in no deck.", "Take it out."),
    "pair": Rule(
        "Banned pair",
        "Of cards that are banned together only one is in a deck.",
        "Keep only one of them.",
    ),
    "set": Rule(
        "Set",
        "Every card was printed in one of the sets that the format allows.",
        "Take it out, or choose another format.",
    ),
    "rarity": Rule(
        "Rarity",
        "Every card is of a rarity that the format allows.",
        "Take it out, or choose another format.",
    ),
    "civilization": Rule(
        "Civilization",
        "Every card is only of civilizations that the format allows.",
        "Take it out, or choose another format.",
    ),
    "zone": Rule(
        "Zone",
        "Every zone of the deck is one of the format, holds what belongs there, and is not too "
        "large.",
        "Move the cards to the main deck, or take them out.",
    ),
    "no-base": Rule(
        "Evolution without a base",
        "Every evolution creature finds in the deck what it is put on, each base of a vortex.",
        "Add creatures that it evolves.",
        "warning",
    ),
    "unpayable": Rule(
        "Unpayable card",
        "Other cards of the deck, or other copies of it, give every civilization that a card "
        "needs, each of them a card of its own.",
        "Add cards of that civilization, or take it out.",
        "warning",
    ),
    "slow-start": Rule(
        "Slow start",
        "Some creature or spell of the deck can be played before turn 4.",
        "Add some cards that cost 2 or 3.",
        "warning",
    ),
    "not-owned": Rule(
        "Not owned",
        "The collection that is given has every card of the deck.",
        "Get the missing copies, or take them out.",
        "warning",
    ),
}
