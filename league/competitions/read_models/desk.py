"""The organizers' view of their competition: the next step, and the entrants."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from django.core.paginator import Page, Paginator
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.localization.collation import by_name
from league import competitions
from league.models import Competition, Entrant
from league.rules.competition.state import BEFORE_START, CHECK_IN, PLANNED, REGISTRATION, RUNNING, State
from league.rules.decisions import lifecycle
from league.rules.decisions.consequences import is_arena, is_draw_pending, is_tied, is_waiting_for_clock
from league.rules.decisions.drafts import can_unpublish, is_draft_stale
from league.rules.decisions.entries import late_divisions, takes_late, waits_for_first_draw
from league.rules.decisions.walkovers import reopens
from league.rules.settings.stages import ARENA, StageSettings
from league.rules.settings.translated_names import translated
from league.rules.settings.venues import AT_TABLES, PHYSICAL
from league.rules.stages.arena_seating import free, is_kept_back
from league.rules.stages.next_draw import is_complete, is_draw_ahead, next_round_name
from league.rules.stages.next_groups import ties
from league.rules.stages.round_by_round import rounds_ahead

GONE = {
    "withdrawn": _("withdrew"),
    "disqualified": _("disqualified"),
    "no_show": _("did not come"),
}
"""The reasons of withdrawals, in words."""
STEPS: Final = (
    *("empty", "planned", "registration", "check_in"),
    *("draw", "draft", "playing", "arena", "tied", "corrected", "paused"),
    *("finished", "cancelled", "archived"),
)
"""The steps a competition can wait for."""
_NUMBERED: Final = re.compile(r"Round (\d+)")
_FEW: Final = 8
"""As many people are found at a glance, in every list."""
PEOPLE: Final = 120
"""The most active entrants in a list."""


class Desk:
    """A competition for the organizers who run it. Three queries.

    `state` is its state and `entrants` are its entrants, if known already: then they are not read again. Very
    many entrants are split into pages, of which `page` is shown, or searched for by name.
    """

    def __init__(
        self,
        competition: Competition,
        *,
        state: State | None = None,
        entrants: Iterable[Entrant] | None = None,
        find: str = "",
        page: int = 0,
    ) -> None:
        self.competition = competition
        self.state = state or competitions.look(competition.pk)
        self._entrants = entrants
        self.find, self._page = find.strip()[:60], page

    @cached_property
    def entrants(self) -> list[Entrant]:
        """All entrants by seed, otherwise by entry."""
        rows = self._entrants
        if rows is None:
            rows = Entrant.objects.filter(competition=self.competition).select_related("player")
        rows = list(rows)
        return sorted(rows, key=lambda entrant: (entrant.seed or len(rows) + 1, entrant.number))

    @property
    def limit(self) -> int:
        """The limit of entrants, 0 for any number."""
        return self.state.settings.limit

    @property
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return 0 < self.limit <= len(self.present)

    @property
    def code(self) -> str:
        """The code of the check-in, empty without a check-in."""
        return self.state.code

    @property
    def reason(self) -> str:
        """The reason of the cancellation."""
        return self.state.reason

    @property
    def was_checked_in(self) -> bool:
        """Whether there was a check-in."""
        return self.state.was_checked_in

    @cached_property
    def present(self) -> list[Entrant]:
        """The active entrants, by seed, otherwise by entry."""
        return [entrant for entrant in self.entrants if not entrant.withdrawn and not entrant.is_waiting]

    @cached_property
    def people(self) -> "Page[Entrant]":
        """The current page of active entrants."""
        return self.page_of(self.present, self._page)

    def page_of(self, entrants: Iterable[Entrant], number: int) -> "Page[Entrant]":
        """Return a page of those entrants whom the search finds."""
        words = self.find.casefold()
        matching = [
            entrant for entrant in entrants if words in f"{entrant.player.name}\n{entrant.team}".casefold()
        ]
        return Paginator(matching, PEOPLE).get_page(max(1, number))

    @property
    def is_searched(self) -> bool:
        """Whether there are so many active entrants that the list has a search."""
        return len(self.present) > _FEW

    @property
    def is_looked_for(self) -> bool:
        """Whether the organizer searched for an entrant or turned a page."""
        return bool(self.find or self._page)

    @cached_property
    def waiting(self) -> list[Entrant]:
        """The waiting list, in its order."""
        return sorted(
            (entrant for entrant in self.entrants if entrant.is_waiting and not entrant.withdrawn),
            key=_number,
        )

    @cached_property
    def gone(self) -> list[tuple[Entrant, str]]:
        """The withdrawn entrants, each with the reason."""
        return [
            (entrant, str(GONE.get(entrant.gone, entrant.gone)))
            for entrant in self.entrants
            if entrant.withdrawn
        ]

    @cached_property
    def missing(self) -> list[Entrant]:
        """The active entrants who have not checked in."""
        return _by_name(entrant for entrant in self.present if not entrant.is_here)

    @cached_property
    def here(self) -> list[Entrant]:
        """The active entrants who have checked in."""
        return _by_name(entrant for entrant in self.present if entrant.is_here)

    @cached_property
    def step(self) -> str:
        """The next step, as a keyword for the template."""
        if self.competition.is_archived:
            return "archived"
        if self.state.status == RUNNING:
            return self._running()
        if self.state.status in (PLANNED, REGISTRATION) and len(self.state.active()) < 2:
            return "registration" if self.state.status == REGISTRATION else "empty"
        return self.state.status

    def _running(self) -> str:
        state = self.state
        if state.is_paused:
            return "paused"
        if any(stage.draft is not None for stage in state.stages):
            return "draft"
        if self._tied_match is not None and not self.open_matches:
            return "tied"
        if is_arena(state):
            return "arena"
        if is_waiting_for_clock(state):
            return "corrected"
        if self.open_matches:
            return "playing"
        if self.tie is not None:
            return "tied"
        return "draw" if all(stage.is_drawn_out for stage in state.stages) else "playing"

    @property
    def takes_results(self) -> bool:
        """Whether a result is missing that organizers can record now."""
        return self.step in ("playing", "arena", "corrected", "draft") and self.open_matches > 0

    @property
    def follows(self) -> str:
        """What a correction has made possible: a `lot`, a `round`, a `stage` or `tables`."""
        if not is_draw_pending(self.state):
            return "tables"
        if is_tied(self.state):
            return "lot"
        return "stage" if is_complete(self.state, self.state.stage) else "round"

    @property
    def is_also_tied(self) -> bool:
        """Whether a tie must be decided beside the results that are missing."""
        return self.step == "playing" and self.tie is not None

    @property
    def can_unpublish(self) -> bool:
        """Whether the last draw can be taken back because nothing of it was played."""
        return can_unpublish(self.state)

    @property
    def is_by_hand(self) -> bool:
        """Whether organizers publish each draw themselves."""
        return self.state.settings.by_hand

    @property
    def first_stage(self) -> StageSettings:
        """The stage that the start opens."""
        return self.state.settings.stages[0]

    @property
    def is_bracket_open(self) -> bool:
        """Whether matches of a bracket wait for their players, and open as soon as these are known."""
        stage = self.state.stage
        is_bracket = stage.settings.is_knock_out and stage.settings.is_drawn_whole
        return is_bracket and any(None in match.slots for match in stage.matches.values())

    @property
    def is_to_be_arena(self) -> bool:
        """Whether the start opens an arena."""
        return self.state.settings.stages[0].format == ARENA

    @property
    def round_over(self) -> str:
        """The end of the last round in words, where it has ended and the next waits to be paired."""
        rounds = self.state.stage.rounds
        if not rounds:
            return gettext("The next round is ready to be paired.")
        if len(self.state.stage.groups) > 1:
            return gettext("All results are in.")
        name = rounds[-1].name
        if numbered := _NUMBERED.fullmatch(name):
            return gettext("Round {n} is complete.").format(n=numbered[1])
        return gettext("All results are in: {name}.").format(name=translated(name))

    @property
    def publish_words(self) -> str:
        """The words of the button that publishes the next round."""
        name = next_round_name(self.state, self.state.stage)
        if numbered := _NUMBERED.fullmatch(name):
            return gettext("Publish round {n}").format(n=numbered[1])
        if name:
            return gettext("Publish “{name}”").format(name=translated(name))
        return gettext("Publish the next round")

    @property
    def has_next_round(self) -> bool:
        """Whether a round or a stage is still to be paired after the results of those in play."""
        state, stage = self.state, self.state.stage
        if not stage.groups or stage.settings.format == ARENA:
            return False
        if stage.settings.is_redrawn and any(
            rounds_ahead(state, stage, group) for group in range(len(stage.groups))
        ):
            return True
        return is_draw_ahead(state, stage) or state.next_stage is not None

    @property
    def is_next_a_stage(self) -> bool:
        """Whether nothing more is paired in the stage in play: what waits is the next stage."""
        stage = self.state.stage
        return stage.settings.is_drawn_whole and not is_draw_ahead(self.state, stage)

    @cached_property
    def open_matches(self) -> int:
        """The number of matches that could be played now."""
        return sum(match.is_waiting for stage in self.state.stages for match in stage.matches.values())

    @property
    def is_between_rounds(self) -> bool:
        """Whether a round has ended and the rounds in play have no result yet."""
        rounds = [
            [match for match in stage.matches_of(planned) if match.is_playable]
            for stage in self.state.stages
            for planned in stage.rounds
        ]
        in_play = [matches for matches in rounds if any(match.is_waiting for match in matches)]
        is_fresh = bool(in_play) and all(match.is_waiting for matches in in_play for match in matches)
        return is_fresh and any(stage.results for stage in self.state.stages)

    @cached_property
    def free(self) -> list[Entrant]:
        """The players of an arena who wait for a table, by name."""
        waiting = set(free(self.state, self.state.stage)) if self.step == "arena" else set()
        return _by_name(entrant for entrant in self.present if entrant.number in waiting)

    @property
    def away(self) -> list[Entrant]:
        """The players of an arena who take a break, by name."""
        return _by_name(entrant for entrant in self.present if entrant.is_away)

    @property
    def is_kept_back(self) -> bool:
        """Whether free players of an arena wait only so as not to meet the same table again at once."""
        return is_kept_back(self.state, self.state.stage)

    @property
    def is_at_tables(self) -> bool:
        """Whether there is a table for each match, which reports its result."""
        return self.state.settings.venue in AT_TABLES

    @property
    def is_with_cards(self) -> bool:
        """Whether the matches are played with real cards."""
        return self.state.settings.venue == PHYSICAL

    @property
    def draft_url(self) -> str:
        """The page of the draft."""
        return _address("draft", self.competition.pk) or self.competition.get_absolute_url()

    @cached_property
    def tie(self) -> tuple[int, str] | None:
        """The tie that needs a lot: the stage, and the match unless it is for the whole stage."""
        if self._tied_match is not None:
            return self._tied_match
        tied = [stage.number for stage in self.state.stages if ties(self.state, stage)]
        return (tied[0], "") if tied else None

    @cached_property
    def _tied_match(self) -> tuple[int, str] | None:
        for stage in self.state.stages:
            for match in stage.matches.values():
                if match.result and match.result.is_tied:
                    return stage.number, match.id
        return None

    @property
    def tie_url(self) -> str:
        """The page for drawing the lot; empty where none is needed."""
        if self.tie is None:
            return ""
        stage, match = self.tie
        if match:
            return reverse("match", args=[self.competition.pk, stage, match])
        return reverse("lines", args=[self.competition.pk, stage])

    @property
    def lines_stage(self) -> int | None:
        """The stage whose standings can get bonuses and penalties, if any."""
        stage = self.state.stage
        return None if not stage.groups or stage.settings.is_knock_out else stage.number

    @property
    def lines_url(self) -> str:
        """The page for bonuses and penalties; empty without such a stage."""
        return reverse("lines", args=[self.competition.pk, self.lines_stage]) if self.lines_stage else ""

    @property
    def history_url(self) -> str:
        """The page of the history."""
        return reverse("competition_history", args=[self.competition.pk])

    @property
    def is_before_start(self) -> bool:
        """Whether organizers can enter players."""
        return self.state.status in BEFORE_START

    @property
    def may_check_in(self) -> bool:
        """Whether organizers can check entrants in: while the check-in is open, and later until the start."""
        return self.state.status == CHECK_IN or (self.is_before_start and self.was_checked_in)

    @property
    def takes_late(self) -> bool:
        """Whether late entries are possible."""
        return takes_late(self.state)

    @property
    def waits_for_first_draw(self) -> bool:
        """Whether late entrants are paired with all others, because nothing is published."""
        return waits_for_first_draw(self.state)

    @property
    def is_draft_stale(self) -> bool:
        """Whether the draft has to be made again, because somebody has come or gone since."""
        return is_draft_stale(self.state, self.state.stage)

    @property
    def late_divisions(self) -> range:
        """The divisions among which a late entrant can be put; empty for none."""
        return range(1, late_divisions(self.state) + 1)

    @property
    def can_delete(self) -> bool:
        """Whether it never started, so that nothing is lost with it."""
        return lifecycle.can_delete(self.state)

    @property
    def seats_at_once(self) -> bool:
        """Whether entrants get a table as soon as enough of them are free, not in the next round."""
        return self.state.status == RUNNING and self.state.stage.settings.format == ARENA

    @property
    def may_leave(self) -> bool:
        """Whether entrants can be withdrawn, reinstated or replaced."""
        return self.is_before_start or self.state.status == RUNNING

    @cached_property
    def may_return(self) -> set[int]:
        """The withdrawn entrants, by number, who can be readmitted: after the end only if that reopens it."""
        gone = self.state.gone()
        return gone if self.may_leave else {entrant for entrant in gone if reopens(self.state, entrant)}

    @cached_property
    def earlier(self) -> list[Competition]:
        """Competitions of the club whose standings can seed this one, the newest first."""
        statuses = [Competition.Status.RUNNING, Competition.Status.FINISHED]
        competitions_of_club = Competition.objects.filter(club=self.competition.club_id, status__in=statuses)
        return list(competitions_of_club.exclude(pk=self.competition.pk).order_by("-pk")[:20])


def _address(name: str, pk: int) -> str:
    try:
        return reverse(name, args=[pk])
    except NoReverseMatch:
        return ""


def _number(entrant: Entrant) -> int:
    return entrant.number


def _by_name(entrants: Iterable[Entrant]) -> list[Entrant]:
    return by_name(sorted(entrants, key=_number), name=lambda entrant: entrant.player.name)
