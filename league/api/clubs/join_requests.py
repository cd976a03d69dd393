"""Requests to join a club: send them, and decide them."""

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.list_views import ListView
from league.api.base.permissions import IsClubOrganizer, MayPlay
from league.api.base.serializers import Done, Nothing, Seen
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.memberships import RequestSeen, version_of_join_request
from league.clubs import joining
from league.models import Club, JoinRequest


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"message": "I played here"}, request_only=True)]
)
class Asking(serializers.Serializer):
    """A message to the organizers."""

    message = serializers.CharField(
        max_length=200, allow_blank=True, default="", help_text="For the organizers who decide"
    )


class Joined(serializers.Serializer):
    """Whether you are a member of the club now, or have asked to join."""

    is_in = serializers.BooleanField()


class RequestFilter(filters.FilterSet):
    """Requests by person."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = JoinRequest
        fields = ("player", "is_declined")


class JoinClubView(ResourceView):
    """Join a club."""

    permission_classes = (MayPlay,)
    serializer_class = Asking

    @extend_schema(responses=Joined)
    def post(self, _request: Request, slug: str) -> Response:
        """Join an open club, or ask to join."""
        club, player = self.get_permitted(Club.objects, slug=slug), self.player
        message = " ".join(self.validated()["message"].split())
        is_in = self.once(lambda: joining.join(club, player, message=message, at=timezone.now()))
        return Response({"is_in": is_in})


class TakeBackJoiningView(ResourceView):
    """Withdraw a request to join."""

    permission_classes = (MayPlay,)
    serializer_class = Nothing

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str) -> Response:
        """Withdraw your request to join."""
        club, player = self.get_permitted(Club.objects, slug=slug), self.player
        self.validated()
        self.once(lambda: joining.take_back(club, player))
        return Response({"ok": True})


class RequestListView(ListView):
    """Requests to join, including declined ones, for organizers."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = RequestSeen
    filterset_class = RequestFilter
    ordering = "id"
    ordering_fields = ("id", "asked_at")

    def get_queryset(self) -> QuerySet[JoinRequest]:
        """Return all requests to join the club."""
        club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return JoinRequest.objects.filter(club=club).select_related("player")


class LetInView(ResourceView):
    """Accept a request to join."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Accept the request, even if it was declined before."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()
        self.once(lambda: joining.let_in(_locked_request(club, number, body["after"])))
        return Response({"ok": True})


class DeclineView(ResourceView):
    """Decline a request to join."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request, slug: str, number: int) -> Response:
        """Decline the request; the person cannot ask again."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()
        self.once(lambda: joining.decline(_locked_request(club, number, body["after"])))
        return Response({"ok": True})


def _locked_request(club: Club, number: int, after: int) -> JoinRequest:
    """Lock the club until the transaction ends; return a request to join it. Refusal `stale`."""
    Club.objects.select_for_update().get(pk=club.pk)
    request: JoinRequest = found_or_404(JoinRequest.objects, club=club, pk=number)
    require_seen(after, version_of_join_request(request))
    return request
