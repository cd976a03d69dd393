"""Situation: an organizer with fifty impatient people runs a competition from its page."""

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.models import Competition, Membership
from league.rules.competition.commands import OpenCheckIn, OpenRegistration, Pause, Start, Unpublish
from tests.games.playing import START
from tests.games.visiting import HTMX, log_in
from tests.league.club_nights import BY, announced, fresh, play_on, started
from tests.league.notifications.recipients import somebody

pytestmark = pytest.mark.django_db


def organizer(client, competition, name="Olga"):
    player = Player.objects.create(name=name)
    Membership.objects.create(club=competition.club, player=player, is_organizer=True)
    log_in(client, player)
    return player


def desk(client, competition, path="", **fields):
    return client.post(f"/competitions/{competition.pk}/{path}", fields)


def act(competition, *commands):
    for command in commands:
        competitions.act(competition.pk, command, by=BY, at=START)
    return fresh(competition)


def entrants(competition):
    return {entrant.player.name: entrant for entrant in competition.entrants.select_related("player")}


STATES = {
    "nobody is in": (
        lambda: announced(0),
        'Open entries, or <a href="#enter">enter players yourself</a>',
        "Open entries",
    ),
    "some are in": (lambda: announced(3), "Entrants: 3", "Open check-in"),
    "registration": (
        lambda: act(announced(3, limit=3), OpenRegistration()),
        "Entrants: 3 of 3",
        "Close entries",
    ),
    "check-in": (lambda: act(announced(3), OpenCheckIn("XYZ")), "0 of 3", "Check-in screen"),
    "being played": (lambda: started(4), "1 match in progress.", "Pause"),
    "played with real cards": (
        lambda: started(4, venue="physical"),
        "1 result is missing.",
        "Record results",
    ),
    "paused": (lambda: act(started(4), Pause()), "The competition is paused", "Resume"),
    "played elsewhere": (
        lambda: started(4, venue="elsewhere"),
        "1 result is missing",
        "Record results",
    ),
    "drawn by hand": (
        lambda: started(4, by_hand=True),
        "The next round is ready to be paired",
        "Publish round 1",
    ),
    "over": (lambda: play_on(started(4)), "The season is finished", "Archive"),
}


@pytest.mark.parametrize("state", STATES)
def test_the_desk_says_what_comes_next_and_has_the_button_for_it(client, state):
    made, sentence, button = STATES[state]
    competition = made()
    organizer(client, competition)
    page = client.get(f"/competitions/{competition.pk}/")
    assertContains(page, sentence)
    assertContains(page, button)


@pytest.mark.parametrize("who", ["member", "anonymous"])
def test_nobody_else_sees_the_desk_or_does_anything_from_it(client, who):
    competition = act(announced(3), OpenCheckIn("XYZWQ"))
    if who == "member":
        eve = Player.objects.create(name="Eve")
        Membership.objects.create(club=competition.club, player=eve)
        log_in(client, eve)
    page = client.get(f"/competitions/{competition.pk}/")
    assertNotContains(page, 'id="desk"')
    assertNotContains(page, "XYZWQ")
    for path in ("desk/", "door/", "entrants/1/"):
        answer = client.get(f"/competitions/{competition.pk}/{path}")
        assertNotContains(answer, "XYZWQ", status_code=403)
    posts = {
        "life/": {"do": "cancel"},
        "door/": {"do": "close"},
        "entrants/1/": {"do": "withdrawn"},
        "seed/": {"csv": "1", "list": "Player 1"},
        "enter/": {"new_name": "Zed"},
        "start/": {},
    }
    for path, fields in posts.items():
        assert desk(client, competition, path, **fields).status_code == 403, path
    assert fresh(competition).version == competition.version


