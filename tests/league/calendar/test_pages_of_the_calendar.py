"""Situation: organizers, members and strangers look at the calendar of a club and use it."""

import datetime as dt
import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.calendar import matchdays, reminders
from league.calendar.attendance import attendance
from league.calendar.possible_rounds import rounds_of, with_rounds
from league.models import ClubCalendar, Competition, Matchday, Membership, Notice
from league.notifications import notice_emails
from league.rules.settings.stages import SEASON, StageSettings
from tests.games.sending import new_id
from tests.league import club_nights
from tests.league.calendar.club_calendar import BY, browser, club, matchday
from tests.league.notifications.recipients import somebody

pytestmark = pytest.mark.django_db


def tomorrow(hours: float = 24) -> dict:
    """The times of an evening that is still to come by the clock of the machine."""
    start = timezone.now().replace(microsecond=0, second=0) + dt.timedelta(hours=hours)
    return {"starts_at": start, "ends_at": start + dt.timedelta(hours=3)}


@pytest.fixture
def home():
    return club("Ana", "Bo")


def form(**changes) -> dict:
    usual = {"name": "Club night", "day": "2027-05-07", "starts": "19:00", "ends": "22:30"}
    return {"command_id": new_id(), **usual, "place": "The hall", **changes}


def test_an_organizer_puts_a_matchday_into_the_calendar_and_everybody_sees_it(home):
    made, who = home
    olga = browser(who["Olga"])
    answer = olga.post(f"/clubs/{made.slug}/calendar/new/", form())
    day = Matchday.objects.get()
    assertRedirects(answer, f"/matchdays/{day.pk}/")
    assert day.starts_at == dt.datetime(2027, 5, 7, 19, tzinfo=dt.UTC)
    inside = browser(who["Ana"]).get(f"/clubs/{made.slug}/calendar/")
    assertContains(inside, "Friday 7 May 2027, 19:00–\N{WORD JOINER}22:30")
    assertContains(inside, "The hall")
    outside = Client().get(f"/clubs/{made.slug}/calendar/")
    assertContains(outside, "Friday 7 May 2027")
    assertNotContains(outside, "The hall")
    assertNotContains(outside, ".ics")


def test_several_at_once_keep_the_hour_on_the_wall_and_past_midnight_is_the_next_day(home):
    made, who = home
    fields = form(times=3, every=14, starts="20:00", ends="00:30")
    browser(who["Olga"]).post(f"/clubs/{made.slug}/calendar/new/", fields)
    days = list(Matchday.objects.all())
    assert [day.starts_at.day for day in days] == [7, 21, 4]
    assert {day.ends_at - day.starts_at for day in days} == {dt.timedelta(hours=4.5)}


@pytest.mark.parametrize(
    ("entrants", "stage", "most"),
    [
        (0, {"format": "season", "rounds": 3}, 3),
        (0, {"format": "single_elimination"}, 50),
        (13, {"format": "double_elimination"}, 9),
        (5, {"format": "round_robin", "table_size": 2, "legs": 2}, 10),
        (9, {"format": "round_robin", "table_size": 3, "rounds": 4}, 4),
        (4, {"format": "arena", "evening_minutes": 60}, 50),
    ],
)
def test_a_matchday_can_have_the_rounds_that_its_competition_can_have(entrants, stage, most):
    club_nights.announced(entrants, **stage)
    assert [rounds_of(row) for row in with_rounds(Competition.objects.all())] == [[most]]


def test_the_rounds_to_choose_are_as_many_as_the_longest_competition_of_the_club_can_have(home):
    made, who = home
    Competition.objects.filter(pk=club_nights.announced(0, rounds=3).pk).update(club=made)
    page = browser(who["Olga"]).get(f"/clubs/{made.slug}/calendar/new/")
    assertContains(page, '<option value="3">Round 3</option>')
    assertNotContains(page, "Round 4")


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"day": "x"},
        {"starts": "25:00"},
        {"capacity": 0},
        {"competition": 77},
        {"round_number": 2},
        {"times": 99},
        {"remind_hours": "x"},
        {"name": "a\x00"},
        {"capacity": 10**30},
    ],
)
def test_nonsense_in_the_form_is_said_beside_its_field_and_announces_nothing(home, wrong):
    made, who = home
    answer = browser(who["Olga"]).post(f"/clubs/{made.slug}/calendar/new/", form(**wrong))
    assertContains(answer, "errorlist", status_code=422)
    assert not Matchday.objects.exists()


