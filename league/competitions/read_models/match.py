"""The page of a match: entrants, result, reasons of the draw, and possible actions."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from games.models import Player, Seat, Table
from games.rules.options.options import stored
from league import competitions
from league.competitions import draw_reasons, results
from league.competitions.read_models.desk import Desk
from league.competitions.results import EntrantResult, ResultSlip
from league.models import Competition
from league.rules.competition.match_names import is_final, name_at_table
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import FINISHED, RUNNING, State
from league.rules.decisions.tables_of_matches import venue_of
from league.rules.settings import result_kinds
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import AT_TABLES


@dataclass(frozen=True)
class MatchLine:
    """An entrant of the match; `place` is 0 without a result."""

    entrant: int
    player: Player
    seed: int
    place: int = 0
    total: int = 0
    is_absent: bool = False
    goes_on: bool = False
    is_tied: bool = False
    has_partner: bool = False

    @property
    def shown_place(self) -> int:
        """The place for readers: the standings rank partners as four entrants (1, 1, 3, 3)."""
        return min(self.place, 2) if self.has_partner else self.place

    @property
    def name(self) -> str:
        """The name of the entrant."""
        return self.player.name

    @property
    def url(self) -> str:
        """The page of the player."""
        return self.player.get_absolute_url()


@dataclass(frozen=True)
class MatchGame:
    """A match of the meeting; `outcome` is how it ended, or what it waits for."""

    key: str
    number: int
    outcome: str
    is_here: bool


class MatchPage:
    """A match for the templates."""

    def __init__(self, competition: Competition, state: State, stage: Stage, match: Match) -> None:
        self.competition, self.state, self.stage, self.match = competition, state, stage, match
        players = Player.objects.in_bulk([entrant.player for entrant in state.entrants.values()])
        self._players = {number: players[entrant.player] for number, entrant in state.entrants.items()}
        self.names: Mapping[int, str] = {number: player.name for number, player in self._players.items()}

    @property
    def slip(self) -> ResultSlip:
        """The result form of the match."""
        return ResultSlip(self.state, self.stage.number, self.match, self.names)

    @property
    def title(self) -> str:
        """The name of the match: `Round 2, Table 3`."""
        return title(self.match)

    @property
    def lines(self) -> list[MatchLine]:
        """Its entrants, by place once there is a result."""
        places = {place.entrant: place for place in self.match.places}
        absent = self.match.result.absent if self.match.result else []
        entrants = sorted(
            self.match.entrants, key=lambda entrant: places[entrant].place if entrant in places else 0
        )
        return [self._line(entrant, absent) for entrant in entrants]

    @property
    def has_totals(self) -> bool:
        """Whether the result says totals: one by ranks alone does not."""
        return self.match.has_totals

    @property
    def has_replay(self) -> bool:
        """Whether deals were played at its table; a result that was only written down has none to replay."""
        return any(seat.table.round_number for seat in self._seats)

    @property
    def is_at_real_table(self) -> bool:
        """Whether its table has real cards."""
        return any(seat.table.is_physical for seat in self._seats)

    @property
    def kind_label(self) -> str:
        """The kind of the result in words, empty without one."""
        return _(result_kinds.LABELS[self.match.result.kind]) if self.match.result else ""

    @property
    def decided_by(self) -> str:
        """The reason why somebody advances: place, last_deal or lot; empty where nobody is eliminated."""
        return self.match.result.decided_by if self.match.result else ""

    @property
    def is_tied(self) -> bool:
        """Whether the match waits for a lot."""
        return bool(self.match.result and self.match.result.is_tied)

    @property
    def tied_names(self) -> list[str]:
        """The names of those between whom who advances has to be decided."""
        return [line.name for line in self.lines if line.is_tied]

    @property
    def is_final(self) -> bool:
        """Whether nothing follows for the winner of this match, who advances no further."""
        return is_final(self.stage, self.match)

    @property
    def is_needed(self) -> bool:
        """Whether it is needed, as far as that is known."""
        return self.match.seats.is_needed is not False

    @property
    def waits_for_games(self) -> bool:
        """Whether its entrants are known, and only earlier matches of the meeting come first."""
        return self.match.seats.is_settled and self.match.seats.is_needed is None

    @property
    def games(self) -> list[MatchGame]:
        """The matches of a meeting of several matches; empty for a single match."""
        if self.match.planned.best_of == 1:
            return []
        return [
            MatchGame(game.id, game.planned.game, self._outcome(game), game.id == self.match.id)
            for game in self.stage.meeting_of(self.match)
        ]

    @property
    def score(self) -> str:
        """The score of the meeting: `Ana 2 : 1 Ben`; empty while its entrants are not known."""
        meeting = self.stage.meeting_of(self.match)
        wins = Counter(game.winner for game in meeting)
        if len(meeting[0].entrants) < 2:
            return ""
        first, second = meeting[0].entrants
        names = self.names[first], self.names[second]
        return f"{names[0]} {wins[first]} : {wins[second]} {names[1]}"

    @property
    def may_report(self) -> bool:
        """Whether a result can be reported or corrected now."""
        return self.state.status in (RUNNING, FINISHED) and self.match.is_playable

    @property
    def at_table(self) -> dict[int, EntrantResult]:
        """What is known while there is no result: at the table, else the totals that were removed."""
        if self.match.result:
            return {}
        removed = self.stage.removed_result(self.match)
        totals = removed.places if removed and any(place.total for place in removed.places) else []
        return results.at_table(self.match, self._seats) or {
            place.entrant: EntrantResult(total=place.total) for place in totals
        }

    @cached_property
    def _seats(self) -> list[Seat]:
        seats = Seat.objects.filter(table=self.match.table).select_related("table").order_by("index")
        return list(seats) if self.match.table else []

    @property
    def other_venue(self) -> str:
        """The other possible venue; empty where the match cannot be moved (any more)."""
        state, match = self.state, self.match
        if state.status != RUNNING or state.settings.venue not in AT_TABLES or match.result is not None:
            return ""
        has_begun = any(seat.table.round_number for seat in self._seats)
        return "" if has_begun else next(venue for venue in AT_TABLES if venue != venue_of(state, match))

    @property
    def why(self) -> list[str]:
        """The reasons of the draw, in words."""
        if self.match.round.is_play_off:
            return draw_reasons.of_play_offs()
        if self.match.round.is_consolation:
            return draw_reasons.of_consolation()
        costs = {drawn_match.match: drawn_match.cost for draw in self.stage.draws for drawn_match in draw.why}
        return draw_reasons.why(
            costs.get(self.match.id), draw_reasons.form_of_round(self.stage, self.match.round)
        )

    @property
    def plays_on(self) -> bool:
        """Whether it continues at its table, such as after its result was taken back."""
        return any(seat.table.status == Table.Status.RUNNING for seat in self._seats)

    @property
    def desk(self) -> Desk:
        """The desk, which knows the next step."""
        return Desk(self.competition, state=self.state)

    @property
    def still_open(self) -> list[tuple[int, Match, str]]:
        """The other matches that could be reported now: number of the stage, match, and title."""
        return [
            (stage.number, match, title(match))
            for stage in self.state.stages
            for match in stage.matches.values()
            if match.is_waiting and (stage.number, match.id) != (self.stage.number, self.match.id)
        ]

    def _outcome(self, match: Match) -> str:
        """Return the winner of a match of the meeting, otherwise its state."""
        if match.result is None:
            return _("not needed") if match.seats.is_needed is False else _("open")
        if match.winner:
            return self.names[match.winner]
        return _("to be decided") if match.result.is_tied else _(result_kinds.LABELS[match.result.kind])

    def _line(self, entrant: int, absent: list[int]) -> MatchLine:
        facts = (entrant, self._players[entrant], self.state.entrants[entrant].seed)
        place = next((place for place in self.match.places if place.entrant == entrant), None)
        if place is None:
            return MatchLine(*facts)
        goes_on = bool(self.match.goes_on(place))
        return MatchLine(
            *facts,
            place.place,
            place.total,
            entrant in absent,
            goes_on,
            entrant in self.match.tied,
            self._has_partners,
        )

    @cached_property
    def _has_partners(self) -> bool:
        return stored(self.competition.rulebook, self.competition.options).teams == "partners"


def find(competition: Competition, stage: int, key: str) -> MatchPage | None:
    """Return the page of a match, None when it was never drawn. Two queries."""
    state = competitions.look(competition.pk)
    match = state.match(stage, key)
    return None if match is None else MatchPage(competition, state, state.stages[stage - 1], match)


def title(match: Match) -> str:
    """Return the name of a match: `Round 2, Table 3`."""
    name = name_at_table(match, match.table_number)
    return translated(name if name == match.round.name else f"{match.round.name}, {name}")
