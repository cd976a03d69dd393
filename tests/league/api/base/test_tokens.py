"""Situation: somebody lets a program act for them, and takes that back."""

import datetime as dt
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import quotas
from games.models import Player, Receipt, Table
from games.rules.base.refusal import Refusal
from league.accounts import tokens
from league.models import ApiToken, Club, Membership
from tests.games.playing import open_table
from tests.games.sending import new_id
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import announced, knock_out, matches
from tests.league.people import PASSWORD, somebody

pytestmark = pytest.mark.django_db

SECRET = re.compile(r'id="secret" readonly rows="2">([^<]+)<')


def browser(user: User) -> Client:
    """The browser of somebody who has just given the password."""
    client = Client()
    client.force_login(user)
    client.post("/log-in/again/?next=/me/tokens/", {"password": PASSWORD})
    return client


def owner(club: Club, name: str = "Olga") -> User:
    user = somebody(name)
    Membership.objects.create(club=club, player=user.player, is_owner=True)
    return user


def bearing(secret: str) -> Program:
    program = Program()
    program.headers = {"Authorization": f"Bearer {secret}"}
    return program


def made(client: Client, path: str = "/me/tokens/", **facts: object) -> str:
    sent = {"name": "Bot", "scopes": ["play"], "days": 7, "command_id": new_id(), **facts}
    return SECRET.search(client.post(path, sent).content.decode())[1]


def test_a_token_is_shown_once_and_kept_nowhere():
    page = browser(somebody("Ana"))
    sent = {"name": "Bot", "scopes": ["play"], "days": 7, "command_id": "one"}
    secret = SECRET.search(page.post("/me/tokens/", sent).content.decode())[1]
    again = page.post("/me/tokens/", sent)
    assert again.status_code == 422
    assert "shown once" in again.content.decode()
    kept = str(list(ApiToken.objects.values())) + str(list(Receipt.objects.values()))
    assert secret not in kept + page.get("/me/tokens/").content.decode()
    assert ApiToken.objects.get().digest == tokens.digest(secret)


def test_with_a_token_a_program_is_its_owner():
    ana = somebody("Ana")
    answer = bearing(made(browser(ana))).post("tables/", {"seats": 2})
    assert answer.status_code == 201
    assert Table.objects.get().host == ana.player
    assert ApiToken.objects.get().last_used_at is not None
    assert "last used" in browser(ana).get("/me/tokens/").content.decode()


def test_a_token_opens_no_page():
    ana = somebody("Ana")
    secret = made(browser(ana))
    assert (
        bearing(secret).client.get("/me/", headers={"Authorization": f"Bearer {secret}"}).status_code == 302
    )


