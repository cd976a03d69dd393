"""Matchdays of a club and of the player: dates, attendance, changes by organizers."""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league.api.base.list_views import ListView
from league.api.base.permissions import (
    HasRole,
    IsClubOrganizer,
    IsPlayer,
    MayAct,
    ReadOnly,
    require_scope,
)
from league.api.base.serializers import Seen, Time
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView
from league.api.serializers.calendar import (
    AnswerSent,
    MatchdayChanged,
    MatchdayRow,
    MatchdaySeen,
    MatchdaySent,
)
from league.calendar import matchdays
from league.calendar.agenda import AgendaRow, agenda_rows
from league.calendar.attendance import IN, MAYBE, OUT, dates_of, is_concerned
from league.calendar.visible_matchday import Names, VisibleMatchday
from league.models import Club, Competition, Matchday
from league.permissions.policy import require, standing


class MaySeeClub(HasRole):
    """For everybody who may see what the club plays."""

    permission = "club.see"


class MatchdayFilter(filters.FilterSet):
    """Which matchdays are wanted."""

    competition = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = Matchday
        fields = ("competition", "is_cancelled")


class MatchdayListView(ListView):
    """Matchdays with how many come, what the player said, and with which of the others they overlap."""

    serializer_class = MatchdayRow
    filterset_class = MatchdayFilter
    ordering = "starts_at"
    ordering_fields = ("id", "starts_at", "ends_at")

    def serialize_rows(self, page: Sequence[Matchday]) -> list[dict[str, Any]]:
        """Return the rows of a page. Three queries, however many there are."""
        return [_row(row) for row in agenda_rows(page, self.viewer, timezone.now(), is_mine=False)]


class MyMatchdaysView(MatchdayListView):
    """Your current and future matchdays in all clubs."""

    permission_classes = (IsPlayer,)

    def get_queryset(self) -> QuerySet[Matchday]:
        """Return the matchdays that concern the player."""
        return dates_of(self.player, since=timezone.now())


class ClubMatchdaysView(MatchdayListView):
    """The matchdays of a club."""

    permission_classes = ((ReadOnly & MaySeeClub) | IsClubOrganizer,)

    def get_queryset(self) -> QuerySet[Matchday]:
        """Return the matchdays of the club."""
        club = self.get_permitted(Club.objects, slug=self.kwargs["slug"])
        return Matchday.objects.filter(club=club).select_related("club")

    @extend_schema(request=MatchdaySent, responses={201: MatchdaySeen})
    def post(self, _request: Request, slug: str) -> Response:
        """Add a matchday to the calendar of a club."""
        club = self.get_permitted(Club.objects, slug=slug)
        facts = _facts(self.validated(MatchdaySent), club)
        number = self.once(lambda: matchdays.announce(club, facts, at=timezone.now()).pk)
        return _response(self, number, status=201)


class MaySeeMatchday(MayAct):
    """For everybody who may see the club of a matchday, and for the players whom it concerns."""

    def has_object_permission(self, request: Request, view: Any, obj: Matchday) -> bool:  # noqa: ARG002 - the framework's signature
        """Return True; Refusal `not_allowed`."""
        require_visible(view, obj)
        return True


class IsMatchdayOrganizer(IsClubOrganizer):
    """For the organizers of the club of a matchday."""

    def has_object_permission(self, request: Request, view: Any, obj: Matchday) -> bool:
        """Return True; Refusal `not_allowed`, `second_factor_needed`."""
        return super().has_object_permission(request, view, obj.club)


