"""The tables of a report say what the run file holds."""

import pandas
import pytest

from dmcli.reports.report import as_csv
from dmcli.reports.source import Source
from dmcli.reports.tables import TABLES
from dmcli.sim.runfile import RunFile


@pytest.fixture
def source(stored):
    with RunFile(stored()) as file:
        return Source(file)


@pytest.fixture
def frames(source):
    return {table.name: table.frame(source) for table in TABLES}


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_column_of_every_table_is_explained(table, source):
    assert list(table.frame(source).columns) == list(table.columns)


@pytest.mark.rule("S51")
def test_seats_add_up_to_both(frames, source):
    rows = frames["win_rate"].set_index("seat")
    counts = ["games", "wins", "losses", "draws", "limit_games"]
    both = rows.loc["both", counts]
    assert (rows.loc["first", counts] + rows.loc["second", counts] == both).all()
    assert both["games"] == 600
    assert both["wins"] == source.tally.wins
    assert rows.loc["both", "win_rate"] == source.tally.win_rate
    assert rows.loc["pairs", "games"] == 300


def test_the_points_of_pairs_are_in_the_interval(frames):
    row = frames["win_rate"].set_index("seat").loc["pairs"]
    assert row["low"] < row["win_rate"] < row["high"]


def test_lengths_and_endings_count_every_game_once(frames):
    assert frames["length"]["games"].sum() == 600
    assert frames["endings"]["games"].sum() == 600
    assert frames["endings"]["share"].sum() == pytest.approx(1)
    parts = frames["length_by_winner"].set_index("winner")["games"]
    assert parts["A"] + parts["B"] + parts["nobody"] == parts["all"] == 600


def test_lengths_are_the_quantiles_of_the_summary(frames, source):
    row = frames["length_by_winner"].set_index("winner").loc["all"]
    turns = source.tally.document()["turns"]
    assert [row[key] for key in turns] == pytest.approx(list(turns.values()))


@pytest.mark.rule("S51")
def test_the_curve_and_the_civilizations_count_the_deck(frames):
    curve = frames["curve"][frames["curve"]["deck"] == "A"].set_index("cost")
    assert curve["cards"].to_dict() == {2: 34, 5: 2, 6: 4}
    civilizations = frames["civilizations"].set_index(["deck", "civilization"])
    assert civilizations.loc[("A", "fire"), "cards"] == 38
    assert civilizations.loc[("A", "nature"), "cards"] == 2


def test_a_card_of_a_rare_civilization_needs_work(frames):
    rows = frames["castability"].set_index(["deck", "card"])
    assert rows.loc[("A", "Deathblade Beetle"), "verdict"] == "needs work"
    assert rows.loc[("A", "Bolshack Dragon"), "verdict"] == "good"


def test_card_win_rates_are_those_of_the_marks(frames, source):
    row = frames["cards"].set_index(["deck", "card"]).loc[("A", "Bolshack Dragon")]
    seen = next(line for line in source.counts if line[:3] == (0, "Bolshack Dragon", "seen"))
    assert row["games_seen"] == seen.games
    assert row["gih"] == seen.cards_won / (seen.cards_won + seen.cards_lost)
    unseen_won = 4 * source.tally.wins - seen.cards_won
    unseen_lost = 4 * source.tally.losses - seen.cards_lost
    assert row["gns"] == unseen_won / (unseen_won + unseen_lost)
    assert row["iwd"] == pytest.approx(row["gih"] - row["gns"])


def test_csv_cells_that_a_spreadsheet_would_run_become_words():
    text = as_csv(pandas.DataFrame({"title": ["=1+1", "@x", "plain"], "n": [-1.5, 1 / 3, 2]}))
    assert text == "title,n\n'=1+1,-1.5\n'@x,0.333333\nplain,2\n"
