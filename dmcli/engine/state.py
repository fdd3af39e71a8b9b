"""The state of one game as columns, and the shared definitions it points to. Data only.

A *place* is owner * 8 + zone. A *body* is a creature in the battle zone: the number of the
bottom card of its pile. A *ref* is card + generation: it goes stale when the card moves on.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, mypyc_attr

from dmcli.engine.rng import Rng
from dmcli.engine.ruleset import Ruleset
from dmcli.engine.words import (
    ANY_CARD,
    BATTLE,
    CARD_BITS,
    EVENTS,
    G_NONE,
    GEN_STEP,
    NO_REF,
    NOBODY,
    PROCESSES,
    S_ANY,
)
from dmcli.lang.nodes import Step


@final
class Cards:
    """A growing row of numbers: a zone, a binding, a batch column."""

    def __init__(self) -> None:
        """Empty."""
        self.v = vec[i64]()

    def add(self, card: i64) -> None:
        """Put at the end."""
        self.v = append(self.v, card)

    def take_last(self) -> i64:
        """Remove and return the last."""
        rest, card = pop(self.v)
        self.v = rest
        return card

    def discard(self, card: i64) -> None:
        """Remove the first occurrence; AssertionError when it is not there."""
        at = self.find(card)
        assert at >= 0
        rest, _ = pop(self.v, at)
        self.v = rest

    def find(self, card: i64) -> i64:
        """Index of the first occurrence, or -1."""
        v = self.v
        n = len(v)
        at: i64 = 0
        while at < n:
            if v[at] == card:
                return at
            at += 1
        return -1

    def put_first(self, card: i64) -> None:
        """Put at the beginning."""
        row = vec[i64]([card])
        v = self.v
        n = len(v)
        at: i64 = 0
        while at < n:
            row = append(row, v[at])
            at += 1
        self.v = row

    def copy(self) -> Cards:
        """An independent row."""
        other = Cards()
        other.v = self.v[:]
        return other


# ---------------------------------------------------------------- definitions: shared, fixed


@final
class Matcher:
    """Which objects fit, apart from side and zone. ``ok`` holds the printed part by definition."""

    def __init__(self) -> None:
        """Fits everything until fields are set."""
        self.kind: i64 = ANY_CARD
        self.ok = vec[i64]()
        self.other = False
        self.tapped: i64 = -1
        self.attacking = False
        self.power_op: i64 = 0
        self.power: AmountOf | None = None
        self.cost_op: i64 = 0
        self.cost: AmountOf | None = None
        self.has_keys: i64 = 0
        self.lacks_keys: i64 = 0
        self.chosen_race = False
        self.chosen_power = False
        self.chosen_civ = False
        self.chosen_cost = False
        self.in_zone: i64 = -1
        self.can_attack: i64 = -1
        self.races: tuple[str, ...] = ()
        self.by_race = False
        self.but_race = vec[i64]()
        self.dynamic = False


@final
class GroupOf:
    """A matcher with side and zone; those: only what the frame calls those.

    same: 1 same name, 2 same cost as the ref same_as; other_than: not what that ref names;
    broken: the shields broken 1 this turn by a ref, 2 in this attack by it, 3 this turn by you.
    """

    def __init__(self, side: i64, zone: i64, those: bool, matcher: Matcher) -> None:
        """Plain data."""
        self.side = side
        self.zone = zone
        self.those = those
        self.matcher = matcher
        self.same: i64 = 0
        self.same_as: i64 = 0
        self.other_than: i64 = -1
        self.broken: i64 = 0


@final
class AmountOf:
    """A number: fixed, the count of a group (minus another), or that many.

    extreme: 1 the least, 2 the greatest power in the group; civs: how many civilizations it has;
    power_of: the power of what a ref names; each: that many of the player who acts.
    """

    def __init__(self, fixed: i64, group: GroupOf | None, that_many: bool) -> None:
        """Plain data."""
        self.fixed = fixed
        self.group = group
        self.that_many = that_many
        self.minus: GroupOf | None = None
        self.extreme: i64 = 0
        self.civs = False
        self.power_of: i64 = -1
        self.each = False
        self.half = False


@final
class Cond:
    """A condition. kind: 0 has, 1 is, 2 all are, 3 turn of, 4 cast this turn, 5 battling,
    6 attacking, 7 attacked this turn, 8 drawn this turn.
    """

    def __init__(self, kind: i64) -> None:
        """Plain data, filled by the compiler."""
        self.kind = kind
        self.group: GroupOf | None = None
        self.op: i64 = 0
        self.amount: AmountOf | None = None
        self.ref: i64 = 0
        self.matcher: Matcher | None = None
        self.side: i64 = S_ANY
        self.mine = True


@final
class Mod:
    """One thing that a clause gives: power, keyword bits, a limited rule, an ability."""

    def __init__(self) -> None:
        """Gives nothing until fields are set."""
        self.power: i64 = 0
        self.per: AmountOf | None = None
        self.attack_power: i64 = 0
        self.keys: i64 = 0
        self.rule: i64 = 0
        self.by: Matcher | None = None
        self.by_source = False
        self.except_ref: i64 = -1
        self.excepted: Cards | None = None
        self.by_side: i64 = S_ANY
        self.race = ""
        self.breaks: i64 = 0
        self.inner: StaticOf | None = None
        self.no_trigger = False
        self.owner_chooses = False
        self.trig: Trig | None = None
        self.repl: Repl | None = None
        self.tap: Program | None = None
        self.cost: i64 = 0
        self.least: i64 = -1
        self.optional = False
        self.no_cast = False
        self.no_summon = False

    def like(self) -> Mod:
        """A copy to change."""
        o = Mod()
        o.power, o.per, o.attack_power, o.keys = self.power, self.per, self.attack_power, self.keys
        o.rule, o.by, o.by_source, o.by_side = self.rule, self.by, self.by_source, self.by_side
        o.race, o.breaks, o.inner = self.race, self.breaks, self.inner
        o.trig, o.repl, o.tap = self.trig, self.repl, self.tap
        return o


@final
class StaticOf:
    """A static ability. self_only: only its source; cards: about cards, not creatures."""

    def __init__(self) -> None:
        """Filled by the compiler."""
        self.gate: i64 = G_NONE
        self.share = False
        self.self_only = True
        self.about_cards = False
        self.gives_power = False
        self.gives_keys = False
        self.gives_abilities = False
        self.gives_races = False
        self.counts = False
        self.side: i64 = S_ANY
        self.zone: i64 = BATTLE
        self.matcher: Matcher | None = None
        self.conds: list[Cond] = []
        self.mods: list[Mod] = []

    def like(self) -> StaticOf:
        """A copy without its mods."""
        o = StaticOf()
        o.gate, o.share, o.self_only, o.about_cards = (
            self.gate,
            self.share,
            self.self_only,
            self.about_cards,
        )
        o.gives_power, o.gives_keys = self.gives_power, self.gives_keys
        o.gives_abilities, o.gives_races = self.gives_abilities, self.gives_races
        o.side, o.zone, o.matcher, o.conds = self.side, self.zone, self.matcher, self.conds
        return o

    def zone_fits(self, zone: i64) -> bool:
        """A clause about mana cards is not about others; one about cards is about all."""
        return self.zone == BATTLE or self.zone == zone


@final
class Trig:
    """A triggered ability."""

    def __init__(self, event: i64, program: Program) -> None:
        """Filled by the compiler."""
        self.event = event
        self.program = program
        self.gate: i64 = G_NONE
        self.share = False
        self.self_only = True
        self.side: i64 = S_ANY
        self.matcher: Matcher | None = None
        self.player: i64 = 0
        self.what: Matcher | None = None
        self.what_this = False
        self.other_only = False
        self.uses_this = True


@final
class Repl:
    """A replacement ability. to: the new zone in place, -1: the event just does not happen."""

    def __init__(self, would: i64) -> None:
        """Filled by the compiler."""
        self.would = would
        self.gate: i64 = G_NONE
        self.share = False
        self.self_only = True
        self.side: i64 = S_ANY
        self.matcher: Matcher | None = None
        self.conds: list[Cond] = []
        self.optional = False
        self.to: i64 = -1
        self.top_only = False
        self.need: GroupOf | None = None
        self.need_number: i64 = 0
        self.need_this = False
        self.follow: Program | None = None


@final
class Def:
    """A card as the engine sees it: printed values as ints, abilities compiled."""

    def __init__(self, name: str, index: i64) -> None:
        """Filled by the compiler."""
        self.name = name
        self.index = index
        self.kind: i64 = 0
        self.civs: i64 = 0
        self.civ_count: i64 = 0
        self.cost: i64 = 0
        self.power: i64 = 0
        self.mana: i64 = 1
        self.races: list[str] = []
        self.keys: i64 = 0
        self.attack_power: i64 = 0
        self.evolution = False
        self.bases: list[Matcher] = []
        self.crew: Matcher | None = None
        self.rules: list[Mod] = []
        self.statics: list[StaticOf] = []
        self.trigs: list[Trig] = []
        self.hand_repls: list[Repl] = []
        self.repls: list[Repl] = []
        self.spell: Program | None = None
        self.spell_steps: tuple[Step, ...] = ()
        self.tap: Program | None = None
        self.silent: Program | None = None
        self.silent_uses_this = False
        self.play_conds: list[Cond] = []
        self.watches = vec[i64]([0] * EVENTS)
        self.watches_any = False
        self.own_events: i64 = 0
        self.power_effects: i64 = 0
        self.key_effects: i64 = 0
        self.ability_effects: i64 = 0
        self.card_effects: i64 = 0
        self.race_effects: i64 = 0
        self.shares = False
        self.repl_mask: i64 = 0
        self.own_repl_mask: i64 = 0

    def is_creature(self) -> bool:
        """Creature or evolution creature."""
        return self.kind == 1


@final
class Table:
    """The definitions of a game: every card of both decks, and the words of the pool."""

    def __init__(self, races: list[str]) -> None:
        """``races``: every race of the pool, sorted; "choose a race" offers them all."""
        self.defs: list[Def] = []
        self.races = races
        self.names: dict[str, int] = {}
        self.civs = vec[i64]()
        self.keys = vec[i64]()
        self.power = vec[i64]()
        self.cost = vec[i64]()
        #: an ability asks for the power of a creature, which may have left before it resolves
        self.recalls_power = False

    def index(self, name: str) -> int:
        """Number of a definition; KeyError when it is not in this table."""
        return self.names[name]


@final
class Effect:
    """What part of a program is for, as agents read it: a verb on objects of groups.

    verb: V_… of purpose.py; actor: A_…; how: of ChooseOp; each: as often as there are of these;
    sure: not behind a condition or a "may"; keys and power: what is given.
    """

    def __init__(self, verb: i64, actor: i64) -> None:
        """Filled by purpose.py."""
        self.verb = verb
        self.actor = actor
        self.side: i64 = S_ANY
        self.how: i64 = 0
        self.number: AmountOf | None = None
        self.total: i64 = -1
        self.groups: list[GroupOf] = []
        self.each: GroupOf | None = None
        self.sure = True
        self.keys: i64 = 0
        self.power: i64 = 0
        self.options: list[list[Effect]] = []


NO_EFFECTS: Final[list[Effect]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class Op:
    """One step of a program; subclasses do the work. purpose: what a choice is for (V_…)."""

    purpose: i64 = 0

    def run(self, s: State, f: Frame) -> None:
        """Do it, or ask a choice and return."""
        raise NotImplementedError

    def answer(self, s: State, f: Frame, action: i64) -> None:
        """Take the answer to the choice that ``run`` asked."""
        raise NotImplementedError


@final
class Program:
    """A list of ops. name: what a log calls it."""

    def __init__(self, name: str, ops: list[Op]) -> None:
        """Plain data."""
        self.name = name
        self.ops = ops
        self.registers = 0
        self.effects = NO_EFFECTS


NO_REGISTERS: Final = vec[i64]()
NO_PROGRAM: Final = Program("", [])
PROCESS: Final[list[Program]] = [NO_PROGRAM] * int(PROCESSES)
"""The engine's own programs (turn, attack, break …), filled in by their modules."""


