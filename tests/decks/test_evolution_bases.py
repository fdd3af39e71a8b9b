"""What an evolution creature can be put on, by what is printed."""

from __future__ import annotations

import pytest

from dmcli.cards import Pool
from dmcli.decks.statistics.evolution import bases_of, fits
from dmcli.lang.nodes import Civ, Evolution, Power, Race, Tapped, Trait


@pytest.mark.parametrize(
    ("name", "trait", "fitting"),
    [
        ("Ember Imp", Race(("Imp",)), True),
        ("Ember Hound", Race(("Imp",)), False),
        ("Ember Hound", Race(("Imp", "Hound")), True),
        ("Ember Hound", Race(("Imp",), negated=True), True),
        ("Storm Drake", Race(("Dragon*",)), True),
        ("Wyrm King", Race(("Dragon*",)), False),
        ("Ember Imp", Civ(("fire",)), True),
        ("Ember Imp", Civ(("water", "light")), False),
        ("Storm Drake", Civ(("fire",), negated=True), False),
        ("Ember Lord", Evolution(), True),
        ("Ember Lord", Evolution(negated=True), False),
        ("Ember Imp", Tapped(), True),
        ("Ember Imp", Power("<=", 500), True),
    ],
)
def test_a_printed_trait_decides_and_a_passing_state_does_not(
    small: Pool, name: str, trait: Trait, fitting: bool
) -> None:
    assert fits(small.cards[name], [trait]) is fitting


def test_every_trait_is_needed(small: Pool) -> None:
    assert not fits(small.cards["Ember Imp"], [Race(("Imp",)), Civ(("water",))])


def test_a_spell_is_no_base(small: Pool) -> None:
    assert not fits(small.cards["Tide Wall"], [Civ(("water",))])


def test_bases_are_asked_of_written_evolutions_only(small: Pool) -> None:
    assert bases_of("Ember Lord", small) == ((Race(("Imp",)),),)
    assert bases_of("Ember Imp", small) is None
    assert bases_of("Sage of Later", small) is None


def test_a_vortex_evolution_needs_both_bases(printed: Pool) -> None:
    bases = bases_of("Soul Phoenix, Avatar of Unity", printed)
    assert bases == ((Race(("Fire Bird",)),), (Race(("Earth Dragon",)),))
