"""The list of mutants fits the code: a stale mutant proves nothing."""

from __future__ import annotations

import runpy
from pathlib import Path

MUTANTS = runpy.run_path(str(Path(__file__).with_name("run.py")))


def test_every_mutant_fits_the_code_and_names_a_test_that_is_there() -> None:
    stale = {mutant.says: fault for mutant in MUTANTS["load"]() if (fault := mutant.fault())}
    assert not stale


def test_every_mutant_has_its_own_sentence() -> None:
    sentences = [mutant.says for mutant in MUTANTS["load"]()]
    assert len(sentences) == len(set(sentences))


def test_the_thirds_of_a_seed_are_the_same_again() -> None:
    mutants = MUTANTS["load"]()
    chosen = MUTANTS["third"](mutants, "7")
    assert chosen == MUTANTS["third"](mutants, "7")
    assert len(chosen) == -(-len(mutants) // 3)