# ---------------------------------------------------------------- what changes


@final
class Batch:
    """Moves that happen at the same time. A row per object: what, to, why, flags, replaced by."""

    def __init__(self, cause: i64) -> None:
        """cause: the player whose effect it is, or NOBODY for the rules."""
        self.cause = cause
        self.what = Cards()
        self.gen = Cards()
        self.to = Cards()
        self.why = Cards()
        self.flags = Cards()
        self.breaker: i64 = NO_REF
        self.repls: list[Repl] = []
        self.repl_source: list[i64] = []
        self.repl_item: list[i64] = []

    def copy(self) -> Batch:
        """An independent batch."""
        other = Batch(self.cause)
        other.what = self.what.copy()
        other.gen = self.gen.copy()
        other.to = self.to.copy()
        other.why = self.why.copy()
        other.flags = self.flags.copy()
        other.breaker = self.breaker
        other.repls = self.repls[:]
        other.repl_source = self.repl_source[:]
        other.repl_item = self.repl_item[:]
        return other


@final
class Frame:
    """A program at a place, with what it has bound. Waits on the stack for answers."""

    def __init__(self, program: Program, player: i64, source: i64) -> None:
        """source: ref of the card or body that the ability is on."""
        self.program = program
        self.pc = 0
        self.player = player
        self.source = source
        self.it = Cards()
        self.those = Cards()
        self.that: i64 = NO_REF
        self.word: i64 = -1
        self.many: i64 = 0
        self.many_0: i64 = 0
        self.many_1: i64 = 0
        self.did = False
        self.replaces = False
        "It does what a replacement says: its own moves are not replaced again."
        self.x: i64 = 0
        self.y: i64 = 0
        self.z: i64 = 0
        self.batch: Batch | None = None
        self.gather: Batch | None = None
        self.registers: vec[i64] = NO_REGISTERS
        if program.registers > 0:
            self.registers = vec[i64]([0] * program.registers)

    def set_many(self, player: i64, number: i64) -> None:
        """What "that many" means from now on, and for that player."""
        self.many = number
        if player == 0:
            self.many_0 = number
        else:
            self.many_1 = number

    def copy(self) -> Frame:
        """An independent frame."""
        other = Frame(self.program, self.player, self.source)
        other.pc = self.pc
        other.it = self.it.copy()
        other.those = self.those.copy()
        other.that = self.that
        other.word = self.word
        other.many = self.many
        other.many_0 = self.many_0
        other.many_1 = self.many_1
        other.did = self.did
        other.replaces = self.replaces
        other.x = self.x
        other.y = self.y
        other.z = self.z
        other.registers = self.registers[:]
        batch = self.batch
        if batch is not None:
            other.batch = batch.copy()
        gather = self.gather
        if gather is not None:
            other.gather = gather.copy()
        return other


