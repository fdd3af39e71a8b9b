"""What cards say: their printed text and the keywords on them, worked out once and kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
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
_FORMAT: Final = "spoken/1"


@final
class Spoken(msgspec.Struct, frozen=True, array_like=True):
    """The text of one card, a sentence or more for each ability, and its keywords."""

    text: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def spoken(pool: Pool) -> dict[str, Spoken]:
    """Give what every card of a pool says, by name."""
    key = f"spoken-{cache.digest(_FORMAT, __version__, pool.hash, *_printers())}"
    kept = cache.recall(key, dict[str, Spoken])
    if kept is None or kept.keys() != pool.cards.keys():
        kept = {card.name: _of(pool, card) for card in pool.cards.values()}
        cache.keep(key, kept)
    return kept


def _printers() -> Iterator[bytes]:
    """The language itself: who changes how it is printed must not search yesterday's text."""
    return (path.read_bytes() for path in sorted((PACKAGE / "lang").glob("*.py")))


def _of(pool: Pool, card: CardDef) -> Spoken:
    """Print one card; a rules line that is wrong is left to what stands in the file."""
    try:
        abilities = pool.abilities(card.name)
        return Spoken(pool.text(card.name), tuple(dict.fromkeys(_keywords(abilities))))
    except (Refused, Unreadable):
        return Spoken()


def _keywords(abilities: Iterable[n.Ability]) -> Iterator[str]:
    """Name the keywords that a card has or can have by an ability of its own."""
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


def _granted(grant: n.Grant) -> Iterator[str]:
    """Name the keywords of what a creature gives itself."""
    from dmcli.lang import nodes as n

    match grant:
        case n.Keyword(word):
            yield word
        case n.GainAbility(ability):
            yield from _keywords_of(ability)
