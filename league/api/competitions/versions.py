"""The version of a competition that a program saw, where no command judges it."""

from games.eventstore import ConflictError
from league.models import Competition


def require_seen_version(competition_id: int, after: int) -> None:
    """Refuse, `stale`, what was meant for an older version; the row stays locked in the transaction."""
    rows = Competition.objects.select_for_update().filter(pk=competition_id)
    version = rows.values_list("version", flat=True).first()
    if version != after:
        raise ConflictError(version=version)
