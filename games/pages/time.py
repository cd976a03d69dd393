"""What the page of a table says about time: how long somebody has still, and that the match is paused.

All of it is counted by the server: pages get the milliseconds that are left and count on from there, so that
no clock of a visitor matters.
"""

import datetime as dt
from functools import cached_property
from math import ceil
from typing import Final, NamedTuple

from django.utils import dateformat, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Table
from games.rules.match.state import OVER
from games.tables import Look, deadlines
from games.tables.pauses import HOST_ALONE

_LONG: Final = dt.timedelta(hours=1)
"""From here on people want to know the day and the hour, and not only how long it is."""


class Moment(NamedTuple):
    """A time for a template: the script puts the words into the time of the visitor."""

    when: dt.datetime
    words: str


class TableTime:
    """The time of a table for a template; `at` is the time the page is made."""

    def __init__(self, look: Look, at: dt.datetime) -> None:
        self.at = at
        self._table: Table = look.table
        self._seats = look.seats
        on_turn = look.table.turn_seat
        self._is_bot_thinking = on_turn is not None and look.seats[on_turn].is_bot
        # Before the first deal people wait for it as for every other one.
        self._state_name = look.sight.name if look.sight else OVER

    @property
    def is_paused(self) -> bool:
        """Whether nobody moves at present."""
        return self._table.status == Table.Status.RUNNING and self._table.paused_at is not None

    @property
    def runs(self) -> bool:
        """Whether somebody is awaited whose time is shown: not while a bot thinks."""
        return self.is_paused is False and self.ends_at is not None and not self._is_bot_thinking

    @property
    def ends_at(self) -> dt.datetime | None:
        """When the turn is overdue, with the bank."""
        return self._table.due_at

    @cached_property
    def turn_ms(self) -> int:
        """What is left of the time of the turn; less than nothing when the bank is being used."""
        return turn_ms(self._table, self.at)

    @cached_property
    def bank_ms(self) -> int:
        """What was in the bank of the player on the clock when the turn began."""
        return deadlines.bank_ms(self._table, self._seats)

    @cached_property
    def due_ms(self) -> int:
        """What is left until somebody is moved on, bots included: so long a missing call can be caught."""
        return (self.ends_at - self.at) // dt.timedelta(milliseconds=1) if self.ends_at else 0

    @property
    def catch_words(self) -> str:
        """How long there is still to catch somebody; empty where nothing ends it."""
        return lasting(max(0, ceil(self.due_ms / 1000))) if self.ends_at else ""

    @property
    def is_bank_used(self) -> bool:
        """Whether the time of the turn is over and the bank runs."""
        return bool(self.bank_ms) and self.turn_ms <= 0

    @property
    def seconds_left(self) -> int:
        """Whole seconds that are left of the turn, then of the bank."""
        left = self.turn_ms + (self.bank_ms if self.is_bank_used else 0)
        return max(0, ceil(left / 1000))

    @property
    def seconds_in_all(self) -> int:
        """What fills the bar: the time of the turn, or what was in the bank."""
        if self.is_bank_used:
            return max(1, ceil(self.bank_ms / 1000))
        allowed = deadlines.time_allowed(self._table, self._state_name)
        return max(ceil(allowed.total_seconds()), self.seconds_left, 1)

    @property
    def words(self) -> str:
        """How long there is still; the script counts on in the same words."""
        return lasting(self.seconds_left)

    @property
    def bank_words(self) -> str:
        """How much is in the bank; empty when it is empty."""
        return lasting(ceil(self.bank_ms / 1000)) if self.bank_ms else ""

    @property
    def is_long(self) -> bool:
        """Whether the day and the hour say more than the hours that are left."""
        return self.ends_at is not None and self.ends_at - self.at >= _LONG

    @property
    def ends(self) -> Moment | None:
        """When the turn is overdue, as a day and an hour."""
        return self._moment(self.ends_at)

    @property
    def is_next_deal(self) -> bool:
        """Whether the time is that until the next deal."""
        return self._state_name == OVER

    @property
    def rules(self) -> str:
        """What is agreed on about time, in a sentence."""
        table = self._table
        turn = _of_a_turn(table.away_after, has_bank=bool(table.bank_seconds)).format(
            time=lasting(table.turn_seconds), bank=lasting(table.bank_seconds), count=table.away_after
        )
        if not table.limit_seconds:
            return turn
        end = (
            _("The match has {time}; then it ends at once.")
            if table.limit_at_once
            else _("The match has {time}; then the deal is played to its end.")
        )
        return f"{turn} {end.format(time=lasting(table.limit_seconds))}"

    @property
    def match_ends(self) -> Moment | None:
        """When the time of the whole match is over; None where it has none, or nobody has begun."""
        return self._moment(self._table.limit_at)

    @property
    def match_ms(self) -> int:
        """What is left of the time of the match, less than nothing when it is over; in a pause it stands."""
        ends, since = self._table.limit_at, self._table.paused_at or self.at
        return (ends - since) // dt.timedelta(milliseconds=1) if ends else 0

    @property
    def match_words(self) -> str:
        """How long the match has still; the script counts on in the same words."""
        return lasting(max(0, ceil(self.match_ms / 1000)))

    @property
    def is_match_time_up(self) -> bool:
        """Whether only the deal that is being played is played to its end."""
        return self._table.limit_at is not None and self.match_ms <= 0

    @property
    def paused_since(self) -> Moment | None:
        """Since when the match is paused."""
        return self._moment(self._table.paused_at)

    @property
    def everybody_may_resume_at(self) -> Moment | None:
        """From when on everybody seated may let the match go on; None if they may."""
        if self._table.paused_at is None or self._table.paused_at + HOST_ALONE <= self.at:
            return None
        return self._moment(self._table.paused_at + HOST_ALONE)

    @property
    def pause_ends(self) -> Moment | None:
        """When a pause that nobody ended is over."""
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
            return _("{time} will be left in the time bank").format(time=lasting(max(0, left + bank)))
        said = (
            _("{time} will be left of this turn, and {bank} in the time bank")
            if bank
            else _("{time} will be left of this turn")
        )
        return said.format(time=lasting(max(0, left)), bank=lasting(bank))

    def _moment(self, when: dt.datetime | None) -> Moment | None:
        return Moment(when, moment(when, self.at)) if when else None


