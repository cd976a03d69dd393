"""Addresses that lead nowhere, and the first address: where everything else is."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint
from league.api.serializers.rules import PLACES
from league.http import problems

_LISTS = {
    "tables": "api_tables",
    "clubs": "api_clubs",
    "competitions": "api_competitions",
    "rulebooks": "api_rulebooks",
    "options": "api_options",
}


class Root(Endpoint):
    """What there is."""

    @answers(PLACES)
    def get(self, _request: Request) -> Response:
        """Answer with the addresses of all lists."""
        return Response({name: reverse(address) for name, address in _LISTS.items()})


class Nowhere(Endpoint):
    """Every other address."""

    is_open = True

    def http_method_not_allowed(self, _request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """There is nothing, however it is asked for: say where all addresses stand."""
        said = _("There is no such address: all of them end with “/”, and {page} lists them.")
        return problems.answer(404, problems.NOT_FOUND[1], said.format(page=reverse("api_docs")))
