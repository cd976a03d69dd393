"""The speed of bots at the tables of competitions, limited by the quotas of the announcing account."""

from collections.abc import Sequence

from django.contrib.auth import get_user_model
from django.db.models import QuerySet

from games import quotas
from games.models import Table
from games.tables import Opening
from league.models import Competition, CompetitionEvent


def slow_bots_down(competition: Competition, wanted: Sequence[Opening]) -> None:
    """Make bots at tables that are to be opened slower where the quotas of the organizer ask for it.

    The organizer is who announced the competition; what the clock opens later counts as theirs, too. Nothing
    is refused, so that no competition stands still. Four queries; none at tables with real cards, nor where
    only people begin and bots would be slow.
    """
    online = [opening for opening in wanted if not opening.facts.get("is_physical")]
    with_bots = sum(any(player.user_id is None for player in opening.players) for opening in online)
    slow = max(quotas.of("bot_pause_ms"))
    if not with_bots and all(opening.facts["bot_pause_ms"] >= slow for opening in online):
        return
    by = CompetitionEvent.objects.filter(stream=competition, version=1).values_list("by", flat=True).get()
    kind, _colon, number = by.partition(":")
    user = get_user_model().objects.filter(pk=number).first() if kind == "organizer" else None
    if user is None:
        return
    quotas.lock(user)
    tables = _with_bots(by).count() + with_bots
    for opening in online:
        pause = opening.facts["bot_pause_ms"]
        opening.facts["bot_pause_ms"] = quotas.pause_of_bots(user, wanted=pause, tables=tables)


def _with_bots(by: str) -> QuerySet[Table]:
    """Return the tables of all competitions announced by somebody at which bots play now."""
    announced = CompetitionEvent.objects.filter(version=1, by=by).values("stream")
    playing = Table.objects.filter(status=Table.Status.RUNNING, is_physical=False, seats__is_bot=True)
    return playing.filter(match__competition__in=announced).distinct()
