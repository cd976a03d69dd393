"""What the analysed matches of a player say together."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.views import ResourceView
from league.api.serializers.profiles import InsightSeen
from league.profiles.insight import NEEDED, Figure, Insight, Losses, Luck, Stretch
from league.profiles.visibility import sight_of


class InsightView(ResourceView):
    """What the cards gave a player over many matches, and what choices cost."""

    @extend_schema(responses=InsightSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Return it: your own, or that of a player who shows it to everyone; otherwise 404."""
        player: Player = self.get_permitted(Player.objects, pk=pk, merged_into=None)
        viewer = self.viewer
        if not player.shows_insight and (viewer is None or viewer.pk != player.pk):
            raise Http404
        insight = Insight(player, sight_of(self.django_request, player).kept_back.competitions)
        luck, total = insight.luck, insight.total
        return Response(
            {
                "player": player.pk,
                "name": player.name,
                "matches": insight.matches,
                "decisions": insight.decisions,
                "decisions_needed": NEEDED,
                "luck": None if luck is None else _luck(luck),
                "total": None if total is None else _losses(total),
                "kinds": [{"kind": losses.kind, **_losses(losses)} for losses in insight.kinds],
                "trend": [_stretch(stretch) for stretch in insight.stretches],
            }
        )


def _luck(luck: Luck) -> dict[str, Any]:
    parts = ("start", "dealt", "drawn", "own", "others", "away", "result")
    shares = {part: round(getattr(luck, part), 4) for part in parts}
    return {"matches": luck.matches, **shares, "adjusted": _figure(luck.adjusted)}


def _losses(losses: Losses) -> dict[str, Any]:
    return {
        "decisions": losses.decisions,
        "deals_lost": round(losses.lost, 4),
        "for_100_decisions": _figure(losses.figure),
        "everyone": round(losses.everyone, 4),
    }


def _stretch(stretch: Stretch) -> dict[str, Any]:
    return {
        "ended_at": stretch.ended,
        "matches": stretch.matches,
        "decisions": stretch.decisions,
        "for_100_decisions": _figure(stretch.figure),
    }


def _figure(figure: Figure) -> dict[str, float]:
    return {name: round(value, 4) for name, value in figure._asdict().items()}