def test_a_revoked_token_is_nobody():
    page = browser(somebody("Ana"))
    mine = bearing(made(page))
    assert mine.get("tables/").status_code == 200
    page.post(f"/me/tokens/{ApiToken.objects.get().pk}/revoke/", {"command_id": new_id()})
    answer = mine.get("tables/")
    assert problem(answer) == (401, "bad_token")
    assert answer["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize("why", ["over", "closed"])
def test_a_token_ends_with_its_time_and_with_the_account(why):
    user, at = somebody("Ana"), timezone.now()
    token, secret = tokens.make(user, name="Bot", scopes=[], days=7, at=at)
    assert tokens.find(secret, at + dt.timedelta(days=6)) == token
    if why == "closed":
        User.objects.update(is_active=False)
    assert tokens.find(secret, at + dt.timedelta(days=7 if why == "over" else 1)) is None


def test_nobody_revokes_the_token_of_somebody_else():
    made(browser(somebody("Ana")))
    other = browser(somebody("Bo"))
    answer = other.post(f"/me/tokens/{ApiToken.objects.get().pk}/revoke/", {"command_id": new_id()})
    assert answer.status_code == 404
    assert ApiToken.objects.get().revoked_at is None


def test_a_token_does_only_what_it_is_good_for():
    reader = program(scopes=["read"])
    assert reader.get("tables/").status_code == 200
    assert problem(reader.post("tables/", {"seats": 2})) == (403, "lacks_scope")
    assert not Table.objects.exists()


@pytest.mark.parametrize("secret", ["", "x", "wl_" + "x" * 43, "ä" * 10, "x" * 5000])
def test_a_wrong_token_is_refused(secret):
    assert problem(bearing(secret.encode().decode("latin-1")).get("tables/")) == (401, "bad_token")


def test_guessing_tokens_is_slowed_down():
    answers = [bearing(f"wl_{number}").get("tables/").status_code for number in range(31)]
    assert set(answers[:30]) == {401}
    assert answers[30] == 429


def test_guessing_tokens_is_noted_with_the_network_and_without_the_token(caplog):
    bearing("wl_secret").client.get(
        "/api/v1/tables/", headers={"Authorization": "Bearer wl_secret"}, REMOTE_ADDR="192.0.2.77"
    )
    assert "192.0.2.0" in caplog.text
    assert "192.0.2.77" not in caplog.text
    assert "wl_secret" not in caplog.text


def test_nobody_has_tokens_without_end():
    user, at = somebody("Ana"), timezone.now()
    full(user, quotas.of("tokens").account, at)
    with pytest.raises(Refusal) as refused:
        tokens.make(user, name="Bot", scopes=[], days=7, at=at)
    assert refused.value.code == "too_many_tokens"


@pytest.mark.django_db(transaction=True)
def test_two_who_make_the_last_token_at_once_are_counted_one_after_the_other():
    user, at = somebody("Ana"), timezone.now()
    full(user, quotas.of("tokens").account - 1, at)

    def make(_number: int) -> str:
        try:
            tokens.make(user, name="Bot", scopes=[], days=7, at=at)
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()
        return "made"

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(make, range(4))) == ["made", *["too_many_tokens"] * 3]
    assert ApiToken.objects.count() == quotas.of("tokens").account


def full(user: User, count: int, at: dt.datetime) -> None:
    """Give somebody so many tokens."""
    ends = at + dt.timedelta(days=1)
    ApiToken.objects.bulk_create(
        ApiToken(user=user, digest=str(n), made_at=at, expires_at=ends) for n in range(count)
    )


def test_someone_who_makes_a_token_has_just_given_the_password():
    page = Client()
    page.force_login(somebody("Ana"))
    asked = page.post("/me/tokens/", {"name": "Bot", "days": 7, "command_id": new_id()})
    assert asked.status_code == 302
    assert asked.url.startswith("/log-in/again/")
    assert not ApiToken.objects.exists()
    # What was asked for is done once the password is there.
    assert SECRET.search(page.post(asked.url, {"password": PASSWORD}).content.decode())
    assert ApiToken.objects.get().name == "Bot"


def test_an_owner_of_a_club_gives_the_password_too():
    home = announced(0).club
    page = Client()
    page.force_login(owner(home))
    asked = page.post(f"/clubs/{home.slug}/tokens/", {"name": "Bot", "days": 7, "command_id": new_id()})
    assert asked.url.startswith("/log-in/again/")
    assert not ApiToken.objects.exists()


# --- a session of a browser


def test_the_session_of_a_browser_is_as_good_but_needs_its_secret():
    user = somebody("Ana")
    page = Client(enforce_csrf_checks=True)
    page.force_login(user)
    sent = {"content_type": "application/json", "headers": {"Idempotency-Key": "one"}}
    assert problem(page.post("/api/v1/tables/", {"seats": 2}, **sent)) == (403, "no_csrf_token")
    secret = page.get("/me/").cookies["csrftoken"].value
    sent["headers"]["X-CSRFToken"] = secret
    assert page.post("/api/v1/tables/", {"seats": 2}, **sent).status_code == 201


# --- tokens of clubs


