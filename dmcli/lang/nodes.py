"""The tree of the rules language: frozen nodes, data only.

Three closed value kinds run through it: *which* (Group, Pick, Ref), *how many* (Amount)
and *if* (Condition). Abilities sit on a card, steps are what an ability does.
"""

from __future__ import annotations

import msgspec

# ---------------------------------------------------------------- which: traits of one object


class Civ(msgspec.Struct, frozen=True, tag=True):
    """Belongs to one of the civilizations; negated: to none of them."""

    names: tuple[str, ...]
    negated: bool = False


class Race(msgspec.Struct, frozen=True, tag=True):
    """Has one of the races; ``Dragon*`` is every race with that word."""

    names: tuple[str, ...]
    negated: bool = False


class Tapped(msgspec.Struct, frozen=True, tag=True):
    """Tapped, or untapped."""

    tapped: bool = True


class Other(msgspec.Struct, frozen=True, tag=True):
    """Not the source of the ability."""


class OtherThan(msgspec.Struct, frozen=True, tag=True):
    """None of the objects named before."""

    ref: Ref


class Evolution(msgspec.Struct, frozen=True, tag=True):
    """An evolution creature; negated: any other card."""

    negated: bool = False


class Multicolored(msgspec.Struct, frozen=True, tag=True):
    """Has two or more civilizations."""


class Attacking(msgspec.Struct, frozen=True, tag=True):
    """Is attacking now."""


class Power(msgspec.Struct, frozen=True, tag=True):
    """Current power compared (``<=``, ``>=``, ``<``, ``>``, ``=``) with an amount."""

    op: str
    amount: Amount


class Cost(msgspec.Struct, frozen=True, tag=True):
    """Printed cost compared with an amount."""

    op: str
    amount: Amount


class With(msgspec.Struct, frozen=True, tag=True):
    """Has the keyword; negated: has it not."""

    keyword: str
    negated: bool = False


class Named(msgspec.Struct, frozen=True, tag=True):
    """Has this card name; negated: has another one."""

    name: str
    negated: bool = False


class Same(msgspec.Struct, frozen=True, tag=True):
    """Has the same name or the same cost (what) as an object named before."""

    what: str
    ref: Ref


class Kind(msgspec.Struct, frozen=True, tag=True):
    """Is a creature, a spell or any card."""

    noun: str


class InZone(msgspec.Struct, frozen=True, tag=True):
    """Lies in the zone now: graveyard."""

    zone: str


class CanAttack(msgspec.Struct, frozen=True, tag=True):
    """Nothing forbids it to attack, or to attack creatures; tapped or not."""

    creatures: bool = False


class ByTrigger(msgspec.Struct, frozen=True, tag=True):
    """Is being cast by its shield trigger."""


class BrokenBy(msgspec.Struct, frozen=True, tag=True):
    """A shield that was broken by a creature, this turn or in this attack (span)."""

    by: Ref | Group
    span: str


class ChosenRace(msgspec.Struct, frozen=True, tag=True):
    """Has the race that was chosen by this ability."""


class ChosenCiv(msgspec.Struct, frozen=True, tag=True):
    """Belongs to the civilization that was chosen by this ability."""


class ChosenPower(msgspec.Struct, frozen=True, tag=True):
    """Has exactly the power that was chosen by this ability."""


class ChosenCost(msgspec.Struct, frozen=True, tag=True):
    """Has exactly the cost that was chosen by this ability."""


Trait = (
    Civ
    | Race
    | Tapped
    | Other
    | OtherThan
    | Evolution
    | Multicolored
    | Attacking
    | CanAttack
    | Power
    | Cost
    | With
    | Named
    | Same
    | Kind
    | InZone
    | ByTrigger
    | BrokenBy
    | ChosenRace
    | ChosenCiv
    | ChosenPower
    | ChosenCost
)

# ---------------------------------------------------------------- which: sets of objects


class Group(msgspec.Struct, frozen=True, tag=True):
    """Every object of a zone that fits.

    noun: creature, card, spell, shield. side: your, opponent, any, their (of the player who
    acts), that player (owner of ``it``). zone: battle, hand, mana, graveyard, deck, shields,
    those (what ``as those`` named).
    """

    noun: str
    side: str = "any"
    zone: str = "battle"
    traits: tuple[Trait, ...] = ()


