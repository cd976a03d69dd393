"""Changes that only the desk is notified of: calls for the referee, and scorekeepers."""

from django.db import transaction
from django.db.models import F

from games.realtime import publisher
from league.models import Competition


@transaction.atomic
def changed(competition_id: int) -> None:
    """Notify the desk of a change after the commit."""
    rows = Competition.objects.filter(pk=competition_id)
    rows.update(desk_version=F("desk_version") + 1)
    publisher.publish("desk", competition_id, rows.values_list("desk_version", flat=True).get())