def test_one_tap_says_in_and_leads_back_to_where_it_was_said(home):
    made, who = home
    day = matchday(made, **tomorrow())
    ana = browser(who["Ana"])
    for path in (f"/clubs/{made.slug}/calendar/", "/me/calendar/"):
        assertContains(ana.get(path), 'value="maybe"')
        answer = ana.post(f"/matchdays/{day.pk}/answer/", {"answer": "in", "next": path})
        assertRedirects(answer, path)
    away = ana.post(f"/matchdays/{day.pk}/answer/", {"answer": "in", "next": "//evil.example/"})
    assertRedirects(away, f"/matchdays/{day.pk}/")
    assertContains(ana.get(f"/matchdays/{day.pk}/"), "You are in.")
    assert attendance(day).coming == [who["Ana"].pk]


def test_names_are_for_people_of_the_club_and_who_plays(home):
    made, who = home
    day = matchday(made, **tomorrow())
    for person in (None, somebody("Stranger")):
        page = (browser(person) if person else Client()).get(f"/matchdays/{day.pk}/")
        for word in ("Ana", "The hall", "Answer for someone", 'name="answer"'):
            assertNotContains(page, word)
    assertContains(browser(who["Bo"]).get(f"/matchdays/{day.pk}/"), "Ana")
    made.is_public = False
    made.save()
    assert Client().get(f"/matchdays/{day.pk}/").status_code == 403
    assert Client().get(f"/clubs/{made.slug}/calendar/").status_code == 403
    assert browser(who["Bo"]).get(f"/matchdays/{day.pk}/").status_code == 200


def test_only_organizers_announce_change_call_off_and_answer_for_others(home):
    made, who = home
    day = matchday(made, **tomorrow())
    _other, others = club(organizer="Otto")
    for client in (browser(who["Ana"]), browser(others["Otto"]), Client()):
        assert client.get(f"/clubs/{made.slug}/calendar/new/").status_code == 403
        assert client.post(f"/clubs/{made.slug}/calendar/new/", form()).status_code == 403
        assert client.get(f"/clubs/{made.slug}/calendar/settings/").status_code == 403
        assert client.post(f"/matchdays/{day.pk}/change/", form()).status_code == 403
        assert client.post(f"/matchdays/{day.pk}/life/", {"do": "call_off"}).status_code == 403
        asked = client.post(f"/matchdays/{day.pk}/answer/", {"answer": "in", "player": who["Bo"].pk})
        assert asked.status_code in (302, 403)
    assert attendance(day).coming == []
    assert Matchday.objects.get() == day
    olga = browser(who["Olga"])
    olga.post(f"/matchdays/{day.pk}/answer/", {"answer": "in", "player": who["Bo"].pk})
    assert attendance(day).coming == [who["Bo"].pk]
    for nonsense in ("x", 10**30, 999):
        assert (
            olga.post(f"/matchdays/{day.pk}/answer/", {"answer": "in", "player": nonsense}).status_code == 422
        )


def test_moving_asks_first_says_how_many_are_told_and_can_be_undone(home):
    made, who = home
    day = matchday(made, **tomorrow())
    olga, path = browser(who["Olga"]), f"/matchdays/{day.pk}/change/"
    assertContains(olga.get(path), 'value="Club night"')
    sure = olga.post(path, form(after=0))
    assertContains(sure, "3 people will be notified")
    assert Matchday.objects.get().sequence == 0
    assertRedirects(olga.post(path, form(after=0, sure=1)), f"/matchdays/{day.pk}/")
    assert Matchday.objects.get().starts_at.year == 2027
    assert olga.post(path, form(after=0, sure=1, name="x")).status_code == 409
    assertContains(olga.get(f"/matchdays/{day.pk}/"), "Undo the last change")
    olga.post(f"/matchdays/{day.pk}/life/", {"do": "undo", "after": 1})
    assert Matchday.objects.get().starts_at == day.starts_at


