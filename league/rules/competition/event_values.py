"""Draws and results, as the events of a competition contain them."""

import msgspec

from league.rules.brackets.plan import PlannedRound


class DrawnMatch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The explanation of a match of a draw, or a bye: its share of the cost of each criterion."""

    match: str
    cost: dict[str, float]


class Draw(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Rounds drawn together from a stored lot seed, with the cost by criterion and the bound for repeats."""

    rounds: list[PlannedRound]
    seed: str = ""
    why: list[DrawnMatch] = []
    cost: dict[str, float] = {}
    bound: int = -1


class RecordedPlace(msgspec.Struct, frozen=True, gc=False):
    """An entrant in a result: place and total by rules.md, competition points, and whether it advances.

    `points_in_hand` are the points of the cards held when deals ended, summed over the deals of the match.
    """

    entrant: int
    place: int
    total: int
    points: int
    deal_wins: int
    last_deal: int
    advances: bool
    points_in_hand: int = 0


class Result(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A result. `kind` is played, walkover, forfeit, double_forfeit, void or adjudicated.

    `order` lists those who take places in later matches, best first; in a knock-out `decided_by` says what
    decided the last of those who advance: place, last_deal or lot. A result that `is_tied` waits for a lot.
    Those in `absent` did not play.
    """

    places: list[RecordedPlace]
    order: list[int] = []
    decided_by: str = ""
    kind: str = "played"
    is_tied: bool = False
    absent: list[int] = []

    def tied_at(self, advance: int) -> list[int]:
        """Return the entrants of whom a lot decides whether they are among those who advance."""
        level: dict[tuple[int, int], list[int]] = {}
        for place in self.places if self.is_tied else []:
            if place.entrant not in self.absent:
                level.setdefault((place.place, place.last_deal), []).append(place.entrant)
        through = 0
        for _worth, entrants in sorted(level.items()):
            through += len(entrants)
            if through > max(1, advance):
                return entrants
        return []
