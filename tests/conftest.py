"""Options of the test run: the list of proven rules, the scale of fuzzing, the last line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dmcli import rulebook

COVERAGE = Path(__file__).resolve().parents[1] / "dmcli" / "rulebook" / "coverage.json"

_proofs = pytest.StashKey[dict[str, list[rulebook.Proof]]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    rules = parser.getgroup("rules")
    rules.addoption("--write-rules", action="store_true", help="write which tests prove which rule")
    rules.addoption("--check-rules", action="store_true", help="fail when that list is stale")
    goldens = parser.getgroup("goldens")
    goldens.addoption("--bless", action="store_true", help="keep what is found as the new golden")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_proofs] = {}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    known = {rule.id for topic in rulebook.topics() for rule in topic.rule}
    for item in items:
        strange = _rules(item) - known
        if strange:
            raise pytest.UsageError(f"{item.nodeid} is marked with unknown rules {sorted(strange)}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> object:
    report = yield
    if report.when == "call" and report.passed:
        for rule in _rules(item):
            proof = rulebook.Proof(item.nodeid, _sentence(item))
            item.config.stash[_proofs].setdefault(rule, []).append(proof)
    return report


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus != pytest.ExitCode.OK:
        return
    text = rulebook.written(session.config.stash[_proofs])
    if session.config.getoption("--write-rules"):
        COVERAGE.write_text(text, encoding="utf-8")
    if session.config.getoption("--check-rules") and COVERAGE.read_text("utf-8") != text:
        print("\ndmcli/rulebook/coverage.json is stale: run `pytest --write-rules` and commit it.")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _rules(item: pytest.Item) -> set[str]:
    return {rule for mark in item.iter_markers("rule") for rule in mark.args}


def _sentence(item: pytest.Item) -> str:
    """A test's name as the sentence that it is; a case's own title where it has one."""
    name = getattr(item, "originalname", None) or item.name
    words = name.removeprefix("test_").replace("_", " ")
    case = getattr(item, "callspec", None)
    if case is None:
        return words
    found = [getattr(each, "title", None) for each in case.params.values()]
    titles = [title for title in found if isinstance(title, str)]
    return titles[0] if len(titles) == 1 else f"{words}: {case.id}"
