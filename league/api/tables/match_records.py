"""Match records: check one; staff can import one."""

from contextlib import suppress
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.integrity import match_records
from games.wording.http_status import status_of_code
from league.api.base.throttling import CostlyThrottle, address
from league.api.base.views import ResourceView
from league.api.serializers.replays import MatchRecord, RecordChecked
from league.http import problems
from league.workers import long_work

ON_THE_SPOT: Final = 500_000
"""Bytes of a record that is checked on the spot: 0.2 s whatever stands in it."""


class RecordCheckView(ResourceView):
    """Check a match record by replaying it; nothing is stored."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (*ResourceView.throttle_classes, CostlyThrottle)
    serializer_class = MatchRecord

    @extend_schema(responses=RecordChecked)
    def post(self, request: Request) -> HttpResponse:
        """Send the record as the body, with any media type; the answer is that of `manage.py record check`.

        A record that breaks the rules is refused with 422 and its `round` and `action`; other files with 400,
        and more than 2 MB with 413.
        """
        checked = self._check(request)
        return Response(checked) if checked["ok"] else self.refused(checked)

    def refused(self, checked: dict[str, Any]) -> HttpResponse:
        """Return the answer for a text that is not a record, or breaks the rules."""
        where = {name: checked[name] for name in ("round", "action") if checked.get(name) is not None}
        return problems.answer(_status(checked), checked["code"], checked["message"], **where)

    def _check(self, request: Request) -> dict[str, Any]:
        """Return the result of the check; a separate process replays long records."""
        data = request.read(match_records.LIMIT + 1)
        if ON_THE_SPOT < len(data) <= match_records.LIMIT:
            with suppress(UnicodeDecodeError):
                record = {"text": data.decode()}
                return long_work.run("record", record, by=long_work.STRANGER + address(self.django_request))
        checked: dict[str, Any] = match_records.check(data)
        return checked


class PromisedRecordCheckView(RecordCheckView):
    """The same at the address that the description of the record names, in the very words of the command."""

    def refused(self, checked: dict[str, Any]) -> HttpResponse:
        """Return what the command prints."""
        answer: HttpResponse = Response(checked, status=_status(checked))
        return answer


def _status(checked: dict[str, Any]) -> int:
    return status_of_code(str(checked["code"]))
