"""Comments on the steps of a finished match."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import ReplayComment, Table
from games.replay import comments
from league.api.base.list_views import ListView
from league.api.base.permissions import require_scope
from league.api.base.serializers import Nothing
from league.api.base.views import ResourceView, found_or_404
from league.api.serializers.messages import CommentSeen
from league.api.tables.permissions import IsReferee


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"step": 3, "text": "Bold"}, request_only=True)]
)
class Comment(serializers.Serializer):
    """A comment on a step."""

    step = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="The step of the replay")
    text = serializers.CharField(max_length=comments.LONGEST, help_text="The text")


class CommentsSeen(serializers.Serializer):
    """The comments on a match, in the order of its steps."""

    results = CommentSeen(many=True)


class CommentFilter(filters.FilterSet):
    """Comments by player and by step."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    step = filters.NumberFilter(min_value=1, max_value=2**31 - 1)

    class Meta:
        model = ReplayComment
        fields = ("player", "step")


class IsAuthorOrReferee(IsReferee):
    """For the player who wrote a comment, who acts as nobody else, and for the referee of its table."""

    def has_object_permission(self, request: Request, view: Any, obj: Any) -> bool:
        """Return True; Refusal `not_yours`, or PermissionDenied for the scope."""
        if view.viewer is not None and obj.player_id == view.viewer.pk:
            require_scope(request, "play")
            return True
        return super().has_object_permission(request, view, obj.table)


class CommentsView(ListView):
    """Comments by players on the steps of a finished match."""

    serializer_class = CommentSeen
    filterset_class = CommentFilter
    ordering = "step"
    ordering_fields = ("id", "step", "said_at")

    def get_queryset(self) -> QuerySet[ReplayComment]:
        """Return all comments."""
        return ReplayComment.objects.filter(table=self.get_table()).select_related("player")

    @extend_schema(request=Comment, responses={201: CommentsSeen})
    def post(self, request: Request, pk: int) -> Response:
        """Comment on a step."""
        table, player, body = self.get_table(), self.player, self.validated(Comment)
        at = timezone.now()
        self.once(lambda: comments.say(pk, body["step"], body["text"], player=player, at=at))
        return Response(_all_comments(table), status=201)

    def get_table(self) -> Table:
        """Return the table."""
        table: Table = self.get_permitted(Table.objects, pk=self.kwargs["pk"])
        return table


class RemoveCommentView(ResourceView):
    """Delete a comment. Its author and the referee can."""

    permission_classes = (IsAuthorOrReferee,)
    serializer_class = Nothing

    @extend_schema(responses=CommentsSeen)
    def post(self, request: Request, pk: int, comment: int) -> Response:
        """Delete the comment."""
        table = found_or_404(Table.objects, pk=pk)
        self.get_permitted(table.comments.select_related("table"), pk=comment)
        self.validated()
        self.once(lambda: self._remove(table, comment))
        return Response(_all_comments(table))

    def _remove(self, table: Table, comment: int) -> None:
        if self.acts_as:
            comments.remove(table.pk, comment, by=self.acts_as, at=timezone.now())
        else:
            comments.take_back(table.pk, comment, player=self.player)


def _all_comments(table: Table) -> dict[str, Any]:
    return {"results": CommentSeen(comments.read(table.pk), many=True).data}
