"""The times on the page of a table: how long the player on turn has left, and whether the match is paused.

The server counts: pages get the milliseconds that are left and count down from there, so that the clocks of
visitors do not matter.
"""

import datetime as dt
from functools import cached_property
from math import ceil
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization import dates
from games.localization.durations import duration
from games.models import Table
from games.rules.match.state import OVER
from games.tables import HOST_ALONE, Look, deadlines

_LONG: Final = dt.timedelta(hours=1)
"""From this length on the page also shows the day and the hour."""


class TimeText(NamedTuple):
    """A time for a template: the script converts the words to the time zone of the visitor."""

    when: dt.datetime
    words: str


class TableTime:
    """The times of a table for a template; `at` is the time of the page."""

    def __init__(self, look: Look, at: dt.datetime) -> None:
        self.at = at
        self._table: Table = look.table
        self._seats = look.seats
        on_turn = look.table.turn_seat
        self._is_bot_thinking = on_turn is not None and look.seats[on_turn].is_bot
        # Before the first deal people wait as between two deals.
        self._state_name = look.sight.phase if look.sight else OVER

    @property
    def is_paused(self) -> bool:
        """Whether the match is paused."""
        return self._table.status == Table.Status.RUNNING and self._table.paused_at is not None

    @property
    def runs(self) -> bool:
        """Whether the time of the turn is shown: not while a bot is on turn."""
        return self.is_paused is False and self.ends_at is not None and not self._is_bot_thinking

    @property
    def ends_at(self) -> dt.datetime | None:
        """The end of the turn, with the bank."""
        return self._table.due_at

    @cached_property
    def turn_ms(self) -> int:
        """The milliseconds left of the turn; negative while the bank is used."""
        return turn_ms(self._table, self.at)

    @cached_property
    def bank_ms(self) -> int:
        """The milliseconds in the bank of the player on the clock when the turn began."""
        return deadlines.bank_ms(self._table, self._seats)

    @cached_property
    def due_ms(self) -> int:
        """The milliseconds until the clock or a bot acts: so long a missing call can be caught."""
        return (self.ends_at - self.at) // dt.timedelta(milliseconds=1) if self.ends_at else 0

    @property
    def is_catch_short(self) -> bool:
        """Whether the time left to catch a player is shown: below a minute."""
        return self.due_ms < 60_000

    @property
    def catch_words(self) -> str:
        """The time left to catch a player, in words; empty without an end."""
        return duration(max(0, ceil(self.due_ms / 1000))) if self.ends_at else ""

    @property
    def is_bank_used(self) -> bool:
        """Whether the time of the turn is over and the bank runs."""
        return bool(self.bank_ms) and self.turn_ms <= 0

    @property
    def seconds_left(self) -> int:
        """The seconds left of the turn, then of the bank, rounded up."""
        left = self.turn_ms + (self.bank_ms if self.is_bank_used else 0)
        return max(0, ceil(left / 1000))

    @property
    def seconds_in_all(self) -> int:
        """The seconds of a full bar: the time of the turn, or what was in the bank."""
        if self.is_bank_used:
            return max(1, ceil(self.bank_ms / 1000))
        allowed = deadlines.time_allowed(self._table, self._state_name)
        return max(ceil(allowed.total_seconds()), self.seconds_left, 1)

    @property
    def words(self) -> str:
        """The time left, in words; the script counts down in the same words."""
        return duration(self.seconds_left)

    @property
    def bank_words(self) -> str:
        """The time in the bank, in words; empty for an empty bank."""
        return duration(ceil(self.bank_ms / 1000)) if self.bank_ms else ""

    @property
    def is_long(self) -> bool:
        """Whether the page also shows the day and the hour."""
        return self.ends_at is not None and self.ends_at - self.at >= _LONG

    @property
    def ends(self) -> TimeText | None:
        """The end of the turn, as a day and an hour."""
        return self._moment(self.ends_at)

    @property
    def is_next_deal(self) -> bool:
        """Whether the time runs until the next deal."""
        return self._state_name == OVER

    @property
    def rules(self) -> str:
        """The time control of the table in a sentence."""
        table = self._table
        turn = _of_a_turn(table.away_after, has_bank=bool(table.bank_seconds)).format(
            time=duration(table.turn_seconds), bank=duration(table.bank_seconds), count=table.away_after
        )
        if not table.limit_seconds:
            return turn
        end = (
            _("Time for the match: {time}; then it ends at once.")
            if table.limit_at_once
            else _("Time for the match: {time}; then the deal is played to its end.")
        )
        return f"{turn} {end.format(time=duration(table.limit_seconds))}"

    @property
    def match_ends(self) -> TimeText | None:
        """The end of the time of the match; None without such a time, or before the match."""
        return self._moment(self._table.limit_at)

    @property
    def match_ms(self) -> int:
        """The milliseconds left of the match, negative when its time is over; a pause stops it."""
        ends, since = self._table.limit_at, self._table.paused_at or self.at
        return (ends - since) // dt.timedelta(milliseconds=1) if ends else 0

    @property
    def match_words(self) -> str:
        """The time left for the match, in words; the script counts down in the same words."""
        return duration(max(0, ceil(self.match_ms / 1000)))

    @property
    def is_match_time_up(self) -> bool:
        """Whether the match ends after the running deal."""
        return self._table.limit_at is not None and self.match_ms <= 0

    @property
    def paused_since(self) -> TimeText | None:
        """Since when the match is paused."""
        return self._moment(self._table.paused_at)

    @property
    def everybody_may_resume_at(self) -> TimeText | None:
        """The time from which every seated player may resume the match; None if they may now."""
        if self._table.paused_at is None or self._table.paused_at + HOST_ALONE <= self.at:
            return None
        return self._moment(self._table.paused_at + HOST_ALONE)

    @property
    def pause_ends(self) -> TimeText | None:
        """The time at which the clock ends the pause."""
        return self._moment(self._table.due_at)

    @property
    def left_after_pause(self) -> str:
        """Say how long the player on turn has when the match goes on; empty while a bot is on turn."""
        table = self._table
        if self._is_bot_thinking or table.paused_at is None or table.turn_ends_at is None:
            return ""
        left = ceil((table.turn_ends_at - table.paused_at).total_seconds())
        bank = ceil(self.bank_ms / 1000)
        if left <= 0 and bank:
            return _("{time} will be left in the time bank").format(time=duration(max(0, left + bank)))
        sentence = (
            _("{time} will be left of this turn, and {bank} in the time bank")
            if bank
            else _("{time} will be left of this turn")
        )
        return sentence.format(time=duration(max(0, left)), bank=duration(bank))

    def _moment(self, when: dt.datetime | None) -> TimeText | None:
        return TimeText(when, moment(when, self.at)) if when else None


def _of_a_turn(away_after: int, *, has_bank: bool) -> str:
    if has_bank:
        return ngettext(
            "A turn lasts {time}, and each player also has a bank of {bank}; after one missed turn a bot "
            "takes over.",
            "A turn lasts {time}, and each player also has a bank of {bank}; after {count} missed turns a "
            "bot takes over.",
            away_after,
        )
    return ngettext(
        "A turn lasts {time}; after one missed turn a bot takes over.",
        "A turn lasts {time}; after {count} missed turns a bot takes over.",
        away_after,
    )


def turn_ms(table: Table, at: dt.datetime) -> int:
    """Return the milliseconds until the turn ends; negative when it has ended."""
    return (table.turn_ends_at - at) // dt.timedelta(milliseconds=1) if table.turn_ends_at else 0


def moment(when: dt.datetime, at: dt.datetime) -> str:
    """Return the hour, and the day unless it is today: `19:30 UTC`, `Tue 5 May, 19:30 UTC`."""
    then, now = timezone.localtime(when), timezone.localtime(at)
    return dates.clock_with_zone(then) if then.date() == now.date() else dates.near_moment(then)
