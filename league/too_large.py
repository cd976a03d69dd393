"""The answer to a body that is longer than anything here could be: made of the headers alone."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _

from league import problems
from league.people.languages import of_headers


def answer(request: HttpRequest, longest: int) -> HttpResponse:
    """Say to a reader, in their language, or to a program that at most so many bytes are taken."""
    with translation.override(of_headers(request)):
        sentence = _("This is too large: at most {most} MB are taken.").format(most=longest // 1_000_000)
        if problems.is_program(request):
            return problems.answer(413, "too_large", sentence)
        shown = HttpResponse(render_to_string("too_large.html", {"sentence": sentence}), status=413)
        shown["Content-Language"] = translation.get_language() or "en"
    # htmx puts the sentence above what is shown and leaves that as it is.
    shown["HX-Retarget"], shown["HX-Reswap"], shown["HX-Reselect"] = "#outage", "innerHTML", "[role=alert]"
    return shown
