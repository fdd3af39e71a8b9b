"""Positions: zones in words → a State that stands at the beginning of a step."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from dmcli.core.errors import DmcliError, Refused, Unreadable
from dmcli.core.nearest import did_you_mean
from dmcli.engine.deal import streams
from dmcli.engine.game import advance
from dmcli.engine.moves import check_decks
from dmcli.engine.ruleset import PRESETS, Ruleset
from dmcli.engine.state import State, Table
from dmcli.engine.table import build_table
from dmcli.engine.triggers import register
from dmcli.engine.turn import AT_ATTACK, AT_CHARGE, AT_DRAW, AT_END, AT_MAIN
from dmcli.engine.words import (
    BATTLE,
    DECK,
    GRAVEYARD,
    HAND,
    MANA,
    NO_REF,
    NOBODY,
    P_TURN,
    SHIELDS,
    STEP_NAMES,
    T_START,
)

if TYPE_CHECKING:
    from dmcli.cards import Pool

FILLER: Final = "Immortal Baron, Vorg"
SIDES: Final = ("me", "foe")
ZONES: Final = {
    "battle": int(BATTLE),
    "mana": int(MANA),
    "hand": int(HAND),
    "shields": int(SHIELDS),
    "graveyard": int(GRAVEYARD),
    "deck": int(DECK),
    "hyperspatial": 6,
}
FULL: Final = {"shields": 5, "deck": 30}
STATES: Final = ("tapped", "entered", "gear NAME", "castle NAME")
BEGINS: Final = {
    "start": 0,
    "draw": AT_DRAW,
    "charge": AT_CHARGE,
    "main": AT_MAIN,
    "attack": AT_ATTACK,
    "end": AT_END,
}
#: No zone of a game that can be played holds so many cards.
MOST_CARDS: Final = 500
TURN: Final = 9
SEEDS: Final = 1 << 63


class Entry(msgspec.Struct, frozen=True):
    """One object of a zone: its top card, what lies below (None: not said), its state words."""

    name: str
    below: tuple[str, ...] | None = None
    states: frozenset[str] = frozenset()

    @property
    def pile(self) -> list[str]:
        """The cards from the bottom to the top."""
        return [*(self.below or ()), self.name]


class Position(msgspec.Struct, kw_only=True):
    """What a position says; zones by side and name, top or left first."""

    zones: tuple[dict[str, list[Entry]], dict[str, list[Entry]]]
    ruleset: str = "tcg"
    switches: dict[str, object] = {}
    turn: int = 0
    step: str = "main"
    first_turn: bool = False
    filler: str = FILLER
    seed: int = 0


# ---------------------------------------------------------------- reading


@final
class Names:
    """The names of cards that may stand in a position, the word filler among them."""

    def __init__(self, pool: Pool, filler: str = FILLER) -> None:
        self.pool = pool
        self.filler = self.card(filler) if filler != FILLER else filler

    def card(self, text: str) -> str:
        """The printed name of a card that can be played; errors name the nearest."""
        if text == "filler":
            return self.filler
        try:
            name = self.pool.card(text).name
        except DmcliError as error:
            raise Unreadable(str(error)) from None
        if not self.pool.playable(name):
            raise Refused(f"'{name}' is not playable yet: its text is not in the rules language.")
        return name

    def knows(self, text: str) -> bool:
        """The text is the name of a card."""
        match = self.pool.find(text)
        return text == "filler" or (match.found and match.how != "typo")


def read_entries(value: object, names: Names, where: str) -> list[Entry]:
    """A zone: a list of entries, each "[N ]NAME[ on BASE…][; state]…"."""
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Unreadable(f"{where} must be a list of card names in quotes.")
    found: list[Entry] = []
    for text in value:
        try:
            number, entry = read_entry(text, names)
        except DmcliError as error:
            raise type(error)(f"{where}: {error}") from None
        if len(found) + number > MOST_CARDS:
            raise Unreadable(f"{where}: '{text}' makes more than {MOST_CARDS} cards in one zone.")
        found += [entry] * number
    return found


def read_entry(text: str, names: Names) -> tuple[int, Entry]:
    """One entry of a zone and how often it stands there."""
    body, *states = [part.strip() for part in text.split(";")]
    found = re.fullmatch(r"(\d{1,9}) +(.+)", body)
    number, body = (int(found[1]), found[2]) if found else (1, body)
    if number < 1:
        raise Unreadable(f"'{text}' stands for no card at all.")
    top, below = _pile(body, names)
    return number, Entry(top, below, frozenset(_state(each, names) for each in states))


def written(entry: Entry) -> str:
    """An entry as a position would write it."""
    pile = " on ".join([entry.name, *reversed(entry.below or ())])
    return "; ".join([pile, *sorted(entry.states)])


def _state(word: str, names: Names) -> str:
    if word in ("tapped", "entered"):
        return word
    kind, _, name = word.partition(" ")
    if kind in ("gear", "castle") and name:
        raise Refused(f"'{word}': {kind}s are not playable yet.")
    raise Unreadable(
        f"'{word}' is no state of a card.{did_you_mean(word, STATES)} "
        f"There are {', '.join(STATES)}."
    )


def _pile(text: str, names: Names) -> tuple[str, tuple[str, ...] | None]:
    """X on A + B, X on A on B: the top card, and what lies below from the bottom up."""
    top, rest = _split(text, " on ", names)
    if rest is None:
        return names.card(top), None
    below: list[str] = []
    more: str | None = rest
    while more is not None:
        base, more = _split(more, " + ", names)
        under, deeper = _pile(base, names)
        below += [*(deeper or ()), under]
    return names.card(top), tuple(below)


def _split(text: str, word: str, names: Names) -> tuple[str, str | None]:
    """What stands before and after the word; names may hold it: the longest known one wins."""
    if names.knows(text):
        return text, None
    at = text.rfind(word)
    while at >= 0:
        if word == " + " or names.knows(text[:at]):
            return text[:at], text[at + len(word) :]
        at = text.rfind(word, 0, at)
    first, found, rest = text.partition(word)
    return first, rest if found else None


KEYS: Final = ("ruleset", "turn", "step", "first_turn", "filler", "seed", "switches", *SIDES)


def read_position(data: Mapping[str, Any], pool: Pool) -> Position:
    """The position keys of a TOML document; other keys are the caller's."""
    names = Names(pool, _text(data, "filler", FILLER))
    ruleset = _one_of("ruleset", data.get("ruleset", "tcg"), tuple(PRESETS))
    switches = data.get("switches", {})
    if not isinstance(switches, dict):
        raise Unreadable("'switches' must be a table, such as [switches] wave_striker_others = 1.")
    try:
        Ruleset.preset(ruleset, switches)
    except DmcliError as error:
        raise Unreadable(str(error)) from None
    first_turn = data.get("first_turn", False)
    if not isinstance(first_turn, bool):
        raise Unreadable("'first_turn' must be true or false.")
    seed = data.get("seed", 0)
    if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < SEEDS:
        raise Unreadable("'seed' must be a whole number from 0 to 2^63 - 1.")
    return Position(
        zones=(_side(data, "me", names), _side(data, "foe", names)),
        ruleset=ruleset,
        switches=switches,
        turn=SIDES.index(_one_of("turn", data.get("turn", "me"), SIDES)),
        step=_one_of("step", data.get("step", "main"), STEP_NAMES),
        first_turn=first_turn,
        filler=names.filler,
        seed=seed,
    )


