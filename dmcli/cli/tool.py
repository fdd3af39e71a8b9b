"""The commands about dmcli itself: agents, bench, doctor and the rule book."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dmcli.cli import complete, show
from dmcli.cli.options import (
    PANEL_TOOL,
    ForceOption,
    JsonOption,
    ListsOption,
    OutputOption,
    RulesetOption,
    ToOption,
)
from dmcli.cli.show import Answer, Column, Table

if TYPE_CHECKING:
    from dmcli.rulebook import Proof, Rule
    from dmcli.sim.bench import Speed

agents = typer.Typer(no_args_is_help=True, help="Who can play: the agents that decide.")

BENCH_PAIRS = ("random,random", "heuristic,heuristic")


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(agents, name="agents", rich_help_panel=PANEL_TOOL)
    for command in (bench, doctor, rules):
        app.command(rich_help_panel=PANEL_TOOL)(command)


@agents.command(name="list")
def list_agents(
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Name the agents that can play a deck.

    Example: dmcli agents list
    """
    from dmcli.agents.registry import ABOUT

    rows = [{"agent": name, "plays": plays} for name, plays in ABOUT.items()]
    table = Table([Column("agent"), Column("plays")], rows)
    answer = Answer("agents.list", {"agents": rows}, [table])
    show.answer(answer, show.form(output, json, to), to, force)