def test_many_names_are_entered_at_once_with_their_clubs(client):
    competition = announced(0)
    organizer(client, competition)
    known = Player.objects.create(name="Zoe")
    Membership.objects.create(club=competition.club, player=known)
    names = "Ana Ferreira, North\n\n  Bo   Lindqvist \nzoe,South\n"
    sent = {"new_name": names, "is_sure": 1}
    assertRedirects(desk(client, competition, "enter/", **sent), f"/competitions/{competition.pk}/")
    players = entrants(competition)
    assert list(players) == ["Ana Ferreira", "Bo Lindqvist", "Zoe"]
    assert [record.team for record in players.values()] == ["North", "", "South"]
    assert players["Zoe"].player == known
    assert not competition.club.members.filter(name="Bo Lindqvist").exists()


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("Ana\nBo\nana", "Line 3: ana is listed twice."),
        (", North", "Line 1: A name is missing before the comma."),
        ("x" * 61, "Line 1: A name can have up to 60 characters."),
        ("Olga Two", "Line 1: Olga Two is already in this competition."),
        ("  ", "Tick a player, or write a name."),
    ],
)
def test_names_that_do_not_fit_are_said_by_line_and_nobody_is_entered(client, names, sentence):
    competition = announced(0)
    olga = organizer(client, competition, "Olga Two")
    competitions.enter(competition.pk, players=[olga], by=BY, at=START)
    page = desk(client, competition, "enter/", new_name=f"Cy\n{names}" if names.startswith("x") else names)
    sentence = sentence.replace("Line 1", "Line 2") if names.startswith("x") else sentence
    assertContains(page, sentence, status_code=422)
    assertContains(page, names.strip()[:20], status_code=422)  # what was written is still there
    assert competition.entrants.count() == 1


def test_someone_who_comes_when_all_places_are_taken_waits_and_moves_up(client):
    competition = announced(2, limit=2)
    organizer(client, competition)
    desk(client, competition, "enter/", new_name="Ana\nBo")
    page = client.get(f"/competitions/{competition.pk}/")
    assertContains(page, "Waiting list")
    assertContains(page, "Entrants: 2 of 2 · Waiting: 2")
    desk(client, competition, "entrants/1/", do="withdrawn")
    players = entrants(competition)
    assert (players["Ana"].is_waiting, players["Bo"].is_waiting) == (False, True)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [("withdrawn", "withdrew"), ("disqualified", "disqualified"), ("no_show", "did not come")],
)
def test_somebody_is_taken_out_and_comes_back(client, kind, sentence):
    competition = started(8, rounds=3)
    organizer(client, competition)
    assertContains(client.get(f"/competitions/{competition.pk}/entrants/2/"), "Remove")
    desk(client, competition, "entrants/2/", do=kind)
    assertContains(client.get(f"/competitions/{competition.pk}/"), f'<span class="tag">{sentence}</span>')
    assertContains(client.get(f"/competitions/{competition.pk}/entrants/2/"), "Readmit")
    desk(client, competition, "entrants/2/", do="back")
    assert not competition.entrants.get(number=2).withdrawn


def test_a_member_or_somebody_new_plays_instead(client):
    competition = started(4, rounds=2)
    olga = organizer(client, competition)
    desk(client, competition, "entrants/1/", do="substitute", player=olga.pk)
    desk(client, competition, "entrants/2/", do="substitute", name="Zed  Zulu")
    names = [entrant.player.name for entrant in competition.entrants.select_related("player")]
    assert names[:2] == ["Olga", "Zed Zulu"]
    for sent in ({"player": 999999}, {"player": "x"}, {"name": " "}, {"name": "x" * 61}):
        assert desk(client, competition, "entrants/3/", do="substitute", **sent).status_code == 422
    twice = {"do": "substitute", "player": olga.pk}
    assert desk(client, competition, "entrants/3/", **twice).status_code == 409
    assert names == [entrant.player.name for entrant in competition.entrants.select_related("player")]


def test_the_club_of_an_entrant_can_be_changed(client):
    competition = announced(2)
    organizer(client, competition)
    desk(client, competition, "entrants/1/", do="team", team=" North ")
    assert competition.entrants.get(number=1).team == "North"
    assertContains(client.get(f"/competitions/{competition.pk}/entrants/1/"), 'value="North"')


def test_families_are_named_by_organizers_and_seen_by_nobody_else(client):
    competition = announced(2)
    organizer(client, competition)
    for number in (1, 2):
        desk(client, competition, f"entrants/{number}/", do="party", party=" Smith ")
    assert competitions.look(competition.pk).parties() == {1: "Smith", 2: "Smith"}
    assertContains(client.get(f"/competitions/{competition.pk}/entrants/1/"), 'value="Smith"')
    for page in ("", "history/"):
        assertNotContains(Client().get(f"/competitions/{competition.pk}/{page}"), "Smith")


