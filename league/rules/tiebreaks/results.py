"""The input of tie-breaks: the stage rounds of each entrant, and the worth of a win and a draw."""

from collections import Counter
from collections.abc import Sequence
from copy import copy
from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal, quoted
from league.rules.played_rounds import FULL, HALF, PLAYED, ZERO, Entrant, History, PlayedMatch
from league.rules.tiebreaks.rounds import OwnRound, added, exact, of_match

FIDE2024: Final = "fide2024"
FIDE2026: Final = "fide2026"
TREATMENTS: Final = (FIDE2024, FIDE2026)
"""How unplayed rounds are treated: FIDE Handbook C.07 from August 2024, and from March 2026."""

_HALF: Final = Fraction(1, 2)


class Results:
    """A history prepared for arithmetic. All numbers are exact.

    `win` and `draw` are the points of a win and a draw between two; None takes them from the history: the
    most points a match gave, and what most drawn matches gave each (half a win where none was drawn). With
    tables of more than two a draw is the mean of all points that matches gave.

    `is_predetermined` says that the matches were fixed beforehand, as in a round robin: forfeits are then
    regular matches and byes count for nothing (FIDE C.07, 15.2). None detects it: matches between two,
    everybody drawn against everybody equally often, and no bye that gave points. Not so with fewer than five
    entrants, because three rounds of any draw look like that.

    `lots` are the entrants in the order of a recorded lot, best first; without them lots follow from `seed`.
    `same` are results of the same history and points, read before, perhaps with later rounds. Raises
    Refusal `unknown_treatment`.
    """

    def __init__(
        self,
        history: History,
        *,
        unplayed: str = FIDE2026,
        win: Fraction | None = None,
        draw: Fraction | None = None,
        is_predetermined: bool | None = None,
        lots: Sequence[Entrant] | None = None,
        seed: int = 0,
        same: "Results | None" = None,
    ) -> None:
        if unplayed not in TREATMENTS:
            raise Refusal(
                "unknown_treatment",
                _("Unplayed rounds are treated as {one} or {other}, not as {wrong}.").format(
                    one=TREATMENTS[0], other=TREATMENTS[1], wrong=quoted(unplayed)
                ),
            )
        matches = [match for played_round in history.rounds for match in played_round.matches]
        self.entrants = list(history.entrants)
        self.count = len(history.rounds)
        self.unplayed = unplayed
        self.lots = lots
        self.seed = seed
        self.for_two = all(len(match.entrants) == 2 for match in matches)
        self.largest = max((len(match.entrants) for match in matches), default=2)
        self.win, self.draw = _scoring(matches, win, draw, for_two=self.for_two)
        self.is_predetermined = self.for_two and (
            _is_all_play_all(history) if is_predetermined is None else is_predetermined
        )
        self.mates_in = [
            max(
                (len(match.entrants) - 1 for match in played_round.matches),
                default=self.largest - 1 if played_round.unfinished else 1,
            )
            for played_round in history.rounds
        ]
        self.rounds: dict[Entrant, list[OwnRound]] = self._known(same) or self._rounds(history)

    @cached_property
    def totals(self) -> dict[Entrant, Fraction]:
        """The points of each entrant, all rounds together."""
        return {entrant: added(own_round.points for own_round in own) for entrant, own in self.rounds.items()}

    @cached_property
    def adjusted(self) -> dict[Entrant, Fraction]:
        """The score of each entrant as the opponents' tie-breaks count it (FIDE C.07, 16.3).

        Every round counts what it gave (16.3.1), except half-point and zero-point byes after the last round
        that was not voluntarily unplayed: they count as draws (16.2.5, 16.3.2). Not so where all matches were
        fixed beforehand (15.2).
        """
        return {entrant: self._adjusted(entrant, own) for entrant, own in self.rounds.items()}

    @cached_property
    def fore(self) -> "Results":
        """The same with all matches drawn in the last round ending in draws (FIDE C.07, 8.3).

        At a table of more than two everybody is tied and gets the mean of its points.
        """
        other = copy(self)
        for computed in ("totals", "adjusted"):  # from the rounds as they were
            other.__dict__.pop(computed, None)
        other.rounds = {
            entrant: [
                self._level(entrant, own_round) if own_round.number == self.count else own_round
                for own_round in own
            ]
            for entrant, own in self.rounds.items()
        }
        return other

    def _adjusted(self, entrant: Entrant, own: Sequence[OwnRound]) -> Fraction:
        if self.is_predetermined or not any(own_round.is_requested_bye for own_round in own):
            return self.totals[entrant]
        last = max((own_round.number for own_round in own if not own_round.is_voluntary), default=0)
        return added(
            self.draw if own_round.is_requested_bye and own_round.number > last else own_round.points
            for own_round in own
        )

    def _level(self, entrant: Entrant, own_round: OwnRound) -> OwnRound:
        if not own_round.drawn:
            return own_round
        points = self.draw
        if not self.for_two:
            own = (self.rounds[mate] for mate in (entrant, *own_round.drawn))
            table = [last.points for rounds in own for last in rounds if last.number == self.count]
            points = sum(table, Fraction()) / len(table)
        result = points if self.for_two else _HALF
        return msgspec.structs.replace(
            own_round,
            points=points,
            kind=PLAYED,
            met=frozenset(own_round.drawn),
            level=result,
            is_win=False,
        )

    def _known(self, same: "Results | None") -> dict[Entrant, list[OwnRound]]:
        """Return the rounds as results of the same history have them, also of its beginning only."""
        if same is None or (same.for_two, same.is_predetermined) != (self.for_two, self.is_predetermined):
            return {}
        if same.count == self.count:
            return same.rounds
        return {
            entrant: [own_round for own_round in own if own_round.number <= self.count]
            for entrant, own in same.rounds.items()
        }

    def _rounds(self, history: History) -> dict[Entrant, list[OwnRound]]:
        rounds: dict[Entrant, list[OwnRound]] = {entrant: [] for entrant in self.entrants}
        for number, played_round in enumerate(history.rounds, start=1):
            by_entrant: dict[Entrant, OwnRound] = {}
            for match in played_round.matches:
                by_entrant.update(
                    of_match(number, match, for_two=self.for_two, is_predetermined=self.is_predetermined)
                )
            for bye in played_round.byes:
                points = exact(bye.points)
                by_entrant[bye.entrant] = OwnRound(number, points, bye.kind, is_win=points >= self.win)
            awaited = frozenset(played_round.unfinished)
            for entrant, own in rounds.items():
                if entrant not in awaited:
                    own.append(by_entrant.get(entrant) or OwnRound(number, Fraction(), ZERO))
        return rounds


