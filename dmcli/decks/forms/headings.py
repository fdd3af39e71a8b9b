"""The lines of a list that are no cards: headings, totals, titles, authors, figures."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from dmcli.decks.forms.counts import (
    LETTER,
    LONGEST_NAME,
    MANY_FIRST,
    asides_of,
    split_cells,
    without_asides,
)
from dmcli.decks.forms.kinds import Author, Columns, Heading, Line, Remark, Title, Total
from dmcli.decks.forms.words import ZONES_NAMED
from dmcli.decks.model import SIDEBOARD

#: A line with so many counts holds many cards.
MANY: Final = 2

NO_RACES: Final[frozenset[str]] = frozenset()

_HEADINGS: Final = """
    light water dark darkness fire nature rainbow rainbows multicolor multicolored multicolour
    multicoloured multicivilization multi mono colorless colourless civilization civilizations
    creature creatures evolution evolutions evo evos non spell spells cross gear gears castle
    castles shield trigger triggers blocker blockers other others zone deck decklist list board
    cards card and or trap traps monster monsters removal finisher finishers attacker attackers
    utility misc
    クリーチャー 進化クリーチャー 進化 呪文 クロスギア 城 光 水 闇 火 自然 多色 無色 虹 文明
    光文明 水文明 闇文明 火文明 自然文明 レインボー サイキック デッキ デッキリスト リスト
"""
_HEADING_WORDS: Final = frozenset((*_HEADINGS.split(), *ZONES_NAMED))
_NAME_HEADS: Final = frozenset(("name", "card", "cards", "カード名"))
_COUNT_HEADS: Final = frozenset(
    ("count", "qty", "quantity", "amount", "number", "copies", "#", "枚数")
)
_TABLE_HEADINGS: Final = """
    civilization civ cost mana type race power set rarity
    文明 種類 コスト 種族 レアリティ パワー 収録 収録弾
