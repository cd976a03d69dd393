"""The daily checkpoints of the whole log."""

import datetime as dt

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Checkpoint
from league.api.base.list_views import ListView
from league.api.base.views import ResourceView
from league.api.serializers.integrity import CheckpointRow, CheckpointSeen


class CheckpointsView(ListView):
    """The daily checkpoints of the whole log; each contains the hash of the previous one."""

    serializer_class = CheckpointRow
    ordering = "-day"
    ordering_fields = ("day",)

    def get_queryset(self) -> QuerySet[Checkpoint]:
        """Return them without their texts, which may be long."""
        return Checkpoint.objects.defer("text")


class CheckpointView(ResourceView):
    """A checkpoint with the text that its hash is made of."""

    @extend_schema(responses=CheckpointSeen)
    def get(self, request: Request, day: str) -> Response:
        """Return the checkpoint."""
        try:
            asked = dt.date.fromisoformat(day)
        except ValueError:
            raise Http404 from None
        checkpoint = self.get_permitted(Checkpoint.objects, day=asked)
        return Response(CheckpointSeen(checkpoint).data)
