"""What only the desk hears of: that calls for the referee, or who keeps the score, have changed."""

from django.db import transaction
from django.db.models import F

from games.realtime import publisher
from league.models import Competition


@transaction.atomic
def changed(competition_id: int) -> None:
    """Tell the desk, as soon as the transaction is committed, that there is something new."""
    rows = Competition.objects.filter(pk=competition_id)
    rows.update(desk_version=F("desk_version") + 1)
    publisher.publish("desk", competition_id, rows.values_list("desk_version", flat=True).get())