def _text(data: Mapping[str, Any], key: str, default: str) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise Unreadable(f"'{key}' must be a text in quotes.")
    return value


def _one_of(key: str, value: object, words: Sequence[str]) -> str:
    if isinstance(value, str) and value in words:
        return value
    near = did_you_mean(str(value), words)
    raise Unreadable(f"'{key}' is {value!r}, not one of {', '.join(words)}.{near}")


def _side(data: Mapping[str, Any], side: str, names: Names) -> dict[str, list[Entry]]:
    table = data.get(side, {})
    if not isinstance(table, dict):
        raise Unreadable(f"[{side}] must be a table of zones.")
    zones: dict[str, list[Entry]] = {}
    for key, value in table.items():
        check_key(key, tuple(ZONES), f"[{side}]")
        if key == "hyperspatial" and value:
            raise Refused(f"[{side}] hyperspatial: psychic cards are not playable yet.")
        zones[key] = read_entries(value, names, f"[{side}] {key}")
    for key, number in FULL.items():
        zones.setdefault(key, [Entry(names.filler)] * number)
    for key, entries in zones.items():
        for entry in entries:
            _check_entry(entry, key, names.pool, f"[{side}] {key}")
    return zones


def check_key(key: str, known: Sequence[str], where: str) -> None:
    """Unreadable, with the nearest words, unless the key is known."""
    if key not in known:
        near = did_you_mean(key, known) or " Known: " + ", ".join(known) + "."
        raise Unreadable(f"{where} knows no key '{key}'.{near}")


