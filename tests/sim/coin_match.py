"""Matches without an engine: coins instead of games, and workers that die on demand."""

import os
import random
import signal
import time
from functools import partial
from hashlib import blake2b
from pathlib import Path
from types import SimpleNamespace

from dmcli.core.carddef import CardDef
from dmcli.sim.series import Play, PlayedDeck, Recipe, Series

ENDINGS = ("direct attack", "deck-out", "card text", "draw", "limit", "concession")


def deck(name: str = "Coins", *cards: tuple[str, int]) -> PlayedDeck:
    """A deck of this name."""
    return PlayedDeck(name, "0123456789abcdef", cards or (("Fair Coin", 3), ("Other Coin", 1)))


def recipe(opens=None, **series) -> Recipe:
    """A series of coins; random agents have blocks of 500 pairs, most others of 20."""
    how = {"decks": (deck(), deck()), "agents": ("coin", "coin"), "games": 200, **series}
    cards = ("Fair Coin", "Other Coin")
    return Recipe(
        series=Series(**how),
        cards=tuple(coin_card(name) for name in cards),
        abilities=((), ()),
        races=("Human",),
        endings=ENDINGS,
        opens=opens or open_coin,
    )


def coin_card(name: str) -> CardDef:
    """A printed coin."""
    return CardDef(
        name=name, type="creature", civilizations=("fire",), cost=2, power=1000, rarity="Common"
    )


def row(game: int, winner: int, luck: bytes, ending: int = 0) -> SimpleNamespace:
    """What a game leaves behind, made from its luck."""
    return SimpleNamespace(
        game=game,
        first=game % 2,
        winner=winner,
        ending=ending,
        turns=6 + luck[1] % 20,
        decisions=50 + luck[2],
        actions=300 + luck[2],
        digest=int.from_bytes(luck[:8], "little") >> 1,
        shields_broken_a=luck[3] % 6,
        shields_broken_b=luck[4] % 6,
        triggers_used_a=luck[5] % 3,
        triggers_used_b=luck[6] % 3,
        cards_a=[0, 0, 0, 1],
        marks_a=[luck[7] & 127, luck[8] & 127, 0, luck[9] & 127],
        cards_b=[0, 0, 0, 1],
        marks_b=[1, 1, 2, 0],
    )


def luck_of(seed: int, number: int) -> bytes:
    """The luck of a game or pair."""
    return blake2b(f"{seed}/{number}".encode(), digest_size=16).digest()


def open_coin(recipe: Recipe) -> Play:
    """Deck A wins 60 % of the games; some are drawn or hit a limit."""

    def play(game: int):
        luck = luck_of(recipe.series.seed, game)
        if luck[0] < 6:
            return row(game, -1, luck, ending=3 + luck[0] % 2)
        return row(game, int(luck[0] > 156), luck)

    return play


def deck_recipe(series: Series, pool) -> Recipe:
    """A series of coins that uses the cards of real decks."""
    names = sorted({name for each in series.decks for name, _ in each.cards})
    cards = tuple(pool.cards[name] for name in names)
    return Recipe(series, cards, ((),) * len(names), ("Human",), ENDINGS, open_deck_coins)


def open_deck_coins(recipe: Recipe) -> Play:
    """Coins whose luck marks every card of the decks."""
    coin = open_coin(recipe)
    index = {card.name: number for number, card in enumerate(recipe.cards)}
    lists = [
        [index[n] for n, copies in d.cards for _ in range(copies)] for d in recipe.series.decks
    ]

    def play(game: int):
        line = coin(game)
        luck = random.Random(f"{recipe.series.seed}/{game}")
        line.cards_a, line.cards_b = lists
        line.marks_a, line.marks_b = ([luck.randrange(128) for _ in deck] for deck in lists)
        return line

    return play


def open_mirror(recipe: Recipe) -> Play:
    """Equal decks and equal agents: the luck of the pair decides for a seat."""

    def play(game: int):
        luck = luck_of(recipe.series.seed, game // 2)
        return row(game, (luck[0] + game) % 2, luck)

    return play


def _open_killer(recipe: Recipe, deadly: int, memory: str | None) -> Play:
    coin = open_coin(recipe)

    def play(game: int):
        if game == deadly and (memory is None or not Path(memory).exists()):
            if memory is not None:
                Path(memory).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return coin(game)

    return play


def killer(deadly: int, once: Path | None = None):
    """A match whose game kills its worker, every time or once."""
    return partial(_open_killer, deadly=deadly, memory=None if once is None else str(once))


def open_faulty(recipe: Recipe) -> Play:
    """Game 7 fails."""
    coin = open_coin(recipe)

    def play(game: int):
        if game == 7:
            raise ZeroDivisionError("a coin on its edge")
        return coin(game)

    return play


def open_wreck(recipe: Recipe) -> Play:
    """Every game fails."""

    def play(game: int):
        raise ZeroDivisionError("a coin on its edge")

    return play


def open_slow(recipe: Recipe) -> Play:
    """Each game takes a while."""
    coin = open_coin(recipe)

    def play(game: int):
        time.sleep(0.01)
        return coin(game)

    return play


def open_broken(recipe: Recipe) -> Play:
    """It cannot even be opened."""
    raise RuntimeError("no table")