def bench(
    first: Annotated[
        str | None,
        typer.Argument(metavar="DECK", help="A deck.", autocompletion=complete.decks),
    ] = None,
    second: Annotated[
        str | None,
        typer.Argument(metavar="DECK", help="The deck against it.", autocompletion=complete.decks),
    ] = None,
    agents: Annotated[
        list[str] | None,
        typer.Option(
            "--agents",
            metavar="A[,B]",
            help="Agents to measure; may be given again. Default: random, then heuristic.",
            autocompletion=complete.agents,
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="How long to measure each pair of agents.")
    ] = 2.0,
    ruleset: RulesetOption = "tcg",
    lists: ListsOption = "open",
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Measure how fast games are played here, in one process.

    Example: dmcli bench --agents random --seconds 5
    """
    rows = [
        _bench_row([first, second], pair, seconds, ruleset, lists) for pair in agents or BENCH_PAIRS
    ]
    columns = [
        Column("agents"),
        Column("games", right=True),
        Column("cpu_seconds", "CPU s", right=True),
        Column("games_per_second", "games/s", right=True),
        Column("decisions_per_second", "decisions/s", right=True),
        Column("compiled"),
    ]
    lines = [
        f"Decks: {' against '.join(rows[0]['decks'])}; one process, Python {rows[0]['python']}."
    ]
    answer = Answer("bench", {"rows": rows}, [Table(columns, rows)], lines)
    show.answer(answer, show.form(output, json, to), to, force)


def _bench_row(
    decks: list[str | None], pair: str, seconds: float, ruleset: str, lists: str
) -> dict[str, Any]:
    from dmcli.cards import load_pool
    from dmcli.core import compiled
    from dmcli.decks.sources import bundled_decks, read_deck
    from dmcli.sim.bench import measure
    from dmcli.sim.engine import agent_pair, engine_recipe, played_deck
    from dmcli.sim.series import Series

    pool = load_pool()
    usual = [name for name in sorted(bundled_decks()) if name.startswith("starter/")]
    names = [given or fallback for given, fallback in zip(decks, usual, strict=False)]
    one, two = (played_deck(read_deck(name, pool)) for name in names)
    players = agent_pair(pair)
    series = Series(decks=(one, two), agents=players, ruleset=ruleset, lists=lists)
    speed = measure(engine_recipe(series, pool), seconds)
    return {
        "decks": [one.name, two.name],
        "agents": list(players),
        **_rates(speed),
        "compiled": compiled.mode() == "compiled",
        "python": platform.python_version(),
    }


def _rates(speed: Speed) -> dict[str, Any]:
    return {
        "games": speed.games,
        "seconds": round(speed.seconds, 3),
        "cpu_seconds": round(speed.cpu_seconds, 3),
        "games_per_second": round(speed.games / speed.cpu_seconds, 1),
        "decisions": speed.decisions,
        "decisions_per_second": round(speed.decisions / speed.cpu_seconds),
    }


def doctor(
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Say what is installed, whether the engine is compiled, and where things lie.

    Example: dmcli doctor
    """
    from dmcli.cli.diagnosis import diagnose

    found = diagnose()
    rows = [{"about": about, "found": said} for about, said in found.lines]
    table = Table([Column("about"), Column("found")], rows)
    lines = found.problems or ["Nothing is wrong."]
    show.answer(
        Answer("doctor", found.document, [table], lines, pool=found.pool),
        show.form(output, json, to),
        to,
        force,
    )
    if found.problems:
        raise typer.Exit(1)


def _topic_names(incomplete: str) -> list[str]:
    from dmcli.rulebook import topics

    return [topic.name for topic in topics() if topic.name.startswith(incomplete)]


def rules(
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="TOPIC",
            help="A topic, or the id of a rule such as S17.",
            autocompletion=_topic_names,
        ),
    ] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Show beside each rule the tests that prove it.")
    ] = False,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Read the rule book: its topics, one topic, or one rule.

    With --coverage the sentence of each test stands beside the rule that it proves.

    Example: dmcli rules evolution
    """
    answer = _topics() if topic is None and not coverage else _chapter(topic, coverage)
    show.answer(answer, show.form(output, json, to), to, force)


def _topics() -> Answer:
    from dmcli.rulebook import topics

    rows = [
        {
            "topic": topic.name,
            "about": topic.title,
            "rules": f"{topic.rule[0].id} to {topic.rule[-1].id}",
        }
        for topic in topics()
    ]
    columns = [Column("topic"), Column("about"), Column("rules")]
    lines = ["`dmcli rules TOPIC` shows the rules of a topic."]
    return Answer("rules", {"topics": rows}, [Table(columns, rows)], lines)


def _chapter(topic: str | None, coverage: bool) -> Answer:
    from dmcli.rulebook import chapter, proofs, topics

    if topic is None:
        title, chosen = "", [rule for each in topics() for rule in each.rule]
    else:
        found = chapter(topic)
        title, chosen = found.title, list(found.rules)
    proven = proofs()
    document = {"rules": [_rule(rule, proven.get(rule.id, [])) for rule in chosen]}
    if not coverage:
        rows = [{"id": rule.id, "rule": rule.text} for rule in chosen]
        return Answer("rules", document, [Table([Column("id"), Column("rule")], rows, title)])
    columns = [Column("id"), Column("rule"), Column("tests")]
    covered = [rule.id for rule in chosen if proven.get(rule.id)]
    missing = [rule.id for rule in chosen if not proven.get(rule.id)]
    lines = [f"{len(covered)} of {len(chosen)} rules have a test that passed."]
    lines += [f"Without one: {', '.join(missing)}."] if missing else []
    rows = [row for rule in chosen for row in _proof_rows(rule, proven.get(rule.id, []))]
    return Answer("rules", {**document, "missing": missing}, [Table(columns, rows, title)], lines)


def _rule(rule: Rule, proven: Iterable[Proof]) -> dict[str, Any]:
    tests = [{"test": proof.test, "says": proof.says} for proof in proven]
    return {"id": rule.id, "text": rule.text, "tests": tests}


def _proof_rows(rule: Rule, proven: list[Proof]) -> list[dict[str, Any]]:
    """The rule stands beside its first test, the other tests follow below."""
    says = [proof.says for proof in proven] or ["(none)"]
    first = {"id": rule.id, "rule": rule.text, "tests": says[0]}
    return [first, *({"id": "", "rule": "", "tests": each} for each in says[1:])]
