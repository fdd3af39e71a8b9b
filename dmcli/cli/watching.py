"""Does something again whenever the files that it reads have changed, until Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

#: Seconds between two looks at the files.
INTERVAL = 0.5

#: What tells one state of a file from another: when it was written, its size, which one it is.
Stamp = tuple[int, int, int]
State = Mapping[str, Stamp]


def watch(look: Callable[[list[str]], None], state: Callable[[], State]) -> None:
    """Look once, and again with the names of the changed files whenever the state is another."""
    seen: State | None = None
    while True:
        now = state()
        if now != seen:
            look(changed(seen or {}, now) if seen is not None else [])
            sys.stdout.flush()
            seen = now
        pause(INTERVAL)


def pause(seconds: float) -> None:
    """Wait; a test waits for something else."""
    time.sleep(seconds)


def changed(before: State, now: State) -> list[str]:
    """The files that are new, gone or not what they were."""
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def stamps(paths: Iterable[str | Path]) -> dict[str, Stamp]:
    """The state of files and of everything in folders; what is not there has none."""
    found = {}
    for path in _opened(paths):
        try:
            stat = path.stat()
        except (OSError, ValueError):
            continue
        found[str(path)] = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
    return found


def _opened(paths: Iterable[str | Path]) -> Iterator[Path]:
    for path in map(Path, paths):
        yield path
        if os.path.isdir(path):
            yield from path.rglob("*")


def clear() -> None:
    """Begin a new screen where there is one."""
    if sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb":
        sys.stdout.write("\x1b[H\x1b[2J\x1b[3J")
        sys.stdout.flush()
