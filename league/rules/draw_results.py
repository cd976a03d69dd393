"""Results so far as a draw takes them: who took which place of a match, found by who played in it."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence

import msgspec

from games.rules.refusal import Refusal
from league.rules.history import DOUBLE_FORFEIT, Bye, Entrant, History, PlayedMatch, PlayedRound


def by_seed(history: History, seeds: Mapping[Entrant, int], count: int) -> History:
    """Return the history with seeds for names; entrants are all seeds up to `count`."""

    def match(one: PlayedMatch) -> PlayedMatch:
        return msgspec.structs.replace(
            one, entrants=[seeds[name] for name in one.entrants], absent=[seeds[name] for name in one.absent]
        )

    def bye(one: Bye) -> Bye:
        return msgspec.structs.replace(one, entrant=seeds[one.entrant])

    rounds = [
        PlayedRound([match(each) for each in one.matches], [bye(each) for each in one.byes])
        for one in history.rounds
    ]
    return History(list(range(1, count + 1)), rounds, [seeds[name] for name in history.withdrawn])


class Results:
    """The results of a knock-out. A call says who took the places of a match (`progress.OrderOf`).

    Where the same entrants met more than once, their results are used in the order of the rounds. Who has
    withdrawn loses what is not played by walkover. Raises Refusal: `level` when those present are level where
    it counts, `line` being how many go on.
    """

    def __init__(self, history: History) -> None:
        self._withdrawn = frozenset(history.withdrawn)
        self._left: dict[frozenset[Entrant], deque[PlayedMatch]] = {}
        self._found: dict[str, PlayedMatch] = {}
        for one in history.rounds:
            for match in one.matches:
                self._left.setdefault(frozenset(match.entrants), deque()).append(match)

    def order(self, match: str, present: Sequence[int], line: int) -> list[int] | None:
        """Return who takes the places, best first; None while the match is not over. Ask once a match."""
        left = self._left.get(frozenset(present))
        if not left:
            return _walkover(present, self._withdrawn, line)
        self._found[match] = left.popleft()
        return _order(match, self._found[match], line)

    def conceded(self, match: str) -> dict[int, float]:
        """Return the points that those of a match conceded; none where the results do not tell."""
        found = self._found.get(match)
        return dict(zip(map(int, found.entrants), found.points_in_hand, strict=False)) if found else {}

    def check_all_used(self) -> None:
        """Refuse results that fit no match of the draw (`no_such_match`)."""
        for left in self._left.values():
            if left:
                names = ", ".join(str(one) for one in left[0].entrants)
                raise Refusal(
                    "no_such_match", f"A result of the seeds {names} belongs to no match of this draw."
                )


def _walkover(present: Sequence[int], withdrawn: Collection[Entrant], line: int) -> list[int] | None:
    there = [one for one in present if one not in withdrawn]
    if len(there) > line or len(there) == len(present):
        return None
    return there + [one for one in present if one in withdrawn] if there else []


def _order(name: str, match: PlayedMatch, line: int) -> list[int]:
    if match.kind == DOUBLE_FORFEIT:
        return []
    entrants = [int(one) for one in match.entrants]
    worst_last: list[float] = [*match.places] or [-points for points in match.points]
    keys = dict(zip(entrants, worst_last, strict=True))
    absent = {int(one) for one in match.absent}
    ranked = sorted(entrants, key=lambda one: (one in absent, keys[one], one))
    last, following = ranked[line - 1], ranked[line]
    if keys[last] == keys[following] and (last in absent) == (following in absent):
        raise Refusal(
            "level",
            f"The seeds {last} and {following} are level in {name}, and only {line} can go on: "
            "a tie-break or a lot has to decide.",
        )
    return ranked if len(entrants) == 2 else [one for one in ranked if one not in absent]
