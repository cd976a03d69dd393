"""Sheets that come in: every row is looked at first; with `sure` all of it is taken, or nothing."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from rest_framework.response import Response

from league.api.base.actions import Deed
from league.api.base.lists import found_or_404
from league.api.clubs.members import member_rows
from league.api.competitions.competitions import told
from league.api.competitions.entries import require_seen_version
from league.api.serializers import imports as imported
from league.http import daily_counts
from league.import_export import earlier_results, imports
from league.import_export.imports import Preview
from league.import_export.sheet import decoded
from league.models import Club, Competition
from league.permissions.rules import require


class OfSheet(Deed):
    """A sheet that comes in. Subclasses say of what, how it is read and how it is taken."""

    scope = "organize"

    def act(self, **where: Any) -> Response:
        """Answer with the rows; with `sure`, take them once."""
        found = self.find(**where)
        by = self.permit(found)
        given = self.sent(self.form)
        daily_counts.upload(self.request.user, at=timezone.now())
        if not given["sure"]:
            self.require_id()
            return Response(_rows(self.preview(found, given)))
        done = self.once(lambda: self.do(found, given, by))
        return Response(self.tell(found, done))

    def read(self, found: Any, text: str) -> Preview:
        """Return the rows as they are understood."""
        raise NotImplementedError

    def preview(self, found: Any, given: dict[str, Any]) -> Preview:
        """Return the rows that were sent. Refusals: `bad_file`, `too_large`."""
        return self.read(found, decoded(given["rows"].encode("utf-8", "replace")))


class ImportEntrants(OfSheet):
    """Entrants of a competition from a sheet."""

    form = imported.EntrantsSent
    shape = imported.COMPETITION

    def find(self, pk: int) -> Any:
        """Return the competition."""
        return found_or_404(Competition.objects.select_related("club"), pk=pk)

    def permit(self, found: Competition) -> str:
        """Return the organizer."""
        return require(self.asker, "competition.organize", found)

    def read(self, found: Competition, text: str) -> Preview:
        """Return the rows as they are understood."""
        return imports.entrants(found, text)

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Look at every row; with `sure` enter everybody and seed them, or nobody if a row does not fit."""
        with transaction.atomic():
            require_seen_version(found.pk, given["after"])
            imports.take_entrants(found, self.preview(found, given), by=by, at=timezone.now())

    def tell(self, found: Competition, _done: Any) -> Any:
        """Return the competition as it stands then."""
        return told(found.pk)


class ImportPlayers(OfSheet):
    """New members of a club from a sheet."""

    form = imported.PlayersSent
    shape = imported.MEMBERS

    def find(self, slug: str) -> Any:
        """Return the club."""
        return found_or_404(Club.objects, slug=slug)

    def permit(self, found: Club) -> str:
        """Return the organizer."""
        return require(self.asker, "club.organize", found)

    def read(self, found: Club, text: str) -> Preview:
        """Return the rows as they are understood."""
        return imports.players(found, text)

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Look at every row; with `sure` make everybody a member, or nobody if a row does not fit."""
        imports.take_players(found, self.preview(found, given))

    def tell(self, found: Club, _done: Any) -> Any:
        """Return everybody of the club."""
        return {"results": member_rows(found)}


class ImportResults(OfSheet):
    """Results of an earlier season from a sheet."""

    form = imported.ResultsSent
    shape = imported.COMPETITION

    def find(self, slug: str) -> Any:
        """Return the club."""
        return found_or_404(Club.objects, slug=slug)

    def permit(self, found: Club) -> str:
        """Return the organizer."""
        return require(self.asker, "club.organize", found)

    def read(self, found: Club, text: str) -> Preview:
        """Return the rows as they are understood."""
        return earlier_results.read(found, text)

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:
        """Look at every row; with `sure` make a finished season of them, or nothing if a row does not fit."""
        facts = {"name": given["name"], "rulebook": given["rulebook"], "by": by, "at": timezone.now()}
        return earlier_results.take(found, self.preview(found, given), **facts).pk

    def tell(self, _found: Club, done: int) -> Any:
        """Return the season."""
        return told(done)


def _rows(preview: Preview) -> dict[str, Any]:
    rows = [
        {"number": row.number, "cells": dict(row.cells), "note": row.note, "faults": row.faults}
        for row in preview.rows
    ]
    return {"is_sound": preview.is_sound, "columns": list(preview.columns), "rows": rows}
