"""The notices of a player: list them, mark them as read, and set how each kind is sent."""

from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from league.api.base.list_views import ListView
from league.api.base.permissions import IsPlayer
from league.api.base.serializers import Done, Nothing, Seen, Time
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.accounts import KindsChosen, KindsSeen
from league.models import Muted, Notice
from league.notifications import notices
from league.notifications.email_addresses import addresses_of
from league.notifications.kinds import KINDS


class NoticeRow(serializers.Serializer):
    """A notice to you."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    subject = serializers.CharField(source="translated_subject")
    text = serializers.CharField(source="translated_text")
    link = serializers.CharField()
    at = Time()
    read_at = Time(allow_null=True)


class NoticesSummary(serializers.Serializer):
    """The version of all one was told: another one with every notice."""

    version = serializers.IntegerField()


class NoticeFilter(filters.FilterSet):
    """Which notices are wanted."""

    is_read = filters.BooleanFilter(field_name="read_at", lookup_expr="isnull", exclude=True)

    class Meta:
        model = Notice
        fields = ("kind", "is_read")


class NoticeListView(ListView):
    """Your notices, newest first."""

    permission_classes = (IsPlayer,)
    serializer_class = NoticeRow
    summary_serializer_class = NoticesSummary
    filterset_class = NoticeFilter
    ordering_fields = ("id", "at")

    def get_queryset(self) -> QuerySet[Notice]:
        """Return the notices of the player."""
        return Notice.objects.filter(player=self.player, is_shown=True)

    def get_summary(self) -> dict[str, Any]:
        """Return the number of the newest notice."""
        return {"version": newest_notice(self.player)}


class ReadNoticesView(ResourceView):
    """Mark all notices as read."""

    permission_classes = (IsPlayer,)
    serializer_class = Seen

    @extend_schema(responses=Done)
    def post(self, _request: Request) -> Response:
        """Mark all your notices as read."""
        player, body = self.player, self.validated()

        def read() -> None:
            # A notice that came in between stays unread.
            require_seen(body["after"], newest_notice(player))
            notices.mark_read(player, at=timezone.now())

        self.once(read)
        return Response({"ok": True})


class NoticeView(ResourceView):
    """A notice to you."""

    permission_classes = (IsPlayer,)

    @extend_schema(responses=NoticeRow)
    def get(self, _request: Request, pk: int) -> Response:
        """Return the notice."""
        return Response(NoticeRow(_notice_of(self.player, pk)).data)


class ReadNoticeView(ResourceView):
    """Mark a notice as read."""

    permission_classes = (IsPlayer,)
    serializer_class = Nothing

    @extend_schema(responses=NoticeRow)
    def post(self, _request: Request, pk: int) -> Response:
        """Mark the notice as read."""
        player = self.player
        notice = _notice_of(player, pk)
        self.validated()
        self.once(lambda: notices.mark_read(player, at=timezone.now(), some=[notice.pk]))
        return Response(NoticeRow(_notice_of(player, pk)).data)


class NoticeSettingsView(ResourceView):
    """Your choice of notices."""

    permission_classes = (IsPlayer,)
    serializer_class = KindsChosen

    @extend_schema(responses=KindsSeen)
    def get(self, _request: Request) -> Response:
        """Return every kind of notice: whether it is shown, and whether it is sent."""
        return _settings_response(self.player)

    @extend_schema(responses=KindsSeen)
    def post(self, _request: Request) -> Response:
        """Choose which kinds are shown on pages and in the API, and which are sent by e-mail."""
        player, body = self.player, self.validated()

        def change() -> None:
            Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
            muted = notices.muted(player)
            require_seen(body["after"], _version_of_settings(player, muted))
            notices.choose(player, _wanted(body["kinds"], muted))

        self.once(change)
        return _settings_response(player)


def newest_notice(player: Player) -> int:
    """Return the number of the newest notice of a player, 0 without any. One query."""
    newest = Notice.objects.filter(player=player, is_shown=True).aggregate(Max("pk"))["pk__max"]
    return int(newest or 0)


def _notice_of(player: Player, pk: int) -> Notice:
    notice: Notice = found_or_404(Notice.objects, pk=pk, player=player, is_shown=True)
    return notice


def _wanted(changes: list[dict[str, Any]], muted: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return which kinds are wanted by which channel after some changes."""
    wanted = {(kind, channel.value) for kind in KINDS for channel in Muted.Channel} - muted
    for change in changes:
        for channel in Muted.Channel:
            is_wanted = change.get(channel.value)
            if is_wanted is not None:
                (wanted.add if is_wanted else wanted.discard)((change["kind"], channel.value))
    return wanted


def _settings_response(player: Player) -> Response:
    """Return every kind of notice, and whether it is shown and sent."""
    muted = notices.muted(player)
    rows = [
        {
            "kind": code,
            "label": str(kind.label),
            "when": str(kind.when),
            **{channel.value: (code, channel.value) not in muted for channel in Muted.Channel},
        }
        for code, kind in KINDS.items()
    ]
    has_address = player.pk in addresses_of([player.pk])
    version = _version_of_settings(player, muted)
    return Response({"has_address": has_address, "kinds": rows, "version": version})


def _version_of_settings(player: Player, muted: set[tuple[str, str]]) -> int:
    return version_of(player.pk, sorted(muted))
