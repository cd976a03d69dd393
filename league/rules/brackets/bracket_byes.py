"""Byes known when pairs are drawn, passed on to later matches where an opponent can never come."""

from collections.abc import Mapping, Sequence

import msgspec

from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot


def without_empty_matches(rounds: Sequence[PlannedRound]) -> list[PlannedRound]:
    """Return the rounds without matches and rounds in which nobody can ever sit.

    A slot for a place that nobody takes becomes a bye; a match with one bye stays. The matches of a round are
    renumbered from 1, in the same order, and slots follow them.
    """
    renamed: dict[str, str] = {}
    takers: dict[str, int] = {}
    result = []
    for planned in rounds:
        matches: list[PlannedMatch] = []
        for match in planned.matches:
            seats = [_carried(slot, takers, renamed) for slot in match.slots]
            takers[match.id] = sum(not slot.is_bye for slot in seats)
            if takers[match.id]:
                renamed[match.id] = f"{planned.id}.{len(matches) + 1}"
                matches.append(msgspec.structs.replace(match, id=renamed[match.id], slots=seats))
        if matches:
            result.append(msgspec.structs.replace(planned, matches=matches))
    return result


def _carried(slot: Slot, takers: Mapping[str, int], renamed: Mapping[str, str]) -> Slot:
    if not slot.of:
        return slot
    return Slot(of=renamed[slot.of], place=slot.place) if slot.place <= takers[slot.of] else Slot()
