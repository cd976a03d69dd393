"""What events of a competition carry: draws and results."""

import msgspec

from league.rules.brackets.plan import PlannedRound


class DrawnMatch(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why a match of a draw, or a bye, is as it is: its part of each criterion's cost."""

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
    """One entrant of a result: place and total by rules.md, competition points, and whether it advances.

    `points_in_hand` are those of the cards held when deals ended, all deals of the match together.
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

    `order` names those who take places in later matches, best first; in a knock-out `decided_by` says what
    settled the last of them who goes on: place, last_deal or lot. `is_tied` waits for a lot. `absent` did
    not play.
    """

    places: list[RecordedPlace]
    order: list[int] = []
    decided_by: str = ""
    kind: str = "played"
    is_tied: bool = False
    absent: list[int] = []
