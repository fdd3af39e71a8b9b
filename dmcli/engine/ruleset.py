"""The switches of the rules (rules.md section 15) and their presets tcg and ocg."""

from __future__ import annotations

from typing import Final, final

from dmcli.core.errors import UsageMistake

TCG: Final = {
    "deck_size": "40+",
    "regulation": "none",
    "break_mode": "single",
    "start_order": "abilities",
    "deckout": "empty",
    "double_loss": "draw",
    "wave_striker_others": 2,
    "detach_mode": "separate",
    "cross_needs_civ": 1,
    "stx_cross": 1,
    "link_optional": 1,
}
OCG: Final = TCG | {
    "deck_size": "40",
    "regulation": "hall of fame",
    "break_mode": "together",
    "start_order": "untap",
    "detach_mode": "next",
}
PRESETS: Final = {"tcg": TCG, "ocg": OCG}
CHOICES: Final[dict[str, tuple[object, ...]]] = {
    "deck_size": ("40+", "40"),
    "regulation": ("none", "hall of fame"),
    "break_mode": ("single", "together"),
    "start_order": ("abilities", "untap"),
    "deckout": ("empty", "draw_only"),
    "double_loss": ("draw", "active"),
    "wave_striker_others": (2, 1),
    "detach_mode": ("separate", "next"),
    "cross_needs_civ": (1, 0),
    "stx_cross": (1, 0),
    "link_optional": (1, 0),
}


@final
class Ruleset:
    """Which rules a game is played under; made by ``preset``."""

    def __init__(self, name: str, switches: dict[str, object]) -> None:
        """Take every switch; presets fill the missing ones."""
        self.name = name
        self.switches = switches
        self.single_breaks = switches["break_mode"] == "single"
        self.abilities_first = switches["start_order"] == "abilities"
        self.deckout_on_draw_only = switches["deckout"] == "draw_only"
        self.active_loses = switches["double_loss"] == "active"
        self.separate = switches["detach_mode"] == "separate"
        others = switches["wave_striker_others"]
        self.wave_others = others if isinstance(others, int) else 2
        self.max_turns = 200
        self.max_decisions = 2000

    @staticmethod
    def preset(name: str, switches: dict[str, object] | None = None) -> Ruleset:
        """``tcg`` or ``ocg`` with some switches set; UsageMistake names what is wrong."""
        if name not in PRESETS:
            raise UsageMistake(f"No ruleset named '{name}'. Known: {', '.join(PRESETS)}.")
        values: dict[str, object] = dict(PRESETS[name])
        for key, value in (switches or {}).items():
            if key not in values:
                known = ", ".join(values)
                raise UsageMistake(f"No ruleset switch named '{key}'. Known: {known}.")
            if value not in CHOICES[key]:
                choices = " or ".join(str(choice) for choice in CHOICES[key])
                raise UsageMistake(f"Switch '{key}' takes {choices}, not '{value}'.")
            values[key] = value
        return Ruleset(name, values)
