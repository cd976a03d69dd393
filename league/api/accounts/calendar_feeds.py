"""The feeds of calendars for programs: their secret addresses, and giving them another one."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.accounts.me import OfMe, OfMyself
from league.api.base.actions import OfClub, OfCompetition
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import found_or_404
from league.api.serializers.accounts import FeedSeen
from league.calendar import feeds
from league.models import Club, Competition
from league.permissions.rules import require, require_standing, standing


class MyFeed(OfMe):
    """The calendar of one's own matchdays in all clubs, for other calendars."""

    @answers(FeedSeen)
    def get(self, _request: Request) -> Response:
        """Answer with its secret address."""
        return Response(_seen(self, feeds.PLAYER, self.player.pk))


class RenewMyFeed(OfMyself):
    """Another address for one's own calendar."""

    form = Seen
    shape = FeedSeen

    def version_now(self, found: Player) -> int:
        """Return which address it has by now."""
        Player.objects.select_for_update().get(pk=found.pk)
        return feeds.number(feeds.PLAYER, found.pk)

    def do(self, found: Player, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Give it another address: nobody gets anything at the old one any more."""
        feeds.renew(feeds.PLAYER, found.pk)

    def tell(self, found: Player, _done: Any) -> Any:
        """Return the address."""
        return _seen(self, feeds.PLAYER, found.pk)


class ClubFeed(Endpoint):
    """The calendar of a club, for other calendars."""

    @answers(FeedSeen)
    def get(self, _request: Request, slug: str) -> Response:
        """Answer with its secret address, to people of the club."""
        club = found_or_404(Club.objects, slug=slug)
        require(self.asker, "club.see_members", club)
        return Response(_seen(self, feeds.CLUB, club.pk))


class RenewClubFeed(OfClub):
    """Another address for the calendar of a club."""

    form = Seen
    shape = FeedSeen

    def version_now(self, found: Club) -> int:
        """Return which address it has by now."""
        Club.objects.select_for_update().get(pk=found.pk)
        return feeds.number(feeds.CLUB, found.pk)

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Give it another address: nobody gets anything at the old one any more."""
        feeds.renew(feeds.CLUB, found.pk)

    def tell(self, found: Club, _done: Any) -> Any:
        """Return the address."""
        return _seen(self, feeds.CLUB, found.pk)


class CompetitionFeed(Endpoint):
    """The calendar of a competition, for other calendars."""

    @answers(FeedSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with its secret address, to people of the club and to who plays in it."""
        found = found_or_404(Competition.objects.select_related("club"), pk=pk)
        here = standing(self.asker, "club.see_members", found.club)
        if not feeds.is_inside(here, self.viewer, found):
            require_standing(here, "club.see_members")
        return Response(_seen(self, feeds.COMPETITION, found.pk))


class RenewCompetitionFeed(OfCompetition):
    """Another address for the calendar of a competition."""

    form = Seen
    shape = FeedSeen

    def version_now(self, found: Competition) -> int:
        """Return which address it has by now."""
        Competition.objects.select_for_update(of=("self",)).get(pk=found.pk)
        return feeds.number(feeds.COMPETITION, found.pk)

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Give it another address: nobody gets anything at the old one any more."""
        feeds.renew(feeds.COMPETITION, found.pk)

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return the address."""
        return _seen(self, feeds.COMPETITION, found.pk)


def _seen(view: Endpoint, kind: str, owner: int) -> dict[str, Any]:
    address = view.request.build_absolute_uri(feeds.address(kind, owner))
    return {"address": address, "version": feeds.number(kind, owner)}