def test_after_a_family_is_kept_its_entrant_shows_who_belongs_to_it(client):
    competition = announced(2)
    organizer(client, competition)
    desk(client, competition, "entrants/1/", do="party", party="Smith")
    after = desk(client, competition, "entrants/2/", do="party", party="smith")
    page = f"/competitions/{competition.pk}/entrants/2/"
    assertRedirects(after, page, fetch_redirect_response=False)
    shown = client.get(page)
    assertContains(shown, 'value="Smith"')
    assertContains(shown, "Others with this word:")


def test_an_entrant_can_have_several_words_of_whom_not_to_meet(client):
    competition = announced(3)
    organizer(client, competition)
    for number, words in enumerate(("Novak; Car 2", "novak", "Car 2"), start=1):
        desk(client, competition, f"entrants/{number}/", do="party", party=words)
    shown = client.get(f"/competitions/{competition.pk}/entrants/1/")
    assertContains(shown, 'value="Novak; Car 2"')
    assertContains(shown, "Separate several words with semicolons")
    assertContains(shown, "Others with one of these words:")
    assert [entrant.number for entrant in shown.context["kin"]] == [2, 3]
    assert shown.context["words"] == ["Car 2", "Novak"]
    of_another = client.get(f"/competitions/{competition.pk}/entrants/2/")
    assert [entrant.number for entrant in of_another.context["kin"]] == [1]
    before = competitions.look(competition.pk).parties()
    answer = desk(client, competition, "entrants/1/", do="party", party=";".join("abcdefghijk"))
    assert "at most 10 words" in str(list(get_messages(answer.wsgi_request))) + answer.content.decode()
    assert competitions.look(competition.pk).parties() == before


def test_somebody_comes_late_to_a_season_and_not_to_a_knock_out(client):
    evening = started(4, rounds=3)
    organizer(client, evening)
    assertContains(client.get(f"/competitions/{evening.pk}/"), "Add a late entrant")
    desk(client, evening, "enter/", new_name="Late Larry")
    assert evening.entrants.count() == 5
    cup = started(4, format="single_elimination", table_size=2)
    organizer(client, cup)
    assertNotContains(client.get(f"/competitions/{cup.pk}/"), "Add a late entrant")
    page = desk(client, cup, "enter/", new_name="Late Larry")
    assertContains(page, "Players can enter only until the first pairings are published.", status_code=409)
    assert not Player.objects.filter(name="Late Larry", clubs=cup.club).exists()


def test_somebody_comes_late_to_a_cup_whose_pairings_were_taken_back(client):
    cup = started(4, format="single_elimination", table_size=2)
    organizer(client, cup)
    act(cup, Unpublish())
    assertContains(client.get(cup.get_absolute_url()), "No pairings are published: late entrants are paired")
    desk(client, cup, "enter/", new_name="Late Larry")
    assert cup.entrants.count() == 5
    assertContains(client.get(cup.get_absolute_url()), "make a new draft.")


def test_the_door_says_that_a_late_guest_needs_a_new_draft(client):
    cup = started(4, format="single_elimination", table_size=2)
    organizer(client, cup)
    act(cup, Unpublish())
    door = {"do": "guest", "name": "Late Larry"}
    page = client.post(f"/competitions/{cup.pk}/door/", door, follow=True)
    assertContains(page, "Late Larry is in.")
    assertContains(page, "The entrants have changed since the draft was made: make a new draft.")


def test_registration_opens_and_closes(client):
    competition = announced(2)
    organizer(client, competition)
    for wanted, status in (("open", "registration"), ("close", "planned")):
        desk(client, competition, "life/", do=wanted)
        assert fresh(competition).status == status
        assert desk(client, competition, "life/", do=wanted).status_code == 409


def test_a_pause_and_the_way_on(client):
    competition = started(4)
    organizer(client, competition)
    for wanted, is_paused in (("pause", True), ("resume", False)):
        desk(client, competition, "life/", do=wanted)
        assert fresh(competition).is_paused is is_paused


def test_called_off_with_a_reason_put_away_and_brought_back(client):
    competition = started(4)
    organizer(client, competition)
    desk(client, competition, "life/", do="cancel", reason="The hall is <flooded>")
    assertContains(client.get(f"/competitions/{competition.pk}/"), "The hall is &lt;flooded&gt;")
    desk(client, competition, "life/", do="archive")
    page = client.get(f"/clubs/{competition.club.slug}/").content.decode()
    assert page.index("Archive (1)") < page.index(competition.name)
    assert competition.name not in client.get("/").content.decode().split(">Competitions</h2>")[1]
    desk(client, competition, "life/", do="restore")
    assertNotContains(client.get(f"/clubs/{competition.club.slug}/"), "Archive (")


