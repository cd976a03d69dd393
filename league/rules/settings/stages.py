"""The stages of a competition as they are announced: one format each, and who goes on to the next."""

from typing import Final

import msgspec

from league.rules.settings.divisions import Border
from league.rules.settings.labels import spoken
from league.rules.settings.points import PointsScheme, least_win

SINGLE_ELIMINATION: Final = "single_elimination"
DOUBLE_ELIMINATION: Final = "double_elimination"
ELIMINATION_500: Final = "elimination_500"
ROUND_ROBIN: Final = "round_robin"
SWISS: Final = "swiss"
SEASON: Final = "season"

FORMATS: Final = (SEASON, SWISS, ROUND_ROBIN, ELIMINATION_500, SINGLE_ELIMINATION, DOUBLE_ELIMINATION)
KNOCK_OUTS: Final = (ELIMINATION_500, SINGLE_ELIMINATION, DOUBLE_ELIMINATION)

BY_SEED, BY_TOTAL = "seed", "total"

MOST_BYES: Final = 1000
"""Best seeds who can skip the first round."""


class StageSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """One stage. What a format does not use stays as it is.

    Of each table `advance` go on in a knock-out. `rounds` counts for Swiss, season and round robin at tables
    (0 there: as many as it takes). A stage of several `groups` plays in all of them side by side; they are
    divisions in a season. Of each group `qualify` go on to the next stage, and so many more as the best of
    the rest; the last stage qualifies nobody. `reseed` says by what later rounds of an elimination to 500 are
    seeded: empty for winners first. Of a single elimination it says that each round is drawn once the one
    before is over, and by what it is seeded: empty for a bracket that is drawn to its end. In the first round
    of both the best seeds have at least so many `byes`. With `consolation` those who lose their first match
    of a single elimination of two play on in a bracket of their own. For `separate_clubs` rounds those of one
    club are kept apart.
    With `meetings_first` a Swiss at tables rather seats unequal scores together than anybody who has met.
    `tiebreaks` is the chain of standings; `points` is what places and byes are worth; of the rounds of a
    season the `best_of` best count (0: all), and who played fewer than `minimum` ranks behind the others.
    `division_sizes` are those of a season that goes on from another, the top one first (empty: all equal).
    `borders` say who moves and plays off between two divisions, from the top down, the last one for all below
    it; where there are none, that is decided when the next season is made.
    A match at a table of this site has so many `minutes` (0: any time); then it ends after the deal that is
    played, or `ends_at_once`. Who leaves in the middle of one `leaves_table`: those cards are out of play;
    else a bot plays them. In a Swiss of two the best of equal points meet the last with `fold`, and `pull_up`
    says who comes up to an odd one (see `swiss_ways`). In a knock-out of two the best of `best_of_matches`
    matches decides a meeting, from the round `best_of_from` on (see `series`); before that one match does.
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
    borders: list[Border] = []
    minutes: int = 0
    ends_at_once: bool = False
    leaves_table: bool = False
    fold: bool = False
    pull_up: str = ""
    consolation: bool = False
    best_of_matches: int = 1
    best_of_from: str = ""

    @property
    def title(self) -> str:
        """What people call it, in the language of whoever reads."""
        return spoken(self.name)

    @property
    def is_knock_out(self) -> bool:
        """Whether matches put entrants out."""
        return self.format in KNOCK_OUTS

    @property
    def is_redrawn(self) -> bool:
        """Whether each round of a knock-out is drawn once the one before is over."""
        return self.format == ELIMINATION_500 or (self.format == SINGLE_ELIMINATION and bool(self.reseed))

    @property
    def retires(self) -> bool:
        """Whether the cards of somebody who leaves go out of play: to 500 always (those points stay)."""
        return self.leaves_table or self.format == ELIMINATION_500

    @property
    def seats(self) -> int:
        """The seats of a usual table."""
        return 2 if self.format == DOUBLE_ELIMINATION else self.table_size

    @property
    def sizes(self) -> range:
        """The sizes of tables beside which somebody can sit out."""
        return range(min(3, self.seats), self.seats + 1)

    @property
    def are_byes_uneven(self) -> bool:
        """Whether points decide, and some sit out oftener than others: not where all meet all."""
        return self.format == SWISS or (self.format == ROUND_ROBIN and self.seats > 2)


def with_usual_bye(stage: StageSettings) -> StageSettings:
    """Return a stage in which a bye is worth a win, at tables the one that everybody could have had.

    That is the first place at the smallest table. A bye that everybody has, or nobody, is worth nothing.
    """
    worth = least_win(stage.points, stage.sizes) if stage.are_byes_uneven else 0
    return msgspec.structs.replace(stage, points=msgspec.structs.replace(stage.points, bye=worth))
