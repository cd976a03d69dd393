"""The player of the token: name, privacy, and the calendar feed."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.naming.player_names import neutral
from league.accounts import names
from league.api.base.permissions import IsPlayer
from league.api.base.serializers import Seen
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView
from league.api.clubs.calendar_feeds import feed_response, renew
from league.api.serializers.accounts import FeedSeen, Hiding, Me, NewName, ShowingInsight
from league.calendar import feeds
from league.notifications import notices


class MeView(ResourceView):
    """Oneself."""

    permission_classes = (IsPlayer,)

    @extend_schema(responses=Me)
    def get(self, _request: Request) -> Response:
        """Return your player, your name, and who can see the name."""
        return _response(self)


class RenameView(ResourceView):
    """Change your name."""

    permission_classes = (IsPlayer,)
    serializer_class = NewName

    @extend_schema(responses=Me)
    def post(self, _request: Request) -> Response:
        """Change your name: tables and standings show it, including past ones."""
        player, body = self.player, self.validated()

        def rename() -> None:
            _require_me_seen(player, body["after"])
            names.change(player, body["name"])

        self.once(rename)
        return _response(self)


class HideView(ResourceView):
    """Choose who can see your name."""

    permission_classes = (IsPlayer,)
    serializer_class = Hiding

    @extend_schema(responses=Me)
    def post(self, _request: Request) -> Response:
        """Hide your name from everyone outside your clubs, or show it."""
        player, body = self.player, self.validated()

        def hide() -> None:
            _require_me_seen(player, body["after"])
            names.hide(player, is_hidden=body["is_hidden"])

        self.once(hide)
        return _response(self)


class ShowInsightView(ResourceView):
    """Choose who can see your insight."""

    permission_classes = (IsPlayer,)
    serializer_class = ShowingInsight

    @extend_schema(responses=Me)
    def post(self, _request: Request) -> Response:
        """Let everyone see what your analysed matches say together, or only yourself."""
        player, body = self.player, self.validated()

        def show() -> None:
            _require_me_seen(player, body["after"])
            names.show_insight(player, shows=body["shows_insight"])

        self.once(show)
        return _response(self)


class MyFeedView(ResourceView):
    """The calendar feed of your matchdays in all clubs."""

    permission_classes = (IsPlayer,)

    @extend_schema(responses=FeedSeen)
    def get(self, _request: Request) -> Response:
        """Return its secret address."""
        return feed_response(self, feeds.PLAYER, self.player.pk)


class RenewMyFeedView(ResourceView):
    """Replace the address of your calendar feed."""

    permission_classes = (IsPlayer,)
    serializer_class = Seen

    @extend_schema(responses=FeedSeen)
    def post(self, _request: Request) -> Response:
        """Replace the address; the old address stops working."""
        player, body = self.player, self.validated()
        self.once(lambda: renew(feeds.PLAYER, player, body["after"]))
        return feed_response(self, feeds.PLAYER, player.pk)


def _require_me_seen(player: Player, after: int) -> None:
    """Lock a player until the transaction ends; refuse, `stale`, a command about another version."""
    require_seen(after, _version_of(Player.objects.select_for_update(of=("self",)).get(pk=player.pk)))


def _response(view: ResourceView) -> Response:
    """Return the player who asks."""
    player = Player.objects.get(pk=view.player.pk)
    user: Any = view.request.user
    me = {
        "player": player.pk,
        "name": player.name,
        "is_hidden": player.is_hidden,
        "known_as": neutral(player.pk) if player.is_hidden else player.name,
        "shows_insight": player.shows_insight,
        "is_guest": not user.has_usable_password(),
        "unread": notices.unread(user)[0],
        "version": _version_of(player),
    }
    return Response(me)


def _version_of(player: Player) -> int:
    return version_of(player.pk, player.name, player.is_hidden, player.shows_insight)
