"""What programs may ask over HTTP."""

from typing import Any, Final

from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import records

STATUS_OF_CODE: Final = {"not_a_record": 400, "too_large": 413}


class RecordCheck(APIView):  # type: ignore[misc] # the framework has no types
    """Checks the match record that is the body of a request, whatever type it says it has."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (JSONRenderer,)

    def post(self, request: Request) -> Response:
        """Answer with what `manage.py record check` prints, to whoever asks; nothing is kept.

        200 for a valid record, 422 for one that breaks the rules, 400 for what is none, 413 for more
        than 2 MB.
        """
        said: dict[str, Any] = records.check(request.read(records.LIMIT + 1))
        return Response(said, status=200 if said["ok"] else STATUS_OF_CODE.get(said["code"], 422))
