"""The tables of a run file; a file with any others is not one of ours."""

from __future__ import annotations

from typing import Final

#: "DMRN" in the header of every run file.
APPLICATION: Final = 0x444D524E
#: Raised when a table changes its meaning.
SCHEMA: Final = 1

#: A run holds one series, or the many of a matrix; a block says to which it belongs and by which
#: shard it was played.
TABLES: Final = {
    "run": """CREATE TABLE run (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID""",
    "card": """CREATE TABLE card (
    name TEXT PRIMARY KEY,
    facts TEXT NOT NULL
) WITHOUT ROWID""",
    "deck": """CREATE TABLE deck (
    deck INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL
)""",
    "deck_card": """CREATE TABLE deck_card (
    deck INTEGER NOT NULL REFERENCES deck,
    card TEXT NOT NULL,
    copies INTEGER NOT NULL CHECK (typeof(copies) = 'integer' AND copies > 0),
    PRIMARY KEY (deck, card)
) WITHOUT ROWID""",
    "series": """CREATE TABLE series (
    series INTEGER PRIMARY KEY,
    deck_a INTEGER NOT NULL REFERENCES deck,
    deck_b INTEGER NOT NULL REFERENCES deck,
    agent_a TEXT NOT NULL,
    agent_b TEXT NOT NULL,
    ruleset TEXT NOT NULL,
    switches TEXT NOT NULL,
    lists TEXT NOT NULL,
    seed INTEGER NOT NULL CHECK (typeof(seed) = 'integer'),
    requested INTEGER NOT NULL CHECK (typeof(requested) = 'integer'),
    pairs INTEGER NOT NULL CHECK (typeof(pairs) = 'integer'),
    block_pairs INTEGER NOT NULL CHECK (typeof(block_pairs) = 'integer' AND block_pairs > 0)
)""",
    "block": """CREATE TABLE block (
    series INTEGER NOT NULL REFERENCES series,
    block INTEGER NOT NULL CHECK (typeof(block) = 'integer' AND block >= 0),
    shard TEXT NOT NULL,
    finished TEXT NOT NULL,
    seconds REAL NOT NULL CHECK (typeof(seconds) = 'real'),
    hash TEXT NOT NULL,
    PRIMARY KEY (series, block)
) WITHOUT ROWID""",
    "game": """CREATE TABLE game (
    series INTEGER NOT NULL,
    game INTEGER NOT NULL CHECK (typeof(game) = 'integer' AND game >= 0),
    block INTEGER NOT NULL,
    first INTEGER NOT NULL CHECK (first IN (0, 1)),
    winner INTEGER NOT NULL CHECK (winner IN (-1, 0, 1)),
    ending INTEGER NOT NULL CHECK (typeof(ending) = 'integer' AND ending >= 0),
    turns INTEGER NOT NULL CHECK (typeof(turns) = 'integer' AND turns >= 0),
    decisions INTEGER NOT NULL CHECK (typeof(decisions) = 'integer'),
    actions INTEGER NOT NULL CHECK (typeof(actions) = 'integer'),
    digest INTEGER NOT NULL CHECK (typeof(digest) = 'integer' AND digest >= 0),
    shields_broken_a INTEGER NOT NULL CHECK (typeof(shields_broken_a) = 'integer'),
    shields_broken_b INTEGER NOT NULL CHECK (typeof(shields_broken_b) = 'integer'),
    triggers_used_a INTEGER NOT NULL CHECK (typeof(triggers_used_a) = 'integer'),
    triggers_used_b INTEGER NOT NULL CHECK (typeof(triggers_used_b) = 'integer'),
    PRIMARY KEY (series, game)
) WITHOUT ROWID""",
    "fault": """CREATE TABLE fault (
    series INTEGER NOT NULL,
    game INTEGER NOT NULL CHECK (typeof(game) = 'integer'),
    block INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (series, game)
) WITHOUT ROWID""",
    "card_count": """CREATE TABLE card_count (
    series INTEGER NOT NULL,
    block INTEGER NOT NULL,
    side INTEGER NOT NULL CHECK (side IN (0, 1)),
    card TEXT NOT NULL,
    measure TEXT NOT NULL,
    games INTEGER NOT NULL CHECK (typeof(games) = 'integer'),
    wins INTEGER NOT NULL CHECK (typeof(wins) = 'integer'),
    losses INTEGER NOT NULL CHECK (typeof(losses) = 'integer'),
    cards INTEGER NOT NULL CHECK (typeof(cards) = 'integer'),
    cards_won INTEGER NOT NULL CHECK (typeof(cards_won) = 'integer'),
    cards_lost INTEGER NOT NULL CHECK (typeof(cards_lost) = 'integer'),
    PRIMARY KEY (series, block, side, card, measure)
) WITHOUT ROWID""",
}
