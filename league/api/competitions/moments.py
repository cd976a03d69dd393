"""The moment of a competition that the address of a view asks for."""

from django.utils import timezone

from league.api.base.views import ResourceView
from league.competitions.read_models import as_of
from league.competitions.read_models.as_of import AsOf
from league.models import Competition


def asked_moment(view: ResourceView, competition: Competition) -> AsOf:
    """Return the moment that `step` or `at` name. Refusals: those of `as_of.requested_moment`."""
    query = {name: str(value) for name, value in view.validated_query().items()}
    return as_of.requested_moment(query, competition, timezone.now())
