"""Rounds as they are drawn: ids and names of the matches, prefixed with the group where there are groups."""

from collections.abc import Sequence

import msgspec

from league.rules.brackets.plan import BETWEEN_DIVISIONS, PlannedMatch, PlannedRound, Slot
from league.rules.competition.stage import Stage
from league.rules.settings.stages import SEASON


def round_of(number: int, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> PlannedRound:
    """Return a round with the entrants of each table in seat order, and the entrants with a bye."""
    matches = [
        PlannedMatch(f"R{number}.{index}", [Slot(entrant) for entrant in table], f"Table {index}")
        for index, table in enumerate(tables, start=1)
    ]
    return PlannedRound(f"R{number}", f"Round {number}", matches, [Slot(entrant) for entrant in byes])


def seating_of(number: int, tables: Sequence[Sequence[int]], waiting: Sequence[int]) -> PlannedRound:
    """Return the tables of an arena that begin together, and the free players who wait for the next ones."""
    planned = round_of(number, tables, waiting)
    return msgspec.structs.replace(planned, name=f"Seating {number}")


def in_group(stage: Stage, group: int, rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return the rounds of a group; of several groups, ids get its letter and names its label as a prefix."""
    if len(stage.groups) < 2:
        return list(rounds)
    prefix, group_label = f"{_letter(group)}.", label(stage, group)
    return [
        msgspec.structs.replace(
            planned,
            id=prefix + planned.id,
            name=f"{group_label}, {planned.name}",
            group=group,
            byes=_moved(stage, planned.byes, prefix),
            matches=[
                msgspec.structs.replace(match, id=prefix + match.id, slots=_moved(stage, match.slots, prefix))
                for match in planned.matches
            ],
        )
        for planned in rounds
    ]


def label(stage: Stage, group: int) -> str:
    """Return the name of a group of a stage, empty when there is only one group."""
    if len(stage.groups) < 2 or group == BETWEEN_DIVISIONS:
        return ""
    return f"Division {group + 1}" if stage.settings.format == SEASON else f"Group {_letter(group)}"


def _moved(stage: Stage, slots: Sequence[Slot], prefix: str) -> list[Slot]:
    """Add the group's prefix to the ids of matches drawn now; matches drawn before have it already."""
    return [
        msgspec.structs.replace(slot, of=prefix + slot.of)
        if slot.of and slot.of not in stage.matches
        else slot
        for slot in slots
    ]


def _letter(group: int) -> str:
    """Return A … Z, AA, AB … for 0, 1 …."""
    rest, last = divmod(group, 26)
    return (_letter(rest - 1) if rest else "") + chr(ord("A") + last)
