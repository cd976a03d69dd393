"""How events change the state of a competition: events carry outcomes, so nothing is computed here."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import msgspec

from games.rules.base.spelling import legible
from league.rules.competition import events as happened
from league.rules.competition.draft import swapped
from league.rules.competition.events import Event
from league.rules.competition.stage import Adjustment, AtTable, Stage, met
from league.rules.competition.state import (
    CANCELLED,
    CHECK_IN,
    FINISHED,
    PLANNED,
    REGISTRATION,
    RUNNING,
    Entrant,
    State,
    Timer,
)

_replace = msgspec.structs.replace


def evolve(state: State, event: Event) -> None:
    """Apply an event to the state; events without effect are ignored."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event)


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after the events."""
    state = state or State()
    for event in events:
        evolve(state, event)
    return state


def _created(state: State, event: happened.CompetitionCreated) -> None:
    stages = [_replace(stage, name=legible(stage.name)) for stage in event.stages]
    readable = {"name": legible(event.name), "rulebook_title": legible(event.rulebook_title)}
    state.created, state.status = _replace(event, stages=stages, **readable), PLANNED
    state.stages = [
        Stage(number, settings, tiebreaks=list(settings.tiebreaks))
        for number, settings in enumerate(stages, start=1)
    ]


def _registration_opened(state: State, _event: happened.RegistrationOpened) -> None:
    state.status = REGISTRATION


def _registration_closed(state: State, _event: happened.RegistrationClosed) -> None:
    state.status = PLANNED


def _check_in_opened(state: State, event: happened.CheckInOpened) -> None:
    state.status, state.code, state.was_checked_in = CHECK_IN, event.code, True


def _check_in_closed(state: State, _event: happened.CheckInClosed) -> None:
    state.status, state.code = PLANNED, ""


def _entered(state: State, event: happened.EntrantEntered) -> None:
    state.entrants[event.entrant] = Entrant(
        event.entrant, event.player, team=legible(event.team), is_waiting=event.is_waiting
    )
    if event.group >= 0:
        state.stage.groups[event.group].append(event.entrant)


def _admitted(state: State, event: happened.EntrantAdmitted) -> None:
    state.entrants[event.entrant].is_waiting = False


def _withdrawn(state: State, event: happened.EntrantWithdrawn) -> None:
    state.entrants[event.entrant].gone = event.kind


def _reinstated(state: State, event: happened.EntrantReinstated) -> None:
    state.entrants[event.entrant].gone = ""


def _checked_in(state: State, event: happened.EntrantCheckedIn) -> None:
    state.entrants[event.entrant].is_here = event.is_here


def _substituted(state: State, event: happened.PlayerSubstituted) -> None:
    state.entrants[event.entrant].player = event.player


def _team_named(state: State, event: happened.TeamNamed) -> None:
    state.entrants[event.entrant].team = legible(event.team)


def _party_named(state: State, event: happened.PartyNamed) -> None:
    state.entrants[event.entrant].party = legible(event.party)


def _seeded(state: State, event: happened.EntrantsSeeded | happened.CompetitionStarted) -> None:
    for entrant in state.entrants.values():
        entrant.seed = 0
    for seed, number in enumerate(event.order, start=1):
        state.entrants[number].seed = seed


def _started(state: State, event: happened.CompetitionStarted) -> None:
    _seeded(state, event)
    state.status, state.code = RUNNING, ""


def _stage_started(state: State, event: happened.StageStarted) -> None:
    state.stages[event.stage - 1].groups = [list(group) for group in event.groups]


def _draw_part(state: State, event: happened.DrawPart) -> None:
    state.stages[event.stage - 1].parts.append(event.draw)


def _draft_made(state: State, event: happened.DraftMade) -> None:
    stage = state.stages[event.stage - 1]
    stage.draft = stage.proposal = stage.whole(event.draw)
    stage.parties = state.parties()


def _draft_adjusted(state: State, event: happened.DraftAdjusted) -> None:
    stage = state.stages[event.stage - 1]
    if stage.draft is not None:
        stage.draft = swapped(stage.draft, event.one, event.other)


def _draft_discarded(state: State, event: happened.DraftDiscarded) -> None:
    stage = state.stages[event.stage - 1]
    stage.draft = stage.proposal = None


def _drawn(state: State, event: happened.StageRoundDrawn) -> None:
    stage = state.stages[event.stage - 1]
    if not stage.groups:  # early logs have no event for the begin of a stage
        stage.groups = [[entrant.number for entrant in state.active()]]
    draw = stage.whole(event.draw)
    stage.rounds += draw.rounds
    stage.draws.append(draw)
    stage.draft = stage.proposal = None
    stage.forget()
    state.timer = None


def _assigned(state: State, event: happened.TableAssigned) -> None:
    stage = state.stages[event.stage - 1]
    # Early logs do not say who sits there. Computing that for every event would make long logs slow.
    entrants = event.entrants or stage.matches[event.match].entrants
    stage.tables[event.match, met(entrants)] = AtTable(event.table, event.seated or entrants, event.number)
    stage.forget_one(event.match)


def _moved(state: State, event: happened.MatchMoved) -> None:
    stage = state.stages[event.stage - 1]
    stage.venues[event.match] = event.venue
    stage.tables.pop((event.match, met(event.entrants)), None)
    stage.forget_one(event.match)


def _timer_started(state: State, event: happened.TimerStarted) -> None:
    state.timer = Timer(event.seconds, event.ends_at)


def _timer_extended(state: State, event: happened.TimerExtended) -> None:
    before = state.timer
    if before is not None:
        extra = {**before.extra, (event.stage, event.match): event.extra} if event.match else before.extra
        state.timer = replace(before, ends_at=event.ends_at, left=event.left, extra=extra)


def _timer_paused(state: State, event: happened.TimerPaused) -> None:
    if state.timer is not None:
        state.timer = replace(state.timer, left=event.left, is_paused=True)


def _timer_resumed(state: State, event: happened.TimerResumed) -> None:
    if state.timer is not None:
        state.timer = replace(state.timer, ends_at=event.ends_at, left=0, is_paused=False)


def _timer_stopped(state: State, _event: happened.TimerStopped) -> None:
    state.timer = None


def _lot_drawn(state: State, event: happened.LotDrawn) -> None:
    stage = state.stages[event.stage - 1]
    match = stage.matches.get(event.match)
    if event.advancing and match is not None and match.result is not None:
        on = event.advancing[: max(1, match.round.advance)] if match.planned.best_of == 1 else []
        places = [_replace(place, advances=place.entrant in on) for place in match.result.places]
        drawn = _replace(match.result, places=places, order=event.advancing, decided_by="lot", is_tied=False)
        stage.keep(event.match, match.entrants, drawn)


def _stage_lot_drawn(state: State, event: happened.StageLotDrawn) -> None:
    state.stages[event.stage - 1].lot += event.order


def _divisions_ranked(state: State, event: happened.DivisionsRanked) -> None:
    stage = state.stages[event.stage - 1]
    stage.divisions = event.tables
    stage.forget()


def _recorded(state: State, event: happened.ResultRecorded | happened.ResultCorrected) -> None:
    state.stages[event.stage - 1].keep(event.match, event.entrants, event.result)


def _points_adjusted(state: State, event: happened.PointsAdjusted) -> None:
    line = Adjustment(event.number, event.entrant, event.points, event.reason)
    state.stages[event.stage - 1].adjustments[event.number] = line


def _adjustment_withdrawn(state: State, event: happened.AdjustmentWithdrawn) -> None:
    state.stages[event.stage - 1].adjustments[event.number].is_withdrawn = True


def _tiebreaks_chosen(state: State, event: happened.TieBreaksChosen) -> None:
    state.stages[event.stage - 1].tiebreaks = list(event.codes)


def _paused(state: State, _event: happened.CompetitionPaused) -> None:
    state.is_paused = True


def _resumed(state: State, _event: happened.CompetitionResumed) -> None:
    state.is_paused = False


def _cancelled(state: State, event: happened.CompetitionCancelled) -> None:
    state.status, state.code, state.reason = CANCELLED, "", event.reason


def _archived(state: State, _event: happened.CompetitionArchived) -> None:
    state.is_archived = True


def _restored(state: State, _event: happened.CompetitionRestored) -> None:
    state.is_archived = False


def _finished(state: State, event: happened.CompetitionFinished) -> None:
    state.status, state.winners = FINISHED, event.winners


def _reopened(state: State, _event: happened.CompetitionReopened) -> None:
    state.status, state.winners = RUNNING, []


_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    happened.CompetitionCreated: _created,
    happened.RegistrationOpened: _registration_opened,
    happened.RegistrationClosed: _registration_closed,
    happened.CheckInOpened: _check_in_opened,
    happened.CheckInClosed: _check_in_closed,
    happened.EntrantEntered: _entered,
    happened.EntrantAdmitted: _admitted,
    happened.EntrantWithdrawn: _withdrawn,
    happened.EntrantReinstated: _reinstated,
    happened.EntrantCheckedIn: _checked_in,
    happened.PlayerSubstituted: _substituted,
    happened.EntrantsSeeded: _seeded,
    happened.TeamNamed: _team_named,
    happened.PartyNamed: _party_named,
    happened.CompetitionStarted: _started,
    happened.StageStarted: _stage_started,
    happened.DrawPart: _draw_part,
    happened.DraftMade: _draft_made,
    happened.DraftAdjusted: _draft_adjusted,
    happened.DraftDiscarded: _draft_discarded,
    happened.StageRoundDrawn: _drawn,
    happened.TableAssigned: _assigned,
    happened.MatchMoved: _moved,
    happened.TimerStarted: _timer_started,
    happened.TimerExtended: _timer_extended,
    happened.TimerPaused: _timer_paused,
    happened.TimerResumed: _timer_resumed,
    happened.TimerStopped: _timer_stopped,
    happened.LotDrawn: _lot_drawn,
    happened.StageLotDrawn: _stage_lot_drawn,
    happened.DivisionsRanked: _divisions_ranked,
    happened.ResultRecorded: _recorded,
    happened.ResultCorrected: _recorded,
    happened.PointsAdjusted: _points_adjusted,
    happened.AdjustmentWithdrawn: _adjustment_withdrawn,
    happened.TieBreaksChosen: _tiebreaks_chosen,
    happened.CompetitionPaused: _paused,
    happened.CompetitionResumed: _resumed,
    happened.CompetitionCancelled: _cancelled,
    happened.CompetitionArchived: _archived,
    happened.CompetitionRestored: _restored,
    happened.CompetitionFinished: _finished,
    happened.CompetitionReopened: _reopened,
}
