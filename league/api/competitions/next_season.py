"""The season after a season, for programs: what would follow, and its announcement."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.actions import OfCompetition
from league.api.base.contract import answers
from league.api.competitions.competitions import told
from league.api.competitions.entries import require_seen_version
from league.api.serializers import seasons as shapes
from league.api.serializers.competitions import CompetitionSeen
from league.competitions import next_season
from league.competitions.read_models.next_season import NextSeasonPage, ShownMove, ShownPlayOff
from league.models import Competition
from league.permissions.rules import require


class NextSeason(OfCompetition):
    """Who goes up and down after a season; announcing the next one."""

    form = shapes.NextSeasonSent
    shape = CompetitionSeen
    status = 201

    @answers(shapes.NextSeasonSeen, asked=shapes.BordersAsked, refuses=(400, 409))
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with what would follow, to organizers of the club."""
        found = self.find(pk=pk)
        self.permit(found)
        season = next_season.ended(pk)
        planned = next_season.plan(season, **_chosen(self.asked()))
        return Response(_seen(NextSeasonPage(season, planned)))

    def permit(self, found: Competition) -> str:
        """Return the organizer of the club: a competition of it is made."""
        return require(self.asker, "club.organize", found.club)

    def do(self, found: Competition, given: dict[str, Any], by: str) -> int:
        """Announce the next season with the rules of the last, everybody entered in their division."""
        with transaction.atomic():
            require_seen_version(found.pk, given["after"])
            season = next_season.ended(found.pk)
            planned = next_season.plan(season, **_chosen(given), newcomers=given["newcomers"])
            borders = planned.borders(given["play_offs"])
            facts = {"name": given["name"], "by": by, "at": timezone.now()}
            return next_season.announce(season, planned.follows, borders, **facts).pk

    def tell(self, _found: Competition, done: int) -> Any:
        """Return the new competition."""
        return told(done)


def _chosen(given: dict[str, Any]) -> dict[str, Any]:
    return {"movers": given["movers"], "leaving": given["leaving"]}


def _seen(page: NextSeasonPage) -> dict[str, Any]:
    return {
        "version": page.season.competition.version,
        "movers": page.movers,
        "borders": page.at_borders,
        "play_offs": [_play_off(one) for one in page.play_offs],
        "divisions": [[_move(one) for one in division] for division in page.divisions],
        "left": [_move(one) for one in page.left],
    }


def _move(one: ShownMove) -> dict[str, Any]:
    return {
        "player": one.player.pk,
        "name": one.player.name,
        "origin": one.move.origin or None,
        "to": one.move.to or None,
        "reason": one.move.reason,
        "why": one.why,
    }


def _play_off(one: ShownPlayOff) -> dict[str, Any]:
    return {
        "stage": one.stage,
        "match": one.match,
        "name": one.name,
        "players": [{"player": player.pk, "name": player.name} for player in one.players],
        "winner": one.winner.pk if one.winner else None,
    }
