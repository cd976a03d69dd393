"""What tie-breaks read: every entrant's stage rounds, who met whom there, what a win and a draw are worth."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import msgspec

from games.rules.refusal import Refusal, quoted
from league.rules.history import DOUBLE_FORFEIT, FULL, HALF, PLAYED, ZERO, Bye, Entrant, History, PlayedMatch

FORFEIT_WIN: Final = "forfeit_win"
FORFEIT_LOSS: Final = "forfeit_loss"
FIDE2024: Final = "fide2024"
FIDE2026: Final = "fide2026"
TREATMENTS: Final = (FIDE2024, FIDE2026)
"""How unplayed rounds are treated: FIDE Handbook C.07 from August 2024, and from March 2026."""

_HALF: Final = Fraction(1, 2)


class OwnRound(msgspec.Struct, frozen=True, gc=False):
    """One stage round of one entrant.

    `kind` is PLAYED, FORFEIT_WIN (nobody else came), FORFEIT_LOSS (did not come) or that of a bye.
    `drawn` are the others of the match in seat order, `met` those of them who count as opponents met.
    `results` stand beside `drawn`: between two, the points of the match; at a larger table 1, ½ or 0 for
    being placed before, level with or behind that table-mate. So do `leads`: by how many places before
    him (0 where one of them did not come). `seat` counts from 0; -1 without a match.
    """

    number: int
    points: Fraction
    kind: str
    drawn: tuple[Entrant, ...] = ()
    met: frozenset[Entrant] = frozenset()
    results: tuple[Fraction, ...] = ()
    leads: tuple[int, ...] = ()
    is_win: bool = False
    seat: int = -1
    deal_wins: int = 0
    points_in_hand: int = 0

    @property
    def is_requested_bye(self) -> bool:
        """Half-point and zero-point byes, late entry and withdrawal (FIDE C.07, 16.1)."""
        return self.kind in (HALF, ZERO)

    @property
    def is_voluntary(self) -> bool:
        """A voluntary unplayed round: a requested bye or a forfeit loss (FIDE C.07, 16.5)."""
        return not self.met and (self.is_requested_bye or self.kind == FORFEIT_LOSS)


class Results:
    """A history made ready for arithmetic. All numbers are exact.

    `win` and `draw` are what a win and a draw between two give; None takes them from the history: the most
    points a match gave, and what most drawn matches gave each (half a win where none was drawn). With
    tables of more than two a draw is the mean of all points that matches gave.

    `is_predetermined` says that the matches were fixed beforehand, as in a round robin: forfeits are then
    regular matches and byes count for nothing (FIDE C.07, 15.2). None recognises it: matches between two,
    everybody drawn against everybody equally often, and no bye that gave points. Not so with fewer than five
    entrants, because three rounds of any draw look like that.

    `lots` are the entrants in the order of a recorded lot, best first; without them lots follow from `seed`.
    Raises Refusal `unknown_treatment`.
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
    ) -> None:
        if unplayed not in TREATMENTS:
            raise Refusal(
                "unknown_treatment",
                f"Unplayed rounds are treated as {' or '.join(TREATMENTS)}, not as {quoted(unplayed)}.",
            )
        matches = [match for one in history.rounds for match in one.matches]
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
            max((len(match.entrants) - 1 for match in one.matches), default=1) for one in history.rounds
        ]
        self.rounds = self._rounds(history)

    @cached_property
    def totals(self) -> dict[Entrant, Fraction]:
        """Points of everybody, all rounds together."""
        return {entrant: sum((one.points for one in own), Fraction()) for entrant, own in self.rounds.items()}

    @cached_property
    def fore(self) -> "Results":
        """The same with all matches drawn in the last round ending in draws (FIDE C.07, 8.3).

        At a table of more than two everybody is level and gets the mean of its points.
        """
        other = Results.__new__(Results)
        other.__dict__.update({name: self.__dict__[name] for name in _PLAIN})
        other.rounds = {
            entrant: [self._level(entrant, one) if one.number == self.count else one for one in own]
            for entrant, own in self.rounds.items()
        }
        return other

    def _level(self, entrant: Entrant, one: OwnRound) -> OwnRound:
        if not one.drawn:
            return one
        points = self.draw
        if not self.for_two:
            table = [self.rounds[mate][self.count - 1].points for mate in (entrant, *one.drawn)]
            points = sum(table, Fraction()) / len(table)
        result = points if self.for_two else _HALF
        return msgspec.structs.replace(
            one,
            points=points,
            kind=PLAYED,
            met=frozenset(one.drawn),
            results=(result,) * len(one.drawn),
            leads=(0,) * len(one.drawn),
            is_win=False,
        )

    def _rounds(self, history: History) -> dict[Entrant, list[OwnRound]]:
        rounds: dict[Entrant, list[OwnRound]] = {entrant: [] for entrant in self.entrants}
        for number, one in enumerate(history.rounds, start=1):
            found: dict[Entrant, OwnRound] = {}
            for match in one.matches:
                found.update(self._of_match(number, match))
            for bye in one.byes:
                found[bye.entrant] = self._of_bye(number, bye)
            for entrant, own in rounds.items():
                own.append(found.get(entrant) or OwnRound(number, Fraction(), ZERO))
        return rounds

    def _of_bye(self, number: int, bye: Bye) -> OwnRound:
        points = exact(bye.points)
        return OwnRound(number, points, bye.kind, is_win=points >= self.win)

    def _of_match(self, number: int, match: PlayedMatch) -> Iterator[tuple[Entrant, OwnRound]]:
        points = [exact(one) for one in match.points]
        places = match.places or [1 + sum(other > one for other in points) for one in points]
        absent = absent_from(match)
        present = [entrant for entrant in match.entrants if entrant not in absent]
        best = min((place for entrant, place in self._placed(match, places) if entrant in present), default=0)
        for seat, entrant in enumerate(match.entrants):
            others = [other for other in range(len(match.entrants)) if other != seat]
            drawn = tuple(match.entrants[other] for other in others)
            met = frozenset(drawn if self.is_predetermined else present) - {entrant}
            came = entrant in present
            yield (
                entrant,
                OwnRound(
                    number=number,
                    points=points[seat],
                    kind=FORFEIT_LOSS if not came else PLAYED if len(present) > 1 else FORFEIT_WIN,
                    drawn=drawn,
                    met=met if came or self.is_predetermined else frozenset(),
                    results=tuple(
                        points[seat]
                        if self.for_two
                        else _against(came, match.entrants[other] in present, places[seat], places[other])
                        for other in others
                    ),
                    leads=tuple(
                        places[other] - places[seat] if came and match.entrants[other] in present else 0
                        for other in others
                    ),
                    is_win=came
                    and places[seat] == best
                    and (len(present) == 1 or any(places[other] > best for other in others)),
                    seat=seat,
                    deal_wins=match.deal_wins[seat] if match.deal_wins else 0,
                    points_in_hand=match.points_in_hand[seat] if match.points_in_hand else 0,
                ),
            )

    @staticmethod
    def _placed(match: PlayedMatch, places: Sequence[int]) -> Iterator[tuple[Entrant, int]]:
        return zip(match.entrants, places, strict=True)


