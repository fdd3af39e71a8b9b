"""Judge a coverage report: the engine and the language need 95 % of their lines."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

NEEDED = {"engine": 95.0, "lang": 95.0}


def main(report: str) -> int:
    """Print each room's share of executed lines; fail where it is too small."""
    lines: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    for file, found in json.loads(Path(report).read_text(encoding="utf-8"))["files"].items():
        room = Path(file).parts[Path(file).parts.index("dmcli") + 1]
        lines[room] += found["summary"]["num_statements"]
        covered[room] += found["summary"]["covered_lines"]
    short = []
    for room in sorted(lines):
        share = 100 * covered[room] / max(lines[room], 1)
        needed = NEEDED.get(room, 0.0)
        print(
            f"{room:<14} {share:6.1f} % of {lines[room]:5d} lines"
            + (f" (>= {needed})" if needed else "")
        )
        if share < needed:
            short.append(room)
    missing = [room for room in NEEDED if room not in lines]
    print(
        "coverage is too small: " + ", ".join(short + missing)
        if short or missing
        else "coverage is fine"
    )
    return 1 if short or missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
