"""The engine's generator: sfc32, 32-bit safe, the same compiled and interpreted."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

M: Final[i64] = 0xFFFFFFFF


@final
class Rng:
    """Small fast counting generator with 32-bit words (Chris Doty-Humphrey's sfc32)."""

    def __init__(self, a: i64, b: i64, c: i64, counter: i64) -> None:
        """State as it is; use ``seeded`` to start a stream."""
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def next(self) -> i64:
        """A uniform word of 32 bits."""
        a = self.a
        b = self.b
        c = self.c
        word = (a + b + self.counter) & M
        self.counter = (self.counter + 1) & M
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & M
        self.c = (((c << 21) & M | (c >> 11)) + word) & M
        return word

    def below(self, n: i64) -> i64:
        """A uniform number from 0 to n - 1, without bias."""
        limit: i64 = M - (M + 1) % n
        word = self.next()
        while word > limit:
            word = self.next()
        return word % n

    def copy(self) -> Rng:
        """An independent generator in the same state."""
        return Rng(self.a, self.b, self.c, self.counter)


def seeded(words: bytes) -> Rng:
    """A stream from 12 bytes."""
    a = int.from_bytes(words[0:4], "little")
    b = int.from_bytes(words[4:8], "little")
    c = int.from_bytes(words[8:12], "little")
    rng = Rng(a, b, c, 1)
    for _ in range(12):
        rng.next()
    return rng
