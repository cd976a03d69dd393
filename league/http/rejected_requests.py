"""Answers to requests that are not read: a body that is too long, a foreign host, a broken form.

They are made from the headers alone.
"""

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from league.http import problems
from league.http.languages import of_headers


def too_large(request: HttpRequest, longest: int) -> HttpResponse:
    """Answer that the body is too large."""
    with translation.override(of_headers(request)):
        sentence = _("This is too large: the limit is {most} MB.").format(most=longest // 1_000_000)
        answer = _answer(request, 413, "too_large", sentence)
        answer["Connection"] = "close"  # the rest of it is not read
        return answer


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer that too many requests of an address are waiting."""
    with translation.override(of_headers(request)):
        sentence = _("Too many requests from your network are waiting. Try again in a moment.")
        answer = _answer(request, 429, "throttled", sentence)
        answer["Retry-After"] = "5"
        answer["Connection"] = "close"
        return answer


def too_slow(request: HttpRequest) -> HttpResponse:
    """Answer that the body did not arrive in time."""
    with translation.override(of_headers(request)):
        answer = _answer(request, 408, "too_slow", _("This request took too long to arrive: send it again."))
        answer["Connection"] = "close"
        return answer


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer that a request cannot be read, or is for a site of another name."""
    with translation.override(of_headers(request)):
        if isinstance(exception, DisallowedHost):
            return _answer(
                request, 400, "unknown_host", _("The address of this site is different: check the address.")
            )
        if isinstance(exception, RequestDataTooBig):
            return too_large(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        return _answer(request, 400, "bad_request", _("The request cannot be read."))


def _answer(request: HttpRequest, status: int, code: str, sentence: str) -> HttpResponse:
    """Answer a reader, in their language, or a program."""
    if problems.is_program(request):
        return problems.answer(status, code, sentence)
    facts = {"code": code, "sentence": sentence}
    shown = HttpResponse(render_to_string("unread.html", facts), status=status)
    shown["Content-Language"] = translation.get_language() or "en"
    shown["Cache-Control"] = "no-store"
    # htmx puts the sentence above the content and leaves the content as it is.
    shown["HX-Retarget"], shown["HX-Reswap"], shown["HX-Reselect"] = "#outage", "innerHTML", "[role=alert]"
    return shown
