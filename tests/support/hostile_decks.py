"""Deck files that were made to hurt, and a run that reads them all with the real commands.

As a program it runs any number of them and prints what it saw as JSON:

    python tests/support/hostile_decks.py --files 10000 --folder /tmp/hostile
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dmcli.cards import load_pool
from dmcli.cli import app
from dmcli.core.errors import DmcliError
from dmcli.decks import bundled_decks, read_deck
from dmcli.decks.forms import FORMS

HERE = Path(__file__).resolve().parents[1] / "decks"
SUFFIXES = (".txt", ".json", ".csv", ".tsv", ".o8d", ".cod", ".xml", ".deck", ".dat")
#: No command may take longer with a file, in seconds of the processor.
LONGEST = 2.0

PATHS = (
    *(b"../../etc/passwd", b"/etc/passwd", b"file:///etc/passwd", b"C:\\Windows\\win.ini"),
    *(b"..\\..\\boot.ini", b"~/.ssh/id_rsa", b"/dev/zero", b"/dev/stdin", b"../out/../../x.txt"),
    *(b"$(touch pwned)", b"`touch pwned`", b"; touch pwned", b"| touch pwned", b"%s%n%x"),
    *(b"{{7*7}}", b"{0.__class__}", b"__import__('os').system('touch pwned')", b"!!python/object"),
    *(b"=cmd|' /C calc'!A0", b"@SUM(1+1)", b'=HYPERLINK("http://x.invalid")', b"http://x.invalid/"),
)
SIGNS = (
    *(b"\x00", b"\x1b[31m", b"\x1b]0;title\x07", b"\x1b[2J", b"\x7f", b"\x08\x08", b"\r", b"\x0b"),
    *("\u009b31m".encode(), "\u202e".encode(), "\u2028".encode(), "\ufeff".encode(), b"\xff\xfe"),
    *(b"\xed\xa0\x80", b"\xc0\xaf", "\U0001f409".encode(), "e\u0301".encode() * 50, b"\\ud800"),
    *(b'"', b"'", b"\\", b"<", b">", b"&", b"&#0;", b"&#x1b;", b"]]>", b"<!--", b",,,,", b"\t\t"),
)
NUMBERS = (
    *(b"9" * 5000, b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"-0", b"0x10", b"1_000", b"4.5"),
    *(b"99999999999999999999", b"true", b"null", b'"4"', b"[]", b"{}", b"1000", b"999", b"1e5"),
    *(
        "４".encode(),
        "٤".encode(),
        "Ⅳ".encode(),
        "四".encode(),
        "½".encode(),
        b"4 4",
        b"+4",
        b"004",
    ),
)
LAUGHS = b"".join(
    b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10 if n else b"lol") for n in range(10)
)
BOMBS = (
    b'<?xml version="1.0"?><!DOCTYPE deck [' + LAUGHS + b"]><deck><notes>&l9;</notes></deck>",
    b'<!DOCTYPE d [<!ENTITY a "' + b"a" * 50_000 + b'">]><deck>' + b"&a;" * 2_000 + b"</deck>",
    b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck><card qty="1">&x;</card></deck>',
    b'<!DOCTYPE d SYSTEM "http://x.invalid/d.dtd"><deck/>',
    b'<!DOCTYPE d [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><deck/>',
    b'<deck xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd"/></deck>',
    b'<?xml-stylesheet href="file:///etc/passwd"?><deck/>',
    b'<?xml version="1.0" encoding="utf-16"?><deck/>',
    b'<?xml version="1.0" encoding="no-such"?><deck/>',
    b"<deck>" + b"<section>" * 5_000 + b"</section>" * 5_000 + b"</deck>",
    b"<deck>" + b'<card qty="1">Corile</card>' * 12_000 + b"</deck>",
    b"<deck " + b" ".join(b'a%d="1"' % n for n in range(20_000)) + b"/>",
    b"<" + b"a" * 400_000 + b"/>",
    b"[" * 100_000,
    b'{"cards":' * 50_000,
    b'{"cards": [' + b"[" * 59 + b"]" * 59 + b"]}",
    b'{"ObjectStates": [' + b'{"ContainedObjects": [' * 20_000,
    b'{"cards": [' + b",".join([b'{"name": "Corile", "count": 1}'] * 20_000) + b"]}",
    b'{"cards": {' + b",".join(b'"Corile %d": 1' % n for n in range(20_000)) + b"}}",
    b'{"cards": ["' + b"4 " * 100_000 + b'"]}',
    b'["' + b'Corile", "' * 150_000 + b'"]',
    b"[" + b"1," * 400_000 + b"1]",
    b'{"name": "' + b"\\u001b" * 60_000 + b'", "cards": ["4 Corile"]}',
    b'{"a":1,' * 60_000,
    b"count,name\n" + b"4,Corile\n" * 40_000,
    b"count,name\n" + b"," * 400_000,
    b'count,name\n4,"Corile\n' + b"2,Corile\n" * 5_000,
    b'"' * 300_000,
    b"name,name,name,count,count\nCorile,Corile,Corile,1,2\n" * 50,
    b"4 Corile\n" * 20_000,
    b"4 " * 2_000 + b"Corile",
    b"(" * 4_000,
    b"4 Corile (" * 400,
    b"x4 " + b"a" * 4_900,
    b"a, " * 1_500,
    b"4 " + b"Corile, " * 600,
    b" " * 200_000 + b"4 Corile",
    b"/" * 4_000,
    b"\n" * 250_000,
    b"Total: " + b"9" * 4_000,
    b"",
    b"\x00" * 10_000,
    bytes(range(256)) * 20,
    b"PK\x03\x04" + bytes(range(256)) * 10,
    b"\x1f\x8b\x08" + b"\x00" * 500,
    "4 Corile\n".encode("utf-16"),
    "4 Überdragon Bajula\n".encode("latin-1"),
)
DECK = "DECK"
#: Commands besides check and convert, of which each reads some of the files.
OTHERS = (
    *(("stats", DECK), ("hands", DECK, "-n", "1"), ("advise", DECK), ("deck", "show", DECK)),
    *(("fix", DECK), ("fix", DECK, "--merge", "--cut", "--json"), ("diff", DECK, "starter/fire")),
    *(("deck", "add", DECK, "1", "Corile"), ("deck", "remove", DECK, "1", "Corile")),
    *(("cards", "search", f"in:'{DECK}'"), ("check", DECK, "--output", "sarif")),
)
NAMES = (
    "deck",
    "deck",
    "deck",
    "a b",
    "..",
    "-rf",
    "%s",
    "$(x)",
    "ｄeck",
    "x" * 200,
    "a\nb",
    "a\x1bc",
)

Mutation = Callable[[random.Random, bytes, bytes], bytes]


def seeds() -> list[tuple[str, bytes]]:
    """Good files of every form, each with its suffix, to start from."""
    pool = load_pool()
    decks = [read_deck(name, pool) for name in list(bundled_decks())[:6]]
    written = [
        (form.suffix, form.write(deck, pool).encode()) for deck in decks for form in FORMS.values()
    ]
    examples = sorted((HERE / "forms").iterdir()) + sorted((HERE / "lists").glob("*.txt"))[::4]
    return [*written, *((path.suffix, path.read_bytes()) for path in examples)]


# -------------------------------------------------------------------- mutations


def flip(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8, 64)) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def lines(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Double, drop, swap or repeat lines."""
    rows = content.splitlines(keepends=True)
    if len(rows) < 2:
        return content * rng.choice((1, 2, 3))
    at, to = rng.randrange(len(rows)), rng.randrange(len(rows))
    how = rng.randrange(5)
    if how == 0:
        rows.insert(to, rows[at])
    elif how == 1:
        del rows[at]
    elif how == 2:
        rows[at], rows[to] = rows[to], rows[at]
    elif how == 3:
        rows[at] *= rng.choice((2, 50, 2_000))
    else:
        rng.shuffle(rows)
    return b"".join(rows)


