"""What every address of the API has in common: who asks, what they send, once, and how it is answered."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, ParseError, PermissionDenied, UnsupportedMediaType
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import receipts
from games.models import Player
from games.players import viewer
from games.rules.refusal import Refusal
from league.api import problem_answers
from league.api.problem_answers import TooLarge
from league.permissions import club_of_token

Answer = TypeVar("Answer")

LARGEST: Final = 1_000_000
"""Bytes of a body that is read."""
KEY: Final = "Idempotency-Key"
_MOST_VERSION: Final = 2**31 - 1
_JSON: Final = "application/json"
_READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})


class PlainJSON(JSONParser):  # type: ignore[misc] # the framework has no types
    """Reads JSON of a bearable length and depth."""

    def parse(self, stream: Any, *_context: Any, **_more: Any) -> Any:
        """Return what the body says; ParseError, TooLarge."""
        data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TooLarge
        try:
            return json.loads(data.decode("utf-8"), parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise ParseError from None


class Seen(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The version of the stream that the sender saw: nothing happens if it has moved on."""

    after = serializers.IntegerField(min_value=0, max_value=_MOST_VERSION)


class MayAsk(BasePermission):  # type: ignore[misc] # the framework has no types
    """Everybody may read and check; who acts is logged in, with a token that is good for it."""

    def has_permission(self, request: Any, view: Any) -> bool:
        """Raise what is missing; what an action needs beyond that its door knows."""
        if request.method in _READING or view.is_open:
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if view.scope:
            view.require_scope(view.scope)
        return True


class Endpoint(APIView):  # type: ignore[misc] # the framework has no types
    """One address. What it does goes through the doors; this is only how it is asked and answered."""

    scope = "play"
    """What a token has to be good for to act here; empty where that depends on what it acts as."""
    is_open = False
    """Whether everybody may post here, because nothing is changed."""
    is_costly = False
    parser_classes = (PlainJSON,)
    renderer_classes: tuple[Any, ...] = (JSONRenderer,)
    permission_classes = (MayAsk,)

    @property
    def asker(self) -> HttpRequest:
        """The request as doors, permissions and pages know it."""
        plain: HttpRequest = self.request._request  # noqa: SLF001 - so the framework names it
        return plain

    @property
    def viewer(self) -> Player | None:
        """The player who looks: nobody for strangers, and for tokens of clubs, which have no hand."""
        return None if club_of_token(self.asker) is not None else viewer(self.asker)

    @property
    def player(self) -> Player:
        """The player who acts; only where acting needs to be logged in."""
        player = self.viewer
        if player is None:
            raise PermissionDenied("A token of a club plays nowhere.", "not_allowed")
        return player

    def sent(self, form: type[serializers.Serializer], **more: Any) -> dict[str, Any]:
        """Return what the body says, checked; ValidationError, ParseError, UnsupportedMediaType, TooLarge."""
        request: Request = self.request
        if request.content_type.partition(";")[0].strip().lower() != _JSON and _has_body(self.asker):
            raise UnsupportedMediaType(request.content_type)
        read = form(data=request.data if _has_body(self.asker) else {}, **more)
        read.is_valid(raise_exception=True)
        found: dict[str, Any] = read.validated_data
        return found

    def asked(self, form: type[serializers.Serializer]) -> dict[str, Any]:
        """Return what the address asks for behind `?`, checked."""
        read = form(data=self.request.query_params)
        read.is_valid(raise_exception=True)
        found: dict[str, Any] = read.validated_data
        return found

    def require_scope(self, scope: str) -> None:
        """Refuse what a token that acts here is not good for."""
        token = self.request.auth
        if token is not None and scope not in token.scopes:
            sentence = f"This token is not good for this: it lacks the scope “{scope}”."
            raise PermissionDenied(sentence, "lacks_scope")

    def once(self, command: Callable[[], Answer]) -> Answer:
        """Carry out a command once for its `Idempotency-Key`; what is sent again is answered alike.

        Refusals: `id_missing`, and those of `receipts.once`.
        """
        key = self.request.headers.get(KEY)
        if key is None:
            raise Refusal(
                "id_missing", f"Send an id of your own in the header “{KEY}”: it is done once then."
            )
        asked = repr((self.request.method, self.asker.get_full_path(), _canonical(self.request.data)))
        content = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()
        envelope = receipts.Envelope(f"user:{self.request.user.pk}", key, content)
        return receipts.once(envelope, command, at=timezone.now())

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse first what cannot be done here by anybody."""
        if not hasattr(self, request.method.lower()):
            self.http_method_not_allowed(request, *args, **kwargs)
        super().initial(request, *args, **kwargs)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer; 304 to who has it already."""
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept"])
        response.setdefault("Cache-Control", "private, no-cache")
        if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.streaming:
            return response
        if isinstance(response, Response):
            response.render()
        etag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
        response["ETag"] = etag
        return get_conditional_response(request, etag=etag, response=response) or response

    def handle_exception(self, error: Exception) -> HttpResponse:
        """Return the problem that an error is; raise what is a mistake of ours."""
        answer = problem_answers.answer(error, is_known=self.asker.user.is_authenticated)
        if answer is None:
            raise error
        if answer.status_code == 405:
            answer["Allow"] = ", ".join(self.allowed_methods)
        return answer


def _has_body(request: HttpRequest) -> bool:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length != "0" or "chunked" in request.headers.get("Transfer-Encoding", "").lower()


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=str)
