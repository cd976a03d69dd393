"""Situation: while an organizer fills in the form of a competition, a line says what it leads to."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone

from games.bots.figures import figures
from games.models import CustomRulebook, Player, RulebookFigures, Table
from games.rulebooks import measuring
from league import competitions
from league.competitions.announcing.outlook import outlook
from league.models import Club, Competition, Matchday, Membership
from league.rules.settings.stages import StageSettings
from tests.games.visiting import log_in
from tests.league.club_nights import club, started
from tests.league.club_nights import players as people

pytestmark = pytest.mark.django_db

NAMES = "\n".join(f"Name {number}" for number in range(1, 14))


@pytest.fixture
def place(client: Client) -> Club:
    place, olga = club(), Player.objects.create(name="Olga")
    Membership.objects.create(club=place, player=olga, is_organizer=True)
    log_in(client, olga)
    return place


def line(client, place, **fields):
    usual = {"format": "knock_out_tables", "rulebook": "classic", "venue": "physical", "names": NAMES}
    return client.post(f"/clubs/{place.slug}/competitions/outlook/", usual | fields).content.decode()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "13 players → 4 tables of 3–4, 3 rounds, about"),
        ({"format": "single_elimination"}, "13 players → 5 tables of 2, 4 rounds, about"),
        ({"format": "season", "rounds": 2}, "13 players → 4 tables of 3–4, 2 rounds, about"),
        ({"format": "round_robin"}, "13 players → 6 tables of 2, 13 rounds, about"),
        ({"format": "season", "divisions": 2, "names": "", "players": 16}, "16 players → 4 tables of 4"),
        ({"format": "season", "divisions": 2}, "; divisions of 7 and 6 players"),
        ({"format": "double_elimination", "names": "", "players": 8}, "8 players → 4 tables of 2, 6 rounds"),
        ({"format": "swiss_cut", "table_size": 2, "cut": 4, "rounds": 3}, "6 tables of 2, 5 rounds"),
        ({"venue": ""}, "13 players → 4 tables"),
        ({"names": "Ana\nAna"}, "Ana is listed twice."),
        ({"format": "season", "rounds": 99}, "13 names"),
    ],
)
def test_the_line_says_tables_rounds_and_time(client, place, fields, expected):
    assert expected in line(client, place, **fields)
    assert not Competition.objects.exists()


def test_a_name_that_is_nearly_known_is_asked_about(client, place):
    Membership.objects.create(club=place, player=Player.objects.create(name="Nuala Byrne"))
    shown = line(client, place, names="Nuala Byrn\nOta Ode\nolga")
    assert "Use Nuala Byrne" in shown
    assert shown.count("Did you mean") == 1


def minutes(place, options):
    return expected(place, options=options).minutes


def expected(place, **changes):
    facts = {
        "stages": [StageSettings("season", rounds=1)],
        "rulebook": "classic",
        "options": {},
        "venue": "physical",
        "round_minutes": 0,
    }
    return outlook(place, facts | changes, 4)


@pytest.fixture
def a_night_of(place):
    """A league night of the club at whose three tables a match takes so many minutes.

    The hours are written past the logs of the tables, and are as these say again in the end.
    """

    def night_of(minutes_each):
        night = started(12, venue="physical", club=place, options={})
        for match in night.matches.all():
            began = timezone.now()
            ended = began + dt.timedelta(minutes=minutes_each)
            before.update(Table.objects.in_bulk([match.table_id]))
            Table.objects.filter(pk=match.table_id).update(started_at=began, finished_at=ended)

    before = {}
    yield night_of
    for pk, table in before.items():
        Table.objects.filter(pk=pk).update(started_at=table.started_at, finished_at=table.finished_at)


def test_the_forecast_learns_from_nights_of_the_club_and_says_so(client, place, a_night_of):
    simulated = expected(place)
    assert not simulated.is_learned
    a_night_of(15)
    after_one = expected(place)
    assert after_one.is_learned
    assert after_one.minutes > (simulated.minutes + 20) / 2, "one fast night is not believed entirely"
    for _night in range(5):
        a_night_of(15)
    assert 20 <= expected(place).minutes < after_one.minutes
    assert "learned from your club’s last nights" in line(client, place)


def test_the_minutes_of_a_round_are_those_of_the_forecast(client, place, a_night_of):
    a_night_of(15)
    assert expected(place, round_minutes=45).minutes == 50
    assert not expected(place, round_minutes=45).is_learned
    assert "3 rounds, about 2 h 30 min" in line(client, place, round_minutes=45)


def test_a_shorter_target_is_played_sooner(place):
    assert 0 < minutes(place, {"target_score": 200}) < minutes(place, {})


def test_a_custom_rulebook_has_the_time_that_its_own_matches_took(place):
    slow = {"voluntary_draw": True}
    by_the_preset = minutes(place, slow)
    rulebook = CustomRulebook.objects.create(
        name="Slow", preset="classic", options=slow, keeper=place, changed_at=timezone.now()
    )
    preset = figures("classic", 4)
    turns = preset.match_turns._replace(mean=3 * preset.match_turns.mean)
    stored = RulebookFigures.objects.create(
        rulebook=rulebook,
        version=measuring.VERSION,
        changed_at=rulebook.changed_at,
        sizes={4: preset._replace(match_turns=turns)},
    )
    assert minutes(place, slow) > 1.5 * by_the_preset
    stored.version = 0
    stored.save()
    assert minutes(place, slow) == by_the_preset, "figures of another version do not count"


def test_a_date_stands_in_the_calendar_and_names_make_guests(client, place):
    member = people(1)[0]
    Membership.objects.create(club=place, player=member)
    sent = {
        "name": "Cup",
        "format": "swiss",
        "rulebook": "classic",
        "venue": "physical",
        "day": "2026-12-04",
        "starts": "19:30",
        "place": "Back room",
        "names": f"{member.name}\nGuest One",
        "entry": "members",
    }
    assert client.post(f"/clubs/{place.slug}/competitions/new/", sent).status_code == 302
    made = Competition.objects.get()
    matchday = Matchday.objects.get(competition=made)
    assert (matchday.name, matchday.place) == ("Cup", "Back room")
    assert matchday.starts_at.astimezone(place.zone).time() == dt.time(19, 30)
    assert made.status == Competition.Status.REGISTRATION
    assert competitions.look(made.pk).settings.entry == "members"
    assert member.entries.count() == 1
    assert not Membership.objects.filter(player__name="Guest One").exists()
    stranger = Client()
    log_in(stranger, Player.objects.create(name="Str Anger"))
    page = stranger.post(f"/competitions/{made.pk}/join/", follow=True)
    assert "Only members of the club can enter here." in page.content.decode()


def test_a_known_guest_comes_again_as_the_same_person(client, place):
    sent = {"format": "swiss", "rulebook": "classic", "venue": "physical", "names": "Guest One"}
    for name in ("First", "Second"):
        client.post(f"/clubs/{place.slug}/competitions/new/", sent | {"name": name})
    assert Player.objects.get(name="Guest One").entries.count() == 2
