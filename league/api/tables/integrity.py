"""What proves that nothing was arranged, for programs: shuffles of a table, checkpoints of the whole log."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games.integrity import proofs
from games.models import Checkpoint, Table
from games.rules.notation import notation
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.serializers import integrity as shapes


class Shuffles(Endpoint):
    """What the server is bound to in its shuffles at a table, and what has been revealed since."""

    @answers(shapes.ShufflesSeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with every deal committed to; orders and proofs are there once a deal is over."""
        table: Table = found_or_404(Table.objects, pk=pk)
        deals = [_deal(one) for one in proofs.deals(table.pk, table.seat_count)]
        return Response({"table": table.pk, "deals": deals, "rounds": proofs.proofs_of(table)["rounds"]})


class Checkpoints(ListEndpoint):
    """The daily checkpoints of the whole log, each chained to the one before."""

    row_class = shapes.CheckpointRow
    ordering = "-day"
    ordering_fields = ("day",)

    def rows(self) -> QuerySet[Checkpoint]:
        """Return them without their texts, which may be long."""
        return Checkpoint.objects.defer("text")

    def describe(self, found: Sequence[Checkpoint]) -> list[dict[str, Any]]:
        """Return the rows of a page."""
        return [_checkpoint(one) for one in found]


class OneCheckpoint(Endpoint):
    """A checkpoint with its text, of which its hash is."""

    @answers(shapes.CheckpointSeen)
    def get(self, _request: Request, day: str) -> Response:
        """Answer with it."""
        try:
            asked = dt.date.fromisoformat(day)
        except ValueError:
            raise Http404 from None
        found: Checkpoint = found_or_404(Checkpoint.objects, day=asked)
        return Response({**_checkpoint(found), "text": found.text})


def _deal(one: proofs.FairDeal) -> dict[str, Any]:
    words = {notation.seat_letter(seat): said for seat, said in enumerate(one.words) if said}
    return {"deal": one.number, "commitment": one.commitment, "words": words, "secret": one.secret or None}


def _checkpoint(one: Checkpoint) -> dict[str, Any]:
    return {"day": one.day, "hash": bytes(one.hash).hex(), "address": one.get_absolute_url()}
