"""Signs that a terminal would obey: shown as "?", and in JSON escaped."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from dmcli.core.signs import escaped, printable


def test_signs_that_a_terminal_obeys_become_question_marks_and_lines_stay() -> None:
    assert printable("\x1b[31mred\x07\n\tÜ \u009b\u202e\ud800") == "?[31mred?\n\tÜ ???"


@given(st.text())
def test_what_is_printed_holds_nothing_to_obey(text: str) -> None:
    assert all(sign.isprintable() or sign in "\n\t" for sign in printable(text))


@given(st.dictionaries(st.text(), st.text() | st.lists(st.text())))
def test_an_escaped_document_holds_the_same_data(data: dict[str, object]) -> None:
    document = escaped(json.dumps(data, ensure_ascii=False, indent=2))
    assert json.loads(document) == data
    assert all(sign.isprintable() or sign == "\n" for sign in document)
