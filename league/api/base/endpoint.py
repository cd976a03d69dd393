"""What every address of the API has in common: who asks, what they send, once, and how it is answered."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import (
    NotAcceptable,
    NotAuthenticated,
    ParseError,
    PermissionDenied,
    UnsupportedMediaType,
    ValidationError,
)
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.permissions import BasePermission
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.access.players import viewer
from games.idempotency import receipts
from games.models import Player
from games.rules.base.refusal import Refusal, quoted
from league.api.base import problems as problem_answers
from league.api.base.contract import contract_of
from league.api.base.problems import TooLarge
from league.api.base.strict import unknown, wrong_kinds
from league.http import problems
from league.permissions.rules import club_of_token

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
        """Raise what is missing; what an action needs beyond that the write side knows."""
        is_read = request.method in _READING
        if view.is_open or (is_read and not view.is_personal):
            return True
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if view.scope and not is_read:
            view.require_scope(view.scope)
        return not view.is_personal or view.player is not None


class Kinds(DefaultContentNegotiation):  # type: ignore[misc] # the framework has no types
    """Chooses as what something is answered, by `format` and `Accept`."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return how it is answered; NotAcceptable for a kind that there is not."""
        wanted = request.query_params.get("format")
        if wanted is not None and all(wanted != one.format for one in renderers):
            raise NotAcceptable
        return super().select_renderer(request, renderers, format_suffix)


