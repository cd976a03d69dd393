"""Match records for programs: checked for everybody, brought in by who runs the site."""

from contextlib import suppress
from typing import Any, Final

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from games.integrity import match_records
from games.wording.http_status import status_of_code
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.base.throttling import address, plain
from league.api.serializers.matches import MatchRecord, RecordChecked
from league.http import problems
from league.workers import long_work

ON_THE_SPOT: Final = 500_000
"""Bytes of a record that is checked on the spot: 0.2 s whatever stands in it."""


class RecordCheck(Endpoint):
    """Whether a match record is one: it is replayed, and nothing is kept."""

    is_open = True
    is_costly = True
    authentication_classes = ()

    @answers(RecordChecked, sent=MatchRecord)
    def post(self, request: Request) -> HttpResponse:
        """Take a record as the body, whatever type it says it has; answer as `manage.py record check` does.

        A record that breaks the rules is a problem that says where, `round` and `action`: 422; 400 for
        what is none, 413 for more than 2 MB.
        """
        said = _checked(request)
        return Response(said) if said["ok"] else self.refused(said)

    def refused(self, said: dict[str, Any]) -> HttpResponse:
        """Return the answer to what is no record, or breaks the rules."""
        where = {name: said[name] for name in ("round", "action") if said.get(name) is not None}
        return problems.answer(_status(said), said["code"], said["message"], **where)


class PromisedRecordCheck(RecordCheck):
    """The same at the address that the description of the record names, in the very words of the command."""

    def refused(self, said: dict[str, Any]) -> HttpResponse:
        """Return what the command prints."""
        answer: HttpResponse = Response(said, status=_status(said))
        return answer


def _checked(request: Request) -> dict[str, Any]:
    """Return what a check says of the body; a process of its own replays what is long."""
    data = request.read(match_records.LIMIT + 1)
    if ON_THE_SPOT < len(data) <= match_records.LIMIT:
        with suppress(UnicodeDecodeError):
            given = {"text": data.decode()}
            return long_work.work_out("record", given, by=long_work.STRANGER + address(plain(request)))
    said: dict[str, Any] = match_records.check(data)
    return said


def _status(said: dict[str, Any]) -> int:
    return status_of_code(str(said["code"]))
