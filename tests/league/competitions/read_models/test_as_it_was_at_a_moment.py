"""Situation: somebody looks at a competition as it was at a moment of the past."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.models import Competition
from league.rules.settings.stages import StageSettings
from tests.games.visiting import HTMX
from tests.league.by_hand import do, play, played_elsewhere, waiting
from tests.league.club_nights import later, started

pytestmark = pytest.mark.django_db

AFTER_ROUND_1 = later(60).isoformat(timespec="seconds")[:19]


@pytest.fixture
def evening():
    made = played_elsewhere(4, StageSettings("season", rounds=2))
    play(made)
    return made


def at(client: Client, made: Competition, path="", **question):
    return client.get(f"/competitions/{made.pk}/{path}", question)


def test_standings_and_bracket_are_those_of_the_time(client, evening):
    for path in ("", "bracket/", "standings/1/1/"):
        now = at(client, evening, path)
        then = at(client, evening, path, at=AFTER_ROUND_1, zone="UTC")
        assertContains(then, "As it was")
        assertContains(then, "Back to now")
        assertNotContains(now, "As it was</strong>")
    assertContains(at(client, evening), '<td class="number"><a class="sum"')
    assertContains(at(client, evening, at=AFTER_ROUND_1), "Round 2")
    assert at(client, evening).content.count(b"<strong>") > 0
    assertNotContains(at(client, evening, at=AFTER_ROUND_1), "wins Friday")


def test_the_past_does_not_refresh_itself(client, evening):
    for path in ("", "bracket/"):
        then = at(client, evening, path, step=3)
        for live in ("data-live", "data-stream", "hx-get", "fragments.js"):
            assertNotContains(then, live)
        assertContains(at(client, evening, path), "data-live")


def test_numbers_and_stages_of_the_past_lead_on_to_the_past(client, evening):
    then = at(client, evening, at=AFTER_ROUND_1, zone="UTC")
    query = f"?at={AFTER_ROUND_1.replace(':', '%3A')}&amp;zone=UTC"
    assertContains(then, f'/standings/1/1/{query}#points"')
    assertContains(then, f'/bracket/{query}"')


def test_times_are_those_of_the_zone_that_the_address_names(client, evening):
    east = later(60 + 120).isoformat(timespec="seconds")[:19]
    then = at(client, evening, at=east, zone="Europe/Helsinki")
    assertContains(then, "(Europe/Helsinki)")
    assertNotContains(then, "wins Friday")
    assert at(client, evening, at=east, zone="UTC").status_code == 200


def test_steps_and_rounds_can_be_chosen_with_a_click(client, evening):
    answer = at(client, evening)
    assertContains(answer, "Before the start")
    assertContains(answer, "Before Round 2")
    step = competitions.history_of(evening.pk)[-1].step
    then = at(client, evening, step=step - 1)
    assertContains(then, f"?step={step - 2}")
    assertContains(then, f"?step={step}")
    assertNotContains(at(client, evening, step=1), "One step back")
    assertNotContains(at(client, evening, step=step), "One step forward")


def test_before_the_start_the_entrants_are_shown(client, evening):
    then = at(client, evening, step=2)
    assertContains(then, "<h2>Entrants</h2>")
    assertContains(then, "Planned</span>")


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ({"at": "yesterday"}, "Enter a day and a time, such as 2026-11-21 18:30"),
        ({"at": "9999-12-31T23:59"}, "is in the future"),
        ({"at": "0001-01-01T00:00:00+14:00"}, "Enter a day and a time, such as 2026-11-21 18:30"),
        ({"at": "1999-12-31T23:59"}, "The competition was announced later, on"),
        ({"at": AFTER_ROUND_1, "zone": "Mars/Olympus"}, "no such time zone"),
        ({"at": AFTER_ROUND_1, "zone": "../../etc/passwd"}, "no such time zone"),
        ({"at": AFTER_ROUND_1, "zone": "\x00"}, "no such time zone"),
        ({"step": "0"}, "The history of this competition has steps 1 to"),
        ({"step": "99999"}, "The history of this competition has steps 1 to"),
        ({"step": "-1"}, "The history of this competition has steps 1 to"),
        ({"step": "²"}, "The history of this competition has steps 1 to"),
    ],
)
def test_a_moment_that_cannot_be_shown_is_refused_in_words(client, evening, question, sentence):
    for path in ("", "bracket/", "standings/1/1/"):
        answer = at(client, evening, path, **question)
        assertContains(answer, sentence, status_code=422)
        assertContains(answer, "The current state is shown below", status_code=422)


@pytest.mark.written_by_hand
def test_a_match_that_was_being_played_then_shows_no_totals_of_now(client):
    evening = started(4)
    assert evening.matches.get().table.round_number == 0
    evening.matches.get().table.seats.update(total=37)
    assertContains(at(client, evening, "bracket/"), "37")
    then = at(client, evening, "bracket/", step=evening.step)
    assertNotContains(then, ">37<")
    assertContains(then, "no deal yet")


def test_stages_that_began_later_are_not_there(client):
    cup = played_elsewhere(
        8,
        StageSettings("round_robin", table_size=2, groups=2, qualify=2),
        StageSettings("single_elimination", table_size=2, advance=1, name="Finals"),
    )
    play(cup, 1)
    assert waiting(cup)
    assertContains(at(client, cup), "Finals")
    assertNotContains(at(client, cup, step=6), 'aria-label="Stages"')
    assertContains(at(client, cup, step=6, stage=2), "Group A")


def test_a_fragment_of_the_past_is_the_past(client, evening):
    url = f"/competitions/{evening.pk}/?step=4"
    assertNotContains(client.get(url, headers=HTMX), "data-live")


def test_the_past_costs_two_queries_less(client, evening, django_assert_num_queries):
    with django_assert_num_queries(5):
        at(client, evening, "bracket/", step=4)


def test_the_door_knows_steps_and_times(evening):
    assert competitions.look(evening.pk, until=2).status == "planned"
    assert competitions.look(evening.pk, until=later(1)).status == "running"
    with pytest.raises(Competition.DoesNotExist):
        competitions.look(evening.pk, until=later(-1))
    do(evening)
    assert competitions.look(evening.pk).status == "finished"
