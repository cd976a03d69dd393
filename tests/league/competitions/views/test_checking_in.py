"""Situation: before the start everybody says that they are here, on their phones or at the desk."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.competitions.entrants.check_in import CODE_LENGTH, LETTERS, new_code
from league.competitions.entrants.entering import guests_of
from league.models import Membership
from league.rules.competition.commands import CloseCheckIn, OpenCheckIn, Withdraw
from tests.games.playing import START
from tests.games.visiting import HTMX, log_in
from tests.league.club_nights import BY, announced, fresh, started
from tests.league.organizing import organizer, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    made = announced(3)
    competitions.act(made.pk, OpenCheckIn("CDFGH"), by=BY, at=START)
    return fresh(made)


@pytest.fixture
def olga(competition):
    """The browser of an organizer."""
    player, client = Player.objects.create(name="Olga"), Client()
    Membership.objects.create(club=competition.club, player=player, is_organizer=True)
    log_in(client, player)
    return client


def phone_of(competition, number):
    client = Client()
    log_in(client, competition.entrants.get(number=number).player)
    return client


def door(client, competition, **fields):
    return client.post(f"/competitions/{competition.pk}/door/", fields)


def here(competition):
    return [entrant.number for entrant in competition.entrants.filter(is_here=True)]


def test_a_code_has_no_letters_that_look_alike():
    assert not set("0O1IL2Z5S8BUV") & set(LETTERS)
    codes = {new_code() for _ in range(50)}
    assert len(codes) > 45
    assert all(len(code) == CODE_LENGTH and set(code) <= set(LETTERS) for code in codes)


def test_the_screen_shows_code_and_qr_and_the_missing_first(olga, competition):
    page = olga.get(f"/competitions/{competition.pk}/door/")
    assertContains(page, '<p class="door__code">CDFGH</p>')
    assertContains(page, '<svg viewBox="0 0')
    assert f"testserver/competitions/{competition.pk}/check-in/" in strip_tags(page.content.decode())
    text = page.content.decode()
    assert text.index("Not here: 3") < text.rindex("Player 1") < text.index("Here: 0")
    assert "style=" not in text


def test_an_entrant_checks_in_with_the_link_of_the_qr_code(competition):
    phone = phone_of(competition, 2)
    assertContains(phone.get(f"/competitions/{competition.pk}/"), "Check in")
    link = f"/competitions/{competition.pk}/check-in/?code=CDFGH"
    assertContains(phone.get(link), 'value="CDFGH"')
    assert here(competition) == []  # opening the link alone changes nothing
    answer = phone.post(f"/competitions/{competition.pk}/check-in/", {"code": "cdfgh "})
    assertRedirects(answer, f"/competitions/{competition.pk}/")
    assert here(competition) == [2]
    assertContains(phone.get(link), "You are checked in")


def test_a_wrong_code_is_said_where_it_was_written(competition):
    page = phone_of(competition, 2).post(f"/competitions/{competition.pk}/check-in/", {"code": "XXXXX"})
    assertContains(page, "This is not today’s check-in code", status_code=422)
    assertContains(page, 'value="XXXXX"', status_code=422)
    assert here(competition) == []


def test_someone_who_is_not_entered_is_sent_to_the_desk(competition):
    stranger = Client()
    log_in(stranger, Player.objects.create(name="Eve"))
    url = f"/competitions/{competition.pk}/check-in/"
    assertContains(stranger.get(url), "You are not entered here")
    assertContains(stranger.post(url, {"code": "CDFGH"}), "You are not entered here", status_code=409)
    assertContains(Client().get(f"{url}?code=CDFGH"), "next=/competitions/")
    assertContains(Client().post(url, {"code": "CDFGH"}), "Log in")
    assert here(competition) == []


def test_the_desk_ticks_a_name_and_takes_it_back(olga, competition):
    door(olga, competition, do="here", entrant=3)
    assert here(competition) == [3]
    page = olga.post(f"/competitions/{competition.pk}/door/", {"do": "away", "entrant": 3}, headers=HTMX)
    assertContains(page, '<section id="door"')
    assertNotContains(page, "<h1>")
    assert here(competition) == []


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_refusal_at_the_door_leaves_the_list_and_the_typed_name_there(olga, competition, headers):
    fields = {"do": "guest", "name": "Player 2"}
    page = olga.post(f"/competitions/{competition.pk}/door/", fields, headers=headers)
    assertContains(page, "is already in this competition", status_code=422)
    assertContains(page, '<section id="door"', status_code=422)
    assertContains(page, 'value="Player 2"', status_code=422)
    assertContains(page, "Not here: 3", status_code=422)
    assert ("<h1>" in page.content.decode()) == (not headers)


def test_closing_takes_nobody_out_unless_that_is_chosen(olga, competition):
    door(olga, competition, do="here", entrant=1)
    door(olga, competition, do="close")
    assert competition.entrants.filter(withdrawn=True).count() == 0
    assertContains(
        olga.get(f"/competitions/{competition.pk}/"),
        "Not here, removed at the start: Player 2, Player 3",
    )
    door(olga, competition, do="here", entrant=2)  # comes running
    door(olga, competition, do="open")
    assert here(competition) == [1, 2]
    door(olga, competition, do="take_out")
    assert [entrant.gone for entrant in competition.entrants.all()] == ["", "", "no_show"]


def test_outside_the_window_nobody_checks_in(competition):
    phone = phone_of(competition, 1)
    competitions.act(competition.pk, CloseCheckIn(), by=BY, at=START)
    url = f"/competitions/{competition.pk}/check-in/"
    assertContains(phone.get(url), "The check-in is not open.")
    assert phone.post(url, {"code": "CDFGH"}).status_code == 409


def test_the_screen_fetches_itself_when_somebody_has_come(olga, competition):
    url = f"/competitions/{competition.pk}/door/"
    assert olga.get(f"{url}?after={competition.version}", headers=HTMX).status_code == 204
    assertContains(olga.get(f"{url}?after=1", headers=HTMX), "Not here: 3")


def test_a_guest_who_is_on_no_list_comes_in_by_name_in_one_step(olga, competition):
    page = olga.get(f"/competitions/{competition.pk}/door/")
    assertContains(page, "Someone who is not on the list")
    door(olga, competition, do="guest", name="  Nora   Late ")
    guest = competition.entrants.get(player__name="Nora Late")
    assert (guest.is_here, guest.player.user_id) == (True, None)
    assert not competition.club.members.filter(name="Nora Late").exists()
    assert guest.player in guests_of(competition.club)
    for name, words in (("Nora Late", "is already in this competition"), ("  ", "write a name")):
        answer = door(olga, competition, do="guest", name=name)
        assertContains(answer, words, status_code=422)
    assert competition.entrants.count() == 4


def test_a_name_that_is_nearly_one_of_the_list_is_asked_about_and_not_entered_twice(olga, competition):
    Player.objects.filter(entries__competition=competition, entries__number=2).update(name="Nuala Byrne")
    answer = door(olga, competition, do="guest", name="Nuala Byrn")
    assertContains(answer, "Did you mean <b>Nuala Byrne</b>?", status_code=422)
    assertContains(answer, 'value="Nuala Byrn"', status_code=422)
    assertContains(answer, '<input type="hidden" name="entrant" value="2">', count=2, status_code=422)
    door(olga, competition, do="here", entrant=2)
    answer = door(olga, competition, do="guest", name="Nuala Byrn")
    assertContains(answer, "Nuala Byrne has entered already.", status_code=422)
    assert competition.entrants.count() == 3
    door(olga, competition, do="guest", name="Nuala Bern", sure_of="Nuala Byrn")
    assert competition.entrants.count() == 3, "sure of another name"
    door(olga, competition, do="guest", name="Nuala Byrn", sure_of="Nuala Byrn")
    assert competition.entrants.get(player__name="Nuala Byrn").is_here


def test_a_name_being_typed_and_the_question_about_it_stay_when_somebody_else_comes(olga, competition):
    Player.objects.filter(entries__competition=competition, entries__number=2).update(name="Nuala Byrne")
    url, asked = f"/competitions/{competition.pk}/door/", {"name": "Nuala Byrn", "sure_of": "Nuala Byrn"}
    for answer in (
        olga.get(url, {"after": 1, **asked}, headers=HTMX),
        olga.post(url, {"do": "here", "entrant": 1, **asked}, headers=HTMX),
    ):
        assertContains(answer, 'value="Nuala Byrn"', count=2)
        assertContains(answer, "Did you mean <b>Nuala Byrne</b>?")
    assert here(competition) == [1]


def test_a_name_that_is_nearly_a_member_is_asked_about_and_the_member_can_be_used(olga, competition):
    member = Player.objects.create(name="Nuala Byrne")
    Membership.objects.create(club=competition.club, player=member, is_member=True)
    answer = door(olga, competition, do="guest", name="Nuala Byrn")
    assertContains(answer, "Use Nuala Byrne", status_code=422)
    assertContains(answer, '<input type="hidden" name="name" value="Nuala Byrne">', status_code=422)
    assert competition.entrants.count() == 3
    door(olga, competition, do="guest", name="Nuala Byrne")
    assert competition.entrants.get(player=member).is_here


def test_a_name_that_is_nearly_that_of_somebody_who_is_out_leads_there(olga, competition):
    Player.objects.filter(entries__competition=competition, entries__number=2).update(name="Nuala Byrne")
    competitions.act(competition.pk, Withdraw(2), by=BY, at=START)
    answer = door(olga, competition, do="guest", name="Nuala Byrn")
    assertContains(answer, "Nuala Byrne is out of this competition.", status_code=422)
    assertContains(answer, f"/competitions/{competition.pk}/entrants/2/", status_code=422)


def test_a_guest_whose_name_holds_a_comma_is_called_so(olga, competition):
    door(olga, competition, do="guest", name="Smith, John")
    assert competition.entrants.get(player__name="Smith, John").is_here


def test_the_draw_is_made_with_those_who_are_here_and_a_late_guest_is_in_the_next(olga, competition):
    for number in (1, 2):
        door(olga, competition, do="here", entrant=number)
    page = olga.get(f"/competitions/{competition.pk}/door/")
    assertContains(page, "<b>1 player is not here yet.</b>")
    assertContains(page, "Pair the players here: 2")
    olga.post(f"/competitions/{competition.pk}/start/", {"after": fresh(competition).version})
    assert competition.entrants.get(number=3).gone == "no_show"
    assertContains(olga.get(f"/competitions/{competition.pk}/door/"), "Late entrant")
    door(olga, competition, do="guest", name="Nora")
    state = competitions.look(competition.pk)
    assert state.entrants[4].number in state.stage.groups[0]
    assert 4 not in state.stage.matches["R1.1"].entrants


def test_of_very_many_names_a_page_is_listed_and_the_others_are_searched_for():
    hall = announced(130)
    competitions.act(hall.pk, OpenCheckIn("CDFGH"), by=BY, at=START)
    olga, url = organizer(hall), f"/competitions/{hall.pk}/door/"
    page = olga.get(url)
    assertContains(page, "Not here: 130")
    assertContains(page, 'value="here"', count=120)
    assertContains(page, "Page 1 of 2")
    assertContains(olga.get(url, {"missing": 2}), 'value="here"', count=10)
    searched = f"{url}?who=player+13"
    assertContains(olga.get(searched), 'value="here"', count=2)  # 13 and 130
    assertRedirects(olga.post(searched, {"do": "here", "entrant": 13}), searched)
    page = olga.post(searched, {"do": "here", "entrant": 130}, headers=HTMX)
    assertContains(page, 'value="player 13"')
    assertContains(page, "No one of that name", count=1)
    assertContains(page, 'value="away"', count=2)
    assertNotContains(page, "Player 12")


@pytest.mark.parametrize("missing", [3, 30])
def test_taking_out_many_reads_no_more_than_taking_out_few(missing):
    full = announced(missing)
    competitions.act(full.pk, OpenCheckIn("CDFGH"), by=BY, at=START)
    with CaptureQueriesContext(connection) as asked:
        competitions.act(full.pk, CloseCheckIn(no_shows=True), by=BY, at=START)
    assert full.entrants.filter(gone="no_show").count() == missing
    assert sum(query["sql"].startswith("SELECT") for query in asked) <= 8


def test_somebody_late_in_a_league_without_check_in_reads_nothing_of_a_check_in_and_gets_a_division():
    season = started(8, rounds=3, groups=2)
    olga = organizer(season)
    door = f"/competitions/{season.pk}/door/"
    page = olga.get(door)
    assertContains(page, "<h1>Late entrant</h1>")
    assertNotContains(page, "Check-in has ended")
    post(olga, door, do="guest", name="Nora Late", division="1")
    late = season.entrants.get(player__name="Nora Late")
    assert late.number in competitions.look(season.pk).stage.groups[0]
    olga.post(f"/competitions/{season.pk}/enter/", {"new_name": "Otto Late", "division": "2"})
    otto = season.entrants.get(player__name="Otto Late")
    assert otto.number in competitions.look(season.pk).stage.groups[1]