def _of_a_turn(away_after: int, *, has_bank: bool) -> str:
    if has_bank:
        return ngettext(
            "A turn has {time}, a player has a bank of {bank} beside; after one missed turn"
            " a bot takes over.",
            "A turn has {time}, a player has a bank of {bank} beside; after {count} missed turns"
            " a bot takes over.",
            away_after,
        )
    return ngettext(
        "A turn has {time}; after one missed turn a bot takes over.",
        "A turn has {time}; after {count} missed turns a bot takes over.",
        away_after,
    )


def turn_ms(table: Table, at: dt.datetime) -> int:
    """Return the milliseconds until the time of the turn ends; less than nothing when it has ended."""
    return (table.turn_ends_at - at) // dt.timedelta(milliseconds=1) if table.turn_ends_at else 0


def lasting(seconds: int) -> str:
    """Return a length of time in its one or two largest units: `3 days 4 h`, `5 min`, `42 s`."""
    if seconds < 120:
        return _("{seconds} s").format(seconds=seconds)
    if seconds < 3600:
        return _("{minutes} min").format(minutes=seconds // 60)
    hours, minutes = divmod(seconds // 60, 60)
    if hours < 24:
        said = _("{hours} h {minutes} min") if minutes else _("{hours} h")
        return said.format(hours=hours, minutes=minutes)
    days, hours = divmod(hours, 24)
    if hours:
        return ngettext("{days} day {hours} h", "{days} days {hours} h", days).format(days=days, hours=hours)
    return ngettext("{days} day", "{days} days", days).format(days=days)


def moment(when: dt.datetime, at: dt.datetime) -> str:
    """Return the hour, and the day unless it is today: `19:30 UTC`, `Tue 5 May, 19:30 UTC`."""
    there, here = timezone.localtime(when), timezone.localtime(at)
    hour = f"{there:%H:%M %Z}"
    return hour if there.date() == here.date() else f"{dateformat.format(there, 'D j M')}, {hour}"
