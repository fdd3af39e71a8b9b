"""A game that goes on from a position: say phrases, read zones. For scenarios and tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from dmcli.core.errors import Refused
from dmcli.engine.notation import describe_all
from dmcli.engine.permissions import cost
from dmcli.engine.questions import keys, power
from dmcli.engine.state import State
from dmcli.engine.view import View
from dmcli.engine.words import (
    BATTLE,
    DECK,
    HAND,
    K_EVOLUTION,
    KEYWORD_BITS,
    LIMITED_BITS,
    LIMITED_RULE_BITS,
    MANA,
    RULE_BITS,
    STEP_NAMES,
)
from dmcli.play.log import Log
from dmcli.play.phrases import Slot, is_legal, read_phrase, read_slot, say
from dmcli.play.position import SIDES, ZONES, Entry, Position, build, table_of

if TYPE_CHECKING:
    from dmcli.cards import Pool

#: What ``keywords`` may ask for; blocker, slayer and stealth may be limited to some creatures.
ALL_WORDS: Final = {
    **{word: bit | LIMITED_BITS.get(word, 0) for word, bit in KEYWORD_BITS.items()},
    **{word: bit for word, bit in LIMITED_BITS.items() if word not in KEYWORD_BITS},
    **RULE_BITS,
    **LIMITED_RULE_BITS,
    "evolution": int(K_EVOLUTION),
}


@final
class Board:
    """The state of a game and the words to play it with."""

    def __init__(self, state: State, pool: Pool | None = None) -> None:
        self.state = state
        self.pool = pool
        self.log = Log(state, SIDES)
        self.log.read()

    @staticmethod
    def of(position: Position, pool: Pool) -> Board:
        """Begin at a position."""
        return Board(build(position, table_of(pool)), pool)

    # ---- playing

    def do(self, *phrases: str) -> Board:
        """Say phrases, one after the other; "!" before one: it must be illegal here."""
        assert self.pool is not None, "a board without a pool only shows"
        for phrase in phrases:
            illegal = phrase.startswith("!")
            said = read_phrase(phrase.removeprefix("!"), self.pool)
            if not illegal:
                say(self.state, said, self.log.action)
                self.log.read()
            elif is_legal(self.state, said):
                raise Refused(f"'{said.text}' is legal here.")
        return self

    @property
    def legal(self) -> list[str]:
        """The phrases of the pending choice."""
        return describe_all(self.state) if self.state.n_options else []

    @property
    def asked(self) -> str:
        """Who must choose: me, foe or none."""
        return SIDES[self.state.asked] if self.state.n_options else "none"

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return SIDES[self.state.active]

    @property
    def step(self) -> str:
        """The step of the turn."""
        return STEP_NAMES[self.state.step]

    @property
    def winner(self) -> str:
        """me, foe, draw, or none while the game goes on."""
        if self.state.ending < 0:
            return "none"
        return SIDES[self.state.winner] if self.state.winner >= 0 else "draw"

    # ---- zones

    @property
    def me(self) -> Half:
        """The zones of the player that the position calls me."""
        return Half(self, 0)

    @property
    def foe(self) -> Half:
        """The zones of the other player."""
        return Half(self, 1)

    def entries(self, side: int, zone: int) -> list[Entry]:
        """The objects of a zone; piles and states in full; decks top first."""
        s = self.state
        row = [int(card) for card in s.zones[side * 8 + zone].v]
        return [self._entry(card, zone) for card in (reversed(row) if zone == DECK else row)]

    def _entry(self, card: int, zone: int) -> Entry:
        s = self.state
        states = {"tapped"} if s.tapped[card] and zone in (BATTLE, MANA) else set()
        if zone != BATTLE:
            return Entry(s.definition(card).name, (), frozenset(states))
        if s.came[card] == s.turn:
            states.add("entered")
        below: list[str] = []
        at = int(s.under[s.top[card]])
        while at >= 0:
            below.append(s.definition(at).name)
            at = int(s.under[at])
        return Entry(s.face(card).name, tuple(reversed(below)), frozenset(states))

    def sees(self, player: int, side: int, zone: int) -> list[str]:
        """What a player's view shows of a zone, "?" for a hidden card; decks top first."""
        view = View(self.state, player)
        numbers = [int(view.seen(side, zone, at)) for at in range(int(view.size(side, zone)))]
        names = ["?" if at < 0 else self.state.defs[at].name for at in numbers]
        return names[::-1] if zone == DECK else names

    # ---- cards

    def card(self, slot: Slot, zones: tuple[int, ...]) -> int | None:
        """The card or creature of that name in the first of the zones, own side first."""
        s = self.state
        found: list[int] = []
        own = int(s.asked) if s.n_options else 0
        for zone in zones:
            for side in (own, 1 - own):
                if slot.side in (None, side):
                    row = [int(card) for card in s.zones[side * 8 + zone].v]
                    found += [card for card in row if self._name(card) == slot.name]
        at = max(slot.number, 1) - 1
        return found[at] if at < len(found) else None

    def _name(self, card: int) -> str:
        s = self.state
        return s.face(card).name if s.zone[card] == BATTLE else s.definition(card).name

    def power(self, name: str) -> int | None:
        """Current power of a creature; None when it is not in the battle zone."""
        card = self._find(name, (int(BATTLE),))
        return None if card is None else int(power(self.state, card))

    def keywords(self, name: str) -> list[str] | None:
        """Keywords and plain rules of a creature now."""
        card = self._find(name, (int(BATTLE),))
        if card is None:
            return None
        mask = keys(self.state, card)
        found = [word for word, bit in ALL_WORDS.items() if mask & bit]
        if "power attacker" in found:
            more = View(self.state, 0).attack_power(*self._where(card)) - power(self.state, card)
            found.append(f"power attacker +{more}")
        return found

    def _where(self, card: int) -> tuple[int, int]:
        owner = int(self.state.owner[card])
        return owner, int(self.state.zones[owner * 8 + BATTLE].find(card))

    def tapped(self, name: str) -> bool | None:
        """The card is tapped; battle zone first, then mana zone."""
        card = self._find(name, (int(BATTLE), int(MANA), int(HAND)))
        return None if card is None else bool(self.state.tapped[card])

    def cost(self, name: str) -> int | None:
        """What the card would cost its owner now; battle zone first, then mana, then hand."""
        card = self._find(name, (int(BATTLE), int(MANA), int(HAND)))
        if card is None:
            return None
        s = self.state
        top = s.top[card] if s.zone[card] == BATTLE else card
        return int(cost(s, s.owner[top], top))

    def _find(self, name: str, zones: tuple[int, ...]) -> int | None:
        assert self.pool is not None, "a board without a pool only shows"
        return self.card(read_slot(name, self.pool), zones)


@final
class Half:
    """One player's zones as lists of names: ``board.foe.graveyard``."""

    def __init__(self, board: Board, side: int) -> None:
        self._board = board
        self._side = side

    def names(self, zone: str) -> list[str]:
        """The names in a zone, top cards of piles only."""
        return [entry.name for entry in self._board.entries(self._side, ZONES[zone])]

    @property
    def battle(self) -> list[str]:
        """Creatures, in the order in which they came."""
        return self.names("battle")

    @property
    def mana(self) -> list[str]:
        """Cards in the mana zone."""
        return self.names("mana")

    @property
    def hand(self) -> list[str]:
        """Cards in hand."""
        return self.names("hand")

    @property
    def shields(self) -> list[str]:
        """Shields from the left, as nobody may see them."""
        return self.names("shields")

    @property
    def graveyard(self) -> list[str]:
        """Cards in the graveyard."""
        return self.names("graveyard")

    @property
    def deck(self) -> list[str]:
        """The deck, top first."""
        return self.names("deck")
