"""Playing draws in the tests: the better seed wins, or chance does; who withdrew loses by walkover."""

from collections.abc import Callable, Collection, Sequence

from games.rules.base.chance import Chance
from league.rules.brackets.plan import PlannedRound
from league.rules.brackets.progress import Seated, seated

Order = Callable[[tuple[int, ...]], Sequence[int]]


def best_first(present: tuple[int, ...]) -> list[int]:
    return sorted(present)


def by_chance(seed: int) -> Order:
    return Chance(str(seed).encode()).shuffled


def played(
    rounds: Sequence[PlannedRound], order: Order = best_first, withdrawn: Collection[int] = ()
) -> tuple[dict[str, Seated], dict[str, list[int]]]:
    """Play every match to the end; return who sat where, and all results (nobody where all withdrew)."""
    results: dict[str, list[int]] = {}

    def outcome(match: str, present: tuple[int, ...]) -> list[int]:
        ranked = order(present)
        there = [entrant for entrant in ranked if entrant not in withdrawn]
        results[match] = there + [entrant for entrant in ranked if entrant in withdrawn] if there else []
        return results[match]

    return seated(rounds, outcome), results


def slots(rounds: Sequence[PlannedRound], round_id: str) -> list[list[str]]:
    """Return the slots of a round in short: `3` an entrant, `R1.2>1` a place of a match, `-` a bye."""
    planned = next(round_ for round_ in rounds if round_.id == round_id)
    return [
        [
            str(slot.entrant) if slot.entrant else f"{slot.of}>{slot.place}" if slot.of else "-"
            for slot in match.slots
        ]
        for match in planned.matches
    ]
