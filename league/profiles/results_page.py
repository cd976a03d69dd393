"""All results of a player: by competition, club and rulebook, page by page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from games.models import Player
from league.profiles.matches import Played
from league.profiles.mates import Mate, mates_of

PER_PAGE: Final = 25
ALONE: Final = "none"
"""What stands for no competition in an address."""


@dataclass(frozen=True)
class Choice:
    """A filter: its field, what it is called, what can be chosen (value and name), and what was."""

    field: str
    label: str
    every: str
    options: list[tuple[str, str]]
    chosen: str


class ResultsPage:
    """The results that somebody asked for; what cannot be is as if nobody had asked for it."""

    def __init__(self, player: Player, played: Sequence[Played], wanted: QueryDict) -> None:
        self._player, self._played, self._wanted = player, played, wanted

    @cached_property
    def choices(self) -> list[Choice]:
        """The filters that set anything apart."""
        found = [
            self._choice("competition", _("Competition"), _("All matches"), _by_competition),
            self._choice("club", _("Club"), _("All clubs"), lambda one: (one.club, one.club_name)),
            self._choice("rulebook", _("Rulebook"), _("All rulebooks"), _by_rulebook),
        ]
        return [one for one in found if len(one.options) > 1 or one.chosen]

    @cached_property
    def chosen(self) -> list[Played]:
        """The results that fit."""
        at = {one.field: one.chosen for one in self.choices if one.chosen}
        return [
            one
            for one in self._played
            if at.get("competition") in (None, _by_competition(one)[0])
            and at.get("club") in (None, one.club)
            and at.get("rulebook") in (None, one.rulebook_key)
        ]

    @cached_property
    def page(self) -> Page[Played]:
        """The page that is looked at."""
        return Paginator(self.chosen, PER_PAGE).get_page(self._wanted.get("page"))

    @property
    def rows(self) -> list[tuple[Played, str]]:
        """The results of the page, each with who else took part. Two queries."""
        shown = list(self.page.object_list)
        mates = mates_of(self._player, shown)
        return [(one, _linked(mates.get(one.meeting, []))) for one in shown]

    @property
    def won(self) -> int:
        """How many of them were won."""
        return sum(one.is_won for one in self.chosen)

    @property
    def query(self) -> str:
        """What was chosen, for the addresses of the other pages."""
        return urlencode({one.field: one.chosen for one in self.choices if one.chosen})

    def _choice(self, field: str, label: str, every: str, of: Callable[[Played], tuple[str, str]]) -> Choice:
        options = dict(of(one) for one in self._played)
        options.pop("", None)
        wanted = self._wanted.get(field, "")
        return Choice(field, label, every, list(options.items()), wanted if wanted in options else "")


def _by_competition(one: Played) -> tuple[str, str]:
    if one.competition is None:
        return ALONE, _("Outside of competitions")
    return str(one.competition), one.competition_name


def _by_rulebook(one: Played) -> tuple[str, str]:
    return one.rulebook_key, one.rulebook


def _linked(mates: Sequence[Mate]) -> str:
    """Return the names, with links to those who have a page."""
    return format_html_join(", ", "{}", ((_link(one),) for one in mates))


def _link(mate: Mate) -> str:
    linked = format_html('<a class="mate" href="{}">{}</a>', mate.address, mate.name)
    return linked if mate.address else mate.name
