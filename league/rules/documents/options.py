"""What is asked of a draw, and whether its format knows the option at all."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from games.rules.base.language import _
from games.rules.base.refusal import Refusal, quoted
from league.rules.brackets.series import LENGTHS, STARTS
from league.rules.history import History
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


class Asked(msgspec.Struct, frozen=True):
    """A draw for `count` entrants, seeds 1 … count; options are None where they were not given.

    `names`, `clubs` and `parties` (who is not to meet) are those of the seeds. `results`
    name everybody by seed.
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
    def kept_clubs(self) -> dict[int, str]:
        """The clubs by seed where club-mates are to be kept apart; none where that is not asked for."""
        return self.clubs if self.separate_clubs else {}

    @property
    def order(self) -> list[int]:
        """The entrants in seed order."""
        return list(range(1, self.count + 1))


def check(asked: Asked) -> None:
    """Refuse what no format can do, and options which the format does not know.

    Raises Refusal: `unknown_format`, `too_few_entrants`, `too_many_entrants`, `bad_…` for a number out of its
    range, `no_such_option`.
    """
    if asked.format not in FORMATS:
        raise Refusal(
            "unknown_format",
            _("There is no format called {format}; there are {known}.").format(
                format=quoted(asked.format), known=", ".join(FORMATS)
            ),
        )
    if asked.count < 2:
        raise Refusal(
            "too_few_entrants",
            _("A draw needs at least 2 entrants, and there are {count}.").format(count=asked.count),
        )
    if asked.count > _MOST[asked.format]:
        raise Refusal(
            "too_many_entrants",
            _("{format} is drawn for at most {most} entrants, and there are {count}.").format(
                format=_title(asked.format), most=f"{_MOST[asked.format]:,}", count=f"{asked.count:,}"
            ),
        )
    _check_options(asked)


def _check_options(asked: Asked) -> None:
    for name, known in _RANGES.items():
        value = getattr(asked, name)
        if value is not None and not known.least <= value <= known.most:
            sentence = _("--{option} is from {least} to {most}, not {value}.")
            facts = {"option": name.replace("_", "-"), "least": known.least, "most": known.most}
            raise Refusal(known.code, sentence.format(**facts, value=value))
    for name, (neutral, formats) in _KNOWN_TO.items():
        if getattr(asked, name) not in (None, neutral) and asked.format not in formats:
            raise Refusal(
                "no_such_option",
                _("--{option} means nothing in {format}.").format(
                    option=name.replace("_", "-"), format=asked.format
                ),
            )
    _check_way(asked)
    _check_best_of(asked)
    if asked.separate_clubs and not asked.clubs and not asked.names:
        raise Refusal("no_clubs", _("--separate-clubs needs a file of entrants with their clubs."))


def _check_way(asked: Asked) -> None:
    """Refuse to say who meets among equal points where more than two sit at a table."""
    for option in ("fold", "pull_up"):
        if getattr(asked, option) and (asked.table_size or 2) > 2:
            raise Refusal(
                "no_such_option",
                _("--{option} is for two at a table.").format(option=option.replace("_", "-")),
            )


def _check_best_of(asked: Asked) -> None:
    if asked.best_of_matches not in LENGTHS:
        said = _("--best-of-matches is one of {known}, not {value}.")
        known = ", ".join(map(str, LENGTHS))
        raise Refusal("bad_best_of", said.format(known=known, value=asked.best_of_matches))
    if (asked.best_of_from or "") not in STARTS:
        said = _("--best-of-from is one of {known}.")
        raise Refusal("bad_best_of_from", said.format(known=", ".join(STARTS[1:])))
    if asked.best_of_matches > 1 and (asked.table_size or 2) > 2:
        said = _("--{option} is for two at a table.")
        raise Refusal("no_such_option", said.format(option="best-of-matches"))


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()


class _Range(NamedTuple):
    """The code with which something is refused that is not between two numbers."""

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
