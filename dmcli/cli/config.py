"""Settings for the shared options: environment over project file over the user's file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dmcli.cli.show import OUTPUTS
from dmcli.core.errors import UsageMistake
from dmcli.core.nearest import did_you_mean

LARGEST_SEED = 2**63 - 1
FILE = "dmcli.toml"
PREFIX = "DMCLI_"


@dataclass(frozen=True)
class Setting:
    """A value and where it was set."""

    value: Any
    origin: str


def settings(start: Path | None = None) -> dict[str, Setting]:
    """Collect every setting; what is nearer to the command line wins."""
    found: dict[str, Setting] = {}
    for path in files(start or Path.cwd()):
        found |= _from_file(path)
    return found | _from_environment()


def default_map(
    commands: Mapping[str, Any], known: Mapping[str, Setting]
) -> dict[str, dict[str, Any]]:
    """Spread the settings over the commands, in the form that Typer reads defaults from."""
    return {name: _defaults_of(command, known) for name, command in commands.items()}


def _defaults_of(command: Any, known: Mapping[str, Setting]) -> dict[str, Any]:
    children = getattr(command, "commands", None)
    if children:
        return dict(default_map(children, known))
    options = {option.name: option.opts for option in command.params}
    return {
        parameter: known[key].value
        for parameter, spellings in options.items()
        for key in known
        if f"--{key}" in spellings
    }


def files(start: Path) -> list[Path]:
    """The configuration files that count here, the user's first, the project's last."""
    found = [path for path in (user_file(), project_file(start)) if path is not None]
    return [path for path in found if path.is_file()]


def user_file() -> Path:
    """Where the user's own settings lie; it need not exist."""
    import platformdirs

    return platformdirs.user_config_path("dmcli", appauthor=False) / FILE


def project_file(start: Path) -> Path | None:
    """The nearest dmcli.toml, or pyproject.toml with a table for us, here or above."""
    for folder in (start, *start.parents):
        if (folder / FILE).is_file():
            return folder / FILE
        if _mentions_us(folder / "pyproject.toml"):
            return folder / "pyproject.toml"
    return None


def _mentions_us(path: Path) -> bool:
    try:
        return "[tool.dmcli" in path.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False


def _from_file(path: Path) -> dict[str, Setting]:
    from dmcli.core.files import read_text

    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise UsageMistake(f"{path}: is not valid TOML: {error}.") from None
    table = content if path.name == FILE else content["tool"]["dmcli"]
    found = {}
    for written, value in table.items():
        key = written.replace("_", "-")
        if key not in CHECKS:
            raise UsageMistake(
                f"{path}: there is no setting '{written}'.{did_you_mean(key, CHECKS)}"
            )
        found[key] = Setting(_checked(key, value, path.parent, str(path)), str(path))
    return found


def _from_environment() -> dict[str, Setting]:
    found = {}
    for key in CHECKS:
        variable = PREFIX + key.upper().replace("-", "_")
        if os.environ.get(variable):
            value = _from_text(key, os.environ[variable])
            found[key] = Setting(_checked(key, value, Path.cwd(), variable), variable)
    return found


def _from_text(key: str, text: str) -> Any:
    if CHECKS[key] is _folders:
        return text.split(os.pathsep)
    return int(text) if text.lstrip("-").isdecimal() else text


def _checked(key: str, value: Any, folder: Path, origin: str) -> Any:
    try:
        return CHECKS[key](value, folder)
    except ValueError as error:
        raise UsageMistake(f"{origin}: '{key}' must be {error}, not {value!r}.") from None


Check = Callable[[Any, Path], Any]


def _number(least: int, most: int | None = None) -> Check:
    """A whole number in a range."""

    def check(value: Any, folder: Path) -> int:
        if type(value) is int and value >= least and (most is None or value <= most):
            return value
        bounds = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"a whole number {bounds}")

    return check


def _word(*words: str) -> Check:
    """One of these words; none given means any."""

    def check(value: Any, folder: Path) -> str:
        if isinstance(value, str) and (not words or value in words):
            return value
        raise ValueError(f"one of {', '.join(words)}" if words else "a word")

    return check


def _agents(value: Any, folder: Path) -> str:
    """Names of agents; one that is given by path comes from the command line only."""
    if isinstance(value, str) and not set(value) & set("/\\") and ".py" not in value:
        return value
    raise ValueError("names of agents, never a path")


def _format(value: Any, folder: Path) -> str:
    """The name of a format, or its file, seen from the file that names it."""
    if not isinstance(value, str):
        raise ValueError("the name or the file of a format")
    return str(folder / value) if value.endswith(".toml") else value


def _folders(value: Any, folder: Path) -> list[str]:
    """Folders, seen from the file that names them."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return [str(folder / each) for each in value]
    raise ValueError("a list of folders")


CHECKS: dict[str, Check] = {
    "games": _number(1),
    "seed": _number(0, LARGEST_SEED),
    "agents": _agents,
    "jobs": _number(1),
    "format": _format,
    "ruleset": _word("tcg", "ocg"),
    "lists": _word("open", "closed"),
    "pool": _folders,
    "output": _word(*OUTPUTS),
}