class Count(msgspec.Struct, frozen=True, tag=True):
    """How many objects are in the group now."""

    group: Group


class Difference(msgspec.Struct, frozen=True, tag=True):
    """How many more objects are in one group than in the other; never below 0."""

    more: Group
    fewer: Group


class ThatMany(msgspec.Struct, frozen=True, tag=True):
    """As many as the last step chose or moved; half: of them, rounded down."""

    half: bool = False


class ExtremePower(msgspec.Struct, frozen=True, tag=True):
    """The least or the greatest power in the group."""

    which: str
    group: Group


class PowerOf(msgspec.Struct, frozen=True, tag=True):
    """The current power of an object named before."""

    ref: Ref


Amount = int | Count | Difference | ThatMany | ExtremePower | PowerOf


class Civilizations(msgspec.Struct, frozen=True, tag=True):
    """Each civilization that an object of the group has."""

    group: Group


class Ref(msgspec.Struct, frozen=True, tag=True):
    """An object named before.

    this, it, that creature (of the event), the blocker (of the attack), those, the rest.
    """

    word: str


class TopCard(msgspec.Struct, frozen=True, tag=True):
    """Only the top card of the pile that a creature is."""

    of: Ref


class Pick(msgspec.Struct, frozen=True, tag=True):
    """A choice from groups. how: exactly, up to, any number, all, random.

    total_power: at most so much; of a PowerOf: less than that.
    """

    how: str
    groups: tuple[Group, ...]
    amount: Amount = 1
    total_power: int | PowerOf | None = None


class Top(msgspec.Struct, frozen=True, tag=True):
    """The top cards of a deck."""

    side: str
    amount: Amount = 1
    up_to: bool = False


class TopUntil(msgspec.Struct, frozen=True, tag=True):
    """Cards from the top of a deck, one by one until one fits the group; ``it`` is that one."""

    side: str
    group: Group


Target = Pick | Top | TopUntil | Ref | TopCard

# ---------------------------------------------------------------- if


class Has(msgspec.Struct, frozen=True, tag=True):
    """The number of objects in the group compared with an amount."""

    group: Group
    op: str
    amount: Amount


class Is(msgspec.Struct, frozen=True, tag=True):
    """The object has all the traits."""

    ref: Ref
    traits: tuple[Trait, ...]


class AllAre(msgspec.Struct, frozen=True, tag=True):
    """Every object of the group has the trait (true of an empty group)."""

    group: Group
    trait: Trait


class Against(msgspec.Struct, frozen=True, tag=True):
    """The creature is battling, or attacking (how), one of the group now."""

    ref: Ref
    how: str
    group: Group


class Attacked(msgspec.Struct, frozen=True, tag=True):
    """The creature has been attacked this turn; negated: it has not."""

    ref: Ref
    negated: bool = False


class Drawn(msgspec.Struct, frozen=True, tag=True):
    """How many cards your or the opponent's draws (side) brought this turn, compared."""

    side: str
    op: str
    amount: int


class TurnOf(msgspec.Struct, frozen=True, tag=True):
    """It is the turn of: your, opponent."""

    side: str


class CastThisTurn(msgspec.Struct, frozen=True, tag=True):
    """You have cast a spell this turn."""


Condition = Has | Is | AllAre | Against | Attacked | Drawn | TurnOf | CastThisTurn

# ---------------------------------------------------------------- what a creature gets


class Keyword(msgspec.Struct, frozen=True, tag=True):
    """A keyword ability. value: of power attacker. traits: what a limited one looks at."""

    word: str
    value: int = 0
    traits: tuple[Trait, ...] = ()


class GainPower(msgspec.Struct, frozen=True, tag=True):
    """+N power, or +N for each object of a group or each civilization among them."""

    value: int
    for_each: Group | Civilizations | None = None


class Rule(msgspec.Struct, frozen=True, tag=True):
    """A permission or prohibition, named by its words; by: what it is limited to."""

    word: str
    by: Group | Ref | None = None


class CostChange(msgspec.Struct, frozen=True, tag=True):
    """Cards cost less or more. value: negative is less; optional: "up to"."""

    value: int
    least: int | None = None
    optional: bool = False


