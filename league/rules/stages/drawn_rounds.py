"""A round as it is drawn: ids and names of its matches, and in a stage of groups those of its group."""

from collections.abc import Sequence

import msgspec

from league.rules.brackets.plan import BETWEEN_DIVISIONS, PlannedMatch, PlannedRound, Slot
from league.rules.competition.stage import Stage
from league.rules.settings.stages import SEASON


def round_of(number: int, tables: Sequence[Sequence[int]], byes: Sequence[int]) -> PlannedRound:
    """Return a round of known entrants, in seat order, and of those who sit out."""
    matches = [
        PlannedMatch(f"R{number}.{index}", [Slot(one) for one in table], f"Table {index}")
        for index, table in enumerate(tables, start=1)
    ]
    return PlannedRound(f"R{number}", f"Round {number}", matches, [Slot(one) for one in byes])


def in_group(stage: Stage, group: int, rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return rounds of a group; of several with its letter before all ids and its label before the names."""
    if len(stage.groups) < 2:
        return list(rounds)
    prefix, said = f"{_letter(group)}.", label(stage, group)
    return [
        msgspec.structs.replace(
            planned,
            id=prefix + planned.id,
            name=f"{said}, {planned.name}",
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
    """Return what people call a group of a stage, empty when there is but one."""
    if len(stage.groups) < 2 or group == BETWEEN_DIVISIONS:
        return ""
    return f"Division {group + 1}" if stage.settings.format == SEASON else f"Group {_letter(group)}"


def _moved(stage: Stage, slots: Sequence[Slot], prefix: str) -> list[Slot]:
    """Put a letter before the ids of matches that are drawn now; those drawn before have it already."""
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
