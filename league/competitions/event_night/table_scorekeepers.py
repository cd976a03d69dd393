"""Scorekeepers for single tables of the room, besides those by role."""

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.competitions.event_night import desk_changes
from league.models import Competition, Membership, TableScorekeeper

MOST_TABLES = 200


def assign(competition: Competition, number: int, player_id: int) -> None:
    """Assign a table to a scorekeeper from the club, replacing the previous one.

    Refusals: `bad_table`, `stranger`, `no_account`.
    """
    if not 1 <= number <= MOST_TABLES:
        raise Refusal(
            "bad_table",
            _("Enter the table number, from 1 to {most}.").format(most=MOST_TABLES),
        )
    person = candidates(competition).filter(pk=player_id).first()
    if person is None:
        raise Refusal("stranger", _("Choose someone in the club."))
    if person.user_id is None:
        raise Refusal("no_account", _("Only someone with an account can be a scorekeeper."))
    with transaction.atomic():
        TableScorekeeper.objects.update_or_create(
            competition=competition, table_number=number, defaults={"player": person}
        )
        desk_changes.changed(competition.pk)


def take_back(competition: Competition, number: int) -> None:
    """Remove the scorekeeper of a table, if there is any."""
    with transaction.atomic():
        taken, _rows = TableScorekeeper.objects.filter(competition=competition, table_number=number).delete()
        if taken:
            desk_changes.changed(competition.pk)


def candidates(competition: Competition) -> QuerySet[Player]:
    """Return the people of the club, by name; merged players as the player they were merged into."""
    rows = Membership.objects.filter(club=competition.club_id)
    people = rows.values(person=Coalesce("player__merged_into", "player"))
    return Player.objects.filter(pk__in=people).order_by("name", "pk")


def of_tables(competition: Competition) -> dict[int, Player]:
    """Return the scorekeepers, by the number of the table. One query."""
    return {number: player for (_pk, number), player in of_several([competition.pk]).items()}


def of_several(ids: Collection[int]) -> dict[tuple[int, int], Player]:
    """Return the scorekeepers in some competitions, by competition and number of the table. One query."""
    rows = TableScorekeeper.objects.filter(competition__in=ids).select_related("player__merged_into")
    return {
        (row.competition_id, row.table_number): row.player.merged_into or row.player
        for row in rows.order_by("table_number")
    }


def at_matches(player: Player) -> QuerySet[TableScorekeeper]:
    """Return, as a subquery of matches, where a player keeps the score."""
    same = Q(player=player) | Q(player__merged_into=player)
    return TableScorekeeper.objects.order_by().filter(same)
