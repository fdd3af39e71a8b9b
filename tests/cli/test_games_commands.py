"""simulate and report as a user types them; coins stand in for the engine."""

import csv
import io
import json
import os

import pytest
from sim import coin_match

from dmcli.core.errors import UsageMistake

FIRE, WATER = "starter/fire", "starter/water"


@pytest.fixture(autouse=True)
def coins(monkeypatch, tmp_path):
    """Games are coins, and runs are stored in an empty home."""
    monkeypatch.setattr("dmcli.sim.engine.engine_recipe", coin_match.deck_recipe)
    monkeypatch.setattr("dmcli.sim.engine.agent_names", lambda: ["coin", "rush"])
    monkeypatch.setattr("dmcli.sim.runs.user_data_folder", lambda: tmp_path / "home")
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def simulate(dmcli):
    def call(*arguments, decks=(FIRE, WATER)):
        return dmcli("simulate", *decks, "--agents", "coin", "--jobs", 1, *arguments)

    return call


@pytest.fixture
def illegal(tmp_path):
    path = tmp_path / "five.txt"
    path.write_text("5 Immortal Baron, Vorg\n35 Aqua Hulcus\n")
    return path


def test_json_has_the_contract_and_nothing_else(simulate):
    said = simulate("--json", "-n", 200, "--seed", 7)
    document = json.loads(said.out)
    assert said.code == 0
    assert list(document) == [
        *("schema", "version", "pool", "seed", "requested", "games", "complete", "run", "decks"),
        *("agents", "ruleset", "wins", "draws", "limit_games", "win_rate", "interval"),
        *("interval_paired", "pairs", "by_seat", "turns", "endings", "decisions"),
        *("games_per_second", "log_hash"),
    ]
    assert document["schema"] == "dmcli.simulate/1"
    assert document["seed"] == 7
    assert document["games"] == document["requested"] == 200
    assert document["complete"] is True
    assert list(document["decks"][0]) == ["name", "hash", "cards"]
    assert list(document["pairs"]) == ["2", "1.5", "1", "0.5", "0"]
    assert sum(document["pairs"].values()) == 100
    assert list(document["by_seat"]["first"]) == ["games", "wins", "win_rate", "interval"]
    assert list(document["turns"]) == ["mean", "median", "p10", "p90"]
    assert sum(document["endings"].values()) == 200


def test_the_table_says_everything_that_makes_a_rate_honest(simulate):
    said = simulate("-n", 200, "--seed", 7)
    document = json.loads(simulate("--json", "-n", 200, "--seed", 7, "--no-store").out)
    assert f"{100 * document['win_rate']:.1f} %" in said.out
    assert "95 % interval" in said.out
    assert "200 games in 100 pairs" in said.out
    assert "Seed 7" in said.out
    for deck in document["decks"]:
        assert deck["hash"] in said.out
    assert document["log_hash"] in said.out


@pytest.mark.parametrize("columns", [80, 40])
def test_no_line_is_wider_than_the_terminal(simulate, columns, monkeypatch):
    monkeypatch.setattr("dmcli.cli.show.width", lambda: columns)
    out = simulate("-n", 200).out
    assert max(map(len, out.splitlines())) <= columns


def test_csv_has_numbers_by_seat(simulate):
    rows = list(csv.DictReader(io.StringIO(simulate("--output", "csv", "-n", 200).out)))
    assert [row["seat"] for row in rows] == ["first", "second", "both", "by pairs"]
    assert 0 <= float(rows[2]["low"]) <= float(rows[2]["win_rate"]) <= float(rows[2]["high"]) <= 1


