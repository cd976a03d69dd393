"""The analysis of a finished match."""

from collections.abc import Sequence
from typing import Any

import msgspec
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.analysis import highlights, queries, queue
from games.analysis.findings import BOT, DealFindings, Decision, Fact
from games.models import Table
from games.replay import match_at_step
from games.replay.match_analysis import facts, sentences
from games.replay.names_at_steps import NamesAtSteps
from games.rules.notation.notation import seat_letter
from games.rules.options.options import from_differences
from league.api.base.serializers import Nothing, Problem
from league.api.base.views import ResourceView
from league.api.serializers.replays import MARKS, Analysis


class AnalysisView(ResourceView):
    """What a finished match was worth to each seat, step by step."""

    queryset = Table.objects.all()
    serializer_class = Nothing

    @extend_schema(responses={200: Analysis, 409: Problem})
    def get(self, request: Request, pk: int) -> Response:
        """Return the analysis as far as it is ready. Refusal `conflict` during the match."""
        table = self.get_object()
        queue.require_possible(table)
        return Response(_analysis(table))

    @extend_schema(request=Nothing, responses={200: Analysis, 409: Problem})
    def post(self, request: Request, pk: int) -> Response:
        """Ask for the analysis; asking again changes nothing."""
        table, _player = self.get_object(), self.player
        self.validated()
        self.once(lambda: _ask(table))
        return Response(_analysis(table))


def _ask(table: Table) -> None:
    queue.ask(table.pk, at=timezone.now())


def _analysis(table: Table) -> dict[str, Any]:
    analysis = queries.of(table)
    seats = list(table.seats.select_related("player"))
    names_at_steps = NamesAtSteps(table, seats, lambda: match_at_step.outline(table.pk).steps)
    row, match = analysis.row, analysis.match
    counts_points = from_differences(table.options).scoring != "win_loss"
    return {
        "table": table.pk,
        "status": "not_asked" if row is None else "running" if analysis.is_running else "ready",
        "done": 100 * row.done // row.parts if row is not None and row.parts else 0,
        "deals": [_deal(deal, names_at_steps) for deal in analysis.deals],
        "facts": _told(
            match.facts if match else [], names_at_steps, analysis.deals, counts_points=counts_points
        ),
        "moments": _told(
            highlights.most_telling(match.moments) if match else [],
            names_at_steps,
            analysis.deals,
            counts_points=counts_points,
        ),
        "parts": msgspec.structs.asdict(match.match_parts) if match and match.match_parts else None,
    }


def _deal(deal: DealFindings, names_at_steps: NamesAtSteps) -> dict[str, Any]:
    shown = {
        name: msgspec.structs.asdict(part) if (part := getattr(deal, name)) is not None else None
        for name in ("deal", "match", "deal_parts", "match_parts")
    }
    decisions = (
        None
        if deal.decisions is None
        else [_decision(decision, names_at_steps.at(decision.step)) for decision in deal.decisions]
    )
    return {"round": deal.number, "first_step": deal.first_step, **shown, "decisions": decisions}


def _decision(decision: Decision, names: Sequence[str]) -> dict[str, Any]:
    knowledge = decision.knowledge
    return {
        "step": decision.step,
        "seat": seat_letter(decision.seat),
        "is_by_bot": decision.stand_in == BOT,
        "alternatives": [
            {
                "text": sentences.alternative(alternative, names),
                "chance": alternative.chance,
                "error": alternative.error,
                "match": alternative.match,
                "points": alternative.points,
            }
            for alternative in decision.alternatives
        ],
        "cost": decision.cost,
        "low": decision.low,
        "high": decision.high,
        "match_cost": decision.match_cost,
        "mark": MARKS[decision.mark],
        "silence": sentences.silence(decision),
        "doubt": None if decision.doubt is None else msgspec.structs.asdict(decision.doubt),
        "exposure": None if decision.exposure is None else msgspec.structs.asdict(decision.exposure),
        "knowledge": [] if knowledge is None else sentences.known(knowledge, decision.seat, names),
    }


def _told(
    told: Sequence[Fact], names_at_steps: NamesAtSteps, deals: Sequence[DealFindings], *, counts_points: bool
) -> list[dict[str, Any]]:
    return [
        {
            "step": fact.step,
            "kind": fact.kind,
            "seats": [seat_letter(seat) for seat in fact.seats],
            "bots": [seat_letter(seat) for seat in fact.bots],
            "text": facts.told(fact, names_at_steps.at(fact.step), deals, counts_points=counts_points),
        }
        for fact in told
    ]
