"""The rule book as data, and which tests prove which rule."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Final

import msgspec

from dmcli.core.errors import UsageMistake
from dmcli.core.files import PACKAGE, read_text
from dmcli.core.nearest import did_you_mean

FOLDER: Final = PACKAGE / "rulebook"


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule."""

    id: str
    text: str


class Topic(msgspec.Struct, frozen=True):
    """Rules that belong together."""

    name: str
    title: str
    rule: tuple[Rule, ...]


class Proof(msgspec.Struct, frozen=True, order=True):
    """A test that passed, and its sentence."""

    test: str
    says: str


class _Book(msgspec.Struct, frozen=True):
    topic: tuple[Topic, ...]


@dataclass(frozen=True)
class Chapter:
    """The rules that were asked for."""

    title: str
    rules: tuple[Rule, ...]


def topics() -> tuple[Topic, ...]:
    """Read the whole book."""
    content = tomllib.loads(read_text(FOLDER / "rules.toml"))
    return msgspec.convert(content, _Book).topic


def chapter(wanted: str) -> Chapter:
    """Find a topic by its name, or one rule by its id."""
    book = topics()
    for topic in book:
        if topic.name == wanted.casefold():
            return Chapter(topic.title, topic.rule)
        for rule in topic.rule:
            if rule.id == wanted.upper():
                return Chapter(topic.title, (rule,))
    names = [topic.name for topic in book]
    raise UsageMistake(
        f"No topic or rule '{wanted}'.{did_you_mean(wanted, names)} "
        f"Topics: {', '.join(names)}; rules: S1 to S{sum(len(topic.rule) for topic in book)}."
    )


def proofs() -> dict[str, list[Proof]]:
    """Read which tests proved which rule in the test run that wrote the file."""
    return msgspec.json.decode(read_text(FOLDER / "coverage.json"), type=dict[str, list[Proof]])


def written(found: dict[str, list[Proof]]) -> str:
    """Write proofs as the content of the file: by number of the rule, then by test."""
    ordered = {
        rule: [msgspec.to_builtins(proof) for proof in sorted(set(found[rule]))]
        for rule in sorted(found, key=lambda id: int(id[1:]))
    }
    return msgspec.json.format(msgspec.json.encode(ordered)).decode() + "\n"
