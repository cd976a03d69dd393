"""Situation: two competitions of a club play with real cards on one night, and share the tables of a room."""

import datetime as dt

import pytest
from pytest_django.asserts import assertContains

from league import competitions
from league.models import Club, Competition, Matchday
from league.rules.competition.commands import Cancel, Start
from tests.league.club_nights import BY, START, announced, club, fresh, later, matches, started
from tests.league.organizing import act, organizer, report_all

pytestmark = pytest.mark.django_db


def night(
    house: Club, place: str = "", *, minutes: int = 0, venue: str = "physical", players: int = 8
) -> Competition:
    made = announced(players, club=house, name=f"Night at {place}", venue=venue, rounds=2)
    if place:
        Matchday.objects.create(
            club=house,
            competition=made,
            name=made.name,
            place=place,
            starts_at=START,
            ends_at=START + dt.timedelta(hours=4),
            changed_at=START,
        )
    competitions.act(made.pk, Start(), by=BY, at=later(minutes))
    return fresh(made)


def numbers(competition: Competition) -> list[int]:
    return [match.table_number for match in matches(competition)]


def test_tables_of_a_second_competition_have_numbers_of_their_own():
    first = night(club())
    second = night(first.club)
    assert numbers(first) == [1, 2]
    assert numbers(second) == [3, 4]
    desk = organizer(first).get(f"/competitions/{second.pk}/tables/")
    assertContains(desk, "Table 3")
    assertContains(organizer(first, "Otto").get(f"/screen/competitions/{second.pk}/"), "Table 3")


def test_each_competition_finds_its_tables_again_in_its_next_round():
    first = night(club())
    second = night(first.club)
    report_all(second)
    assert numbers(second) == [3, 4], "round 2 while tables 1 and 2 are in play"
    report_all(first)
    assert numbers(first) == [1, 2]


def test_a_competition_that_starts_after_the_first_is_finished_begins_at_its_tables():
    first = night(club())
    report_all(first)
    report_all(first)
    assert fresh(first).status == Competition.Status.FINISHED
    assert numbers(night(first.club, minutes=60)) == [1, 2]


def test_its_next_round_stays_there_although_the_first_had_more_tables():
    first = night(club(), players=16)
    report_all(first)
    report_all(first)
    second = night(first.club, minutes=60)
    report_all(second)
    assert (numbers(first), numbers(second)) == ([1, 2, 3, 4], [1, 2])
    third = night(first.club, minutes=90, players=12)
    report_all(third)
    assert numbers(third) == [3, 4, 5]


def test_a_competition_that_was_called_off_gives_its_tables_to_the_next():
    first = night(club())
    act(first, Cancel("Too few"))
    assert numbers(night(first.club, minutes=60)) == [1, 2]


def test_a_competition_that_plays_keeps_its_tables_when_the_first_is_finished():
    """The codes of its printed sheets belong to these numbers."""
    first = night(club())
    second = night(first.club)
    report_all(first)
    report_all(first)
    report_all(second)
    assert numbers(second) == [3, 4]
    assert numbers(night(first.club, minutes=60)) == [1, 2]


def test_tables_in_another_place_keep_their_numbers():
    first = night(club(), "Back room")
    assert numbers(night(first.club, "Library")) == [1, 2]
    assert numbers(night(first.club, "back room ")) == [3, 4]


def test_tables_of_another_night_keep_their_numbers():
    first = night(club())
    report_all(first)
    report_all(first)
    assert numbers(night(first.club, minutes=13 * 60)) == [1, 2]


def test_tables_in_play_since_the_day_before_keep_their_numbers():
    first = night(club())
    assert numbers(night(first.club, minutes=13 * 60)) == [3, 4]


def test_tables_online_need_no_numbers_of_the_room():
    first = night(club())
    assert numbers(night(first.club, venue="online")) == [1, 2]


def test_tables_of_another_club_keep_their_numbers():
    night(club())
    assert numbers(started(4, venue="physical")) == [1]
