"""Substitutes over the API: who could step in for an entrant of a matchday, asking, and the answer."""

from typing import Any

from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.actions import Deed
from league.api.base.contract import answers
from league.api.base.lists import found_or_404
from league.api.clubs.calendar import OfMatchday, elsewhere, held_version, require_seen
from league.api.serializers import calendar as shapes
from league.calendar import substitutes
from league.calendar.substitutes import Candidate
from league.calendar.visible_matchday import hidden_clubs
from league.models import Entrant, Matchday, SubstituteRequest
from league.permissions.rules import require


class FindSubstitute(OfMatchday):
    """Who could step in for an entrant; asking somebody."""

    form = shapes.AskedToStepIn
    shape = shapes.SubstituteSeen
    status = 201

    @answers(shapes.CandidatesSeen)
    def get(self, _request: Request, pk: int, number: int) -> Response:
        """Answer with the members who are not in the competition, to organizers."""
        found = self.find(pk=pk)
        self.permit(found)
        entrant = _entrant(found, number)
        listed = substitutes.candidates(found, entrant, at=timezone.now())
        hidden = hidden_clubs([other for one in listed for other in one.elsewhere], self.asker)
        candidates = [_candidate(one, hidden) for one in listed]
        return Response({"entrant": number, "name": entrant.player.name, "candidates": candidates})

    def find(self, pk: int, **_where: Any) -> Any:
        """Return the matchday."""
        return super().find(pk=pk)

    def version_now(self, found: Matchday) -> int:
        """Return the version of the matchday: whoever is asked is told when it is."""
        return held_version(found.pk)

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> int:
        """Ask a player to go on for an entrant; asking again reminds who has not said yes."""
        number = _entrant(found, self.kwargs["number"]).number
        return substitutes.ask(found.pk, number, given["player"], by=by, at=timezone.now()).pk

    def tell(self, _found: Matchday, done: int) -> Any:
        """Return what was asked."""
        return shapes.SubstituteSeen(_asked().get(pk=done)).data


class StepIn(Deed):
    """What somebody is asked to step in for; the answer."""

    scope = ""
    form = shapes.Reply
    shape = shapes.SubstituteSeen

    @answers(shapes.SubstituteSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with it, to who is asked and to organizers."""
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        found = self.find(pk=pk)
        self._as_whom(found)
        return Response(self.tell(found, None))

    def find(self, pk: int) -> Any:
        """Return the request."""
        return found_or_404(_asked(), pk=pk)

    def permit(self, found: SubstituteRequest) -> str:
        """Return who is asked, with a token to play; organizers answer for others with one to organize."""
        by, is_mine = self._as_whom(found)
        self.require_scope("play" if is_mine else "organize")
        return by

    def version_now(self, found: SubstituteRequest) -> int:
        """Return the version of the request; everything about a matchday waits for its row."""
        held_version(found.matchday_id)
        return shapes.version_of_request(_asked().get(pk=found.pk))

    def do(self, found: SubstituteRequest, given: dict[str, Any], by: str) -> None:
        """Say whether one steps in: with a yes at once, in the place of the entrant."""
        substitutes.reply(found.pk, is_yes=given["is_yes"], by=by, at=timezone.now())

    def tell(self, found: SubstituteRequest, _done: Any) -> Any:
        """Return the request as it stands then."""
        return shapes.SubstituteSeen(_asked().get(pk=found.pk)).data

    def _as_whom(self, found: SubstituteRequest) -> tuple[str, bool]:
        """Return as whom the visitor answers, and whether for oneself."""
        if substitutes.is_asked(found, self.viewer):
            require_seen(self, found.matchday)
            return f"player:{found.player_id}", True
        return require(self.asker, "club.organize", found.matchday.club), False


def _asked() -> Any:
    return SubstituteRequest.objects.select_related("matchday__club", "player")


def _entrant(found: Matchday, number: int) -> Entrant:
    rows = Entrant.objects.select_related("player")
    entrant: Entrant = found_or_404(rows, competition=found.competition_id, number=number)
    return entrant


def _candidate(one: Candidate, hidden: set[int]) -> dict[str, Any]:
    others = [None if other.club_id in hidden else other for other in one.elsewhere]
    return {
        "player": one.player.pk,
        "name": one.player.name,
        "has_account": one.player.user_id is not None,
        "answer": one.answer or None,
        "rating": one.rating,
        "elsewhere": [elsewhere(other) for other in others],
        "request": shapes.SubstituteSeen(one.request).data if one.request else None,
    }
