"""Random games with every invariant checked after every decision."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Final, final

import msgspec

from dmcli.agents.agent import Agent
from dmcli.agents.registry import make_agent
from dmcli.engine.audit import audit, fingerprint, lists, permuted, same_options, same_to
from dmcli.engine.deal import deal, streams
from dmcli.engine.game import advance, choose
from dmcli.engine.rng import Rng, seeded
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.state import State, Table
from dmcli.engine.view import View
from dmcli.engine.words import ATTACK, CHARGE, END_TURN, NO_BLOCK, SUMMON, TO_ATTACK
from dmcli.play.decks import random_deck, random_position
from dmcli.play.position import Position, build

#: More answers than this to the end of a turn is a turn that cannot be ended.
PATIENCE: Final = 400
#: Every so many decisions the dear checks are made: clones, ends of turns.
SELDOM: Final = 16
BROKEN_DOWN: Final = "the engine broke down"
ENGINE_ERRORS: Final = (
    *(AssertionError, ArithmeticError, AttributeError),
    *(LookupError, RecursionError, TypeError, ValueError),
)


class Case(msgspec.Struct, frozen=True):
    """One fuzzed game: what it takes to play it again."""

    seed: int
    game: int
    decks: tuple[list[int], list[int]]
    agents: tuple[str, str]
    ruleset: str = "tcg"
    position: Position | None = None


class Find(msgspec.Struct, frozen=True):
    """What went wrong, after which actions."""

    case: Case
    fault: str
    actions: list[int]


class Report(msgspec.Struct):
    """What a fuzz run has seen."""

    seed: int
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    finds: list[Find] = []


class _Fault(Exception):
    """An invariant that does not hold."""


def case_of(table: Table, seed: int, game: int, agents: tuple[str, str]) -> Case:
    """Game number ``game`` of a seed: two random decks, every fourth time a random position.

    Every eighth game is played under ocg rules.
    """
    key = b"dmcli/fuzz" + seed.to_bytes(8, "little") + game.to_bytes(8, "little")
    rng = seeded(hashlib.shake_128(key).digest(12))
    decks = random_deck(table, rng), random_deck(table, rng)
    ruleset = "ocg" if game % 8 == 7 else "tcg"
    position = random_position(table, rng, ruleset, seed) if game % 4 == 3 else None
    return Case(seed, game, decks, agents, ruleset, position)


def fuzz(
    table: Table,
    seed: int,
    agents: tuple[str, str],
    games: range,
    every: int = 1,
    go_on: Callable[[Report], bool] = lambda report: True,
) -> Report:
    """Play games of a seed by number while ``go_on`` agrees. every: check each Nth decision."""
    report = Report(seed)
    began = time.monotonic()
    for game in games:
        player = Player(table, case_of(table, seed, game, agents), every)
        found = player.play()
        report.games += 1
        report.decisions += player.decisions
        if found is not None:
            report.finds.append(found)
        report.seconds = time.monotonic() - began
        if not go_on(report):
            break
    return report


def dealt(table: Table, case: Case) -> tuple[State, list[Rng]]:
    """The game of a case at its first choice, and its streams of luck."""
    luck = streams(case.seed, case.game >> 1)
    if case.position is not None:
        return build(case.position, table, by_hand=False), luck
    s = deal(table, Ruleset.preset(case.ruleset), *case.decks, case.game & 1, luck)
    advance(s)
    return s, luck


@final
class Player:
    """Plays one case and checks it; then plays it again. actions: those that lead to a fault."""

    def __init__(self, table: Table, case: Case, every: int = 1) -> None:
        self.table = table
        self.case = case
        self.every = every
        self.decisions = 0
        self.actions: list[int] = []
        self.luck = seeded(hashlib.shake_128(b"%d/%d" % (case.seed, case.game)).digest(12))

    def play(self) -> Find | None:
        """The first thing that is wrong with the game, or None."""
        try:
            self._play()
        except _Fault as fault:
            return Find(self.case, str(fault), self.actions)
        except ENGINE_ERRORS as error:
            words = f"{type(error).__name__}: {error}".strip(": ")
            return Find(self.case, f"{BROKEN_DOWN} ({words})", self.actions)
        return None

    def _play(self) -> None:
        s, luck = dealt(self.table, self.case)
        cards = lists(s)
        agents = [make_agent(name) for name in self.case.agents]
        own_luck = [luck[2], luck[3]] if self.case.game & 1 == 0 else [luck[3], luck[2]]
        self._check(s)
        while s.ending < 0:
            player = int(s.asked)
            careful = self.decisions % self.every == 0
            if careful:
                self._dear_checks(s, agents[player])
            before = s.copy() if careful else s
            action = self._decide(s, agents[player], own_luck[player])
            self.actions.append(action)
            self.decisions += 1
            choose(s, action)
            if careful:
                self._check(s)
                self._check_view(before, s, action, agents)
        if lists(s) != cards:
            raise _Fault("the cards of a deck have changed")
        self._replay(s)

    def _decide(self, s: State, agent: Agent, rng: Rng) -> int:
        action = int(agent.decide(View(s, int(s.asked)), rng))
        if action not in _options(s):
            raise _Fault(f"the agent chose {action}, which was not offered")
        return action

    # ---- checks

    def _check(self, s: State) -> None:
        said = audit(s)
        if said:
            raise _Fault(said)

    def _dear_checks(self, s: State, agent: Agent) -> None:
        """A clone is equal and independent, every answer is accepted, the turn can be ended."""
        if self.decisions // self.every % SELDOM:
            return
        same = fingerprint(s)
        if fingerprint(s.copy()) != same:
            raise _Fault("a clone differs from its original")
        played = len(self.actions)
        for action in _options(s):
            trial = s.copy()
            self.actions.append(action)
            choose(trial, action)
            self._check(trial)
            del self.actions[played:]
        self._check_end(s.copy())
        del self.actions[played:]
        agent.decide(View(s, int(s.asked)), self.luck.copy())
        if fingerprint(s) != same:
            raise _Fault("a clone that was played on, or an agent that looked, changed the game")

    def _check_end(self, s: State) -> None:
        """By going on as fast as possible the turn ends, or the game."""
        turn = s.turn
        for _ in range(PATIENCE):
            if s.ending >= 0 or s.turn != turn:
                return
            self.actions.append(_hurried(s, self.luck))
            choose(s, self.actions[-1])
        raise _Fault("the turn cannot be ended")

    def _check_view(self, before: State, after: State, action: int, agents: list[Agent]) -> None:
        """Whoever is asked now would be asked and do the same, whatever is hidden from it."""
        if after.ending >= 0:
            return
        player = int(after.asked)
        other = permuted(before, after, player, self.luck)
        if action not in _options(other):
            return
        try:
            choose(other, action)
        except ENGINE_ERRORS:
            if before.asked == player:
                raise
            return  # the other player answered by cards that lie elsewhere now
        if not same_to(after, other, player):
            return
        if not same_options(after, other):
            raise _Fault("the legal actions depend on what the player cannot see")
        rng = self.luck.copy()
        mine = agents[player].decide(View(after, player), rng)
        if agents[player].decide(View(other, player), self.luck.copy()) != mine:
            raise _Fault("the agent's choice depends on what it cannot see")

    def _replay(self, s: State) -> None:
        """The same actions lead to the same game."""
        again, _ = dealt(self.table, self.case)
        for action in self.actions:
            if action not in _options(again):
                raise _Fault(f"the replay does not offer {action}")
            choose(again, action)
        if fingerprint(again) != fingerprint(s) or again.digest_a != s.digest_a:
            raise _Fault("the replay ends differently")


def _options(s: State) -> list[int]:
    return [int(s.options[at]) for at in range(s.n_options)]


def _hurried(s: State, luck: Rng) -> int:
    """The answer that goes on towards the end of the turn; elsewhere any."""
    offered = _options(s)
    for kind in (int(END_TURN), int(NO_BLOCK)):
        if kind in offered:
            return kind
    if s.ask_kind in (CHARGE, SUMMON) and int(TO_ATTACK) in offered:
        return int(TO_ATTACK)
    if s.ask_kind == ATTACK:
        return offered[0]
    if s.ask_kind == CHARGE:
        return 0
    return offered[int(luck.below(len(offered)))]
