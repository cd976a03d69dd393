"""The stages of a competition as announced: the format of each, and how many advance to the next."""

from typing import Final

import msgspec

from league.rules.settings.divisions import Border
from league.rules.settings.points import PointsScheme, least_win
from league.rules.settings.translated_names import translated

SINGLE_ELIMINATION: Final = "single_elimination"
DOUBLE_ELIMINATION: Final = "double_elimination"
ELIMINATION_500: Final = "elimination_500"
ROUND_ROBIN: Final = "round_robin"
SWISS: Final = "swiss"
SEASON: Final = "season"
ARENA: Final = "arena"

FORMATS: Final = (
    SEASON,
    SWISS,
    ROUND_ROBIN,
    ELIMINATION_500,
    SINGLE_ELIMINATION,
    DOUBLE_ELIMINATION,
    ARENA,
)
ROUND_BY_ROUND: Final = (SEASON, SWISS, ARENA)
"""Formats without an elimination of which each round is drawn when it is time for it: newcomers can join."""
KNOCK_OUTS: Final = (ELIMINATION_500, SINGLE_ELIMINATION, DOUBLE_ELIMINATION)
_DRAWN_WHOLE: Final = (ROUND_ROBIN, SINGLE_ELIMINATION, DOUBLE_ELIMINATION)

BY_SEED, BY_TOTAL = "seed", "total"

MOST_BYES: Final = 1000
"""The most seeds who can skip the first round."""


class StageSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stage. Settings that the format does not use keep their defaults.

    Of each table `advance` advance in a knock-out. `rounds` counts for Swiss, season and round robin at
    tables (0 there: as many as it takes). A stage of several `groups` plays them side by side; they are
    divisions in a season. Of each group `qualify` advance to the next stage, plus `best_of_rest` of the rest;
    the last stage qualifies nobody. `reseed` is the order by which later rounds of an elimination to 500 are
    seeded: empty for winners first. In a single elimination it says that each round is drawn once the round
    before is over, and by what it is seeded: empty for a bracket that is drawn to its end. In the first round
    of both the best seeds have at least `byes`. With `consolation` the entrants who lose their first match of
    a single elimination of two play on in a bracket of their own. For `separate_clubs` rounds club-mates are
    kept apart.

    With `meetings_first` a Swiss at tables avoids rematches before unequal scores. `tiebreaks` is the chain
    of standings; `points` are the points of places and byes; of the rounds of a season the `best_of` best
    count (0: all), and entrants below `minimum` rounds rank behind the others. `division_sizes` are those of
    a season that continues another, the top division first (empty: all equal). `borders` say who moves and
    plays off between two divisions, from the top down, the last for all below it; where there are none, that
    is decided when the next season is made.

    A match at a table of this site has a number of `minutes` (0: any time); then it ends after the deal that
    is played, or `ends_at_once`. With `leaves_table` the cards of a player who leaves in the middle of a
    match are out of play; otherwise a bot plays them. In a Swiss of two the best of equal points meet the
    last with `fold`, and `pull_up` says who comes up to an odd group (see `usual_opponents`). In a knock-out
    of two a meeting is the best of `best_of_matches` matches, from the round `best_of_from` on (see
    `series`); before that a single match.

    In an arena free players get tables for `evening_minutes`; a win after `streak` wins in a row counts
    double (0: no win does).
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
    evening_minutes: int = 0
    streak: int = 0

    @property
    def title(self) -> str:
        """The name in the reader's language."""
        return translated(self.name)

    @property
    def is_knock_out(self) -> bool:
        """Whether matches eliminate entrants."""
        return self.format in KNOCK_OUTS

    @property
    def is_redrawn(self) -> bool:
        """Whether each round of a knock-out is drawn once the round before is over.

        Among them is a single elimination in which more than half of a table advance: several rounds may
        need byes then, and only the results say who has had the fewest.
        """
        if self.format != SINGLE_ELIMINATION:
            return self.format == ELIMINATION_500
        return bool(self.reseed) or 2 < self.table_size < 2 * self.advance

    @property
    def is_drawn_whole(self) -> bool:
        """Whether one draw makes all rounds: of a round robin, or of a bracket up to its final."""
        return self.format in _DRAWN_WHOLE and not self.is_redrawn

    @property
    def retires(self) -> bool:
        """Whether the cards of a player who leaves go out of play: to 500 always (those points stay)."""
        return self.leaves_table or self.format == ELIMINATION_500

    @property
    def seats(self) -> int:
        """The number of seats of a usual table."""
        return 2 if self.format == DOUBLE_ELIMINATION else self.table_size

    @property
    def sizes(self) -> range:
        """The possible sizes of tables while an entrant has a bye."""
        return range(min(3, self.seats), self.seats + 1)

    @property
    def are_byes_uneven(self) -> bool:
        """Whether points decide, and some entrants can have more byes than others: not where all meet all."""
        return self.format == SWISS or (self.format == ROUND_ROBIN and self.seats > 2)


def with_usual_bye(stage: StageSettings) -> StageSettings:
    """Return a stage in which a bye is worth a win at the smallest table.

    Everybody could have had that much. Where all entrants have the same number of byes, a bye is worth
    nothing.
    """
    worth = least_win(stage.points, stage.sizes) if stage.are_byes_uneven else 0
    return msgspec.structs.replace(stage, points=msgspec.structs.replace(stage.points, bye=worth))
