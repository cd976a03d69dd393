"""Situation: people come to the lobby, without an account, as a guest, or logged in."""

import datetime as dt
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import tables
from games.models import InvitedOnly, Player, Seat, Table
from games.puzzles import queries
from league import views
from league.calendar import matchdays
from league.models import Club, Match, Membership
from tests.games.playing import START, deal, dealt, open_table, play_out, player, players
from tests.games.puzzles.made_puzzles import puzzle
from tests.games.scoresheets.writing_down import deal as end_of_deal
from tests.games.scoresheets.writing_down import real_cards, record
from tests.games.visiting import log_in
from tests.league.club_nights import announced, matches, started

pytestmark = pytest.mark.django_db


def a_busy_evening(size):
    """Make the same number of open, running and finished tables, and of competitions."""
    for _number in range(size):
        open_table("Ana bot", seats=4)
        deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
        finished = open_table("bot bot", options={"target_score": 20})
        tables.start(finished.pk, by="organizer:1", at=START)
        play_out(finished)
        announced(2)


def test_an_empty_lobby_says_what_to_do(client):
    page = client.get("/")
    for words in (
        "No tables are waiting",
        "No one is playing right now",
        "No competition yet",
        "No match has been",
    ):
        assertContains(page, words)


def test_the_lobby_costs_the_same_queries_whatever_is_going_on(client, django_assert_max_num_queries):
    log_in(client, players("Eve")[0])
    puzzle(daily_on=queries.today())
    for size in (1, 3):
        a_busy_evening(size)
        with django_assert_max_num_queries(15):
            page = client.get("/")
    assertContains(page, ">Sit<", count=4)
    assertContains(page, ">Watch<", count=4)
    assertContains(page, ">Replay<", count=5)  # the match of the puzzle, too


def tables_of_the_lobby(client, page, **also):
    """What a page of the lobby fetches again every few seconds."""
    address = re.search(r'id="tables"[^>]* hx-get="([^"]+)"', page.content.decode())[1].replace("&amp;", "&")
    return client.get(address, headers={"HX-Request": "true"}, **also)


def test_an_open_lobby_learns_that_a_match_has_begun(client, django_assert_max_num_queries):
    table, other = open_table("Ana", seats=2, name="Soon"), open_table("Bo", seats=2, name="Later")
    page = client.get("/")
    with django_assert_max_num_queries(1):
        assert tables_of_the_lobby(client, page).status_code == 204
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=START)
    with django_assert_max_num_queries(3):
        news = tables_of_the_lobby(client, page)
    assertNotContains(news, f"/tables/{table.pk}/sit/")
    assertContains(news, f"/tables/{other.pk}/sit/")
    assertContains(news, '>Watch<span class="unseen"> Soon<')
    assertNotContains(news, "Competitions")
    assert tables_of_the_lobby(client, news).status_code == 204


def test_an_open_lobby_learns_who_sat_down(client):
    table = open_table("Ana", seats=3)
    page = client.get("/")
    tables.sit(table.pk, player=players("Bo")[0], at=START)
    assertContains(tables_of_the_lobby(client, page), "Ana, Bo, free seat")


def test_an_open_lobby_stays_on_its_page_of_the_list(client):
    for number in range(views.SHOWN_AT_MOST + 1):
        open_table("Ana", seats=2, name=f"Table {number:02}")
    page = client.get("/?free=2")
    assertContains(page, ">Sit<", count=1)
    open_table("Ana", seats=2, name="New")
    assertContains(tables_of_the_lobby(client, page), ">Sit<", count=2)


def refused_a_seat(client, address, **facts):
    """The words and the links of the page that refuses a seat."""
    page = client.post(address, facts)
    assert page.status_code == 409
    words = page.content.decode().partition('role="alert">')[2].partition("<")[0]
    return words, re.findall(r'class="button[^"]*" href="([^"]+)"', page.content.decode())


