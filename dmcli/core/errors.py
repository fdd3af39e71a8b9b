"""What can go wrong, by exit code; each carries one clear sentence for the user."""

from __future__ import annotations

from typing import ClassVar


class DmcliError(Exception):
    """A fault of ours, unless a subclass says whose it is."""

    exit_code: ClassVar[int] = 4


class Refused(DmcliError):
    """The answer is no: an illegal deck, a card that is not playable yet."""

    exit_code = 1


class UsageMistake(DmcliError):
    """An option, a name or a target on the command line that cannot be."""

    exit_code = 2


class Unreadable(DmcliError):
    """An input file that cannot be read or understood."""

    exit_code = 3
