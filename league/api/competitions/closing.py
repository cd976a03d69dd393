"""The closing of a competition: champions, promotions and relegations, awards."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.views import ResourceView
from league.api.competitions.documents import player_document
from league.api.serializers.desk import PlayerNamed
from league.awards.movements import Division, Mover
from league.awards.summary import ClosingPage, ShownAward
from league.models import Competition


class PodiumStep(PlayerNamed):
    """A place on the podium."""

    rank = serializers.IntegerField()
    team = serializers.CharField(allow_blank=True, help_text="The team of an entrant; empty: none")
    points = serializers.CharField(allow_blank=True, help_text="In words, if places are decided by points")


class PodiumSeen(serializers.Serializer):
    """The first three of a division, or of the competition (no title)."""

    title = serializers.CharField(allow_blank=True)
    steps = PodiumStep(many=True)


class MoverSeen(PlayerNamed):
    """A player who changes division: the new division, and why."""

    to = serializers.IntegerField()
    why = serializers.CharField(allow_blank=True)


class DivisionSeen(serializers.Serializer):
    """A division and what happens to its players; `gone` have withdrawn."""

    number = serializers.IntegerField()
    up = MoverSeen(many=True)
    down = MoverSeen(many=True)
    staying = MoverSeen(many=True)
    gone = PlayerNamed(many=True)


class HolderSeen(PlayerNamed):
    """The winner of an award, and its page on this site."""

    links = serializers.ListField(child=serializers.CharField())


class AwardSeen(serializers.Serializer):
    """An award with its value in words."""

    code = serializers.CharField()
    name = serializers.CharField()
    explanation = serializers.CharField()
    figure = serializers.CharField()
    holders = HolderSeen(many=True)


class NumbersSeen(serializers.Serializer):
    """The competition in numbers."""

    players = serializers.IntegerField()
    matches = serializers.IntegerField()
    deals = serializers.IntegerField()
    cards = serializers.IntegerField(help_text="Played online")


class ClosingSeen(serializers.Serializer):
    """The closing of a competition; empty until the competition is over."""

    is_over = serializers.BooleanField()
    podiums = PodiumSeen(many=True)
    divisions = DivisionSeen(many=True)
    awards = AwardSeen(many=True)
    numbers = NumbersSeen(allow_null=True, help_text="Null until they are computed, with the awards")


class ClosingView(ResourceView):
    """The closing of a competition: champions, promotion and relegation, awards."""

    queryset = Competition.objects.all()

    @extend_schema(responses=ClosingSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the closing; it is empty until the competition is over."""
        page = ClosingPage(self.get_object().pk)
        if not page.is_over:
            nothing: dict[str, Any] = {name: [] for name in ("podiums", "divisions", "awards")}
            return Response({"is_over": False, **nothing, "numbers": None})
        return Response(_closing(page))


def _closing(page: ClosingPage) -> dict[str, Any]:
    names = ("players", "matches", "deals", "cards")
    return {
        "is_over": True,
        "podiums": [
            {
                "title": podium.title,
                "steps": [
                    {
                        **player_document(step.player),
                        "rank": step.rank,
                        "team": step.team,
                        "points": step.points,
                    }
                    for step in podium.steps
                ],
            }
            for podium in page.podiums
        ],
        "divisions": [_division(division) for division in page.divisions],
        "awards": [_award(award) for award in page.awards],
        "numbers": {name: getattr(page.closing, name) for name in names} if page.closing else None,
    }


def _division(division: Division) -> dict[str, Any]:
    return {
        "number": division.number,
        **{name: [_mover(mover) for mover in getattr(division, name)] for name in ("up", "down", "staying")},
        "gone": [player_document(player) for player in division.gone],
    }


def _mover(mover: Mover) -> dict[str, Any]:
    return {**player_document(mover.player), "to": mover.to, "why": mover.why}


def _award(award: ShownAward) -> dict[str, Any]:
    return {
        "code": award.code,
        "name": award.name,
        "explanation": award.explanation,
        "figure": award.figure,
        "holders": [{**player_document(holder.player), "links": holder.links} for holder in award.holders],
    }
