"""Replays: a match at any step, and its record."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.deals.outline import Deal
from games.integrity import match_records
from games.models import Table
from games.replay import match_at_step
from games.replay.move_list import mark_words
from games.replay.names_at_steps import NamesAtSteps
from games.rules.base.refusal import Refusal
from games.rules.notation import notation
from league.api.base.serializers import Problem
from league.api.base.views import ResourceView
from league.api.serializers import match_document
from league.api.serializers.replays import MatchRecord, ReplayMoment, ReplayOutline


class ReplayStepQuery(serializers.Serializer):
    """From which seat a match that is over is looked at: a letter, or `all`."""

    seat = serializers.RegexField("^([A-J]|all)$", default="all")


class ReplayView(ResourceView):
    """The outline of a replay: its deals and steps."""

    queryset = Table.objects.all()

    @extend_schema(responses={200: ReplayOutline, 409: Problem})
    def get(self, request: Request, pk: int) -> Response:
        """Return the outline of the match."""
        table = _with_moves(self.get_object())
        outline = match_at_step.outline(table.pk)
        seats = list(table.seats.select_related("player"))
        names_at_steps = NamesAtSteps(table, seats, lambda: outline.steps)
        deals = [_deal(deal) for deal in outline.deals]
        marks = [
            {
                "step": mark.step,
                "kind": mark.kind,
                "seats": [notation.seat_letter(seat) for seat in mark.seats],
                "text": mark_words(mark, names_at_steps),
            }
            for mark in outline.marks
        ]
        return Response({"table": table.pk, "steps": len(outline.steps), "deals": deals, "marks": marks})


class ReplayStepView(ResourceView):
    """A match right after one step; until the match is over you see it from your own seat."""

    queryset = Table.objects.all()
    query_serializer_class = ReplayStepQuery

    @extend_schema(responses={200: ReplayMoment, 409: Problem})
    def get(self, request: Request, pk: int, step: int) -> Response:
        """Return the position and the events of the step; 404 if the step does not exist."""
        table = _with_moves(self.get_object())
        seat = self.validated_query()["seat"]
        moment = match_at_step.at(table.pk, step, self.viewer, seat)
        if moment.sight is None or moment.step != step:
            raise Table.DoesNotExist
        return Response(_moment(moment))


class RecordView(ResourceView):
    """The match record, as one file."""

    queryset = Table.objects.all()

    @extend_schema(responses={200: MatchRecord, 409: Problem})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Return the record. Refusal `conflict` as long as the match is being played."""
        table = self.get_object()
        if not table.is_over:
            raise Refusal("conflict", _("The record holds all hands: it is available after the match."))
        return HttpResponse(match_records.export(table.pk), content_type="application/json")


def _with_moves(table: Table) -> Table:
    if table.is_physical:
        raise Refusal("no_moves", _("Moves with real cards are not recorded: there is only the score sheet."))
    return table


def _deal(deal: Deal) -> dict[str, Any]:
    is_won = deal.winner is not None and deal.winner >= 0
    return {
        "round": deal.number,
        "first_step": deal.first_step,
        "last_step": deal.last_step,
        "winner": notation.seat_letter(deal.winner) if is_won and deal.winner is not None else None,
        "points": deal.points,
        "totals": deal.totals,
    }


def _moment(moment: match_at_step.MatchAtStep) -> dict[str, Any]:
    assert moment.sight is not None
    last, pk = len(moment.outline.steps), moment.table.pk
    names_at_steps = NamesAtSteps(moment.table, moment.seats, lambda: moment.outline.steps)
    names = names_at_steps.at(moment.step)
    eyes = "all" if moment.is_open else None if moment.eyes is None else notation.seat_letter(moment.eyes)
    return {
        "table": pk,
        "step": moment.step,
        "steps": last,
        "seat": eyes,
        "state": match_document.state(moment.sight),
        "events": [
            {
                **match_document.event(event),
                "text": match_document.sentence(event, names),
            }
            for event in moment.events
        ],
        "next": reverse("api_replay_step", args=[pk, moment.step + 1]) if moment.step < last else None,
        "previous": reverse("api_replay_step", args=[pk, moment.step - 1]) if moment.step > 1 else None,
    }
