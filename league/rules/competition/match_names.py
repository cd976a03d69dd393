"""The names of the matches of a stage: semi-final 2, Round 2 table 4, Winners round 1 match 3 game 2."""

import re
from collections.abc import Mapping
from typing import Final

from league.rules.brackets.plan import RESET, PlannedMatch, PlannedRound, Slot
from league.rules.competition.stage import Match, Stage

_NUMBERED: Final = re.compile(r"Table \d+\Z")
_ONE_OF: Final = {"Semi-finals": "semi-final", "Quarter-finals": "quarter-final"}


def name_in_round(planned: PlannedRound, match: PlannedMatch, number: int) -> str:
    """Return the name of a match next to the name of its round; `number` from 1."""
    label = meeting_in_round(planned, match, number)
    if match.best_of == 1:
        return label
    return f"Game {match.game}" if label == planned.name else f"{label}, game {match.game}"


def meeting_in_round(planned: PlannedRound, match: PlannedMatch, number: int) -> str:
    """Return the name of the meeting of a match next to the name of its round; `number` from 1."""
    if match.needed == RESET:
        return "Second match"
    if match.name:
        return match.name
    if _alone(planned):
        return planned.name
    return f"Match {_number(match, number)}"


def name_at_table(match: Match, number: int) -> str:
    """Return the name of a match next to the name of its round once its table has a number in the room.

    Where two divisions play at a time, the first table of the second one may be table 3.
    """
    return in_the_room(name_in_round(match.round, match.planned, match.number), number)


def in_the_room(label: str, number: int) -> str:
    """Return the name of a match with the number that its table has in the room, 0 for none."""
    return f"Table {number}" if number and _NUMBERED.match(label) else label


def full_name(match: Match) -> str:
    """Return the name of a match including its round; its table has the number that it has in the room."""
    meeting, planned = meeting_name(match), match.planned
    return meeting if planned.best_of == 1 else f"{meeting}, game {planned.game}"


def meeting_name(match: Match) -> str:
    """Return the name of the meeting of a match including its round."""
    planned, label = match.round, meeting_in_round(match.round, match.planned, match.number)
    label = in_the_room(label, match.table_number)
    if label == planned.name:
        return planned.name
    one_of = _ONE_OF.get(planned.name)
    if one_of and not match.planned.name:
        return f"{one_of} {_number(match.planned, match.number)}"
    return f"{planned.name}, {label[0].lower()}{label[1:]}"


def seat_source(stage: Stage, slot: Slot) -> str:
    """Return the source of an open seat: winner of semi-final 2, rank 3 of Round 1, table 2."""
    if slot.division:
        return f"rank {slot.place} of division {slot.division}"
    before = stage.matches[slot.of]
    if len(before.planned.slots) == 2:
        return f"{'winner' if slot.place == 1 else 'loser'} of {meeting_name(before)}"
    return f"rank {slot.place} of {meeting_name(before)}"


def next_matches(stage: Stage) -> Mapping[tuple[str, int], Match]:
    """Return by match and place the later match to which that place leads: the first match of a meeting."""
    next_matches: dict[tuple[str, int], Match] = {}
    for match in stage.matches.values():
        for slot in match.planned.slots:
            if slot.of:
                next_matches.setdefault((slot.of, slot.place), match)
    return next_matches


def _number(match: PlannedMatch, number: int) -> int:
    """Return the number of a meeting in its round from the number of its match there."""
    return number if match.best_of == 1 else int(match.meeting.rpartition(".")[2])


def _alone(planned: PlannedRound) -> bool:
    """Whether a round has a single meeting, not counting resets."""
    first_two = planned.matches[:2]
    if len({match.meeting for match in first_two if match.needed != RESET}) == 2:
        return False
    meetings = (match.meeting for match in planned.matches if match.needed != RESET)
    first = next(meetings, None)
    return first is not None and all(meeting == first for meeting in meetings)


def is_final(stage: Stage, match: Match) -> bool:
    """Whether nothing follows for the winner of a match of a knock-out, who advances no further."""
    if stage.settings.is_redrawn:
        return match.round.is_final
    following = next_matches(stage)
    after = [following.get((game.id, 1)) for game in stage.meeting_of(match)]
    return not any(later is not None and later.seats.is_needed is not False for later in after)
