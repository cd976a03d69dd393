"""The round that a table list or the projector shows: the one in play, or an earlier or later one."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest

from league.competitions.event_night import tables_in_play
from league.competitions.event_night.tables_in_play import TableInPlay
from league.models import Competition, Match
from league.rules.settings.translated_names import translated

PREVIOUS, NEXT = "previous", "next"
_LONGEST: Final = 12


@dataclass(frozen=True, slots=True)
class Round:
    """A round with known players: its stage, its number there, and whether a match of it is in play."""

    stage: int
    number: int
    name: str
    is_in_play: bool = False

    @property
    def code(self) -> str:
        """The round in an address: `1-3`."""
        return f"{self.stage}-{self.number}"

    @property
    def title(self) -> str:
        """Its name in the language of the reader."""
        return translated(self.name)


class ShownRound:
    """The tables of a round, with the round before it and the round after it. Four queries at most.

    `asked` is the code of a round; `previous` or `next` is the one beside the round in play. Otherwise, and
    where there is no such round, these are the tables in play.
    """

    def __init__(self, competition: Competition, asked: str = "") -> None:
        self._competition = competition
        self._rounds = _rounds(competition)
        self._index = self._index_of(asked)
        self.round = None if self._index is None else self._rounds[self._index]

    @property
    def previous(self) -> Round | None:
        """The round before it, or before those in play."""
        first = self._first if self._index is None else self._index
        return self._rounds[first - 1] if first > 0 else None

    @property
    def next(self) -> Round | None:
        """The round after it, or after those in play."""
        after = (self._last if self._index is None else self._index) + 1
        return self._rounds[after] if after < len(self._rounds) else None

    def tables(self) -> list[TableInPlay]:
        """Return its tables, by number; those in play if no round is shown."""
        if self.round is None:
            return tables_in_play.tables_of(self._competition)
        return tables_in_play.tables_of_round(self._competition, self.round.stage, self.round.number)

    @property
    def _in_play(self) -> list[int]:
        return [index for index, listed in enumerate(self._rounds) if listed.is_in_play]

    @property
    def _first(self) -> int:
        return min(self._in_play, default=len(self._rounds))

    @property
    def _last(self) -> int:
        return max(self._in_play, default=len(self._rounds) - 1)

    def _index_of(self, asked: str) -> int | None:
        beside = {PREVIOUS: self._first - 1, NEXT: self._last + 1}
        codes = {listed.code: index for index, listed in enumerate(self._rounds)}
        index = beside.get(asked, codes.get(asked, -1))
        return index if 0 <= index < len(self._rounds) else None


def round_asked(request: HttpRequest) -> str:
    """Return which round the address names."""
    return request.GET.get("round", "")[:_LONGEST]


def _rounds(competition: Competition) -> list[Round]:
    """Return the rounds in which some players are known, in their order. One query."""
    rows = Match.objects.filter(competition=competition, is_bye=False, placements__isnull=False)
    rounds: dict[tuple[int, int], Round] = {}
    named = rows.order_by("stage", "round_number").values_list("stage", "round_number", "round_name", "kind")
    for stage, number, name, kind in named.distinct():
        known = rounds.get((stage, number))
        is_in_play = kind == "" or (known is not None and known.is_in_play)
        rounds[stage, number] = Round(stage, number, name, is_in_play)
    return list(rounds.values())