def test_a_running_competition_is_not_archived(client):
    competition = started(4)
    organizer(client, competition)
    page = desk(client, competition, "life/", do="archive")
    assertContains(page, "finish it or call it off first", status_code=409)


def test_someone_who_was_too_late_sees_how_it_stands_now(client):
    competition = announced(3)
    organizer(client, competition)
    seen = competition.version
    desk(client, competition, "enter/", new_name="Zoe")
    page = desk(client, competition, "start/", after=seen)
    assertContains(page, "Someone was faster", status_code=409)
    assertContains(page, "Zoe", status_code=409)
    assert fresh(competition).status == Competition.Status.PLANNED


@pytest.mark.parametrize("path", ["life/", "door/", "entrants/1/", "entrants/99/", "seed/", "enter/"])
def test_nonsense_is_answered_in_words(client, path):
    competition = announced(2)
    organizer(client, competition)
    nonsense = {"do": "\x00", "after": "²", "entrant": "٣", "seed_1": "x", "player": "x", "earlier": "9" * 30}
    for more in (
        {},
        {"do": "substitute", "name": "\x00"},
        {"do": "here", "entrant": "9" * 40},
        {"standings": 1},
    ):
        answer = desk(client, competition, path, **{**nonsense, **more})
        assert answer.status_code in (409, 422), more
    assert fresh(competition).version == competition.version


@pytest.mark.parametrize(("path", "more"), [("seed/", {}), ("seed/", {"do": "lot"}), ("start/", {})])
def test_a_seed_of_five_thousand_digits_is_no_error_of_the_server(client, path, more):
    competition = announced(2)
    organizer(client, competition)
    sent = {"seed_1": "9" * 5000, "seed_2": "1", "after": competition.version, **more}
    assert desk(client, competition, path, **sent).status_code in (302, 422)


def test_a_double_click_on_the_desk_does_it_once(client):
    competition = announced(3)
    organizer(client, competition)
    for _click in range(2):
        answer = desk(client, competition, "entrants/2/", do="withdrawn", command_id="one")
        assert answer.status_code == 302
    assert competition.entrants.filter(withdrawn=True).count() == 1


def test_the_desk_fetches_itself_when_something_has_happened(client):
    competition = announced(3)
    organizer(client, competition)
    url = f"/competitions/{competition.pk}/desk/"
    assert client.get(f"{url}?after={competition.version}", headers=HTMX).status_code == 204
    assertContains(client.get(f"{url}?after=1", headers=HTMX), "Player 3")
    assertContains(client.get(url), "<h1>Desk</h1>")


@pytest.mark.parametrize("how_many", [4, 24])
def test_the_desk_costs_the_same_queries_at_every_size(django_assert_max_num_queries, how_many):
    competition, client = announced(how_many), Client()
    organizer(client, competition)
    for path, most in (("", 15), ("desk/", 13), ("door/", 8), ("entrants/1/", 12)):
        with django_assert_max_num_queries(most):
            assert client.get(f"/competitions/{competition.pk}/{path}").status_code == 200
    act(competition, Start())
    with django_assert_max_num_queries(15):
        client.get(f"/competitions/{competition.pk}/")


@pytest.mark.parametrize(
    ("path", "most"), [("", 15), ("?desk", 15), ("desk/", 15), ("tables/", 15), ("results/", 15)]
)
def test_the_pages_of_a_second_night_with_real_cards_ask_little(django_assert_max_num_queries, path, most):
    night, client = started(8, venue="physical"), Client()
    organizer(client, night)
    Competition.objects.filter(pk=started(4, venue="physical").pk).update(club=night.club)
    with django_assert_max_num_queries(most):
        assert client.get(f"/competitions/{night.pk}/{path}").status_code == 200


def test_nobody_is_offered_the_people_of_last_time_as_late_entrants(client):
    last, evening = started(4), announced(5)
    Competition.objects.filter(pk=last.pk).update(club=evening.club)
    organizer(client, evening)
    page = evening.get_absolute_url()
    assertContains(client.get(page), "Enter all 4 players from Friday")
    act(evening, Start())
    assertContains(client.get(page), "Add a late entrant")
    assertNotContains(client.get(page), "players from Friday")