def test_a_latecomer_without_a_seat_is_led_to_the_table(client):
    table, full = open_table("Ana", seats=2), open_table("Cy Di")
    tables.start(table.pk, fill_with_bots=True, by="organizer:1", at=START)
    begun = ("The match has already begun.", [f"/tables/{table.pk}/", "/"])
    assert refused_a_seat(client, f"/guest/?table={table.pk}", name="Zed") == begun
    arabic = str(table.pk).translate({48 + digit: 0x660 + digit for digit in range(10)})
    assert refused_a_seat(Client(), f"/guest/?table={arabic}", name="Zoe") == begun
    asked = Client().get(f"/guest/?table={table.pk}", follow=True)
    assert asked.redirect_chain == [(f"/tables/{table.pk}/", 302)]
    assertContains(asked, begun[0])
    log_in(client, players("Bo")[0])
    assert refused_a_seat(client, f"/tables/{table.pk}/sit/") == begun
    taken = ("All seats of this table are taken.", [f"/tables/{full.pk}/", "/"])
    assert refused_a_seat(client, f"/tables/{full.pk}/sit/") == taken
    assertContains(client.get(f"/tables/{table.pk}/"), "You are watching")


def test_a_guest_with_too_many_tables_is_led_to_them(client):
    for _table in range(3):
        assert client.post("/play-now/").status_code == 302
    page = client.post("/play-now/", headers={"Referer": "http://testserver/rules/"})
    assertContains(page, "You already have 3 tables", status_code=429)
    assertContains(page, '<a class="button button--main" href="/">Your matches</a>', status_code=429)
    for code in ("/guest/?table=x", "/guest/?table=", "/guest/"):
        assert client.post(code, {"name": ""}).status_code < 500


def test_the_puzzle_of_the_day_is_there_until_its_match_is_no_longer_public(client):
    made = puzzle(daily_on=queries.today())
    assertContains(client.get("/"), f'href="{made.get_absolute_url()}"')
    InvitedOnly.objects.create(table_id=made.analysis_id, key="k")
    assertNotContains(client.get("/"), "Puzzle of the day")


def test_clubs_stand_in_the_order_of_the_reader_s_alphabet(client):
    for slug, name in (("a", "Chwarel"), ("b", "Cwm"), ("c", "Ágora")):
        Club.objects.create(name=name, slug=slug)
    page = client.get("/", headers={"Accept-Language": "cy"}).content.decode()
    assert page.index("Ágora") < page.index("Cwm") < page.index("Chwarel")
    english = client.get("/", headers={"Accept-Language": "en"}).content.decode()
    assert english.index("Chwarel") < english.index("Cwm")


def test_a_leader_plays_only_once_somebody_leads(client):
    evening = started(8, format="swiss")
    assert len(matches(evening)) > 1
    assertNotContains(client.get("/"), "The leader plays")
    evening.entrants.filter(number__gt=1).update(rank=2)
    assertContains(client.get("/"), "The leader plays", count=1)


def test_my_own_matches_come_first(client):
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    log_in(client, player(table, "A"))
    page = client.get("/").content.decode()
    assert page.index("Your matches") < page.index("Free seats")


def test_my_competitions_of_tonight_are_the_first_thing(client):
    cup = started(4, name="My cup", venue="physical")
    started(4, name="Cup of others", club=cup.club)
    entrant = cup.entrants.select_related("player").first().player
    olga = players("Olga")[0]
    Membership.objects.create(club=cup.club, player=olga, is_organizer=True)
    log_in(client, olga)
    page = client.get("/").content.decode()
    assert page.index("Running now") < page.index("My cup") < page.index("<h1>")
    assert page.index("Cup of others") < page.index("<h1>")
    assert f'href="/competitions/{cup.pk}/desk/"' in page
    log_in(client, entrant)
    page = client.get("/").content.decode()
    assert page.index("My cup") < page.index("You are at") < page.index("<h1>") < page.index("Cup of others")
    assert "/desk/" not in page
    log_in(client, players("Sky")[0])
    for other in (Client(), client):
        assert "Running now" not in other.get("/").content.decode()


def test_a_visitor_sits_with_nothing_but_a_name(client):
    table = open_table("Ana", seats=3)
    asked = client.post(f"/tables/{table.pk}/sit/", {"seat": 2})
    assertRedirects(asked, f"/guest/?table={table.pk}&seat=2")
    assertRedirects(client.post(asked.url, {"name": "  Mia   Long "}), f"/tables/{table.pk}/")
    seat = table.seats.select_related("player__user").get(index=2)
    assert seat.player.name == "Mia Long"
    assert not seat.player.user.has_usable_password()


def test_merely_opening_the_link_seats_nobody(client):
    table = open_table("Ana", seats=3)
    log_in(client, players("Eve")[0])
    assertRedirects(client.get(f"/guest/?table={table.pk}"), f"/tables/{table.pk}/")
    assert not table.seats.filter(player__name="Eve").exists()


