"""Situation: people of one network open many tables, and hide what can be hidden."""

from collections.abc import Callable

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from games.models import Player, TableNetwork
from league.accounts import sessions, tokens
from league.tasks import forget_sessions
from tests.games.playing import play_out
from tests.games.sending import new_id
from tests.league.people import is_in

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = "192.0.2.7", "198.51.100.1"


def tap(address: str = HERE) -> Client:
    """A stranger who taps “Play now”."""
    visitor = Client(REMOTE_ADDR=address)
    visitor.status = visitor.post("/play-now/", {"strength": "club"}).status_code
    return visitor


def user_of(visitor: Client) -> User:
    return User.objects.get(pk=visitor.session["_auth_user_id"])


def log_out(visitor: Client) -> None:
    visitor.post("/log-out/")
    assert not is_in(visitor)


def end_the_session(visitor: Client) -> None:
    sessions.end(user_of(visitor))
    assert not is_in(visitor)


def delete_the_account(visitor: Client) -> None:
    user = user_of(visitor)
    visitor.post("/me/delete/", {"name": Player.objects.get(user=user).name})
    assert not User.objects.filter(pk=user.pk).exists()


@pytest.mark.parametrize("hide", [log_out, end_the_session, delete_the_account])
def test_nothing_hides_from_which_network_a_running_table_was_opened(
    settings, hide: Callable[[Client], None]
) -> None:
    settings.QUOTAS = ["network_tables=300:2"]
    for _number in range(2):
        visitor = tap()
        assert visitor.status == 302
        hide(visitor)
    forget_sessions()
    assert not UserSession.objects.exists()
    assert tap().status == 429
    assert tap(ELSEWHERE).status == 302


def test_a_table_of_a_program_counts_for_the_network_that_asked(settings) -> None:
    settings.QUOTAS = ["network_tables=1:1"]
    user = User.objects.create(username="ana", first_name="Ana", password="argon2$")
    Player.objects.create(user=user, name="Ana")
    _token, secret = tokens.make(user, name="Bots", scopes=("play",), days=1, at=timezone.now())

    def opens(address: str) -> int:
        sent = {"Authorization": f"Bearer {secret}", "Idempotency-Key": new_id()}
        body = {"rulebook": "classic", "seats": 2}
        asks = Client(REMOTE_ADDR=address)
        return asks.post("/api/v1/tables/", body, content_type="application/json", headers=sent).status_code

    assert [opens(HERE), opens(HERE), opens(ELSEWHERE)] == [201, 429, 201]


def test_a_network_is_stored_as_a_hash_until_the_match_ends() -> None:
    tap()
    row = TableNetwork.objects.get()
    assert "192.0.2" not in row.network
    call_command("rebuild", "--tables", verbosity=0)
    assert TableNetwork.objects.get() == row
    play_out(row.table_id)
    assert not TableNetwork.objects.exists()
