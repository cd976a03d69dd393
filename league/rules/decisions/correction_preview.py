"""A preview of a correction: nothing is written here."""

from collections.abc import Iterator
from typing import Self

import msgspec

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import PlannedRound, bye_id
from league.rules.competition.commands import CorrectResult
from league.rules.competition.evolve import fold
from league.rules.competition.match_names import is_final, meeting_in_round, name_in_round
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.consequences import is_tied
from league.rules.decisions.decide import decide
from league.rules.stages.next_draw import is_complete
from league.rules.stages.next_groups import groups_of_next
from league.rules.stages.stage_standings import rows_of
from league.rules.standings.row import StandingsRow

_NO_DICE = Chance(b"a preview draws no lots")


class Moved(msgspec.Struct, frozen=True):
    """A match whose entrants would change: in seat order, 0 for nobody, None for not known yet.

    `rests` says that a result no longer counts, `returns` that an earlier result counts again. `table` is the
    table in progress that loses the match, `table_back` the table that gets it back. A bye is listed like a
    match of one. `meeting` is the name of the meeting in which it is match `game`. `is_called_for` says that
    it becomes needed, or (False) is no longer needed, or (None) stays as it is; `is_unsure` says that this is
    open again.
    """

    stage: int
    match: str
    name: str
    round_name: str
    before: tuple[int | None, ...]
    after: tuple[int | None, ...]
    rests: bool
    returns: bool
    table: int
    table_back: int
    is_bye: bool = False
    meeting: str = ""
    game: int = 1
    is_called_for: bool | None = None
    is_unsure: bool = False

    @property
    def leaving(self) -> list[int]:
        """The entrants who would no longer sit there."""
        return [entrant for entrant in self.before if entrant and entrant not in self.after]

    @property
    def coming(self) -> list[int]:
        """The entrants who would sit there instead."""
        return [entrant for entrant in self.after if entrant and entrant not in self.before]


class Shifted(msgspec.Struct, frozen=True):
    """A row of a stage's standings that would change."""

    stage: int
    entrant: int
    rank_before: int
    rank: int
    points_before: int
    points: int


class Preview(msgspec.Struct, frozen=True):
    """The effects of a correction.

    `drawn_before` names the rounds, and `begun_before` the stages, that were drawn from the standings before
    the correction and stay as they are; `instead` are the entrants who would have advanced to such a stage by
    the standings after it, `passed` those who would not have. `has_draft` says that a draft was made of them.
    `unseated` would advance to a round that was drawn without a seat for them. `through` advance from the
    corrected match of a knock-out, and `stopped` no longer do.
    """

    moved: list[Moved]
    shifted: list[Shifted]
    is_tied: bool
    reopens: bool
    finishes: bool
    winners_before: list[int]
    winners: list[int]
    drawn_before: list[str]
    begun_before: list[str]
    instead: list[int]
    passed: list[int]
    has_draft: bool
    draws_next: bool
    unseated: list[int]
    through: list[int] = []
    stopped: list[int] = []

    @property
    def tables(self) -> list[int]:
        """The tables in progress whose match would have other entrants."""
        return [moved.table for moved in self.moved if moved.table]

    @property
    def consequences(self) -> Self:
        """The preview without what results of other matches change: ranks, and who else sits there."""
        moved = [
            msgspec.structs.replace(match, before=tuple(match.leaving), after=tuple(match.coming))
            for match in self.moved
        ]
        return msgspec.structs.replace(self, moved=moved, shifted=[])


def preview(state: State, command: CorrectResult) -> Preview:
    """Return the effects of a correction; refusals are those of the correction.

    Lots and rounds are not drawn for it: `is_tied` and `draws_next` say that they would be.
    """
    before = state.copy()
    before.created = msgspec.structs.replace(state.settings, by_hand=True, lots_by_hand=True)
    after = fold(decide(before, command, _NO_DICE), before.copy())
    stage, match = before.stages[command.stage - 1], after.match(command.stage, command.match)
    match_before = before.match(command.stage, command.match)
    instead, passed = _advancing(before, after, stage)
    went, goes = _through(stage, match_before), _through(stage, match)
    return Preview(
        moved=list(_moved(before, after)),
        shifted=list(_shifted(before, after)),
        is_tied=bool(match and match.result and match.result.is_tied) or is_tied(after) > is_tied(before),
        reopens=before.status == FINISHED and after.status == RUNNING,
        finishes=before.status == RUNNING and after.status == FINISHED,
        winners_before=before.winners,
        winners=after.winners,
        drawn_before=[planned.name for planned in stage.rounds_drawn_after(stage.matches[command.match])],
        begun_before=[later.settings.name for later in before.stages[command.stage :] if later.groups],
        instead=instead,
        passed=passed,
        has_draft=any(any_stage.draft is not None for any_stage in before.stages),
        draws_next=not state.settings.by_hand and _is_ready(after) and not _is_ready(before),
        unseated=sorted(_unseated(after) - _unseated(before)),
        through=sorted(goes - went),
        stopped=sorted(went - goes),
    )