def test_the_token_of_a_club_is_for_its_owners_to_make_and_for_each_to_revoke():
    home = announced(0).club
    olga, oleg = owner(home), owner(home, "Oleg")
    path = f"/clubs/{home.slug}/tokens/"
    made(browser(olga), path, scopes=["organize"])
    assert "Olga" in browser(oleg).get(path).content.decode()
    browser(oleg).post(f"{path}{ApiToken.objects.get().pk}/revoke/", {"command_id": new_id()})
    assert ApiToken.objects.get().revoked_at is not None
    assert browser(somebody("Bo")).get(path).status_code == 403


def test_the_token_of_a_club_cannot_play():
    home = announced(0).club
    olga = owner(home)
    refused = browser(olga).post(
        f"/clubs/{home.slug}/tokens/", {"name": "x", "scopes": ["play"], "days": 7, "command_id": new_id()}
    )
    assert refused.status_code == 422
    mine = Program(olga, club=home)
    assert problem(mine.post("tables/", {"seats": 2})) == (403, "lacks_scope")
    table = open_table("Ana Bo", host=olga.player)
    assert problem(mine.post(f"tables/{table.pk}/pause/", {"after": 1})) == (403, "not_allowed")


def test_the_token_of_a_club_opens_no_other_club():
    closed, other = knock_out(4), knock_out(4)
    Club.objects.update(is_public=False)
    olga = owner(closed.club)
    Membership.objects.create(club=other.club, player=olga.player, is_owner=True)
    mine, hers = Program(olga, club=closed.club), Program(olga)
    here, there = matches(closed)[0].table, matches(other)[0].table
    assert mine.get(f"tables/{here.pk}/").status_code == 200
    assert hers.get(f"tables/{there.pk}/").status_code == 200
    assert problem(mine.get(f"tables/{there.pk}/"))[0] == 403
    shown = {row["competition"] for row in mine.get("tables/?limit=200").json()["results"]}
    assert shown == {closed.pk}
    assert {row["competition"] for row in hers.get("tables/?limit=200").json()["results"]} == {
        closed.pk,
        other.pk,
    }


def test_the_token_of_a_club_sees_no_hand_of_its_maker():
    cup = knock_out(4)
    table = matches(cup)[0].table
    player = table.seats.select_related("player").first().player
    user = somebody("Olga")
    Player.objects.filter(user=user).update(user=None)
    Player.objects.filter(pk=player.pk).update(user=user)
    Membership.objects.create(club=cup.club, player=player, is_owner=True)
    mine = Program(User.objects.get(pk=user.pk), club=cup.club).get(f"tables/{table.pk}/").json()
    assert mine["you"] is None


def test_the_token_of_a_club_reads_hidden_names_of_that_club_only():
    home, other = announced(0).club, announced(0).club
    olga = owner(home)
    Membership.objects.create(club=other, player=olga.player, is_owner=True)
    here, there = (Player.objects.create(name=name, is_hidden=True) for name in ("Halcyone", "Cymbeline"))
    for club, player in ((home, here), (other, there)):
        Membership.objects.create(club=club, player=player)
    mine, hers = Program(olga, club=home), Program(olga)
    assert mine.get(f"players/{here.pk}/").json()["name"] == "Halcyone"
    assert mine.get(f"players/{there.pk}/").json()["name"] == f"Player {there.pk}"
    assert hers.get(f"players/{there.pk}/").json()["name"] == "Cymbeline"
    User.objects.filter(pk=olga.pk).update(is_superuser=True)
    assert mine.get(f"players/{there.pk}/").json()["name"] == f"Player {there.pk}"


def test_the_token_of_a_club_reads_nobody_whom_only_another_closed_club_knows():
    home, other = announced(0).club, announced(0).club
    Club.objects.update(is_public=False)
    olga = owner(home)
    Membership.objects.create(club=other, player=olga.player, is_owner=True)
    there = Player.objects.create(name="Cymbeline")
    Membership.objects.create(club=other, player=there)
    mine, hers = Program(olga, club=home), Program(olga)
    assert mine.get(f"players/{olga.player.pk}/").status_code == 200
    assert problem(mine.get(f"players/{there.pk}/")) == (403, "not_allowed")
    assert hers.get(f"players/{there.pk}/").status_code == 200