def test_names_that_were_typed_come_along_with_everyone_from_last_time(client):
    last, evening = started(4), announced(0)
    Competition.objects.filter(pk=last.pk).update(club=evening.club)
    organizer(client, evening)
    page = desk(client, evening, "enter/", last_time=1, new_name="Zoe\nPlayer 4")
    assert page.status_code == 302
    assert [entrant.player.name for entrant in evening.entrants.order_by("number")] == [
        *(f"Player {number}" for number in range(1, 5)),
        "Zoe",
    ]
    evening = announced(0)
    Competition.objects.filter(pk=last.pk).update(club=evening.club)
    Membership.objects.create(club=evening.club, player=Player.objects.get(name="Olga"), is_organizer=True)
    assert desk(client, evening, "enter/", last_time=1).status_code == 302
    assert evening.entrants.count() == 4


def test_a_name_that_is_nearly_a_members_is_asked_about_once(client):
    evening = announced(0)
    Membership.objects.create(club=evening.club, player=Player.objects.create(name="Nuala Byrne"))
    organizer(client, evening)
    page = desk(client, evening, "enter/", new_name="Nuala Byrn")
    assertContains(page, "Did you mean <b>Nuala Byrne</b>?", status_code=422)
    assertContains(page, 'data-instead="Nuala Byrn"', status_code=422)
    assert not evening.entrants.exists()
    assert desk(client, evening, "enter/", new_name="Nuala Byrn", is_sure=1).status_code == 302
    assert evening.entrants.get().player.name == "Nuala Byrn"


def test_a_name_that_a_member_has_is_that_member_or_someone_else_as_the_organizer_says(client):
    evening = announced(0)
    nuala = Player.objects.create(name="Nuala Byrne")
    Membership.objects.create(club=evening.club, player=nuala)
    organizer(client, evening)
    page = desk(client, evening, "enter/", new_name="nuala byrne")
    assertContains(page, "someone else, not the member", status_code=422)
    assert not evening.entrants.exists()
    sent = {"new_name": "nuala byrne", "is_sure": 1}
    assert desk(client, evening, "enter/", **sent, someone_else="nuala byrne").status_code == 302
    assert evening.entrants.get().player != nuala
    assert desk(client, evening, "enter/", **sent).status_code == 302
    assert evening.entrants.filter(player=nuala).exists()


def test_a_member_who_is_ticked_and_typed_is_entered_without_a_question(client):
    evening = announced(0)
    nuala = Player.objects.create(name="Nuala Byrne")
    Membership.objects.create(club=evening.club, player=nuala)
    organizer(client, evening)
    assert desk(client, evening, "enter/", new_name="Nuala Byrne", players=nuala.pk).status_code == 302
    assert evening.entrants.get().player == nuala


def test_a_list_of_more_people_than_are_found_at_a_glance_has_a_search(client):
    few, many = announced(8), announced(9)
    for made in (few, many):
        organizer(client, made)
        page = client.get(f"/competitions/{made.pk}/desk/")
        assert ("Find an entrant by name or club" in page.content.decode()) == (made == many)


@pytest.mark.parametrize("path", ["enter/", "entrants/1/"])
def test_where_no_bot_may_play_somebody_without_an_account_does_not_come_in_later(client, path):
    online = {"format": "swiss", "table_size": 4, "rounds": 3}
    evening = announced(0, with_bots=False, **online)
    competitions.enter(
        evening.pk, players=[somebody(f"Member {number}") for number in range(4)], by=BY, at=START
    )
    act(evening, Start())
    organizer(client, evening)
    sent = {"new_name": "Zoe"} if path == "enter/" else {"do": "substitute", "name": "Zoe"}
    page = desk(client, evening, path, **sent)
    assertContains(page, "Zoe has no account and cannot play online", status_code=422)
    assert not Player.objects.filter(name="Zoe").exists()
    evening = started(4, with_bots=True, **online)
    organizer(client, evening, "Bea")
    assert desk(client, evening, path, **sent).status_code == 302


def test_organizers_read_who_is_in_once_and_everybody_else_does_too(client):
    evening = announced(3)
    organizer(client, evening)
    for page in (client.get(evening.get_absolute_url()), Client().get(evening.get_absolute_url())):
        assertContains(page, "Player 2</", count=page.content.decode().count("Player 1</"))
    mine = client.get(evening.get_absolute_url())
    assertNotContains(mine, '<ol class="entrants">')
    assertContains(mine, "&amp;desk")
    again = client.get(evening.get_absolute_url(), {"after": "0", "desk": ""}, headers=HTMX)
    assertNotContains(again, '<ol class="entrants">')
    assertContains(Client().get(evening.get_absolute_url()), '<ol class="entrants">')