def _through(stage: Stage, match: Match | None) -> set[int]:
    """Return those who advance from a match of a knock-out; nobody from a final."""
    if match is None or not stage.settings.is_knock_out or is_final(stage, match):
        return set()
    return {place.entrant for place in match.places if match.goes_on(place)}


def _moved(before: State, after: State) -> Iterator[Moved]:
    for was, now in zip(before.stages, after.stages, strict=True):
        for key, match in was.matches.items():
            other = now.matches[key]
            if _moves(match, other):
                yield _seats(was.number, match, other)
        for planned in was.rounds:
            for index, slot in enumerate(planned.byes):
                if was.who(slot) != now.who(slot):
                    yield _bye(was, now, planned, index)


def _moves(old: Match, other: Match) -> bool:
    """Whether a match is part of the preview: changed seats of a meeting are listed with its first match."""
    if old.is_needed != other.is_needed:
        return True
    if sorted(map(_order, old.slots)) == sorted(map(_order, other.slots)):
        return False
    return old.planned.game == 1 or any(it.result or (it.table and it.is_waiting) for it in (old, other))


def _bye(was: Stage, now: Stage, planned: PlannedRound, index: int) -> Moved:
    slot = planned.byes[index]
    return Moved(
        stage=was.number,
        match=bye_id(planned, index),
        name="Bye",
        round_name=planned.name,
        before=(was.who(slot),),
        after=(now.who(slot),),
        rests=False,
        returns=False,
        table=0,
        table_back=0,
        is_bye=True,
    )


def _seats(stage: int, old: Match, other: Match) -> Moved:
    return Moved(
        stage=stage,
        match=old.id,
        name=name_in_round(old.round, old.planned, old.number),
        round_name=old.round.name,
        before=old.slots,
        after=other.slots,
        rests=old.result is not None,
        returns=other.result is not None,
        table=old.table if old.is_waiting else 0,
        table_back=other.table if other.is_waiting else 0,
        meeting=meeting_in_round(old.round, old.planned, old.number),
        game=old.planned.game,
        is_called_for=other.is_needed if old.is_needed != other.is_needed else None,
        is_unsure=old.is_needed and other.seats.is_needed is None,
    )


def _unseated(state: State) -> set[int]:
    gone = state.gone()
    return {entrant for stage in state.stages for entrant in stage.unseated() if entrant not in gone}


def _order(slot: int | None) -> int:
    return -1 if slot is None else slot


def _shifted(before: State, after: State) -> Iterator[Shifted]:
    for was, now in zip(before.stages, after.stages, strict=True):
        old = {row.entrant: row for group in rows_of(before, was) for row in group}
        for group in rows_of(after, now):
            for row in group:
                if _rank_and_points(old[row.entrant]) != _rank_and_points(row):
                    first = old[row.entrant]
                    yield Shifted(was.number, row.entrant, first.rank, row.rank, first.points, row.points)


def _rank_and_points(row: StandingsRow) -> tuple[int, int]:
    return row.rank, row.points


def _advancing(before: State, after: State, stage: Stage) -> tuple[list[int], list[int]]:
    """Return the entrants who would have advanced to a stage that has begun, and those who would not have."""
    if stage.number == len(before.stages) or not before.stages[stage.number].groups:
        return [], []
    following = after.stages[stage.number]
    went = {entrant for group in following.groups for entrant in group}
    try:
        would = {entrant for group in groups_of_next(after, following) for entrant in group}
    except Refusal:
        return [], []  # a tie at the cut-off: undecided
    return sorted(would - went), sorted(went - would)


def _is_ready(state: State) -> bool:
    """Whether the next round could be drawn, or the next stage begun."""
    if (
        state.status != RUNNING
        or state.is_paused
        or not all(any_stage.is_drawn_out for any_stage in state.stages)
    ):
        return False
    return not is_complete(state, state.stage) or state.next_stage is not None
