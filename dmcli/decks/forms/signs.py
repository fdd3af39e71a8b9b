"""The signs of a list in their plain way: blanks, apostrophes, digits, markup, mended encodings."""

from __future__ import annotations

import html
import re
from typing import Final

_FULL_WIDTH: Final = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_SPACES: Final = dict.fromkeys(
    (0x000B, 0x000C, 0x0085, 0x00A0, 0x2007, 0x2028, 0x2029, 0x202F, 0x3000), " "
)
_APOSTROPHES: Final = dict.fromkeys((0x2018, 0x2019, 0x02BC, 0x00B4, 0x0060, 0x2032), "'")
_HYPHENS: Final = dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212), "-")
_TIMES: Final = dict.fromkeys((0x2715, 0x2716, 0x2A2F, 0x2A09), "×")
_BARS: Final = dict.fromkeys((0x2502, 0x2503, 0x00A6), "|")
_CIRCLED: Final = {0x2460 + n: f"{n + 1}" for n in range(20)}
_PLAIN: Final[dict[int, str | int]] = {
    **_CIRCLED,
    **_FULL_WIDTH,
    **_SPACES,
    **_APOSTROPHES,
    **_HYPHENS,
    **_TIMES,
    **_BARS,
}

#: What nobody sees: zero-width signs, marks of writing direction, soft hyphens, tags.
_UNSEEN: Final = re.compile(
    "[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3"
    "\ufff9-\ufffb\U000e0000-\U000e01ef]"
)
#: Arrows, symbols, stars, boxes and emoji; none of them stands in a name.
_SYMBOLS: Final = re.compile("[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_BLANKS: Final = re.compile(r"[^\S\t]+")

_BLOCK_ENDS: Final = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|h[1-6])\s*>", re.IGNORECASE)
_CELL_ENDS: Final = re.compile(r"</t[dh]\s*>", re.IGNORECASE)
_TAG: Final = re.compile(
    r"</?(?:a|b|big|blockquote|body|center|code|div|em|font|h[1-6]|html|i|li|ol|p|pre|s|small|span|"
    r"strike|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?:\s[^<>]*)?/?>"
    r"|\[/?(?:b|i|u|s|url|img|color|colour|size|font|list|li|center|left|right|card|cards|table|tr|"
    r"td|hr|sub|sup)(?:=[^\[\]]*)?\]|\[/?(?:code|spoiler|deck)\]|\[/?quote(?:=[^\[\]]*)?\]|\[\*\]",
    re.IGNORECASE,
)
#: Boxes with a title: [spoiler=Main deck], [deck=My Rush]
_BOX: Final = re.compile(r"\[(?:code|spoiler|deck)=[\"']?([^\[\]\"']*)[\"']?\]", re.IGNORECASE)
#: [Aqua Hulcus](http://…), [[Aqua Hulcus]], [[Aqua Hulcus|Hulcus]]
_LINK: Final = re.compile(
    r"\[(?P<text>[^\[\]]+)\]\([^()\s]*\)|\[\[(?P<card>[^\[\]|]+)(?:\|[^\[\]]*)?\]\]"
)
#: A stroke of markdown touches its words: "~~ Fire ~~" is a heading with ornament.
_STRUCK: Final = re.compile(
    r"(?<!~)~~(?=[^\s~])((?:(?!~~).)+)(?<!\s)~~(?!~)|\[s\]((?:(?!\[s\]).)+?)\[/s\]"
    r"|<(s|strike|del)>((?:(?!<\3>).)+?)</\3>",
    re.IGNORECASE,
)
_STROKE: Final = re.compile(r"\[/?s\]|</?(?:s|strike|del)>", re.IGNORECASE)
_EMPHASIS: Final = re.compile(r"\*\*|__|~~|(?<!\w)`|`(?!\w)")
_MARKED: Final = re.compile(r"[<\[&`]|\*\*|__|~~")


def plain(text: str) -> str:
    """Write every kind of blank, apostrophe, hyphen and full-width sign in its plain way."""
    if not text.isascii():
        text = _UNSEEN.sub("", text).translate(_PLAIN)
    return _BLANKS.sub(" ", text).strip() if "\t" in text else " ".join(text.split())


def unmarked(text: str) -> str:
    """Take away what only shapes a plain line on a page: BBCode, markdown, HTML, emoji."""
    if _MARKED.search(text):
        text = _BOX.sub(r"\1", _TAG.sub("", _CELL_ENDS.sub("\t", text)))
        text = _EMPHASIS.sub("", _LINK.sub(_linked, html.unescape(text))).replace("`", "'")
        text = plain(text)
    return text if text.isascii() else plain(_SYMBOLS.sub(" ", text))


def _linked(found: re.Match[str]) -> str:
    """The words of a link."""
    return found["text"] or found["card"]


def parted(text: str) -> tuple[str, list[str]]:
    """What of a line is not struck through, and what is: a count goes with its only name."""
    if not ("~~" in text or _STROKE.search(text)):
        return text, []
    gone = [found[1] or found[2] or found[4] for found in _STRUCK.finditer(text)]
    rest = _STRUCK.sub(" ", text)
    if gone and not any(map(str.isalpha, rest)):
        return "", [text] if any(map(str.isdigit, rest)) else gone
    return rest, gone


def is_half_struck(text: str) -> bool:
    """Whether a stroke begins or ends here whose other end is not on this line."""
    return _STROKE.search(_STRUCK.sub("", text)) is not None


def pieces(row: str) -> list[str]:
    """Cut a row of a file where markup begins new lines."""
    return _BLOCK_ENDS.split(row) if "<" in row else [row]
