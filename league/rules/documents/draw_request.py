"""The request for a draw, and checks whether its format supports the options."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from games.rules.base.language import _, shown_number
from games.rules.base.refusal import Refusal, quoted
from league.rules.brackets.series import LENGTHS, STARTS
from league.rules.played_rounds import History
from league.rules.settings.stages import MOST_BYES

FORMATS: Final = ("single_elimination", "double_elimination", "elimination_500", "round_robin", "swiss")
RESEED: Final = ("seed", "total")

_MOST: Final = {
    "single_elimination": 1024,
    "double_elimination": 1024,
    "elimination_500": 1024,
    "round_robin": 500,
    "swiss": 2000,
}


class DrawRequest(msgspec.Struct, frozen=True):
    """A request to draw `count` entrants, seeds 1 … count; options are None where they were not given.

    `names`, `clubs` and `parties` (who should not meet) are those of the seeds. `results` name entrants by
    seed.
    """

    format: str
    count: int
    seed: int = 0
    table_size: int | None = None
    advance: int | None = None
    byes: int | None = None
    rounds: int | None = None
    legs: int | None = None
    third_place: bool = False
    consolation: bool = False
    reseed: str | None = None
    best_of_matches: int = 1
    best_of_from: str | None = None
    fold: bool = False
    pull_up: str | None = None
    separate_clubs: int | None = None
    names: list[str] = []
    clubs: dict[int, str] = {}
    parties: dict[int, str] = {}
    results: History | None = None

    @property
    def clubs_to_separate(self) -> dict[int, str]:
        """The clubs by seed where club-mates are to be kept apart; otherwise none."""
        return self.clubs if self.separate_clubs else {}

    @property
    def order(self) -> list[int]:
        """The entrants in seed order."""
        return list(range(1, self.count + 1))


def check(request: DrawRequest) -> None:
    """Refuse what no format supports, and options which the format does not support.

    Raises Refusal: `unknown_format`, `too_few_entrants`, `too_many_entrants`, `bad_…` for a number out of its
    range, `no_such_option`.
    """
    if request.format not in FORMATS:
        raise Refusal(
            "unknown_format",
            _("There is no format called {format}. Formats: {known}.").format(
                format=quoted(request.format), known=", ".join(FORMATS)
            ),
        )
    if request.count < 2:
        raise Refusal(
            "too_few_entrants",
            _("Pairing needs at least 2 entrants; there are {count}.").format(count=request.count),
        )
    if request.count > _MOST[request.format]:
        raise Refusal(
            "too_many_entrants",
            _("{format} can be paired for at most {most} entrants; there are {count}.").format(
                format=_title(request.format),
                most=shown_number(_MOST[request.format]),
                count=shown_number(request.count),
            ),
        )
    _check_options(request)


def _check_options(request: DrawRequest) -> None:
    for name, known in _RANGES.items():
        value = getattr(request, name)
        if value is not None and not known.least <= value <= known.most:
            sentence = _("“{option}” must be from {least} to {most}, not {value}.")
            facts = {"option": name, "least": known.least, "most": known.most}
            raise Refusal(known.code, sentence.format(**facts, value=value))
    for name, (neutral, formats) in _KNOWN_TO.items():
        if getattr(request, name) not in (None, neutral) and request.format not in formats:
            raise Refusal(
                "no_such_option",
                _("“{option}” is not used in {format}.").format(option=name, format=request.format),
            )
    _check_way(request)
    _check_best_of(request)
    if request.separate_clubs and not request.clubs and not request.names:
        raise Refusal("no_clubs", _("To keep club-mates apart, give a list of entrants with their clubs."))


def _check_way(request: DrawRequest) -> None:
    """Refuse the pairing options for equal points where more than two sit at a table."""
    for option in ("fold", "pull_up"):
        if getattr(request, option) and (request.table_size or 2) > 2:
            raise Refusal(
                "no_such_option",
                _("“{option}” works only with two at a table.").format(option=option),
            )


def _check_best_of(request: DrawRequest) -> None:
    if request.best_of_matches not in LENGTHS:
        sentence = _("“best_of_matches” must be one of {known}, not {value}.")
        known = ", ".join(map(str, LENGTHS))
        raise Refusal("bad_best_of", sentence.format(known=known, value=request.best_of_matches))
    if (request.best_of_from or "") not in STARTS:
        sentence = _("“best_of_from” must be one of {known}.")
        raise Refusal("bad_best_of_from", sentence.format(known=", ".join(STARTS[1:])))
    if request.best_of_matches > 1 and (request.table_size or 2) > 2:
        sentence = _("“{option}” works only with two at a table.")
        raise Refusal("no_such_option", sentence.format(option="best_of_matches"))


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


class _Range(NamedTuple):
    """The smallest and largest value of an option, and the code of the refusal."""

    code: str
    least: int
    most: int


_RANGES: Final[Mapping[str, _Range]] = {
    "table_size": _Range("bad_table_size", 2, 10),
    "advance": _Range("bad_advance", 1, 9),
    "byes": _Range("bad_byes", 0, MOST_BYES),
    "rounds": _Range("bad_rounds", 1, 50),
    "legs": _Range("bad_legs", 1, 2),
    "separate_clubs": _Range("bad_separate_clubs", 0, 50),
}
_KNOWN_TO: Final[Mapping[str, tuple[object, tuple[str, ...]]]] = {
    "table_size": (2, ("single_elimination", "elimination_500", "round_robin", "swiss")),
    "advance": (1, ("single_elimination", "elimination_500")),
    "byes": (0, ("single_elimination", "elimination_500")),
    "rounds": (None, ("round_robin", "swiss")),
    "legs": (1, ("round_robin",)),
    "third_place": (False, ("single_elimination",)),
    "consolation": (False, ("single_elimination",)),
    "best_of_matches": (1, ("single_elimination", "double_elimination")),
    "best_of_from": (None, ("single_elimination", "double_elimination")),
    "fold": (False, ("swiss",)),
    "pull_up": (None, ("swiss",)),
    "reseed": (None, ("single_elimination", "elimination_500")),
    "separate_clubs": (
        0,
        ("single_elimination", "double_elimination", "elimination_500", "round_robin", "swiss"),
    ),
    "results": (None, ("single_elimination", "double_elimination", "elimination_500", "swiss")),
}
