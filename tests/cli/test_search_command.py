"""The command cards search as a user types it."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = (ROOT / "cardpool" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^dmcli (cards search .*)$", REFERENCE, re.MULTILINE)

Command = Callable[..., Any]


@pytest.fixture
def search(dmcli: Command) -> Command:
    """Search, and give what was said."""
    return lambda *words: dmcli("cards", "search", *words)


@pytest.fixture
def found(search: Command) -> Command:
    """Search, and give the names that were found."""

    def call(*words: str) -> list[str]:
        said = search(*words, "--json")
        assert said.code == 0, said.err
        return [card["name"] for card in json.loads(said.out)["cards"]]

    return call


def test_a_term_may_begin_with_a_minus(found: Command) -> None:
    without = found("-is:evolution", "race:dragon")
    assert without == found("race:dragon", "-is:evolution") == found("race:dragon not:evolution")
    assert 0 < len(without) < len(found("race:dragon"))


@pytest.mark.parametrize(
    "term", ["-name:horn", "-text:o", "-role:draw", "-order", "-qx", "-cost>=2", "-(civ:fire)"]
)
def test_a_term_with_the_letter_of_an_option_is_still_a_term(found: Command, term: str) -> None:
    assert found(term) == found(f"not {term[1:]}")


def test_a_query_may_be_one_word_of_the_shell_or_many(found: Command) -> None:
    whole = found("civ:fire cost<=3 (kw:blocker or race:dragonoid) -is:spell")
    assert whole
    assert whole == found(
        *("civ:fire", "cost<=3", "(kw:blocker", "or", "race:dragonoid)", "-is:spell")
    )


@pytest.mark.parametrize(
    ("words", "query"),
    [
        (["text:draw a card"], 'text:"draw a card"'),
        (["-text:draw a card", "civ:water"], '-text:"draw a card" civ:water'),
        (["text:your hand or mana"], 'text:"your hand or mana"'),
        (["text:draw -is:spell"], "text:draw -is:spell"),
        (["text:draw civ:water"], "text:draw civ:water"),
        (["rules:power <= 3000"], 'rules:"power <= 3000"'),
        (["race:Armored Dragon", "civ:fire"], 'race:"Armored Dragon" civ:fire'),
        (["race=Horned Beast"], 'race="Horned Beast"'),
        (["civ:fire dragon"], "civ:fire dragon"),
        (["kw:shield trigger"], 'kw:"shield trigger"'),
        (["kw:blocker dragon"], "kw:blocker dragon"),
        (["name=Bolshack Dragon"], 'name="Bolshack Dragon"'),
        (["!Bolshack Dragon"], '!"Bolshack Dragon"'),
        (["bolshack dragon"], "bolshack dragon"),
        (['text:"draw a card"', "a b"], 'text:"draw a card" a b'),
    ],
)
def test_the_quotes_that_a_shell_took_are_put_back(
    search: Command, words: list[str], query: str
) -> None:
    assert json.loads(search(*words, "--json").out)["query"] == query


def test_a_real_shell_hands_it_all_over(program: Command, tmp_path: Path) -> None:
    line = """-is:evolution text:"draw a card" 'cost<=3' --limit 2 --output csv"""
    said = program("cards", "search", *shlex.split(line))
    rows = list(csv.DictReader(io.StringIO(said.out)))
    assert (said.code, len(rows)) == (0, 2)
    assert {row["type"] for row in rows} <= {"creature", "spell"}


def test_options_are_options_wherever_they_stand(search: Command, tmp_path: Path) -> None:
    target = tmp_path / "fire.csv"
    said = search("--limit", "3", "civ:fire", "-o", str(target), "--output", "csv", "-is:spell")
    assert (said.code, said.out) == (0, "")
    assert len(target.read_text().splitlines()) == 4


def test_after_two_dashes_all_is_query(search: Command) -> None:
    assert "906 cards fit '-is:evolution'" in search("--", "-is:evolution").out


def test_a_misspelt_option_is_no_query(search: Command) -> None:
    said = search("civ:fire", "--lmit", "3")
    assert (said.code, said.out) == (2, "")
    assert "--lmit" in said.err


def test_a_mistake_is_shown_at_its_place(search: Command) -> None:
    said = search("cost<=3", "civ:fir")
    assert (said.code, said.out) == (2, "")
    assert said.err.splitlines() == [
        "Error: No civilization 'fir'. Did you mean 'fire'?",
        "    cost<=3 civ:fir",
        "                ^^^",
    ]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Say what to search"),
        ([""], "The query is empty"),
        (["--sort", "colour", "a"], "Cards can't be sorted by 'colour'."),
        (["--limit", "0", "a"], "--limit"),
        (["(a"], "This bracket is never closed."),
        (["in:no-such-deck"], "no-such-deck: there is no such deck."),
        (["--fields", "kwy"], "No search field 'kwy'. Did you mean 'kw'?"),
    ],
)
def test_what_cannot_be_asked_is_a_usage_mistake(
    search: Command, words: list[str], sentence: str
) -> None:
    said = search(*words)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_an_answer_is_sorted_and_cut(search: Command) -> None:
    powers = [card["power"] for card in json.loads(search("race:dragon", "--json").out)["cards"]]
    said = search("race:dragon", "--sort", "-power,name", "--limit", "2", "--json")
    answer = json.loads(said.out)
    assert answer["found"] > len(answer["cards"]) == 2
    assert [card["power"] for card in answer["cards"]] == sorted(powers)[:-3:-1]
    assert "The first 2 are shown." in search("race:dragon", "--limit", "2").out


def test_a_key_without_a_column_gets_one(search: Command) -> None:
    heads = search("race:dragon", "sort:rarity,set").out.splitlines()[0].split()
    assert heads[-2:] == ["rarity", "printings"]
    assert "playable" not in heads


def test_csv_has_every_fact_and_md_a_table(search: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(search("bolshack", "--output", "csv").out)))
    assert list(rows[0]) == [
        *("name", "civilizations", "cost", "power", "kind", "playable"),
        *("type", "races", "rarity", "printings", "mana"),
    ]
    assert (rows[0]["power"], rows[0]["type"]) == ("6000+", "creature")
    assert search("bolshack", "--output", "md").out.startswith("| name | civ | cost |")


def test_nothing_found_is_no_mistake_and_says_why(search: Command) -> None:
    said = search("civ:fire", "race:dragon", "cost<=1")
    assert said.code == 0
    assert said.out.splitlines() == [
        "0 of 906 cards fit 'civ:fire race:dragon cost<=1'.",
        "Without race:dragon: 7 cards.",
        "Without cost<=1: 25 cards.",
    ]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["bolshak"], "Did you mean 'Bolshack'?"),
        (["bolshak", "civ:fire"], "Nothing fits bolshak alone. Did you mean 'Bolshack'?"),
        (["human"], "'human' is in no name; race:human fits 23 cards"),
        (["name=bolshackdragn"], "Did you mean 'Bolshack Dragon'?"),
        (["cost>90", "civ:fire"], "Nothing fits cost>90 alone."),
    ],
)
def test_a_hint_says_what_may_have_been_meant(search: Command, words: list[str], hint: str) -> None:
    said = search(*words, "--json")
    [only] = json.loads(said.out)["hints"]
    assert hint in only


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("fire dragon", "civ:fire race:dragon"),
        ("water blocker cost<=2", "civ:water kw:blocker cost<=2"),
        ("light spell", "civ:light type:spell"),
        ("fire removal", "civ:fire role:removal"),
        ("rare giant", "rarity:rare race:giant"),
        ("-bolshack fire dragon", "-bolshack civ:fire race:dragon"),
    ],
)
def test_words_that_are_in_no_name_together_are_found_in_other_fields(
    search: Command, found: Command, query: str, meant: str
) -> None:
    first = json.loads(search(query, "--json").out)["hints"][0]
    assert first == f"Did you mean {meant}? It fits {len(found(meant))} cards."


def test_what_no_field_knows_is_not_guessed_at(search: Command) -> None:
    for query in ("zzz fire", "fire cost>90", "human race:dragon type:spell"):
        assert "Did you mean" not in " ".join(json.loads(search(query, "--json").out)["hints"])


@pytest.mark.parametrize(
    ("word", "hint"),
    [("water", "civ:water fits"), ("common", "rarity:common fits"), ("5000", "power:5000 fits")],
)
def test_a_civilization_a_rarity_and_a_number_are_known_too(
    search: Command, word: str, hint: str
) -> None:
    assert hint in json.loads(search(word, "--json").out)["hints"][0]


def test_a_deck_can_be_searched(found: Command, tmp_path: Path) -> None:
    (tmp_path / "my deck.txt").write_text("4 Aqua Hulcus\n2 Bolshack Dragon\n")
    assert found(f"in:{tmp_path}/my deck.txt") == ["Aqua Hulcus", "Bolshack Dragon"]
    assert found(f"in:{tmp_path}", "civ:fire") == ["Bolshack Dragon"]
    creatures, all_ = found("in:starter/fire", "-is:spell"), found("in:starter/fire")
    assert set(creatures) < set(all_)


def test_what_is_unread_in_a_deck_is_said_once(search: Command, tmp_path: Path) -> None:
    (tmp_path / "deck.txt").write_text("4 Aqua Hulcus\n4 Zzzyx Qqqw\n")
    said = search(f"in:{tmp_path}/deck.txt -in:{tmp_path}/deck.txt")
    assert said.code == 0
    assert said.err.count("deck.txt: 1 unread") == 1


def test_fields_are_listed_with_their_values(search: Command) -> None:
    answer = json.loads(search("--fields", "--json").out)
    fields = {row["field"]: row for row in answer["fields"]}
    assert {"name", "civ", "cost", "kw", "role", "in", "sort"} <= fields.keys()
    assert "cmc" in fields["cost"]["also"]
    values = json.loads(search("--fields", "kw", "c", "--json").out)["values"]
    counts = {(row["field"], row["value"]): row["cards"] for row in values}
    assert counts["civ", "fire"] == 191
    assert ("kw", "tap ability") in counts
    assert "Any value can follow 'name'." in search("--fields", "name").out


@pytest.mark.parametrize("columns", [80, 40])
def test_the_help_shows_every_field_and_fits(
    search: Command, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    said = search("--help")
    overview = said.out.partition("What a query can hold:")[2]
    for row in json.loads(search("--fields", "--json").out)["fields"]:
        assert row["example"] in overview
    assert max(map(len, said.out.splitlines())) <= columns
    assert "\x1b" not in overview


def test_a_narrow_terminal_gets_fewer_columns_and_a_shorter_echo(
    search: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("FORCE_COLOR", "1"), ("NO_COLOR", "1"), ("COLUMNS", "40")):
        monkeypatch.setenv(name, value)
    rows = search("civ:fire", "race:dragon").out.splitlines()
    assert rows[0].split() == ["name", "civ", "cost", "power"]
    assert "d/f" in search("!Ulex, the Dauntless").out.split()
    said = search("civ:fire cost<=3 power>=2000 kw:bloker race:dragon set:DM-01")
    _, shown, carets = said.err.splitlines()
    assert max(map(len, (*rows, shown))) <= 40
    assert shown[carets.index("^") : len(carets)] == "bloker"


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_of_the_reference_find_cards(dmcli: Command, example: str) -> None:
    said = dmcli(*shlex.split(example, comments=True), "--json")
    assert said.code == 0, said.err
    assert 0 < json.loads(said.out)["found"] < 906


def test_there_are_examples() -> None:
    assert len(EXAMPLES) > 8


def test_a_search_loads_neither_grammar_nor_decks_when_the_cache_is_warm(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from dmcli.cli.app import run\n"
        "run(['cards', 'search', 'kw:blocker text:draw role:draw civ:water'])\n"
        "print('\\nLOADED', *sys.modules)\n"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-P", "-c", program],
            env={"XDG_CACHE_HOME": str(tmp_path), "PATH": ""},
            capture_output=True,
            text=True,
            check=True,
        )
    loaded = set(done.stdout.rpartition("LOADED ")[2].split())
    assert not loaded & {"lark", "rapidfuzz", "dmcli.lang", "dmcli.decks", "dmcli.engine"}