def _check_entry(entry: Entry, zone: str, pool: Pool, where: str) -> None:
    card = pool.cards[entry.name]
    if zone == "battle":
        if card.is_spell:
            raise Unreadable(f"{where}: '{entry.name}' is a spell; battle holds creatures.")
        if entry.below and not card.is_evolution:
            raise Unreadable(f"{where}: '{entry.name}' is no evolution creature.")
        return
    if entry.below is not None:
        raise Unreadable(f"{where}: only creatures in battle are piles ('{entry.name} on …').")
    allowed = {"tapped"} if zone == "mana" else set()
    for word in sorted(entry.states - allowed):
        raise Unreadable(f"{where}: '{entry.name}' cannot be {word} in that zone.")


# ---------------------------------------------------------------- building


@cache
def table_of(pool: Pool) -> Table:
    """The definitions of every card of the pool that can be played."""
    names = sorted(name for name in pool.cards if pool.playable(name))
    return build_table(
        [pool.cards[name] for name in names], [pool.abilities(name) for name in names], pool.races
    )


@final
class _Columns:
    """The cards of a position while they are numbered: me first, then the foe."""

    def __init__(self, table: Table, turn: int) -> None:
        self.table = table
        self.turn = turn
        self.card_def: list[int] = []
        self.owner: list[int] = []
        self.zone: list[int] = []
        self.tapped: list[int] = []
        self.known: list[int] = []
        self.under: list[int] = []
        self.top: list[int] = []
        self.came: list[int] = []
        self.places: list[list[int]] = [[] for _ in range(16)]

    def add(self, side: int, zone: int, entry: Entry) -> None:
        """Number the cards of one entry; a creature is named by its bottom card."""
        below = NOBODY
        body = len(self.card_def)
        for name in entry.pile:
            card = len(self.card_def)
            self.card_def.append(self.table.index(name))
            self.owner.append(side)
            self.zone.append(zone)
            self.tapped.append(0)
            self.known.append(_known(side, zone))
            self.under.append(int(below))
            self.top.append(card)
            self.came.append(self.turn if "entered" in entry.states else 0)
            below = card
        self.top[body] = len(self.card_def) - 1
        self.tapped[body] = int("tapped" in entry.states)
        self.places[side * 8 + zone].append(body)


def _known(side: int, zone: int) -> int:
    if zone in (BATTLE, MANA, GRAVEYARD):
        return 3
    return 1 << side if zone == HAND else 0


def build(position: Position, table: Table, by_hand: bool = True) -> State:
    """A state at the beginning of the step. by_hand: attacks are asked and everything is noted."""
    turn = 1 if position.first_turn else TURN
    columns = _Columns(table, turn)
    for side in (0, 1):
        for name, zone in ZONES.items():
            entries = position.zones[side].get(name, [])
            for entry in reversed(entries) if zone == DECK else entries:
                columns.add(side, zone, entry)
    s = State(table, Ruleset.preset(position.ruleset, position.switches), len(columns.owner))
    _fill(s, columns)
    if by_hand:
        s.manual = True
        s.log = []
    _begin(s, position, turn)
    if not s.ruleset.deckout_on_draw_only:
        check_decks(s)
    advance(s)
    return s


def _fill(s: State, columns: _Columns) -> None:
    s.card_def = _column(columns.card_def)
    s.owner = _column(columns.owner)
    s.zone = _column(columns.zone)
    s.tapped = _column(columns.tapped)
    s.known = _column(columns.known)
    s.under = _column(columns.under)
    s.top = _column(columns.top)
    s.came = _column(columns.came)
    for at, place in enumerate(columns.places):
        for card in place:
            s.zones[at].add(card)
            if at % 8 == BATTLE:
                register(s, card)


def _column(values: list[int]) -> vec[i64]:
    return vec[i64](values)


def _begin(s: State, position: Position, turn: int) -> None:
    luck = streams(position.seed, 0)
    s.shuffle_first, s.shuffle_second, s.luck = luck[0], luck[1], luck[4]
    s.first = s.active = s.normal = position.turn
    starts = position.step == "start"
    s.turn = turn - 1 if starts else turn
    s.step = T_START if starts else STEP_NAMES.index(position.step)
    s.start(P_TURN, position.turn, NO_REF).pc = BEGINS[position.step]
