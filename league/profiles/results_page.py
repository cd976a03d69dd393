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
from league.profiles.matches import Played, own
from league.profiles.opponents import Mate, mates_of

PER_PAGE: Final = 25
ALONE: Final = "none"
"""Stands for no competition in an address."""


@dataclass(frozen=True)
class FilterChoice:
    """A filter: its field, its label, the options (value and name), and the chosen value."""

    field: str
    label: str
    every: str
    options: list[tuple[str, str]]
    chosen: str


class ResultsPage:
    """The requested results of a player; invalid filters are ignored."""

    def __init__(self, player: Player, played: Sequence[Played], wanted: QueryDict) -> None:
        self._player, self._played, self._wanted = player, played, wanted

    @cached_property
    def choices(self) -> list[FilterChoice]:
        """The filters with more than a single option."""
        filters = [
            self._choice("competition", _("Competition"), _("All matches"), _by_competition),
            self._choice("club", _("Club"), _("All clubs"), lambda result: (result.club, result.club_name)),
            self._choice("rulebook", _("Rulebook"), _("All rulebooks"), _by_rulebook),
        ]
        return [choice for choice in filters if len(choice.options) > 1 or choice.chosen]

    @cached_property
    def chosen(self) -> list[Played]:
        """The results that match the filters."""
        at = {choice.field: choice.chosen for choice in self.choices if choice.chosen}
        return [
            result
            for result in self._played
            if at.get("competition") in (None, _by_competition(result)[0])
            and at.get("club") in (None, result.club)
            and at.get("rulebook") in (None, result.rulebook_key)
        ]

    @cached_property
    def own(self) -> list[Played]:
        """Those of them that count as the player's."""
        return own(self.chosen)

    @property
    def by_bots(self) -> int:
        """How many of them a bot finished, or played most of."""
        return len(self.chosen) - len(self.own)

    @cached_property
    def page(self) -> Page[Played]:
        """The current page."""
        return Paginator(self.chosen, PER_PAGE).get_page(self._wanted.get("page"))

    @property
    def rows(self) -> list[tuple[Played, str]]:
        """The results of the page, each with the other participants. Two queries."""
        shown = list(self.page.object_list)
        mates = mates_of(self._player, shown)
        return [(result, _linked(mates.get(result.meeting, []))) for result in shown]

    @property
    def won(self) -> int:
        """The number of matches won."""
        return sum(result.is_won for result in self.chosen)

    @property
    def query(self) -> str:
        """The chosen filters, for the addresses of the other pages."""
        return urlencode({choice.field: choice.chosen for choice in self.choices if choice.chosen})

    def _choice(
        self, field: str, label: str, every: str, of: Callable[[Played], tuple[str, str]]
    ) -> FilterChoice:
        options = dict(of(result) for result in self._played)
        options.pop("", None)
        wanted = self._wanted.get(field, "")
        return FilterChoice(field, label, every, list(options.items()), wanted if wanted in options else "")


def _by_competition(result: Played) -> tuple[str, str]:
    if result.competition is None:
        return ALONE, _("Outside of competitions")
    return str(result.competition), result.competition_name


def _by_rulebook(result: Played) -> tuple[str, str]:
    return result.rulebook_key, result.rulebook


def _linked(mates: Sequence[Mate]) -> str:
    """Return the names, with links to those who have a page."""
    return format_html_join(", ", "{}", ((_link(mate),) for mate in mates))


def _link(mate: Mate) -> str:
    linked = format_html('<a class="mate" href="{}">{}</a>', mate.address, mate.name)
    return linked if mate.address else mate.name
