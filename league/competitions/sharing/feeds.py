"""Results as news feeds, RSS and Atom: of a competition, and of all that a club plays."""

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
    """A feed that says the same as long as nothing comes in, also while it is empty."""

    def latest_post_date(self) -> dt.datetime:
        """Return when the last result came in."""
        return super().latest_post_date() if self.num_items() else _BEGINNING


class Rss(_Steady, Rss201rev2Feed):
    """RSS."""


class Atom(_Steady, Atom1Feed):
    """Atom."""


class Results(Feed):  # type: ignore[type-arg] # Django does not take any
    """The last results, the newest first. Hidden names are numbers, whoever asks."""

    feed_type: type[SyndicationFeed] = Rss

    def __call__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer as everybody may read it."""
        with read_by(None):
            return super().__call__(request, *args, **kwargs)

    def matches(self, thing: Any) -> QuerySet[Match]:
        """Return the matches it is about."""
        raise NotImplementedError

    def title(self, thing: Club | Competition) -> str:
        """Return what the feed is called."""
        return _("Results of {name}").format(name=_plain(thing.name))

    def link(self, thing: Club | Competition) -> str:
        """Return the page it belongs to."""
        return thing.get_absolute_url()

    def description(self, thing: Club | Competition) -> str:
        """Return what stands in it, for RSS."""
        return self.title(thing)

    subtitle = description

    def items(self, thing: Club | Competition) -> list[Match]:
        """Return the matches. Two queries."""
        placements = Prefetch("placements", Placement.objects.select_related("entrant__player"))
        over = self.matches(thing).filter(finished_at__isnull=False, is_bye=False)
        rows = over.select_related("competition").prefetch_related(placements)
        return list(rows.order_by("-finished_at", "-pk")[:MOST])

    def item_title(self, item: Any) -> str:
        """Return which match it is."""
        is_named = item.name != item.key
        name = item.name if is_named else _("match {number}").format(number=item.number)
        named = dict.fromkeys([item.competition.name, item.round_name, name])
        return _plain(", ".join(one for one in named if one))

    def item_description(self, item: Any) -> str:
        """Return the places with totals. Programs take it for HTML, in which no name may say anything."""
        rows = sorted(item.placements.all(), key=lambda one: (one.place or _AT_THE_END, one.seat))
        return escape(_plain("; ".join(_said(one) for one in rows)))

    def item_link(self, item: Any) -> str:
        """Return the page of the match."""
        return reverse("match", args=[item.competition_id, item.stage, item.key])

    def item_pubdate(self, item: Any) -> Any:
        """Return when the result came in."""
        return item.finished_at


class OfCompetition(Results):
    """Those of a competition."""

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Competition:  # noqa: ARG002 - theirs
        """Return it."""
        return get_object_or_404(Competition, pk=kwargs["pk"])

    def matches(self, thing: Any) -> QuerySet[Match]:
        """Return its matches."""
        return Match.objects.filter(competition=thing)


class OfClub(Results):
    """Those of all competitions of a club."""

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Club:  # noqa: ARG002 - theirs
        """Return it."""
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


def _said(one: Placement) -> str:
    total = "" if one.total is None else f" {one.total}"
    return f"{one.place}. {one.entrant.player.name}{total}" if one.place else one.entrant.player.name


def _plain(text: str) -> str:
    """Return a text without what XML cannot say."""
    return "".join(one for one in text if one.isprintable())
