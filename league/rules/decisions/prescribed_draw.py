"""A draw prescribed by organizers: the seats row by row, checked against what the next draw seats."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from league.rules.brackets.plan import PlannedRound, Slot
from league.rules.competition.events import Draw
from league.rules.competition.stage import Stage
from league.rules.competition.state import State
from league.rules.decisions.prescribed_draw_faults import (
    Check,
    Fault,
    Frame,
    PrescribedSeat,
    byes_of,
    seated,
    tables_of,
)
from league.rules.settings.stages import ROUND_ROBIN
from league.rules.stages.drawn_rounds import in_group, round_of
from league.rules.stages.next_draw import (
    are_play_offs_due,
    has_next_round,
    next_draw,
    present,
    rounds_of,
    with_costs,
)

_NO_LOT: Final = "0" * 16


def frames(state: State) -> list[Frame]:
    """Return the seats of the next draw of a state that is ready for it, by group.

    Refusals: `nothing_to_draw`, `play_offs_follow`.
    """
    stage = state.stage
    if are_play_offs_due(state, stage):
        raise IllegalCommand(
            "play_offs_follow",
            _("The final standings decide who is in the play-offs: no one else can be seated."),
        )
    expected = list(_of_knock_out(state, stage) if stage.settings.is_knock_out else _of_rounds(state, stage))
    if not expected:
        raise IllegalCommand("nothing_to_draw", _("Everything is already paired."))
    return expected


def prescribed(
    state: State, rows: Sequence[PrescribedSeat], names: Mapping[int, str], faults: Sequence[Fault] = ()
) -> Draw:
    """Return the draw prescribed by rows for a state that is ready for it, with its costs.

    `names` are the names of the entrants, for sentences; `faults` are those already found in the rows. The
    draw uses no lot and has no seed. Refusals: those of `frames`, `bad_seating`.
    """
    expected = frames(state)
    Check(state, expected, names).rows(rows, faults)
    if state.stage.settings.is_knock_out:
        return Draw(list(_knock_out(state, rows)))
    rounds = [planned for frame in expected for planned in _new_rounds(state.stage, frame, rows)]
    return with_costs(state, state.stage, Draw(rounds))


def _of_knock_out(state: State, stage: Stage) -> Iterator[Frame]:
    draw = next_draw(state, stage, _NO_LOT)
    groups = {planned.group: planned for planned in reversed(draw.rounds if draw else [])}
    for group, base in sorted(groups.items()):
        yield Frame(
            group,
            list(dict.fromkeys(entrant for entrant in map(stage.who, _slots(base)) if entrant)),
            _number(base),
            sizes=[sum(not slot.is_bye for slot in match.slots) for match in base.matches if match.game == 1],
            byes=len(base.byes),
            advance=base.advance,
            is_bracket=stage.settings.seats == 2 and not base.byes,
        )


def _of_rounds(state: State, stage: Stage) -> Iterator[Frame]:
    is_whole = stage.settings.format == ROUND_ROBIN
    for group in range(len(stage.groups)):
        entrants = present(state, stage, group)
        is_drawn = bool(stage.rounds) if is_whole else not has_next_round(state, stage, group)
        if len(entrants) > 1 and not is_drawn:
            yield Frame(group, entrants, rounds_of(stage, group) + 1, is_whole)


def _new_rounds(stage: Stage, frame: Frame, rows: Sequence[PrescribedSeat]) -> Iterator[PlannedRound]:
    """Yield the rounds of a group that follow from their rows alone."""
    of_group = [row for row in rows if row.group == frame.group]
    for number in sorted({row.round or frame.first for row in of_group}):
        here = [row for row in of_group if (row.round or frame.first) == number]
        seats = [seated(table) for table in tables_of(here).values()]
        yield from in_group(stage, frame.group, [round_of(number, seats, byes_of(here))])


def _knock_out(state: State, rows: Sequence[PrescribedSeat]) -> Iterator[PlannedRound]:
    """Yield the rounds of a knock-out as they would be drawn, with the prescribed entrants in the first."""
    draw = next_draw(state, state.stage, _NO_LOT)
    assert draw is not None  # its rounds are the frames
    changed: dict[Slot, Slot] = {}
    seen: set[int] = set()
    for planned in draw.rounds:
        if planned.group not in seen:
            seen.add(planned.group)
            now = _into(state.stage, planned, [row for row in rows if row.group == planned.group])
            changed |= dict(zip(planned.byes, now.byes, strict=True))
            yield now
        else:
            yield _with(planned, changed)


def _into(stage: Stage, base: PlannedRound, rows: Sequence[PrescribedSeat]) -> PlannedRound:
    """Return a round of a knock-out with the prescribed entrants; places of earlier matches stay slots."""
    slot_of = {stage.who(slot): slot for slot in _slots(base)}
    meetings = dict.fromkeys(match.meeting for match in base.matches)
    tables = dict(zip(meetings, tables_of(rows).values(), strict=True))
    matches = []
    for match in base.matches:
        here = [slot_of[entrant] for entrant in seated(tables[match.meeting])]
        here += [slot for slot in match.slots if slot.is_bye]
        matches.append(msgspec.structs.replace(match, slots=here if match.game % 2 else here[::-1]))
    return msgspec.structs.replace(
        base, matches=matches, byes=[slot_of[entrant] for entrant in byes_of(rows)]
    )


def _with(planned: PlannedRound, changed: Mapping[Slot, Slot]) -> PlannedRound:
    """Return a later round after the entrants with byes before it have changed."""
    matches = [
        msgspec.structs.replace(match, slots=[changed.get(slot, slot) for slot in match.slots])
        for match in planned.matches
    ]
    byes = [changed.get(slot, slot) for slot in planned.byes]
    return msgspec.structs.replace(planned, matches=matches, byes=byes)


def _slots(planned: PlannedRound) -> list[Slot]:
    return [*planned.byes, *(slot for match in planned.matches for slot in match.slots)]


def _number(planned: PlannedRound) -> int:
    """Return the number in the id of a round: 2 of `A.R2`."""
    digits = planned.id.rpartition(".")[2].lstrip("RW")
    return int(digits) if digits.isdecimal() else 1
