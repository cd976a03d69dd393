"""The stages of a competition as they are announced: one format each, and who goes on to the next."""

from typing import Final

import msgspec

from league.rules.points import PointsScheme

SINGLE_ELIMINATION: Final = "single_elimination"
DOUBLE_ELIMINATION: Final = "double_elimination"
ELIMINATION_500: Final = "elimination_500"
ROUND_ROBIN: Final = "round_robin"
SWISS: Final = "swiss"
SEASON: Final = "season"

FORMATS: Final = (SEASON, SWISS, ROUND_ROBIN, ELIMINATION_500, SINGLE_ELIMINATION, DOUBLE_ELIMINATION)
KNOCK_OUTS: Final = (ELIMINATION_500, SINGLE_ELIMINATION, DOUBLE_ELIMINATION)

BY_SEED, BY_TOTAL = "seed", "total"


class StageSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stage. What a format does not use stays as it is.

    Of each table `advance` go on in a knock-out. `rounds` counts for Swiss, season and round robin at tables
    (0 there: as many as it takes). A stage of several `groups` plays in all of them side by side; they are
    divisions in a season. Of each group `qualify` go on to the next stage, and so many more as the best of
    the rest; the last stage qualifies nobody. `reseed` says by what later rounds of an elimination to 500 are
    seeded: empty for winners first; in its first round the best seeds have at least so many `byes`. For
    `separate_clubs` rounds those of one club are kept apart.
    With `meetings_first` a Swiss at tables rather seats unequal scores together than anybody who has met.
    `tiebreaks` is the chain of standings; `points` is what places and byes are worth; of the rounds of a
    season the `best_of` best count (0: all), and who played fewer than `minimum` ranks behind the others.
    `division_sizes` are those of a season that goes on from another, the top one first (empty: all equal).
    """

    format: str
    name: str = ""
    table_size: int = 4
    advance: int = 2
    rounds: int = 1
    legs: int = 1
    groups: int = 1
    qualify: int = 0
    best_of_rest: int = 0
    reseed: str = ""
    byes: int = 0
    third_place: bool = False
    placement: bool = False
    separate_clubs: int = 0
    meetings_first: bool = False
    tiebreaks: list[str] = []
    points: PointsScheme = PointsScheme()
    best_of: int = 0
    minimum: int = 0
    division_sizes: list[int] = []

    @property
    def is_knock_out(self) -> bool:
        """Whether matches put entrants out."""
        return self.format in KNOCK_OUTS

    @property
    def seats(self) -> int:
        """The seats of a usual table."""
        return 2 if self.format == DOUBLE_ELIMINATION else self.table_size
