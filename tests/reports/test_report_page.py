"""The page: one file, offline, readable by everybody, whatever the decks are called."""

import os
import re
import stat
from html.parser import HTMLParser

import pytest

from dmcli.core.errors import Unreadable, UsageMistake
from dmcli.reports.report import write_report

HOSTILE = '</title><script>alert("1")</script>\x1b[31m\u202e&<img src=x onerror=y>'
VOID = {"meta", "img", "br", "hr", "input", "link", "rect", "line", "circle"}


class Outline(HTMLParser):
    """Every element with its attributes, and whether each is closed."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.open = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def written(path, folder):
    return write_report(path, folder)[-1].read_text(encoding="utf-8")


@pytest.fixture
def text(stored, tmp_path):
    return written(stored(), tmp_path / "report")


def test_the_page_loads_nothing_and_runs_nothing(text):
    elements = Outline(text).elements
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in elements}
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    assert not [name for _, attributes in elements for name in attributes if name.startswith("on")]


def test_every_element_is_closed_and_every_link_leads_somewhere(text):
    outline = Outline(text)
    assert outline.open == []
    targets = {attributes.get("id") for _, attributes in outline.elements}
    links = [a["href"] for tag, a in outline.elements if tag == "a"]
    assert links
    assert all(link[0] == "#" and link[1:] in targets for link in links)


def test_every_picture_says_what_it_shows_and_every_column_has_a_head(text):
    elements = Outline(text).elements
    pictures = [a for tag, a in elements if tag == "svg" and a.get("aria-hidden") != "true"]
    assert len(pictures) > 5
    assert all(picture["role"] == "img" and picture["aria-label"] for picture in pictures)
    assert all("scope" in attributes for tag, attributes in elements if tag == "th")
    assert text.count("<table>") == text.count("<caption>")


def test_a_rate_stands_with_its_interval_games_and_agents(text):
    start = text[text.index("<header>") : text.index("</header>")]
    assert re.search(r"\d+\.\d %", start)
    assert "600 games" in start
    assert "95 % interval" in start
    assert "coin (A)" in start


def test_names_of_decks_are_only_words(stored, tmp_path):
    text = written(stored(names=(HOSTILE, HOSTILE)), tmp_path / "report")
    assert "<script" not in text
    assert "<img" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert Outline(text).open == []


def test_an_incomplete_run_says_so(stored, tmp_path):
    text = written(stored(blocks=2), tmp_path / "report")
    assert "played 80 of 600 games" in text


def test_a_run_without_a_game_has_a_report(stored, tmp_path):
    text = written(stored(blocks=0), tmp_path / "report")
    assert "played 0 of 600 games" in text


def test_a_run_of_one_pair_has_a_report(stored, tmp_path):
    assert "2 games" in written(stored(games=1), tmp_path / "report")


def test_no_report_is_overwritten_unless_asked_for(stored, tmp_path):
    run, folder = stored(), tmp_path / "report"
    files = write_report(run, folder)
    before = {file: file.read_bytes() for file in files}
    with pytest.raises(UsageMistake, match="holds a report already"):
        write_report(run, folder)
    assert write_report(run, folder, force=True) == files
    assert {file: file.read_bytes() for file in files} == before


def test_a_file_of_the_users_is_not_overwritten_and_nothing_is_written(stored, tmp_path):
    folder = tmp_path / "report"
    folder.mkdir()
    (folder / "cards.csv").write_text("mine")
    with pytest.raises(UsageMistake, match=r"holds cards\.csv already"):
        write_report(stored(), folder)
    assert os.listdir(folder) == ["cards.csv"]


def test_a_place_that_cannot_be_written_is_said(stored, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(UsageMistake, match="is not a folder"):
        write_report(stored(), tmp_path / "file")
    with pytest.raises(UsageMistake, match="cannot be written"):
        write_report(tmp_path / "run.sqlite", tmp_path / "file" / "deeper")


def test_a_read_only_folder_is_said(stored, tmp_path):
    run, folder = stored(), tmp_path / "closed"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write anywhere")
    with pytest.raises(UsageMistake, match="cannot be written"):
        write_report(run, folder / "report")


def test_what_is_no_run_file_is_refused_and_nothing_is_written(tmp_path):
    (tmp_path / "run.sqlite").write_text("no")
    with pytest.raises(Unreadable):
        write_report(tmp_path / "run.sqlite", tmp_path / "report")
    assert not (tmp_path / "report").exists()
