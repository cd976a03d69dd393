"""The pages of a competition, now or in the past: bracket with marks, standings, entrants."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from games.rulebooks import explanations
from games.rulebooks.catalogue import Rulebook
from games.rules.options import rulebooks
from games.rules.options.options import stored
from league import competitions
from league.competitions import cached_standings, stage_text
from league.competitions.bracket import RoundAhead
from league.competitions.read_models import cut_off as cut_page
from league.competitions.read_models.as_of import AsOf, MomentChoice, TimeWords, choices
from league.competitions.read_models.poster import Poster, poster
from league.competitions.read_models.rounds import (
    Leaf,
    Section,
    ShownRound,
    going_on,
    paginated,
    sections,
    shown_rounds,
)
from league.competitions.read_models.row_filter import Look
from league.competitions.read_models.shown_standings import Overall, StandingsPage
from league.competitions.read_models.standings_row import RowPage, row_details
from league.models import Competition, Entrant
from league.permissions.policy import Standing
from league.rules.competition.events import StageLotDrawn
from league.rules.competition.stage import Stage
from league.rules.competition.state import BEFORE_START, State
from league.rules.decisions import arena
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import PHYSICAL
from league.rules.stages import standings_cache
from league.rules.stages.stage_standings import consolation_winners, division_ranks

WHOLE = Look(is_whole=True)
_STATUS = {**dict(Competition.Status.choices), "new": gettext_lazy("Planned")}


class Tab:
    """The tab of a stage; `number` 0 is the order of the whole competition."""

    def __init__(self, number: int, name: str, query: str, *, is_open: bool) -> None:
        self.number, self.name, self.query, self.is_open = number, name, query, is_open


class Present(NamedTuple):
    """An active player, and the team."""

    player: Player
    team: str


class Champions(NamedTuple):
    """The names of the winners, and what they won: the competition, or a division of it."""

    won: str
    names: list[str]


class CompetitionPage:
    """A competition for the templates, at a moment, with one of its stages.

    `stage` is the number of the requested stage: the newest stage if there is no such stage, 0 for the order
    of the whole competition; `look` selects rows of its standings. Templates cannot read the state, since it
    may contain a draft.
    """

    def __init__(
        self,
        competition_id: int,
        *,
        as_of: AsOf | None = None,
        stage: int | None = None,
        look: Look = WHOLE,
    ) -> None:
        self.as_of = as_of or AsOf()
        self.look = look
        self._bracket = competitions.bracket(competition_id, until=self.as_of.until)
        self._state = self._bracket.state
        self.competition = self._bracket.competition
        self.status = self._state.status
        self.is_planned = self.status in BEFORE_START
        self.is_overall = stage == 0 and self._has_tabs
        self.stage_number = stage if stage in self._begun else max(self._begun, default=1)
        self.settings = self._stage.settings
        self.is_knockout = self.settings.is_knock_out
        self.options = stored(self.competition.rulebook, self.competition.options)
        self.played = explanations.played(
            rulebook_of(self.competition), reverse("competition_rules", args=[competition_id])
        )

    @property
    def stamp(self) -> str:
        """Changes whenever the page would change: the version of the competition, and of its tables."""
        return f"{self.competition.version}.{self.totals}"

    @property
    def totals(self) -> int:
        """The version of the tables; the stream announces later versions."""
        return self._bracket.totals

    @property
    def query(self) -> str:
        """The query of an address of this competition that stays at this stage and moment."""
        return self.as_of.query(stage=self.stage_asked)

    @property
    def more(self) -> str:
        """The stage and the selected rows, as further parameters of an address."""
        look = self.look
        wanted = {"stage": self.stage_asked, **look.filters, "page": look.page, "me": look.me}
        text = urlencode({name: value for name, value in wanted.items() if value})
        return f"&{text}" if text else ""

    @property
    def asked(self) -> list[tuple[str, str]]:
        """The stage and the moment as form fields."""
        return parse_qsl(self.query.removeprefix("?"))

    @property
    def is_going_on(self) -> bool:
        """Whether it is running and not paused."""
        return self.status == "running" and not self._state.is_paused

    @property
    def takes_newcomers(self) -> bool:
        """Whether it is an arena that players can still enter."""
        return arena.takes_newcomers(self._state)

    @property
    def takes_entries(self) -> bool:
        """Whether players can enter by themselves now."""
        is_open = self.competition.status == Competition.Status.REGISTRATION
        return self.is_live and (is_open or self.takes_newcomers)

    @property
    def status_words(self) -> str:
        """The status, in words."""
        if self.status == "running" and not self.is_going_on:
            return _("Paused")
        return str(_STATUS[self.status])

    @property
    def is_with_cards(self) -> bool:
        """Whether the matches are played with real cards."""
        return self._state.settings.venue == PHYSICAL

    @property
    def is_live(self) -> bool:
        """Whether the page is updated live."""
        return self.as_of.until is None

    @property
    def description(self) -> str:
        """The format, stage after stage, in words."""
        first, *others = (stage_text.described(stage.settings) for stage in self._state.stages)
        text = first
        for other in others:
            text = _("{stage}; then {next}").format(stage=text, next=other)
        text = text[0].upper() + text[1:]
        if self._state.settings.is_casual:
            return _("{played}; it counts for the casual rating list").format(played=text)
        return text

    def state_for(self, visitor: Standing) -> State | None:
        """The state, for a visitor who organizes it. Templates cannot call this."""
        return self._state if visitor.may("competition.organize") else None

    @cached_property
    def tabs(self) -> list[Tab]:
        """The stages that have begun, the newest first, and the overall order; empty for a single stage."""
        if not self._has_tabs:
            return []
        tabs = [
            Tab(
                number,
                self._state.stages[number - 1].settings.title,
                self.as_of.query(stage=number),
                is_open=not self.is_overall and number == self.stage_number,
            )
            for number in reversed(self._begun)
        ]
        overall = Tab(0, _("All together"), self.as_of.query(stage="0"), is_open=self.is_overall)
        return [*tabs, overall]

    @property
    def target(self) -> int:
        """The points at which matches end."""
        return self.options.target_score

    @cached_property
    def rounds(self) -> list[ShownRound]:
        """The rounds of the stage in order, all groups together."""
        return shown_rounds(self._bracket, self._stage)

    @property
    def has_bars(self) -> bool:
        """Whether totals are drawn as bars, of the matches that are shown."""
        return any(
            shown.has_bars
            for section in self.leafed[0]
            for shown_round in section.rounds
            for shown in shown_round.matches
        )

    @cached_property
    def sections(self) -> list[Section]:
        """The rounds of the stage, group by group and side by side."""
        return sections(self.rounds, self._stage)

    @cached_property
    def leafed(self) -> tuple[Sequence[Section], Leaf | None]:
        """The sections, and the page of their matches where they need pages."""
        return paginated(self.sections, self.look.page, is_tree=self.is_knockout)

    @property
    def sheet(self) -> Poster:
        """The print size of the bracket, so that it fits a page."""
        return poster(self.leafed[0], is_even=True)

    @property
    def leaf_query(self) -> str:
        """The query of a page of long standings or rounds, up to the page number."""
        filters = f"{urlencode(self.look.filters)}&" if self.look.filters else ""
        return f"{self.query}{'&' if self.query else '?'}{filters}page="

    @cached_property
    def going_on(self) -> list[tuple[ShownRound, int]]:
        """The current rounds, with the number of matches in each: of very many only some are shown."""
        return going_on(self.current_rounds, self._own_entrant)

    @cached_property
    def cut(self) -> list[cut_page.CutGroup]:
        """The groups of the stage with the cut-off for the next stage; empty where there is none."""
        return cut_page.groups(self._state, self._stage, self._bracket.players)

    @property
    def current_rounds(self) -> list[ShownRound]:
        """The rounds with running matches, or the next ones, and the last finished round of each group."""
        going = [shown_round for shown_round in self.rounds if shown_round.is_running] or self._next_rounds
        over = {
            (shown_round.group, shown_round.is_consolation): shown_round
            for shown_round in self.rounds
            if shown_round.is_over
        }
        return [*going, *over.values()]

    @property
    def _next_rounds(self) -> list[ShownRound]:
        """The rounds that could be played now: the first two, and at least the first of each group."""
        ready = [shown_round for shown_round in self.rounds if shown_round.is_next]
        first = {shown_round.group: shown_round for shown_round in reversed(ready)}
        return [
            shown_round
            for shown_round in ready
            if shown_round in ready[:2] or first[shown_round.group] is shown_round
        ]

    @property
    def ahead(self) -> list[RoundAhead]:
        """The stage rounds of a knock-out that are still to be drawn."""
        if self._stage is not self._state.stage:
            return []
        return [replace(coming, name=translated(coming.name)) for coming in self._bracket.ahead]

    @cached_property
    def standings(self) -> StandingsPage:
        """The standings of the stage."""
        self._remember_standings()
        return StandingsPage(
            self.competition.pk,
            self._bracket.head,
            self._state,
            self._stage,
            self._bracket.players,
            self.as_of,
            self.look,
            self._lots,
        )

    @property
    def _lots(self) -> list[list[int]]:
        """The orders drawn by lot in the stage, up to the moment."""
        last = self._last_seen
        events = (row.event for row in self._bracket.happened if not last or row.step <= last)
        drawn = (event for event in events if isinstance(event, StageLotDrawn))
        return [event.order for event in drawn if event.stage == self._stage.number]

    def row(self, stage: int, entrant: int) -> RowPage | None:
        """Return a row of the standings of a stage with its details, None when there is none."""
        if stage not in self._begun:
            return None
        chosen_stage = self._state.stages[stage - 1]
        self._remember_standings()
        return row_details(
            self._bracket.head,
            self._state,
            chosen_stage,
            entrant,
            self._bracket.players,
            shown_rounds(self._bracket, chosen_stage),
        )

    @property
    def overall(self) -> Overall:
        """The order of the whole competition."""
        self._remember_standings()
        return Overall(self._bracket.head, self._state, self._bracket.players, self.look)

    @cached_property
    def entrants(self) -> list[Entrant]:
        """The active entrants now, by seed, otherwise by entry."""
        rows = Entrant.objects.filter(competition=self.competition, withdrawn=False).select_related("player")
        entrants = list(rows)
        return sorted(entrants, key=lambda entrant: (entrant.seed or len(entrants), entrant.number))

    @property
    def present(self) -> list[Present]:
        """The active players at the moment, by seed, otherwise by entry."""
        players = self._bracket.players
        return [Present(players[entrant.player], entrant.team) for entrant in self._state.active()]

    @property
    def champions(self) -> list[Champions]:
        """The winners of each division of a season, or of the whole competition; empty before the end."""
        name, players = self.competition.name, self._bracket.players
        if not self._bracket.champions:
            return []
        winners = [
            (division, players[self._state.entrants[entrant].player].name)
            for entrant, (division, rank) in self._division_ranks.items()
            if rank == 1
        ]
        if not winners:
            return [Champions(name, [player.name for player in self._bracket.champions])]
        return [
            Champions(f"{name}, {translated(f'Division {division}')}", [won[1] for won in of_division])
            for division, of_division in groupby(winners, key=itemgetter(0))
        ]

    @property
    def _division_ranks(self) -> dict[int, tuple[int, int]]:
        self._remember_standings()
        return division_ranks(
            self._state,
            rows_of_stage=lambda stage: standings_cache.tables(self._bracket.head, self._state, stage).rows,
        )

    @property
    def consoled(self) -> list[str]:
        """The names of the winners of consolations in the stage."""
        players, entrants = self._bracket.players, self._state.entrants
        return [players[entrants[winner].player].name for winner in consolation_winners(self._stage)]

    @property
    def choices(self) -> list[MomentChoice]:
        """The past moments to choose with a click."""
        return choices(self._state, self._bracket.happened)

    @property
    def moment(self) -> TimeWords | None:
        """The time of the selected step."""
        times = (row.at for row in self._bracket.history if row.step == self.as_of.step)
        return next((TimeWords(at) for at in times), None)

    @property
    def earlier(self) -> int:
        """The step before the moment, 0 if there is none."""
        return self._last_seen - 1

    @property
    def later(self) -> int:
        """The step after the moment, 0 if there is none."""
        return self._last_seen + 1 if self._last_seen < self._bracket.happened[-1].step else 0

    @property
    def has_begun(self) -> bool:
        """Whether a stage has begun at the moment."""
        return bool(self._begun)

    @property
    def stage_asked(self) -> str:
        """The stage in an address: `0` for the overall order, empty for the newest stage."""
        if self.is_overall:
            return "0"
        return str(self.stage_number) if self._begun and self.stage_number != self._begun[-1] else ""

    @property
    def _own_entrant(self) -> int:
        """The entrant of the player whose rows are wanted, 0 for nobody."""
        entrants = self._state.entrants.values()
        return next((entrant.number for entrant in entrants if entrant.player == self.look.me), 0)

    def _remember_standings(self) -> None:
        cached_standings.remember(self.competition.pk, self._bracket.head, self._state)

    @property
    def _last_seen(self) -> int:
        until = self.as_of.until
        if isinstance(until, dt.datetime):
            return max(row.step for row in self._bracket.history if row.at <= until)
        return until or 0

    @property
    def _begun(self) -> list[int]:
        return [stage.number for stage in self._state.stages if stage.is_shown]

    @property
    def _has_tabs(self) -> bool:
        return len(self._begun) > 1

    @property
    def _stage(self) -> Stage:
        return self._state.stages[self.stage_number - 1]


def rulebook_of(competition: Competition) -> Rulebook:
    """Return the rulebook of a competition."""
    title = competition.rulebook_title or rulebooks.title(competition.rulebook)
    options = stored(competition.rulebook, competition.options)
    return Rulebook("", title, competition.rulebook, options)
