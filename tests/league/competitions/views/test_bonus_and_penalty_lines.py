"""Situation: somebody came late, somebody brought the cake: organizers give points, and take them back."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.rules.settings.stages import StageSettings
from tests.games.sending import send
from tests.league.club_nights import started
from tests.league.organizing import member, organizer, post, report_all, version

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return started(4, venue="elsewhere", rounds=2)


def path(competition, *more):
    return "/".join([f"/competitions/{competition.pk}/stages/1/lines", *map(str, more), ""])


def points(competition, entrant):
    return next(row.points for row in competitions.standings(competition.pk) if row.entrant == entrant)


def test_a_penalty_is_given_with_a_reason_and_taken_back(evening):
    client = organizer(evening)
    fields = {"entrant": 2, "points": -3, "reason": "came late", "after": version(evening)}
    assertRedirects(post(client, path(evening, "add"), **fields), path(evening))
    assert points(evening, 2) == -3
    assertContains(client.get(path(evening)), "−3 · came late")
    post(client, path(evening, 1, "withdraw"), after=version(evening))
    assert points(evening, 2) == 0
    assertContains(client.get(path(evening)), "undone")


def test_organizers_find_the_lines_from_the_competition(evening):
    assertContains(organizer(evening).get(f"/competitions/{evening.pk}/"), path(evening))
    assertNotContains(member(evening).get(f"/competitions/{evening.pk}/"), path(evening))


def test_a_reason_does_not_say_a_name_that_is_hidden_from_the_reader(evening):
    late = evening.entrants.get(number=2).player
    Player.objects.filter(pk=late.pk).update(name="Nuala Byrne", is_hidden=True)
    olga = organizer(evening)
    fields = {"entrant": 2, "points": -3, "reason": "Nuala came late; byrne again", "after": version(evening)}
    post(olga, path(evening, "add"), **fields)
    page, api = f"/competitions/{evening.pk}/", f"/api/v1/competitions/{evening.pk}/"
    numbered = f"Player {late.pk} came late; Player {late.pk} again"
    for place in (
        page,
        f"{page}standings/1/2/",
        f"{page}history/",
        f"{api}lines/",
        f"{api}stages/1/",
        f"{api}history/",
    ):
        public = Client().get(place).content.decode()
        assert numbered in public, place
        assert "Nuala" not in public, place
        assert "Nuala came late; byrne again" in olga.get(place).content.decode(), place


def test_nobody_but_organizers_gives_points(evening):
    for client in (Client(), member(evening)):
        assert client.get(path(evening)).status_code == 403
        assert post(client, path(evening, "add"), entrant=1, points=5, reason="me").status_code == 403
        assert post(client, path(evening, 1, "withdraw")).status_code == 403
    assert points(evening, 1) == 0


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"entrant": 1, "points": 0, "reason": "x"}, "A bonus or a penalty is 1 to 1,000 points."),
        ({"entrant": 1, "points": 5, "reason": "  "}, "This field is required"),
        ({"entrant": 9, "points": 5, "reason": "x"}, "Select a valid choice"),
        ({"entrant": "\x00", "points": 5, "reason": "x"}, "Select a valid choice"),
        ({"entrant": 1, "points": "9" * 40, "reason": "x"}, "less than or equal"),
        ({}, "This field is required"),
    ],
)
def test_a_line_that_says_nothing_is_refused_beside_the_form(evening, fields, sentence):
    assertContains(post(organizer(evening), path(evening, "add"), **fields), sentence, status_code=422)
    assert points(evening, 1) == 0


def test_a_line_that_is_not_there_cannot_be_taken_back(evening):
    answer = post(organizer(evening), path(evening, 7, "withdraw"))
    assertContains(answer, "There is no such entry in the standings", status_code=422)
    assert organizer(evening, "Otto").get(path(evening).replace("stages/1", "stages/9")).status_code == 404


def test_a_double_click_gives_points_once(evening):
    client, fields = organizer(evening), {"entrant": 1, "points": 5, "reason": "cake"}
    assert [send(client, path(evening, "add"), "one", **fields)[0] for _click in range(2)] == [302, 302]
    assert points(evening, 1) == 5


def test_of_two_organizers_the_second_sees_what_the_first_did(evening):
    first, second, seen = organizer(evening), organizer(evening, "Otto"), version(evening)
    post(first, path(evening, "add"), entrant=1, points=5, reason="cake", after=seen)
    late = post(second, path(evening, "add"), entrant=1, points=5, reason="the cake", after=seen)
    assertContains(late, "+5 · cake", status_code=409)
    assert points(evening, 1) == 5


def test_typed_lines_stay_when_another_organizer_was_faster(evening):
    first, second, seen = organizer(evening), organizer(evening, "Otto"), version(evening)
    post(first, path(evening, "add"), entrant=1, points=5, reason="cake", after=seen)
    late = post(second, path(evening, "add"), entrant=2, points=-7, reason="came late", after=seen)
    for value in ('value="2" selected', 'value="-7"', 'value="came late"'):
        assertContains(late, value, status_code=409)


def test_a_result_at_a_table_disturbs_no_bonus_and_no_penalty(evening):
    client, seen = organizer(evening), version(evening)
    report_all(evening)
    post(client, path(evening, "add"), entrant=2, points=-3, reason="came late", after=seen)
    assert points(evening, 2) < points(evening, 1)
    assertContains(client.get(path(evening)), "−3 · came late")


def test_the_lot_of_a_stage_is_drawn_where_organizers_draw_them():
    stages = [
        StageSettings("round_robin", table_size=2, qualify=2),
        StageSettings("single_elimination", table_size=2),
    ]
    cup = started(3, stages=stages, venue="elsewhere", lots_by_hand=True)
    while any(match.is_waiting for match in competitions.look(cup.pk).stages[0].matches.values()):
        match = next(
            match for match in competitions.look(cup.pk).stages[0].matches.values() if match.is_waiting
        )
        client = organizer(cup, f"O{match.id}")
        fields = {f"place_{entrant}": 1 for entrant in match.entrants}
        post(client, f"/competitions/{cup.pk}/matches/1/{match.id}/report/", kind="played", **fields)
    client = organizer(cup)
    assertContains(client.get(f"/competitions/{cup.pk}/"), f'href="{path(cup)}">Decide the tie</a>')
    assertContains(client.get(path(cup)), "Who qualifies?")
    assert post(member(cup), f"/competitions/{cup.pk}/stages/1/lot/").status_code == 403
    post(client, f"/competitions/{cup.pk}/stages/1/lot/", after=version(cup))
    assert competitions.look(cup.pk).stage.number == 2


def test_the_page_costs_few_queries(django_assert_max_num_queries, evening):
    report_all(evening)
    client = organizer(evening)
    with django_assert_max_num_queries(8):
        assert client.get(path(evening)).status_code == 200
