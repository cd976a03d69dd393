"""What organizers see of their competition: what comes next, and who is in."""

from functools import cached_property
from typing import Final

from django.core.paginator import Page, Paginator
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from league import competitions
from league.models import Competition, Entrant
from league.rules.competition.state import BEFORE_START, CHECK_IN, PLANNED, REGISTRATION, RUNNING, State
from league.rules.decisions.follow_ups import is_tied, waits
from league.rules.settings.stages import SEASON, SWISS
from league.rules.settings.venues import AT_TABLES
from league.rules.stages.qualifying import level

GONE = {
    "withdrawn": _("withdrew"),
    "disqualified": _("disqualified"),
    "no_show": _("did not come"),
}
"""Why somebody plays no more, in words."""
STEPS: Final = (
    *("empty", "planned", "registration", "check_in"),
    *("draw", "draft", "playing", "tied", "corrected", "paused"),
    *("finished", "cancelled", "archived"),
)
"""What a competition can wait for."""
_PEOPLE: Final = 120
"""So many of those who are in are listed at once."""


class Desk:
    """A competition for the organizers who run it. Three queries.

    `state` is how it stands, where that is known already: it is not read again then. Very many entrants
    are split into pages, of which `page` is shown, or found by what is in their names.
    """

    def __init__(
        self,
        competition: Competition,
        *,
        state: State | None = None,
        find: str = "",
        page: int = 0,
    ) -> None:
        self.competition = competition
        self.state = state or competitions.look(competition.pk)
        self.find, self._page = find.strip()[:60], page
        rows = Entrant.objects.filter(competition=competition).select_related("player")
        self.entrants = sorted(rows, key=lambda one: (one.seed or len(rows) + 1, one.number))

    @property
    def limit(self) -> int:
        """How many may play, 0 for any number."""
        return self.state.settings.limit

    @property
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return 0 < self.limit <= len(self.present)

    @property
    def code(self) -> str:
        """The code of the check-in, empty while there is none."""
        return self.state.code

    @property
    def reason(self) -> str:
        """For what it was called off."""
        return self.state.reason

    @property
    def was_checked_in(self) -> bool:
        """Whether entrants were asked to check in."""
        return self.state.was_checked_in

    @cached_property
    def present(self) -> list[Entrant]:
        """Those who are in, by seed, else as they entered."""
        return [one for one in self.entrants if not one.withdrawn and not one.is_waiting]

    @cached_property
    def people(self) -> "Page[Entrant]":
        """The page of those who are in that is looked at."""
        words = self.find.casefold()
        found = [one for one in self.present if words in f"{one.player.name}\n{one.team}".casefold()]
        return Paginator(found, _PEOPLE).get_page(max(1, self._page))

    @property
    def is_long(self) -> bool:
        """Whether those who are in are more than are listed at once."""
        return len(self.present) > _PEOPLE

    @property
    def is_looked_for(self) -> bool:
        """Whether somebody is looked for among them, or a page of them was turned."""
        return bool(self.find or self._page)

    @cached_property
    def waiting(self) -> list[Entrant]:
        """Those on the waiting list, as they came."""
        return sorted((one for one in self.entrants if one.is_waiting and not one.withdrawn), key=_number)

    @cached_property
    def gone(self) -> list[tuple[Entrant, str]]:
        """Those who play no more, each with why."""
        return [(one, str(GONE.get(one.gone, one.gone))) for one in self.entrants if one.withdrawn]

    @cached_property
    def missing(self) -> list[Entrant]:
        """Those who are in and have not checked in."""
        return sorted((one for one in self.present if not one.is_here), key=_name)

    @cached_property
    def here(self) -> list[Entrant]:
        """Those who are in and have checked in."""
        return sorted((one for one in self.present if one.is_here), key=_name)

    @property
    def step(self) -> str:
        """What the competition waits for, by one word: the template says the rest."""
        if self.competition.is_archived:
            return "archived"
        if self.state.status == RUNNING:
            return self._running()
        if self.state.status in (PLANNED, REGISTRATION) and len(self.present) < 2:
            return "registration" if self.state.status == REGISTRATION else "empty"
        return self.state.status

    def _running(self) -> str:
        state = self.state
        if state.is_paused:
            return "paused"
        if any(one.draft is not None for one in state.stages):
            return "draft"
        if any(
            match.result and match.result.is_tied for one in state.stages for match in one.matches.values()
        ):
            return "tied"
        if waits(state):
            return "corrected"
        if is_tied(state):
            return "tied"
        return "draw" if all(one.is_drawn_out for one in state.stages) else "playing"

    @property
    def open_matches(self) -> int:
        """How many matches could be played now."""
        return sum(match.is_waiting for stage in self.state.stages for match in stage.matches.values())

    @property
    def is_at_tables(self) -> bool:
        """Whether there is a table for each match, from which its result comes in by itself."""
        return self.state.settings.venue in AT_TABLES

    @property
    def draft_url(self) -> str:
        """Where organizers look at the next draw."""
        return _address("draft", self.competition.pk) or self.competition.get_absolute_url()

    @property
    def tie(self) -> tuple[int, str] | None:
        """Where the lot is missing: the stage, and the match if it is one's."""
        for stage in self.state.stages:
            for match in stage.matches.values():
                if match.result and match.result.is_tied:
                    return stage.number, match.id
        tied = [stage.number for stage in self.state.stages if level(self.state, stage)]
        return (tied[0], "") if tied else None

    @property
    def tie_url(self) -> str:
        """Where organizers draw the lot that is missing; empty where none is."""
        if self.tie is None:
            return ""
        stage, match = self.tie
        if match:
            return reverse("match", args=[self.competition.pk, stage, match])
        return reverse("lines", args=[self.competition.pk, stage])

    @property
    def lines_stage(self) -> int | None:
        """The stage in which organizers give points beside the results, if there is one."""
        stage = self.state.stage
        return None if not stage.groups or stage.settings.is_knock_out else stage.number

    @property
    def lines_url(self) -> str:
        """Where organizers give points beside the results; empty where there are none."""
        return reverse("lines", args=[self.competition.pk, self.lines_stage]) if self.lines_stage else ""

    @property
    def history_url(self) -> str:
        """Where it is told what happened."""
        return reverse("competition_history", args=[self.competition.pk])

    @property
    def is_before_start(self) -> bool:
        """Whether entries are open to organizers."""
        return self.state.status in BEFORE_START

    @property
    def may_check_in(self) -> bool:
        """Whether organizers tick names: while the check-in is open, and later until the start."""
        return self.state.status == CHECK_IN or (self.is_before_start and self.was_checked_in)

    @property
    def takes_late(self) -> bool:
        """Whether somebody can still come while it is played."""
        stage = self.state.stage
        is_round_by_round = stage.settings.format in (SEASON, SWISS) and stage.play_offs is None
        return self.state.status == RUNNING and is_round_by_round

    @property
    def may_leave(self) -> bool:
        """Whether anybody can be taken out, brought back or replaced."""
        return self.is_before_start or self.state.status == RUNNING

    @cached_property
    def earlier(self) -> list[Competition]:
        """Competitions of the club whose standings can seed this one, the newest first."""
        statuses = [Competition.Status.RUNNING, Competition.Status.FINISHED]
        found = Competition.objects.filter(club=self.competition.club_id, status__in=statuses)
        return list(found.exclude(pk=self.competition.pk).order_by("-pk")[:20])


def _address(name: str, pk: int) -> str:
    try:
        return reverse(name, args=[pk])
    except NoReverseMatch:
        return ""


def _number(entrant: Entrant) -> int:
    return entrant.number


def _name(entrant: Entrant) -> tuple[str, int]:
    return (entrant.player.name.casefold(), entrant.number)
