"""What cards say: their printed text, keywords and roles, worked out once and kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, final

import msgspec

from dmcli import __version__
from dmcli.cards import cache
from dmcli.cards.pool import Pool
from dmcli.core.carddef import CardDef
from dmcli.core.errors import Refused, Unreadable
from dmcli.core.files import PACKAGE

if TYPE_CHECKING:
    from dmcli.lang import nodes as n

#: Raise it when what is kept, or what counts as a keyword, changes.
_FORMAT: Final = "spoken/3"


@final
class Spoken(msgspec.Struct, frozen=True, array_like=True):
    """The text of one card, a sentence or more for each ability, its keywords and roles."""

    text: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def spoken(pool: Pool) -> dict[str, Spoken]:
    """Give what every card of a pool says, by name."""
    key = f"spoken-{cache.digest(_FORMAT, __version__, pool.hash, *_makers())}"
    kept = cache.recall(key, dict[str, Spoken])
    if kept is None or kept.keys() != pool.cards.keys():
        kept = {card.name: _of(pool, card) for card in pool.cards.values()}
        cache.keep(key, kept)
    return kept


def _makers() -> Iterator[bytes]:
    """What the answers are made with: who changes it must not search yesterday's text."""
    language = sorted((PACKAGE / "lang").glob("*.py"))
    return (path.read_bytes() for path in (*language, *map(_room, ("roles.py", "deeds.py"))))


def _room(name: str) -> Path:
    return PACKAGE / "cards" / name


def _of(pool: Pool, card: CardDef) -> Spoken:
    """Print one card; a rules line that is wrong is left to what stands in the file."""
    from dmcli.cards.roles import roles_of

    try:
        keywords = dict.fromkeys(_keywords(pool.abilities(card.name)))
        roles = sorted(roles_of(card.name, pool))
        return Spoken(pool.text(card.name), tuple(keywords), tuple(roles))
    except (Refused, Unreadable):
        return Spoken()


def _keywords(abilities: Iterable[n.Ability]) -> Iterator[str]:
    """Name the keywords that a card has, always or while a condition holds."""
    for ability in abilities:
        yield from _keywords_of(ability)


def _keywords_of(ability: n.Ability) -> Iterator[str]:
    from dmcli.lang import nodes as n

    match ability:
        case n.Keyword(word):
            yield word
        case n.EvolutionBase(bases):
            yield "vortex evolution" if len(bases) > 1 else "evolution"
        case n.Marked(mark, inner):
            yield mark
            yield from _keywords_of(inner)
        case n.TapAbility():
            yield "tap ability"
        case n.SilentSkill():
            yield "silent skill"
        case n.Static(n.Clause(n.Ref("this"), grants)):
            for grant in grants:
                yield from _granted(grant)
        case n.Static(n.Clause(_, (n.GainAbility(n.TapAbility()),))):
            yield "tap ability"


def _granted(grant: n.Grant) -> Iterator[str]:
    """Name the keywords of what a creature has while a condition holds."""
    from dmcli.lang import nodes as n

    match grant:
        case n.Keyword(word):
            yield word
        case n.GainAbility(ability):
            yield from _keywords_of(ability)
