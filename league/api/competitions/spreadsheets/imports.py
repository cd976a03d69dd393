"""Uploaded spreadsheets: a preview of every row; `sure` imports all of them, or none."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.permissions import IsClubOrganizer, IsCompetitionOrganizer
from league.api.base.views import ResourceView
from league.api.clubs.members import member_rows
from league.api.competitions.command_view import require_seen_version
from league.api.competitions.documents import competition_document
from league.api.serializers import imports as shapes
from league.http import daily_counts
from league.import_export import earlier_results, imports
from league.import_export.csv_sheet import decoded
from league.import_export.imports import Preview
from league.models import Club, Competition


class ImportView(ResourceView):
    """A sheet that comes in: a preview, and with `sure` its rows."""

    def sheet(self) -> dict[str, Any]:
        """Return the uploaded rows; each upload counts for the day. Refusal `too_many_uploads`."""
        body = self.validated()
        if not body["sure"]:
            self.require_key()
        daily_counts.upload(self.request.user, at=timezone.now())
        return body

    def preview(self, preview: Preview) -> Response:
        """Return the rows as they are understood."""
        rows = [
            {"number": row.number, "cells": dict(row.cells), "note": row.note, "faults": row.faults}
            for row in preview.rows
        ]
        return Response({"is_sound": preview.is_sound, "columns": list(preview.columns), "rows": rows})


class ImportEntrantsView(ImportView):
    """Import entrants of a competition from a spreadsheet."""

    queryset = Competition.objects.select_related("club")
    permission_classes = (IsCompetitionOrganizer,)
    serializer_class = shapes.EntrantsSent

    @extend_schema(responses=shapes.COMPETITION)
    def post(self, _request: Request, pk: int) -> Response:
        """Check every row; with `sure`, enter and seed them all, or none if a row is invalid."""
        competition = self.get_object()
        body = self.sheet()
        if not body["sure"]:
            return self.preview(imports.entrants(competition, _text(body)))
        self.once(lambda: self._take(competition, body))
        return Response(competition_document(pk))

    @transaction.atomic
    def _take(self, competition: Competition, body: dict[str, Any]) -> None:
        require_seen_version(competition.pk, body["after"])
        preview = imports.entrants(competition, _text(body))
        imports.take_entrants(competition, preview, by=self.acts_as, at=timezone.now())


class ImportPlayersView(ImportView):
    """Import new members of a club from a spreadsheet."""

    queryset = Club.objects.all()
    lookup_field = "slug"
    permission_classes = (IsClubOrganizer,)
    serializer_class = shapes.PlayersSent

    @extend_schema(responses=shapes.MEMBERS)
    def post(self, _request: Request, slug: str) -> Response:
        """Check every row; with `sure`, add all members, or none if a row is invalid."""
        club = self.get_object()
        body = self.sheet()
        if not body["sure"]:
            return self.preview(imports.players(club, _text(body)))
        self.once(lambda: _take_players(club, body))
        return Response({"results": member_rows(club)})


class ImportResultsView(ImportView):
    """Import results of an earlier season from a spreadsheet."""

    queryset = Club.objects.all()
    lookup_field = "slug"
    permission_classes = (IsClubOrganizer,)
    serializer_class = shapes.ResultsSent

    @extend_schema(responses=shapes.COMPETITION)
    def post(self, _request: Request, slug: str) -> Response:
        """Check every row; with `sure`, store a finished season, or nothing if a row is invalid."""
        club = self.get_object()
        body = self.sheet()
        if not body["sure"]:
            return self.preview(earlier_results.read(club, _text(body)))
        return Response(competition_document(self.once(lambda: self._take(club, body))))

    def _take(self, club: Club, body: dict[str, Any]) -> int:
        facts = {"name": body["name"], "rulebook": body["rulebook"], "by": self.acts_as, "at": timezone.now()}
        return earlier_results.take(club, earlier_results.read(club, _text(body)), **facts).pk


def _text(body: dict[str, Any]) -> str:
    """Return the rows that were sent. Refusals: `bad_file`, `too_large`."""
    return decoded(body["rows"].encode("utf-8", "replace"))


def _take_players(club: Club, body: dict[str, Any]) -> None:
    imports.take_players(club, imports.players(club, _text(body)))
