"""The base view of all resources: authentication, validation, idempotency keys, answers."""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.db import DataError
from django.db.models import Manager, Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import NotAcceptable, PermissionDenied, UnsupportedMediaType, ValidationError
from rest_framework.generics import GenericAPIView
from rest_framework.metadata import SimpleMetadata
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response

from games.access.players import viewer
from games.idempotency import request_keys
from games.models import Player
from games.rules.base.refusal import Refusal, quoted
from league.api.base.parsers import PlainJSONParser
from league.api.base.permissions import MayPlay, is_open
from league.api.base.renderers import QuickJSONRenderer
from league.api.base.strict import unknown, wrong_kinds
from league.http import problems
from league.permissions.policy import club_of_token

Result = TypeVar("Result")

KEY: Final = "Idempotency-Key"
_JSON: Final = "application/json"


class KnownFormats(DefaultContentNegotiation):
    """Chooses how an answer is rendered, by `format` and `Accept`."""

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Return the renderer; NotAcceptable for a format that the view does not have."""
        wanted = request.query_params.get("format")
        if wanted is not None and all(wanted != renderer.format for renderer in renderers):
            raise NotAcceptable
        return super().select_renderer(request, renderers, format_suffix)


class NameAndFormats(SimpleMetadata):
    """The answer to OPTIONS. The schema describes bodies and answers."""

    def determine_actions(self, *_args: Any) -> dict[str, Any]:
        """Return nothing: the schema describes the fields of bodies."""
        return {}


class ResourceView(GenericAPIView):
    """A view of the API: see `league.api.base`."""

    acts_as = ""
    """As whom the visitor acts, such as `organizer:7`; set by the permission about the object."""
    query_serializer_class: type[serializers.Serializer] | None = None
    """The serializer of the query of a GET; other parameters are refused."""
    body_parameters: tuple[str, ...] = ()
    """The query parameters of a POST."""
    previews = False
    """Whether a POST may be a preview: then only what is carried out needs an `Idempotency-Key`."""
    permission_classes: Any = (MayPlay,)
    parser_classes: Any = (PlainJSONParser,)
    renderer_classes: Any = (QuickJSONRenderer,)
    content_negotiation_class = KnownFormats
    metadata_class = NameAndFormats
    filter_backends: Any = ()
    pagination_class: Any = None

    @property
    def django_request(self) -> HttpRequest:
        """Django's own request, as permissions take it."""
        plain: HttpRequest = self.request._request  # noqa: SLF001 - so the framework names it
        return plain

    @property
    def viewer(self) -> Player | None:
        """The player of the request; None for strangers and for tokens of clubs."""
        return None if club_of_token(self.django_request) is not None else viewer(self.django_request)

    @property
    def player(self) -> Player:
        """The player of the request; PermissionDenied for the token of a club."""
        player = self.viewer
        if player is None:
            raise PermissionDenied(_("A club token cannot play."), "not_allowed")
        return player

    def get_object(self) -> Any:
        """Return the row of the address: 404 without it, 403 without permission for it."""
        name = self.lookup_url_kwarg or self.lookup_field
        return self.get_permitted(self.get_queryset(), **{self.lookup_field: self.kwargs[name]})

    def get_permitted(self, rows: QuerySet[Any] | Manager[Any], **facts: Any) -> Any:
        """Return the row with these values: 404 without it, 403 without permission for it."""
        row = found_or_404(rows, **facts)
        self.check_object_permissions(self.request, row)
        return row

    def validated(self, serializer_class: type[serializers.Serializer] | None = None) -> dict[str, Any]:
        """Return the body as validated by `serializer_class`, or by another serializer.

        ValidationError (also for unknown fields), ParseError, UnsupportedMediaType, TooLarge.
        """
        request: Request = self.request
        kind = request.content_type.partition(";")[0].strip().lower()
        if not any(parser.media_type == kind for parser in self.parser_classes) and _has_body(
            self.django_request
        ):
            raise UnsupportedMediaType(request.content_type)
        data: Any = request.data if _has_body(self.django_request) else {}
        known = serializer_class or self.get_serializer_class()
        serializer = known(data=data)
        wrong = (wrong_kinds(serializer, data) if kind == _JSON else unknown(serializer, data)) or {}
        if wrong:  # the framework looks at every element of what is left
            serializer = known(data={name: value for name, value in data.items() if name not in wrong})
        if not serializer.is_valid() or wrong:
            raise ValidationError(dict(serializer.errors) | wrong)
        body: dict[str, Any] = serializer.validated_data
        return body

    def validated_query(self) -> dict[str, Any]:
        """Return the query as validated by `query_serializer_class`; ValidationError."""
        assert self.query_serializer_class is not None
        serializer = self.query_serializer_class(data=self.request.query_params)
        serializer.is_valid(raise_exception=True)
        query: dict[str, Any] = serializer.validated_data
        return query

    def query_parameters(self) -> set[str]:
        """Return the names of the query parameters of a GET."""
        return set(self.query_serializer_class().fields) if self.query_serializer_class else set()

    def once(self, command: Callable[[], Result]) -> Result:
        """Carry out a command once for its `Idempotency-Key`; a repeated request gets the same answer.

        The result is kept as JSON. Refusals: `id_missing`, and those of `request_keys.once_for`.
        """
        key = self._idempotency_key()
        asked = repr((self.request.method, self.django_request.get_full_path(), _canonical(self.content())))
        content = hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest()
        envelope = request_keys.Envelope(f"user:{self.request.user.pk}", key, content)
        return request_keys.once_for(envelope, command, at=timezone.now())

    def content(self) -> Any:
        """Return the content of the request, which identifies a command sent twice."""
        return self.request.data

    def require_key(self) -> None:
        """Refuse a preview with a key that a command could not have. Refusals: `id_missing`, `bad_id`."""
        request_keys.require_id(self._idempotency_key())

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Check what does not depend on the resource: method, token, scope, parameters, key."""
        if not hasattr(self, request.method.lower()):
            self.http_method_not_allowed(request, *args, **kwargs)
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE_METHODS:
            self._require_known_parameters()
            if "If-Match" in request.headers:
                sentence = _("Leave out “If-Match”: a command names the version it saw as “after”.")
                raise Refusal("none_to_match", sentence)
            if not (is_open(self) or self.previews):
                self._idempotency_key()

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer; reads have an `ETag`, and get 304 if nothing has changed."""
        response: HttpResponse = super().dispatch(request, *args, **kwargs)  # type: ignore[assignment]
        if request.method in SAFE_METHODS and response.status_code < 400:
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
            sentence = _("This was changed in the meantime. Check and try again.")
            return problems.answer(412, "changed_meanwhile", sentence, headers={"ETag": etag})
        return conditional

    def _idempotency_key(self) -> str:
        """Return the idempotency key; Refusal `id_missing`."""
        key: str | None = self.request.headers.get(KEY)
        if key is None:
            sentence = _(
                "Send an id of your own in the header “{key}”: this ensures the command runs only once."
            )
            raise Refusal("id_missing", sentence.format(key=KEY))
        return key

    def _unless_misspelt(self, response: HttpResponse) -> HttpResponse:
        """Return the answer, or the refusal of an unknown parameter, which only permitted readers learn."""
        try:
            self._require_known_parameters()
        except Refusal as refusal:
            refused: HttpResponse = self.handle_exception(refusal)
            return refused
        return response

    def _require_known_parameters(self) -> None:
        """Refuse unknown parameters (`unknown_parameter`): a misspelt filter is not ignored."""
        is_read = self.request.method in SAFE_METHODS
        known = self.query_parameters() | {"format"} if is_read else set(self.body_parameters)
        for name in self.request.query_params:
            if name not in known:
                names = ", ".join(sorted(known)) or _("none")
                sentence = _("Unknown parameter {name}; there are: {known}.")
                raise Refusal("unknown_parameter", sentence.format(name=quoted(name), known=names))


def found_or_404(rows: QuerySet[Any] | Manager[Any], **facts: Any) -> Any:
    """Return the row; DoesNotExist if there is none, also for numbers that no database can hold."""
    row: Model | None
    try:
        row = rows.filter(**facts).first()
    except (ValueError, OverflowError, DataError):
        row = None
    if row is None:
        raise rows.model.DoesNotExist
    return row


def _etag(response: HttpResponse) -> str:
    return f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'


def _has_body(request: HttpRequest) -> bool:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length != "0" or "chunked" in request.headers.get("Transfer-Encoding", "").lower()


def _canonical(data: Any) -> str:
    return json.dumps(data, sort_keys=True, default=str)