def test_a_nameless_guest_is_asked_again(client):
    answer = client.post("/guest/", {"name": "   "})
    assert answer.status_code == 422
    assert not Player.objects.exists()


def test_sitting_twice_is_sitting_once(client):
    table = open_table("Ana", seats=4)
    log_in(client, players("Eve")[0])
    for _click in range(2):
        assertRedirects(client.post(f"/tables/{table.pk}/sit/"), f"/tables/{table.pk}/")
    assert table.seats.filter(player__name="Eve").count() == 1


def test_a_guest_opens_a_table_with_bots(client):
    assertRedirects(client.get("/tables/new/"), "/guest/?next=/tables/new/")
    client.post("/guest/?next=/tables/new/", {"name": "Mia"})
    wish = {"rulebook": "classic", "seats": 4, "bots": 2, "target": 200, "turn_seconds": 60}
    client.post("/tables/new/", wish)
    table = Table.objects.get()
    assert [seat.is_bot for seat in table.seats.all()] == [False, True, True, False]
    assert (table.name, table.host.name, table.options) == ("Classic for 4", "Mia", {"target_score": 200})


def test_a_table_without_a_name_is_named_after_its_rulebook_and_the_points_it_is_played_to(client):
    log_in(client, players("Mia")[0])
    wish = {"rulebook": "elimination-500", "seats": 4, "bots": 3, "turn_seconds": 60}
    client.post("/tables/new/", wish | {"target": 50})
    client.post("/tables/new/", wish | {"target": ""})
    names = [table.name for table in Table.objects.order_by("pk")]
    assert names == ["Elimination to 50 for 4", "Elimination to 500 for 4"]
    assertContains(client.get("/"), "Elimination to 50 for 4")


@pytest.mark.parametrize("path", ["/tables/new/", "/tables/new/real-cards/"])
def test_the_target_of_a_new_table_says_between_which_numbers_it_may_be(client, path):
    log_in(client, players("Mia")[0])
    page = client.get(path)
    field = page.context["form"].fields["target"]
    assertContains(page, f"{field.min_value} to {field.max_value}; leave empty")


def test_a_table_without_a_target_of_its_own_plays_to_that_of_its_rulebook(client):
    log_in(client, players("Mia")[0])
    wish = {"rulebook": "russian-low-200", "seats": 3, "bots": 2, "target": "", "turn_seconds": 60}
    client.post("/tables/new/", wish)
    table = Table.objects.get()
    assert table.options["target_score"] == 200
    assertContains(client.get(f"/tables/{table.pk}/"), table.name)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"seats": 3, "bots": 3}, "With 3 seats there is room for 2 bots"),
        ({"seats": 11}, "less than or equal to 10"),
        ({"rulebook": "two-player", "seats": 4}, "2"),
        ({"rulebook": "chess"}, "not one of the available choices"),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(client, wish, words):
    log_in(client, players("Mia")[0])
    usual = {"rulebook": "classic", "seats": 4, "bots": 1, "target": 500, "turn_seconds": 60}
    answer = client.post("/tables/new/", {**usual, **wish})
    assertContains(answer, words, status_code=422)
    assert not Table.objects.exists()


def test_signing_up_makes_a_player_and_leads_on(client):
    form = {"first_name": "Mia", "username": "mia", "password1": "seven red cards"}
    answer = client.post("/sign-up/?next=/tables/new/", {**form, "password2": "seven red cards"})
    assertRedirects(answer, "/tables/new/")
    assert Player.objects.get(user__username="mia").name == "Mia"


def test_nobody_is_led_to_another_site(client):
    assertRedirects(client.post("/guest/?next=https://example.com/", {"name": "Mia"}), "/")


def test_logging_out_is_a_post(client):
    log_in(client, players("Eve")[0])
    assert client.get("/log-out/").status_code == 405
    assertRedirects(client.post("/log-out/"), "/")
    assertContains(client.get("/"), "Log in")


def test_a_log_in_without_a_player_gets_one(client):
    client.force_login(User.objects.create_user("zoe", first_name="Zoe"))
    page = client.get("/me/")
    assertContains(page, f'href="/players/{Player.objects.get().pk}/"')
    assert Player.objects.get().name == "Zoe"


