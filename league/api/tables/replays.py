"""Replays for programs: a match at any step, and its record."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.integrity import match_records
from games.models import Table
from games.replay import moments
from games.replay.move_list import mark_words
from games.replay.outline import Deal
from games.rules.base.refusal import Refusal
from games.rules.notation import notation
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.lists import found_or_404
from league.api.serializers import match_document
from league.api.serializers.matches import MatchRecord, ReplayMoment, ReplayOutline


class EyesAsked(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """From which seat a match that is over is looked at: a letter, or `all`."""

    seat = serializers.RegexField("^([A-J]|all)$", default="all")


class Replay(Endpoint):
    """What there is to replay: how many steps, and which deals."""

    @answers(ReplayOutline, refuses=(409, 422))
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with the outline of a match."""
        table = _with_moves(pk)
        outline = moments.outline(table.pk)
        names = [seat.name for seat in table.seats.select_related("player")]
        deals = [_deal(one) for one in outline.deals]
        marks = [
            {
                "step": one.step,
                "kind": one.kind,
                "seats": [notation.seat_letter(seat) for seat in one.seats],
                "text": mark_words(one, names),
            }
            for one in outline.marks
        ]
        return Response({"table": table.pk, "steps": len(outline.steps), "deals": deals, "marks": marks})


class ReplayStep(Endpoint):
    """A match right after one step; while it is played through one's own eyes, afterwards through any."""

    @answers(ReplayMoment, asked=EyesAsked, refuses=(409,))
    def get(self, _request: Request, pk: int, step: int) -> Response:
        """Answer with where it stood and what had just happened; 404 for a step that there is not."""
        table = _with_moves(pk)
        seat = self.asked()["seat"]
        moment = moments.at(table.pk, step, self.viewer, seat)
        if moment.sight is None or moment.step != step:
            raise Table.DoesNotExist
        return Response(_told(moment))


class Record(Endpoint):
    """The match record, as one file."""

    @answers(MatchRecord, refuses=(409, 422))
    def get(self, _request: Request, pk: int) -> HttpResponse:
        """Answer with the record; Refusal `conflict` as long as the match is being played."""
        table: Table = found_or_404(Table.objects, pk=pk)
        if not table.is_over:
            raise Refusal("conflict", _("The record holds all hands: it is there once the match is over."))
        return HttpResponse(match_records.export(table.pk), content_type="application/json")


def _with_moves(pk: int) -> Table:
    table: Table = found_or_404(Table.objects, pk=pk)
    if table.is_physical:
        raise Refusal(
            "no_moves", _("Nobody records the moves of real cards: the score sheet is all there is.")
        )
    return table


def _deal(one: Deal) -> dict[str, Any]:
    is_won = one.winner is not None and one.winner >= 0
    return {
        "round": one.number,
        "first_step": one.first_step,
        "last_step": one.last_step,
        "winner": notation.seat_letter(one.winner) if is_won and one.winner is not None else None,
        "points": one.points,
        "totals": one.totals,
    }


def _told(moment: moments.Moment) -> dict[str, Any]:
    assert moment.sight is not None
    last, pk = len(moment.outline.steps), moment.table.pk
    eyes = "all" if moment.is_open else None if moment.eyes is None else notation.seat_letter(moment.eyes)
    return {
        "table": pk,
        "step": moment.step,
        "steps": last,
        "seat": eyes,
        "state": match_document.state(moment.sight),
        "events": [
            {**match_document.event(one), "text": match_document.sentence(one, moment.seats)}
            for one in moment.events
        ],
        "next": reverse("api_replay_step", args=[pk, moment.step + 1]) if moment.step < last else None,
        "previous": reverse("api_replay_step", args=[pk, moment.step - 1]) if moment.step > 1 else None,
    }
