"""Results as news feeds, RSS and Atom: of a competition, and of all competitions of a club."""

import datetime as dt
from typing import Any, Final

from django.contrib.syndication.views import Feed
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed, Rss201rev2Feed, SyndicationFeed
from django.utils.html import escape
from django.utils.translation import gettext as _

from games.naming.player_names import read_by
from league.models import Club, Competition, Match, Placement

MOST: Final = 50
_AT_THE_END: Final = 99
_BEGINNING: Final = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)


class _Steady(SyndicationFeed):
    """A feed that stays the same until there is a new result, also while it is empty."""

    def latest_post_date(self) -> dt.datetime:
        """Return the time of the last result."""
        return super().latest_post_date() if self.num_items() else _BEGINNING


class Rss(_Steady, Rss201rev2Feed):
    """RSS."""


class Atom(_Steady, Atom1Feed):
    """Atom."""


class Results(Feed):  # type: ignore[type-arg] # Django does not take any
    """The last results, the newest first. Hidden names are numbers, for every reader."""

    feed_type: type[SyndicationFeed] = Rss

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as for an anonymous reader."""
        with read_by(None):
            return super().__call__(request, *args, **kwargs)

    def matches(self, thing: Any) -> QuerySet[Match]:
        """Return the matches of the feed."""
        raise NotImplementedError

    def title(self, thing: Club | Competition) -> str:
        """Return the title of the feed."""
        return _("Results of {name}").format(name=_plain(thing.name))

    def link(self, thing: Club | Competition) -> str:
        """Return the page of the feed."""
        return thing.get_absolute_url()

    def description(self, thing: Club | Competition) -> str:
        """Return the description of the feed, for RSS."""
        return self.title(thing)

    subtitle = description

    def items(self, thing: Club | Competition) -> list[Match]:
        """Return the matches. Two queries."""
        placements = Prefetch("placements", Placement.objects.select_related("entrant__player"))
        over = self.matches(thing).filter(finished_at__isnull=False, is_bye=False)
        rows = over.select_related("competition").prefetch_related(placements)
        return list(rows.order_by("-finished_at", "-pk")[:MOST])

    def item_title(self, item: Any) -> str:
        """Return the name of the match."""
        is_named = item.name != item.key
        name = item.name if is_named else _("match {number}").format(number=item.number)
        named = dict.fromkeys([item.competition.name, item.round_name, name])
        return _plain(", ".join(part for part in named if part))

    def item_description(self, item: Any) -> str:
        """Return the places with totals. Programs read it as HTML, so names are escaped."""
        rows = sorted(
            item.placements.all(), key=lambda placement: (placement.place or _AT_THE_END, placement.seat)
        )
        return escape(_plain("; ".join(_in_words(placement) for placement in rows)))

    def item_link(self, item: Any) -> str:
        """Return the page of the match."""
        return reverse("match", args=[item.competition_id, item.stage, item.key])

    def item_pubdate(self, item: Any) -> Any:
        """Return the time of the result."""
        return item.finished_at


class OfCompetition(Results):
    """The results of a competition."""

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Competition:  # noqa: ARG002 - theirs
        """Return the competition."""
        return get_object_or_404(Competition, pk=kwargs["pk"])

    def matches(self, thing: Any) -> QuerySet[Match]:
        """Return its matches."""
        return Match.objects.filter(competition=thing)


class OfClub(Results):
    """The results of all competitions of a club."""

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Club:  # noqa: ARG002 - theirs
        """Return the club."""
        return get_object_or_404(Club, slug=kwargs["slug"])

    def matches(self, thing: Any) -> QuerySet[Match]:
        """Return their matches."""
        return Match.objects.filter(competition__club=thing)


class OfCompetitionAsAtom(OfCompetition):
    """The same as Atom."""

    feed_type = Atom


class OfClubAsAtom(OfClub):
    """The same as Atom."""

    feed_type = Atom


def _in_words(placement: Placement) -> str:
    total = "" if placement.total is None else f" {placement.total}"
    return (
        f"{placement.place}. {placement.entrant.player.name}{total}"
        if placement.place
        else placement.entrant.player.name
    )


def _plain(text: str) -> str:
    """Return a text without characters that XML forbids."""
    return "".join(character for character in text if character.isprintable())
