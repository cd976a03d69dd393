"""Pages of the teams of a club, and of the people who can be in a team or get a role."""

from collections.abc import Iterable
from operator import attrgetter, itemgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count

from games.localization.collation import by_name
from games.models import Player
from league.clubs import members
from league.models import Club, Team

Named = tuple[int, str]


def teams_of(club: Club, number: str | None = None, find: str = "") -> Page[Any]:
    """Return a page of the teams of a club by name, or of those with these letters in their name.

    The first of its queries reads no more than numbers and names.
    """
    wanted = _matching(club.teams.order_by().values_list("pk", "name"), find)
    page: Page[Any] = Paginator(wanted, members.PEOPLE_AT_ONCE).get_page(number)
    rows = Team.objects.filter(pk__in=[pk for pk, _name in page.object_list])
    teams = {
        team.pk: team for team in rows.annotate(size=Count("people")).prefetch_related("grants__competition")
    }
    page.object_list = [teams[pk] for pk, _name in page.object_list if pk in teams]
    return page


def people_for(team: Team, number: str | None = None, find: str = "") -> Page[Any]:
    """Return a page of the members of a club, each with whether the team has them.

    Of more than fit on a page those in the team come first, then by name. Three queries, of which the first
    two read no more than numbers and names.
    """
    in_team = set(team.people.order_by().values_list("pk", flat=True))
    wanted = _matching(team.club.members.order_by("pk").values_list("pk", "name"), find)
    if len(wanted) > members.PEOPLE_AT_ONCE:
        wanted.sort(key=lambda person: person[0] not in in_team)
    page: Page[Any] = Paginator(wanted, members.PEOPLE_AT_ONCE).get_page(number)
    players = Player.objects.in_bulk([pk for pk, _name in page.object_list])
    page.object_list = [(players[pk], pk in in_team) for pk, _name in page.object_list if pk in players]
    return page


def choices_for_roles(club: Club, number: str | None, find: str) -> tuple[Page[Any], Page[Any]]:
    """Return a page of the people of a club and the first page of its teams, by letters of their names.

    Two queries.
    """
    letters = find.casefold()
    people = [person for person in members.everybody(club) if letters in person.player.name.casefold()]
    teams = [team for team in club.teams.all() if letters in team.name.casefold()]
    return (
        Paginator(people, members.PEOPLE_AT_ONCE).get_page(number),
        Paginator(by_name(teams, name=attrgetter("name")), members.PEOPLE_AT_ONCE).get_page(1),
    )


def _matching(named: Iterable[Named], find: str) -> list[Named]:
    """Return those with these letters in their name, by name."""
    return list(by_name([row for row in named if find.casefold() in row[1].casefold()], name=itemgetter(1)))
