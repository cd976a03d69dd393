"""The proofs that nothing was arranged at a table."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.integrity import proofs
from games.models import Table
from games.rules.notation import notation
from league.api.base.views import ResourceView
from league.api.serializers.integrity import ShufflesSeen


class ShufflesView(ResourceView):
    """What the server is bound to in its shuffles at a table, and what has been revealed since."""

    queryset = Table.objects.all()

    @extend_schema(responses=ShufflesSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Answer with every deal committed to; orders and proofs are there once a deal is over."""
        table = self.get_object()
        deals = [_deal(deal) for deal in proofs.deals(table.pk, table.seat_count)]
        return Response({"table": table.pk, "deals": deals, "rounds": proofs.proofs_of(table)["rounds"]})


def _deal(deal: proofs.FairDeal) -> dict[str, Any]:
    words = {notation.seat_letter(seat): text for seat, text in enumerate(deal.words) if text}
    return {"deal": deal.number, "commitment": deal.commitment, "words": words, "secret": deal.secret or None}
