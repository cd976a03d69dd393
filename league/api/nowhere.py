"""Addresses that lead nowhere, and the first address: where everything else is."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.contract import answers
from league.api.endpoint import Endpoint
from league.api.shapes.rules import PLACES

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

    def http_method_not_allowed(self, _request: Request, *_args: Any, **_kwargs: Any) -> Response:
        """There is nothing, however it is asked for."""
        raise Http404
