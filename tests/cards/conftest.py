"""Every test of this room has a cache of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

CARD = """
[[card]]
name = "Cinder Warden"
type = "creature"
civilizations = ["fire"]
races = ["Armored Dragon"]
cost = 6
power = 5000
rarity = "Rare"
printings = ["HB-01 1/10"]
rules = []
"""


@pytest.fixture(autouse=True)
def cache_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder / "dmcli"


@pytest.fixture
def homebrew(tmp_path: Path) -> Callable[..., Path]:
    """Writes a folder with one card file: the card above, with replacements."""

    def write(*changes: tuple[str, str], text: str = CARD, name: str = "own.toml") -> Path:
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        folder = tmp_path / "homebrew"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
        return folder

    return write
