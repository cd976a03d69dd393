"""Situation: a club has a matchday, and its people say whether they come."""

import pytest

from games.rules.base.refusal import Refusal
from league import competitions
from league.calendar import matchdays
from league.calendar.attendance import attendance
from league.models import Matchday, Notice
from league.rules.competition.commands import Cancel
from league.rules.settings.stages import SEASON, StageSettings
from tests.league.calendar.club_calendar import BY, NOON, browser, club, facts, hours, matchday, say
from tests.league.notifications.recipients import somebody, told

pytestmark = pytest.mark.django_db


def refused(code: str, act, *args, **facts) -> None:
    with pytest.raises(Refusal) as refusal:
        act(*args, **facts)
    assert refusal.value.code == code


def test_someone_who_said_in_first_has_a_place_and_the_others_wait_in_order():
    home, who = club("Ana", "Bo", "Cy")
    day = matchday(home, capacity=1)
    for minute, name in enumerate(("Bo", "Ana", "Cy")):
        say(day, who[name], "in", at=minute / 60)
    say(day, who["Ana"], "in", at=1)  # again: the place in the queue is kept
    here = attendance(day)
    assert here.coming == [who["Bo"].pk]
    assert here.waiting == [who["Ana"].pk, who["Cy"].pk]


def test_when_somebody_leaves_the_first_who_waits_moves_up_and_hears_of_it_once():
    home, who = club("Ana", "Bo", "Cy")
    day = matchday(home, capacity=1)
    for minute, name in enumerate(("Bo", "Ana", "Cy")):
        say(day, who[name], "in", at=minute / 60)
    say(day, who["Bo"], "out", at=1)
    assert attendance(day).coming == [who["Ana"].pk]
    assert told(who["Ana"], "moved_up") == ["You are in: Club night"]
    assert told(who["Cy"]) == []
    say(day, who["Bo"], "in", at=2)
    assert attendance(day).waiting == [who["Cy"].pk, who["Bo"].pk]


def test_someone_who_leaves_the_club_leaves_the_place_to_who_waits():
    home, who = club("Ana", "Bo")
    day, past = matchday(home, 24 * 365 * 30, capacity=1), matchday(home)
    for matchday_ in (day, past):
        say(matchday_, who["Ana"], "in")
        say(matchday_, who["Bo"], "in", at=1)
    client = browser(who["Ana"])
    assert client.post(f"/clubs/{home.slug}/leave/").status_code == 302
    assert list(attendance(day).coming) == [who["Bo"].pk]
    assert told(who["Bo"]) == ["You are in: Club night"]
    assert who["Ana"].pk in attendance(past).coming  # what was stays


def test_more_places_let_those_in_who_wait():
    home, who = club("Ana", "Bo", "Cy")
    day = matchday(home, capacity=1)
    for name in ("Ana", "Bo", "Cy"):
        say(day, who[name], "in")
    matchdays.change(day.pk, facts(capacity=3), by=BY, at=NOON)
    assert len(told(who["Bo"], "moved_up")) == len(told(who["Cy"], "moved_up")) == 1
    assert told(who["Ana"]) == []


def test_a_wrong_answer_is_refused_and_changes_nothing():
    home, who = club("Ana")
    day = matchday(home)
    stranger = somebody("Stranger")
    refused("unknown_answer", say, day, who["Ana"], "perhaps")
    refused("not_concerned", say, day, stranger, "in")
    refused("matchday_over", say, day, who["Ana"], "in", at=33)
    matchdays.call_off(day.pk, by=BY, at=NOON)
    refused("called_off", say, day, who["Ana"], "in")
    assert day.availabilities.count() == 0


@pytest.mark.parametrize("wrong", [{"ends_at": hours(29)}, {"ends_at": hours(24 * 20)}, {"round_number": 2}])
def test_a_matchday_that_makes_no_sense_is_not_announced(wrong):
    home, _who = club()
    with pytest.raises(Refusal):
        matchday(home, **wrong)
    assert not Matchday.objects.exists()


def test_moving_it_tells_everybody_who_is_not_out_and_undoing_it_brings_everything_back():
    home, who = club("Ana", "Bo")
    day = matchday(home)
    say(day, who["Ana"], "in")
    say(day, who["Bo"], "out")
    matchdays.change(day.pk, facts(54, place="The cellar"), by=BY, at=NOON)
    (mine,) = Notice.objects.filter(player=who["Ana"])
    assert mine.subject == "New date: Club night"
    assert "now on Sunday 3 May 2026, 18:00–21:00; it was on Saturday 2 May 2026, 18:00–21:00" in mine.text
    assert "The cellar" in mine.text
    assert told(who["Bo"]) == []
    matchdays.undo(day.pk, after=1, by=BY, at=NOON)
    day.refresh_from_db()
    assert (day.starts_at, day.place, day.sequence) == (hours(30), "The hall", 2)
    matchdays.undo(day.pk, by=BY, at=NOON)
    day.refresh_from_db()
    assert (day.starts_at, day.place, day.sequence) == (hours(54), "The cellar", 3)


