"""The engine's words as ints: zones, events, keywords, actions. Names for the edge stand beside."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# ---- zones; a place is owner * 8 + zone
DECK: Final[i64] = 0
HAND: Final[i64] = 1
MANA: Final[i64] = 2
BATTLE: Final[i64] = 3
SHIELDS: Final[i64] = 4
GRAVEYARD: Final[i64] = 5
HYPERSPATIAL: Final[i64] = 6
RESOLVING: Final[i64] = 7
ZONE_NAMES: Final = (
    "deck",
    "hand",
    "mana",
    "battle",
    "shields",
    "graveyard",
    "hyperspatial",
    "resolving",
)

# ---- why something moves
BY_EFFECT: Final[i64] = 0
DESTROYED: Final[i64] = 1
DISCARDED: Final[i64] = 2
DRAWN: Final[i64] = 3
BROKEN: Final[i64] = 4
PLAYED: Final[i64] = 5
CHARGED: Final[i64] = 6
RULE: Final[i64] = 7

# ---- flags of one move
TAPPED_FLAG: Final[i64] = 1
TOP_ONLY: Final[i64] = 2
QUIET: Final[i64] = 4
TO_BOTTOM: Final[i64] = 8
UNSEEN: Final[i64] = 16
REPLACED: Final[i64] = 32
STAYS: Final[i64] = 64
UNORDERED: Final[i64] = 128
SAVED: Final[i64] = 256

# ---- card kinds
ANY_CARD: Final[i64] = 0
CREATURE: Final[i64] = 1
SPELL: Final[i64] = 2

# ---- keywords and plain rules, one bit each
K_BLOCKER: Final[i64] = 1 << 0
K_DOUBLE: Final[i64] = 1 << 1
K_TRIPLE: Final[i64] = 1 << 2
K_WORLD: Final[i64] = 1 << 3
K_SLAYER: Final[i64] = 1 << 4
K_SPEED: Final[i64] = 1 << 5
K_TRIGGER: Final[i64] = 1 << 6
K_CHARGER: Final[i64] = 1 << 7
K_EVOLUTION: Final[i64] = 1 << 8
K_CANT_ATTACK: Final[i64] = 1 << 9
K_CANT_ATTACK_PLAYER: Final[i64] = 1 << 10
K_CANT_ATTACK_CREATURES: Final[i64] = 1 << 11
K_UNBLOCKABLE: Final[i64] = 1 << 12
K_UNATTACKABLE: Final[i64] = 1 << 13
K_MUST_ATTACK: Final[i64] = 1 << 14
K_MUST_BLOCK: Final[i64] = 1 << 15
K_UNCHOOSABLE: Final[i64] = 1 << 16
K_FREE_ATTACK: Final[i64] = 1 << 17
K_ENTERS_TAPPED: Final[i64] = 1 << 18
K_AS_TAPPED: Final[i64] = 1 << 19
K_SURVIVOR: Final[i64] = 1 << 20
K_WAVE: Final[i64] = 1 << 21
K_SILENT: Final[i64] = 1 << 22
K_TAP: Final[i64] = 1 << 23
K_POWER_ATTACKER: Final[i64] = 1 << 24
K_CREW: Final[i64] = 1 << 25
K_TURBO: Final[i64] = 1 << 26
K_NO_TAP_ABILITY: Final[i64] = 1 << 27
K_UNTAPPABLE: Final[i64] = 1 << 28
K_NO_UNTAP: Final[i64] = 1 << 29
K_ANY_BASE: Final[i64] = 1 << 30
# limited forms: the bit says that the creature has some, the rules say against whom
K_SOME_BLOCKER: Final[i64] = 1 << 32
K_SOME_SLAYER: Final[i64] = 1 << 33
K_STEALTH: Final[i64] = 1 << 34
K_UNBLOCKABLE_BY: Final[i64] = 1 << 35
K_UNATTACKABLE_BY: Final[i64] = 1 << 36
K_ATTACK_UNTAPPED: Final[i64] = 1 << 37
K_SAFE_IN_BATTLE: Final[i64] = 1 << 38
K_ATTACK_ONLY: Final[i64] = 1 << 39
K_ATTACK_RATHER: Final[i64] = 1 << 40
K_MUST_ATTACK_IT: Final[i64] = 1 << 41
K_MUST_BLOCK_IT: Final[i64] = 1 << 42
K_ANY_BLOCKER: Final[i64] = K_BLOCKER | K_SOME_BLOCKER
K_ANY_SLAYER: Final[i64] = K_SLAYER | K_SOME_SLAYER

KEYWORD_BITS: Final = {
    "blocker": 1 << 0,
    "double breaker": 1 << 1,
    "triple breaker": 1 << 2,
    "world breaker": 1 << 3,
    "slayer": 1 << 4,
    "speed attacker": 1 << 5,
    "shield trigger": 1 << 6,
    "charger": 1 << 7,
    "survivor": 1 << 20,
    "wave striker": 1 << 21,
    "silent skill": 1 << 22,
    "tap ability": 1 << 23,
    "power attacker": 1 << 24,
    "crew breaker": 1 << 25,
    "turbo rush": 1 << 26,
}
LIMITED_BITS: Final = {"blocker": 1 << 32, "slayer": 1 << 33, "stealth": 1 << 34}
RULE_BITS: Final = {
    "can't attack": 1 << 9,
    "can't attack the player": 1 << 10,
    "can't attack creatures": 1 << 11,
    "can't be blocked": 1 << 12,
    "can't be attacked": 1 << 13,
    "attacks if able": 1 << 14,
    "blocks if able": 1 << 15,
    "can't be chosen by the opponent": 1 << 16,
    "can attack the player regardless": 1 << 17,
    "enters tapped": 1 << 18,
    "can be attacked as though tapped": 1 << 19,
    "can't use tap abilities": 1 << 27,
    "can't be tapped by the opponent": 1 << 28,
    "doesn't untap at the start of the turn": 1 << 29,
    "can be evolved into any evolution creature": 1 << 30,
}
LIMITED_RULE_BITS: Final = {
    "can't be blocked by": 1 << 35,
    "can't be attacked by": 1 << 36,
    "can attack": 1 << 37,
    "isn't destroyed when it loses a battle against": 1 << 38,
    "can attack only": 1 << 39,
    "attacks only if able": 1 << 40,
    "attacks if able": 1 << 41,
    "blocks if able": 1 << 42,
}

# ---- events
E_ENTER: Final[i64] = 0
E_ATTACK: Final[i64] = 1
E_ATTACK_PLAYER: Final[i64] = 2
E_ATTACK_CREATURE: Final[i64] = 3
E_UNBLOCKED: Final[i64] = 4
E_BLOCKED_PLAYER: Final[i64] = 5
E_BLOCK: Final[i64] = 6
E_BLOCKED: Final[i64] = 7
E_BATTLE: Final[i64] = 8
E_BATTLED: Final[i64] = 9
E_WIN: Final[i64] = 10
E_LOSE: Final[i64] = 11
E_DESTROYED: Final[i64] = 12
E_LEAVE: Final[i64] = 13
E_GRAVEYARD: Final[i64] = 14
E_ATTACKED: Final[i64] = 15
E_BROKE: Final[i64] = 16
E_HAS_ATTACKED: Final[i64] = 17
E_SUMMON: Final[i64] = 18
E_CAST: Final[i64] = 19
E_SHIELD_TRIGGER: Final[i64] = 20
E_EVOLVE: Final[i64] = 21
E_MANA_LOST: Final[i64] = 22
E_START: Final[i64] = 23
E_END: Final[i64] = 24
E_AFTER_BATTLE: Final[i64] = 25
E_AFTER_ATTACK: Final[i64] = 26
E_DRAW: Final[i64] = 27
E_NOT_BLOCKED: Final[i64] = 28
E_UNTAPPED: Final[i64] = 29
EVENTS: Final[i64] = 30
EVENT_CODES: Final = {
    "enters": 0,
    "attacks": 1,
    "attacks the player": 2,
    "attacks a creature": 3,
    "attacks the player and isn't blocked": 4,
    "attacks the player and becomes blocked": 5,
    "blocks": 6,
    "becomes blocked": 7,
    "battles": 8,
    "has battled": 9,
    "wins a battle": 10,
    "loses a battle": 11,
    "is destroyed": 12,
    "leaves the battle zone": 13,
    "is put into the graveyard": 14,
    "is attacked": 15,
    "breaks a shield": 16,
    "has attacked": 17,
    "summons a creature": 18,
    "casts a spell": 19,
    "uses a shield trigger": 20,
    "evolves another creature": 21,
    "moves a card from your mana zone to the graveyard": 22,
    "at the start of your turn": 23,
    "at the end of your turn": 24,
    "at the end of the turn": 24,
    "at the end of each turn": 24,
    "at the start of the opponent's turn": 23,
    "at the start of each turn": 23,
    "at the end of the opponent's turn": 24,
    "after the battle": 25,
    "after the attack": 26,
    "draws for the turn": 27,
    "attacks and isn't blocked": 28,
    "untaps at the start of the turn": 29,
}

# ---- replacements
W_DESTROYED: Final[i64] = 0
W_GRAVEYARD: Final[i64] = 1
W_LEAVE: Final[i64] = 2
W_DISCARDED: Final[i64] = 3
W_BREAK: Final[i64] = 4
W_BROKEN: Final[i64] = 5
W_SPELL: Final[i64] = 6
WOULD_CODES: Final = {
    "destroyed": 0,
    "graveyard": 1,
    "leave": 2,
    "discarded": 3,
    "break": 4,
    "broken": 5,
}

# ---- sides of a group
S_ANY: Final[i64] = 0
S_YOUR: Final[i64] = 1
S_OPPONENT: Final[i64] = 2
S_THEIR: Final[i64] = 3
S_THAT_PLAYER: Final[i64] = 4
SIDE_CODES: Final = {"any": 0, "your": 1, "opponent": 2, "their": 3, "that player": 4}

# ---- who acts
A_YOU: Final[i64] = 0
A_OPPONENT: Final[i64] = 1
A_ACTIVE: Final[i64] = 2
A_OTHER: Final[i64] = 3
A_THAT_PLAYER: Final[i64] = 4

# ---- gates: marks before an ability
G_NONE: Final[i64] = 0
G_WAVE: Final[i64] = 1
G_TURBO: Final[i64] = 2

# ---- durations
D_TURN: Final[i64] = 0
D_MY_START: Final[i64] = 1
D_THEIR_TURN: Final[i64] = 2
D_SOURCE: Final[i64] = 3
D_LATER: Final[i64] = 4
D_IT: Final[i64] = 5
D_ATTACK: Final[i64] = 6
DURATION_CODES: Final = {
    "until the end of the turn": 0,
    "this turn": 0,
    "until the start of your next turn": 1,
    "during the opponent's next turn": 2,
    "while this is in the battle zone": 3,
    "later": 4,
    "while it is in the battle zone": 5,
}

# ---- actions: kind | a << 8 | b << 24 | c << 40
PASS: Final[i64] = 0
CHARGE: Final[i64] = 1
SUMMON: Final[i64] = 2
CAST: Final[i64] = 3
TO_ATTACK: Final[i64] = 4
END_TURN: Final[i64] = 5
ATTACK: Final[i64] = 6
USE: Final[i64] = 7
BLOCK: Final[i64] = 8
NO_BLOCK: Final[i64] = 9
TRIGGER: Final[i64] = 10
NO_TRIGGER: Final[i64] = 11
PICK: Final[i64] = 12
NONE: Final[i64] = 13
YES: Final[i64] = 14
NO: Final[i64] = 15
WORD: Final[i64] = 16
NEXT: Final[i64] = 17
REPLACE: Final[i64] = 18
BREAKER: Final[i64] = 19

# ---- what a race, number or player choice asks
ASK_RACE: Final[i64] = 0
ASK_NUMBER: Final[i64] = 1
ASK_PLAYER: Final[i64] = 2
ASK_OPTION: Final[i64] = 3
ASK_CIV: Final[i64] = 4
ASK_COST: Final[i64] = 5
LARGEST_COST: Final[i64] = 13

# ---- how a game ends; GameRow.ending is an index into ENDINGS
END_ATTACK: Final[i64] = 0
END_DECK: Final[i64] = 1
END_CARD: Final[i64] = 2
END_DRAW: Final[i64] = 3
END_LIMIT: Final[i64] = 4
END_CONCEDE: Final[i64] = 5
ENDINGS: Final = ("direct attack", "deck-out", "card text", "draw", "limit", "concession")

# ---- marks of a card, for statistics
M_OPENING: Final[i64] = 1
M_DRAWN: Final[i64] = 2
M_PLAYED: Final[i64] = 4
M_CHARGED: Final[i64] = 8
M_SHIELD: Final[i64] = 16
M_TRIGGERED: Final[i64] = 32
M_LEFT: Final[i64] = 64

# ---- steps of a turn
STEP_NAMES: Final = ("start", "draw", "charge", "main", "attack", "end")
T_START: Final[i64] = 0
T_DRAW: Final[i64] = 1
T_CHARGE: Final[i64] = 2
T_MAIN: Final[i64] = 3
T_ATTACK: Final[i64] = 4
T_END: Final[i64] = 5

# ---- process programs, by number
P_TURN: Final[i64] = 0
P_ATTACK: Final[i64] = 1
P_BATTLE: Final[i64] = 2
P_BREAK: Final[i64] = 3
P_CAST: Final[i64] = 4
P_SUMMON: Final[i64] = 5
P_REPLACE: Final[i64] = 6
P_SHIELD: Final[i64] = 7
P_ORDER: Final[i64] = 8
P_TAP_ABILITY: Final[i64] = 9
PROCESSES: Final[i64] = 10

NOBODY: Final[i64] = -1
THE_PLAYER: Final[i64] = -1
NO_REF: Final[i64] = -2
GEN_STEP: Final[i64] = 1 << 16
CARD_BITS: Final[i64] = 0xFFFF