"""
_TABLE_WORDS: Final = frozenset((*_TABLE_HEADINGS.split(), *_NAME_HEADS, *_COUNT_HEADS))

_COUNTED: Final = r"(?:[-=(\[]?\s*x?(?P<after>[0-9]+)\s*(?:cards?|枚)?\s*[)\]]?)?\s*:?$"
_HEADING: Final = re.compile(
    rf"^(?:(?P<before>[0-9]+)\s*[x×]?\s+)?(?P<words>{LETTER}[^0-9:()\[\]=]*?)\s*:?\s*{_COUNTED}",
    re.IGNORECASE,
)
#: Cost 2:, 2 drops (8), 3-cost
_COST: Final = re.compile(
    r"^(?P<words>(?:mana\s+)?costs?\s*:?\s*[0-9]+\+?|[0-9]+\+?[\s-]*(?:mana|costs?|drops?)(?:\s+cards)?)"
    rf"\s*:?\s*{_COUNTED}",
    re.IGNORECASE,
)
_TOTAL: Final = re.compile(
    r"^(?:(?:grand\s+|deck\s+|card\s+)?total(?:\s+(?:of|(?:number\s+of\s+)?cards))?"
    r"|(?:(?:deck|cards?)\s+)?(?:size|count)|cards|deck(?=\s*[:=])|合計|計)"
    r"(?:\s+in\s+deck)?\s*[:=-]?\s*(?P<after>[0-9]+)(?:\s?/\s?[0-9]+)?\s*(?:cards?|枚)?[.!?]*$"
    r"|^=?>?\s*(?P<before>[0-9]+)\s+(?:cards?(?:\s+(?:in\s+)?(?:total|deck|altogether))?|total)[.!?]*$",
    re.IGNORECASE,
)
_ABOUT: Final = re.compile(
    r"^(?P<key>mana\s+curve|average(?:\s+\w+)?\s+cost|avg\.?\s+cost|curve|date|event|format|place|"
    r"version|(?:deck\s+)?(?:type|colou?rs?|rating)|civilizations?|wins|record|results?|strategy|"
    r"notes?|comments?|description|deck(?:\s+name)?|name|title|author|player|designer|builder|(?:created|made|built)\s+by|"
    r"デッキ名|タイトル|作者|製作者)"
    r"\s*[:=]\s*(?P<value>.+)$",
    re.IGNORECASE,
)
_TITLE_KEYS: Final = ("deck", "deck name", "name", "title", "デッキ名", "タイトル")
_AUTHOR_KEYS: Final = (
    *("author", "player", "designer", "builder"),
    *("created by", "made by", "built by", "作者", "製作者"),
)
_BY: Final = re.compile(
    r"^(?:(?:deck|created|made|built|posted)\s+)?by[\s:]+(?P<who>.+)$", re.IGNORECASE
)
_ADDRESS: Final = re.compile(r"^(?:https?://|www\.)\S+$", re.IGNORECASE)
_FIGURES: Final = re.compile(
    rf"({LETTER}+(?:\s{LETTER}+)*)\s*:?\s*[(\[]?[0-9]+[)\]]?(?:\s*[,;/|]\s*|\s+|$)"
)
_ORNAMENT: Final = "-*=~_<>{}|+:#. 【】《》「」『』〈〉"
_WORDS: Final = re.compile(rf"{LETTER}+")
_FIRST: Final = re.compile(rf"(?<![0-9]){LETTER}+")
_VAGUE: Final = frozenset(
    ("deck", "decklist", "list", "board", "zone", "card", "cards", "and", "or", "non", "other")
)
_WORD: Final = "|".join(sorted(_HEADING_WORDS - _VAGUE, key=len, reverse=True))
_INLINE: Final = re.compile(
    rf"((?<![^\s(])(?:(?:{_WORD})\b[\s&/-]*)+(?:[(\[]\s?[0-9]+\s?[)\]]\s*:?|:(?=\s)))",
    re.IGNORECASE,
)
_OWN: Final = re.compile(r"[^\W\d_][^\d:]{1,40}:")
#: What such a heading says of cards that are beside the deck, or may be taken out of it.
_ASIDE_WORDS: Final = frozenset(
    ("sideboard", "sidedeck", "maybeboard", "maybe", "maybes", "considering")
)
_LEFT_OUT_WORDS: Final = frozenset(("out", "cut", "cuts", "removed", "remove", "replaced"))
#: With what a line begins that holds no card, if it is not a race.
_OPENINGS: Final = """
    total grand size drop drops costs average avg curve date event format place version title
    author player designer builder created made built posted by http https www 合計 計
    color colors colour colours rating wins record result results strategy note notes comment
    comments description デッキ名 タイトル 作者 製作者
"""
_FIRST_WORDS: Final = frozenset((*_OPENINGS.split(), *_HEADING_WORDS, *_TABLE_WORDS))


def own_heading(text: str) -> Heading | None:
    """A few words of one's own and a colon, as they stand among the cards: Win conditions:"""
    if not _OWN.fullmatch(text):
        return None
    is_beside = _ASIDE_WORDS.intersection(_WORDS.findall(text.casefold()))
    return Heading(text, zone=SIDEBOARD if is_beside else None)


def is_of_cards_taken_out(text: str) -> bool:
    """Whether a heading of one's own may stand over cards that are no longer in the deck."""
    return not _LEFT_OUT_WORDS.isdisjoint(_WORDS.findall(text.casefold()))


def sections(text: str) -> list[str]:
    """Cut a line of many cards before and after each heading in it: Creatures(28): Fire(10): …"""
    if len(MANY_FIRST.findall(text)) < MANY:
        return [text]
    return [piece for piece in map(str.strip, _INLINE.split(text)) if piece]


def beside_cards(text: str, races: frozenset[str] = NO_RACES) -> Line | None:
    """A line that holds no card."""
    if not _may_open(text, races):
        return None
    return _total(text) or _heading(text, races) or _about(text) or _table_head(text)


def heading(text: str, races: frozenset[str] = NO_RACES) -> Heading | None:
    """Darkness [20], Creatures (24), Spells: 20, Light, Dragons (4), Hyperspatial Zone:"""
    return _heading(text, races) if _may_open(text, races) else None


