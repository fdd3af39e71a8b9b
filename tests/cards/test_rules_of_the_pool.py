"""The rules lines of every card, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dmcli.cards import Pool, load_pool, validate
from dmcli.core.errors import Refused, Unreadable
from dmcli.core.files import data_folder
from dmcli.lang import line, parse

Homebrew = Callable[..., Path]
BLOCKER = ("rules = []", 'rules = [\n    "blocker",\n    "double breaker",\n]')


@pytest.fixture(scope="module")
def pool() -> Pool:
    return load_pool()


def test_every_card_of_the_pool_is_in_order() -> None:
    report = validate([data_folder("cardpool")])
    assert [str(problem) for problem in report.problems] == []
    assert report.cards == 906


def test_every_rules_line_prints_back_to_the_same_tree(pool: Pool) -> None:
    lines = {each for card in pool.cards.values() for each in card.rules or ()}
    wrong = [each for each in lines if parse(line(parse(each))) != parse(each)]
    assert wrong == []


def test_every_playable_card_has_its_abilities_and_a_text_for_each(pool: Pool) -> None:
    for name, card in pool.cards.items():
        if card.playable:
            assert len(pool.abilities(name)) == len(card.rules or ()) == len(pool.text(name))


def test_the_abilities_of_a_card_stand_in_printed_order(homebrew: Homebrew) -> None:
    pool = load_pool([homebrew(BLOCKER)])
    assert pool.abilities("Cinder Warden") == (parse("blocker"), parse("double breaker"))
    assert pool.keywords("Cinder Warden") == ("blocker", "double breaker")


def test_abilities_come_from_the_cache_without_the_parser(
    homebrew: Homebrew, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = homebrew(BLOCKER)
    first = load_pool([folder]).abilities("Cinder Warden")
    monkeypatch.setattr("dmcli.lang.parse", lambda text: pytest.fail("parsed again"))
    assert load_pool([folder]).abilities("Cinder Warden") == first


@pytest.mark.parametrize("content", [b"", b"\x00" * 400, b"no cache at all"])
def test_damaged_trees_are_parsed_again(
    homebrew: Homebrew, cache_home: Path, content: bytes
) -> None:
    folder = homebrew(BLOCKER)
    first = load_pool([folder]).abilities("Cinder Warden")
    [path] = cache_home.glob("lines-*")
    path.write_bytes(content)
    assert load_pool([folder]).abilities("Cinder Warden") == first


def test_trees_of_an_older_kind_are_parsed_again(homebrew: Homebrew, cache_home: Path) -> None:
    from dmcli.cards import cache

    folder = homebrew(BLOCKER)
    first = load_pool([folder]).abilities("Cinder Warden")
    [path] = cache_home.glob("lines-*")
    cache.keep(path.stem, {"blocker": {"type": "Gone"}, "double breaker": 5})
    assert load_pool([folder]).abilities("Cinder Warden") == first


def test_the_trees_of_forgotten_lines_make_room(
    homebrew: Homebrew, cache_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dmcli.cards import cache, lines

    folder = homebrew(BLOCKER)
    load_pool([folder]).abilities("Cinder Warden")
    [path] = cache_home.glob("lines-*")
    cache.keep(path.stem, {**(cache.recall(path.stem, dict[str, Any]) or {}), "old": 1})
    monkeypatch.setattr(lines, "_MOST", 1)
    homebrew(("rules = []", 'rules = ["power attacker +123000"]'))
    load_pool([folder]).abilities("Cinder Warden")
    kept = cache.recall(path.stem, dict[str, Any]) or {}
    assert "power attacker +123000" in kept
    assert "old" not in kept


def test_a_read_only_home_means_parsing_each_time(
    homebrew: Homebrew, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert load_pool([homebrew(BLOCKER)]).keywords("Cinder Warden") == ("blocker", "double breaker")


def test_a_wrong_rules_line_is_told_with_file_line_and_caret(homebrew: Homebrew) -> None:
    pool = load_pool([homebrew(("rules = []", 'rules = [\n    "blocker",\n    "blokcer",\n]'))])
    with pytest.raises(Unreadable) as caught:
        pool.abilities("Cinder Warden")
    first, excerpt, caret = str(caught.value).splitlines()
    assert "own.toml:13: Cinder Warden: 'blokcer'" in first
    assert "did you mean 'blocker'" in first
    assert excerpt == "    blokcer"
    assert caret == "    ^"


def test_a_wrong_line_of_another_card_disturbs_nobody(homebrew: Homebrew) -> None:
    pool = load_pool([homebrew(("rules = []", 'rules = ["blokcer"]'))])
    assert pool.abilities("Immortal Baron, Vorg") == ()
    assert pool.keywords("Aqua Vehicle") == ()


def test_a_card_that_is_not_written_yet_is_refused_by_name(homebrew: Homebrew) -> None:
    pool = load_pool([homebrew(("rules = []", 'rules = "todo"'))])
    assert not pool.playable("Cinder Warden")
    with pytest.raises(Refused, match="'Cinder Warden' is not playable yet"):
        pool.abilities("Cinder Warden")


def test_validate_lists_every_fault_of_every_card(homebrew: Homebrew) -> None:
    folder = homebrew(("rules = []", 'rules = ["blokcer", "doubel breaker"]'), ("= 6", "= 6 "))
    homebrew(("Cinder Warden", "Aqua Hulcus"), ('"Rare"', '"rare"'), name="second.toml")
    report = validate([folder])
    assert (report.files, report.cards) == (2, 2)
    assert [(Path(each.file).name, each.line, each.card) for each in report.problems] == [
        ("own.toml", 11, "Cinder Warden"),
        ("own.toml", 11, "Cinder Warden"),
        ("second.toml", 9, "Aqua Hulcus"),
    ]


def test_validate_finds_a_name_that_is_taken(homebrew: Homebrew) -> None:
    report = validate([homebrew(("Cinder Warden", "Aqua Hulcus"))])
    [problem] = report.problems
    assert "this name already stands in" in problem.message
    assert "dm-01.toml" in problem.message


def test_one_file_of_the_pool_may_be_validated_alone() -> None:
    report = validate([data_folder("cardpool") / "dm-02.toml"])
    assert (report.cards, report.problems) == (60, ())


def test_another_copy_of_a_file_of_the_pool_stands_in_for_it(tmp_path: Path) -> None:
    copy = tmp_path / "dm-02.toml"
    copy.write_bytes((data_folder("cardpool") / "dm-02.toml").read_bytes())
    assert validate([tmp_path]).problems == ()


def test_validate_reports_a_missing_file(tmp_path: Path) -> None:
    [problem] = validate([tmp_path / "none.toml"]).problems
    assert problem.message == "there is no such file."


def test_a_race_that_no_card_has_is_a_fault(homebrew: Homebrew) -> None:
    rule = "vortex evolution: Fire Bird + Earth Dragn"
    report = validate([homebrew(("rules = []", f'rules = ["{rule}"]'))])
    [problem] = report.problems
    assert problem.message == "no card has the race 'Earth Dragn'. Did you mean 'Earth Dragon'?"


def test_a_word_of_a_race_must_be_the_word_of_some_race(homebrew: Homebrew) -> None:
    good = validate([homebrew(("rules = []", 'rules = ["crew breaker: Dragon*"]'))])
    bad = validate([homebrew(("rules = []", 'rules = ["crew breaker: Dargon*"]'))])
    assert (len(good.problems), len(bad.problems)) == (0, 1)


def test_a_card_that_a_rule_names_must_exist(homebrew: Homebrew) -> None:
    rule = 'this gets +1000 power for each card named "Aqua Hulcsu" in your graveyard'
    report = validate([homebrew(("rules = []", f"rules = ['{rule}']"))])
    [problem] = report.problems
    assert "no card is named 'Aqua Hulcsu'. Did you mean 'Aqua Hulcus'" in problem.message
