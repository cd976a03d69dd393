"""The events of a table: its opening, its seats, its pauses and its shuffles.

WARNING: names and fields are a storage format, as in `games.rules.match.events`. Players are named by id
only.
"""

import datetime as dt
from abc import abstractmethod
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final

import msgspec

from games.models import Seat, Table
from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop
from games.rules.base.spelling import legible
from games.rules.match.places import of_sides
from games.rules.match.seat_names import Names
from games.rules.match.sentence_patterns import always, count, of_seat, untold


class TableChange(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The base class of all events of a table that are not events of the rules."""

    @abstractmethod
    def change(self, table: Table, seats: list[Seat], at: dt.datetime, /) -> None:
        """Change the rows of table and seats; `at` is the time of the event."""

    @abstractmethod
    def sentence(self, names: Names, /) -> str | None:
        """Return the event in words, None if nobody needs to read it; `names` are those of the seats."""


def changes_nothing(_event: TableChange, _table: Table, _seats: list[Seat], _at: dt.datetime) -> None:
    """Change nothing: the event is only stored in the log."""


def _with_times(value: dict[str, Any]) -> dict[str, Any]:
    """Add the values of tables from before time banks: no bank, a bot after three overdue turns."""
    return {**value, "bank_seconds": 0, "away_after": 3}


@event_type("table_opened", upcasts=[_with_times, dict, dict])
class TableOpened(TableChange, frozen=True):
    """A table waits for players. `options` are those that differ from the defaults; `host` is a player id.

    `rulebook_title` is the name of a custom rulebook, empty for a preset. `bank_seconds` is the time of each
    player for the whole match beyond the time of a turn; after `away_after` overdue turns in a row a bot
    plays on. `limit_seconds` is the time of the whole match, 0 for none: when it is over the match ends after
    the running deal, or with `limit_at_once` immediately.
    `bot_strength` is how well the bots of the table play.

    A physical table has real cards and no clock. `confirm` is none or others: whether the other players are
    asked to confirm its result, which is final after `silence_seconds` without objection, with 0 never. With
    `self_report` the players may keep the score sheet; of a match in a competition that competition says it.
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
    bot_strength: str = "club"

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.name, table.rulebook, table.options = legible(self.name), self.rulebook, self.options
        table.rulebook_title = legible(self.rulebook_title)
        table.seat_count, table.host_id = self.seats, self.host
        table.turn_seconds, table.bot_pause_ms = self.turn_seconds, self.bot_pause_ms
        table.bank_seconds, table.away_after = self.bank_seconds, self.away_after
        table.is_physical, table.confirm = self.is_physical, self.confirm
        table.silence_seconds, table.self_report = self.silence_seconds, self.self_report
        table.limit_seconds, table.limit_at_once = self.limit_seconds, self.limit_at_once
        table.bot_strength = self.bot_strength
        table.opened_at = at
        bank = self.bank_seconds * 1000
        seats[:] = [Seat(table_id=table.pk, index=index, bank_ms=bank) for index in range(self.seats)]

    sentence = untold


@event_type("seat_taken")
class SeatTaken(TableChange, frozen=True):
    """A player (by id) sat down on a free seat; the one that they had before at this table is free again."""

    seat: int
    player: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        for seat in seats:
            if seat.index == self.seat or seat.kept_for_id == self.player:
                _free(seat)
            if seat.player_id == self.player:
                seats[self.seat].words, seat.words, seat.player_id = seat.words, "", None
        seats[self.seat].player_id = self.player

    sentence = untold


@event_type("bot_seated")
class BotSeated(TableChange, frozen=True):
    """A bot took a free seat."""

    seat: int
    bot_name: str

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        _free(seats[self.seat])
        seats[self.seat].bot_name = self.bot_name
        seats[self.seat].is_bot = True

    sentence = untold


@event_type("seat_kept")
class SeatKept(TableChange, frozen=True):
    """The host keeps a free seat for a player (by id), for some seconds.

    Without a player it is kept for anybody who has the link of the seat.
    """

    seat: int
    player: int | None
    seconds: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        seat = seats[self.seat]
        seat.kept_for_id, seat.kept_until = self.player, at + dt.timedelta(seconds=self.seconds)

    sentence = untold


@event_type("seat_freed")
class SeatFreed(TableChange, frozen=True):
    """The host keeps the seat no longer, or removes its bot."""

    seat: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        _free(seats[self.seat])
        seats[self.seat].is_bot, seats[self.seat].bot_name = False, ""

    sentence = untold


@event_type("seat_left")
class SeatLeft(TableChange, frozen=True):
    """The player left. At an open table the seat is free; in a match a bot plays until the player returns."""

    seat: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        seat = seats[self.seat]
        if table.status == Table.Status.RUNNING:
            seat.is_bot = True
            return
        gone, seat.player_id, seat.words = seat.player_id, None, ""
        if gone == table.host_id:
            table.host_id = next_host(seats)

    sentence = of_seat(gettext_noop("{name} is away; a bot is playing"))


@event_type("seat_played_by_bot")
class SeatPlayedByBot(TableChange, frozen=True):
    """The player of the seat is absent: a bot moves from the beginning."""

    seat: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        seats[self.seat].is_bot = True

    sentence = untold


@event_type("seat_returned")
class SeatReturned(TableChange, frozen=True):
    """The player came back and moves again."""

    seat: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        seats[self.seat].is_bot = False

    sentence = of_seat(gettext_noop("{name} came back"))


@event_type("seat_handed_over")
class SeatHandedOver(TableChange, frozen=True):
    """Another player (by id) takes over the seat with its cards, its total and its words."""

    seat: int
    player: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        seat = seats[self.seat]
        seat.player_id, seat.is_bot, seat.missed = self.player, False, 0
        seat.away_from, seat.away_steps = None, 0  # the player before was away, not this one
        if table.turn_seat == seat.index:
            table.turn_left_ms = None  # the new player has the whole time

    sentence = of_seat(gettext_noop("{name} takes over this seat, with its cards and points"))


@event_type("match_started")
class MatchStarted(TableChange, frozen=True):
    """The match starts; the first deal follows."""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.status = Table.Status.RUNNING
        table.started_at = at
        if table.limit_seconds:
            table.limit_at = at + dt.timedelta(seconds=table.limit_seconds)

    sentence = untold


@event_type("table_paused")
class TablePaused(TableChange, frozen=True):
    """The match is paused: nobody moves and no time runs."""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.paused_at = at

    sentence = always(gettext_noop("The match is paused"))


@event_type("table_resumed")
class TableResumed(TableChange, frozen=True):
    """The pause is over; the player on turn has the time that was left."""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        assert table.paused_at is not None
        _move_deadline(table, at - table.paused_at)
        table.paused_at = None

    sentence = always(gettext_noop("The match continues"))


@event_type("penalty_asked")
class PenaltyAsked(TableChange, frozen=True):
    """The host, who plays (`by`, a seat), asks everybody whether a seat draws penalty cards.

    `kind` is that of the penalty in the rules; `words` is the reason where the kind does not say it.
    """

    seat: int
    cards: int
    kind: str
    by: int
    words: str = ""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.penalty_asked = {
            "seat": self.seat,
            "cards": self.cards,
            "kind": self.kind,
            "by": self.by,
            "words": legible(self.words),
            "agreed": [],
            "deal": table.round_number,
            "at": round(at.timestamp() * 1000),
        }

    def sentence(self, names: Names) -> str:
        text = _("{asker} asks everyone: a penalty of {cards} for {name}? {reason}")
        return text.format(
            asker=names[self.by],
            name=names[self.seat],
            cards=count(self.cards),
            reason=penalty_reason(self.kind, self.words),
        )


@event_type("penalty_agreed")
class PenaltyAgreed(TableChange, frozen=True):
    """A player agrees to the penalty that the host asked for."""

    seat: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        asked = table.penalty_asked
        table.penalty_asked = {**asked, "agreed": [*asked["agreed"], self.seat]}

    sentence = of_seat(gettext_noop("{name} agrees to the penalty"))


@event_type("penalty_declined", upcasts=[dict])
class PenaltyDeclined(TableChange, frozen=True):
    """A player does not agree to the penalty, or the host withdraws it: no one draws.

    `target` would have drawn and `by` had asked; events from before these were stored know neither.
    """

    seat: int
    target: int = -1
    by: int = -1

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.penalty_asked = {}

    def sentence(self, names: Names) -> str:
        is_withdrawn = self.seat == self.by
        text = (
            _("{name} withdrew the penalty: no one draws")
            if is_withdrawn
            else _("{name} is against the penalty: no one draws")
        )
        return text.format(name=names[self.seat])


@event_type("penalty_explained")
class PenaltyExplained(TableChange, frozen=True):
    """Everybody agrees: the penalty follows in the log. `by` is the seat of the host who asked for it."""

    seat: int
    kind: str
    by: int
    words: str = ""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.penalty_asked = {}

    def sentence(self, names: Names) -> str:
        text = _("Everyone agrees with {asker} to a penalty for {name}: {reason}")
        reason = penalty_reason(self.kind, self.words)
        return text.format(asker=names[self.by], name=names[self.seat], reason=reason)


def penalty_reason(kind: str, words: str) -> str:
    """Return the reason of a penalty in words."""
    return words or _(_REASONS.get(kind, _REASONS["penalty"]))


_REASONS: Final = {
    "advice": gettext_noop("giving advice"),
    "silence": gettext_noop("breaking the silence"),
    "penalty": gettext_noop("no reason given"),
}


@event_type("deadline_moved")
class DeadlineMoved(TableChange, frozen=True):
    """The deadline moved by `ms`, as the clock of the server stood still, or went back (negative)."""

    ms: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        _move_deadline(table, dt.timedelta(milliseconds=self.ms))

    sentence = always(gettext_noop("The clock was corrected: no one lost time"))


@event_type("turn_put_off")
class TurnPutOff(TableChange, frozen=True):
    """The turn of a player on vacation ends `ms` later; sooner (negative) when the player is back early."""

    seat: int
    ms: int

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        if table.turn_ends_at is not None:
            table.turn_ends_at += dt.timedelta(milliseconds=self.ms)

    def sentence(self, names: Names) -> str:
        """Return the event in words."""
        text = (
            _("{name} is on vacation: the turn waits") if self.ms > 0 else _("{name} is back from vacation")
        )
        return text.format(name=names[self.seat])


@event_type("table_closed")
class TableClosed(TableChange, frozen=True):
    """The table was closed before its match, or before the end of it."""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.status = Table.Status.CLOSED

    sentence = untold


@event_type("match_decided")
class MatchDecided(TableChange, frozen=True):
    """The organizers entered the result of the match by hand, which counts instead of that of the table.

    `places` and `totals` are those of the seats; both are empty if the match has no places. Nobody plays on.
    """

    places: list[int]
    totals: list[int]

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        has_partners = table.options.get("teams") == "partners"  # older logs call the losing side third
        for seat, place in zip_longest(seats, of_sides(self.places) if has_partners else self.places):
            seat.place = place
        for seat, total in zip(seats, self.totals, strict=False):
            seat.total = total
        if table.status != Table.Status.FINISHED:
            table.status, table.finished_at = Table.Status.DECIDED, at

    sentence = always(gettext_noop("The organizers entered the result: the match is over"))


@event_type("decision_withdrawn")
class DecisionWithdrawn(TableChange, frozen=True):
    """The result that the organizers entered by hand counts no longer: the match goes on where it stopped."""

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        for seat in seats:
            seat.place = None
        if table.status != Table.Status.DECIDED:
            return
        decided_at, table.finished_at = table.finished_at, None
        table.status = Table.Status.RUNNING if table.started_at else Table.Status.OPEN
        if decided_at is not None and table.paused_at is None:
            _move_deadline(table, at - decided_at)

    sentence = always(gettext_noop("The organizers withdrew their result: what the table says counts again"))


@event_type("shuffles_committed")
class ShufflesCommitted(TableChange, frozen=True):
    """The server has committed to a secret for each of these deals, from the deal `first` on.

    `commitments` are hashes in hexadecimal digits; `method` names how orders follow from the secrets.
    """

    method: str
    first: int
    commitments: list[str]

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        table.committed = self.first - 1 + len(self.commitments)

    sentence = untold


@event_type("words_given")
class WordsGiven(TableChange, frozen=True):
    """A seat added words to the shuffles from the next deal on. They are public for ever."""

    seat: int
    words: str

    def change(self, table: Table, seats: list[Seat], at: dt.datetime) -> None:
        seats[self.seat].words = self.words

    sentence = of_seat(gettext_noop("{name} gave words for the shuffle"))


@event_type("secret_revealed")
class SecretRevealed(TableChange, frozen=True):
    """The secret of a finished deal in hexadecimal digits, so that everybody can verify its shuffles."""

    round: int
    secret: str

    change = changes_nothing

    sentence = untold


@event_type("record_imported")
class RecordImported(TableChange, frozen=True):
    """The match was imported from a record; `about` and `rounds` are its descriptive fields.

    Those of many deals are several events in a row, the first with `about`; once they were one event.
    """

    about: dict[str, Any]
    rounds: list[dict[str, Any]]

    change = changes_nothing

    sentence = untold


def next_host(seats: Sequence[Seat]) -> int | None:
    """Return the next host of an open table: its first seated player, None for nobody."""
    return next((seat.player_id for seat in seats if seat.player_id is not None), None)


def _free(seat: Seat) -> None:
    seat.kept_for_id = seat.kept_until = None


def _move_deadline(table: Table, by: dt.timedelta) -> None:
    if table.turn_ends_at is not None:
        table.turn_ends_at += by
    if table.limit_at is not None:
        table.limit_at += by
