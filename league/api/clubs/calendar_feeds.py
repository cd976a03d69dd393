"""The calendar feeds of a club and of a competition: their secret addresses, and new ones."""

from django.db.models import Model
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.permissions import (
    IsClubMember,
    IsClubOrganizer,
    IsCompetitionOrganizer,
)
from league.api.base.serializers import Seen
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView
from league.api.serializers.accounts import FeedSeen
from league.calendar import feeds
from league.models import Club, Competition
from league.permissions.policy import require_standing, standing


class ClubFeedView(ResourceView):
    """The calendar feed of a club."""

    permission_classes = (IsClubMember,)

    @extend_schema(responses=FeedSeen)
    def get(self, _request: Request, slug: str) -> Response:
        """Return its secret address, to members of the club."""
        club = self.get_permitted(Club.objects, slug=slug)
        return feed_response(self, feeds.CLUB, club.pk)


class RenewClubFeedView(ResourceView):
    """Replace the address of a club's calendar feed."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=FeedSeen)
    def post(self, _request: Request, slug: str) -> Response:
        """Replace the address; the old address stops working."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()
        self.once(lambda: renew(feeds.CLUB, club, body["after"]))
        return feed_response(self, feeds.CLUB, club.pk)


class CompetitionFeedView(ResourceView):
    """The calendar feed of a competition."""

    @extend_schema(responses=FeedSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return its secret address, to members of the club and to entrants."""
        competition: Competition = self.get_permitted(Competition.objects.select_related("club"), pk=pk)
        visitor = standing(self.django_request, "club.see_members", competition.club)
        if not feeds.is_inside(visitor, self.viewer, competition):
            require_standing(visitor, "club.see_members")
        return feed_response(self, feeds.COMPETITION, competition.pk)


class RenewCompetitionFeedView(ResourceView):
    """Replace the address of a competition's calendar feed."""

    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=FeedSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Replace the address; the old address stops working."""
        competition = self.get_permitted(Competition.objects.select_related("club"), pk=pk)
        body = self.validated()
        self.once(lambda: renew(feeds.COMPETITION, competition, body["after"]))
        return feed_response(self, feeds.COMPETITION, competition.pk)


def renew(kind: str, owner: Model, after: int) -> None:
    """Lock the owner of a feed until the transaction ends; give the feed another address. Refusal `stale`."""
    type(owner)._default_manager.select_for_update(of=("self",)).get(pk=owner.pk)  # noqa: SLF001 - public in Django
    require_seen(after, feeds.number(kind, owner.pk))
    feeds.renew(kind, owner.pk)


def feed_response(view: ResourceView, kind: str, owner: int) -> Response:
    """Return the secret address of a feed."""
    address = view.request.build_absolute_uri(feeds.address(kind, owner))
    return Response({"address": address, "version": feeds.number(kind, owner)})