def test_an_odd_number_of_games_is_rounded_up_and_said(simulate):
    said = simulate("--json", "-n", 7)
    document = json.loads(said.out)
    assert (document["requested"], document["games"], document["complete"]) == (7, 8, True)
    assert "7 games are rounded up to 8" in said.err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--games", "0"),
        ("--games", "many"),
        ("--seed", "-1"),
        ("--seed", str(2**63)),
        ("--seed", "1" * 50),
        ("--jobs", "0"),
        ("--agents", "sage"),
        ("--agents", "coin,coin,coin"),
        ("--agents", ""),
        ("--format", "moon"),
        ("--ruleset", "moon"),
        ("--lists", "shut"),
    ],
)
def test_a_wrong_option_is_one_sentence_and_nothing_is_written(dmcli, tmp_path, option, value):
    said = dmcli("simulate", FIRE, WATER, option, value)
    assert said.code == 2
    assert said.out == ""
    assert said.err.count("Error:") == 1
    assert "Traceback" not in said.err
    assert os.listdir(tmp_path) == []


def test_the_largest_seed_is_played(simulate):
    assert json.loads(simulate("--json", "-n", 2, "--seed", 2**63 - 1).out)["seed"] == 2**63 - 1


def test_an_illegal_deck_is_refused_unless_any_deck_will_do(simulate, illegal):
    refused = simulate("-n", 2, decks=(illegal, WATER))
    assert refused.code == 1
    assert refused.out == ""
    assert "Immortal Baron, Vorg" in refused.err
    assert simulate("-n", 2, "--any-deck", decks=(illegal, WATER)).code == 0


@pytest.mark.parametrize("text", ["", "1000000000000 Aqua Hulcus\n"])
def test_a_deck_that_no_table_holds_is_refused_in_any_case(simulate, tmp_path, text):
    (tmp_path / "odd.txt").write_text(text)
    said = simulate("--any-deck", decks=("odd.txt", WATER))
    assert said.code in (1, 3)
    assert said.err.count("Error:") == 1


def test_a_card_that_is_not_playable_yet_is_named(simulate, tmp_path):
    cards = tmp_path / "cards"
    cards.mkdir()
    (cards / "own.toml").write_text(
        '[[card]]\nname = "Early Bird"\ntype = "creature"\ncivilizations = ["light"]\n'
        'races = ["Guardian"]\ncost = 2\npower = 1000\nrarity = "Common"\n'
        'printings = ["OWN 1/1"]\nrules = "todo"\n'
    )
    deck = tmp_path / "early.txt"
    deck.write_text("4 Early Bird\n" + "".join(f"4 {name}\n" for name in playable(9)))
    said = simulate("-n", 2, "--pool", cards, decks=(deck, WATER))
    assert said.code == 1
    assert "Early Bird" in said.err


def playable(number):
    from dmcli.cards import load_pool

    return [card.name for card in load_pool().cards.values() if card.playable][:number]


def test_a_deck_that_cannot_be_read_is_3(simulate, tmp_path):
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe\x00")
    assert simulate(decks=(tmp_path / "odd.txt", WATER)).code == 3
    assert simulate(decks=("starter/fir", WATER)).code == 3


def test_two_decks_of_one_name_are_told_apart(simulate):
    out = simulate("-n", 2, decks=(FIRE, FIRE)).out
    assert "A: " in out
    assert "B: " in out


def test_a_run_is_stored_and_its_report_says_the_same(simulate, dmcli, tmp_path):
    played = simulate("--json", "-n", 200)
    document = json.loads(played.out)
    assert document["run"] in played.err
    said = dmcli("report", "last", "--json", "--report", tmp_path / "page")
    again = json.loads(said.out)
    assert said.code == 0
    assert again["schema"] == "dmcli.report/1"
    assert again["run"] == document["run"]
    for key in ("wins", "pairs", "by_seat", "turns", "endings", "interval_paired", "log_hash"):
        assert again["result"][key] == document[key]
    assert all(os.path.exists(file) for file in again["files"])
    assert f"{tmp_path / 'page'}" in said.err