@lru_cache(maxsize=8)
def race_words(races: tuple[str, ...]) -> frozenset[str]:
    """How races stand at the head of a section: "dragons", "armored dragon", "beast folk"."""
    phrases = [" ".join(_WORDS.findall(race.casefold())) for race in races]
    families = {f"{phrase.split()[-1]}s" for phrase in phrases if " " in phrase}
    plurals = (f"{phrase}{end}" for phrase in phrases for end in ("s", "es"))
    return frozenset((*phrases, *families, *plurals))


@lru_cache(maxsize=8)
def _openings(races: frozenset[str]) -> frozenset[str]:
    """The first words of races."""
    return frozenset(race.split()[0] for race in races)


def _column(cells: list[str], heads: frozenset[str]) -> int | None:
    """Which column has such a head."""
    fits = (number for number, cell in enumerate(cells) if cell and heads.issuperset(cell.split()))
    return next(fits, None)


def _is_heading(words: list[str], races: frozenset[str]) -> bool:
    """Whether these are words of headings, around one race at the most."""
    if not words:
        return False
    known = [word in _HEADING_WORDS for word in words]
    if all(known):
        return True
    if not races:
        return False
    spans = ((a, b) for a in range(len(words)) for b in range(a + 1, len(words) + 1))
    return any(
        " ".join(words[a:b]) in races and all(known[:a]) and all(known[b:]) for a, b in spans
    )


def _is_summary(text: str) -> bool:
    """Creatures: 24, Spells: 16 on one line."""
    found = _FIGURES.findall(text) if any(map(str.isdigit, text)) else []
    return (
        len(found) > 1
        and not _FIGURES.sub("", text).strip()
        and all(_is_heading(_WORDS.findall(each.casefold()), NO_RACES) for each in found)
    )


def _total(text: str) -> Line | None:
    """Total: 40, (40 cards in total)"""
    cells = " ".join(text.replace("|", " ").split())
    found = _TOTAL.match(without_asides(cells) or cells.strip("()[] "))
    digits = found and (found["after"] or found["before"])
    return Total(int(digits[:9])) if digits else None


def _about(text: str) -> Line | None:
    """Mana Curve: 3.8, Author: somebody, by somebody, https://…"""
    by = _BY.match(text)
    if by:
        return Author(by["who"].strip())
    found = _ABOUT.match(text)
    if found is None:
        return Remark(text) if _ADDRESS.match(text) or _is_summary(text) else None
    key = " ".join(found["key"].casefold().split())
    if key in _TITLE_KEYS:
        return Title(found["value"].strip())
    return Author(found["value"].strip()) if key in _AUTHOR_KEYS else Remark(text)


def _table_head(text: str) -> Line | None:
    """The first row of a table: count, name, …"""
    sign = next((sign for sign in "\t|," if sign in text), " ")
    cells = [cell.casefold() for cell in split_cells(text, sign)]
    words = re.findall(r"[^\s,;|]+", text.casefold().split("(")[0])
    if len(words) < 2 or not _TABLE_WORDS.issuperset(words):
        return None
    name = _column(cells, _NAME_HEADS)
    count = _column(cells, _COUNT_HEADS)
    if sign == " " or name is None or count is None:
        return Heading(text)
    return Columns(sign, name, count)


def _may_open(text: str, races: frozenset[str]) -> bool:
    """Whether a line begins with a word with which one begins that holds no card."""
    first = _FIRST.search(text) if len(text) <= LONGEST_NAME else None
    word = first[0].casefold() if first else ""
    return word in _FIRST_WORDS or word in _openings(races)


def _heading(text: str, races: frozenset[str]) -> Heading | None:
    """A line of words for sections, with or without a number."""
    asides = asides_of(text)
    text = without_asides(text).strip(_ORNAMENT)
    found = _COST.match(text) or _HEADING.match(text)
    if found is None:
        return None
    before = found.groupdict().get("before")
    words = _WORDS.findall(found["words"].casefold())
    if found.re is _HEADING and not _is_heading(words, NO_RACES if before else races):
        return None
    digits = found["after"] or before
    zone = next((ZONES_NAMED[word] for word in words if word in ZONES_NAMED), None)
    return Heading(found["words"].strip(), int(digits[:9]) if digits else None, zone, asides)
