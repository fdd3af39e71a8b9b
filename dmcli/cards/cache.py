"""Keeps what was worked out once in the user's cache folder; losing it costs only time."""

from __future__ import annotations

import contextlib
from hashlib import blake2b
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from dmcli.core.files import cache_folder, write_atomically

T = TypeVar("T")

_DIGEST: Final = 16
_LIMIT: Final = 64 * 1024 * 1024
_MOST_FILES: Final = 16


def digest(*parts: bytes | str) -> str:
    """Name a content: the same parts in the same order give the same 32 letters."""
    state = blake2b(digest_size=_DIGEST)
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        state.update(len(content).to_bytes(8, "big"))
        state.update(content)
    return state.hexdigest()


def recall(name: str, kind: type[T]) -> T | None:
    """Read what was kept under this name; None when it is absent, damaged or of another kind."""
    path = _path(name)
    try:
        if path is None or path.stat().st_size > _LIMIT:
            return None
        content = path.read_bytes()
        body = content[_DIGEST:]
        if blake2b(body, digest_size=_DIGEST).digest() != content[:_DIGEST]:
            return None
        return msgspec.msgpack.decode(body, type=kind)
    except (OSError, msgspec.MsgspecError, RecursionError, ValueError):
        return None


def keep(name: str, value: object) -> None:
    """Keep a value under this name; where that is not possible, nothing happens."""
    path = _path(name)
    if path is None:
        return
    body = msgspec.msgpack.encode(value)
    with contextlib.suppress(OSError):
        write_atomically(path, blake2b(body, digest_size=_DIGEST).digest() + body)
        _forget_old(path.parent)


def _path(name: str) -> Path | None:
    folder = cache_folder()
    return folder / f"{name}.msgpack" if folder.is_absolute() else None


def _forget_old(folder: Path) -> None:
    """Keep the newest files only."""
    files = sorted(folder.glob("*.msgpack"), key=lambda path: path.stat().st_mtime)
    for path in files[:-_MOST_FILES]:
        path.unlink(missing_ok=True)