def test_calling_it_off_and_back_on():
    home, who = club("Ana")
    day = matchday(home)
    refused("not_called_off", matchdays.restore, day.pk, by=BY, at=NOON)
    refused("nothing_to_undo", matchdays.undo, day.pk, by=BY, at=NOON)
    matchdays.call_off(day.pk, by=BY, at=NOON)
    refused("called_off", matchdays.call_off, day.pk, by=BY, at=NOON)
    matchdays.restore(day.pk, by=BY, at=NOON)
    assert told(who["Ana"]) == ["Called off: Club night", "Back on: Club night"]


def test_the_coming_dates_of_a_competition_that_is_called_off_are_called_off_too():
    made, _people = club("Ann")
    cup = competitions.create(
        club=made, name="Cup", stages=[StageSettings(SEASON)], rulebook="classic", by=BY, at=NOON
    )
    past, coming, of_others = (
        matchday(made, -30, competition=cup),
        matchday(made, 30, competition=cup),
        matchday(made, 30),
    )
    competitions.act(cup.pk, Cancel("the hall is flooded"), by=BY, at=NOON)
    assert Matchday.objects.get(is_cancelled=True) == coming
    assert set(Matchday.objects.filter(is_cancelled=False)) == {past, of_others}


def test_two_organizers_do_not_overwrite_each_other():
    home, _who = club()
    day = matchday(home)
    matchdays.change(day.pk, facts(name="One"), after=0, by=BY, at=NOON)
    refused("stale", matchdays.change, day.pk, facts(name="Two"), after=0, by=BY, at=NOON)
    refused("stale", matchdays.call_off, day.pk, after=0, by=BY, at=NOON)
    day.refresh_from_db()
    assert (day.name, day.sequence) == ("One", 1)


def test_saying_the_same_of_it_again_is_no_change():
    home, who = club("Ana")
    day = matchday(home)
    matchdays.change(day.pk, facts(), by=BY, at=hours(1))
    day.refresh_from_db()
    assert (day.sequence, day.changed_at) == (0, NOON)
    assert told(who["Ana"]) == []


def test_a_player_booked_twice_hears_of_both_dates_and_so_do_the_organizers_of_both():
    home, who = club("Ana")
    away, others = club(organizer="Otto")
    away.members.add(who["Ana"])
    first, two = matchday(home), matchday(away, 32, name="Away game")
    say(first, who["Ana"], "in")
    say(two, who["Ana"], "maybe")
    assert told(who["Ana"], "booked_twice") == []
    say(two, who["Ana"], "in")
    (mine,) = Notice.objects.filter(player=who["Ana"], kind="booked_twice")
    assert "Club night" in mine.text
    assert "Away game" in mine.text
    for organizer in (who["Olga"], others["Otto"]):
        (seen,) = Notice.objects.filter(player=organizer, kind="booked_twice")
        assert "Ana" not in seen.text
    say(two, who["Ana"], "out")
    say(two, who["Ana"], "in", at=1)
    assert Notice.objects.filter(kind="booked_twice").count() == 3


def test_organizers_read_nothing_of_a_closed_club_that_books_somebody_at_the_same_time():
    home, who = club("Ana")
    away, others = club(organizer="Otto")
    type(away).objects.filter(pk=away.pk).update(is_public=False)
    away.members.add(who["Ana"])
    first, two = matchday(home), matchday(away, 32, name="Secret game")
    say(first, who["Ana"], "in")
    say(two, who["Ana"], "in")
    (seen,) = Notice.objects.filter(player=who["Olga"], kind="booked_twice")
    assert "Club night" in seen.text
    assert "a private club" in seen.text
    assert "Secret" not in seen.subject + seen.text
    assert away.name not in seen.text
    for player in (who["Ana"], others["Otto"]):
        (seen,) = Notice.objects.filter(player=player, kind="booked_twice")
        assert "Secret game" in seen.text
        assert "Club night" in seen.text
    page = browser(who["Olga"]).get(f"/matchdays/{first.pk}/").content.decode()
    assert "<b>Ana</b>: also expected at a private club" in page
    assert "Secret" not in page
    page = browser(who["Ana"]).get(f"/matchdays/{first.pk}/").content.decode()
    assert "also expected at Secret game" in page
    away.members.add(who["Olga"])
    page = browser(who["Olga"]).get(f"/matchdays/{first.pk}/").content.decode()
    assert "also expected at Secret game" in page


def test_moving_a_matchday_into_another_one_tells_who_is_booked_twice_then():
    home, who = club("Ana")
    first, two = matchday(home), matchday(home, 60, name="Sunday")
    for day in (first, two):
        say(day, who["Ana"], "in")
    assert told(who["Ana"]) == []
    matchdays.change(two.pk, facts(31, name="Sunday"), by=BY, at=NOON)
    assert "Booked twice: Sunday" in told(who["Ana"])


def test_back_to_back_is_not_twice():
    home, who = club("Ana")
    for day in (matchday(home), matchday(home, 33)):
        say(day, who["Ana"], "in")
    assert told(who["Ana"]) == []
