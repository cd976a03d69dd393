"""Orders of strength: by the rating list of the club, and by the standings of an earlier competition."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _

from games import eventstore
from games.rules.base.refusal import Refusal
from league.competitions import rating_updates
from league.models import Competition, CompetitionEvent, Entrant
from league.rules.brackets import seeding
from league.rules.competition.events import EntrantsSeeded
from league.rules.ratings import RATED

_LAST = 1_000_000
_LONGEST_PLACE: Final = 9
_BY_HAND: Final = ("manual", "csv", "blocks")


def in_seed_order(competition: Competition) -> list[Entrant]:
    """Return the entrants who are in, by seed, else as they entered."""
    entrants = competition.entrants.filter(withdrawn=False, is_waiting=False).select_related("player")
    return sorted(entrants, key=lambda entrant: (entrant.seed or _LAST, entrant.number))


def shown_order(entrants: Sequence[Entrant], sent: Mapping[str, str]) -> list[Entrant]:
    """Return the entrants by the numbers that a form sent; those it did not show follow in their order."""
    # A place has four digits at most; Python itself refuses to read thousands of them.
    written = {
        entrant.number: sent.get(f"seed_{entrant.number}", "")[:_LONGEST_PLACE] for entrant in entrants
    }
    places = {number: int(text) for number, text in written.items() if text.isascii() and text.isdecimal()}
    return sorted(entrants, key=lambda entrant: places.get(entrant.number, _LAST * 1000))


def is_by_hand(competition: Competition) -> bool:
    """Return whether the seeding was made by hand or from a list. One query."""
    made: list[EntrantsSeeded] = eventstore.read_named(CompetitionEvent, competition.pk, ["entrants_seeded"])
    return bool(made) and made[-1].method in _BY_HAND


def require_seen_seeding(competition: Competition, after: int | None) -> None:
    """Refuse (`stale`) to overwrite a seeding that the sender has not seen; entrants may come and go.

    Lock the competition until the transaction ends.
    """
    version = Competition.objects.select_for_update().values_list("version", flat=True).get(pk=competition.pk)
    if after is None:
        return
    if CompetitionEvent.objects.filter(
        stream=competition.pk, version__gt=after, name="entrants_seeded"
    ).exists():
        raise eventstore.ConflictError(version=version)


def by_rating(competition: Competition, entrants: Sequence[Entrant], *, at: dt.datetime) -> list[int]:
    """Return the entry numbers by the rating list of the club, the strongest first."""
    rows = rating_updates.ladder(competition.club_id, RATED, at=at)
    ratings = {row.player.pk: row.shown for row in rows}
    return seeding.by_rating({entrant.number: ratings.get(entrant.player_id) for entrant in entrants})


def by_standings(competition: Competition, entrants: Sequence[Entrant], earlier: int) -> list[int]:
    """Return the entry numbers by the standings of another competition of the club, `earlier`.

    Entrants who were not there come after the others. Refusal `no_standings`.
    """
    rows = Entrant.objects.filter(
        competition=earlier, competition__club=competition.club_id, rank__isnull=False
    )
    ranks = dict(rows.values_list("player_id", "rank"))
    if not ranks:
        raise Refusal("no_standings", _("Choose a competition of the club that has standings."))
    placed = sorted(entrants, key=lambda entrant: ranks.get(entrant.player_id) or _LAST)
    return [entrant.number for entrant in placed]
