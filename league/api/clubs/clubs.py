"""Clubs: the list, a new club, a club and its settings."""

from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOwner, MayOrganize, ReadOnly
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView
from league.api.serializers.clubs import ClubChange, ClubRow, NewClub, version_of_club
from league.clubs import settings
from league.clubs.new_club import found_club
from league.models import Club


class ClubFilter(filters.FilterSet):
    """Which clubs are wanted, also by a part of the name."""

    name = filters.CharFilter(lookup_expr="icontains", max_length=80)

    class Meta:
        model = Club
        fields = ("name", "slug", "joining", "is_public")


class ClubListView(ListView):
    """All clubs."""

    queryset = Club.objects.select_related("logo").defer("logo__picture")
    permission_classes = (MayOrganize,)
    serializer_class = ClubRow
    filterset_class = ClubFilter
    ordering = "name"
    ordering_fields = ("id", "name", "slug")

    @extend_schema(request=NewClub, responses={201: ClubRow})
    def post(self, _request: Request) -> Response:
        """Create a club; you become its owner."""
        owner, body = self.player, self.validated(NewClub)
        slug = self.once(lambda: found_club(owner=owner, **body, at=timezone.now()).slug)
        return Response(ClubRow(Club.objects.get(slug=slug)).data, status=201)


class ClubView(ResourceView):
    """A club."""

    permission_classes = (ReadOnly | IsClubOwner,)
    serializer_class = ClubChange

    @extend_schema(responses=ClubRow)
    def get(self, _request: Request, slug: str) -> Response:
        """Return the club."""
        return Response(ClubRow(self.get_permitted(Club.objects, slug=slug)).data)

    @extend_schema(responses=ClubRow)
    def post(self, request: Request, slug: str) -> Response:
        """Change the fields that you send. Only owners can. The address stays the same."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()

        def change() -> None:
            require_club_seen(club, body["after"])
            if rulebook := body.get("default_rulebook"):
                settings.check_rulebook(club, rulebook)
            settings.change(club, body, by=request.user)  # type: ignore[arg-type]  # logged in

        self.once(change)
        return club_response(club)


def require_club_seen(club: Club, after: int) -> None:
    """Lock a club until the transaction ends; refuse, `stale`, a command about another version of it."""
    require_seen(after, version_of_club(Club.objects.select_for_update().get(pk=club.pk)))


def club_response(club: Club) -> Response:
    """Return a club as it is now."""
    return Response(ClubRow(Club.objects.get(pk=club.pk)).data)
