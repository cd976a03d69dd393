"""Results so far as input of a draw: the places of a match, found by its entrants."""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from games.rules.base.language import _, listed
from games.rules.base.refusal import Refusal
from league.rules.played_rounds import DOUBLE_FORFEIT, Bye, Entrant, History, PlayedMatch, PlayedRound


def by_seed(history: History, seeds: Mapping[Entrant, int], count: int) -> History:
    """Return the history with seeds for names; entrants are all seeds up to `count`."""

    def match(played_match: PlayedMatch) -> PlayedMatch:
        return msgspec.structs.replace(
            played_match,
            entrants=[seeds[name] for name in played_match.entrants],
            absent=[seeds[name] for name in played_match.absent],
        )

    def bye(bye_of_name: Bye) -> Bye:
        return msgspec.structs.replace(bye_of_name, entrant=seeds[bye_of_name.entrant])

    rounds = [
        PlayedRound([match(each) for each in played_round.matches], [bye(each) for each in played_round.byes])
        for played_round in history.rounds
    ]
    return History(list(range(1, count + 1)), rounds, [seeds[name] for name in history.withdrawn])


class Results:
    """The results of a knock-out. `order` returns the places of a match (`progress.OrderOf`).

    Where the same entrants met more than once, their results are used in the order of the rounds. A withdrawn
    entrant loses unplayed matches by walkover, also to entrants who withdrew only after later results. Where
    all of a match have withdrawn nobody advances; but if the draw is re-seeded, a missing entrant would
    change who meets whom, so the last to withdraw advances. Raises Refusal: `level` when the entrants present
    are tied at the cut-off, `line` being how many advance.
    """

    def __init__(self, history: History, *, is_reseeded: bool = False) -> None:
        self._is_reseeded = is_reseeded
        self._withdrawn = {entrant: number for number, entrant in enumerate(history.withdrawn)}
        self._left: dict[frozenset[Entrant], deque[PlayedMatch]] = {}
        self._played: dict[str, PlayedMatch] = {}
        for played_round in history.rounds:
            for match in played_round.matches:
                self._left.setdefault(frozenset(match.entrants), deque()).append(match)

    def order(self, match: str, present: Sequence[int], line: int) -> list[int] | None:
        """Return the entrants by place, best first; None while the match is open. Call it once per match."""
        left = self._left.get(frozenset(present))
        there = frozenset(present).difference(self._withdrawn)
        if not left and len(there) > line:
            left = self._left.get(there)  # a table played without withdrawn entrants
        if not left:
            return self._walkover(present, line)
        self._played[match] = left.popleft()
        return _order(match, self._played[match], line)

    def _walkover(self, present: Sequence[int], line: int) -> list[int] | None:
        """Give the places to the last to withdraw, in seat order: later withdrawals change no place."""
        leaving = [entrant for entrant in present if entrant in self._withdrawn]
        if len(present) - len(leaving) > line or not leaving:
            return None
        leaving.sort(key=lambda entrant: (self._went_on(entrant), self._withdrawn[entrant]))
        out = leaving[: len(present) - line]
        there = [entrant for entrant in present if entrant not in out]
        is_anybody = any(entrant not in self._withdrawn or self._went_on(entrant) for entrant in there)
        return there + out if is_anybody or self._is_reseeded else []

    def _went_on(self, entrant: int) -> bool:
        """Say whether an entrant has results in matches still to come, and so withdrew only after them."""
        return any(left and entrant in names for names, left in self._left.items())

    def conceded(self, match: str) -> dict[int, float]:
        """Return the points conceded in a match by entrant; empty where the results do not have them."""
        played = self._played.get(match)
        return dict(zip(map(int, played.entrants), played.points_in_hand, strict=False)) if played else {}

    def check_all_used(self) -> None:
        """Refuse results that fit no match of the draw (`no_such_match`)."""
        for left in self._left.values():
            if left:
                names = listed([str(entrant) for entrant in left[0].entrants])
                raise Refusal(
                    "no_such_match",
                    _("A result of the seeds {names} belongs to no match of these pairings.").format(
                        names=names
                    ),
                )


def _order(name: str, match: PlayedMatch, line: int) -> list[int]:
    if match.kind == DOUBLE_FORFEIT:
        return []
    entrants = [int(entrant) for entrant in match.entrants]
    worst_last: list[float] = [*match.places] or [-points for points in match.points]
    keys = dict(zip(entrants, worst_last, strict=True))
    absent = {int(entrant) for entrant in match.absent}
    ranked = sorted(entrants, key=lambda entrant: (entrant in absent, keys[entrant], entrant))
    last, following = ranked[line - 1], ranked[line]
    if keys[last] == keys[following] and (last in absent) == (following in absent):
        raise Refusal(
            "level",
            _(
                "The seeds {last} and {following} are tied in {name}, and only {line} can advance. "
                "Add a tie-break, or decide by lot."
            ).format(last=last, following=following, name=name, line=line),
        )
    return ranked if len(entrants) == 2 else [entrant for entrant in ranked if entrant not in absent]
