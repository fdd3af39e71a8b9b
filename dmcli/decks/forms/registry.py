"""Every form a deck list is written in, by name, by suffix and by looks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from os.path import splitext
from pathlib import Path
from typing import Final

from dmcli.cards import Pool
from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean
from dmcli.decks.forms.deck_csv import (
    read_deck_csv,
    read_deck_tsv,
    write_deck_csv,
    write_deck_tsv,
)
from dmcli.decks.forms.deck_json import is_deck_json, read_deck_json, write_deck_json
from dmcli.decks.forms.deck_xml import (
    read_deck_cod,
    read_deck_o8d,
    write_deck_cod,
    write_deck_o8d,
)
from dmcli.decks.forms.table import has_head, is_deck_table
from dmcli.decks.forms.tabletop import read_tabletop, write_tabletop
from dmcli.decks.forms.text import deck_from_text
from dmcli.decks.forms.writer import write_deck
from dmcli.decks.model import HYPERSPATIAL, MAIN, SIDEBOARD, ZONES, Deck

Reader = Callable[[str, Pool, str, str], Deck]
Writer = Callable[[Deck, Pool], str]


@dataclass(frozen=True)
class Form:
    """One way to write a deck down, with the two functions that read and write it."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    reader: Reader
    writer: Writer
    #: What a deck can have and this form has no place for: title, author, remarks.
    lacks: tuple[str, ...] = ()
    #: What the program of this form makes of a written deck, where that may surprise.
    caution: str = ""
    #: The zones that the program of this form has.
    zones: tuple[str, ...] = ZONES
    #: The cards that the program knows, where we know them.
    cards: Collection[str] | None = None

    @property
    def suffix(self) -> str:
        """How a file of this form is called."""
        return self.suffixes[0] if self.suffixes else ".json"

    def read(self, text: str, pool: Pool, path: str, name: str) -> Deck:
        """Read a list; the name serves where the list states none."""
        return self.reader(text, pool, path, name)

    def write(self, deck: Deck, pool: Pool) -> str:
        """Write a deck, in its order."""
        return self.writer(deck, pool)

    def rewrite(self, text: str, deck: Deck, pool: Pool) -> str:
        """Write a deck over its old file; what that held of cards that stay is kept."""
        from dmcli.decks.forms.keeping import KEEPERS

        keeper = KEEPERS.get(self.name)
        return keeper(text, deck, pool) if keeper else self.write(deck, pool)

    def losses(self, deck: Deck, name: str) -> list[str]:
        """Say what of this deck a file of this name does not hold, and what else to know."""
        held = {
            "title": deck.is_titled and deck.name != name,
            "author": bool(deck.author),
            "remarks": bool(deck.remarks),
        }
        lost = [what for what in self.lacks if held[what]]
        words = " and ".join([", ".join(lost[:-1]), lost[-1]] if lost[1:] else lost)
        said = [f"{self.title} has no place for {words}: left out."] if lost else []
        said += [
            f"{self.title} has no {zone} zone: those cards are in the file, not in its games."
            for zone in deck.zones
            if zone not in self.zones
        ]
        strange = {each.name for each in deck.entries} - set(self.cards or ())
        if self.cards is not None and strange:
            named = ", ".join(sorted(strange)[:3]) + (" …" if len(strange) > 3 else "")
            said.append(f"{self.title} knows no {named}, and refuses a deck with unknown cards.")
        return [*said, self.caution] if self.caution else said


def _write_text(deck: Deck, pool: Pool) -> str:
    """The plain form needs nothing of the pool."""
    return write_deck(deck)


