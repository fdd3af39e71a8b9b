"""Rules lines and their trees: each line is parsed once in the life of the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Final, final

import msgspec

from dmcli import __version__
from dmcli.cards import cache

if TYPE_CHECKING:
    from dmcli.lang.nodes import Ability

#: Beyond so many lines the cache starts again with the pool at hand.
_MOST: Final = 20_000


@final
class Lines:
    """The trees of a pool's rules lines, decoded when they are asked for."""

    def __init__(self, pool_lines: Callable[[], Iterable[str]]) -> None:
        self._pool_lines = pool_lines
        self._trees: dict[str, Ability] = {}

    def tree(self, line: str) -> Ability:
        """Give the tree of a line; raises lang's RulesError when it is not one."""
        if line not in self._trees:
            self._trees[line] = self._decode(line)
        return self._trees[line]

    def _decode(self, line: str) -> Ability:
        if line not in self._kept:
            self._parse_all([line, *self._pool_lines()])
        try:
            return self._decoder.decode(self._kept[line])
        except msgspec.MsgspecError:
            from dmcli.lang import parse

            return parse(line)

    def _parse_all(self, lines: Iterable[str]) -> None:
        """Parse what was never parsed; a fault of the first line is raised, others wait."""
        from dmcli.lang import RulesError, parse

        wanted, *others = dict.fromkeys(lines)
        self._kept[wanted] = msgspec.Raw(msgspec.msgpack.encode(parse(wanted)))
        for line in others:
            if line not in self._kept:
                try:
                    self._kept[line] = msgspec.Raw(msgspec.msgpack.encode(parse(line)))
                except RulesError:
                    continue
        self._save([wanted, *others])

    def _save(self, lines: list[str]) -> None:
        """Keep the trees; the lines of other pools stay while there is room."""
        kept = {**(cache.recall(self._name, dict[str, msgspec.Raw]) or {}), **self._kept}
        if len(kept) > _MOST:
            kept = {line: self._kept[line] for line in lines if line in self._kept}
        cache.keep(self._name, kept)

    @cached_property
    def _kept(self) -> dict[str, msgspec.Raw]:
        return cache.recall(self._name, dict[str, msgspec.Raw]) or {}

    @cached_property
    def _name(self) -> str:
        from dmcli.lang import FORMAT

        return f"lines-{cache.digest(__version__, str(FORMAT))}"

    @cached_property
    def _decoder(self) -> msgspec.msgpack.Decoder[Ability]:
        from dmcli.lang.nodes import Ability

        return msgspec.msgpack.Decoder(Ability)
