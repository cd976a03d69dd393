"""The first address of the API, with links to the others, and the answer to unknown addresses."""

from typing import Any, Final

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.views import ResourceView
from league.http import problems

_LISTS = {
    "tables": "api_tables",
    "clubs": "api_clubs",
    "competitions": "api_competitions",
    "rulebooks": "api_rulebooks",
    "options": "api_options",
}
_ADDRESSES: Final[dict[str, Any]] = {"type": "object", "additionalProperties": {"type": "string"}}


class RootView(ResourceView):
    """The start of the API."""

    @extend_schema(responses={200: _ADDRESSES})
    def get(self, request: Request) -> Response:
        """Return the addresses of all lists."""
        return Response({name: reverse(address) for name, address in _LISTS.items()})


class NowhereView(ResourceView):
    """Every other address."""

    permission_classes = (AllowAny,)

    def http_method_not_allowed(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer every method alike: say where all addresses stand."""
        sentence = _("There is no such address: all addresses end with “/”, and {page} lists them.")
        return problems.answer(404, problems.NOT_FOUND[1], sentence.format(page=reverse("api_docs")))
