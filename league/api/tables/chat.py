"""What people say at tables and about replays, rulings of the referee, and calls for one."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import chat, tables
from games.access.referees import require_referee
from games.forms import RulingForm
from games.models import ChatMessage, ReplayComment, Table
from games.replay import comments
from league.api.base.actions import Deed
from league.api.base.contract import answers
from league.api.base.endpoint import Seen
from league.api.base.form_fields import posted, require_valid
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.serializers.matches import TableSeen
from league.api.serializers.table_rows import Time
from league.api.tables.tables import look
from league.competitions.event_night import calls
from league.permissions.rules import require

_SEAT: Final[dict[str, Any]] = {"min_value": 0, "max_value": 9}


class Said(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A line."""

    text = serializers.CharField(max_length=chat.LONGEST)


class Comment(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A line about a step."""

    step = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    text = serializers.CharField(max_length=comments.LONGEST)


class MessageSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A message; the text is gone where it was taken off the page."""

    id = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    text = serializers.CharField(allow_null=True)
    said_at = Time()
    is_hidden = serializers.BooleanField()


class ChatStands(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Where the chat of a table stands."""

    version = serializers.IntegerField()
    is_open = serializers.BooleanField()


class ChatSeen(ChatStands):
    """The last messages of a table, the oldest first."""

    results = MessageSeen(many=True)


class CommentSeen(MessageSeen):
    """A comment on a step."""

    step = serializers.IntegerField()


class CommentsSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The comments on a match, in the order of its steps."""

    results = CommentSeen(many=True)


class MessageFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Whose messages are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = ChatMessage
        fields = ("player",)


class CommentFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Whose comments are wanted, or those on which step."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    step = filters.NumberFilter(min_value=1, max_value=2**31 - 1)

    class Meta:
        model = ReplayComment
        fields = ("player", "step")


class Ruling(Seen):
    """What a referee decides about a seat."""

    ruling = serializers.ChoiceField(choices=list(RulingForm.RULINGS))
    seat = serializers.IntegerField(**_SEAT, default=0)
    cards = serializers.IntegerField(min_value=1, max_value=10, default=2)


class OfTable(Deed):
    """Something at a table that is no move."""

    def find(self, pk: int, **where: Any) -> Any:
        """Return the table."""
        self.where = where
        return found_or_404(Table.objects, pk=pk)

    def referee(self, found: Table) -> str:
        """Return the referee; a host needs a token to play, all others one to organize."""
        by = require_referee(self.asker, found)
        self.require_scope("play" if by.startswith("player:") else "organize")
        return by


class OfChat(OfTable):
    """Something about what is said at a table; answered with the last messages."""

    shape = ChatSeen

    def tell(self, found: Table, _done: Any) -> Any:
        """Return the last messages."""
        said = chat.read(found.pk)
        told = [_message(one, one.hidden_by) for one in said.messages]
        return {"version": said.version, "is_open": chat.is_open(found, timezone.now()), "results": told}


class Chat(OfChat, ListEndpoint):
    """What is said at a table, the last of it first."""

    form = Said
    row_class = MessageSeen
    about_class = ChatStands
    filterset_class = MessageFilter
    ordering_fields = ("id", "said_at")

    def rows(self) -> QuerySet[ChatMessage]:
        """Return all messages."""
        found = self.find(pk=self.kwargs["pk"])
        return ChatMessage.objects.filter(table=found).select_related("player")

    def describe(self, found: Sequence[ChatMessage]) -> list[dict[str, Any]]:
        """Return messages."""
        return [_message(one, one.hidden_by) for one in found]

    def about(self) -> dict[str, Any]:
        """Return where the chat stands."""
        found = self.find(pk=self.kwargs["pk"])
        return {"version": chat.version(found.pk), "is_open": chat.is_open(found, timezone.now())}

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Say something, as long as the chat is open."""
        chat.say(found.pk, given["text"], player=self.player, at=timezone.now())


class HideMessage(OfChat):
    """A message is taken off the page: the right of the host and of organizers."""

    scope = ""

    def permit(self, found: Table) -> str:
        """Return the referee."""
        return self.referee(found)

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Hide a message."""
        message = found_or_404(ChatMessage.objects, pk=self.where["message"], table=found)
        chat.hide(message.pk, by=by, at=timezone.now())


class OfComments(OfTable):
    """Something about the comments on a match; answered with all of them."""

    shape = CommentsSeen

    def tell(self, found: Table, _done: Any) -> Any:
        """Return all comments."""
        rows = comments.read(found.pk)
        return {"results": [_comment(one) for one in rows]}


class Comments(OfComments, ListEndpoint):
    """What players say about the steps of a match that is over."""

    form = Comment
    status = 201
    row_class = CommentSeen
    filterset_class = CommentFilter
    ordering = "step"
    ordering_fields = ("id", "step", "said_at")

    def rows(self) -> QuerySet[ReplayComment]:
        """Return all comments."""
        found = self.find(pk=self.kwargs["pk"])
        return ReplayComment.objects.filter(table=found).select_related("player")

    def describe(self, found: Sequence[ReplayComment]) -> list[dict[str, Any]]:
        """Return comments with their steps."""
        return [_comment(one) for one in found]

    def do(self, found: Table, given: dict[str, Any], by: str) -> int:
        """Say something about a step."""
        at = timezone.now()
        return comments.say(found.pk, given["step"], given["text"], player=self.player, at=at)


class RemoveComment(OfComments):
    """A comment is deleted by who wrote it, or taken off the page by the referee."""

    scope = ""

    def permit(self, found: Table) -> str:
        """Return who wrote it, or the referee."""
        self.comment = found_or_404(found.comments, pk=self.where["comment"])
        if self.viewer is not None and self.comment.player_id == self.viewer.pk:
            self.require_scope("play")
            return ""
        return self.referee(found)

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Remove a comment."""
        if by:
            comments.remove(found.pk, self.comment.pk, by=by, at=timezone.now())
        else:
            comments.take_back(found.pk, self.comment.pk, player=self.player)


class Rule(OfTable):
    """A ruling of the referee: a penalty, whether a forfeit was performed, the end of a match."""

    scope = ""
    form = Ruling
    shape = TableSeen

    def permit(self, found: Table) -> str:
        """Return the referee."""
        return self.referee(found)

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Enter a ruling; it cannot be taken back."""
        form = RulingForm(posted(given | {"sure": True}))
        require_valid(form)
        tables.act(found.pk, form.command(), after=given["after"], by=by, at=timezone.now())

    def tell(self, found: Table, _done: Any) -> Any:
        """Return the table."""
        return look(found.pk, self)


class CallSeen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Whether the referee is called to a table, and who is on the way."""

    can_be_called = serializers.BooleanField(help_text="Whether a match of a competition is played there")
    called_at = Time(allow_null=True)
    on_the_way = serializers.CharField(allow_null=True)


class OfCall(OfTable):
    """Something about whether the referee is called to a table; answered with that."""

    scope = ""
    shape = CallSeen

    def permit(self, found: Table) -> str:
        """Let whoever sits or scores there call; players need a token to play, all others one to organize."""
        by = self.require_part(found)
        self.require_scope("play" if by.startswith("player:") else "organize")
        return by

    def tell(self, found: Table, _done: Any) -> Any:
        """Return whether the referee is called now."""
        call = calls.call_at(found.pk)
        if call is None:
            return {"can_be_called": False, "called_at": None, "on_the_way": None}
        at = Time().to_representation(call.called_at) if call.called_at else None
        return {"can_be_called": True, "called_at": at, "on_the_way": call.taker or None}

    def require_part(self, found: Table) -> str:
        """Return as what somebody sits or scores there."""
        if self.viewer is None or not found.seats.filter(player=self.viewer).exists():
            return require(self.asker, "table.score", found.pk)
        return f"player:{self.viewer.pk}"


class CallReferee(OfCall):
    """Calling the referee to a table of a competition."""

    @answers(CallSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with whether the referee is called, to those who sit or score there."""
        found = self.find(pk=pk)
        self.require_part(found)
        return Response(self.tell(found, None))

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Call the referee; calling again changes nothing."""
        calls.call(found.pk, player=self.viewer, at=timezone.now())


class TakeBackCall(OfCall):
    """Nobody is needed any more."""

    def do(self, found: Table, given: dict[str, Any], by: str) -> None:
        """Say that the referee is needed no more."""
        calls.take_back(found.pk, at=timezone.now())


def _comment(one: ReplayComment) -> dict[str, Any]:
    return _message(one, one.removed_by) | {"step": one.step}


def _message(one: ChatMessage | ReplayComment, gone: str) -> dict[str, Any]:
    return {
        "id": one.pk,
        "player": one.player_id,
        "name": one.player.name,
        "text": None if gone else one.text,
        "said_at": Time().to_representation(one.said_at),
        "is_hidden": bool(gone),
    }
