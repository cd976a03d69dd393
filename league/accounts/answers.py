"""How pages of accounts answer what is wrong: 422 for mistakes, 429 after too many tries."""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from league.accounts.adapters import TOO_MANY

logger = logging.getLogger(__name__)

_TOO_MANY = {TOO_MANY, "rate_limited"}


class Answering:
    """Gives an invalid form of a library view the status that says what is the matter."""

    def form_invalid(self, form: Any) -> HttpResponse:
        """Show the form again, with 422 or 429."""
        response: HttpResponse = super().form_invalid(form)  # type: ignore[misc]  # of FormView
        response.status_code = status_of(form)
        return response


def status_of(form: Any) -> int:
    """Return the status of an invalid form: 429 after too many tries."""
    codes = {error.code for errors in form.errors.as_data().values() for error in errors}
    return 429 if codes & _TOO_MANY else 422


def led_to_log_in(wanted: str) -> HttpResponseRedirect:
    """Lead somebody to the log-in, and behind it to the page that was wanted, if there was one."""
    query = f"?{urlencode({'next': wanted})}" if wanted else ""
    return HttpResponseRedirect(reverse("log_in") + query)


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer somebody who asks too much in too short a time."""
    found = request.resolver_match
    logger.warning("Too many requests: %s", found.view_name if found else "")
    return render(request, "429.html", status=429)
