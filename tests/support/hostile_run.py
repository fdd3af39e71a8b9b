"""Reads hostile deck files with the real commands, and notes what must not be.

As a program it reads any number of them and prints what it saw as JSON:

    python tests/support/hostile_run.py --files 10000 --folder /tmp/hostile
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dmcli.cards import load_pool
from dmcli.cli import app
from dmcli.core.errors import DmcliError
from dmcli.decks import read_deck
from dmcli.decks.forms import FORMS

if __name__ != "support.hostile_run":  # a program, which pytest has not shown the tests
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from support.hostile_decks import hostile, seeds

#: No command may take longer with a file, in seconds of the processor.
LONGEST = 2.0
DECK = "DECK"
#: Commands besides check and convert, of which each reads some of the files.
OTHERS = (
    *(("stats", DECK), ("hands", DECK, "-n", "1"), ("advise", DECK), ("deck", "show", DECK)),
    *(("fix", DECK), ("fix", DECK, "--merge", "--cut", "--json"), ("diff", DECK, "starter/fire")),
    *(("deck", "add", DECK, "1", "Corile"), ("deck", "remove", DECK, "1", "Corile")),
    *(("cards", "search", f"in:'{DECK}'"), ("check", DECK, "--output", "sarif")),
)


class TooLong(BaseException):
    """A file took longer than it may; no `except Exception` catches it."""


@dataclass
class Report:
    """What a run has seen."""

    files: int = 0
    commands: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_file: int = -1
    peak_mb: float = 0.0
    codes: dict[str, Counter[int]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


class Watch:
    """Notes what a process opens, starts and connects to."""

    def __init__(self, allowed: tuple[Path, ...]) -> None:
        self.allowed = tuple(map(str, allowed))
        self.seen: list[str] = []
        self.on = False

    def __call__(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on:
            return
        if event.startswith(("subprocess.", "os.system", "os.exec", "os.posix_spawn", "socket.")):
            self.seen.append(f"{event} {arguments[:1]}")
        elif event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            self._opened(os.fsdecode(arguments[0]), arguments[2])

    def _opened(self, path: str, flags: object) -> None:
        """Note what is written outside the allowed folders, and every secret that is read."""
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
        full = os.path.abspath(path)
        if (writes and not full.startswith(self.allowed)) or full.startswith(
            ("/etc", "/root/.ssh")
        ):
            self.seen.append(f"open {path}")


class Range:
    """A folder in which hostile files are read, and nothing else may change."""

    def __init__(self, folder: Path, others: float) -> None:
        self.folder = folder
        self.others = others
        self.inside, self.out, self.cache = (folder / each for each in ("in", "out", "cache"))
        for each in (self.inside, self.out, self.cache):
            each.mkdir(parents=True, exist_ok=True)
        os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = str(self.cache)
        os.chdir(folder)
        self.pool = load_pool()
        commands = app.build()
        app.build = lambda: commands  # built once: it takes longer than to read a deck
        self.watch = Watch((self.inside, self.out, self.cache, Path(os.devnull)))
        sys.addaudithook(self.watch)
        self.report = Report()

    def shoot(self, number: int, name: str, content: bytes) -> None:
        """Read one file with the commands, and note what must not be."""
        path = self.inside / name
        path.write_bytes(content)
        (self.folder / "current").write_text(str(number))
        rng = random.Random(number)
        form = rng.choice(list(FORMS))
        target = self.out / f"{path.stem}.{form}"
        began = time.process_time()
        self._command(number, "check", str(path))
        done = self._command(
            *(number, "convert", str(path), str(target), "--to", form),
            *(["--from", rng.choice(list(FORMS))] if rng.random() < 0.1 else []),
        )
        took = time.process_time() - began
        self.report.files += 1
        if took > self.report.slowest:
            self.report.slowest, self.report.slowest_file = took, number
        if rng.random() < 0.05:
            self._command(number, "check", str(self.inside))
        if rng.random() < 0.05:
            sys.stdin = io.TextIOWrapper(io.BytesIO(content))
            self._command(number, "check", "-")
        self._look(number, path, target, form, done)
        if rng.random() < self.others:
            self._command(number, *(word.replace(DECK, str(path)) for word in rng.choice(OTHERS)))
        path.unlink()

    def _command(self, number: int, *words: str) -> int:
        """Run one command line within its time, and judge what it said."""
        out, err = io.StringIO(), io.StringIO()
        signal.signal(signal.SIGPROF, _too_long)
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        self.watch.on = True
        try:
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                code = app.run(list(words))
        except TooLong:
            code = -1
        finally:
            self.watch.on = False
            signal.setitimer(signal.ITIMER_PROF, 0)
        self.report.commands += 1
        self.report.codes.setdefault(words[0], Counter())[code] += 1
        self._judge(number, words, code, out.getvalue(), err.getvalue())
        return code

    def _judge(self, number: int, words: tuple[str, ...], code: int, out: str, err: str) -> None:
        """Note every broken promise of a command."""
        said = out + err
        errors = [line for line in err.splitlines() if line.startswith("Error: ")]
        known = (0, 1, 3) if words[0] in ("check", "convert") else (0, 1, 2, 3)
        broken = {
            "took too long": code == -1,
            f"ended with {code}": code not in (-1, *known),
            "showed a traceback": "Traceback" in said or "fault of dmcli" in said,
            "did not say one sentence": code == 3 and words[0] == "convert" and len(errors) != 1,
            "let signs through": any(not (each.isprintable() or each in "\n\t") for each in said),
            **{f"did {what}": True for what in self.watch.seen},
        }
        self.watch.seen.clear()
        for what in (what for what, is_broken in broken.items() if is_broken):
            self._fault(f"{number}: {words[0]} {what}: {said[-200:]!r}")

    def _look(self, number: int, path: Path, target: Path, form: str, code: int) -> None:
        """See that a conversion left its one file or none, and that it holds the same cards."""
        left = list(self.out.iterdir())
        strays = [each.name for each in self.folder.iterdir() if each.name not in _EXPECTED]
        if strays or left != ([target] if code == 0 else []):
            self._fault(f"{number}: convert ended with {code} and left {left} {strays}")
        elif code == 0:
            self._compare(number, path, target, form)
        for each in left:
            each.unlink()

    def _compare(self, number: int, path: Path, target: Path, form: str) -> None:
        """Read back what was written."""
        try:
            back = read_deck(target, self.pool, form)
            deck = next(
                deck
                for deck in self._readings(path)
                if sorted(_cards(deck)) == sorted(_cards(back))
            )
        except (DmcliError, StopIteration) as error:
            self._fault(f"{number}: {form} reads back otherwise: {error!r}")
            return
        if any(problem.severity != "note" for problem in back.problems):
            self._fault(f"{number}: {form} reads back with {back.problems[:2]} of {deck.name!r}")

    def _readings(self, path: Path) -> Iterator[object]:
        """The deck as its suffix says, and in every form that --from may have named."""
        for form in (None, *FORMS):
            with contextlib.suppress(DmcliError):
                yield read_deck(path, self.pool, form)

    def _fault(self, what: str) -> None:
        self.report.faults.append(what)


_EXPECTED = ("in", "out", "cache", "current")


def _cards(deck: object) -> list[tuple[str, str, int]]:
    """Zone, name and copies of every card."""
    counted: Counter[tuple[str, str]] = Counter()
    for entry in deck.entries:
        counted[entry.zone, entry.name] += entry.count
    return [(*key, copies) for key, copies in counted.items()]


def _too_long(signum: int, frame: object) -> None:
    raise TooLong


def shoot(files: int, seed: int, folder: Path, first: int = 0, others: float = 0.0) -> Report:
    """Read so many hostile files in a folder; other commands than two read a part of them."""
    good = seeds()
    field_ = Range(folder, others)
    began = time.perf_counter()
    for each in range(first, first + files):
        field_.shoot(each, *hostile(each, seed, good))
    report = field_.report
    report.seconds = time.perf_counter() - began
    report.peak_mb = peak_mb()
    return report


def peak_mb() -> float:
    """The most memory that this program has held; `ru_maxrss` would count its parent's, too."""
    with contextlib.suppress(OSError):
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--first", type=int, default=0, help="the number of the first file")
    parser.add_argument("--others", type=float, default=0.1, help="part that others read, too")
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    report = shoot(
        options.files, options.seed, options.folder.resolve(), options.first, options.others
    )
    print(json.dumps(vars(report), indent=1))
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
