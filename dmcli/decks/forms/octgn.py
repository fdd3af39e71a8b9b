"""The ids by which OCTGN knows cards, read from the game definition that lies beside it.

They stand in its folder GameDatabase/<game>/Sets, a set.xml for each set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from dmcli.cards import Pool
from dmcli.cards.names import key_of
from dmcli.core.errors import Unreadable
from dmcli.core.files import read_text
from dmcli.decks.forms.deck_xml import GAME, write_deck_o8d
from dmcli.decks.forms.registry import FORMS, Form
from dmcli.decks.forms.xml_tree import Element, read_xml

#: Sets are larger than decks, and there are many of them.
SET_LIMIT: Final = 4 * 1024 * 1024
MOST_ELEMENTS: Final = 100_000
MOST_SETS: Final = 1000

_ID: Final = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def octgn_ids(folder: Path, pool: Pool) -> dict[str, str]:
    """The id of each card of the pool that the sets in a folder know, an English printing first."""
    names = {key_of(name): name for name in pool.cards}
    ids: dict[str, str] = {}
    first: dict[str, str] = {}
    for set_name, card, id in _cards_in(folder):
        name = names.get(key_of(card))
        if name is None:
            continue
        first.setdefault(name, id)
        if any(printing.split()[0] in set_name for printing in pool.cards[name].printings):
            ids.setdefault(name, id)
    return first | ids


def with_ids(ids: dict[str, str]) -> Form:
    """The form of OCTGN that writes these ids, so that OCTGN opens the deck."""
    return replace(FORMS["o8d"], writer=partial(write_deck_o8d, ids=ids), caution="", cards=ids)


def _cards_in(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Set, name and id of every card in the sets of a folder."""
    paths = sorted(folder.rglob("set.xml"))[:MOST_SETS]
    roots = [
        read_xml(read_text(path, SET_LIMIT), str(path), SET_LIMIT, MOST_ELEMENTS) for path in paths
    ]
    ours = [root for root in roots if root.attributes.get("gameid", GAME).lower() == GAME]
    if not ours:
        raise Unreadable(
            f"{folder}: has no set.xml of Duel Masters; name OCTGN's folder "
            f"GameDatabase/{GAME}/Sets."
        )
    for root in ours:
        yield from _cards_of(root)


def _cards_of(root: Element) -> Iterator[tuple[str, str, str]]:
    """Set, name and id of every card of a set."""
    for holder in root.children:
        for card in holder.children if holder.tag == "cards" else ():
            name, id = card.attributes.get("name", ""), card.attributes.get("id", "")
            if name and _ID.fullmatch(id):
                yield root.attributes.get("name", ""), name, id.lower()