def test_a_change_that_notifies_nobody_needs_no_confirmation(home):
    made, who = home
    day = matchday(made, **tomorrow())
    times = {
        "day": f"{day.starts_at:%Y-%m-%d}",
        "starts": f"{day.starts_at:%H:%M}",
        "ends": f"{day.ends_at:%H:%M}",
    }
    browser(who["Olga"]).post(f"/matchdays/{day.pk}/change/", form(**times, capacity=8))
    assert Matchday.objects.get().capacity == 8
    assert not Notice.objects.exists()


def test_calling_off_twice_is_refused_in_words_and_it_comes_back(home):
    made, who = home
    day = matchday(made, **tomorrow())
    olga, path = browser(who["Olga"]), f"/matchdays/{day.pk}/life/"
    assert olga.post(path, {"do": "call_off", "after": 0}).status_code == 302
    assertContains(
        olga.post(path, {"do": "call_off"}), "This matchday is already called off", status_code=409
    )
    assertContains(olga.post(path, {"do": "restore", "after": 0}), "faster", status_code=409)
    assert olga.post(path, {"do": "x"}).status_code == 422
    assertContains(browser(who["Ana"]).get(f"/clubs/{made.slug}/calendar/"), "called off")
    assert olga.post(path, {"do": "restore", "after": 1}).status_code == 302
    assert not Matchday.objects.get().is_cancelled


def test_the_link_of_an_e_mail_answers_with_one_tap_and_looking_at_it_answers_nothing(home):
    made, who = home
    day = matchday(made, **tomorrow())
    reminders.remind(day.pk, at=timezone.now())
    notice_emails.send_waiting(now=timezone.now)
    (mine,) = (message for message in mail.outbox if message.to == [who["Ana"].user.email])
    into, _maybe, out = re.findall(r"http://127\.0\.0\.1:8000(/matchdays/said/\S+)", mine.body)
    phone = Client(enforce_csrf_checks=True)
    page = phone.get(into)
    assertContains(page, "data-send-at-once")
    assertContains(page, "send_at_once.js")
    assert attendance(day).coming == []
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())[1]
    done = phone.post(into, {"answer": "in", "csrfmiddlewaretoken": token})
    assertContains(done, "You are in.")
    assertNotContains(done, "send_at_once.js")
    assert attendance(day).coming == [who["Ana"].pk]
    phone.post(out, {"answer": "out", "csrfmiddlewaretoken": token})
    assert attendance(day).out == [who["Ana"].pk]
    assert phone.post(out, {"answer": "x", "csrfmiddlewaretoken": token}).status_code == 422
    assert phone.get("/matchdays/said/x/in/").status_code == 404
    matchdays.call_off(day.pk, by=BY, at=timezone.now())
    assertContains(
        phone.post(into, {"answer": "in", "csrfmiddlewaretoken": token}), "called off", status_code=409
    )


def test_a_player_booked_twice_sees_both_dates_and_the_organizer_sees_who(home):
    made, who = home
    day, other = matchday(made, **tomorrow()), matchday(made, **tomorrow(25), name="Away game")
    ana = browser(who["Ana"])
    for matchday_ in (day, other):
        ana.post(f"/matchdays/{matchday_.pk}/answer/", {"answer": "in"})
    assertContains(ana.get("/me/calendar/"), "Booked twice: also", count=2)
    for client in (ana, browser(who["Olga"])):
        page = client.get(f"/matchdays/{day.pk}/")
        assertContains(page, "<b>Ana</b>: also expected at Away game")
    assertNotContains(browser(who["Bo"]).get(f"/matchdays/{day.pk}/"), "Double booking")


