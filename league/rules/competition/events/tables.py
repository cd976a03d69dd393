"""Events of the tables of matches, and of the timer of a round."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from games.rules.base.event_types import event_type
from games.rules.base.language import _, gettext_noop, ngettext
from league.rules.competition.events import upcasts
from league.rules.competition.events.base import (
    Event,
    SentenceContext,
    WebhookContext,
    WebhookEvent,
    always,
    of_match,
)
from league.rules.competition.stage import AtTable, entrants_key
from league.rules.competition.state import (
    State,
    Timer,
)

_PLAYED_AT: Final = {
    "online": gettext_noop("{match} is played at a table of this site."),
    "physical": gettext_noop("{match} is played with real cards."),
}


def _timer_changed(
    *, is_running: bool = True, is_paused: bool = False
) -> Callable[[Any, WebhookContext], WebhookEvent]:
    def webhook(event: Any, context: WebhookContext) -> WebhookEvent:
        ends_at, left = getattr(event, "ends_at", 0), getattr(event, "left", 0)
        stands = is_paused or bool(left)
        facts = {"is_running": is_running, "is_paused": stands, "ends_at": context.moment(ends_at)}
        return "timer.changed", {**facts, "left": left if stands else None}

    return webhook


@event_type("table_assigned", upcasts=[upcasts.assigned, dict])
class TableAssigned(Event, frozen=True):
    """These entrants play their match at the table with this id; `seated` are those who have not withdrawn.

    `number` is the table's number among those of the competition in play, 0 in early logs.
    """

    stage: int
    match: str
    entrants: list[int]
    table: int
    seated: list[int] = []
    number: int = 0

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        # Early logs do not contain the entrants. Computing them for every event would make long logs slow.
        entrants = self.entrants or stage.matches[self.match].entrants
        stage.tables[self.match, entrants_key(entrants)] = AtTable(
            self.table, self.seated or entrants, self.number
        )
        stage.forget_one(self.match)

    sentence = of_match(gettext_noop("{match} has begun at its table."))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "table.waiting",
            {
                "match": context.match(self.stage, self.match, self.entrants)
                | {"table": self.table, "table_number": self.number or None},
                "seated": self.seated or self.entrants,
            },
        )


@event_type("match_moved")
class MatchMoved(Event, frozen=True):
    """The match is played at another kind of table; its previous `table` was given up before a deal."""

    stage: int
    match: str
    venue: str
    entrants: list[int] = []
    table: int = 0

    def change(self, state: State) -> None:
        stage = state.stages[self.stage - 1]
        stage.venues[self.match] = self.venue
        stage.tables.pop((self.match, entrants_key(self.entrants)), None)
        stage.forget_one(self.match)

    def sentence(self, context: SentenceContext) -> str:
        return _(_PLAYED_AT[self.venue]).format(match=context.match(self.stage, self.match))

    def webhook(self, context: WebhookContext) -> WebhookEvent:
        return (
            "match.moved",
            {"match": context.match(self.stage, self.match, self.entrants) | {"venue": self.venue}},
        )


@event_type("timer_started")
class TimerStarted(Event, frozen=True):
    """The tables of a round have `seconds`, until `ends_at` (seconds since 1970)."""

    seconds: int
    ends_at: int

    def change(self, state: State) -> None:
        state.timer = Timer(self.seconds, self.ends_at, matches=state.matches_in_play())

    def sentence(self, context: SentenceContext) -> str:
        return _("The timer was started: {time}.").format(time=_minutes(self.seconds))

    webhook = _timer_changed()


@event_type("timer_extended")
class TimerExtended(Event, frozen=True):
    """All tables have more time, or the table of a `match` has `extra` seconds beyond the end for all.

    `ends_at` and, while it is paused, `left` are those of the timer afterwards.
    """

    seconds: int
    ends_at: int
    left: int = 0
    stage: int = 0
    match: str = ""
    extra: int = 0

    def change(self, state: State) -> None:
        before = state.timer
        if before is not None:
            extra = {**before.extra, (self.stage, self.match): self.extra} if self.match else before.extra
            state.timer = replace(before, ends_at=self.ends_at, left=self.left, extra=extra)

    def sentence(self, context: SentenceContext) -> str:
        time = _minutes(self.seconds)
        if not self.match:
            return _("Everyone got {time} more.").format(time=time)
        return _("{match} got {time} more.").format(match=context.match(self.stage, self.match), time=time)

    webhook = _timer_changed()


@event_type("timer_paused")
class TimerPaused(Event, frozen=True):
    """The clock is stopped; `left` seconds remain, negative when the time was over."""

    left: int

    def change(self, state: State) -> None:
        if state.timer is not None:
            state.timer = replace(state.timer, left=self.left, is_paused=True)

    sentence = always(gettext_noop("The timer was paused."))

    webhook = _timer_changed(is_paused=True)


@event_type("timer_resumed")
class TimerResumed(Event, frozen=True):
    ends_at: int

    def change(self, state: State) -> None:
        if state.timer is not None:
            state.timer = replace(state.timer, ends_at=self.ends_at, left=0, is_paused=False)

    sentence = always(gettext_noop("The timer was resumed."))

    webhook = _timer_changed()


@event_type("timer_stopped")
class TimerStopped(Event, frozen=True):
    def change(self, state: State) -> None:
        state.timer = None

    sentence = always(gettext_noop("The timer was removed."))

    webhook = _timer_changed(is_running=False)


def _minutes(seconds: int) -> str:
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes))
    if rest:
        parts.append(ngettext("{number} second", "{number} seconds", rest).format(number=rest))
    return " ".join(parts)
