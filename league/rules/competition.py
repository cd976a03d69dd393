"""What may be done in a competition: a command and the state give events, or a refusal with its reason."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

from games.rules.chance import Chance
from games.rules.refusal import IllegalCommand
from league.rules import commands as asked
from league.rules import events as happened
from league.rules.advance import Decision, Finish, advancing
from league.rules.announcement import check_announcement, check_tables, low_wins
from league.rules.formats import ELIMINATION_500, SEASON, elimination_500, season
from league.rules.points import points
from league.rules.standings import Row
from league.rules.state import FINISHED, NEW, PLANNED, RUNNING, Match, StageRound, State, fold


def decide(state: State, command: asked.AnyCommand, chance: Chance) -> list[happened.Event]:
    """Return the events of a command; the state is left as it is.

    Raises IllegalCommand (or another Refusal of the rulebook's options) when the command is impossible.
    """
    decider = _DECIDERS[type(command)]
    events: list[happened.Event] = decider(state, command, chance)
    return events


def standings(state: State) -> list[Row]:
    """Return the standings of the competition's format, best first."""
    return season.rows(state) if state.settings.format == SEASON else elimination_500.rows(state)


def _create(state: State, command: asked.Create, _chance: Chance) -> list[happened.Event]:
    if state.status != NEW:
        raise IllegalCommand("already_created", "This competition has been created already.")
    check_announcement(command)
    return [
        happened.CompetitionCreated(
            club=command.club,
            name=command.name.strip(),
            format=command.format,
            rulebook=command.rulebook,
            options=command.options,
            table_size=command.table_size,
            advance=command.advance if command.format == ELIMINATION_500 else 0,
            rounds=command.rounds if command.format == SEASON else 0,
            turn_seconds=command.turn_seconds,
            bot_pause_ms=command.bot_pause_ms,
            low_wins=low_wins(command.rulebook, command.options),
            rulebook_title=command.rulebook_title,
            bank_seconds=command.bank_seconds,
            away_after=command.away_after,
        )
    ]


def _enter(state: State, command: asked.Enter, _chance: Chance) -> list[happened.Event]:
    _must_be_planned(state, "Players can enter only before the start.")
    numbers = {one.player: one.number for one in state.entrants.values()}
    events: list[happened.Event] = []
    for player in command.players:
        known = numbers.get(player)
        if known is not None and (known not in state.entrants or not state.entrants[known].is_withdrawn):
            raise IllegalCommand("entered_already", "A player can enter a competition only once.")
        numbers[player] = known or len(numbers) + 1
        events.append(happened.EntrantEntered(numbers[player], player))
    return events


def _withdraw(state: State, command: asked.Withdraw, _chance: Chance) -> list[happened.Event]:
    entrant = state.entrants.get(command.entrant)
    if entrant is None:
        raise IllegalCommand("unknown_entrant", "There is no entrant with this number.")
    if entrant.is_withdrawn:
        raise IllegalCommand("withdrawn_already", "This entrant has withdrawn already.")
    if state.status == FINISHED:
        raise IllegalCommand("finished", "The competition is over.")
    if state.status == RUNNING and not _others_in(state, command.entrant):
        raise IllegalCommand("last_entrant", "The last entrant still in cannot withdraw.")
    return [happened.EntrantWithdrawn(command.entrant)]


def _seed(state: State, command: asked.Seed, _chance: Chance) -> list[happened.Event]:
    _must_be_planned(state, "The seeding is settled at the start.")
    if not state.active():
        raise IllegalCommand("too_few_entrants", "There is nobody to seed yet.")
    if sorted(command.order) != sorted(one.number for one in state.active()):
        raise IllegalCommand("bad_seeding", "The seeding must name every entrant exactly once.")
    return [happened.EntrantsSeeded(command.order)]


def _start(state: State, _command: asked.Start, _chance: Chance) -> list[happened.Event]:
    _must_be_planned(state, "The competition has been started already.")
    order = [one.number for one in state.active()]
    least = season.LEAST_ENTRANTS if state.settings.format == SEASON else elimination_500.LEAST_ENTRANTS
    if len(order) < least:
        raise IllegalCommand(
            "too_few_entrants", f"At least {least} entrants are needed, and there are {len(order)}."
        )
    check_tables(state.settings, len(order))
    return _with_next_round(state, [happened.CompetitionStarted(order)])


def _assign(state: State, command: asked.AssignTables, _chance: Chance) -> list[happened.Event]:
    events: list[happened.Event] = []
    current = _current(state)
    for number, table in sorted(command.tables.items()):
        match = state.match(current.number, number)
        if match is None:
            raise IllegalCommand("unknown_match", "There is no such match in this stage round.")
        if match.table:
            raise IllegalCommand("table_assigned", "This match has its table already.")
        events.append(happened.TableAssigned(current.number, number, table))
    return events


def _record(state: State, command: asked.RecordResult, chance: Chance) -> list[happened.Event]:
    current = _current(state)
    match = state.match(command.round, command.match)
    if match is None:
        raise IllegalCommand("unknown_match", "There is no such match in this competition.")
    if match.places:
        raise IllegalCommand("result_known", "This match has its result already.")
    if sorted(match.entrants) != sorted(one.entrant for one in command.finishes):
        raise IllegalCommand("wrong_entrants", "The result must name exactly the entrants of the match.")
    return _with_next_round(state, _result(state, current, match, command.finishes, chance))


def _result(
    state: State, stage_round: StageRound, match: Match, finishes: Sequence[Finish], chance: Chance
) -> list[happened.Event]:
    """Return the lot, if one was needed, and the result with who advances."""
    gone = [one.number for one in state.entrants.values() if one.is_withdrawn]
    decision = Decision([], "")
    if stage_round.survivors:
        decision = advancing(finishes, stage_round.survivors, chance, passed_over=gone)
    lot = [happened.LotDrawn(stage_round.number, match.number, decision.lot)] if decision.lot else []
    places = [
        happened.RecordedPlace(
            entrant=one.entrant,
            place=one.place,
            total=one.total,
            points=0 if stage_round.survivors else points(one.place, len(finishes)),
            deal_wins=one.deal_wins,
            last_deal=one.last_deal,
            advances=one.entrant in decision.entrants,
        )
        for one in sorted(finishes, key=lambda one: one.place)
    ]
    recorded = happened.ResultRecorded(stage_round.number, match.number, places, decision.decided_by)
    return [*lot, recorded]


def _with_next_round(state: State, events: list[happened.Event]) -> list[happened.Event]:
    """Add what follows at once: the end of the stage round, the next draw, the end of the competition."""
    after = fold(events, copy.deepcopy(state))
    if after.stage_rounds:
        if any(not match.places for match in after.stage_rounds[-1].matches):
            return events
        finished = happened.StageRoundFinished(after.stage_rounds[-1].number)
        events = [*events, finished]
    drawn = season.draw(after) if after.settings.format == SEASON else elimination_500.draw(after)
    return [*events, drawn or happened.CompetitionFinished(_winners(after))]


def _winners(state: State) -> list[int]:
    if state.settings.format == ELIMINATION_500:
        return [elimination_500.champion(state)]
    return [row.entrant for row in season.rows(state) if row.rank == 1]


def _others_in(state: State, leaving: int) -> bool:
    return any(
        not row.is_out and row.entrant != leaving and not state.entrants[row.entrant].is_withdrawn
        for row in standings(state)
    )


def _must_be_planned(state: State, sentence: str) -> None:
    if state.status != PLANNED:
        raise IllegalCommand("already_started", sentence)


def _current(state: State) -> StageRound:
    if state.status != RUNNING:
        raise IllegalCommand("not_running", "The competition is not being played.")
    return state.stage_rounds[-1]


_DECIDERS: dict[type[asked.Command], Callable[[State, Any, Chance], list[happened.Event]]] = {
    asked.Create: _create,
    asked.Enter: _enter,
    asked.Withdraw: _withdraw,
    asked.Seed: _seed,
    asked.Start: _start,
    asked.AssignTables: _assign,
    asked.RecordResult: _record,
}