def test_a_substitute_is_found_asked_and_steps_in(home):
    made, who = home
    facts = {"stages": [StageSettings(SEASON, table_size=3)], "rulebook": "classic", "by": BY}
    season = competitions.create(with_bots=True, club=made, name="Season", at=timezone.now(), **facts)
    competitions.enter(season.pk, players=[who["Ana"]], by=BY, at=timezone.now())
    day = matchday(made, **tomorrow(), competition=season, stage=1, round_number=2)
    olga, bo = browser(who["Olga"]), browser(who["Bo"])
    browser(who["Ana"]).post(f"/matchdays/{day.pk}/answer/", {"answer": "out"})
    assertContains(olga.get(f"/matchdays/{day.pk}/"), "Find a substitute")
    assertContains(bo.get(f"/matchdays/{day.pk}/"), "Round 2 of")
    path = f"/matchdays/{day.pk}/substitutes/1/"
    assert bo.get(path).status_code == 403
    assertContains(olga.get(path), "Bo")
    for _click in range(2):
        assertRedirects(olga.post(path, {"player": who["Bo"].pk, "command_id": "one"}), path)
    assertContains(olga.post(path, {"player": who["Ana"].pk}), "not in the competition", status_code=422)
    (asked,) = day.substitute_requests.all()
    page = f"/substitutes/{asked.pk}/"
    assert browser(who["Ana"]).get(page).status_code == 403
    assertContains(bo.get(page), "Can you step in?")
    assertRedirects(bo.post(page, {"answer": "yes"}), f"/matchdays/{day.pk}/")
    assert season.entrants.get(number=1).player == who["Bo"]
    assertContains(bo.post(page, {"answer": "no"}), "You have already stepped in", status_code=409)


def test_the_answer_of_someone_without_an_account_is_entered_by_the_organizer(home):
    made, who = home
    facts = {"stages": [StageSettings(SEASON, table_size=3)], "rulebook": "classic", "by": BY}
    season = competitions.create(with_bots=True, club=made, name="Season", at=timezone.now(), **facts)
    competitions.enter(season.pk, players=[who["Ana"]], by=BY, at=timezone.now())
    day = matchday(made, **tomorrow(), competition=season)
    paul = Player.objects.create(name="Paul")
    Membership.objects.create(club=made, player=paul)
    olga, path = browser(who["Olga"]), f"/matchdays/{day.pk}/substitutes/1/"
    assertContains(olga.get(path), 'Enter answer<span class="unseen"> of Paul</span>')
    sent = olga.post(path, {"player": paul.pk})
    (asked,) = day.substitute_requests.all()
    assertRedirects(sent, f"/substitutes/{asked.pk}/")
    assertContains(olga.get(f"/substitutes/{asked.pk}/"), "Yes, they will step in")


def test_an_empty_calendar_leads_on(home):
    made, who = home
    mine = browser(who["Ana"]).get("/me/calendar/")
    assertContains(mine, '<a class="button" href="/">Clubs and competitions</a>')
    assertContains(Client().get(f"/clubs/{made.slug}/calendar/"), "Competitions of the club")


def test_someone_who_could_step_in_is_booked_by_a_closed_club_of_which_nothing_more_is_said(home):
    made, who = home
    facts = {"stages": [StageSettings(SEASON, table_size=3)], "rulebook": "classic", "by": BY}
    season = competitions.create(with_bots=True, club=made, name="Season", at=timezone.now(), **facts)
    competitions.enter(season.pk, players=[who["Ana"]], by=BY, at=timezone.now())
    day = matchday(made, **tomorrow(), competition=season)
    away, _others = club(organizer="Otto")
    away.members.add(who["Bo"])
    elsewhere = matchday(away, **tomorrow(25), name="Secret game")
    browser(who["Bo"]).post(f"/matchdays/{elsewhere.pk}/answer/", {"answer": "in"})
    path = f"/matchdays/{day.pk}/substitutes/1/"
    assertContains(browser(who["Olga"]).get(path), "Booked elsewhere: Secret game")
    type(away).objects.filter(pk=away.pk).update(is_public=False)
    page = browser(who["Olga"]).get(path)
    assertContains(page, "Booked elsewhere: a private club")
    assertNotContains(page, "Secret")


