"""The tables of a report: what each is called, what its columns mean, and in which unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pandas

from dmcli.reports import cards, decks, games
from dmcli.reports.source import Source


class Table(NamedTuple):
    """One table: its file is called as it is."""

    name: str
    title: str
    frame: Callable[[Source], pandas.DataFrame]
    columns: dict[str, str]


SIDE: Final = {"deck": "A or B", "title": "name of the deck"}
ENDS: Final = {"low": "lower end, share", "high": "upper end, share"}

TABLES: Final = (
    Table(
        "series",
        "What was played",
        games.series,
        {
            **SIDE,
            "hash": "digest of the deck's content",
            "cards": "cards in the main deck",
            "agent": "who decided",
            "seed": "seed of the series",
            "requested": "games asked for",
            "games": "games played",
            "complete": "whether all games were played",
            "ruleset": "game rules",
            "lists": "open: both players know both lists",
            "version": "dmcli that played",
            "pool": "hash of its card pool",
            "log_hash": "digest over every action of every game",
            "command": "command line",
        },
    ),
    Table(
        "win_rate",
        "Win rate of deck A",
        games.win_rate,
        {
            "seat": "deck A goes first, second, both; pairs: from the points of pairs of games",
            "games": "games; for pairs: pairs of games",
            "wins": "games won by A",
            "losses": "games won by B",
            "draws": "games without a winner",
            "limit_games": "games stopped at a limit",
            "win_rate": "wins / (wins + losses), share; for pairs: points per game",
            **ENDS,
        },
    ),
    Table(
        "pairs",
        "Points of deck A in a pair of games",
        games.pairs,
        {"points": "points of A: win 1, no winner 0.5", "pairs": "pairs", "share": "of all pairs"},
    ),
    Table(
        "length",
        "Game length",
        games.length,
        {
            "turns": "turns of both players",
            "a": "games won by A",
            "b": "games won by B",
            "nobody": "games without a winner",
            "games": "games",
        },
    ),
    Table(
        "length_by_winner",
        "Game length by winner",
        games.length_by_winner,
        {
            "winner": "A, B, nobody or all games",
            "games": "games",
            "mean": "turns of both players",
            "p10": "turns: a tenth of games ends by then",
            "median": "turns",
            "p90": "turns: nine tenths of games end by then",
        },
    ),
    Table(
        "endings",
        "How games end",
        games.endings,
        {
            "ending": "what ended the game",
            "games": "games",
            "share": "of all games",
            **ENDS,
            "a": "games won by A",
            "b": "games won by B",
            "mean_turns": "turns of both players",
        },
    ),
    Table(
        "shields",
        "Shields and triggers",
        games.shields,
        {
            **SIDE,
            "broken_mean": "shields that this deck broke, per game",
            "broken": "shields that this deck broke, all games",
            "lost": "shields of this deck that were broken, all games",
            "triggers_used": "shield triggers that this deck used, all games",
            "used_share": "triggers_used / lost, share",
            "trigger_share": "cards of the deck with shield trigger, share: what chance gives",
        },
    ),
    Table(
        "curve",
        "Mana curve",
        decks.curve,
        {
            **SIDE,
            "cost": "mana cost",
            "creature": "cards",
            "evolution creature": "cards",
            "spell": "cards",
            "cards": "cards of this cost",
            "share": "of the deck",
        },
    ),
    Table(
        "civilizations",
        "Civilizations",
        decks.civilizations,
        {
            **SIDE,
            "civilization": "civilization",
            "cards": "cards that have it",
            "share": "of the deck",
            "demand": "cost of its cards / cost of all cards, share",
            "gap": "share minus demand",
            "first_turn_2": "chance to have seen a card of it, going first",
            "first_turn_3": "chance",
            "first_turn_4": "chance",
            "second_turn_2": "chance, going second",
            "second_turn_3": "chance",
            "second_turn_4": "chance",
        },
    ),
    Table(
        "castability",
        "Castability",
        decks.castability,
        {
            **SIDE,
            "card": "card",
            "copies": "copies",
            "cost": "mana cost",
            "first": "chance to hold it and pay it on the turn of its cost, going first",
            "second": "the same, going second",
            "given_drawn_first": "the same for hands that hold it, going first",
            "given_drawn_second": "the same, going second",
            "verdict": "of given_drawn_first: good from 0.9 + cost / 100, at most 0.95; needs work "
            "below 0.8",
        },
    ),
    Table(
        "cards",
        "Cards in play",
        cards.counters,
        {
            **SIDE,
            "card": "card",
            "copies": "copies in the deck",
            "games_seen": "games in which a copy was in hand",
            "gih": "win rate of copies in hand, from the start or later, share",
            "gih_low": "lower end by games seen, share",
            "gih_high": "upper end by games seen, share",
            "gih_gap": "gih minus that of the whole deck",
            "oh": "win rate of copies in the opening hand, share",
            "gd": "win rate of copies that came to hand later, share",
            "gns": "win rate of copies that were never in hand, share",
            "iwd": "gih minus gns",
            "sure": "200 games seen or more, and the interval leaves out the whole deck's gih",
            "played_rate": "games with a copy played / all games, share",
            "played": "win rate of games in which it was played, share",
            "charged_rate": "games with a copy charged / games seen, share",
            "charged": "win rate of games in which it was charged, share",
            "shield": "win rate of games in which a copy started as a shield, share",
            "triggered_games": "games in which its shield trigger was used",
            "triggered": "win rate of these, share",
            "held_rate": "copies in hand at the end / copies that were in hand, share",
        },
    ),
    Table(
        "faults",
        "Games that could not be played",
        games.faults,
        {"game": "number of the game", "reason": "what happened"},
    ),
)
