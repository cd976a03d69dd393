"""The proofs of the shuffles of a table."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.eventstore import replica
from games.integrity import proofs
from games.models import Table, TableEvent
from games.rules.notation import notation
from league.api.base.views import ResourceView
from league.api.serializers.integrity import ShufflesSeen


class ShufflesView(ResourceView):
    """The commitments of the server's shuffles at a table, and the secrets revealed so far."""

    queryset = Table.objects.all()

    @extend_schema(responses=ShufflesSeen)
    def get(self, request: Request, pk: int) -> Response:
        """Return every deal with a commitment; orders and proofs are included after the deal."""
        table = self.get_object()
        with replica.reading(TableEvent, table):
            deals = [_deal(deal) for deal in proofs.deals(table.pk, table.seat_count)]
        return Response({"table": table.pk, "deals": deals, "rounds": proofs.proofs_of(table)["rounds"]})


def _deal(deal: proofs.FairDeal) -> dict[str, Any]:
    words = {notation.seat_letter(seat): text for seat, text in enumerate(deal.words) if text}
    return {"deal": deal.number, "commitment": deal.commitment, "words": words, "secret": deal.secret or None}