def test_where_all_places_are_taken_organizers_let_somebody_in_all_the_same(client):
    evening = announced(3, limit=2)
    organizer(client, evening)
    assertContains(client.get(evening.get_absolute_url()), "All 2 spaces are taken")
    waiting = entrants(evening)["Player 3"]
    path = f"entrants/{waiting.number}/"
    assertContains(client.get(f"/competitions/{evening.pk}/{path}"), "Admit from the waiting list")
    desk(client, evening, path, do="late")
    assert entrants(evening)["Player 3"].is_waiting
    desk(client, evening, path, do="late", beyond_limit="on")
    assert not entrants(evening)["Player 3"].is_waiting
    desk(client, evening, "enter/", new_name="Ada", beyond_limit="on")
    assert not entrants(evening)["Ada"].is_waiting
    desk(client, evening, "enter/", new_name="Bob")
    assert entrants(evening)["Bob"].is_waiting


def test_someone_who_comes_back_where_all_places_are_taken_comes_with_a_warning(client):
    evening = announced(3, limit=2)
    organizer(client, evening)
    path = f"entrants/{entrants(evening)['Player 1'].number}/"
    desk(client, evening, path, do="withdrawn")
    assertContains(client.get(f"/competitions/{evening.pk}/{path}"), "Readmit Player 1 anyway")
    assertContains(desk(client, evening, path, do="back"), "All 2 spaces are taken", status_code=409)
    desk(client, evening, path, do="back", beyond_limit="on")
    assert not entrants(evening)["Player 1"].withdrawn


def test_the_desk_of_a_night_has_what_comes_next_the_tables_and_the_standings(client):
    night = started(8, venue="physical")
    organizer(client, night)
    page = client.get(f"/competitions/{night.pk}/desk/")
    assertContains(page, "2 results are missing.")
    tables = f"/competitions/{night.pk}/tables/?at=desk&show=&tables="
    assertContains(page, f'hx-get="{tables.replace("&", "&amp;")}"')
    part = client.get(tables, headers=HTMX)
    assertContains(part, 'class="floor__table ', count=2)
    assertContains(part, 'name="at" value="desk"')
    assertNotContains(part, "Pause all")
    assertContains(page, f'data-stream="/competitions/{night.pk}/tables/stream/')
    assertContains(page, f'hx-get="/competitions/{night.pk}/?desk"')


def test_an_act_at_the_tables_of_the_desk_leads_back_to_it(client):
    night = started(8, venue="physical")
    organizer(client, night)
    answer = desk(client, night, "timer/", do="start", minutes=40, at="desk", show="running")
    assertRedirects(answer, f"/competitions/{night.pk}/desk/?show=running")
    assertContains(client.get(f"/competitions/{night.pk}/desk/?show=called"), "&amp;show=called")
    assertRedirects(desk(client, night, "life/", do="pause"), f"/competitions/{night.pk}/desk/")


def test_a_start_with_a_draft_leads_to_it_and_publishing_to_the_desk(client):
    night = announced(8, venue="physical", by_hand=True)
    organizer(client, night)
    draft = f"/competitions/{night.pk}/draft/"
    assertRedirects(desk(client, night, "start/", draft="1"), draft)
    published = desk(client, night, "draft/publish/", after=fresh(night).version)
    assertRedirects(published, f"/competitions/{night.pk}/desk/")


def test_thirty_tables_have_a_map_and_another_competition_of_the_night_a_link(client):
    night = started(36, venue="physical")
    organizer(client, night)
    other = competitions.create(
        club=night.club, name="Juniors", stages=night_stages(night), rulebook="classic", by=BY, at=START
    )
    competitions.enter(other.pk, players=list(Player.objects.all()[:4]), by=BY, at=START)
    competitions.act(other.pk, OpenCheckIn("ABCDE"), by=BY, at=START)
    page = client.get(f"/competitions/{night.pk}/desk/")
    part = client.get(f"/competitions/{night.pk}/tables/?at=desk", headers=HTMX)
    assertContains(part, 'class="floor__to ', count=9)
    assertContains(page, f'<a href="/competitions/{other.pk}/desk/">Juniors</a>')


def night_stages(night):
    return competitions.look(night.pk).settings.stages
