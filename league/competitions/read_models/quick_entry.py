"""The results of a round on one page: a row for each match, with a field for the total of each entrant."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext

from games.models import Player
from league.competitions.live_totals import NOTHING, SoFar, at_tables
from league.competitions.read_models.desk import GONE
from league.competitions.read_models.disputes import Dispute, disputes_at
from league.competitions.read_models.match import title
from league.competitions.results import ResultSlip, entrant_names
from league.competitions.stream import state_of
from league.models import Competition
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import FINISHED, RUNNING
from league.rules.settings.stages import ROUND_ROBIN
from league.rules.settings.translated_names import translated

SURE, ABSENT = "sure", "absent"
"""What a row asks for: that an unlikely result is right, or that those without a total were absent."""
_AT_ONCE: Final = 60
"""The most rows of one page."""
_TABS: Final = 8
"""The most rounds to choose that are over."""


class QuickField(NamedTuple):
    """The total of an entrant: the name of its field, what it holds, and the place once it is saved.

    `why_out` says why there is no total of an entrant who is out, or was absent.
    """

    field: str
    name: str
    value: str
    place: int
    why_out: str = ""


class QuickRow:
    """A match that is played or was just played; `typed` is what somebody sent that was not saved.

    `so_far` is what its table has recorded. `absent` are the entrants, by number, of whom somebody said so.
    """

    def __init__(
        self,
        slip: ResultSlip,
        so_far: SoFar = NOTHING,
        typed: Mapping[str, str] | None = None,
        error: str = "",
        *,
        asks: str = "",
        is_late: bool = False,
        absent: Iterable[str] = (),
        is_own: bool = False,
        dispute: Dispute | None = None,
    ) -> None:
        self.dispute, self.so_far = dispute, so_far
        self.slip, self.error, self.asks, self._is_own = slip, error, asks, is_own
        self.match, self.stage = slip.match, slip.stage
        self._typed, self._absent, self._is_late = typed or {}, list(absent), is_late

    @property
    def anchor(self) -> str:
        """The id of the row on the page."""
        return f"m{self.stage}-{self.match.id.replace('.', '-')}"

    @property
    def label(self) -> str:
        """The name of the table, or else of the match."""
        number = self.match.table_number
        return translated(f"Table {number}") if number else title(self.match)

    @property
    def is_done(self) -> bool:
        """Whether there is a result."""
        return self.match.result is not None

    @property
    def can_undo(self) -> bool:
        """Whether the reader entered the result lately, and no later round was drawn from it."""
        state = self.slip.state
        if not self._is_own or not self.is_done or any(later.groups for later in state.stages[self.stage :]):
            return False
        return not state.stages[self.stage - 1].rounds_drawn_after(self.match)

    @property
    def is_tied(self) -> bool:
        """Whether somebody has to decide who advances."""
        return self.match.result is not None and self.match.result.is_tied

    @property
    def is_typed(self) -> bool:
        """Whether something was sent that is not saved."""
        return bool(self._typed)

    @property
    def stamp(self) -> str:
        """A text that changes with what others record: the totals so far, or the result."""
        if not self.is_done:
            return self.so_far.stamp
        return "=" + ",".join(f"{place.entrant}.{place.place}.{place.total}" for place in self.match.places)

    @property
    def absent(self) -> str:
        """The entrants without a total, by number, who count as absent as soon as somebody says so."""
        if self.asks == ABSENT:
            empty = [entrant for entrant in self.match.entrants if not self._typed.get(f"total_{entrant}")]
            return ",".join(map(str, empty))
        return ",".join(self._absent)

    @property
    def fields(self) -> list[QuickField]:
        """The fields in seat order."""
        places = {place.entrant: place for place in self.match.places}
        absent = self.match.result.absent if self.match.result else ()
        fields = []
        for entrant in self.match.entrants:
            field, place = f"total_{entrant}", places.get(entrant)
            known: int | str | None = place.total if place else self.so_far.totals.get(entrant)
            if place and not self.match.has_totals:
                known = "–"
            value = self._typed.get(field, "" if known is None else str(known))
            rank, name = place.place if place else 0, self.slip.names[entrant]
            gone = "" if place and entrant not in absent else self.slip.state.entrants[entrant].gone
            why_out = str(GONE.get(gone, gone)) or (gettext("absent") if entrant in absent else "")
            fields.append(QuickField(field, name, value, rank, why_out))
        return fields

    @property
    def shows_recorded(self) -> bool:
        """Whether what others have recorded stands beside the reason why the row was not saved."""
        return self.is_typed and (self.is_done or self._is_late)

    @property
    def recorded(self) -> list[str]:
        """The totals that others have recorded, beside which stands what somebody typed."""
        if not self.is_done:
            return [f"{self.slip.names[entrant]} {total}" for entrant, total in self.so_far.totals.items()]
        return [
            f"{self.slip.names[place.entrant]} {place.total if self.match.has_totals else '–'}"
            for place in sorted(self.match.places, key=lambda place: place.place)
        ]


class EntryRound(NamedTuple):
    """A round with its matches that were or can be played; `is_in_play` says that its results are due."""

    stage: Stage
    number: int
    name: str
    matches: list[Match]
    is_in_play: bool

    @property
    def code(self) -> str:
        """The round in an address: `1-3`."""
        return f"{self.stage.number}-{self.number}"

    @property
    def title(self) -> str:
        """Its name in the language of the reader."""
        return translated(self.name)

    @property
    def is_over(self) -> bool:
        """Whether no result of it is missing."""
        return not any(match.is_waiting for match in self.matches)


class QuickEntry:
    """The page: the matches of the rounds in play, else of the last round; or of a round that is asked for.

    With `all_rounds` of all rounds in which a result is missing. Without a number it is the first page on
    which a result is missing. `own` are the results, by stage and match, that the reader entered lately.
    """

    def __init__(
        self,
        competition: Competition,
        page: str,
        *,
        all_rounds: bool = False,
        asked_round: str = "",
        own: Collection[tuple[int, str]] = (),
        reader: Player | None = None,
    ) -> None:
        self.competition, self._own, self._reader = competition, own, reader
        self.state = state_of(competition.pk)
        rounds = list(self._rounds())
        self.in_play = [each for each in rounds if each.is_in_play]
        self.over = [each for each in rounds if each.is_over][-_TABS:]
        missing = [each for each in rounds if not each.is_over]
        self.has_later_rounds = len(self.in_play) < len(missing)
        self.all_rounds = all_rounds and self.has_later_rounds
        self.round = next((each for each in self.over if each.code == asked_round), None)
        if self.round is None and not self.in_play:
            self.round = next(reversed(self.over), None)
        shown = [self.round] if self.round else missing if all_rounds else self.in_play
        matches = [(each.stage, match) for each in shown for match in sorted(each.matches, key=_by_table)]
        first = next((place for place, (_stage, match) in enumerate(matches) if match.is_waiting), 0)
        wanted = page or first // _AT_ONCE + 1
        self.page: Page[tuple[Stage, Match]] = Paginator(matches, _AT_ONCE).get_page(wanted)

    @property
    def rows(self) -> Iterator[QuickRow]:
        """The rows of the page, by table. Four queries, two more if a result is disputed."""
        shown = list(self.page)
        names = entrant_names(self.state)
        waiting = [match for _stage, match in shown if match.is_waiting]
        known = at_tables(waiting)
        disputes = disputes_at([table for table, so_far in known.items() if so_far.is_disputed], self._reader)
        for stage, match in shown:
            slip = ResultSlip(self.state, stage.number, match, names)
            is_own = match.result is not None and (stage.number, match.id) in self._own
            dispute = disputes.get(match.table)
            yield QuickRow(slip, known.get(match.table, NOTHING), is_own=is_own, dispute=dispute)

    @property
    def has_tabs(self) -> bool:
        """Whether there is another round to choose than those that are shown."""
        return len(self.over) + bool(self.in_play) > 1

    def _rounds(self) -> Iterator[EntryRound]:
        """Yield the rounds in which something was or can be played.

        In play is the first of a schedule, and each round with a table, so that nobody is there twice.
        """
        if self.state.status not in (RUNNING, FINISHED):
            return
        for stage in self.state.stages:
            begun: set[tuple[int, str]] = set()
            for number, planned in enumerate(stage.rounds, start=1):
                matches = [match for match in stage.matches_of(planned) if match.is_playable]
                waiting = [match for match in matches if match.is_waiting]
                line = planned.group, planned.letter
                is_later = stage.settings.format == ROUND_ROBIN and line in begun
                is_in_play = any(match.table for match in waiting) or (bool(waiting) and not is_later)
                if waiting:
                    begun.add(line)
                if matches:
                    yield EntryRound(stage, number, planned.name, matches, is_in_play)


def _by_table(match: Match) -> tuple[bool, int, int]:
    """Order matches by their tables; those that have none yet come last."""
    return not match.table_number, match.table_number, match.number
