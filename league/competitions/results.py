"""Results: from finished tables and by hand; corrections, with what they would do.

A result is a kind of `result_kinds`, the finishes of those who played and the entry numbers of those who
did not. `after` is the version of the competition that its sender saw (`stale` when it has moved on).
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import replace

from games import scoresheets, tables
from games.eventstore import ConflictError
from games.localization.lists import listed
from games.models import Player, Seat, Table
from games.rules.base.refusal import Refusal
from league.competitions import tables_follow_results
from league.competitions.opening import catch_up, open_tables
from league.competitions.stream import Stream, locked, state_at, state_of
from league.models import Competition, Match
from league.rules.brackets.advance import Finish
from league.rules.competition import stage as stages
from league.rules.competition.commands import CorrectResult, DrawLot, RecordResult
from league.rules.competition.events import ResultCorrected
from league.rules.competition.state import RUNNING, State
from league.rules.decisions import correction_preview as previews
from league.rules.decisions.consequences import is_arena, is_waiting_for_clock
from league.rules.decisions.correction_preview import Preview
from league.rules.decisions.plausibility import knocks_out, require_known_order, require_plausible
from league.rules.settings import result_kinds
from league.rules.settings.venues import PHYSICAL

__all__ = [
    "ConflictError",
    "EntrantResult",
    "OtherConsequencesError",
    "Outcome",
    "Preview",
    "ResultSlip",
    "collect",
    "correct",
    "draw_lot",
    "preview",
    "reopening",
    "report",
    "slip_of",
    "uncollected",
]

BY = "clock"
"""The actor in the log of what follows by itself from a finished match."""
_LATELY = dt.timedelta(hours=1)


class OtherConsequencesError(ConflictError):
    """The match is as the sender saw it, but results of others change what its correction would do."""


class EntrantResult(NamedTuple):
    """The result of an entrant as it was written down; None for what was left open."""

    place: int | None = None
    total: int | None = None
    deal_wins: int | None = None
    last_deal: int | None = None
    in_hand: int | None = None
    is_absent: bool = False


class Outcome(NamedTuple):
    """A result by hand as the commands take it."""

    finishes: list[Finish]
    kind: str = result_kinds.PLAYED
    absent: list[int] = []


@dataclass(frozen=True)
class ResultSlip:
    """A match whose result is written down; `names` of all entrants by entry number."""

    state: State
    stage: int
    match: stages.Match
    names: Mapping[int, str]

    def outcome(
        self, kind: str, rows: Mapping[int, EntrantResult], *, is_sure: bool = False, at: dt.datetime
    ) -> Outcome:
        """Return the result from its rows by entry number, as it was sent.

        Places may be shared; where all are left open they follow from the totals. ValidationError when some
        places are missing. Refusals: `impossible_result`, and `unlikely_result` unless the sender is sure.
        """
        if kind in result_kinds.WITHOUT_PLACES:
            return Outcome([], kind, [])
        written = {entrant: rows.get(entrant, EntrantResult()) for entrant in self.match.entrants}
        playing = {entrant: row for entrant, row in written.items() if not row.is_absent}
        order = self._order(playing)
        finishes = [
            Finish(
                entrant,
                1 + sum(other < order[entrant] for other in order.values()),
                row.total or 0,
                row.last_deal or 0,
                row.deal_wins or 0,
                row.in_hand or 0,
            )
            for entrant, row in playing.items()
        ]
        if kind == result_kinds.PLAYED and not self._is_known(finishes):
            if not is_sure:
                _require_points(list(playing.values()))
            require_plausible(
                self.state,
                finishes,
                is_sure=is_sure,
                is_correction=self.match.result is not None,
                is_time_up=self._is_time_up(at),
            )
            if not any(row.place for row in playing.values()):
                require_known_order(self.state, finishes, is_sure=is_sure)
        return Outcome(finishes, kind, [entrant for entrant, row in written.items() if row.is_absent])

    @property
    def ranks_by_totals(self) -> bool:
        """Whether places follow from totals, so that new totals mean new places."""
        return not knocks_out(self.state)

    def _is_time_up(self, at: dt.datetime) -> bool:
        timer, now = self.state.timer, int(at.timestamp())
        return timer is not None and timer.seconds_left(now, self.stage, self.match.id) <= 0

    def _is_known(self, finishes: Sequence[Finish]) -> bool:
        """Whether these places and totals are recorded already."""
        known = {(place.entrant, place.place, place.total) for place in self.match.places}
        return known == {(finish.entrant, finish.place, finish.total) for finish in finishes}

    def _order(self, playing: Mapping[int, EntrantResult]) -> dict[int, int]:
        """Return by what the entrants rank, the lowest first: places, or totals where nobody has a place."""
        places = {entrant: row.place for entrant, row in playing.items() if row.place}
        totals = {entrant: row.total for entrant, row in playing.items() if row.total is not None}
        if not places and len(totals) == len(playing):
            low_wins = self.state.settings.low_wins
            return {entrant: total if low_wins else -total for entrant, total in totals.items()}
        if missing := [self.names[entrant] for entrant in playing if entrant not in places]:
            sentence = ngettext("What rank did {names} reach?", "What ranks did {names} reach?", len(missing))
            raise ValidationError(sentence.format(names=listed(missing)))
        return places


def at_table(match: stages.Match, seats: Sequence[Seat]) -> dict[int, EntrantResult]:
    """Return what is known of an open match at its table, by entrant; empty before its first points.

    Places are known where the end was reported there. Three queries for real cards, else none.
    """
    if not any(seat.total for seat in seats):
        return {}
    places = [seat.place for seat in seats]
    if seats[0].table.is_physical and (reported := scoresheets.look(seats[0].table_id).places):
        places = list(reported)
    seated = match.seated or match.entrants
    return {
        entrant: EntrantResult(place=place, total=seat.total)
        for entrant, seat, place in zip(seated, seats, places, strict=False)
    }


def slip_of(competition_id: int, stage: int, key: str) -> ResultSlip:
    """Return the slip of a match. Two queries; Competition.DoesNotExist, also when it was never drawn."""
    state = state_of(competition_id)
    match = state.match(stage, key)
    if match is None:
        raise Competition.DoesNotExist
    return ResultSlip(state, stage, match, entrant_names(state))


def entrant_names(state: State) -> dict[int, str]:
    """Return the names of all entrants by entry number. One query."""
    players = Player.objects.in_bulk([entrant.player for entrant in state.entrants.values()])
    return {number: players[entrant.player].name for number, entrant in state.entrants.items()}


def collect(table_id: int, *, at: dt.datetime) -> bool:
    """Record the result of a finished competition table; draw and open what follows from it.

    Players who left a table with real cards before its first deal count as absent. Doing it again changes
    nothing: False when the table belongs to no match, is still being played, or has been collected. All in
    one transaction.
    """
    row = Match.objects.filter(table_id=table_id).first()
    result = tables.result(table_id) if row else None
    if row is None or result is None:
        return False
    with locked(row.competition_id, by=BY, at=at) as stream:
        match = stream.state.match(row.stage, row.key)
        is_running = stream.state.status == RUNNING
        if not is_running or match is None or match.table != table_id:
            return False
        if not match.is_waiting or (match.is_reopened and not _ended_afterwards(stream, match, result)):
            return False
        seated = match.seated or match.entrants
        undealt = scoresheets.look(table_id).undealt if row.venue == PHYSICAL else []
        played = [entrant for seat, entrant in enumerate(seated) if seat not in undealt]
        absent = [entrant for entrant in match.entrants if entrant not in played]
        finishes = _finishes(seated, result, played)
        stream.do(RecordResult(row.stage, row.key, finishes, absent=absent), by=BY, at=at)
        open_tables(stream, by=BY, at=at)
    return True


def _finishes(seated: Sequence[int], result: tables.Result, played: Sequence[int]) -> list[Finish]:
    """Return how the entrants who played at a table finished, with places among them."""
    by_seat = zip(
        seated,
        result.places,
        result.totals,
        result.last_deal,
        result.deal_wins,
        result.points_in_hand,
        strict=True,
    )
    finishes = [finish for finish in (Finish(*facts) for facts in by_seat) if finish.entrant in played]
    places = [finish.place for finish in finishes]
    return [replace(finish, place=1 + sum(place < finish.place for place in places)) for finish in finishes]


def uncollected(*, at: dt.datetime) -> list[int]:
    """Return the finished tables whose result is still missing, longest finished first. One query.

    A match that was reopened may have ended at its table since then: that is looked at for an hour.
    """
    lately = Q(kind=result_kinds.OPEN, table__finished_at__gt=at - _LATELY)
    waiting = Match.objects.filter(
        Q(kind="") | lately,
        table__status=Table.Status.FINISHED,
        competition__status=Competition.Status.RUNNING,
    )
    return [
        table for (table,) in waiting.order_by("table__finished_at", "pk").values_list("table_id") if table
    ]


def report(
    competition_id: int,
    *,
    stage: int,
    match: str,
    finishes: Sequence[Finish],
    kind: str = result_kinds.PLAYED,
    absent: Sequence[int] = (),
    at_once: bool = False,
    after: int | None = None,
    by: str,
    at: dt.datetime,
) -> None:
    """Record the first result of a match, of any kind; what follows from it follows at once.

    One that was taken back is corrected with it: then what follows waits, as `correct` says, unless the
    sender wants it `at_once`.

    Refusals: `result_known`, `not_ready`, `unknown_match`, and those of a result that contradicts itself.
    """
    command = RecordResult(stage, match, list(finishes), kind, list(absent))
    with locked(competition_id, by=by, at=at) as stream:
        known = stream.state.match(stage, match)
        is_correction = known is not None and known.is_reopened
        happened = stream.do(command, after=after, about=(stage, match), by=by, at=at)
        if known is not None and known.table:
            tables_follow_results.follow(stream, happened, by=by, at=at)
        if not is_correction:
            open_tables(stream, by=by, at=at)
        elif at_once and is_waiting_for_clock(stream.state) and not is_arena(stream.state):
            catch_up(stream, by=by, at=at)


def correct(
    competition_id: int, correction: CorrectResult, *, after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Replace a result, or with the kind `open` take it back; any match, at any time.

    Draws and tables that follow from it wait for `competitions.go_on`, so that correcting back undoes it all.
    Played results of later matches in which others sit now rest, and count again when that is corrected back.
    Refusals: `no_result`, `nothing_changes`, and those of a result that contradicts itself.
    """
    with locked(competition_id, by=by, at=at) as stream:
        _require_same_consequences(stream, correction, after)
        happened = stream.do(
            correction, after=after, about=(correction.stage, correction.match), by=by, at=at
        )
        tables_follow_results.follow(stream, happened, by=by, at=at)


