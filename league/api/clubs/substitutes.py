"""Substitutes at a matchday: the candidates for an entrant, the request, and the answer."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.permissions import MayAct, require_scope
from league.api.base.versions import require_seen
from league.api.base.views import ResourceView, found_or_404
from league.api.clubs.matchdays import (
    IsMatchdayOrganizer,
    elsewhere,
    locked_version,
    matchday_rows,
    require_visible,
)
from league.api.serializers.calendar import (
    AskedToStepIn,
    CandidatesQuery,
    CandidatesSeen,
    Reply,
    SubstituteSeen,
    version_of_substitute_request,
)
from league.calendar import substitutes
from league.calendar.substitutes import Candidate
from league.calendar.visible_matchday import hidden_clubs
from league.models import Entrant, Matchday, SubstituteRequest
from league.permissions.policy import require


class SubstituteCandidatesView(ResourceView):
    """Possible substitutes for an entrant."""

    permission_classes = (IsMatchdayOrganizer,)
    serializer_class = AskedToStepIn
    query_serializer_class = CandidatesQuery

    @extend_schema(responses=CandidatesSeen)
    def get(self, _request: Request, pk: int, number: int) -> Response:
        """Return a page of the members who are not in the competition, to organizers."""
        matchday: Matchday = self.get_permitted(matchday_rows(), pk=pk)
        entrant = _entrant(matchday, number)
        asked = self.validated_query()
        candidates = substitutes.candidates(
            *(matchday, entrant), at=timezone.now(), number=asked["page"], find=asked["name"]
        )
        others = [other for candidate in candidates for other in candidate.elsewhere]
        hidden = hidden_clubs(others, self.django_request)
        rows = [_candidate(candidate, hidden) for candidate in candidates]
        facts = {"entrant": number, "name": entrant.player.name, "candidates": rows}
        return Response({**facts, "page": candidates.number, "pages": candidates.paginator.num_pages})

    @extend_schema(responses={201: SubstituteSeen})
    def post(self, _request: Request, pk: int, number: int) -> Response:
        """Ask a player to replace an entrant; asking again reminds a player who has not accepted."""
        matchday, body = self.get_permitted(matchday_rows(), pk=pk), self.validated()

        def ask() -> int:
            require_seen(body["after"], locked_version(pk))
            entrant = _entrant(matchday, number).number
            return substitutes.ask(pk, entrant, body["player"], by=self.acts_as, at=timezone.now()).pk

        asked = self.once(ask)
        return Response(SubstituteSeen(_requests().get(pk=asked)).data, status=201)


class StepInView(ResourceView):
    """A request to step in as a substitute."""

    permission_classes = (MayAct,)
    serializer_class = Reply

    @extend_schema(responses=SubstituteSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return the request, to the player who was asked and to organizers."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        asked: SubstituteRequest = self.get_permitted(_requests(), pk=pk)
        self._sender(asked)
        return Response(SubstituteSeen(asked).data)

    @extend_schema(responses=SubstituteSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Accept or decline; accepting replaces the entrant immediately."""
        asked: SubstituteRequest = self.get_permitted(_requests(), pk=pk)
        by = self._sender(asked)
        require_scope(request, "play" if substitutes.is_asked(asked, self.viewer) else "organize")
        body = self.validated()

        def reply() -> None:
            locked_version(asked.matchday_id)
            require_seen(body["after"], version_of_substitute_request(_requests().get(pk=pk)))
            substitutes.reply(pk, is_yes=body["is_yes"], by=by, at=timezone.now())

        self.once(reply)
        return Response(SubstituteSeen(_requests().get(pk=pk)).data)

    def _sender(self, asked: SubstituteRequest) -> str:
        """Return who answers: the player who is asked, or an organizer. Refusal `not_allowed`."""
        if substitutes.is_asked(asked, self.viewer):
            require_visible(self, asked.matchday)
            return f"player:{asked.player_id}"
        return require(self.django_request, "club.organize", asked.matchday.club)


def _requests() -> QuerySet[SubstituteRequest]:
    return SubstituteRequest.objects.select_related("matchday__club", "player")


def _entrant(matchday: Matchday, number: int) -> Entrant:
    entrants = Entrant.objects.select_related("player")
    entrant: Entrant = found_or_404(entrants, competition=matchday.competition_id, number=number)
    return entrant


def _candidate(candidate: Candidate, hidden: set[int]) -> dict[str, Any]:
    others = [None if other.club_id in hidden else other for other in candidate.elsewhere]
    return {
        "player": candidate.player.pk,
        "name": candidate.player.name,
        "has_account": candidate.player.user_id is not None,
        "answer": candidate.answer or None,
        "rating": candidate.rating,
        "elsewhere": [elsewhere(other) for other in others],
        "request": SubstituteSeen(candidate.request).data if candidate.request else None,
    }
