"""The modules that run are the ones that were asked for."""

from __future__ import annotations

import os

import pytest

from dmcli.core import compiled


def test_every_module_comes_from_the_kind_of_file_that_was_asked_for() -> None:
    expected = os.environ.get("DMCLI_EXPECT")
    if expected is None:
        pytest.skip("DMCLI_EXPECT asks for nothing")
    assert expected in ("compiled", "pure")
    assert compiled.compiled_rooms(), "the engine is not there"
    assert compiled.mode() == expected, compiled.origins()


def test_a_module_is_compiled_when_its_file_is_an_extension() -> None:
    assert not compiled._is_compiled("dmcli/engine/game.py")
    assert compiled._is_compiled("dmcli/engine/game" + compiled.EXTENSION_SUFFIXES[0])
