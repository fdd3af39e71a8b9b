"""What a card is good for, told from the trees of its rules and never from its name or text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final
from weakref import WeakKeyDictionary

from dmcli.cards.deeds import FOE, ME, Deed, deeds_of
from dmcli.cards.pool import Pool
from dmcli.core.carddef import CardDef
from dmcli.lang import nodes as n

#: Each role with what it means; what a card does only to its own player's harm is none.
ROLES: Final = {
    "blocker": "can block, if only at times",
    "breaker": "breaks two shields or more",
    "speed attacker": "can attack on the turn it enters",
    "evasion": "can't be blocked, by some creatures at least",
    "removal": "takes the opponent's creatures out of the battle zone, other than to the hand",
    "bounce": "returns the opponent's creatures to the hand",
    "tapper": "taps the opponent's creatures",
    "draw": "draws, or puts cards from the top of your deck into your hand",
    "boost": "puts cards into your mana zone beyond the charge of the turn",
    "discard": "makes the opponent discard",
    "search": "searches your deck for a card",
    "recovery": "brings cards back from your graveyard, to the hand or into play",
    "into play": "puts creatures into the battle zone for nothing",
    "power up": "gives power to your creatures, not only to itself",
    "cost cut": "makes your cards cost less",
    "mana denial": "takes cards out of the opponent's mana zone",
    "shield up": "adds to your shields",
    "shield burn": "breaks the opponent's shields without an attack, or puts them elsewhere",
    "shield trigger": "can be used at once when its shield is broken",
    "needs a target": "a spell that does nothing without a creature to work on",
}

_BREAKERS: Final = frozenset(("double breaker", "triple breaker", "world breaker", "crew breaker"))
_UNBLOCKABLE: Final = frozenset(("can't be blocked", "can't be blocked by"))

_known: WeakKeyDictionary[Pool, dict[str, frozenset[str]]] = WeakKeyDictionary()


def roles_of(name: str, pool: Pool) -> frozenset[str]:
    """Name the roles of a card; a card whose text is not written yet has none."""
    known = _known.setdefault(pool, {})
    if name not in known:
        known[name] = _roles(pool.cards[name], pool) if pool.playable(name) else frozenset()
    return known[name]


def _roles(card: CardDef, pool: Pool) -> frozenset[str]:
    """Read a card's abilities."""
    abilities = pool.abilities(card.name)
    found = {role for each in abilities for role in _printed(each)}
    deeds = list(deeds_of(card, abilities))
    for ability in deeds:
        found |= {role for role, does in _DOES.items() if does(ability)}
    if card.is_spell and _needs_target(deeds[0]):
        found.add("needs a target")
    return frozenset(found)


def _printed(ability: n.Ability) -> Iterable[str]:
    """The roles of keywords that the card itself has, behind a mark or not."""
    if isinstance(ability, n.Marked):
        return _printed(ability.ability)
    return _keyword(ability) if isinstance(ability, n.Keyword) else ()


def _keyword(keyword: n.Keyword) -> tuple[str, ...]:
    """The roles of a keyword."""
    word = keyword.word
    if word in ("blocker", "speed attacker", "shield trigger"):
        return (word,)
    if word == "stealth":
        return ("evasion",)
    return ("breaker",) if word in _BREAKERS else ()


# ---------------------------------------------------------------- what an ability does

Ability = tuple[Deed, ...]


def _has(role: str) -> Callable[[Ability], bool]:
    """The card itself gets what this role is."""

    def does(ability: Ability) -> bool:
        grants = (grant for deed in ability if deed.thing.covers for grant in deed.grants)
        return any(role in _granted(grant) for grant in grants)

    return does


def _granted(grant: n.Grant) -> tuple[str, ...]:
    """The roles of one who gets this."""
    match grant:
        case n.Keyword():
            return _keyword(grant)
        case n.MoreBreaks():
            return ("breaker",)
        case n.Rule(word=word):
            return ("evasion",) if word in _UNBLOCKABLE else ()
        case _:
            return ()


def _removes(ability: Ability) -> bool:
    return any(_hits(deed, "battle") and deed.to not in ("", "hand", "battle") for deed in ability)


def _bounces(ability: Ability) -> bool:
    return any(_hits(deed, "battle") and deed.to == "hand" for deed in ability)


def _taps(ability: Ability) -> bool:
    return any(deed.verb == "tap" and _hits(deed, "battle") for deed in ability)


def _hits(deed: Deed, zone: str) -> bool:
    """Whether it can be done to something of the opponent that lies there."""
    return deed.thing.zone == zone and FOE in deed.thing.whose and not deed.thing.itself


def _draws(ability: Ability) -> bool:
    drawn = any(deed.verb == "draw" and ME in deed.thing.whose for deed in ability)
    return drawn or any(deed.verb == "put" and _moves(deed, "deck", "hand") for deed in ability)


