"""Results so far as a draw takes them: who took which place of a match, found by who played in it."""

from collections import deque
from collections.abc import Mapping, Sequence

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal
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
    withdrawn loses what is not played by walkover, also to whoever withdrew only after later results.
    Where all of a match have withdrawn nobody goes on; but if it is re-seeded, one fewer would change who
    meets whom, so the last to withdraw does. Raises Refusal: `level` when those present are level where it
    counts, `line` being how many go on.
    """

    def __init__(self, history: History, *, is_reseeded: bool = False) -> None:
        self._is_reseeded = is_reseeded
        self._withdrawn = {entrant: number for number, entrant in enumerate(history.withdrawn)}
        self._left: dict[frozenset[Entrant], deque[PlayedMatch]] = {}
        self._found: dict[str, PlayedMatch] = {}
        for one in history.rounds:
            for match in one.matches:
                self._left.setdefault(frozenset(match.entrants), deque()).append(match)

    def order(self, match: str, present: Sequence[int], line: int) -> list[int] | None:
        """Return who takes the places, best first; None while the match is not over. Ask once a match."""
        left = self._left.get(frozenset(present))
        there = frozenset(present).difference(self._withdrawn)
        if not left and len(there) > line:
            left = self._left.get(there)  # a table played without those who had withdrawn
        if not left:
            return self._walkover(present, line)
        self._found[match] = left.popleft()
        return _order(match, self._found[match], line)

    def _walkover(self, present: Sequence[int], line: int) -> list[int] | None:
        """Give the places to those who stayed longest, in seat order: later withdrawals change nobody's."""
        leaving = [one for one in present if one in self._withdrawn]
        if len(present) - len(leaving) > line or not leaving:
            return None
        leaving.sort(key=lambda one: (self._went_on(one), self._withdrawn[one]))
        out = leaving[: len(present) - line]
        there = [one for one in present if one not in out]
        is_anybody = any(one not in self._withdrawn or self._went_on(one) for one in there)
        return there + out if is_anybody or self._is_reseeded else []

    def _went_on(self, entrant: int) -> bool:
        """Say whether an entrant has results in matches still to come, and so withdrew only after them."""
        return any(left and entrant in names for names, left in self._left.items())

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
                    "no_such_match",
                    _("A result of the seeds {names} belongs to no match of this draw.").format(names=names),
                )


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
            _(
                "The seeds {last} and {following} are level in {name}, and only {line} can go on: a "
                "tie-break or a lot has to decide."
            ).format(last=last, following=following, name=name, line=line),
        )
    return ranked if len(entrants) == 2 else [one for one in ranked if one not in absent]
