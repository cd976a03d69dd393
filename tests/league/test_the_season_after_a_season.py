"""Situation: a season of divisions is over, and its organizer announces the next one."""

import pytest
from django.core.management import call_command
from pytest_django.asserts import assertContains, assertRedirects

from games.models import Player
from league import competitions
from league.models import Competition, Membership
from league.rules.commands import Withdraw
from tests.games.playing import START, players
from tests.games.visiting import log_in
from tests.league.club_nights import BY, play_on, snapshot, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(client):
    """Three divisions of three have played a matchday, and the organizer is logged in."""
    over = play_on(started(9, groups=3, table_size=3))
    olga = players("Olga")[0]
    Membership.objects.create(club=over.club, player=olga, role=Membership.Role.ORGANIZER)
    log_in(client, olga)
    return over


def tables(competition: Competition) -> list[list[int]]:
    """Return the divisions of a season by player, in the order of their tables."""
    state = competitions.look(competition.pk)
    rows = [state.entrants[row.entrant].player for row in competitions.standings(competition.pk)]
    return [[one for one in rows if one in _members(state, group)] for group in state.stages[0].groups]


def _members(state, group) -> set[int]:
    return {state.entrants[number].player for number in group}


def announced(client, season, **fields) -> Competition:
    given = {"movers": 1, "play_offs": 0, "name": "Spring", **fields}
    answer = client.post(f"/competitions/{season.pk}/next-season/", given)
    made = Competition.objects.latest("pk")
    assertRedirects(answer, f"/competitions/{made.pk}/")
    return made


def test_the_organizer_looks_announces_and_starts_and_the_divisions_are_the_right_ones(client, season):
    first, second, third = tables(season)
    page = client.get(f"/competitions/{season.pk}/next-season/")
    assertContains(page, "↑ promoted", count=2)
    assertContains(page, "↓ relegated", count=2)
    assert Competition.objects.count() == 1
    made = announced(client, season)
    assert (made.name, made.club, made.rulebook, made.options) == (
        "Spring",
        season.club,
        season.rulebook,
        season.options,
    )
    client.post(f"/competitions/{made.pk}/start/")
    found = tables(made)
    assert [set(one) for one in found] == [
        {*first[:2], second[0]},
        {first[2], second[1], third[0]},
        {second[2], *third[1:]},
    ]
    over = play_on(made)
    assert over.status == Competition.Status.FINISHED
    before = snapshot(over)
    call_command("rebuild", "--competitions", verbosity=0)
    assert snapshot(over) == before


def test_play_offs_leavers_and_newcomers(client, season):
    first, second, third = tables(season)
    (new,) = players("Zoe")
    Membership.objects.create(club=season.club, player=new)
    look = client.get(f"/competitions/{season.pk}/next-season/?movers=0&play_offs=1&leaving={third[2]}")
    assertContains(look, "won the play-off", count=2)  # undecided, the upper division keeps its place
    assertContains(look, "Do not go on")
    fields = {"play_offs": 1, "movers": 0, "leaving": [third[2]], "newcomers": [new.pk]}
    fields |= {"P1.1": second[0], "P2.1": second[2]}
    made = announced(client, season, **fields)
    client.post(f"/competitions/{made.pk}/start/")
    assert [set(one) for one in tables(made)] == [
        {*first[:2], second[0]},
        {first[2], *second[1:]},
        {*third[:2], new.pk},
    ]


def test_who_withdrew_on_the_way_does_not_go_on(client):
    running = started(6, groups=2, table_size=3, rounds=2)
    competitions.act(running.pk, Withdraw(1), by=BY, at=START)
    over = play_on(running)
    olga = players("Olga")[0]
    Membership.objects.create(club=over.club, player=olga, role=Membership.Role.OWNER)
    log_in(client, olga)
    made = announced(client, over)
    assert made.entrants.count() == 5
    assert not made.entrants.filter(player=over.entrants.get(number=1).player).exists()


def test_what_cannot_be_is_refused_in_words_and_announces_nothing(client, season):
    address = f"/competitions/{season.pk}/next-season/"
    too_many = client.get(f"{address}?movers=2&play_offs=0")
    assertContains(too_many, "has 3 entrants, but 4 of them would move", status_code=422)
    for fields in (
        {"movers": 2, "play_offs": 0, "name": "x"},
        {"movers": 1, "play_offs": 0},
        {},
        {"movers": "x"},
    ):
        assert client.post(address, fields).status_code == 422
    undecided = client.post(address, {"movers": 0, "play_offs": 1, "name": "x"})
    assert undecided.status_code == 422
    everybody = [one for division in tables(season) for one in division]
    nobody = client.post(address, {"movers": 1, "play_offs": 0, "name": "x", "leaving": everybody})
    assertContains(nobody, "Nobody is left", status_code=422)
    assert Competition.objects.count() == 1


def test_only_organizers_and_only_when_the_season_is_over(client, season):
    running = started(4)
    Membership.objects.create(
        club=running.club, player=Player.objects.get(name="Olga"), role=Membership.Role.ORGANIZER
    )
    assertContains(
        client.get(f"/competitions/{running.pk}/next-season/"), "when the season is over", status_code=422
    )
    assertContains(client.get(season.club.get_absolute_url()), f"/competitions/{season.pk}/next-season/")
    client.logout()
    assert client.get(f"/competitions/{season.pk}/next-season/").status_code == 403
