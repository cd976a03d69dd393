"""The findings of the analysis of a match, as they are stored.

Chances are whole numbers, 1,000,000 for certainty.
"""

from typing import Final

import msgspec

from games.rules.cards.cards import Card

VERSION: Final = 7
"""Counted up when the analysis finds other things; older rows are made again."""
WHOLE: Final = 1_000_000

NO_MARK, SLIP, MISTAKE, BLUNDER = 0, 1, 2, 3

CLOCK, BOT = "clock", "bot"
"""The stand-ins of a player: the clock where time ran out, a bot while the player is away."""


class Alternative(msgspec.Struct, array_like=True):
    """Something that a seat could have done: what it is worth with its standard error, and to the match.

    The worths of what was played and of the best are those of the worlds in which the cost was priced; others
    may have fewer.
    `action` is a command as `boards.action_of` writes it, all zeros for doing nothing.
    """

    action: tuple[int, ...]
    chance: int
    error: int
    match: int | None = None
    points: int | None = None
    """The points to expect, less those that opponents win, where the deal was all but decided."""
    is_bluff: bool = False
    """Whether it is a Wild Draw Four that a challenge would catch."""


class Doubt(msgspec.Struct, array_like=True):
    """A challenge as the seat could judge it: the chance of a bluff, and from which chance on it pays.

    `low` and `high` are the bounds of the latter, with 99 %.
    """

    bluff: int
    pays_from: int
    low: int = 0
    high: int = WHOLE


class Exposure(msgspec.Struct, array_like=True):
    """The risk of a missed call: the chance to win the deal after the call, and after a catch."""

    called: int
    caught: int


class Lacking(msgspec.Struct, array_like=True):
    """A seat drew a card on a top card and colour, and still holds cards that it held then."""

    seat: int
    top: Card
    colour: int


class Knowledge(msgspec.Struct, array_like=True):
    """What a seat could know of other hands beside its own cards and what lay open.

    `counts` are the cards in each hand, `known` those of them that the seat had seen.
    """

    counts: list[int]
    known: list[list[Card]]
    lacking: list[Lacking]


class Decision(msgspec.Struct, array_like=True):
    """A choice of a seat. The first alternative is what it did, the others follow from the best on.

    `cost` is what the best gave more in other worlds than those in which it was chosen, from `low` to `high`
    with 99 %. `silence` says why there is no mark: see `marks`.
    """

    step: int
    seat: int
    alternatives: list[Alternative]
    cost: int
    low: int
    high: int
    match_cost: int | None = None
    mark: int = NO_MARK
    silence: str = ""
    doubt: Doubt | None = None
    knowledge: Knowledge | None = None
    exposure: Exposure | None = None
    stand_in: str = ""
    """`BOT` where a bot chose for an absent player."""

    @property
    def shown_cost(self) -> int:
        """The cost as the difference of the chances in whole percent, as they are shown."""
        played, best = (round(100 * row.chance / WHOLE) for row in self.alternatives[:2])
        return (best - played) * WHOLE // 100

    @property
    def best(self) -> int:
        """The place of the best alternative: that of what was done where it cost nothing."""
        return 1 if self.cost > 0 else 0


class Parts(msgspec.Struct, array_like=True):
    """Where a result came from, for each seat: the start and the parts add up exactly to the end."""

    start: list[int]
    dealt: list[int]
    drawn: list[int]
    own: list[int]
    others: list[int]
    end: list[int]
    error: int = 0
    """The largest standard error of a part."""
    errors: list[list[int]] = []
    """The standard errors of the cards dealt and drawn, of own choices, those of others, of turns of the seat
    that ran out, and of choices of a bot for its absent player, for each seat."""
    timeouts: list[int] = []
    """What the turns of the seat gave that the clock ended; those of others are among `others`."""
    away: list[int] = []
    """What a bot's choices gave while the player of the seat was away; those of others are in `others`."""

    def with_errors(self, errors: list[list[int]]) -> "Parts":
        """Return the same with these errors."""
        self.errors = errors
        self.error = max((error for of_seats in errors for error in of_seats), default=0)
        return self


class Effect(msgspec.Struct, array_like=True):
    """What a choice of a seat, or of a stand-in, changed with all hands open: in deal and match."""

    step: int
    seat: int
    deal: int
    match: int | None = None
    stand_in: str = ""
    """`CLOCK` or `BOT` where the player did not act."""


class Curve(msgspec.Struct, array_like=True):
    """The chances of each seat after each step of a deal; empty where they are not worked out yet."""

    open: list[list[int]] = []
    seen: list[list[int]] = []


class DealFindings(msgspec.Struct, array_like=True):
    """The findings about a deal. `match` and `match_parts` are missing under rules without match equity."""

    number: int
    first_step: int
    worlds: int
    deal: Curve
    match: Curve | None = None
    deal_parts: Parts | None = None
    match_parts: Parts | None = None
    decisions: list[Decision] | None = None
    effects: list[Effect] = []


class Fact(msgspec.Struct, array_like=True):
    """Something worth telling about a match; `games.replay.match_analysis.sentences` has the words."""

    kind: str
    step: int
    seats: list[int]
    numbers: list[int] = []
    cards: list[int] = []
    events: list[tuple[str, int, str]] = []
    """The events of the step, as the log stores them: those of a moment, else none."""
    bots: list[int] = []
    """The seats for which a bot did this, because their players were away."""


class MatchFindings(msgspec.Struct, array_like=True):
    """The findings about a whole match."""

    facts: list[Fact]
    moments: list[Fact]
    deal_parts: list[Parts]
    match_parts: Parts | None = None