class GainAbility(msgspec.Struct, frozen=True, tag=True):
    """A whole ability, given to others."""

    ability: Ability


class AlsoRace(msgspec.Struct, frozen=True, tag=True):
    """Has the race, too."""

    name: str


class MoreBreaks(msgspec.Struct, frozen=True, tag=True):
    """Breaks so many more shields."""

    value: int


Grant = Keyword | GainPower | Rule | CostChange | GainAbility | AlsoRace | MoreBreaks


class Clause(msgspec.Struct, frozen=True, tag=True):
    """Who gets what. A Group is an open set, a Pick or Ref a closed one."""

    subject: Ref | Group | Pick
    grants: tuple[Grant, ...]


# ---------------------------------------------------------------- steps


class Destroy(msgspec.Struct, frozen=True, tag=True):
    """destroy <creatures>: battle zone to graveyard, all at once."""

    target: Target
    actor: str = "you"


class Discard(msgspec.Struct, frozen=True, tag=True):
    """discard <cards>: hand to graveyard, all at once."""

    target: Target
    actor: str = "you"


class Put(msgspec.Struct, frozen=True, tag=True):
    """put, return, add or shuffle <objects> to a zone of their owner.

    to: hand, mana, graveyard, battle, shields, deck top, deck bottom, deck (shuffled then).
    quiet: their shield trigger can't be used.
    """

    verb: str
    target: Target
    to: str
    actor: str = "you"
    tapped: bool = False
    quiet: bool = False


class Tap(msgspec.Struct, frozen=True, tag=True):
    """tap or untap <objects>."""

    target: Target
    untap: bool = False
    actor: str = "you"


class Draw(msgspec.Struct, frozen=True, tag=True):
    """draw N cards, one at a time; up to N: asked before each."""

    amount: Amount
    up_to: bool = False
    actor: str = "you"


class Look(msgspec.Struct, frozen=True, tag=True):
    """look at <cards>: the actor knows them from now on; shown: both players do."""

    targets: tuple[Target, ...]
    shown: bool = False
    actor: str = "you"


class Search(msgspec.Struct, frozen=True, tag=True):
    """search a deck for <cards>, put them into a zone, shuffle."""

    side: str
    pick: Pick
    to: str
    shown: bool = False
    actor: str = "you"


class Choose(msgspec.Struct, frozen=True, tag=True):
    """choose <objects>; named: also remembered as those; adding: those keep the earlier ones."""

    pick: Pick
    named: bool = False
    adding: bool = False
    actor: str = "you"


class ChooseWord(msgspec.Struct, frozen=True, tag=True):
    """choose a race, a civilization, a number, a cost or a player."""

    kind: str
    limit: int = 0
    but: str = ""


class TurnUp(msgspec.Struct, frozen=True, tag=True):
    """turn <shields> face up: both players see them while they are shields."""

    target: Target
    actor: str = "you"


class Cast(msgspec.Struct, frozen=True, tag=True):
    """cast <spell> for no cost, from where it lies."""

    target: Target
    actor: str = "you"


class Break(msgspec.Struct, frozen=True, tag=True):
    """<creature> breaks N shields of the opponent of its owner."""

    breaker: Ref
    amount: Amount = 1


class Give(msgspec.Struct, frozen=True, tag=True):
    """A clause with an end."""

    clause: Clause
    duration: str


class Delay(msgspec.Struct, frozen=True, tag=True):
    """A triggered ability or replacement that waits for a time."""

    duration: str
    ability: Ability


class ExtraTurn(msgspec.Struct, frozen=True, tag=True):
    """Take an extra turn after this one; at its end: steps."""

    at_end: tuple[Step, ...] = ()


class OnlyTop(msgspec.Struct, frozen=True, tag=True):
    """Of the pile that would leave only the top card does; the others become creatures."""


class NoBattle(msgspec.Struct, frozen=True, tag=True):
    """The attack ends without a battle."""


class Stay(msgspec.Struct, frozen=True, tag=True):
    """What would leave the battle zone stays there."""


class EndGame(msgspec.Struct, frozen=True, tag=True):
    """The actor wins or loses the game."""

    wins: bool
    actor: str = "you"


