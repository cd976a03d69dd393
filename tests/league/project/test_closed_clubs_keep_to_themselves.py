"""Situation: a club shows what it plays only to its people, and others look wherever they can."""

import urllib.error
import urllib.request

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from games.models import Player, Seat
from games.rulebooks import commands
from league.calendar import attendance
from league.calendar.answer_links import answer_token
from league.models import Club, Competition, JoinRequest, Membership
from league.permissions.policy import invisible_clubs, invisible_competitions, may
from league.roster import claims, merging
from tests.games.playing import START, deal
from tests.games.visiting import log_in
from tests.league.api.asking import Program
from tests.league.calendar.club_calendar import matchday
from tests.league.club_nights import BY, knock_out, matches, play_round
from tests.league.every_address.closed_world import World
from tests.league.every_address.visitors import MAY

pytestmark = pytest.mark.django_db

CUP, TABLE = "The quiet cup", "Semi-finals, Table"


@pytest.fixture
def cup() -> Competition:
    """A closed club plays: one match is over, another one goes on."""
    made = knock_out(8, name=CUP)
    Club.objects.filter(pk=made.club_id).update(is_public=False)
    return made


def page(player: Player | None, path: str) -> str:
    client = Client()
    if player is not None:
        log_in(client, player)
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def seated(cup: Competition) -> Player:
    return matches(cup, 1)[0].table.seats.first().player


# --- the lobby


@pytest.mark.parametrize("is_over", [False, True])
def test_the_lobby_names_its_competitions_and_tables_to_its_people_only(
    cup: Competition, is_over: bool
) -> None:
    member, stranger, entrant = (
        Player.objects.create(name="Mia"),
        Player.objects.create(name="Sam"),
        seated(cup),
    )
    Membership.objects.create(club=cup.club, player=member)
    if is_over:
        play_round(cup)
    for player in (member, entrant):
        shown = page(player, "/")
        assert CUP in shown
        assert TABLE in shown
    for outsider in (None, stranger):
        shown = page(outsider, "/")
        assert CUP not in shown
        assert TABLE not in shown
        assert entrant.name not in shown
    Club.objects.update(is_public=True)
    assert CUP in page(None, "/")
    assert TABLE in page(None, "/")


def test_a_friendly_table_is_shown_as_ever(cup: Competition) -> None:
    table = deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    assert table.get_absolute_url() in page(None, "/")


@pytest.mark.parametrize("tables", [1, 3])
def test_hidden_tables_cost_the_lobby_no_query(
    cup: Competition, tables: int, django_assert_num_queries
) -> None:
    for _one in range(tables):
        deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    with django_assert_num_queries(7):  # one for the puzzle of the day
        Client().get("/")


# --- lists leave out exactly what the gate refuses


def assert_lists_agree_with_the_gate(user: User) -> None:
    for cup in Competition.objects.all():
        assert invisible_competitions(user).filter(pk=cup.pk).exists() != may(user, "competition.see", cup)
    for club in Club.objects.all():
        assert invisible_clubs(user).filter(pk=club.pk).exists() != may(user, "club.see", club)


@pytest.mark.parametrize("who", [who for who in MAY if who != "anonymous"])
def test_lists_leave_out_what_the_gate_refuses_and_nothing_else(cup: Competition, who: str) -> None:
    browser = World(cup).browser(who)
    assert_lists_agree_with_the_gate(User.objects.get(pk=browser.session["_auth_user_id"]))


def test_somebody_without_any_role_or_merged_or_not_let_in_yet_reads_what_the_gate_lets_them(cup) -> None:
    idle, asks, twin = (Player.objects.create(name=name) for name in ("Idle", "Asks", "Twin"))
    Membership.objects.create(club=cup.club, player=idle, is_member=False)
    JoinRequest.objects.create(club=cup.club, player=asks, asked_at=START)
    users = [log_in(Client(), player) for player in (idle, asks, twin)]
    merging.merge(cup.club_id, twin.pk, seated(cup).pk, by=BY, at=START)
    for user in users:
        assert_lists_agree_with_the_gate(user)


# --- players


def test_the_page_of_a_player_tells_strangers_nothing_of_what_the_club_plays(cup: Competition) -> None:
    someone = seated(cup)
    log_in(Client(), someone)
    member = Player.objects.create(name="Mia")
    Membership.objects.create(club=cup.club, player=member)
    for outsider in (None, Player.objects.create(name="Sam")):
        shown = page(outsider, f"/players/{someone.pk}/")
        assert CUP not in shown
        assert TABLE not in shown
        assert cup.club.name not in shown
    for insider in (member, someone):
        shown = page(insider, f"/players/{someone.pk}/")
        assert CUP in shown
        assert TABLE in shown


def test_a_child_of_a_closed_club_has_a_page_for_people_of_the_club_only(cup: Competition) -> None:
    child, sibling = Player.objects.create(name="Small Tim"), Player.objects.create(name="Small Tom")
    member, stranger = Player.objects.create(name="Mia"), Player.objects.create(name="Sam")
    for player in (child, member):
        Membership.objects.create(club=cup.club, player=player)
    for path in (f"/players/{child.pk}/", f"/players/{child.pk}/claim/"):
        client = Client()
        log_in(client, stranger)
        answer = client.get(path)
        assert answer.status_code == 403
        assert "Tim" not in answer.content.decode()
        assert "Tim" in page(member, path)
    assert Client().get(f"/players/{child.pk}/").status_code == 403
    assert "Tom" in page(None, f"/players/{sibling.pk}/")  # who is in no club is nobody's secret
    Club.objects.update(is_public=True)
    assert "Tim" in page(None, f"/players/{child.pk}/")


