"""Situation: a season of divisions is over, and its organizer announces the next one."""

import pytest
from django.core.management import call_command
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.competitions.next_season import ended, following_name
from league.models import Competition, Membership
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import RecordResult, Withdraw
from league.rules.settings.divisions import Border
from tests.games.playing import START, players
from tests.games.visiting import log_in
from tests.league.club_nights import BY, play_on, play_round, snapshot, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(client):
    """Three divisions of three have played a matchday, and the organizer is logged in."""
    over = play_on(started(9, groups=3, table_size=3))
    olga = players("Olga")[0]
    Membership.objects.create(club=over.club, player=olga, is_organizer=True)
    log_in(client, olga)
    return over


def tables(competition: Competition) -> list[list[int]]:
    """Return the divisions of a season by player, in the order of their tables."""
    state = competitions.look(competition.pk)
    rows = [state.entrants[row.entrant].player for row in competitions.standings(competition.pk)]
    return [[row for row in rows if row in _members(state, group)] for group in state.stages[0].groups]


def _members(state, group) -> set[int]:
    return {state.entrants[number].player for number in group}


def announced(client, season, **fields) -> Competition:
    fields_ = {"movers": 1, "play_offs": 0, "name": "Spring", **fields}
    answer = client.post(f"/competitions/{season.pk}/next-season/", fields_)
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
    tables_ = tables(made)
    assert [set(table) for table in tables_] == [
        {*first[:2], second[0]},
        {first[2], second[1], third[0]},
        {second[2], *third[1:]},
    ]
    over = play_on(made)
    assert over.status == Competition.Status.FINISHED
    before = snapshot(over)
    call_command("rebuild", "--competitions", verbosity=0)
    assert snapshot(over) == before


def test_leavers_and_newcomers(client, season):
    first, second, third = tables(season)
    (new,) = players("Zoe")
    Membership.objects.create(club=season.club, player=new)
    look = client.get(f"/competitions/{season.pk}/next-season/?movers=0&leaving={third[2]}")
    assertContains(look, "Not continuing")
    made = announced(client, season, movers=0, leaving=[third[2]], newcomers=[new.pk])
    client.post(f"/competitions/{made.pk}/start/")
    assert [set(table) for table in tables(made)] == [{*first}, {*second}, {*third[:2], new.pk}]


def test_the_play_offs_were_played_and_the_page_takes_what_came_of_them(client):
    running = started(9, groups=3, table_size=3, borders=[Border(0, 1)])
    for _division in range(3):
        play_round(running)
    olga = players("Olga")[0]
    Membership.objects.create(club=running.club, player=olga, is_organizer=True)
    log_in(client, olga)
    assertContains(client.get(running.get_absolute_url()), "plays off for division 1")
    over = play_on(running)
    state = competitions.look(over.pk)
    won = {key: state.stage.matches[key].order[0] for key in ("P1.1", "P2.1")}
    first, second, third = ended(over.pk).divisions  # a lot may have put those who were level into an order
    standings = client.get(over.get_absolute_url())
    assertContains(standings, "won the play-off for division 1", count=1)
    assertContains(standings, "lost the play-off for division 2", count=1)
    page = client.get(f"/competitions/{over.pk}/next-season/")
    assertContains(page, "Between two divisions: no one up or down, 1 play-off.")
    assertContains(page, f"winner: {state_name(state, won['P1.1'])}")
    assertContains(page, f'href="/competitions/{over.pk}/matches/1/P2.1/"')
    assertNotContains(page, 'name="movers"')
    assertNotContains(page, 'name="P1.1"')
    made = announced(client, over, play_offs=1)
    assert made.stages[0]["borders"] == [{"movers": 0, "play_offs": 1}]
    client.post(f"/competitions/{made.pk}/start/")
    winners = {key: state.entrants[match].player for key, match in won.items()}
    best, last = {first[2], second[0]}, {second[2], third[0]}
    assert [set(table) for table in tables(made)] == [
        {*first[:2], winners["P1.1"]},
        {second[1], *best - {winners["P1.1"]}, winners["P2.1"]},
        {*third[1:], *last - {winners["P2.1"]}},
    ]