class May(msgspec.Struct, frozen=True, tag=True):
    """The actor decides whether the steps happen."""

    steps: tuple[Step, ...]
    actor: str = "you"


class IfDid(msgspec.Struct, frozen=True, tag=True):
    """If the last optional part was done."""

    steps: tuple[Step, ...]


class If(msgspec.Struct, frozen=True, tag=True):
    """Steps under conditions, or else others."""

    conditions: tuple[Condition, ...]
    steps: tuple[Step, ...]
    otherwise: tuple[Step, ...] = ()


class Either(msgspec.Struct, frozen=True, tag=True):
    """One of several; only what can be done in full may be chosen, unless nothing can."""

    options: tuple[tuple[Step, ...], ...]
    actor: str = "you"


class ForEach(msgspec.Struct, frozen=True, tag=True):
    """The steps once for each object that is in the group at the start."""

    group: Group
    steps: tuple[Step, ...]


class Together(msgspec.Struct, frozen=True, tag=True):
    """Moves that happen at the same time, as one batch."""

    steps: tuple[Step, ...]


Act = Destroy | Discard | Put | Tap | Draw | Look | Search | Choose | TurnUp | Cast | EndGame
"""Steps of which any player can be the actor."""

Step = (
    Destroy
    | Discard
    | Put
    | Tap
    | Draw
    | Look
    | Search
    | Choose
    | ChooseWord
    | TurnUp
    | Cast
    | Break
    | Give
    | Delay
    | ExtraTurn
    | OnlyTop
    | NoBattle
    | Stay
    | EndGame
    | May
    | IfDid
    | If
    | Either
    | ForEach
    | Together
)

# ---------------------------------------------------------------- abilities


class Event(msgspec.Struct, frozen=True, tag=True):
    """What a triggered ability waits for: a kind, and whose.

    subject: the creature it happens to (creature events); player: you, opponent, any (player
    events); what: what it attacks, or by what the shield of a shield trigger was broken.
    """

    kind: str
    subject: Ref | Group | None = None
    player: str = ""
    what: Ref | Group | None = None


class Would(msgspec.Struct, frozen=True, tag=True):
    """What a replacement replaces: destroyed, graveyard, leave, discarded, break, broken.

    graveyard with a group of spells: where a spell goes after it was cast.
    """

    kind: str
    subject: Ref | Group


class EvolutionBase(msgspec.Struct, frozen=True, tag=True):
    """Evolution: one creature for each entry; each entry says which fit."""

    bases: tuple[tuple[Trait, ...], ...]


class Triggered(msgspec.Struct, frozen=True, tag=True):
    """when, whenever, at, after: the steps wait for one of the events."""

    events: tuple[Event, ...]
    steps: tuple[Step, ...]


class Static(msgspec.Struct, frozen=True, tag=True):
    """A clause that holds all the time, or while the conditions hold."""

    clause: Clause
    conditions: tuple[Condition, ...] = ()


class Replacement(msgspec.Struct, frozen=True, tag=True):
    """when … would …, instead: steps."""

    would: Would
    steps: tuple[Step, ...]
    conditions: tuple[Condition, ...] = ()
    optional: bool = False


class TapAbility(msgspec.Struct, frozen=True, tag=True):
    """tap: used by tapping the creature in place of an attack."""

    steps: tuple[Step, ...]


class SilentSkill(msgspec.Struct, frozen=True, tag=True):
    """silent skill: used by keeping the creature tapped in your untap."""

    steps: tuple[Step, ...]


class Effect(msgspec.Struct, frozen=True, tag=True):
    """What a spell does."""

    steps: tuple[Step, ...]


class Marked(msgspec.Struct, frozen=True, tag=True):
    """An ability behind a mark: survivor, wave striker, turbo rush."""

    mark: str
    ability: Ability


class PlayOnly(msgspec.Struct, frozen=True, tag=True):
    """This can be played only under the conditions."""

    conditions: tuple[Condition, ...]


class InHand(msgspec.Struct, frozen=True, tag=True):
    """An ability that works in the hand."""

    ability: Ability


Ability = (
    Keyword
    | EvolutionBase
    | Triggered
    | Static
    | Replacement
    | TapAbility
    | SilentSkill
    | Effect
    | Marked
    | PlayOnly
    | InHand
)