_PLAIN: Final = (
    *("entrants", "count", "unplayed", "lots", "seed", "for_two", "largest", "win", "draw"),
    *("is_predetermined", "mates_in"),
)


def exact(number: float) -> Fraction:
    """Return the number as it is written in decimals, so that 0.1 + 0.2 is 0.3."""
    return Fraction(str(number))


def absent_from(match: PlayedMatch) -> frozenset[Entrant]:
    """Return who did not come: all of a double forfeit, else those named.

    Where a forfeit names nobody, those with fewer points than another did not come; nobody, if all are level.
    """
    if match.kind == DOUBLE_FORFEIT:
        return frozenset(match.entrants)
    if match.kind == PLAYED or match.absent:
        return frozenset(match.absent)
    best = max(match.points)
    behind = [one for one, points in zip(match.entrants, match.points, strict=True) if points < best]
    return frozenset(behind or match.entrants)


def _against(came: bool, other_came: bool, place: int, other_place: int) -> Fraction:
    if not (came and other_came):
        return Fraction(came)
    return Fraction((other_place > place) - (other_place < place) + 1, 2)


def _scoring(
    matches: Sequence[PlayedMatch], win: Fraction | None, draw: Fraction | None, *, for_two: bool
) -> tuple[Fraction, Fraction]:
    given = [exact(points) for match in matches for points in match.points]
    best = max([Fraction(), *given])
    if draw is None:
        draw = _drawn(matches) if for_two else sum(given, Fraction()) / len(given)
    if draw is None:
        draw = (win or best or Fraction(1)) / 2
    if win is None:
        win = max(best, 2 * draw if for_two else best) or Fraction(1)
    return win, draw


def _drawn(matches: Sequence[PlayedMatch]) -> Fraction | None:
    """Return what most drawn matches gave each; that nobody gets anything is no draw."""
    level = Counter(
        exact(match.points[0])
        for match in matches
        if match.kind == PLAYED and match.points[0] == match.points[1] > 0
    )
    return min(level, key=lambda points: (-level[points], points), default=None)


def _is_all_play_all(history: History) -> bool:
    if any(bye.points or bye.kind in (FULL, HALF) for one in history.rounds for bye in one.byes):
        return False
    meetings = Counter(frozenset(match.entrants) for one in history.rounds for match in one.matches)
    count = len(history.entrants)
    return count > 4 and len(meetings) == count * (count - 1) / 2 and len(set(meetings.values())) == 1