def test_someone_who_plays_in_the_same_closed_cup_sees_the_others_in_it(cup: Competition) -> None:
    first, other = (seat.player for seat in matches(cup, 1)[0].table.seats.all()[:2])
    assert other.name in page(first, f"/players/{other.pk}/")


def test_a_link_of_an_organizer_still_lets_a_child_be_found(cup: Competition) -> None:
    child = Player.objects.create(name="Small Tim")
    Membership.objects.create(club=cup.club, player=child)
    code = claims.link(child, cup.club_id, by=BY)
    assert "Tim" in page(Player.objects.create(name="Parent"), f"/players/{child.pk}/claim/?code={code}")


@pytest.mark.written_by_hand
def test_programs_find_people_of_a_closed_club_where_everybody_may_see_them_only(cup: Competition) -> None:
    member, player = Player.objects.create(name="Mia"), seated(cup)
    Membership.objects.create(club=cup.club, player=member)
    for player_ in (member, player):
        log_in(Client(), player_)
    outsider = Player.objects.create(name="Sam")
    log_in(Client(), outsider)

    def found_by(player_: Player | None) -> set[int]:
        asking = Program(User.objects.get(player=player_) if player_ else None)
        told = asking.get("players/").json()["results"]
        return {row["id"] for row in told} & {member.pk, player.pk, outsider.pk}

    assert found_by(None) == {outsider.pk}
    assert found_by(outsider) == {outsider.pk}
    assert found_by(player) == {player.pk, outsider.pk}
    assert found_by(member) == {member.pk, player.pk, outsider.pk}
    deal("Ana Bo", "r1 r2/r4 r5", "r9 y1 y2 y3 y4")
    Seat.objects.filter(table__match=None, index=0).update(player=member)
    assert found_by(None) == {member.pk, outsider.pk}


# --- rulebooks


def test_a_rulebook_of_a_closed_club_is_shown_to_its_people_only(cup: Competition) -> None:
    kept = commands.keep(keeper=cup.club, name="Zebra", preset="classic", options={}, at=START)
    member, outsider = Player.objects.create(name="Mia"), Player.objects.create(name="Sam")
    Membership.objects.create(club=cup.club, player=member)
    addresses = [f"/rules/{kept.key}/", f"/rules/compare/?a={kept.key}", f"/api/v1/rulebooks/{kept.key}/"]
    for player in (member, outsider):
        client = Client()
        log_in(client, player)
        answers = [client.get(address) for address in [*addresses, f"/rules/new/?from={kept.key}"]]
        assert [answer.status_code for answer in answers] == [200 if player is member else 404] * 4
        sent = {"rulebook": kept.key, "seats": 2}
        opened = Program(User.objects.get(player=player)).post("tables/", sent)
        assert opened.status_code == (201 if player is member else 422), opened.content
    assert [Client().get(address).status_code for address in addresses] == [404] * 3
    Club.objects.update(is_public=True)
    assert [Client().get(address).status_code for address in addresses] == [200] * 3


# --- by way of a table


def test_nobody_reads_the_name_of_a_table_on_the_page_for_guests(cup: Competition) -> None:
    table = matches(cup, 1)[0].table
    assert Client().get(f"/guest/?table={table.pk}").status_code == 404
    Club.objects.update(is_public=True)
    seen = Client().get(f"/guest/?table={table.pk}", follow=True)  # the match has begun: they may watch it
    assert seen.redirect_chain == [(f"/tables/{table.pk}/", 302)]
    assert TABLE in seen.content.decode()


# --- addresses of letters


def test_the_address_of_a_letter_is_good_as_long_as_the_matchday_concerns_its_reader(
    cup: Competition,
) -> None:
    member = Player.objects.create(name="Mia")
    log_in(Client(), member)
    Membership.objects.create(club=cup.club, player=member)
    day = matchday(cup.club, name="The quiet evening")
    address = f"/matchdays/said/{answer_token(day.pk, member.pk)}/in/"
    assert "The quiet evening" in page(None, address)
    Membership.objects.filter(player=member).delete()
    assert not attendance.is_concerned(day, member.pk)
    answer = Client().get(address)
    assert answer.status_code == 404
    assert "quiet" not in answer.content.decode()
    assert Client().post(address, {"answer": "in"}).status_code == 404


# --- streams


def _status(address: str, client: Client | None = None) -> int:
    request = urllib.request.Request(address)
    if client is not None:
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        request.add_header("Cookie", f"{settings.SESSION_COOKIE_NAME}={session}")
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.django_db(transaction=True)
def test_streams_tell_their_numbers_to_those_who_may_see_and_to_nobody_else(asgi_server: str, cup) -> None:
    insider, outsider, entrant = Client(), Client(), Client()
    member = Player.objects.create(name="Mia")
    Membership.objects.create(club=cup.club, player=member)
    log_in(insider, member)
    log_in(outsider, Player.objects.create(name="Sam"))
    log_in(entrant, seated(cup))
    streams = [f"competitions/{cup.pk}", f"tables/{matches(cup, 1)[0].table_id}"]
    for stream in streams:
        address = f"{asgi_server}/{stream}/stream/"
        assert [_status(address, player) for player in (None, outsider)] == [403, 403]
        assert [_status(address, player) for player in (insider, entrant)] == [200, 200]
    Membership.objects.filter(player=member).delete()
    assert _status(address, insider) == 403
    Club.objects.update(is_public=True)
    for stream in streams:
        assert [_status(f"{asgi_server}/{stream}/stream/", player) for player in (None, outsider)] == [
            200,
            200,
        ]