def test_no_page_has_inline_scripts_or_styles(client):
    table = deal("Ana Bo", "r1 w/r4 r5", "r9 y1 y2 y3 y4")
    log_in(client, player(table, "A"))
    for path in ("/", f"/tables/{table.pk}/", f"/tables/{table.pk}/replay/", "/tables/new/", "/sign-up/"):
        page = client.get(path)
        assert page["Content-Security-Policy"].startswith("default-src 'self'")
        assertNotContains(page, "style=")
        assertNotContains(page, "<style")
        assertNotContains(page, "<script>")
        assertNotContains(page, "onclick")


def test_a_page_that_does_not_exist_leads_back(client):
    assertContains(client.get("/nowhere/"), "To the lobby", status_code=404)


def test_a_visitor_without_an_account_plays_after_one_tap(client):
    assertContains(client.get("/"), "Play now")
    answer = client.post("/play-now/", {"strength": "easy"})
    table = Table.objects.get()
    assertRedirects(answer, f"/tables/{table.pk}/")
    assert (table.status, table.bot_strength, table.options["target_score"]) == ("running", "easy", 200)
    assert [seat.is_bot for seat in table.seats.all()] == [False, True, True, True]
    assert table.host.name.startswith("Guest ")


def test_a_second_tap_opens_no_second_table(client):
    client.get("/")
    taps = [client, Client()]
    taps[1].cookies = client.cookies.copy()  # one browser that has no answer yet
    answers = {tap.post("/play-now/", {"strength": "club", "command_id": "one"}).url for tap in taps}
    assert answers == {f"/tables/{Table.objects.get().pk}/"}
    assert Player.objects.count() == 1


def test_a_network_with_many_tables_gets_no_further_one_by_a_tap_and_nobody_becomes_a_guest(settings):
    settings.QUOTAS = ["network_tables=300:2"]
    answers = [
        Client(REMOTE_ADDR=f"192.0.2.{number}").post("/play-now/", {"strength": "club"})
        for number in range(1, 4)
    ]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assertContains(answers[-1], "already open from your network", status_code=429)
    assert (Table.objects.count(), Player.objects.count()) == (2, 2)
    elsewhere = Client(REMOTE_ADDR="198.51.100.1")
    assert elsewhere.post("/play-now/", {"strength": "club"}).status_code == 302


def test_bots_of_an_unknown_strength_are_refused_and_nobody_becomes_a_guest(client):
    assertContains(
        client.post("/play-now/", {"strength": "godlike"}), "easy, club or strong", status_code=422
    )
    assert not Table.objects.exists()
    assert not Player.objects.exists()


def test_lists_of_tables_have_pages(client):
    for _number in range(14):
        open_table("Ana", seats=2)
    assertContains(client.get("/"), 'href="?free=2#free"')
    second = client.get("/?free=2")
    assertContains(second, ">Sit<", count=2)
    assertContains(second, 'href="?free=1#free"')
    for nonsense in ("0", "x", "9" * 30):
        assert client.get("/", {"free": nonsense}).status_code == 200


def free_seats(client):
    """The tables below “Free seats”."""
    return client.get("/").context["waiting"].rows


@pytest.mark.parametrize("last", ["player", "bot", "kept"])
def test_a_table_without_a_free_seat_is_offered_to_those_alone_who_sit_there(client, last):
    ana, bo, eve = players("Ana Bo Eve")
    table = open_table(seats=2, host=ana)
    tables.sit(table.pk, player=ana, at=START)
    assert free_seats(client) == [table]
    by = f"player:{ana.pk}"
    if last == "player":
        tables.sit(table.pk, player=bo, at=START)
    elif last == "bot":
        tables.seat_bot(table.pk, seat=1, by=by, at=START)
    else:
        tables.keep(table.pk, player=bo, by=by, at=timezone.now())
    assert free_seats(client) == []
    log_in(client, eve)
    assert free_seats(client) == []
    log_in(client, ana)
    assert free_seats(client) == [table]
    assertContains(client.get("/"), ">Continue<", count=1)
    assertNotContains(client.get("/"), ">Sit<")


def test_a_seat_kept_for_me_is_a_free_seat_to_me(client):
    ana, bo = players("Ana Bo")
    table = open_table(seats=2, host=ana)
    tables.sit(table.pk, player=ana, at=START)
    tables.keep(table.pk, player=bo, by=f"player:{ana.pk}", at=timezone.now())
    log_in(client, bo)
    assertContains(client.get("/"), ">Sit<", count=1)
    client.post(f"/tables/{table.pk}/sit/")
    assert table.seats.filter(player=bo).exists()


