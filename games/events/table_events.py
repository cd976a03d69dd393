"""What happened to a table itself: who sits where, and when the match began.

WARNING: names and fields are a storage format, as in `games.rules.match.events`. People appear by id only.
"""

from typing import Any

import msgspec


class TableChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The root of all events of a table that are not events of the rules."""


class TableOpened(TableChange, frozen=True):
    """A table waits for players. `options` are those that differ from the defaults; `host` is a player id.

    `rulebook_title` is the name that a custom rulebook had, empty for a preset. `bank_seconds` is what each
    player has for the whole match beyond the time of a turn; after `away_after` overdue turns in a row a bot
    plays on. `limit_seconds` is the time of the whole match, 0 for none: when it is over the match ends after
    the deal that is played, or `limit_at_once`.

    At a physical table there are real cards and no clock. `confirm` is none or others: whether the other
    players are asked to confirm its result; after `silence_seconds` without objection it is final all the
    same, with 0 never. With `self_report` everybody seated may keep the score sheet.
    """

    name: str
    rulebook: str
    options: dict[str, bool | int | str | list[str]]
    seats: int
    host: int | None
    turn_seconds: int
    bot_pause_ms: int
    rulebook_title: str = ""
    bank_seconds: int = 0
    away_after: int = 3
    is_physical: bool = False
    confirm: str = "none"
    silence_seconds: int = 0
    self_report: bool = False
    limit_seconds: int = 0
    limit_at_once: bool = False


class SeatTaken(TableChange, frozen=True):
    """A player (by id) sat down on a free seat."""

    seat: int
    player: int


class BotSeated(TableChange, frozen=True):
    """A bot took a free seat."""

    seat: int
    bot_name: str


class SeatLeft(TableChange, frozen=True):
    """The player got up. An open table frees the seat; in a match a bot plays on until the return."""

    seat: int


class SeatPlayedByBot(TableChange, frozen=True):
    """The player of the seat is not here: a bot moves from the beginning."""

    seat: int


class SeatReturned(TableChange, frozen=True):
    """The player came back and moves again."""

    seat: int


class SeatHandedOver(TableChange, frozen=True):
    """Another player (by id) goes on in the seat, with its cards, its total and its words."""

    seat: int
    player: int


class MatchStarted(TableChange, frozen=True):
    """Everybody is seated; the first deal follows."""


class TablePaused(TableChange, frozen=True):
    """Nobody moves and no time runs from here on."""


class TableResumed(TableChange, frozen=True):
    """The pause is over; whoever is awaited has the time that was left."""


class DeadlineMoved(TableChange, frozen=True):
    """What is awaited ends so much later, as the clock of the server stood still; earlier if it went back."""

    ms: int


class TableClosed(TableChange, frozen=True):
    """The table was given up before a match began, or its match before the end."""


class ShufflesCommitted(TableChange, frozen=True):
    """The server is bound to a secret for each of these deals, from the deal `first` on.

    `commitments` are hashes as hexadecimal digits; `method` names how orders follow from the secrets.
    """

    method: str
    first: int
    commitments: list[str]


class WordsGiven(TableChange, frozen=True):
    """A seat added words of its own: they take part from the next deal on. They are public for ever."""

    seat: int
    words: str


class SecretRevealed(TableChange, frozen=True):
    """The secret of a deal that is over, as hexadecimal digits: now everybody can verify its shuffles."""

    round: int
    secret: str


class RecordImported(TableChange, frozen=True):
    """The match came with a record; `about` is what it said for people, `rounds` the same of each round."""

    about: dict[str, Any]
    rounds: list[dict[str, Any]]
