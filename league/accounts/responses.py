"""The statuses of pages of accounts: 422 for mistakes, 429 after too many tries."""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode

from league.accounts.adapters import TOO_MANY

logger = logging.getLogger(__name__)

_TOO_MANY = {TOO_MANY, "rate_limited"}


class FormStatus:
    """Gives an invalid form of a library view its status."""

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
    """Redirect to the log-in, and from there to the wanted page, if there is one."""
    query = f"?{urlencode({'next': wanted})}" if wanted else ""
    return HttpResponseRedirect(reverse("log_in") + query)


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer a visitor who sends too many requests."""
    match = request.resolver_match
    logger.warning("Too many requests: %s", match.view_name if match else "")
    return render(request, "429.html", status=429)