def test_full_tables_leave_no_gap_on_a_page(client, monkeypatch):
    monkeypatch.setattr(views, "SHOWN_AT_MOST", 2)
    for people in ("Ana", "Ana bot", "Ana", "Ana bot", "Ana"):
        open_table(people, seats=2)
    pages = [client.get("/", {"free": str(number)}).context["waiting"] for number in (1, 2)]
    assert [(len(page.rows), page.has_more) for page in pages] == [(2, True), (1, False)]


def test_finals_stand_before_the_rest_of_what_is_played(client):
    final, rest = (
        deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4", name=name) for name in ("The last one", "Another one")
    )
    facts = {"key": "f", "round_number": 1, "number": 1, "name": "Final", "is_final": True}
    Match.objects.create(competition=announced(2), table=final, **facts)
    page = client.get("/").content.decode().partition('id="live"')[2]
    assert page.index("The last one") < page.index("Final</span>") < page.index(rest.name)


def test_live_tables_come_first_and_a_result_or_a_pause_is_named(client):
    reported = real_cards(options={"target_score": 20}, name="Reported")
    record(reported, end_of_deal(1, "A", "B 20, C 4"))
    paused = dealt(name="Paused for a while")
    tables.pause(paused.pk, by="organizer:1", at=START)
    with_cards = real_cards(name="On paper")
    live = dealt(name="Live")
    page = client.get("/")
    assert page.context["watchable"].rows == [live, with_cards, paused, reported]
    words = re.sub(r"<[^>]*>|\s+", " ", page.content.decode().partition('id="live"')[2])
    words = re.sub(r" +", " ", words.partition("Competitions")[0])
    ends = ["Watch Live", "Scores of On paper", "Paused Watch Paused for a while"]
    ends.append("The result waits for confirmation Scores of Reported")
    assert [words.count(end) for end in ends] == [1] * 4
    assert sorted(ends, key=words.index) == ends


def test_competitions_clubs_and_what_my_clubs_do_tonight_are_shown_a_page_at_a_time(
    client, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(views, "SHOWN_AT_MOST", 2)
    cups = [announced(2, name=f"Cup {number}") for number in range(3)]
    (eve,) = players("Eve")
    now, hour = timezone.now(), dt.timedelta(hours=1)
    for number, cup in enumerate(cups):
        Membership.objects.create(club=cup.club, player=eve)
        night = matchdays.Facts(f"Night {number}", now + hour, now + (2 + number) * hour, "")
        matchdays.announce(cup.club, night, at=now)
    log_in(client, eve)
    for name in ("competitions", "clubs", "tonight"):
        with django_assert_max_num_queries(15):
            first = client.get("/")
        second = client.get("/", {name: "2"})
        assertContains(first, f'href="?{name}=2#{name}"')
        assertContains(second, f'href="?{name}=1#{name}"')
        pages = [page.context[name] for page in (first, second)]
        assert [(len(page.rows), page.has_more) for page in pages] == [(2, True), (1, False)]
        assertContains(second, f'id="{name}"')


@pytest.mark.written_by_hand
def test_partners_have_one_total_in_the_lobby(client):
    table = dealt("Ana Bo Cy Di", options={"teams": "partners"})
    Seat.objects.filter(table=table, index__in=[1, 3]).update(total=40)
    assertContains(client.get("/"), "Ana and Cy&nbsp;0, Bo and Di&nbsp;40")


@pytest.mark.written_by_hand
def test_many_matches_of_a_player_are_shown_a_page_at_a_time_those_that_wait_first(
    client, monkeypatch, django_assert_max_num_queries
):
    monkeypatch.setattr(views, "SHOWN_AT_MOST", 2)
    (eve,) = players("Eve")
    log_in(client, eve)
    hands = ("r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    others_turn = deal("Eve Bo", *hands)  # A deals, B begins
    own_turn = [deal("Bo Eve", *hands) for _table in range(3)]
    Seat.objects.filter(player__name="Eve").update(player=eve)
    with django_assert_max_num_queries(15):
        first = client.get("/").context["mine"]
    second = client.get("/", {"mine": "2"}).context["mine"]
    assert (len(first.rows), first.has_more, second.has_more) == (2, True, False)
    assert {*first.rows, *second.rows} == {*own_turn, others_turn}
    assert second.rows[-1] == others_turn
