"""Every numbered case has a test or a reason, and the lists of them are true."""

from __future__ import annotations

import pytest
from rulings import SERIES, Series, listed, problems, shown, written


@pytest.mark.parametrize("series", SERIES, ids=lambda series: series.label)
def test_every_number_has_a_test_or_a_reason(series: Series) -> None:
    assert problems(series, series.file.read_text("utf-8"), shown(series)) == []


@pytest.mark.parametrize("series", SERIES, ids=lambda series: series.label)
def test_a_list_that_is_not_true_is_noticed(series: Series) -> None:
    tests, not_due = shown(series), listed(series)["not_due"]
    number, names = next(iter(tests.items()))
    forgotten = {key: value for key, value in tests.items() if key != number}
    text = written(series, forgotten, not_due)
    assert f"{number} has neither a test nor a reason." in problems(series, text, forgotten)
    assert problems(series, text, tests)[-1].endswith("--write`.")
    gone = written(series, {**tests, number: [*names, "tests/gone.toml"]}, not_due)
    told = f"tests/gone.toml is named for {number}, but does not show it."
    assert told in problems(series, gone, tests)
    strange = {**tests, "R999": ["tests/strange.toml"]}
    told = f"R999 is no number of {series.file.name}."
    assert told in problems(series, written(series, strange, not_due), strange)
    silent = written(series, forgotten, {**not_due, number: " "})
    assert f"{number} is not due, but no reason is given." in problems(series, silent, forgotten)