def cut(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Cut the file short, or a piece out of it."""
    start = rng.randrange(len(content) + 1)
    return content[:start] + content[start + rng.choice((1, 5, 50, len(content))) :]


def graft(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Put a piece of another file in."""
    at, start = rng.randrange(len(content) + 1), rng.randrange(len(other) + 1)
    return content[:at] + other[start : start + rng.choice((3, 30, 300, len(other)))] + content[at:]


def number(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Write something else where a number stands."""
    digits = [at for at, byte in enumerate(content[:100_000]) if 48 <= byte <= 57]
    if not digits:
        return content + rng.choice(NUMBERS)
    at = rng.choice(digits)
    return content[:at] + rng.choice(NUMBERS) + content[at + 1 :]


def put(words: tuple[bytes, ...]) -> Mutation:
    """Put a word at some places, within a line or as one."""

    def mutation(rng: random.Random, content: bytes, other: bytes) -> bytes:
        for _ in range(rng.choice((1, 1, 3, 20))):
            at = rng.randrange(len(content) + 1)
            word = rng.choice(words)
            content = content[:at] + (b"\n4 " + word + b"\n" if rng.random() < 0.2 else word)
            content += other[:0] if at else b""
        return content

    return mutation


def name(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Write a path or a command where a card's name, a title or a zone stands."""
    known = [
        word for word in (b"Corile", b"Aqua Hulcus", b"main", b"Main", b"name") if word in content
    ]
    word = rng.choice(known or [content[:4]])
    return content.replace(word, rng.choice(PATHS + SIGNS), rng.choice((1, 3, -1)))


def sign(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Exchange signs that hold a document together."""
    pairs = ((b"{", b"["), (b"]", b"}"), (b":", b","), (b'"', b""), (b",", b";"), (b"<", b"</"))
    old, new = rng.choice(pairs)
    return content.replace(old, new, rng.choice((1, 1, 2, -1)))


def grow(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Make a line very long, or the file very large."""
    if rng.random() < 0.5:
        return content * min(200, max(1, 400_000 // max(1, len(content))))
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice((b"a", b" ", b"4 ", b", ", b"(", b'"', b"[", b"<a>")) * 30_000


def code(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Write the file in another encoding."""
    text = content.decode("utf-8", "replace")
    return text.encode(
        rng.choice(("utf-16", "utf-16-le", "latin-1", "utf-8-sig", "cp1252")), "replace"
    )


def bomb(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Take a file that was built to explode."""
    return rng.choice(BOMBS)


MUTATIONS: tuple[Mutation, ...] = (
    *(flip, flip, lines, lines, cut, graft, number, number, put(PATHS), put(SIGNS), put(NUMBERS)),
    *(name, name, sign, sign, grow, code, bomb),
)


def hostile(number: int, seed: int, good: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    """The name and the content of one file; the same for the same number and seed."""
    rng = random.Random(f"{seed}:{number}")
    suffix, content = rng.choice(good)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        content = rng.choice(MUTATIONS)(rng, content, rng.choice(good)[1])[:3_000_000]
    suffix = rng.choice(SUFFIXES) if rng.random() < 0.3 else suffix
    return rng.choice(NAMES) + suffix, content


# -------------------------------------------------------------------- the run


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
