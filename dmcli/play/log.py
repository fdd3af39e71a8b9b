"""What happened in a game, event by event, in names: for logs, traces and `--show`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, final

from dmcli.core.words import CIVILIZATIONS
from dmcli.engine.state import State
from dmcli.engine.words import (
    ASK_CIV,
    ASK_NUMBER,
    ASK_PLAYER,
    ASK_RACE,
    BATTLE,
    ENDINGS,
    HAND,
    ZONE_NAMES,
)

#: What a player does by choice; when it was the only choice nobody was asked.
ACTS: Final = ("charge", "summon", "cast", "attack", "block", "use", "trigger")
ABOUT_A_CARD: Final = (
    *("charge", "summon", "cast", "use", "trigger"),
    *("show", "look", "replace", "tap", "untap"),
)
#: Left out of the log that people read: they follow from the rest.
SMALL: Final = ("tap", "untap", "enter", "evolve", "break", "look", "shuffle", "word")

Event = dict[str, Any]


@final
class Log:
    """Reads what the engine notes and keeps it as events with names."""

    def __init__(self, state: State, seats: tuple[str, str]) -> None:
        """seats: what the two players are called. The state begins to note from here."""
        self.state = state
        self.seats = seats
        self.events: list[Event] = []
        self.turn = int(state.turn)
        if state.log is None:
            state.log = []

    def action(self, phrase: str, player: int) -> None:
        """A player answers a choice; called before the answer is applied."""
        self.read()
        self._add("choice", player, phrase=phrase)

    def hands(self) -> None:
        """The cards that both players hold now."""
        for player in (0, 1):
            cards = [self._name(int(card)) for card in self.state.zones[player * 8 + HAND].v]
            self._add("hand", player, cards=cards)

    def read(self) -> None:
        """Take over what was noted since the last time."""
        noted = self.state.log
        if noted:
            self.state.log = []
            for event, a, b, c in noted:
                self._note(event, a, b, c)

    def _add(self, event: str, player: int, **names: object) -> None:
        seat = self.seats[player] if player >= 0 else None
        self.events.append({"turn": self.turn, "player": seat, "event": event, **names})

    def _name(self, card: int) -> str | None:
        s = self.state
        if card < 0:
            return None
        return s.face(card).name if s.zone[card] == BATTLE else s.definition(card).name

    def _owner(self, card: int) -> int:
        return int(self.state.owner[card]) if card >= 0 else -1

    def _note(self, event: str, a: int, b: int, c: int) -> None:
        if event in ABOUT_A_CARD:
            self._add(event, self._owner(a), card=self._name(a))
        elif event == "move":
            zones = {"from": ZONE_NAMES[b], "to": ZONE_NAMES[c]}
            self._add(event, self._owner(a), card=self.state.definition(a).name, **zones)
        elif event == "enter":
            self._add(event, self._owner(a), card=self._name(a), summoned=bool(b))
        elif event == "evolve":
            names = {"card": self.state.definition(a).name, "summoned": bool(c)}
            self._add(event, self._owner(a), **names)
        elif event in ("attack", "block"):
            target = "player" if b < 0 else self._name(b)
            self._add(event, self._owner(a), card=self._name(a), target=target)
        elif event == "battle":
            powers = [c >> 24, c & 0xFFFFFF]
            self._add(event, self._owner(a), card=self._name(a), target=self._name(b), power=powers)
        elif event == "break":
            self._add(event, b, card=self._name(a))
        else:
            self._other(event, a, b, c)

    def _other(self, event: str, a: int, b: int, c: int) -> None:
        if event == "turn":
            self.turn = a
            self._add(event, b)
        elif event == "ability":
            name = self.state.defs[a].name if a >= 0 else None
            self._add(event, b, card=name)
        elif event == "word":
            self._add(event, c, word=self._word(a, b))
        elif event in ("shuffle", "extra turn"):
            self._add(event, a)
        elif event == "end":
            self._add(event, a, ending=ENDINGS[b])
        else:
            self._add(event, -1)

    def _word(self, word: int, kind: int) -> object:
        if kind == ASK_RACE:
            return self.state.table.races[word]
        if kind == ASK_PLAYER:
            return self.seats[word]
        if kind == ASK_CIV:
            return CIVILIZATIONS[word]
        return word if kind == ASK_NUMBER else str(word)


# ---------------------------------------------------------------- for people


def lines(events: list[Event]) -> Iterator[str]:
    """A log that people read: turns, choices, and indented what came of them."""
    said = done = ""
    for event in events:
        kind = event["event"]
        if kind == "choice":
            said = str(event["phrase"]).partition(" ")[0]
            if event["phrase"] not in ("done", "to attack", "end turn"):
                yield f"  {event['player']}: {event['phrase']}"
        elif kind in ACTS:
            if kind != said:
                yield f"  {event['player']}: {_act(event)}"
            said, done = "cast" if kind == "trigger" else "", kind
            continue
        elif kind not in SMALL and not (kind == "move" and done == "charge"):
            text = _sentence(event)
            if text:
                yield text
        done = ""


def _act(event: Event) -> str:
    """What was done without being asked, in the words of the notation."""
    if event["event"] == "attack":
        return f"attack {event['target']} with {event['card']}"
    if event["event"] == "block":
        return f"block with {event['card']}"
    return f"{event['event']} {event['card']}"


def _sentence(event: Event) -> str:
    kind, player, card = event["event"], event["player"], event.get("card")
    if kind == "turn":
        return f"Turn {event['turn']}: {player}"
    if kind == "end":
        winner = f"{player} wins" if player else "nobody wins"
        return f"End: {winner} ({event['ending']})."
    if kind == "move":
        if event["to"] == "resolving":
            return ""
        if (event["from"], event["to"]) == ("deck", "hand"):
            return f"      {player} takes {card} from the deck"
        return f"      {player}'s {card}: {event['from']} to {event['to']}"
    if kind == "battle":
        mine, theirs = event["power"]
        return f"      {card} ({mine}) battles {event['target']} ({theirs})"
    if kind == "ability":
        return f"      ability of {card or 'an earlier effect'} ({player})"
    if kind == "replace":
        return f"      something else happens to {card} instead"
    if kind == "hand":
        return f"  {player} holds {'; '.join(event['cards'])}"
    if kind == "show":
        return f"      {player} shows {card}"
    return f"      {kind}: {player}"
