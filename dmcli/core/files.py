"""Where the project's and the user's files lie, and how they are read and written safely."""

from __future__ import annotations

import os
import secrets
import stat
from pathlib import Path
from typing import Final

from dmcli.core.errors import Unreadable

PACKAGE: Final = Path(__file__).resolve().parent.parent

#: No text file that a person writes comes near this size.
TEXT_LIMIT: Final = 4 * 1024 * 1024
#: What a draft has of its file's name: with more it could be longer than a name may be.
LONGEST_BEGINNING: Final = 40


def data_folder(name: str) -> Path:
    """Find the folder `cardpool` or `decks`: package data, else beside the package."""
    packed = PACKAGE / "_data" / name
    return packed if packed.is_dir() else PACKAGE.parent / name


def cache_folder() -> Path:
    """Say where things lie that can be made again; it need not exist."""
    import platformdirs

    return platformdirs.user_cache_path("dmcli", appauthor=False)


def user_data_folder() -> Path:
    """Say where the user's runs lie; it need not exist."""
    import platformdirs

    return platformdirs.user_data_path("dmcli", appauthor=False)


def read_bytes(path: Path, limit: int = TEXT_LIMIT) -> bytes:
    """Read a plain file that is not larger than the limit."""
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise Unreadable(f"{path}: is {_kind(path)}, not a file.")
        with open(path, "rb") as file:
            # Whoever asks for the limit at once gets a buffer of that size, however small the file.
            content = file.read(min(found.st_size, limit) + 1)
            content += file.read(limit + 1 - len(content)) if len(content) > found.st_size else b""
    except FileNotFoundError:
        raise Unreadable(f"{path}: there is no such file.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable(f"{path}: cannot be read ({reason}).") from None
    if len(content) > limit:
        raise Unreadable(f"{path}: is larger than {limit:,} bytes.")
    return content


def read_text(path: Path, limit: int = TEXT_LIMIT) -> str:
    """Read a plain UTF-8 file, with or without a byte order mark."""
    return as_text(read_bytes(path, limit), str(path))


def as_text(content: bytes, source: str) -> str:
    """Decode UTF-8; the source is what an error message calls the input."""
    if b"\0" in content:
        raise Unreadable(f"{source}: is not a text file in UTF-8.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"{source}:{line}: is not a text file in UTF-8.") from None


def write_atomically(path: Path, content: bytes, lasting: bool = False) -> None:
    """Write a file that others see whole or not at all; one that is there keeps its mode.

    A lasting one is whole even when the power fails at this moment.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{secrets.token_hex(8)}.{path.name[:LONGEST_BEGINNING]}")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        if path.exists():
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)
    except BaseException as error:
        draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def _kind(path: Path) -> str:
    """Name what stands where a file should."""
    return "a folder" if path.is_dir() else "a device or pipe"