def reopening(stage: int, match: str, reason: str) -> CorrectResult:
    """Return the correction that takes a result back, so that the match is open again."""
    return CorrectResult(stage, match, [], result_kinds.OPEN, [], reason)


def draw_lot(
    competition_id: int, *, stage: int, match: str = "", after: int | None = None, by: str, at: dt.datetime
) -> None:
    """Let a recorded lot decide a tied match, or without a match who goes on. Refusal `no_tie`."""
    with locked(competition_id, by=by, at=at) as stream:
        about = (stage, match) if match else None
        stream.do(DrawLot(stage, match), after=after, about=about, by=by, at=at)
        open_tables(stream, by=by, at=at)


def preview(competition_id: int, correction: CorrectResult) -> Preview:
    """Say what a correction would do; nothing is written. One query. Refusals are those of `correct`."""
    return previews.preview(state_of(competition_id), correction)


def _require_same_consequences(stream: Stream, correction: CorrectResult, after: int | None) -> None:
    """Refuse (`stale`) a correction that would now do something else than its preview said."""
    if after is None or after == len(stream.rows):
        return
    if stream.has_changed(correction.stage, correction.match, since=after):
        return  # the command says so
    # Before the announcement nothing was seen.
    seen = state_at(stream.rows[:after]) if after else None
    if seen is None:
        raise ConflictError(version=len(stream.rows))
    then, now = previews.preview(seen, correction), previews.preview(stream.state, correction)
    if then.consequences != now.consequences:
        raise OtherConsequencesError(version=len(stream.rows))


def _ended_afterwards(stream: Stream, match: stages.Match, result: tables.Result) -> bool:
    """Whether the match came to its end at the table after organizers had taken an earlier result back."""
    reopened = [
        row.at
        for row in stream.rows
        if isinstance(row.event, ResultCorrected) and row.event.match == match.id and row.event.result is None
    ]
    return result.finished_at is not None and result.finished_at >= reopened[-1]


def _require_points(rows: Sequence[EntrantResult]) -> None:
    """Ask about totals that are all 0; a result by places alone says nothing of points."""
    if rows and all(row.total == 0 and not row.place for row in rows):
        raise Refusal("unlikely_result", _("No one has any points. Is the match over?"))
