"""The shape of the file of an analysis: `python -m games.analysis.analysis_format` prints its JSON Schema.

Chances are whole numbers, 1,000,000 for certainty. Seats are letters, moves and cards in the notation of the
rules.
"""

import json
import sys
from typing import Final, Literal

import msgspec

FORMAT: Final = "wildleague-analysis/1"


class Curve(msgspec.Struct, forbid_unknown_fields=True):
    """The chances after each step, by seat: with all hands open, and as each seat saw it."""

    open: list[list[int]]
    seen: list[list[int]]


class Parts(msgspec.Struct, forbid_unknown_fields=True):
    """Where a result came from, by seat: the start and the parts add up exactly to the end."""

    start: list[int]
    dealt: list[int]
    drawn: list[int]
    own: list[int]
    others: list[int]
    end: list[int]
    timeouts: list[int]
    away: list[int]
    error: int
    errors: list[list[int]]


class Option(msgspec.Struct, forbid_unknown_fields=True):
    """Something a seat could have done: a move, `wait`, or `overlook` instead of a catch."""

    move: str
    chance: int
    error: int
    match: int | None
    points: int | None
    is_bluff: bool


class Draw(msgspec.Struct, forbid_unknown_fields=True):
    """A seat drew on this card and colour."""

    seat: str
    top: str
    colour: str


class Known(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat could know: the sizes of the hands, the cards it had seen there, and draws."""

    counts: list[int]
    cards: list[list[str]]
    draws: list[Draw]


class Doubt(msgspec.Struct, forbid_unknown_fields=True):
    """A challenge as the seat saw it."""

    bluff: int
    pays_from: int
    low: int
    high: int


class Exposure(msgspec.Struct, forbid_unknown_fields=True):
    """What a missed call put at risk."""

    called: int
    caught: int


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """A choice, judged by what the seat could know. The first alternative is what it did.

    `is_by_bot` says that a bot chose for a player who was away.
    """

    step: int
    seat: str
    alternatives: list[Option]
    cost: int
    low: int
    high: int
    match_cost: int | None
    mark: Literal["slip", "mistake", "blunder"] | None
    silence: str
    doubt: Doubt | None
    exposure: Exposure | None
    knowledge: Known | None
    is_by_bot: bool


class AnalysedDeal(msgspec.Struct, forbid_unknown_fields=True):
    """A deal. What is about the match is null under rules without match equity."""

    round: int
    first_step: int
    worlds: int
    deal: Curve
    match: Curve | None
    deal_parts: Parts | None
    match_parts: Parts | None
    decisions: list[Choice]


class Told(msgspec.Struct, forbid_unknown_fields=True):
    """A fact about the match; `bots` are the seats for which a bot acted, because their players were away."""

    kind: str
    step: int
    seats: list[str]
    numbers: list[int]
    cards: list[str]
    bots: list[str]


class AnalysisFile(msgspec.Struct, forbid_unknown_fields=True):
    """The analysis of a match. `head` is the hash of the last event of the log that was analysed."""

    format: Literal["wildleague-analysis/1"]
    version: int
    table: int
    head: str
    seats: int
    rounds: list[AnalysedDeal]
    facts: list[Told]
    moments: list[Told]
    match_parts: Parts | None


def schema() -> str:
    """Return the JSON Schema of the file."""
    return json.dumps(msgspec.json.schema(AnalysisFile), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema())
