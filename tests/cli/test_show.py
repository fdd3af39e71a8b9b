"""One answer in four forms, at any width."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from dmcli import __version__
from dmcli.cli import show
from dmcli.cli.show import Answer, Column, Table
from dmcli.core.errors import UsageMistake

LONG = "Überdragon Bajula, the Longest of Names in Any Piped Output | Cut Nowhere"
ANSWER = Answer(
    "sample",
    {"cards": [{"name": LONG, "cost": 7}]},
    [
        Table(
            [Column("name"), Column("cost", right=True), Column("text")],
            [
                {"name": LONG, "cost": 7, "text": "double breaker " * 20},
                {"name": "Emeral", "cost": 2, "text": None},
            ],
        )
    ],
    ["2 cards."],
    pool="abc",
)


@pytest.fixture(autouse=True)
def _no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


def test_json_is_one_object_with_schema_version_and_pool() -> None:
    found = json.loads(show.render(ANSWER, "json", None))
    assert list(found) == ["schema", "version", "pool", "cards"]
    assert found["schema"] == "dmcli.sample/1"
    assert (found["version"], found["pool"]) == (__version__, "abc")


def test_csv_keeps_every_digit_of_a_number() -> None:
    rows = [{"deck": "a", "rate": 1 / 3}, {"deck": "b", "rate": 123456.75}]
    table = Table([Column("deck"), Column("rate")], rows)
    text = show.render(Answer(schema="rates", document={}, tables=[table]), "csv", 40)
    assert text.splitlines()[1:] == [f"a,{1 / 3!r}", "b,123456.75"]


def test_csv_holds_the_keys_and_the_rows_of_the_first_table() -> None:
    rows = list(csv.DictReader(io.StringIO(show.render(ANSWER, "csv", 40))))
    assert rows[0]["name"] == LONG
    assert rows[1] == {"name": "Emeral", "cost": "2", "text": ""}


def test_markdown_is_a_table_whose_bars_are_escaped() -> None:
    head, rule, first, *_ = show.render(ANSWER, "md", 40).splitlines()
    assert head == "| name | cost | text |"
    assert rule == "| --- | ---: | --- |"
    assert LONG.replace("|", "\\|") in first


def test_a_name_is_never_cut_in_a_pipe() -> None:
    _, row, *_ = show.render(ANSWER, "table", None).splitlines()
    assert row.startswith(LONG)
    assert row.endswith(("double breaker " * 20).rstrip())


@pytest.mark.parametrize("width", [40, 80])
def test_a_table_fits_the_terminal(width: int) -> None:
    drawn = show.render(ANSWER, "table", width).splitlines()
    assert max(map(len, drawn)) <= width
    assert "Emeral" in "\n".join(drawn)


SWAPS = Table(
    [
        *(Column("in"), Column("out"), Column("first", right=True), Column("2nd", right=True)),
        *(Column("gains"), Column("loses")),
    ],
    [
        dict(zip(("in", "out", "first", "2nd", "gains", "loses"), row, strict=True))
        for row in (
            (
                "a water card",
                "Nexus",
                "-1.1",
                "-1.0",
                "Marine Flower +0.4",
                "Bronze-Arm Tribe -5.5",
            ),
            ("a darkness card", "Crystal Lancer", "1.5", "1.6", "Terror Pit", "Marine Flower -0.5"),
            ("a nature card", "Corile", "1.0", "0.9", "Bronze-Arm Tribe 4.6", "Marine Flower -0.5"),
        )
    ],
)


@pytest.mark.parametrize("width", range(50, 100))
def test_no_cell_of_a_folded_table_is_cut(width: int) -> None:
    lines = show.render(Answer("x", {}, tables=[SWAPS]), "table", width).splitlines()
    assert max(map(len, lines)) <= width
    shown = " ".join(lines).split()
    for row in SWAPS.rows:
        for cell in row.values():
            assert set(str(cell).split()) <= set(shown)


def test_what_can_fold_stands_side_by_side() -> None:
    least = 15 + 14 + 5 + 4 + 16 + 16 + 5 * 2
    head = show.render(Answer("x", {}, tables=[SWAPS]), "table", least).splitlines()[0]
    assert head.split() == ["in", "out", "first", "2nd", "gains", "loses"]
    record = show.render(Answer("x", {}, tables=[SWAPS]), "table", least - 1).splitlines()[0]
    assert record == "in: a water card"


def test_what_does_not_fit_side_by_side_is_shown_one_field_a_line() -> None:
    columns = [Column(f"column_{number}") for number in range(9)]
    table = Table(columns, [{f"column_{number}": "x" * 12 for number in range(9)}])
    drawn = show.render(Answer("wide", {}, [table], pool=""), "table", 40)
    assert drawn.splitlines()[0] == "column 0: xxxxxxxxxxxx"


def test_colour_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in show.render(ANSWER, "table", 80)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in show.render(ANSWER, "table", 80)
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b[" not in show.render(ANSWER, "table", 80)


def test_a_file_is_written_as_a_whole_and_not_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "cards.json"
    show.answer(ANSWER, "json", target)
    assert json.loads(target.read_text(encoding="utf-8"))["pool"] == "abc"
    assert str(target) in capsys.readouterr().err
    with pytest.raises(UsageMistake, match="--force"):
        show.answer(ANSWER, "json", target)
    show.answer(ANSWER, "csv", target, force=True)
    assert target.read_text(encoding="utf-8").startswith("name,cost")
    assert list(tmp_path.iterdir()) == [target]


def test_a_target_that_cannot_be_written_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for target in (tmp_path, tmp_path / "file" / "below"):
        with pytest.raises(UsageMistake):
            show.check_target(target, force=True)


@pytest.mark.parametrize(
    ("output", "json", "to", "form"),
    [
        ("table", False, None, "table"),
        ("table", True, None, "json"),
        ("table", False, "x.JSON", "json"),
        ("table", False, "x.csv", "csv"),
        ("table", False, "x.txt", "table"),
        ("csv", False, "x.json", "csv"),
        ("table", True, "x.csv", "json"),
    ],
)
def test_a_suffix_says_the_form_where_no_option_does(
    output: str, json: bool, to: str | None, form: str
) -> None:
    assert show.form(output, json, None if to is None else Path(to)) == form


def test_a_suffix_of_a_form_that_a_command_has_not_is_a_mistake() -> None:
    assert show.form("table", False, Path("x.html"), more=("html",)) == "html"
    with pytest.raises(UsageMistake, match=r"x\.html: html cannot be written here"):
        show.form("table", False, Path("x.html"))


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "cards.json").touch()
    (tmp_path / "link.json").symlink_to("cards.json")
    show.answer(ANSWER, "json", tmp_path / "link.json", force=True)
    assert (tmp_path / "link.json").is_symlink()
    assert json.loads((tmp_path / "cards.json").read_text(encoding="utf-8"))["pool"] == "abc"
