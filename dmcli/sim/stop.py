"""Ctrl-C and SIGTERM while a series runs: finish soon, keep what is done; twice: at once."""

from __future__ import annotations

import os
import signal
import threading
import time
from types import FrameType, TracebackType
from typing import Any, Final

#: Running blocks may finish in this time; what takes longer is dropped.
GRACE_SECONDS: Final = 2.0
#: The same signal sent to a process and to its group arrives twice within less than this.
ECHO_SECONDS: Final = 0.3


class Stop:
    """Remembers the first signal; the second one ends the process, and its workers follow."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._since = 0.0
        self._before: dict[int, Any] = {}

    @property
    def asked(self) -> bool:
        """Whether nothing new is to be started."""
        return self.signal is not None

    @property
    def overdue(self) -> bool:
        """Whether what is running is to be dropped."""
        return self.asked and time.monotonic() - self._since > GRACE_SECONDS

    @property
    def exit_code(self) -> int:
        """130 after Ctrl-C, 143 after SIGTERM, 0 when neither came."""
        return 128 + self.signal if self.signal else 0

    def note(self, number: int) -> None:
        """Remember that this signal came."""
        self.signal = number
        self._since = time.monotonic()

    def __enter__(self) -> Stop:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hear(self, number: int, frame: FrameType | None) -> None:
        if not self.asked:
            self.note(number)
        elif time.monotonic() - self._since > ECHO_SECONDS:
            os._exit(128 + number)
