"""Deck files that were made to hurt: good ones with things changed in them, and bombs."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from dmcli.cards import load_pool
from dmcli.decks import bundled_decks, read_deck
from dmcli.decks.forms import FORMS

HERE = Path(__file__).resolve().parents[1] / "decks"
SUFFIXES = (".txt", ".json", ".csv", ".tsv", ".o8d", ".cod", ".xml", ".deck", ".dat")

PATHS = (
    *(b"../../etc/passwd", b"/etc/passwd", b"file:///etc/passwd", b"C:\\Windows\\win.ini"),
    *(b"..\\..\\boot.ini", b"~/.ssh/id_rsa", b"/dev/zero", b"/dev/stdin", b"../out/../../x.txt"),
    *(b"$(touch pwned)", b"`touch pwned`", b"; touch pwned", b"| touch pwned", b"%s%n%x"),
    *(b"{{7*7}}", b"{0.__class__}", b"__import__('os').system('touch pwned')", b"!!python/object"),
    *(b"=cmd|' /C calc'!A0", b"@SUM(1+1)", b'=HYPERLINK("http://x.invalid")', b"http://x.invalid/"),
)
SIGNS = (
    *(b"\x00", b"\x1b[31m", b"\x1b]0;title\x07", b"\x1b[2J", b"\x7f", b"\x08\x08", b"\r", b"\x0b"),
    *("\u009b31m".encode(), "\u202e".encode(), "\u2028".encode(), "\ufeff".encode(), b"\xff\xfe"),
    *(b"\xed\xa0\x80", b"\xc0\xaf", "\U0001f409".encode(), "e\u0301".encode() * 50, b"\\ud800"),
    *(b'"', b"'", b"\\", b"<", b">", b"&", b"&#0;", b"&#x1b;", b"]]>", b"<!--", b",,,,", b"\t\t"),
)
NUMBERS = (
    *(b"9" * 5000, b"-1", b"0", b"1e999", b"NaN", b"Infinity", b"-0", b"0x10", b"1_000", b"4.5"),
    *(b"99999999999999999999", b"true", b"null", b'"4"', b"[]", b"{}", b"1000", b"999", b"1e5"),
    *(
        "４".encode(),
        "٤".encode(),
        "Ⅳ".encode(),
        "四".encode(),
        "½".encode(),
        b"4 4",
        b"+4",
        b"004",
    ),
)
LAUGHS = b"".join(
    b'<!ENTITY l%d "%s">' % (n, b"&l%d;" % (n - 1) * 10 if n else b"lol") for n in range(10)
)
BOMBS = (
    b'<?xml version="1.0"?><!DOCTYPE deck [' + LAUGHS + b"]><deck><notes>&l9;</notes></deck>",
    b'<!DOCTYPE d [<!ENTITY a "' + b"a" * 50_000 + b'">]><deck>' + b"&a;" * 2_000 + b"</deck>",
    b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><deck><card qty="1">&x;</card></deck>',
    b'<!DOCTYPE d SYSTEM "http://x.invalid/d.dtd"><deck/>',
    b'<!DOCTYPE d [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]><deck/>',
    b'<deck xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd"/></deck>',
    b'<?xml-stylesheet href="file:///etc/passwd"?><deck/>',
    b'<?xml version="1.0" encoding="utf-16"?><deck/>',
    b'<?xml version="1.0" encoding="no-such"?><deck/>',
    b"<deck>" + b"<section>" * 5_000 + b"</section>" * 5_000 + b"</deck>",
    b"<deck>" + b'<card qty="1">Corile</card>' * 12_000 + b"</deck>",
    b"<deck " + b" ".join(b'a%d="1"' % n for n in range(20_000)) + b"/>",
    b"<" + b"a" * 400_000 + b"/>",
    b"[" * 100_000,
    b'{"cards":' * 50_000,
    b'{"cards": [' + b"[" * 59 + b"]" * 59 + b"]}",
    b'{"ObjectStates": [' + b'{"ContainedObjects": [' * 20_000,
    b'{"cards": [' + b",".join([b'{"name": "Corile", "count": 1}'] * 20_000) + b"]}",
    b'{"cards": {' + b",".join(b'"Corile %d": 1' % n for n in range(20_000)) + b"}}",
    b'{"cards": ["' + b"4 " * 100_000 + b'"]}',
    b'["' + b'Corile", "' * 150_000 + b'"]',
    b"[" + b"1," * 400_000 + b"1]",
    b'["' + b"1/" * 500_000 + b'"]',
    b"<deck><list>" + b"4 Corile/\n" * 40_000 + b"</list></deck>",
    b'{"name": "' + b"\\u001b" * 60_000 + b'", "cards": ["4 Corile"]}',
    b'{"a":1,' * 60_000,
    b"count,name\n" + b"4,Corile\n" * 40_000,
    b"count,name\n" + b"," * 400_000,
    b'count,name\n4,"Corile\n' + b"2,Corile\n" * 5_000,
    b'"' * 300_000,
    b"name,name,name,count,count\nCorile,Corile,Corile,1,2\n" * 50,
    b"4 Corile\n" * 20_000,
    b"4 " * 2_000 + b"Corile",
    b"(" * 4_000,
    b"4 Corile (" * 400,
    b"x4 " + b"a" * 4_900,
    b"a, " * 1_500,
    b"4 " + b"Corile, " * 600,
    b" " * 200_000 + b"4 Corile",
    b"/" * 4_000,
    b"\n" * 250_000,
    b"Total: " + b"9" * 4_000,
    b"",
    b"\x00" * 10_000,
    bytes(range(256)) * 20,
    b"PK\x03\x04" + bytes(range(256)) * 10,
    b"\x1f\x8b\x08" + b"\x00" * 500,
    "4 Corile\n".encode("utf-16"),
    "4 Überdragon Bajula\n".encode("latin-1"),
)
NAMES = (
    "deck",
    "deck",
    "deck",
    "a b",
    "..",
    "-rf",
    "%s",
    "$(x)",
    "ｄeck",
    "x" * 200,
    "a\nb",
    "a\x1bc",
)

#: A mutation that makes more than this of a file is cut.
LARGEST = 3_000_000

Mutation = Callable[[random.Random, bytes, bytes], bytes]


def seeds() -> list[tuple[str, bytes]]:
    """Good files of every form, each with its suffix, to start from."""
    pool = load_pool()
    decks = [read_deck(name, pool) for name in list(bundled_decks())[:6]]
    written = [
        (form.suffix, form.write(deck, pool).encode()) for deck in decks for form in FORMS.values()
    ]
    examples = sorted((HERE / "forms").iterdir()) + sorted((HERE / "lists").glob("*.txt"))[::4]
    return [*written, *((path.suffix, path.read_bytes()) for path in examples)]


# -------------------------------------------------------------------- mutations


def flip(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(content)
    for _ in range(rng.choice((1, 1, 2, 8, 64)) if changed else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def lines(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Double, drop, swap or repeat lines."""
    rows = content.splitlines(keepends=True)
    if len(rows) < 2:
        return content * rng.choice((1, 2, 3))
    at, to = rng.randrange(len(rows)), rng.randrange(len(rows))
    how = rng.randrange(5)
    if how == 0:
        rows.insert(to, rows[at])
    elif how == 1:
        del rows[at]
    elif how == 2:
        rows[at], rows[to] = rows[to], rows[at]
    elif how == 3:
        rows[at] *= min(rng.choice((2, 50, 2_000)), 1 + LARGEST // len(rows[at]))
    else:
        rng.shuffle(rows)
    return b"".join(rows)


def cut(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Cut the file short, or a piece out of it."""
    start = rng.randrange(len(content) + 1)
    return content[:start] + content[start + rng.choice((1, 5, 50, len(content))) :]


def graft(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Put a piece of another file in."""
    at, start = rng.randrange(len(content) + 1), rng.randrange(len(other) + 1)
    return content[:at] + other[start : start + rng.choice((3, 30, 300, len(other)))] + content[at:]


def number(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Write something else where a number stands."""
    digits = [at for at, byte in enumerate(content[:100_000]) if 48 <= byte <= 57]
    if not digits:
        return content + rng.choice(NUMBERS)
    at = rng.choice(digits)
    return content[:at] + rng.choice(NUMBERS) + content[at + 1 :]


def put(words: tuple[bytes, ...]) -> Mutation:
    """Put a word at some places, within a line or as one."""

    def mutation(rng: random.Random, content: bytes, other: bytes) -> bytes:
        for _ in range(rng.choice((1, 1, 3, 20))):
            at = rng.randrange(len(content) + 1)
            word = rng.choice(words)
            content = content[:at] + (b"\n4 " + word + b"\n" if rng.random() < 0.2 else word)
            content += other[:0] if at else b""
        return content

    return mutation


def name(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Write a path or a command where a card's name, a title or a zone stands."""
    known = [
        word for word in (b"Corile", b"Aqua Hulcus", b"main", b"Main", b"name") if word in content
    ]
    word = rng.choice(known or [content[:4]])
    return content.replace(word, rng.choice(PATHS + SIGNS), rng.choice((1, 3, -1)))


def sign(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Exchange signs that hold a document together."""
    pairs = ((b"{", b"["), (b"]", b"}"), (b":", b","), (b'"', b""), (b",", b";"), (b"<", b"</"))
    old, new = rng.choice(pairs)
    return content.replace(old, new, rng.choice((1, 1, 2, -1)))


def grow(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Make a line very long, or the file very large."""
    if rng.random() < 0.5:
        return content * min(200, max(1, 400_000 // max(1, len(content))))
    at = rng.randrange(len(content) + 1)
    return content[:at] + rng.choice((b"a", b" ", b"4 ", b", ", b"(", b'"', b"[", b"<a>")) * 30_000


def code(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Write the file in another encoding."""
    text = content.decode("utf-8", "replace")
    return text.encode(
        rng.choice(("utf-16", "utf-16-le", "latin-1", "utf-8-sig", "cp1252")), "replace"
    )


def bomb(rng: random.Random, content: bytes, other: bytes) -> bytes:
    """Take a file that was built to explode."""
    return rng.choice(BOMBS)


MUTATIONS: tuple[Mutation, ...] = (
    *(flip, flip, lines, lines, cut, graft, number, number, put(PATHS), put(SIGNS), put(NUMBERS)),
    *(name, name, sign, sign, grow, code, bomb),
)


def hostile(number: int, seed: int, good: list[tuple[str, bytes]]) -> tuple[str, bytes]:
    """The name and the content of one file; the same for the same number and seed."""
    rng = random.Random(f"{seed}:{number}")
    suffix, content = rng.choice(good)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        content = rng.choice(MUTATIONS)(rng, content, rng.choice(good)[1])[:LARGEST]
    suffix = rng.choice(SUFFIXES) if rng.random() < 0.3 else suffix
    return rng.choice(NAMES) + suffix, content