def test_organizers_set_how_long_before_people_are_reminded(home):
    made, who = home
    olga, path = browser(who["Olga"]), f"/clubs/{made.slug}/calendar/settings/"
    assertContains(olga.get(path), '<option value="24" selected>')
    assert olga.post(path, {"remind_hours": "x"}).status_code == 422
    olga.post(path, {"remind_hours": 48})
    assert ClubCalendar.objects.get(club=made).remind_hours == 48
    assertContains(olga.get(path), '<option value="48" selected>')


def test_pages_cost_the_same_for_few_and_for_many(home, django_assert_num_queries):
    made, who = home
    ana = browser(who["Ana"])
    paths = {f"/clubs/{made.slug}/calendar/": 10, "/me/calendar/": 7}
    day = matchday(made, **tomorrow())
    paths[f"/matchdays/{day.pk}/"] = 9
    for number in range(2):
        for path, queries in paths.items():
            with django_assert_num_queries(queries):
                assert ana.get(path).status_code == 200
        for number_ in range(10):
            matchday(made, **tomorrow(50 + 10 * number_ + number))
            newcomer = somebody(f"P{number}.{number_}")
            Membership.objects.create(club=made, player=newcomer)
            matchdays.answer(day.pk, newcomer.pk, "in", by=BY, at=timezone.now())


def test_a_competition_has_a_calendar_of_its_own(home):
    made, _who = home
    facts = {"stages": [StageSettings(SEASON, table_size=3)], "rulebook": "classic", "by": BY}
    season = competitions.create(with_bots=True, club=made, name="Season", at=timezone.now(), **facts)
    guest = somebody("Guest")
    competitions.enter(season.pk, players=[guest], by=BY, at=timezone.now())
    matchday(made, **tomorrow(), competition=season, name="First")
    matchday(made, **tomorrow(), name="Other")
    page = browser(guest).get(f"/competitions/{season.pk}/calendar/")
    assertContains(page, "First")
    assertContains(page, "The hall")
    assertContains(page, ".ics")
    assertNotContains(page, "Other")
    assertNotContains(Client().get(f"/competitions/{season.pk}/calendar/"), "The hall")


def test_past_matchdays_are_on_a_list_of_their_own(home):
    made, _who = home
    matchday(made, name="Long ago")
    assertNotContains(Client().get(f"/clubs/{made.slug}/calendar/"), "Long ago")
    assertContains(Client().get(f"/clubs/{made.slug}/calendar/?past=1&page=x"), "Long ago")


def test_the_page_of_a_club_names_its_next_three_dates(client, home):
    made, _people = home
    assertContains(client.get(made.get_absolute_url()), "Nothing is announced.")
    for number, name in enumerate(("First", "Second", "Third", "Fourth"), start=1):
        matchday(made, name=f"{name} night", **tomorrow(24 * number))
    page = client.get(made.get_absolute_url())
    assertNotContains(page, "Nothing is announced.")
    for name in ("First", "Second", "Third"):
        assertContains(page, f"{name} night")
    assertNotContains(page, "Fourth night")


def test_a_calendar_of_many_dates_has_pages(home):
    made, who = home
    for number in range(32):
        matchday(made, name=f"Night {number}", **tomorrow(24 * number + 24))
    ana = browser(who["Ana"])
    first, second = ana.get("/me/calendar/"), ana.get("/me/calendar/?page=2")
    assert [page.content.decode().count("/matchdays/") > 0 for page in (first, second)] == [True, True]
    assertContains(first, "Night 29")
    assertNotContains(first, "Night 30")
    assertContains(first, 'href="?page=2"')
    assertContains(second, "Night 31")
