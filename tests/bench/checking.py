"""How long `dmcli check` takes on a folder of 1,000 decks beside reading their lines and no more.

    python tests/bench/checking.py

The folder is made anew from a seed. Of 100 lists, 55 are written in our own form (title, plan,
"4 Name"), 15 as "4x Name" under headings with counts and a total, 10 as "4 x Name" with blank lines
and Windows line ends, 10 as "Name x4", 5 in lower case without commas and accents, and 5 hold two
misspelt names. Decks have 40 cards of two civilizations, and evolution creatures have their bases.

Two ratios, each the median of alternating rounds after one of each that does not count: a process
beside a process (`dmcli check FOLDER` and `python -c` with the loop), and within one process what
the command does beside the same loop. Neither may pass 20.
"""

from __future__ import annotations

import contextlib
import io
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

DECKS = 1000
ROUNDS = 9
LIMIT = 20.0

LOOP = """
import pathlib, sys
lines = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.txt")):
    with open(path, encoding="utf-8") as file:
        for line in file:
            lines += 1
print(lines)
"""

Style = Callable[[list[tuple[str, int]], random.Random], str]


# ---------------------------------------------------------------- a folder of decks


def write_decks(folder: Path, count: int = DECKS, seed: int = 1) -> None:
    """Write decks as people keep them; the same seed writes the same files."""
    from dmcli.cards import load_pool

    pool, chance = load_pool(), random.Random(seed)
    cards = sorted(pool.cards.values(), key=lambda card: card.name)
    for number in range(count):
        deck = draw_deck(cards, pool, chance)
        style = next(style for share, style in STYLES if number % 100 < share)
        path = folder / f"deck-{number:04}.txt"
        path.write_bytes(style(deck, chance).encode())


def draw_deck(cards: Sequence[Any], pool: Any, chance: random.Random) -> list[tuple[str, int]]:
    """Draw 40 cards of two civilizations, with bases for what evolves."""
    from dmcli.decks.statistics.evolution import bases_of, fits

    colours = set(chance.sample(["light", "water", "darkness", "fire", "nature"], 2))
    mine = [card for card in cards if colours.issuperset(card.civilizations)]
    copies: dict[str, int] = {}
    while (room := 40 - sum(copies.values())) > 0:
        card = chance.choice(mine)
        chosen = [card.name]
        for wanted in bases_of(card.name, pool) or ():
            bases = [each.name for each in mine if each.is_creature and fits(each, wanted)]
            chosen += [chance.choice([name for name in bases if name != card.name] or [card.name])]
        for name in chosen:
            more = min(chance.choice((2, 3, 4, 4, 4)), 4 - copies.get(name, 0), room)
            room -= more
            copies[name] = copies.get(name, 0) + more
    return [(name, count) for name, count in copies.items() if count]


def _own(deck: list[tuple[str, int]], chance: random.Random) -> str:
    """Our own form."""
    head = "# The Deck\n# plan: attack early, and hold back what blocks.\n\n"
    return head + "".join(f"{count} {name}\n" for name, count in deck)


def _headed(deck: list[tuple[str, int]], chance: random.Random) -> str:
    """Headings that count, and a total."""
    halves = deck[:6], deck[6:]
    parts = [
        f"{head} ({sum(count for _, count in half)})\n"
        + "".join(f"{count}x {name}\n" for name, count in half)
        for head, half in zip(("Creatures", "Spells"), halves, strict=True)
    ]
    return "\n".join([*parts, "Total: 40\n"])


def _spaced(deck: list[tuple[str, int]], chance: random.Random) -> str:
    """A blank line between the cards, Windows line ends."""
    return "\r\n\r\n".join(f"{count} x {name}" for name, count in deck)


def _last(deck: list[tuple[str, int]], chance: random.Random) -> str:
    """The count last."""
    return "A deck\nby Nobody\n\n" + "\n".join(f"{name} x{count}" for name, count in deck)


def _careless(deck: list[tuple[str, int]], chance: random.Random) -> str:
    """Lower case, without commas and accents."""
    plain = [(name.lower().replace(",", "").replace("ü", "u"), count) for name, count in deck]
    return "".join(f"{count} {name}\n" for name, count in plain)


def _misspelt(deck: list[tuple[str, int]], chance: random.Random) -> str:
    """Our own form with a doubled letter in two names."""
    slips = set(chance.sample(range(len(deck)), 2))
    rows = []
    for number, (name, count) in enumerate(deck):
        at = chance.randrange(1, len(name) - 1) if number in slips else 0
        rows.append((name[:at] + name[at - 1 : at] + name[at:], count))
    return _own(rows, chance)


#: Of 100 decks, those before this number are written so.
STYLES: Sequence[tuple[int, Style]] = (
    (55, _own),
    (70, _headed),
    (80, _spaced),
    (90, _last),
    (95, _careless),
    (100, _misspelt),
)


# ---------------------------------------------------------------- what is compared


def read_lines(folder: Path) -> int:
    """The plain loop of LOOP, within this process."""
    lines = 0
    for path in sorted(folder.glob("*.txt")):
        with open(path, encoding="utf-8") as file:
            for _ in file:
                lines += 1
    return lines


def check_folder(folder: Path) -> int:
    """What `dmcli check FOLDER` does, its output kept."""
    from dmcli.cli.app import run

    with contextlib.redirect_stdout(io.StringIO()) as kept:
        code = run(["check", str(folder)])
    if "decks checked" not in kept.getvalue():
        raise SystemExit(f"check failed:\n{kept.getvalue()[-2000:]}")
    return code


def seconds(work: Callable[[], object]) -> float:
    """Time one call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def process(command: list[str]) -> Callable[[], object]:
    """A process that must not fail by a fault; an illegal deck is none."""

    def work() -> None:
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode not in (0, 1, 3) or not done.stdout:
            raise SystemExit(f"{command} failed:\n{done.stderr.decode()[-2000:]}")

    return work


def compare(
    ours: Callable[[], object], plain: Callable[[], object], rounds: int
) -> tuple[float, float, float]:
    """The median times of both, and the median of their ratios, from alternating rounds."""
    ours(), plain()
    pairs = [(seconds(ours), seconds(plain)) for _ in range(rounds)]
    mine, other = zip(*pairs, strict=True)
    ratio = statistics.median(one / two for one, two in pairs)
    return statistics.median(mine), statistics.median(other), ratio


def in_process(folder: Path, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Compare within this process."""
    return compare(lambda: check_folder(folder), lambda: read_lines(folder), rounds)


def as_processes(folder: Path, rounds: int = ROUNDS) -> tuple[float, float, float]:
    """Compare whole processes."""
    ours = [sys.executable, "-P", "-m", "dmcli", "check", str(folder)]
    plain = [sys.executable, "-P", "-c", LOOP, str(folder)]
    return compare(process(ours), process(plain), rounds)


def main() -> int:
    """Compare and judge."""
    os.environ.setdefault("COLUMNS", "80")
    worst = 0.0
    with tempfile.TemporaryDirectory(prefix="dmcli-decks-") as name:
        folder = Path(name)
        write_decks(folder)
        for title, measure in (("as processes", as_processes), ("in one process", in_process)):
            mine, other, ratio = measure(folder)
            print(f"{title}: check {mine:.3f} s, lines {other:.3f} s, ratio {ratio:.1f}")
            worst = max(worst, ratio)
    print(f"{DECKS:,} decks, {ROUNDS} rounds; the limit is {LIMIT:.0f}")
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
