"""How long `dmcli --help` takes beside a Typer program with the same commands and empty bodies.

    python tests/bench/startup.py

The two run alternately, 11 times each; the ratio of the medians must not pass 1.5.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

RUNS = 11
LIMIT = 1.5


def twin() -> str:
    """Write the program that has our commands and options, and does nothing."""
    from dmcli.cli import app

    lines = [
        "from typing import Annotated",
        "import typer",
        "app = typer.Typer(name='dmcli', no_args_is_help=True)",
        "@app.callback()",
        "def root(version: Annotated[bool, typer.Option('--version')] = False) -> None:",
        "    'Does nothing.'",
    ]
    lines += _group(app.build(), "app")
    return "\n".join([*lines, "app()", ""])


def _group(group: Any, name: str) -> Iterator[str]:
    for word, command in group.commands.items():
        function = f"{name}_{word}".replace("-", "_")
        given = command.rich_help_panel
        panel = repr(given if isinstance(given, str) else None)
        if hasattr(command, "commands"):
            yield f"{function} = typer.Typer(no_args_is_help=True, help={command.help!r})"
            yield f"{name}.add_typer({function}, name={word!r}, rich_help_panel={panel})"
            yield from _group(command, function)
        else:
            yield f"@{name}.command({word!r}, rich_help_panel={panel})"
            yield f"def {function}(*, {', '.join(map(_parameter, command.params))}) -> None:"
            yield f"    {command.help!r}"


def _parameter(parameter: Any) -> str:
    """One argument or option, with its help, type and default."""
    kind = "Argument" if parameter.param_type_name == "argument" else "Option"
    names = [repr(each) for each in parameter.opts if kind == "Option"]
    annotation = parameter.type_descriptor.annotation
    known = annotation if annotation in (bool, int, float) else str
    if parameter.nargs == -1 or getattr(parameter, "multiple", False):
        written = "list[str]"
    else:
        written = known.__name__
    if not parameter.required and written not in ("bool",):
        written += " | None"
    default = "" if parameter.required else " = False" if written == "bool" else " = None"
    about = ", ".join([*names, f"help={parameter.help!r}"])
    return f"{parameter.name}: Annotated[{written}, typer.{kind}({about})]{default}"


def seconds(command: list[str]) -> float:
    """Time one run."""
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    took = time.perf_counter() - began
    if done.returncode != 0 or b"Usage" not in done.stdout:
        raise SystemExit(f"{command} failed:\n{done.stderr.decode()[-2000:]}")
    return took


def compare(runs: int = RUNS) -> tuple[float, float]:
    """The medians of our start-up and of the twin's, from alternating runs."""
    with tempfile.TemporaryDirectory(prefix="dmcli-twin-") as folder:
        program = Path(folder) / "twin.py"
        program.write_text(twin(), encoding="utf-8")
        ours = [sys.executable, "-P", "-m", "dmcli", "--help"]
        theirs = [sys.executable, "-P", str(program), "--help"]
        os.environ.setdefault("COLUMNS", "80")
        seconds(ours), seconds(theirs)
        pairs = [(seconds(ours), seconds(theirs)) for _ in range(runs)]
    mine, other = zip(*pairs, strict=True)
    return statistics.median(mine), statistics.median(other)


def main() -> int:
    """Compare and judge."""
    mine, other = compare()
    ratio = mine / other
    print(f"dmcli --help {mine:.3f} s, empty program {other:.3f} s, ratio {ratio:.2f} (<= {LIMIT})")
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