#: A heading may stand in brackets, too: "[Creatures]" is no JSON.
_JSON: Final = re.compile(r"\{|\[\s*[\[{\"\]]")
#: A list copied off a page has tags of HTML, which is not XML.
_HTML: Final = (
    r"(?:a|b|big|blockquote|body|br|center|code|div|em|font|h[1-6]|head|html|hr|i|img|li|ol|p|"
    r"pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul|!DOCTYPE\s+html)\b"
)
_XML: Final = re.compile(rf"<(?!{_HTML})[?!A-Za-z]", re.IGNORECASE)
_SAVED: Final = re.compile(r'"(?:ObjectStates|ContainedObjects|DeckIDs|CardID)"\s*:')
_DECK_XML: Final = re.compile(r"<(?:\w+:)?(?:cockatrice_)?deck\b|<(?:\w+:)?card\b", re.IGNORECASE)
_LOOK: Final = 2000

_TABLE_LACKS: Final = ("title", "author", "remarks")
_NO_IDS: Final = (
    "OCTGN finds cards by ids, which dmcli does not have: say with --octgn where its sets of Duel "
    "Masters lie, or paste the plain text into its Duel Masters Deck Parser."
)
_NO_PICTURES: Final = (
    "The cards have names and no pictures: fill in FaceURL and BackURL where you have some."
)
_FORMS: Final = (
    Form("text", "plain text", (".txt", ".dec", ".dek", ".deck"), deck_from_text, _write_text),
    Form("json", "JSON", (".json",), read_deck_json, write_deck_json),
    Form("csv", "CSV", (".csv",), read_deck_csv, write_deck_csv, _TABLE_LACKS),
    Form("tsv", "TSV", (".tsv", ".tab"), read_deck_tsv, write_deck_tsv, _TABLE_LACKS),
    Form(
        "o8d", "OCTGN", (".o8d",), read_deck_o8d, write_deck_o8d, (), _NO_IDS, (MAIN, HYPERSPATIAL)
    ),
    Form("cod", "Cockatrice", (".cod",), read_deck_cod, write_deck_cod, zones=(MAIN, SIDEBOARD)),
    Form("tts", "Tabletop Simulator", (), read_tabletop, write_tabletop, (), _NO_PICTURES),
)
FORMS: Final = {form.name: form for form in _FORMS}
_BY_PROGRAM: Final = {form.title.lower(): form for form in _FORMS} | {"tabletop": FORMS["tts"]}
_BY_SUFFIX: Final = {suffix: form for form in _FORMS for suffix in form.suffixes}


def form_named(name: str) -> Form:
    """The form of this name, suffix or program, else a mistake that says which come near."""
    word = name.lower().removeprefix(".")
    if word in FORMS:
        return FORMS[word]
    form = _BY_SUFFIX.get(f".{word}") or _BY_PROGRAM.get(word)
    if form is not None:
        return form
    raise UsageMistake(
        f"There is no deck form '{name}'; there are {', '.join(FORMS)}.{did_you_mean(word, FORMS)}"
    )


def form_of(path: str | Path) -> Form | None:
    """The form that a file name's suffix says, if it says one."""
    return _BY_SUFFIX.get(splitext(path)[1].lower())


def is_plainly_none(path: Path, content: str) -> bool:
    """Whether a file found in a folder is some other table or document, not a deck."""
    form = form_of(path) or (sniffed(content) if path.suffix.lower() == ".xml" else None)
    if form is None:
        return True
    if form.name == "json":
        return not is_deck_json(content)
    if form.name in ("csv", "tsv"):
        return not is_deck_table(content)
    return path.suffix.lower() == ".xml" and not _DECK_XML.search(content[:_LOOK])


def sniffed(content: str) -> Form:
    """The form that a text looks like, for what has no telling name."""
    start = content.lstrip()
    if _XML.match(start):
        return FORMS["cod" if "<cockatrice_deck" in start[:_LOOK] else "o8d"]
    if _JSON.match(start):
        return FORMS["tts" if _SAVED.search(start) else "json"]
    if has_head(start[:_LOOK]):
        return FORMS["tsv" if "\t" in start.splitlines()[0] else "csv"]
    return FORMS["text"]
