"""What the heuristic holds things to be worth, in hundredths of a card."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64


@final
class Weights:
    """The numbers of the heuristic; fitted by tests/bench/strength.py --tune, see README."""

    def __init__(self) -> None:
        """The values that ship."""
        # a creature
        self.body: i64 = 93
        self.per_cost: i64 = 25
        self.power_divisor: i64 = 36
        self.breaker: i64 = 40
        self.blocker: i64 = 30
        self.slayer: i64 = 50
        self.unblockable: i64 = 50
        self.tap_ability: i64 = 40
        self.wall: i64 = -50
        self.spell: i64 = 40
        self.spell_cost: i64 = 22
        # what happens to one, in percent of its worth
        self.sticky: i64 = 40
        self.bounced: i64 = 55
        self.to_mana: i64 = 85
        self.to_deck: i64 = 75
        # one card elsewhere
        self.card: i64 = 70
        self.mana: i64 = 60
        self.shield: i64 = 106
        # attacking the player
        self.break_gain: i64 = 100
        self.break_last: i64 = 30
        self.break_card: i64 = 35
        self.trigger: i64 = 110
        self.race: i64 = 80
        self.ahead: i64 = 0
        self.behind: i64 = 0
        self.exposed: i64 = 37
        self.guarded: i64 = 25
        self.spare: i64 = 0
        # attacking creatures
        self.trade_home: i64 = 60
        self.trade_tax: i64 = 5
        self.trade_block: i64 = 67
        self.relief: i64 = 10
        self.rescue: i64 = 266
        # blocking
        self.tapped_down: i64 = 30
        self.save: i64 = 50
        self.save_last: i64 = 120
        # charging
        self.new_for_hand: i64 = 150
        self.new_for_deck: i64 = 60
        self.charge_base: i64 = 560
        self.charge_mana: i64 = 60
        self.charge_hand: i64 = 17
        self.charge_enough: i64 = 176
        self.charge_short: i64 = 40
        self.charge_next: i64 = 60
        self.soon: i64 = 70
        self.late: i64 = 40
        self.no_civ: i64 = 65
        self.twin: i64 = 80
        self.no_base: i64 = 47
        # playing
        self.clear: i64 = 20
        self.opened: i64 = 60
        self.unsure: i64 = 80
        self.under: i64 = 80
        self.at_once: i64 = 60
        self.wall_now: i64 = 60
        self.danger: i64 = 150
        self.cast_cost: i64 = 14
        self.draw_reserve: i64 = 6