@final
class Pending:
    """A triggered ability that waits to resolve. Never changes."""

    def __init__(self, program: Program, player: i64, source: i64, subject: i64) -> None:
        """subject: ref of the creature or card of the event; word: what was chosen for it."""
        self.program = program
        self.player = player
        self.source = source
        self.subject = subject
        self.name: i64 = -1
        self.word: i64 = -1
        self.same_if_source_differs = False
        self.those: Cards | None = None


@final
class Timed:
    """A clause, delayed trigger or replacement with an end. Never changes once in force."""

    def __init__(self, player: i64, source: i64, duration: i64, turn: i64) -> None:
        """closed: refs it is about; else the static's matcher says (an open set)."""
        self.player = player
        self.source = source
        self.source_top: i64 = -1
        self.duration = duration
        self.turn = turn
        self.word: i64 = -1
        self.closed: Cards | None = None
        self.static: StaticOf | None = None
        self.trig: Trig | None = None
        self.repl: Repl | None = None
        self.those: Cards | None = None

    def names(self, ref: i64) -> bool:
        """The closed set holds this ref."""
        closed = self.closed
        return closed is not None and closed.find(ref) >= 0

    def also(self, ref: i64) -> Timed:
        """The same effect, about one more body."""
        other = Timed(self.player, self.source, self.duration, self.turn)
        other.source_top = self.source_top
        other.word = self.word
        closed = Cards() if self.closed is None else self.closed.copy()
        closed.add(ref)
        other.closed = closed
        other.static = self.static
        other.trig = self.trig
        other.repl = self.repl
        other.those = self.those
        return other


