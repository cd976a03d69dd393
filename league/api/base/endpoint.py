"""The view of resources that are not written as `league.api.base` says yet."""

from typing import Any

from rest_framework.permissions import AllowAny, BasePermission

from league.api.base import permissions
from league.api.base.contract import contract_of
from league.api.base.parsers import LARGEST
from league.api.base.serializers import Seen
from league.api.base.views import KEY, ResourceView

__all__ = ["KEY", "LARGEST", "Endpoint", "Seen"]


class Endpoint(ResourceView):
    """A view that says by attributes who may use it."""

    scope = "play"
    is_open = False
    is_personal = False
    beside_body: tuple[str, ...] = ()

    def get_permissions(self) -> list[BasePermission]:
        """Return the permissions that the attributes mean."""
        if self.is_open:
            return [AllowAny()]
        permission = permissions.IsPlayer() if self.is_personal else permissions.MayAct()
        permission.scope = self.scope
        return [permission]

    @property
    def body_parameters(self) -> tuple[str, ...]:  # type: ignore[override]
        """What may stand behind `?` of a POST."""
        return self.beside_body

    @property
    def query_serializer_class(self) -> Any:  # type: ignore[override]
        """What a GET takes behind `?`."""
        contract = contract_of(getattr(self, "get", None))
        return contract.asked if contract else None

    def sent(self, form: Any, **_more: Any) -> dict[str, Any]:
        """Return what the body says."""
        return self.validated(form)

    def asked(self) -> dict[str, Any]:
        """Return what stands behind `?`."""
        return self.validated_query()

    def require_id(self) -> None:
        """Refuse a preview whose key could not be that of a command."""
        self.require_key()

    def require_scope(self, scope: str) -> None:
        """Refuse what a token that acts here is not good for."""
        permissions.require_scope(self.request, scope)

    def sheet_rows(self, data: Any) -> list[dict[str, Any]]:
        """Return the rows of an answer as they stand in the sheet."""
        return self.lines(data)

    def lines(self, data: Any) -> list[dict[str, Any]]:
        """Return the rows of an answer as they stand in the sheet."""
        rows: list[dict[str, Any]] = data.get("results", [])
        return rows
