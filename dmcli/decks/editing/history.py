"""The undo record of a deck file: what it held after each edit, kept in the user's data folder."""

from __future__ import annotations

import contextlib
import hashlib
from datetime import datetime
from pathlib import Path
from typing import Final, final

import msgspec

from dmcli.core.errors import Refused
from dmcli.core.files import read_bytes, user_data_folder, write_atomically

#: How far back an undo record goes, in steps and in bytes of deck lists.
MOST_STEPS: Final = 100
MOST_BYTES: Final = 1024 * 1024
#: No record is larger than this on disk: base64, and large lists that were changed by hand.
_FILE_LIMIT: Final = 12 * MOST_BYTES

BY_HAND: Final = "changed by hand"
BACK: Final = "undo"


class State(msgspec.Struct, frozen=True):
    """What the file held, and the edit that made it so."""

    content: bytes
    #: What was done, in words; nothing for the state that the record begins with.
    what: str
    when: str


class _Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The states in their order, and which of them the file holds."""

    path: str
    at: int
    states: list[State]


@final
class History:
    """Goes back and forth through the states of one file; nothing a user wrote is lost by it."""

    def __init__(self, target: Path, name: str = "") -> None:
        self.target = target
        #: What the user called it.
        self.name = name or target.name
        digest = hashlib.sha256(str(target).encode(errors="surrogatepass")).hexdigest()
        self.file = user_data_folder() / "undo" / f"{digest[:32]}.json"
        self.states: list[State] = []
        self.at = 0
        self._before = self.states, self.at
        #: What is wrong with the record, for the user; editing goes on without it.
        self.trouble = ""
        self._is_damaged = False
        #: The path as it is written down: a name may hold bytes that are no letters.
        self._path = str(target).encode(errors="backslashreplace").decode()
        self._load()

    def note(self, before: bytes, after: bytes, what: str) -> None:
        """Write down an edit before the file is written; a change by hand is noted, too."""
        self._before = self.states, self.at
        self._align(before)
        self.states = [*self._past(), State(after, what, _now())]
        self.at = len(self.states) - 1
        self._keep()
        if not self.at:
            self.trouble = "undo is not kept: the file is too large for the undo record"

    def forget(self) -> None:
        """Take back what was noted last: the file could not be written."""
        self.states, self.at = self._before
        if self.states:
            self._keep()
        else:
            with contextlib.suppress(OSError):
                self.file.unlink(missing_ok=True)

    def begin(self, content: bytes, what: str) -> None:
        """Write down that a file begins; an older one of this name stays in the record."""
        self.states = [*self.states, State(content, what, _now())]
        self.at = len(self.states) - 1
        self._keep()

    def back(self, current: bytes, steps: int, force: bool) -> tuple[bytes, list[str]]:
        """What the file held so many edits ago, and the edits that are taken back, last first."""
        start = self._start(current, force, "undo")
        by_hand = [BY_HAND] if self.states and self.present(current) is None else []
        there = start + len(by_hand)
        if steps > there:
            raise Refused(self._too_far("undo", there, steps))
        edits = by_hand + [self.states[at].what for at in range(start, there - steps, -1)]
        return self._go(current, there - steps), edits

    def forth(self, current: bytes, steps: int, force: bool) -> tuple[bytes, list[str]]:
        """What the file held before so many edits were taken back, and those edits."""
        start = self._start(current, force, "redo")
        left = max(len(self.states) - 1 - start, 0)
        if steps > left:
            raise Refused(self._too_far("redo", left, steps))
        edits = [self.states[at].what for at in range(start + 1, start + steps + 1)]
        return self._go(current, start + steps), edits

    def present(self, current: bytes) -> int | None:
        """Which state the file holds, the nearest of equal ones; None: it was changed by hand."""
        same = [i for i, state in enumerate(self.states) if state.content == current]
        return min(same, key=lambda i: abs(i - self.at)) if same else None

    def _start(self, current: bytes, force: bool, verb: str) -> int:
        """The state to go from: the present one, by force the one that was changed by hand."""
        here = self.present(current)
        if here is None and self.states and not force:
            raise Refused(
                f"{self.name}: was changed by hand since the last edit. '{verb} --force' writes "
                "over that change, which stays in the record."
            )
        return self.at if here is None else here

    def _go(self, current: bytes, at: int) -> bytes:
        """Make another state the present one, and give what it holds."""
        is_new = self.present(current) is None
        self._align(current)
        self.at = at
        if not self._keep() and is_new:
            raise Refused(
                f"{self.name}: {self.trouble}; the text as it is now would be lost. "
                "Nothing was changed."
            )
        return self.states[self.at].content

    def _past(self) -> list[State]:
        """The states that stay before a new one: what is undone goes, but nothing made by hand."""
        undone = self.states[self.at + 1 :]
        if all(state.what != BY_HAND for state in undone):
            return self.states[: self.at + 1]
        return [*self.states, State(self.states[self.at].content, BACK, _now())]

    def _too_far(self, verb: str, there: int, steps: int) -> str:
        """Say that the record does not go so far."""
        if not there:
            why = f"; {self.trouble}" if self.trouble else ""
            return f"{self.name}: there is nothing to {verb}{why}."
        edits = "1 edit" if there == 1 else f"{there} edits"
        return f"{self.name}: the record goes only {edits} far, not {steps}."

    def _align(self, current: bytes) -> None:
        """Find the file's content among the states, nearest first, else note it as a new one."""
        if not self.states:
            self.states = [State(current, "", _now())]
        here = self.present(current)
        if here is None:
            self.states = [*self.states, State(current, BY_HAND, _now())]
        self.at = len(self.states) - 1 if here is None else here

    def _load(self) -> None:
        """Read the record; one that cannot be read is said and begun anew."""
        try:
            if not self.file.exists():
                return
            record = msgspec.json.decode(read_bytes(self.file, _FILE_LIMIT), type=_Record)
        except Exception as error:  # whatever is wrong with the record, the deck goes first
            self.trouble = f"the undo record {self.file} cannot be read ({_brief(error)})"
            self._is_damaged = True
            return
        if record.path == self._path and 0 <= record.at < len(record.states):
            self.states, self.at = record.states, record.at
        else:
            self.trouble = f"the undo record {self.file} is not one of {self.target}"
            self._is_damaged = True

    def _keep(self) -> bool:
        """Write the record, the oldest states left out where it grows too large."""
        self._shorten()
        record = _Record(self._path, self.at, self.states)
        folder = self.file.parent
        try:
            if self._is_damaged:
                self.file.replace(self.file.with_suffix(".damaged"))
                self._is_damaged = False
                self.trouble += f"; it was put aside as {self.file.stem}.damaged"
            # Others may not read there what they may not read in the list itself.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(self.file, msgspec.json.encode(record))
        except OSError as error:
            self.trouble = f"undo is not kept: {folder} cannot be written ({error.strerror})"
            return False
        return True

    def _shorten(self) -> None:
        """Forget the oldest states, never the present one and what was undone."""
        while self.at and (
            len(self.states) > MOST_STEPS + 1
            or sum(len(state.content) for state in self.states) > MOST_BYTES
        ):
            del self.states[0]
            self.at -= 1


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _brief(error: Exception) -> str:
    """The first line of an error, without the path that the sentence has already."""
    return str(error).splitlines()[0][:80] if str(error) else type(error).__name__