class MatchdayView(ResourceView):
    """A matchday."""

    permission_classes = ((ReadOnly & MaySeeMatchday) | IsMatchdayOrganizer,)
    serializer_class = MatchdayChanged

    @extend_schema(responses=MatchdaySeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the matchday."""
        return Response(_seen(self, self.get_permitted(matchday_rows(), pk=pk)))

    @extend_schema(responses=MatchdaySeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Change a matchday; everyone who is expected is notified."""
        matchday, body = self.get_permitted(matchday_rows(), pk=pk), self.validated()
        after = body.pop("after")

        def change() -> None:
            facts = _facts(body, matchday.club)
            matchdays.change(pk, facts, after=after, by=self.acts_as, at=timezone.now())

        self.once(change)
        return _response(self, pk)


class CallOffView(ResourceView):
    """Cancel a matchday."""

    permission_classes = (IsMatchdayOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=MatchdaySeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Cancel the matchday."""
        return _carry_out(self, pk, matchdays.call_off)


class RestoreView(ResourceView):
    """Reinstate a cancelled matchday."""

    permission_classes = (IsMatchdayOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=MatchdaySeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Reinstate the matchday."""
        return _carry_out(self, pk, matchdays.restore)


class UndoView(ResourceView):
    """Undo the last change of a matchday; undoing can be undone, too."""

    permission_classes = (IsMatchdayOrganizer,)
    serializer_class = Seen

    @extend_schema(responses=MatchdaySeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Undo the last change."""
        return _carry_out(self, pk, matchdays.undo)


class AnswerMatchdayView(ResourceView):
    """Say whether a player comes to a matchday."""

    permission_classes = (MaySeeMatchday,)
    serializer_class = AnswerSent

    @extend_schema(responses=MatchdaySeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Answer for yourself: coming, not coming, or perhaps. Organizers can answer for others."""
        matchday: Matchday = self.get_permitted(matchday_rows(), pk=pk)
        by, body = self._sender(matchday), self.validated()

        def answer() -> None:
            require_seen(body["after"], locked_version(pk))
            player = body["player"] or self.player.pk
            matchdays.answer(pk, player, body["answer"], by=by, at=timezone.now())

        self.once(answer)
        return _response(self, pk)

    def _sender(self, matchday: Matchday) -> str:
        """Return who answers: players with a token to play, organizers for others with one to organize."""
        body, me = self.request.data, self.viewer
        named = body.get("player") if isinstance(body, dict) else None
        if named is None or (me is not None and named == me.pk):
            require_scope(self.request, "play")
            return f"player:{self.player.pk}"
        require_scope(self.request, "organize")
        return require(self.django_request, "club.organize", matchday.club)


def matchday_rows() -> QuerySet[Matchday]:
    """Return all matchdays with their club and competition."""
    return Matchday.objects.select_related("club", "competition")


def locked_version(matchday: int) -> int:
    """Lock a matchday until the transaction ends; return its version."""
    return Matchday.objects.select_for_update(of=("self",)).get(pk=matchday).sequence


def require_visible(view: ResourceView, matchday: Matchday) -> None:
    """Refuse visitors who neither see the club nor play; the token of a club plays nowhere."""
    player = view.viewer
    if player is None or not is_concerned(matchday, player.pk):
        require(view.django_request, "club.see", matchday.club)


def elsewhere(matchday: Matchday | None) -> dict[str, Any]:
    """Return another matchday at the same time; nothing of one whose club is closed to the visitor."""
    return {"matchday": matchday.pk if matchday else None, "name": matchday.name if matchday else None}


def _carry_out(view: ResourceView, pk: int, command: Callable[..., Matchday]) -> Response:
    """Carry out a command of organizers that needs nothing but the version; answer with the matchday."""
    view.get_permitted(matchday_rows(), pk=pk)
    after = view.validated()["after"]

    def act() -> None:
        command(pk, after=after, by=view.acts_as, at=timezone.now())

    view.once(act)
    return _response(view, pk)


def _response(view: ResourceView, pk: int, status: int = 200) -> Response:
    """Return a matchday as it is now."""
    return Response(_seen(view, matchday_rows().get(pk=pk)), status=status)


def _seen(view: ResourceView, matchday: Matchday) -> dict[str, Any]:
    """Return a matchday as the visitor may see it."""
    at = timezone.now()
    visible = VisibleMatchday(
        matchday, view.django_request, standing(view.django_request, "club.see", matchday.club), at
    )
    names, is_inside = visible.attendance, visible.is_inside
    (row,) = agenda_rows([matchday], visible.viewer, at, is_mine=False)
    return {
        **_row(row),
        "zone": visible.zone,
        "round_name": visible.round_name or None,
        "place": matchday.place if is_inside else None,
        "note": matchday.note if is_inside else None,
        "coming": [player.pk for player in names.coming] if is_inside else None,
        "waiting": [player.pk for player in names.waiting] if is_inside else None,
        "people": _people(names) if is_inside else None,
        "place_in_queue": visible.place_in_queue or None,
        "booked_twice": [
            {"player": player.pk, "elsewhere": [elsewhere(other) for other in others]}
            for player, others in visible.booked_elsewhere
        ],
        "may_answer": visible.may_answer,
        "missing": [entrant.number for entrant in visible.missing] if visible.may_organize else None,
        "may_undo": visible.may_organize and visible.last_change is not None,
    }


def _row(row: AgendaRow) -> dict[str, Any]:
    matchday = row.matchday
    plain = ("name", "stage", "round_number", "capacity", "is_cancelled")
    return {
        "id": matchday.pk,
        "club": matchday.club.slug,
        **{name: getattr(matchday, name) for name in plain},
        "starts_at": Time().to_representation(matchday.starts_at),
        "ends_at": Time().to_representation(matchday.ends_at),
        "competition": matchday.competition_id,
        "version": matchday.sequence,
        "counted": {"coming": row.coming, "waiting": row.waiting, "maybe": row.counts[MAYBE]},
        "yours": row.answer or None,
        "clashes": [other.pk for other in row.clashes],
    }


def _people(names: Names) -> list[dict[str, Any]]:
    """Return the players whom a matchday concerns, with what they answered."""
    groups = zip(names, (IN, IN, MAYBE, OUT, None), strict=True)
    return [
        {"player": player.pk, "name": player.name, "answer": answer, "is_waiting": group is names.waiting}
        for group, answer in groups
        for player in group
    ]


def _facts(body: dict[str, Any], club: Club) -> matchdays.Facts:
    """Return the facts of a matchday. Refusal `other_club`."""
    competition: Competition | None = None
    if body["competition"] is not None:
        competition = Competition.objects.filter(pk=body["competition"], club=club).first()
        if competition is None:
            raise Refusal("other_club", _("This competition is held by another club."))
    return matchdays.Facts(**body | {"competition": competition})