class Endpoint(APIView):  # type: ignore[misc] # the framework has no types
    """One address. The write side does the work; this is only how it is asked and answered."""

    scope = "play"
    """What a token has to be good for to act here; empty where that depends on what it acts as."""
    is_open = False
    """Whether everybody may post here, because nothing is changed."""
    is_personal = False
    """Whether this is about whoever asks: strangers are told to log in, and a token of a club is nobody."""
    previews = False
    """Whether what is posted may be a mere question: only what is carried out needs an id."""
    is_costly = False
    beside_body: tuple[str, ...] = ()
    """What may stand behind `?` where something is sent."""
    parser_classes: tuple[Any, ...] = (PlainJSON,)
    renderer_classes: tuple[Any, ...] = (JSONRenderer,)
    permission_classes = (MayAsk,)
    content_negotiation_class = Kinds

    @property
    def asker(self) -> HttpRequest:
        """The request as permissions and pages know it."""
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
            raise PermissionDenied(_("A token of a club plays nowhere."), "not_allowed")
        return player

    def sent(self, form: type[serializers.Serializer], **more: Any) -> dict[str, Any]:
        """Return what the body says, checked; ValidationError, ParseError, UnsupportedMediaType, TooLarge."""
        request: Request = self.request
        kind = request.content_type.partition(";")[0].strip().lower()
        if not any(one.media_type == kind for one in self.parser_classes) and _has_body(self.asker):
            raise UnsupportedMediaType(request.content_type)
        data = request.data if _has_body(self.asker) else {}
        read = form(data=data, **more)
        wrong = (wrong_kinds(read, data) if kind == _JSON else unknown(read, data)) or {}
        if not read.is_valid() or wrong:
            raise ValidationError({**read.errors, **wrong})
        found: dict[str, Any] = read.validated_data
        return found

    def asked(self) -> dict[str, Any]:
        """Return what the address asks for behind `?`, checked."""
        read = self._question()(data=self.request.query_params)
        read.is_valid(raise_exception=True)
        found: dict[str, Any] = read.validated_data
        return found

    def parameters(self) -> set[str]:
        """Return the names that mean something behind `?` when this is read."""
        question = self._question()
        return set(question().fields) if question else set()

    def require_scope(self, scope: str) -> None:
        """Refuse what a token that acts here is not good for."""
        token = self.request.auth
        if token is not None and scope not in token.scopes:
            sentence = _("This token is not good for this: it lacks the scope “{scope}”.").format(scope=scope)
            raise PermissionDenied(sentence, "lacks_scope")

    def once(self, command: Callable[[], Answer]) -> Answer:
        """Carry out a command once for its `Idempotency-Key`; what is sent again is answered alike.

        Refusals: `id_missing`, and those of `receipts.once`.
        """
        key = self._command_id()
        asked = repr((self.request.method, self.asker.get_full_path(), _canonical(self.content())))
        content = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()
        envelope = receipts.Envelope(f"user:{self.request.user.pk}", key, content)

        return receipts.once(envelope, command, at=timezone.now())

    def content(self) -> Any:
        """Return what was sent, by which a command sent twice is known."""
        return self.request.data

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Refuse first what cannot be done here by anybody."""
        if not hasattr(self, request.method.lower()):
            self.http_method_not_allowed(request, *args, **kwargs)
        super().initial(request, *args, **kwargs)
        if request.method not in _READING:
            self._require_known_parameters()
            if "If-Match" in request.headers:
                said = _("Leave “If-Match” out: a command names the version that it saw as “after”.")
                raise Refusal("none_to_match", said)
            if not (self.is_open or self.previews):
                self._command_id()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer; 304 to who has it already."""
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        if request.method in _READING and response.status_code < 400:
            response = self._unless_misspelt(response)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept"])
        response.setdefault("Cache-Control", "private, no-cache")
        if request.method not in ("GET", "HEAD") or response.status_code != 200 or response.streaming:
            return response
        if isinstance(response, Response):
            response.render()
        response["ETag"] = etag = _etag(response)
        conditional = get_conditional_response(request, etag=etag, response=response) or response
        if conditional.status_code == 412:
            sentence = _("This has changed meanwhile: look again and decide anew.")
            return problems.answer(412, "changed_meanwhile", sentence, headers={"ETag": etag})
        return conditional

    def handle_exception(self, error: Exception) -> HttpResponse:
        """Return the problem that an error is; raise what is a mistake of ours."""
        answer = problem_answers.answer(error, is_known=self.asker.user.is_authenticated)
        if answer is None:
            raise error
        if answer.status_code == 405:
            answer["Allow"] = ", ".join(self.allowed_methods)
        return answer

    def require_id(self) -> None:
        """Refuse a preview whose id could not be that of a command. Refusals: `id_missing`, `bad_id`."""
        receipts.require_id(self._command_id())

    def _command_id(self) -> str:
        """Return the id that the sender gives the command; Refusal `id_missing`."""
        key: str | None = self.request.headers.get(KEY)
        if key is None:
            raise Refusal(
                "id_missing",
                _("Send an id of your own in the header “{key}”: it is done once then.").format(key=KEY),
            )
        return key

    def _question(self) -> Any:
        """Return the serializer of what may stand behind `?` here, if anything may."""
        contract = contract_of(getattr(self, "get", None))
        return contract.asked if contract else None

    def _unless_misspelt(self, response: HttpResponse) -> HttpResponse:
        """Return the answer, or the refusal of a parameter: only who may read learns what can be asked."""
        try:
            self._require_known_parameters()
        except Refusal as refusal:
            return self.handle_exception(refusal)
        return response

    def _require_known_parameters(self) -> None:
        """Refuse, `unknown_parameter`, what means nothing here: a filter that is misspelt is not left out."""
        is_read = self.request.method in _READING
        known = self.parameters() | {"format"} if is_read else set(self.beside_body)
        for name in self.request.query_params:
            if name not in known:
                said = ", ".join(sorted(known)) or _("none")
                sentence = _("There is no parameter {name} here; there are: {known}.")
                raise Refusal("unknown_parameter", sentence.format(name=quoted(name), known=said))


def _etag(response: HttpResponse) -> str:
    return f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'


def _has_body(request: HttpRequest) -> bool:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length != "0" or "chunked" in request.headers.get("Transfer-Encoding", "").lower()


def _no_number(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=str)
