"""Mends a list: what can be mended without a doubt is, the rest is only told.

Names are spelt as printed, broken letters mended, and stated numbers set right unless they may be
the trace of a lost card. Doubled lines and surplus copies go only when that is asked for.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from dmcli.cards import Pool
from dmcli.core.errors import Unreadable
from dmcli.decks.editing.file import decoded, form_for
from dmcli.decks.editing.mender import Mend, Mender
from dmcli.decks.legality.checks import check
from dmcli.decks.legality.formats import Format
from dmcli.decks.model import Deck, Problem

#: The encoding that an XML document says it is in.
_DECLARED: Final = re.compile(r"""(\A\s*<\?xml\s[^>]*?\bencoding\s*=\s*["'])[\w.:-]+""")


class Mended(msgspec.Struct, frozen=True, kw_only=True):
    """A list as it was and as it is mended, and what is left for its user."""

    content: bytes
    #: The text before, as it was decoded.
    before: str
    text: str
    deck: Deck
    mends: tuple[Mend, ...]
    left: tuple[Problem, ...]
    #: Whether it is written anew without what it held beside the deck: ids, pictures, columns.
    loses: bool = False

    @property
    def changed(self) -> bool:
        """Whether the file would be another one."""
        return self.text.encode() != self.content


def mend(
    content: bytes,
    path: str,
    name: str,
    rules: Format,
    pool: Pool,
    merge: bool = False,
    cut: bool = False,
    numbers: bool = False,
) -> Mended:
    """Mend the list of a file or a pipe."""
    text, encoding = decoded(content, path)
    if "\0" in text:
        raise Unreadable(f"{path}: is not a text file.")
    form = form_for(path, text)
    declared = _DECLARED.sub(r"\1utf-8", text) if encoding else text
    work = Mender(declared, form, path, name, rules, pool)
    if encoding:
        work.note("encoding", f"{encoding} is written as UTF-8.")
    work.mend(merge, cut, numbers)
    problems = [each for each in check(work.deck, rules, pool) if each.severity != "note"]
    return Mended(
        content=content,
        before=text,
        text=work.text,
        deck=work.deck,
        mends=tuple(work.mends),
        left=tuple(problems),
        loses=work.loses or work.draft.is_written_anew,
    )
