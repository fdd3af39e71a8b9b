"""Build dmcli: the compiled engine, all of it or none, and the package data.

DMCLI_COMPILE=0 builds pure Python, =1 makes a failed compilation fatal; unset: try, and fall back
to pure Python with a word about why. Everything is built in a temporary folder: the checkout stays
as it is, and nothing left over from an earlier build can reach a wheel.
"""

from __future__ import annotations

import atexit
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.egg_info import egg_info
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
WORK = Path(tempfile.mkdtemp(prefix="dmcli-build-"))
COMPILED_ROOMS = ("dmcli/engine", "dmcli/agents")
DATA_FOLDERS = ("cardpool", "decks")
SDIST_FOLDERS = (*DATA_FOLDERS, "tests", "reports", ".ci")
SDIST_FILES = ("CHANGELOG.md", "CONTRIBUTING.md", ".gitignore")
FLAGS = ["-fno-semantic-interposition", "-fvisibility=hidden"]
MYPY_OPTIONS = [
    "--config-file=",
    f"--cache-dir={WORK / 'mypy'}",
    "--ignore-missing-imports",
    f"--python-version={sys.version_info.major}.{sys.version_info.minor}",
]

atexit.register(shutil.rmtree, WORK, ignore_errors=True)


def sources() -> list[Path]:
    """List the modules that are compiled, as one group."""
    rooms = [ROOT / room for room in COMPILED_ROOMS]
    found = [path for room in rooms for path in sorted(room.rglob("*.py"))]
    return [path.relative_to(ROOT) for path in found if path.name != "__init__.py"]


def compile_all() -> Path:
    """Compile every source into a folder, or raise."""
    from mypyc.build import mypycify

    paths = sources()
    if not paths:
        raise RuntimeError("there is nothing to compile")
    extensions = mypycify(
        [*MYPY_OPTIONS, *map(str, paths)],
        opt_level="3",
        debug_level="0",
        multi_file=True,
        target_dir=str(WORK / "c"),
    )
    for extension in extensions:
        extension.extra_compile_args.extend([] if os.name == "nt" else FLAGS)
    target = WORK / "compiled"
    build_extensions(extensions, target)
    check_complete(paths, target)
    return target


def build_extensions(extensions: list[Extension], target: Path) -> None:
    """Run the C compiler over the generated sources."""
    command = build_ext(Distribution({"name": "dmcli", "ext_modules": extensions}))
    command.build_lib = str(target)
    command.build_temp = str(WORK / "objects")
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


def check_complete(paths: list[Path], target: Path) -> None:
    """Every source has its compiled module."""
    for path in paths:
        if not list((target / path.parent).glob(f"{path.stem}.*.*")):
            raise RuntimeError(f"{path} was not compiled")


def try_to_compile() -> tuple[Path | None, str]:
    """Find the folder of compiled modules, or None and the reason."""
    wish = os.environ.get("DMCLI_COMPILE", "")
    if wish == "0":
        return None, "DMCLI_COMPILE=0 asked for pure Python"
    if "editable_wheel" in sys.argv or "develop" in sys.argv:
        if wish == "1":
            raise SystemExit("An editable install runs its sources: it cannot be compiled.")
        return None, "an editable install runs its sources"
    try:
        return compile_all(), "compiled by mypyc"
    except (Exception, SystemExit) as error:
        if wish == "1":
            raise
        words = " ".join(str(error).split())[:200]
        return None, f"the compilation failed: {type(error).__name__}: {words}"


def is_building() -> bool:
    """Say whether this call makes something to install; metadata needs no compiler."""
    building = {"bdist_wheel", "build", "build_ext", "build_py", "install", "editable_wheel"}
    return bool(building & set(sys.argv))


COMPILED, REASON = try_to_compile() if is_building() else (None, "")
if is_building():
    print(f"dmcli: building {'compiled' if COMPILED else 'pure Python'}: {REASON}", file=sys.stderr)


class Build(build):
    """Build in the temporary folder, never in the checkout."""

    def initialize_options(self) -> None:
        """Ignore whatever build folder lies about."""
        super().initialize_options()
        self.build_base = str(WORK / "build")


class EggInfo(egg_info):
    """Keep the egg-info folder out of the checkout."""

    def initialize_options(self) -> None:
        """Write it to the temporary folder."""
        super().initialize_options()
        self.egg_base = str(WORK)


class BuildPy(build_py):
    """Copy the packages, the card pool and the decks."""

    def run(self) -> None:
        """Add `dmcli/_data`, which an editable install finds beside the package instead."""
        super().run()
        if self.editable_mode:
            return
        data = Path(self.build_lib) / "dmcli" / "_data"
        for name in DATA_FOLDERS:
            ignore = shutil.ignore_patterns("__pycache__", ".*")
            shutil.copytree(ROOT / name, data / name, ignore=ignore, dirs_exist_ok=True)
        note = {"compiled": COMPILED is not None, "why": REASON}
        (data / "build.json").write_text(json.dumps(note) + "\n", encoding="utf-8")


class BuildExt(build_ext):
    """Copy what was compiled before setup began."""

    def run(self) -> None:
        """Lay the compiled modules beside their sources."""
        if COMPILED is not None:
            shutil.copytree(COMPILED, self.build_lib, dirs_exist_ok=True)


class Sdist(sdist):
    """Add what is not Python: data, tests and the notes beside the README."""

    def make_distribution(self) -> None:
        """Extend the list of files."""
        kept = [name for name in self.filelist.files if not Path(name).is_absolute()]
        extra = [name for name in SDIST_FILES if (ROOT / name).exists()]
        for folder in SDIST_FOLDERS:
            extra += [str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("*")]
        wanted = {name for name in extra if Path(name).is_file() and "__pycache__" not in name}
        self.filelist.files = sorted({*kept, *wanted})
        super().make_distribution()


setup(
    ext_modules=[Extension("dmcli.engine.compiled", [])] if COMPILED else [],
    cmdclass={
        "build": Build,
        "build_ext": BuildExt,
        "build_py": BuildPy,
        "egg_info": EggInfo,
        "sdist": Sdist,
    },
)
