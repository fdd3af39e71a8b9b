"""Lists that tests of several commands read."""

from __future__ import annotations

#: Forty cards that are legal, whole and cheap.
LEGAL = "".join(
    f"4 {name}\n"
    for name in (
        "Aqua Vehicle",
        "Immortal Baron, Vorg",
        "Burning Mane",
        "Fear Fang",
        "Forest Hornet",
        "Tri-horn Shepherd",
        "Reusol, the Oracle",
        "Iere, Vizier of Bullets",
        "Lok, Vizier of Hunting",
        "Lah, Purification Enforcer",
    )
)
