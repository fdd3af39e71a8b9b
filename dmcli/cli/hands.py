"""The command `hands`: opening hands side by side, and how often they fail."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from dmcli.cli import show
from dmcli.cli.options import (
    PANEL_DECKS,
    DeckArg,
    ForceOption,
    JsonOption,
    OutputOption,
    PoolOption,
    SeedOption,
    ToOption,
    one_of,
)
from dmcli.cli.result import percent, span
from dmcli.cli.show import Answer, Column, Row, Table

if TYPE_CHECKING:
    from dmcli.decks import Deck
    from dmcli.decks.statistics.hands import OpeningHand, Rate, Sample

SEATS: Final = ("first", "second", "both")
#: Hands over which the rates are counted, when nobody says how many.
SAMPLE: Final = 4000
_MOST_SHOWN: Final = 1000
#: Below this width the rates lose columns.
_WIDE: Final = 72

_LAST_LABELS: Final = ("first play", "civilizations", "fails")

HandsOption = Annotated[
    int, typer.Option("--hands", "-n", min=1, max=_MOST_SHOWN, help="How many hands are shown.")
]
TurnsOption = Annotated[
    int, typer.Option("--turns", min=1, max=10, help="How many turns are looked at.")
]
SampleOption = Annotated[
    int,
    typer.Option("--sample", min=2, max=1_000_000, help="Over how many hands rates are counted."),
]
SeatOption = Annotated[
    str,
    typer.Option(
        "--seat",
        metavar="first|second|both",
        help="Hands of the player who goes first, second, or in turn.",
        callback=one_of(SEATS),
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(rich_help_panel=PANEL_DECKS)(hands)


def hands(
    deck: DeckArg,
    hands: HandsOption = 5,
    seed: SeedOption = 0,
    turns: TurnsOption = 3,
    seat: SeatOption = "both",
    sample: SampleOption = SAMPLE,
    pool: PoolOption = None,
    output: OutputOption = "table",
    json: JsonOption = False,
    to: ToOption = None,
    force: ForceOption = False,
) -> None:
    """Deal opening hands: what can be played when, how often a hand fails, and how that looks.

    Hand K is the hand of the first deck in game K of `simulate` and `trace` with the same seed; it
    goes first in games of even number. Playable: the mana can pay for the card when one card is
    charged every turn for it alone; nothing draws but the turn itself.

    Example: dmcli hands starter/fire -n 5 --seed 7
    """
    from dmcli.cards import load_pool
    from dmcli.cli.luck import luck_of
    from dmcli.cli.stats import deck_to_count
    from dmcli.decks.statistics.hands import Dealer

    form = show.form(output, json, to)
    if to is not None:
        show.check_target(to, force)
    loaded = load_pool(pool or ())
    read = deck_to_count(deck, loaded)
    dealer = Dealer(read, loaded, luck_of(seed), turns)
    shown = [dealer.hand(game) for game in islice(_games(seat), hands)]
    told = _Told(read, shown, dealer.sample(sample, _games(seat)), turns, seed, seat)
    show.answer(told.answer(form, loaded.hash), form, to, force)


def _games(seat: str) -> Iterator[int]:
    """The games in which the deck has this seat."""
    return count() if seat == "both" else count(int(seat == "second"), 2)


class _Told:
    """What there is to say about hands."""

    def __init__(
        self,
        deck: Deck,
        hands: Sequence[OpeningHand],
        sample: Sample,
        turns: int,
        seed: int,
        seat: str,
    ) -> None:
        self.deck, self.hands, self.sample = deck, hands, sample
        self.turns, self.seed, self.seat = turns, seed, seat
        self.names = {
            "no play": f"no play by turn {turns}",
            "all heavy": "every card costs 5 or more",
            "one civilization": "cards of one civilization only",
        }

    def answer(self, form: str, pool: str) -> Answer:
        """The answer of `hands`."""
        return Answer(
            schema="hands",
            document=self._document(),
            tables=[self._long()] if form == "csv" else self._tables(form),
            heading=[f"{self.deck.name}: opening hands of seed {self.seed}"],
            lines=list(self._remarks()),
            pool=pool,
        )

    def _document(self) -> dict[str, Any]:
        import msgspec

        sample: dict[str, Any] = msgspec.to_builtins(self.sample)
        for failure, rate in self.sample.rates.items():
            sample["rates"][failure] |= _shares(rate, self.sample)
        return {
            "name": self.deck.name,
            "hash": self.deck.hash,
            "seed": self.seed,
            "turns": self.turns,
            "seat": self.seat,
            "hands": msgspec.to_builtins(self.hands),
            "sample": sample,
        }

    def _tables(self, form: str) -> list[Table]:
        """The hands, the rates, when the first play comes, and a hand for each failure."""
        columns = show.width() if form == "table" else None
        missing = self._examples()
        return [
            *_side_by_side(self.hands, self.turns, "", columns),
            self._rates(columns is None or columns >= _WIDE),
            self._first_plays(),
            *_side_by_side(missing, self.turns, "The first hand that fails so", columns),
        ]

    def _examples(self) -> list[OpeningHand]:
        """The hands that stand for a failure and have not been shown."""
        found = {
            rate.example.game: rate.example for rate in self.sample.rates.values() if rate.example
        }
        return [hand for hand in found.values() if hand not in self.hands]

    def _rates(self, wide: bool) -> Table:
        """How often hands fail, with the interval."""
        rows = [
            {
                "failure": self.names[failure],
                "rate": percent(shares["rate"]),
                "interval": span(*shares["interval"]),
                "first": percent(shares["rate_first"]),
                "second": percent(shares["rate_second"]),
                "exact": "" if rate.exact is None else percent(rate.exact),
                "example": "none" if rate.example is None else f"hand {rate.example.game}",
            }
            for failure, rate in self.sample.rates.items()
            for shares in [_shares(rate, self.sample)]
        ]
        columns = [
            Column("failure", "a hand fails by"),
            Column("rate", right=True),
            Column("interval", "95 %", right=True),
        ]
        if wide and self.seat == "both":
            columns += [Column("first", "1st", right=True), Column("second", "2nd", right=True)]
        if wide:
            columns += [Column("exact", right=True), Column("example", "see")]
        title = f"Over {self.sample.hands:,} hands of the seed"
        if wide and self.seat == "both":
            title += f"; 1st and 2nd at most ±{self._widest_of_seats():.1f} points"
        return Table(columns, rows, title)

    def _widest_of_seats(self) -> float:
        """Half the widest interval of the rates of one seat, in points."""
        rates = self.sample.rates.items()
        return max(
            _widest({failure: getattr(rate, seat) for failure, rate in rates}, hands)
            for seat in ("first", "second")
            if (hands := getattr(self.sample, seat))
        )

    def _first_plays(self) -> Table:
        """On which turn the first card can be played, as shares."""
        sample = self.sample
        seats = (
            ("first", sample.first_plays_first, sample.first),
            ("second", sample.first_plays_second, sample.second),
        )
        rows = [
            {"seat": seat, **{turn: percent(n / hands) for turn, n in counts.items()}}
            for seat, counts, hands in seats
            if hands
        ]
        columns = [Column("seat", "going")]
        for turn in sample.first_plays_first:
            head = turn if turn == "later" else f"turn {turn}"
            columns.append(Column(turn, head, right=True))
        widest = max(_widest(counts, hands) for _, counts, hands in seats if hands)
        fewest = min(hands for *_, hands in seats if hands)
        title = f"First play, of {fewest:,} hands a seat; 95 %: at most ±{widest:.1f} points"
        return Table(columns, rows, title)

    def _long(self) -> Table:
        """One row for each hand."""
        rows = [
            {
                "seed": self.seed,
                "game": hand.game,
                "going": "first" if hand.first else "second",
                "cards": "; ".join(hand.cards),
                "draws": "; ".join(hand.draws.values()),
                **{f"turn_{turn}": "; ".join(names) for turn, names in hand.plays.items()},
                "first_play": hand.first_play,
                "civilizations": "; ".join(f"{name} {n}" for name, n in hand.civilizations.items()),
                "failures": "; ".join(hand.failures),
            }
            for hand in self.hands
        ]
        by_turn = [f"turn_{turn}" for turn in range(1, self.turns + 1)]
        last = ("first_play", "civilizations", "failures")
        keys = ("seed", "game", "going", "cards", "draws", *by_turn, *last)
        return Table([Column(key) for key in keys], rows)

    def _remarks(self) -> Iterator[str]:
        yield (
            f"Hand K is A's in `dmcli trace A B --seed {self.seed} --game K`. Turn 1, 2, …: what "
            "can be played from that turn on, when one card is charged every turn for that card "
            "alone; nothing draws but the turn itself."
        )


def _side_by_side(
    hands: Sequence[OpeningHand], turns: int, title: str, columns: int | None
) -> Iterator[Table]:
    """As many hands beside each other as fit."""
    rest = list(hands)
    while rest:
        several = _fitting(rest, turns, columns)
        yield _hand_table(rest[:several], turns, title)
        rest, title = rest[several:], ""


def _fitting(hands: Sequence[OpeningHand], turns: int, columns: int | None) -> int:
    """How many hands fit beside each other; at least one."""
    if columns is None:
        return len(hands)
    used, several = max(len(label) for label in _labels(turns)), 0
    for hand in hands:
        used += 2 + max(len(line) for cell in _cells(hand) for line in cell)
        if used > columns:
            break
        several += 1
    return max(1, several)


def _labels(turns: int) -> list[str]:
    return ["hand", "draws", *(f"turn {turn}" for turn in range(1, turns + 1)), *_LAST_LABELS]


def _cells(hand: OpeningHand) -> list[list[str]]:
    """What stands beside each label, line by line."""
    kinds = [f"{name} {n}" for name, n in hand.civilizations.items()]
    return [
        list(hand.cards),
        list(hand.draws.values()),
        *(list(names) for names in hand.plays.values()),
        ["none" if hand.first_play is None else f"turn {hand.first_play}"],
        kinds,
        list(hand.failures),
    ]


def _hand_table(hands: Sequence[OpeningHand], turns: int, title: str) -> Table:
    """One column for each hand; the label stands in the first line of its part."""
    columns = [Column("label", " "), *(Column(str(hand.game), _head(hand)) for hand in hands)]
    cells = [_cells(hand) for hand in hands]
    rows: list[Row] = []
    for part, label in enumerate(_labels(turns)):
        lines = max(len(each[part]) for each in cells)
        if label == "fails" and not lines:
            continue
        for line in range(max(1, lines)):
            texts = [each[part][line] if line < len(each[part]) else "" for each in cells]
            texts = [text or ("-" if line == 0 else "") for text in texts]
            keys = [str(hand.game) for hand in hands]
            rows.append({"label": "" if line else label, **dict(zip(keys, texts, strict=True))})
    return Table(columns, rows, title)


def _head(hand: OpeningHand) -> str:
    return f"hand {hand.game}, {'first' if hand.first else 'second'}"


def _shares(rate: Rate, sample: Sample) -> dict[str, Any]:
    """A rate as shares, each with its interval."""
    from dmcli.sim.statistics import wilson

    return {
        "rate": rate.hands / sample.hands,
        "interval": wilson(rate.hands, sample.hands),
        "rate_first": rate.first / sample.first if sample.first else None,
        "rate_second": rate.second / sample.second if sample.second else None,
        "interval_first": wilson(rate.first, sample.first),
        "interval_second": wilson(rate.second, sample.second),
    }


def _widest(counts: Mapping[str, int], hands: int) -> float:
    """Half the widest of the intervals of these shares, in points."""
    from dmcli.sim.statistics import wilson

    spans = [span for n in counts.values() if (span := wilson(n, hands)) is not None]
    return max(50 * (high - low) for low, high in spans)
