"""Every error of a request as a problem document with its exact status."""

import math
from itertools import islice
from typing import Any, Final

from django.core.exceptions import (
    BadRequest,
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    ValidationError,
)
from django.http import Http404, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext
from rest_framework import exceptions as framework
from rest_framework.serializers import as_serializer_error
from rest_framework.settings import api_settings

from games.rules.base.refusal import Refusal
from league.http import problems

_MOST_ERRORS: Final = 50
"""The faults that an answer reports, of which a long list could have thousands."""
_TOO_LARGE: Final = (413, "too_large", gettext_lazy("This is too large: send at most one megabyte."))


class TooLarge(framework.APIException):
    """The body is too large."""


_SAID: Final[dict[type[Exception], tuple[int, str, str | Promise]]] = {
    framework.AuthenticationFailed: (401, "bad_token", gettext_lazy("Invalid log-in.")),
    framework.NotAuthenticated: problems.UNKNOWN,
    framework.ParseError: (400, "not_json", gettext_lazy("The body is not valid JSON.")),
    framework.NotAcceptable: (
        406,
        "not_acceptable",
        gettext_lazy("Available as JSON; lists also as CSV."),
    ),
    framework.UnsupportedMediaType: (
        415,
        "not_json",
        gettext_lazy("Send JSON: “Content-Type: application/json”."),
    ),
    framework.MethodNotAllowed: (405, "method_not_allowed", gettext_lazy("You cannot do this here.")),
    TooLarge: _TOO_LARGE,
    framework.NotFound: problems.NOT_FOUND,
    Http404: problems.NOT_FOUND,
    ObjectDoesNotExist: problems.NOT_FOUND,
    RequestDataTooBig: _TOO_LARGE,
    MultiPartParserError: (400, "bad_request", gettext_lazy("The request cannot be read.")),
    BadRequest: (400, "bad_request", gettext_lazy("The request cannot be read.")),
    SuspiciousOperation: (400, "bad_request", gettext_lazy("The request cannot be read.")),
    PermissionDenied: (403, "not_allowed", gettext_lazy("You are not allowed to do this.")),
}


def exception_handler(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """Return the problem document of an error of a view; None for a defect of ours."""
    request = context["request"]._request  # noqa: SLF001 - so the framework names it
    return answer(error, is_known=request.user.is_authenticated)


def answer(error: Exception, *, is_known: bool) -> HttpResponse | None:
    """Return the problem document of an error; None for a defect of ours.

    `is_known`: whether the sender is logged in.
    """
    if isinstance(error, Refusal):
        return problems.refused(error, is_known=is_known)
    if isinstance(error, framework.ValidationError):
        return invalid(error.detail)
    if isinstance(error, ValidationError):
        return invalid(as_serializer_error(error))
    if isinstance(error, framework.Throttled):
        wait = math.ceil(error.wait or 60)  # type: ignore[attr-defined]
        sentence = ngettext(
            "Too many requests: wait {n} second.", "Too many requests: wait {n} seconds.", wait
        )
        return problems.answer(429, "throttled", sentence.format(n=wait), headers={"Retry-After": str(wait)})
    if isinstance(error, framework.PermissionDenied):
        return problems.answer(403, getattr(error.detail, "code", "not_allowed"), str(error.detail))
    for kind, facts in _SAID.items():
        if isinstance(error, kind):
            return problems.answer(*facts, headers=problems.LOG_IN if facts[0] == 401 else None)
    return None


def invalid(detail: Any) -> HttpResponse:
    """Return the faults of the fields of a body or a query: the first fifty."""
    errors = dict(islice(_by_field(detail).items(), _MOST_ERRORS))
    sentence = " ".join(
        f"{name}: {sentences[0]}" if name else sentences[0] for name, sentences in errors.items()
    )
    return problems.answer(422, "invalid", sentence[:500], errors=errors)


def _by_field(detail: Any, name: str = "") -> dict[str, list[str]]:
    if isinstance(detail, dict):
        errors: dict[str, list[str]] = {}
        for key, inner in detail.items():
            part = "" if key == api_settings.NON_FIELD_ERRORS_KEY else str(key)
            errors |= _by_field(inner, ".".join(filter(None, (name, part))))
        return errors
    if isinstance(detail, list) and detail and not isinstance(detail[0], str):
        errors = {}
        for number, inner in enumerate(detail):
            errors |= _by_field(inner, f"{name}.{number}".strip(".")) if inner else {}
        return errors
    return {name: [str(message) for message in (detail if isinstance(detail, list) else [detail])]}