def test_a_run_goes_where_it_is_told_and_is_not_overwritten(simulate, tmp_path):
    assert simulate("-n", 2, "--run", "mine.sqlite").code == 0
    assert os.listdir(tmp_path) == ["mine.sqlite"]
    before = (tmp_path / "mine.sqlite").read_bytes()
    again = simulate("-n", 2, "--run", "mine.sqlite")
    assert again.code == 2
    assert "--force" in again.err
    assert (tmp_path / "mine.sqlite").read_bytes() == before
    assert simulate("-n", 4, "--run", "mine.sqlite", "--force").code == 0


def test_force_removes_runs_and_nothing_else(simulate, tmp_path):
    (tmp_path / "deck.txt").write_text("4 Aqua Hulcus\n")
    said = simulate("-n", 2, "--run", "deck.txt", "--force")
    assert said.code == 2
    assert (tmp_path / "deck.txt").read_text() == "4 Aqua Hulcus\n"


def test_no_store_keeps_nothing_and_still_reports(simulate, tmp_path):
    said = simulate("-n", 40, "--no-store", "--report", "page", "--json")
    assert json.loads(said.out)["run"] is None
    assert os.listdir(tmp_path) == ["page"]
    assert (tmp_path / "page" / "index.html").exists()


def test_an_unwritable_home_means_no_run_and_not_no_program(simulate, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr("dmcli.sim.runs.user_data_folder", lambda: tmp_path / "file")
    said = simulate("-n", 2, "--json")
    assert said.code == 0
    assert json.loads(said.out)["run"] is None
    assert "not stored" in said.err


@pytest.mark.parametrize("option", ["--run", "--report", "-o"])
def test_an_unwritable_target_is_said_before_the_first_game(simulate, tmp_path, option):
    (tmp_path / "file").touch()
    said = simulate("-n", 2, option, tmp_path / "file" / "target")
    assert said.code == 2
    assert said.out == ""
    assert sorted(os.listdir(tmp_path)) == ["file"]


def test_a_game_that_fails_is_not_hidden(simulate, monkeypatch):
    def recipe(series, pool):
        import msgspec

        faulty = coin_match.deck_recipe(series, pool)
        return msgspec.structs.replace(faulty, opens=open_faulty_decks)

    monkeypatch.setattr("dmcli.sim.engine.engine_recipe", recipe)
    said = simulate("-n", 40, "--json", "--seed", 3)
    assert said.code == 4
    assert json.loads(said.out)["complete"] is False
    assert "game 7 of seed 3 could not be played: ZeroDivisionError" in said.err


def open_faulty_decks(recipe):
    play, fail = coin_match.open_deck_coins(recipe), coin_match.open_faulty(recipe)
    return lambda game: fail(game) if game == 7 else play(game)


def test_a_report_needs_a_run(dmcli, tmp_path):
    assert dmcli("report").code == 2
    assert dmcli("report", "nothing.sqlite").code == 3
    (tmp_path / "text.sqlite").write_text("no")
    assert dmcli("report", "text.sqlite").code == 3
    assert os.listdir(tmp_path) == ["text.sqlite"]


@pytest.mark.rule("S50")
def test_progress_in_a_pipe_is_a_line_every_ten_seconds(capfd, monkeypatch):
    from dmcli.cli import progress
    from dmcli.sim.live import Live

    clock = iter([0.0, 5.0, 10.0, 12.0, 20.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    lines = progress.Lines(1000)
    for games in (50, 100, 120, 200):
        lines.tell(Live([games, games // 2, games // 2]))
    assert capfd.readouterr().err.splitlines() == [
        "100 of 1,000 games, 90 s left, 10 games/s, A 50.0%",
        "200 of 1,000 games, 80 s left, 10 games/s, A 50.0%",
    ]


def test_a_wrong_agent_is_answered_with_the_nearest():
    from dmcli.sim.engine import agent_pair

    with pytest.raises(UsageMistake, match="Did you mean 'rush'"):
        agent_pair("coin,rusj")