def _scoring(
    matches: Sequence[PlayedMatch], win: Fraction | None, draw: Fraction | None, *, for_two: bool
) -> tuple[Fraction, Fraction]:
    if win is not None and draw is not None:
        return win, draw
    given_points = [exact(points) for match in matches for points in match.points]
    best = max([Fraction(), *given_points])
    if draw is None:
        draw = _drawn(matches) if for_two else added(given_points) / len(given_points)
    if draw is None:
        draw = (win or best or Fraction(1)) / 2
    if win is None:
        win = max(best, 2 * draw if for_two else best) or Fraction(1)
    return win, draw


def _drawn(matches: Sequence[PlayedMatch]) -> Fraction | None:
    """Return what most drawn matches gave each; a match without any points is not a draw."""
    level = Counter(
        exact(match.points[0])
        for match in matches
        if match.kind == PLAYED and match.points[0] == match.points[1] > 0
    )
    return min(level, key=lambda points: (-level[points], points), default=None)


def _is_all_play_all(history: History) -> bool:
    if any(
        bye.points or bye.kind in (FULL, HALF) for played_round in history.rounds for bye in played_round.byes
    ):
        return False
    meetings = Counter(
        frozenset(match.entrants) for played_round in history.rounds for match in played_round.matches
    )
    count = len(history.entrants)
    return count > 4 and len(meetings) == count * (count - 1) / 2 and len(set(meetings.values())) == 1