@final
class State:
    """Everything that a game is at one moment."""

    def __init__(self, table: Table, ruleset: Ruleset, cards: i64) -> None:
        """An empty state for that many cards; ``setup`` deals."""
        self.table = table
        self.defs = table.defs
        self.civs = table.civs
        self.print_keys = table.keys
        self.print_power = table.power
        self.print_cost = table.cost
        self.ruleset = ruleset
        self.cards = cards
        self.card_def = vec[i64]([0] * cards)
        self.owner = vec[i64]([0] * cards)
        self.zone = vec[i64]([0] * cards)
        self.gen = vec[i64]([0] * cards)
        self.tapped = vec[i64]([0] * cards)
        self.known = vec[i64]([0] * cards)
        self.under = vec[i64]([NOBODY] * cards)
        self.top = vec[i64]([0] * cards)
        self.came = vec[i64]([0] * cards)
        self.broke = vec[i64]([0] * cards)
        self.marks = vec[i64]([0] * cards)
        self.last_power = vec[i64]([0] * cards) if table.recalls_power else vec[i64]()
        self.zones: list[Cards] = [Cards() for _ in range(16)]
        # the turn
        self.turn: i64 = 0
        self.active: i64 = 0
        self.first: i64 = 0
        self.step: i64 = 0
        self.extra_player = Cards()
        self.extra_end: list[Program] = []
        self.turn_end: Program | None = None
        self.turn_end_player: i64 = 0
        self.normal: i64 = 0
        self.casts = vec[i64]([0, 0])
        self.drawn = vec[i64]([0, 0])
        self.turn_breaks = vec[i64]([0, 0])
        self.attacked = Cards()
        self.breakers = Cards()
        # the attack
        self.attacker: i64 = NO_REF
        self.target: i64 = NO_REF
        self.blocker: i64 = NO_REF
        self.blocked = False
        self.attack_breaks: i64 = 0
        self.no_battle = False
        self.fighter: i64 = NO_REF
        self.fought: i64 = NO_REF
        # what is in progress
        self.frames: list[Frame] = []
        self.queue: list[Pending] = []
        self.timed: list[Timed] = []
        # what is asked
        self.asked: i64 = NOBODY
        self.ask_kind: i64 = 0
        self.n_options: i64 = 0
        self.options = vec[i64]([0] * 64)
        # indexes for speed
        self.watchers = vec[i64]([0] * EVENTS)
        self.power_effects: i64 = 0
        self.key_effects: i64 = 0
        self.ability_effects: i64 = 0
        self.card_effects: i64 = 0
        self.race_effects: i64 = 0
        self.givers = Cards()
        self.powerless = Cards()
        self.zero_bodies: i64 = 0
        self.turn_hearers: i64 = 0
        self.silents: i64 = 0
        self.sharers: i64 = 0
        self.repl_watchers: i64 = 0
        self.depth: i64 = 0
        self.holding = False
        self.stamp: i64 = 0
        self.key_stamp = vec[i64]([0] * cards)
        self.key_value = vec[i64]([0] * cards)
        self.that_owner: i64 = 0
        self.event_breaker: i64 = NO_REF
        self.scratch = vec[i64]([0] * 40)
        # the end
        self.winner: i64 = NOBODY
        self.ending: i64 = -1
        # luck
        self.shuffle_first = Rng(0, 0, 0, 1)
        self.shuffle_second = Rng(0, 0, 0, 1)
        self.luck = Rng(0, 0, 0, 1)
        # counts
        self.decisions: i64 = 0
        self.actions: i64 = 0
        self.turn_decisions: i64 = 0
        self.digest_a: i64 = 0x811C9DC5
        self.digest_b: i64 = 0x1234567
        self.shields_broken = vec[i64]([0, 0])
        self.triggers_used = vec[i64]([0, 0])
        self.manual = False
        self.open_lists = True
        self.pay_with = Cards()
        self.log: list[tuple[str, int, int, int]] | None = None

    # ---- small questions

    def definition(self, card: i64) -> Def:
        """What is printed on a card."""
        return self.defs[self.card_def[card]]

    def face(self, body: i64) -> Def:
        """What is printed on the top card of a body."""
        return self.defs[self.card_def[self.top[body]]]

    def ref(self, card: i64) -> i64:
        """A reference that goes stale when the card moves on."""
        return card | self.gen[card] * GEN_STEP

    def alive(self, ref: i64) -> bool:
        """The reference still names the same object."""
        if ref < 0:
            return False
        return self.gen[ref & CARD_BITS] == ref // GEN_STEP

    def body_of(self, ref: i64) -> i64:
        """The body that a reference names, or -1 when it is gone."""
        if ref < 0:
            return -1
        card = ref & CARD_BITS
        if self.gen[card] != ref // GEN_STEP or self.zone[card] != BATTLE:
            return -1
        return card

    def place(self, player: i64, zone: i64) -> Cards:
        """The cards of a zone of a player."""
        return self.zones[player * 8 + zone]

    def shuffler(self, player: i64) -> Rng:
        """The stream of that seat's shuffles."""
        return self.shuffle_first if player == self.first else self.shuffle_second

    def hold(self) -> None:
        """Nothing changes until ``release``: questions may remember their answers."""
        self.stamp += 1
        self.holding = True

    def release(self) -> None:
        """Things may change again."""
        self.holding = False

    # ---- asking

    def ask(self, player: i64, kind: i64) -> None:
        """Begin a choice; ``offer`` adds its answers."""
        self.asked = player
        self.ask_kind = kind
        self.n_options = 0

    def offer(self, action: i64) -> None:
        """Add a legal answer."""
        n = self.n_options
        if n < len(self.options):
            self.options[n] = action
        else:
            self.options = append(self.options, action)
        self.n_options = n + 1

    def push(self, frame: Frame) -> None:
        """Put a program in progress on top."""
        self.frames.append(frame)

    def start(self, process: i64, player: i64, source: i64) -> Frame:
        """Put one of the engine's own programs on top and return its frame."""
        frame = Frame(PROCESS[process], player, source)
        self.frames.append(frame)
        return frame

    def end(self, winner: i64, ending: i64) -> None:
        """End the game; the first end counts."""
        if self.ending < 0:
            self.winner = winner
            self.ending = ending
            self.n_options = 0
            if self.log is not None:
                self.log.append(("end", int(winner), int(ending), 0))

    def note(self, event: str, a: i64, b: i64, c: i64) -> None:
        """Write to the log, when there is one."""
        if self.log is not None:
            self.log.append((event, int(a), int(b), int(c)))

    def forget_indexes(self) -> None:
        """Empty what is kept for speed, to count it again."""
        self.watchers = vec[i64]([0] * EVENTS)
        self.givers = Cards()
        self.powerless = Cards()
        self.zero_bodies = 0
        self.turn_hearers = 0
        self.silents = 0
        self.power_effects = 0
        self.key_effects = 0
        self.ability_effects = 0
        self.card_effects = 0
        self.race_effects = 0
        self.sharers = 0
        self.repl_watchers = 0

    def copy(self) -> State:
        """An independent state; definitions and finished data are shared."""
        o = State(self.table, self.ruleset, 0)
        o.cards = self.cards
        o.card_def = self.card_def[:]
        o.owner = self.owner
        o.zone = self.zone[:]
        o.gen = self.gen[:]
        o.tapped = self.tapped[:]
        o.known = self.known[:]
        o.under = self.under[:]
        o.top = self.top[:]
        o.came = self.came[:]
        o.broke = self.broke[:]
        o.marks = self.marks[:]
        o.last_power = self.last_power[:]
        o.zones = [row.copy() for row in self.zones]
        self._copy_turn(o)
        o.frames = [frame.copy() for frame in self.frames]
        o.queue = self.queue[:]
        o.timed = self.timed[:]
        o.asked = self.asked
        o.ask_kind = self.ask_kind
        o.n_options = self.n_options
        o.options = self.options[:]
        o.watchers = self.watchers[:]
        o.power_effects = self.power_effects
        o.key_effects = self.key_effects
        o.ability_effects = self.ability_effects
        o.card_effects = self.card_effects
        o.race_effects = self.race_effects
        o.givers = self.givers.copy()
        o.key_stamp = self.key_stamp[:]
        o.key_value = self.key_value[:]
        o.stamp = self.stamp
        o.powerless = self.powerless.copy()
        o.zero_bodies = self.zero_bodies
        o.turn_hearers = self.turn_hearers
        o.silents = self.silents
        o.sharers = self.sharers
        o.repl_watchers = self.repl_watchers
        o.winner = self.winner
        o.ending = self.ending
        o.shuffle_first = self.shuffle_first.copy()
        o.shuffle_second = self.shuffle_second.copy()
        o.luck = self.luck.copy()
        o.decisions = self.decisions
        o.actions = self.actions
        o.turn_decisions = self.turn_decisions
        o.digest_a = self.digest_a
        o.digest_b = self.digest_b
        o.shields_broken = self.shields_broken[:]
        o.triggers_used = self.triggers_used[:]
        o.manual = self.manual
        o.open_lists = self.open_lists
        o.pay_with = self.pay_with.copy()
        return o

    def _copy_turn(self, o: State) -> None:
        o.turn = self.turn
        o.active = self.active
        o.first = self.first
        o.step = self.step
        o.extra_player = self.extra_player.copy()
        o.extra_end = self.extra_end[:]
        o.turn_end = self.turn_end
        o.turn_end_player = self.turn_end_player
        o.normal = self.normal
        o.casts = self.casts[:]
        o.drawn = self.drawn[:]
        o.turn_breaks = self.turn_breaks[:]
        o.attacked = self.attacked.copy()
        o.breakers = self.breakers.copy()
        o.attacker = self.attacker
        o.target = self.target
        o.blocker = self.blocker
        o.blocked = self.blocked
        o.attack_breaks = self.attack_breaks
        o.no_battle = self.no_battle
        o.fighter = self.fighter
        o.fought = self.fought