def test_a_play_off_that_does_not_count_moves_nobody(client):
    running = started(6, groups=2, table_size=3, borders=[Border(0, 1)], venue="elsewhere")
    state = competitions.look(running.pk)
    for match in state.stage.matches.values():
        report(running, match.id, match.entrants)
    competitions.act(running.pk, RecordResult(1, "P1.1", [], "void"), by=BY, at=START)
    olga = players("Olga")[0]
    Membership.objects.create(club=running.club, player=olga, is_organizer=True)
    log_in(client, olga)
    page = client.get(f"/competitions/{running.pk}/next-season/")
    assertContains(page, "no winner")
    assertContains(page, "stays: no one won the play-off", count=2)


def test_borders_that_differ_stay_as_they_were_announced(client):
    over = play_on(started(9, groups=3, table_size=3, borders=[Border(1), Border(0)]))
    olga = players("Olga")[0]
    Membership.objects.create(club=over.club, player=olga, is_organizer=True)
    log_in(client, olga)
    page = client.get(f"/competitions/{over.pk}/next-season/")
    assertContains(page, "Between divisions 1 and 2: 1 up and 1 down.")
    assertContains(page, "Between divisions 2 and 3 and further down: no one up or down.")
    made = announced(client, over)
    assert made.stages[0]["borders"] == [{}, {"movers": 0}]


def test_more_play_offs_than_the_next_season_has_room_for_are_refused(client, season):
    address = f"/competitions/{season.pk}/next-season/"
    refused = client.post(address, {"movers": 1, "play_offs": 1, "name": "x"})
    assertContains(refused, "has 3 entrants, but 4 of them would move or be in a play-off", status_code=422)
    assert Competition.objects.count() == 1
    everybody = [mover for division in tables(season)[1:] for mover in division]
    made = announced(client, season, play_offs=1, leaving=everybody)
    assert (made.stages[0].get("groups", 1), made.stages[0].get("borders")) == (1, None)


def report(competition, match, entrants) -> None:
    finishes = [Finish(entrant, place, 100 * place) for place, entrant in enumerate(entrants, start=1)]
    competitions.act(competition.pk, RecordResult(1, match, finishes), by=BY, at=START)


def state_name(state, entrant) -> str:
    return Player.objects.get(pk=state.entrants[entrant].player).name


def test_someone_who_withdrew_on_the_way_does_not_go_on(client):
    running = started(6, groups=2, table_size=3, rounds=2)
    competitions.act(running.pk, Withdraw(1), by=BY, at=START)
    over = play_on(running)
    olga = players("Olga")[0]
    Membership.objects.create(club=over.club, player=olga, is_owner=True)
    log_in(client, olga)
    made = announced(client, over)
    assert made.entrants.count() == 5
    assert not made.entrants.filter(player=over.entrants.get(number=1).player).exists()


def test_a_wrong_next_season_is_refused_in_words_and_announces_nothing(client, season):
    address = f"/competitions/{season.pk}/next-season/"
    too_many = client.get(f"{address}?movers=2&play_offs=0")
    assertContains(too_many, "has 3 entrants, but 4 of them would move", status_code=422)
    for fields in (
        {"movers": 2, "play_offs": 0, "name": "x"},
        {"movers": 1, "play_offs": 0},
        {},
        {"movers": "x"},
        {"movers": 1, "play_offs": "x", "name": "x"},
    ):
        assert client.post(address, fields).status_code == 422
    everybody = [mover for division in tables(season) for mover in division]
    nobody = client.post(address, {"movers": 1, "play_offs": 0, "name": "x", "leaving": everybody})
    assertContains(nobody, "No one is left", status_code=422)
    assert Competition.objects.count() == 1


def test_only_organizers_and_only_when_the_season_is_over(client, season):
    running = started(4)
    Membership.objects.create(club=running.club, player=Player.objects.get(name="Olga"), is_organizer=True)
    assertContains(
        client.get(f"/competitions/{running.pk}/next-season/"), "when the season is over", status_code=409
    )
    assertContains(client.get(season.club.get_absolute_url()), f"/competitions/{season.pk}/next-season/")
    assertContains(client.get(season.get_absolute_url()), f"/competitions/{season.pk}/next-season/")
    client.logout()
    assert client.get(f"/competitions/{season.pk}/next-season/").status_code == 403


@pytest.mark.parametrize(
    ("name", "following"),
    [
        ("Winter League", "Winter League 2"),
        ("Winter League 2", "Winter League 3"),
        ("Season 2026", "Season 2027"),
        ("Season 2026/27", "Season 2027/28"),
        ("L" * 80, "L" * 78 + " 2"),
    ],
)
def test_the_next_season_is_offered_a_name_of_its_own(name, following):
    assert following_name(name) == following
