"""How alike names are: typos of real lists, cards of other pools, and the cards of ours.

    python tests/bench/matching.py

Prints what the thresholds of `dmcli.cards.names` rest on. tests/cards/test_matching.py holds it.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

LATER = Path(__file__).parents[1] / "cards" / "later_names.txt"

#: What people wrote in real lists and texts, and the card that they meant.
TYPOS = {
    "Calvary General Curatops": "Cavalry General Curatops",
    "Resos Pacos, Clear Sky Guardian": "Reso Pacos, Clear Sky Guardian",
    "Lara Geer, the Immaculate": "Larba Geer, the Immaculate",
    "Astocomet Dragon": "Astrocomet Dragon",
    "Illustionary Merfolk": "Illusionary Merfolk",
    "Magris, Vizier of Magentism": "Magris, Vizier of Magnetism",
    "Spikestrike Ischthys Q": "Spikestrike Ichthys Q",
    "Grey Balloon, Shadow of Greed": "Gray Balloon, Shadow of Greed",
    "Tornado Flames": "Tornado Flame",
    "Rumbling Terrahorn": "Rumbling Terahorn",
    "bazagazael dragon": "Bazagazeal Dragon",
    "mykee pliers": "Mykee's Pliers",
    "Trash Crawler": "Thrash Crawler",
    "Hypersprint Warior Uzesol": "Hypersprint Warrior Uzesol",
}

#: What stands in lists and is no card of the pool: other games, replaced cards, talk.
NO_CARDS = (
    *("Rhapsody, Guard of Hope", "Tulk SP", "Sol Habaki, Apocalyptic Sage", "Proto Gaial"),
    *("Mephister, the Wise", "Zabi Claw, Dark Warrior", "Death March, Reaper of Death"),
    *("Kodamanma, All-Devouring Puppet", "Worm Gowarski, Masked Insect", "Silver Volg"),
    *("Hyperspatial Grip White Black Hole", "Cyber Brain", "Deep Operation", "Streaming Shaper"),
    *("Astral Reef", "Aquan", "Storm Javelin Wyvern", "Wicked Soul Reincarnation", "Hell Slash"),
    *("Curse Totem", "Skeleton Vice", "Hell's Scrapper", "Crystal Zweilancer", "Rainbow Giant"),
    *("Lightning Bolt", "Llanowar Elves", "Dark Ritual", "Counterspell", "Serra Angel", "Forest"),
    *("Blue-Eyes White Dragon", "Dark Magician", "Pot of Greed", "Mirror Force", "Time Wizard"),
    *(
        "My first deck",
        "please rate and comment",
        "thanks for reading",
        "Dragon deck",
        "the Oracle",
    ),
)


class Likeness(NamedTuple):
    """The card most like what was written, how alike it is, and how far it leads the next one."""

    written: str
    nearest: str
    score: float
    runner_up: str
    lead: float


def likeness(pool: Any, written: str) -> Likeness:
    """Measure a text against every name, and every part of a name before its comma."""
    from rapidfuzz import fuzz

    scores: dict[str, float] = {}
    for name in pool.cards:
        part, comma, _ = name.partition(",")
        spellings = (name, part) if comma else (name,)
        scores[name] = max(fuzz.ratio(written.casefold(), each.casefold()) for each in spellings)
    (first, best), (second, next_best) = Counter(scores).most_common(2)
    return Likeness(written, first, best, second, best - next_best)


def later_names() -> list[str]:
    """Names of cards from after the pool, in the words of their translators."""
    return LATER.read_text(encoding="utf-8").splitlines()


def made_up(count: int = 200, seed: int = 1) -> Iterator[str]:
    """Names put together at random from the words of the pool's own names."""
    from dmcli.cards import load_pool

    names = list(load_pool().cards)
    words = sorted({word for name in names for word in name.replace(",", "").split()})
    chance = random.Random(seed)
    for _ in range(count):
        yield " ".join(chance.sample(words, chance.choice((2, 2, 3, 4))))


def near_pairs(names: Iterable[str], least: float) -> list[tuple[float, str, str]]:
    """The pairs of names that are at least so alike, the nearest first."""
    from rapidfuzz import fuzz

    pairs = (
        (fuzz.ratio(one.casefold(), two.casefold()), one, two)
        for one, two in itertools.combinations(names, 2)
    )
    return sorted((pair for pair in pairs if pair[0] >= least), reverse=True)


def between(one: str, two: str) -> list[str]:
    """What lies on the way from one name to another, an edit at a time, without the ends."""
    from rapidfuzz.distance import Levenshtein

    edits = Levenshtein.editops(one, two)
    return [edits[:n].apply(one, two) for n in range(1, len(edits))]


def slips(name: str) -> set[str]:
    """Every way to drop, double, swap or miss one letter of a name."""
    found: set[str] = set()
    for at in range(len(name)):
        before, sign, after = name[:at], name[at], name[at + 1 :]
        found |= {before + after, before + sign + sign + after}
        found |= {before + after[:1] + sign + after[1:], before + "e" + after}
    return found - {name}


def outcome(pool: Any, name: str, slip: str) -> str:
    """What becomes of a slip: right, asked, lost, or wrong."""
    match = pool.find(slip)
    if match.name is not None:
        return "right" if match.name == name else "wrong"
    return "asked" if name in match.suggestions else "lost"


def main() -> int:
    """Print every table."""
    from dmcli.cards import load_pool
    from dmcli.cards.names import ACCEPT, LEAD, key_of

    pool = load_pool()
    keys = {key_of(name) for name in pool.cards}
    print(
        f"{len(pool.cards)} names, {len(keys)} keys; accepted from {ACCEPT} with a lead of {LEAD}"
    )
    groups = (
        ("typos of real lists", list(TYPOS), 0),
        ("later cards, the nearest", later_names(), 12),
        ("no cards, the nearest", [*NO_CARDS, *made_up()], 8),
    )
    for title, texts, most in groups:
        rows = sorted((likeness(pool, text) for text in texts), key=lambda row: -row.score)
        print(f"\n{title} ({len(rows)})")
        for row in rows[: most or None]:
            print(f"{row.score:6.1f}  lead {row.lead:5.1f}  {row.written} -> {row.nearest}")
    print("\nnames of the pool that are alike")
    for score, one, two in near_pairs(pool.cards, 85):
        print(f"{score:6.1f}  {one} | {two}")
    counted = Counter(outcome(pool, name, slip) for name in pool.cards for slip in slips(name))
    print(f"\n{counted.total():,} slips of one letter: {dict(counted)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