def _boosts(ability: Ability) -> bool:
    """More goes into the mana zone; what only changes places with it does not count."""
    return not _leaves("mana", ME, ability) and any(_gains(deed, "mana") for deed in ability)


def _adds_shields(ability: Ability) -> bool:
    """More shields; what only changes places with one does not count."""
    return not _leaves("shields", ME, ability) and any(_gains(deed, "shields") for deed in ability)


def _leaves(zone: str, player: str, ability: Ability) -> bool:
    """Whether a card of this player can leave a zone for another one."""
    return any(
        deed.thing.zone == zone and player in deed.thing.whose and deed.to not in ("", zone)
        for deed in ability
    )


def _mine(deed: Deed) -> bool:
    return ME in deed.thing.whose


def _gains(deed: Deed, zone: str) -> bool:
    """Whether a card of yours goes there, and not only because it dies."""
    mine = deed.thing.whose == frozenset((ME,)) and not deed.verb.endswith("instead")
    return mine and deed.to == zone and deed.thing.zone not in (zone, "elsewhere")


def _moves(deed: Deed, start: str, end: str) -> bool:
    """Whether it can bring a card of yours from one zone to another."""
    return _mine(deed) and deed.thing.zone == start and deed.to == end and not deed.thing.itself


def _discards(ability: Ability) -> bool:
    return any(deed.verb == "discard" and _hits(deed, "hand") for deed in ability)


def _searches(ability: Ability) -> bool:
    return any(deed.verb == "search" and deed.thing.whose == {ME} for deed in ability)


def _recovers(ability: Ability) -> bool:
    return any(_moves(deed, "graveyard", to) for deed in ability for to in ("hand", "battle"))


def _puts_into_play(ability: Ability) -> bool:
    starts = ("hand", "mana", "graveyard", "deck", "shields")
    return any(_moves(deed, start, "battle") for deed in ability for start in starts)


def _powers_up(ability: Ability) -> bool:
    return any(
        _mine(deed) and not deed.thing.itself and any(map(_is_power, deed.grants))
        for deed in ability
    )


def _is_power(grant: n.Grant) -> bool:
    """Whether it is more power, at least at times."""
    match grant:
        case n.GainPower(value=value):
            return value > 0
        case n.Keyword(word=word):
            return word == "power attacker"
        case n.GainAbility(ability=n.Static(clause=clause)):
            return clause.subject == n.Ref("this") and any(map(_is_power, clause.grants))
        case _:
            return False


def _cuts_costs(ability: Ability) -> bool:
    return any(
        _mine(deed) and isinstance(grant, n.CostChange) and grant.value < 0
        for deed in ability
        for grant in deed.grants
    )


def _denies_mana(ability: Ability) -> bool:
    """Less lies in the opponent's mana zone; what only changes places there does not count."""
    back = any(FOE in deed.thing.whose and deed.to == "mana" for deed in ability)
    return not back and any(_leaves("mana", FOE, (deed,)) for deed in ability)


def _removes_shields(ability: Ability) -> bool:
    return any(
        _hits(deed, "shields") and (deed.verb == "break" or deed.to) and deed.to != "shields"
        for deed in ability
    )


_DOES: Final[dict[str, Callable[[Ability], bool]]] = {
    "blocker": _has("blocker"),
    "breaker": _has("breaker"),
    "speed attacker": _has("speed attacker"),
    "evasion": _has("evasion"),
    "removal": _removes,
    "bounce": _bounces,
    "tapper": _taps,
    "draw": _draws,
    "boost": _boosts,
    "discard": _discards,
    "search": _searches,
    "recovery": _recovers,
    "into play": _puts_into_play,
    "power up": _powers_up,
    "cost cut": _cuts_costs,
    "mana denial": _denies_mana,
    "shield up": _adds_shields,
    "shield burn": _removes_shields,
}


def _needs_target(deeds: Ability) -> bool:
    """Whether all the good that a spell does is done to creatures that must be there."""
    useful = [deed for deed in deeds if not (deed.follows or _is_price(deed))]
    return bool(useful) and all(_is_about_creatures(deed) for deed in useful)


def _is_about_creatures(deed: Deed) -> bool:
    where = ("battle", "graveyard", "mana") if deed.thing.noun == "creature" else ("battle",)
    return deed.thing.zone in where


def _is_price(deed: Deed) -> bool:
    """Whether it only costs its player something."""
    mine = deed.thing.whose == frozenset((ME,))
    return mine and (deed.verb == "discard" or (deed.thing.zone, deed.to) in _PRICES)


_PRICES: Final = (("shields", "graveyard"), ("shields", "hand"), ("mana", "graveyard"))
