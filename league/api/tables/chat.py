"""The chat of a table."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import chat
from games.models import ChatMessage, Table
from league.api.base.list_views import ListView
from league.api.base.serializers import Nothing
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.messages import MessageSeen
from league.api.tables.permissions import IsReferee


@extend_schema_serializer(examples=[OpenApiExample("Example", {"text": "Good evening"}, request_only=True)])
class Said(serializers.Serializer):
    """A message."""

    text = serializers.CharField(max_length=chat.LONGEST, help_text="The text")


class ChatSummary(serializers.Serializer):
    """Where the chat of a table stands."""

    version = serializers.IntegerField()
    is_open = serializers.BooleanField()


class ChatSeen(ChatSummary):
    """The latest messages of a table, oldest first."""

    results = MessageSeen(many=True)


class MessageFilter(filters.FilterSet):
    """Messages by player."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = ChatMessage
        fields = ("player",)


class ChatView(ListView):
    """The chat of a table: the latest messages."""

    serializer_class = MessageSeen
    summary_serializer_class = ChatSummary
    filterset_class = MessageFilter
    ordering_fields = ("id", "said_at")

    def get_queryset(self) -> QuerySet[ChatMessage]:
        """Return all messages."""
        return ChatMessage.objects.filter(table=self.get_table()).select_related("player")

    def get_summary(self) -> dict[str, Any]:
        """Return where the chat stands."""
        table = self.get_table()
        return {"version": chat.version(table.pk), "is_open": chat.is_open(table, timezone.now())}

    @extend_schema(request=Said, responses=ChatSeen)
    def post(self, request: Request, pk: int) -> Response:
        """Write a message, if the chat is open."""
        table, player, body = self.get_table(), self.player, self.validated(Said)
        self.once(lambda: chat.say(pk, body["text"], player=player, at=timezone.now()))
        return Response(_conversation(table))

    def get_table(self) -> Table:
        """Return the table."""
        table: Table = self.get_permitted(Table.objects, pk=self.kwargs["pk"])
        return table


class HideMessageView(ResourceView):
    """Hide a message. The host and organizers can."""

    queryset = Table.objects.all()
    permission_classes = (IsReferee,)
    serializer_class = Nothing

    @extend_schema(responses=ChatSeen)
    def post(self, request: Request, pk: int, message: int) -> Response:
        """Hide the message."""
        table = self.get_object()
        self.validated()

        def hide() -> None:
            hidden = found_or_404(ChatMessage.objects, pk=message, table=table)
            chat.hide(hidden.pk, by=self.acts_as, at=timezone.now())

        self.once(hide)
        return Response(_conversation(table))


def _conversation(table: Table) -> dict[str, Any]:
    read = chat.read(table.pk)
    messages = MessageSeen(read.messages, many=True).data
    return {"version": read.version, "is_open": chat.is_open(table, timezone.now()), "results": messages}
