"""What programs may ask over HTTP."""

from typing import Any, Final

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.permissions import AllowAny
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import records, rulebook_reports, shelf

STATUS_OF_CODE: Final = {"not_a_record": 400, "too_large": 413}


class PlainJSONParser(JSONParser):  # type: ignore[misc] # the framework has no types
    """Reads JSON; what is nested beyond all measure is no JSON either."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """Return what the body says; ParseError if it says nothing."""
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


class _Open(APIView):  # type: ignore[misc] # the framework has no types
    """What everybody may ask, logged in or not, because nothing is changed."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    parser_classes = (PlainJSONParser,)
    renderer_classes = (JSONRenderer,)

    def handle_exception(self, error: Exception) -> Response:
        """Say what the framework refuses (a body that is no JSON, a wrong method) in our own form."""
        answer = super().handle_exception(error)
        code = "not_json" if answer.status_code == 400 else "bad_request"
        answer.data = {"ok": False, "code": code, "message": str(answer.data["detail"]), "options": []}
        return answer


class Rulebooks(_Open):
    """All presets with their options, and every option explained."""

    def get(self, _request: Request) -> Response:
        """Answer with `rulebooks` and `options`."""
        facts = {"rulebooks": rulebook_reports.summaries(), "options": rulebook_reports.catalogue()}
        return Response(facts)


class OneRulebook(_Open):
    """A preset, or a custom rulebook by its key."""

    def get(self, _request: Request, key: str) -> Response:
        """Answer with its options and their explanations; 404 if there is no such rulebook."""
        found = shelf.find(key)
        if found is None:
            return Response(_said("unknown_rulebook", "There is no such rulebook.", ["rulebook"]), status=404)
        return Response(rulebook_reports.explained(found))


class RulebookCheck(_Open):
    """Whether a preset with changes can be played."""

    def post(self, request: Request) -> Response:
        """Take `rulebook`, `options` (changes to it) and `seats`; the last two may be left out.

        200 if it can be played, 422 if it is refused, 400 for what is no such question.
        """
        asked = _question(request.data)
        if asked is None:
            sentence = (
                "Ask with a JSON object: “rulebook” (a text), “options” (an object), “seats” (a number)."
            )
            return Response(_said("bad_request", sentence, []), status=400)
        said = rulebook_reports.verdict(*asked)
        return Response(said, status=200 if said["ok"] else 422)


def _question(data: Any) -> tuple[str, dict[str, Any], int | None] | None:
    if not isinstance(data, dict) or not data.keys() <= {"rulebook", "options", "seats"}:
        return None
    rulebook, options, seats = data.get("rulebook"), data.get("options", {}), data.get("seats")
    if not isinstance(rulebook, str) or not isinstance(options, dict):
        return None
    return (rulebook, options, seats) if seats is None or type(seats) is int else None


def _said(code: str, message: str, options: list[str]) -> dict[str, Any]:
    return {"ok": False, "code": code, "message": message, "options": options}


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
