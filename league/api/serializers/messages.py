"""Messages at a table, and comments on a replay."""

from typing import Any

from rest_framework import serializers

from games.chat import reactions
from games.models import ChatMessage, ReplayComment
from league.api.base.serializers import Time


class MessageSeen(serializers.Serializer):
    """A message; hidden messages have no text."""

    id = serializers.IntegerField()
    player = serializers.IntegerField(source="player_id", allow_null=True)
    name = serializers.CharField(source="player.name")
    text = serializers.CharField(allow_null=True)
    said_at = Time()
    is_hidden = serializers.BooleanField(source="hidden_by")

    def to_representation(self, instance: ChatMessage | ReplayComment) -> dict[str, Any]:
        """Return the message; a reaction is in the language of the request, a hidden text is left out."""
        message: dict[str, Any] = super().to_representation(instance)
        return message | {"text": None if message["is_hidden"] else reactions.in_words(instance.text)}


class CommentSeen(MessageSeen):
    """A comment on a step."""

    is_hidden = serializers.BooleanField(source="removed_by")
    step = serializers.IntegerField()
