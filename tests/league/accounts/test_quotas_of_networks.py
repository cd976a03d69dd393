"""Situation: several accounts of one network make very much that lasts, in pages and by programs."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from games import quotas
from games.rules.base.refusal import Refusal
from league.accounts import tokens
from league.clubs.new_club import found_club
from league.http import daily_counts
from league.models import ApiToken, AskedCount, Club, Competition, Webhook
from tests.games.playing import START
from tests.games.sending import new_id
from tests.league.club_nights import announced
from tests.league.people import somebody
from tests.league.webhooks.receiver import hook_of

pytestmark = pytest.mark.django_db

HERE, ELSEWHERE = "192.0.2.0", "198.51.100.0"


def new_club(user: User) -> None:
    found_club(name="Mine", owner=user.player, time_zone="UTC", at=START)


def announce(user: User) -> None:
    announced(0, by=f"organizer:{user.pk}")


def make_webhook(user: User) -> None:
    hook_of(Club.objects.get_or_create(name="Riverside", slug="riverside")[0], by=user)


def make_token(user: User) -> None:
    tokens.make(user, name="Bot", scopes=["read"], days=7, at=START)


def upload(user: User) -> None:
    daily_counts.upload(user, at=START)


ACTS = {
    "clubs": new_club,
    "competitions": announce,
    "webhooks": make_webhook,
    "tokens": make_token,
    "uploads": upload,
}
ROWS = (Club, Competition, Webhook, ApiToken)


def rows() -> list[int]:
    """How much there is of what lasts, and how much was counted."""
    counts = AskedCount.objects.filter(key__startswith="day:network").values_list("count", flat=True)
    return [*(model.objects.count() for model in ROWS), sum(counts)]


def refused(act: Callable[[User], None], user: User, network: str = HERE) -> str:
    """The code with which something is refused, which changes nothing; empty if it is not refused."""
    before = rows()
    try:
        with quotas.sent_from(lambda: network), transaction.atomic():
            act(user)
    except Refusal as error:
        refusal = error
    else:
        return ""
    assert "from your network today" in refusal.sentence
    assert rows() == before
    return refusal.code


@pytest.mark.parametrize("name", ACTS)
def test_all_accounts_of_a_network_share_its_quota(settings, name: str) -> None:
    settings.QUOTAS = [f"network_{name}=3:0"]
    act, users = ACTS[name], [somebody(name) for name in ("Ana", "Bo", "Cy", "Dora")]
    announced(0)  # nobody asked for it from a network
    assert [refused(act, user) for user in users] == ["", "", "", "quota_used_up"]
    assert [refused(act, user, ELSEWHERE) for user in users[:2]] == ["", ""]
    User.objects.filter(pk=users[3].pk).update(is_superuser=True)
    assert refused(act, User.objects.get(pk=users[3].pk)) == ""
    assert refused(act, users[0]) == "quota_used_up"
    AskedCount.objects.update(ends_at=1)  # a day later
    assert refused(act, users[0]) == ""


@pytest.mark.parametrize("name", ACTS)
def test_a_class_of_a_school_never_meets_the_quota_of_its_network(name: str) -> None:
    assert quotas.of(f"network_{name}").account >= 10 * quotas.of(name).account


def test_guests_of_a_network_have_a_quota_of_tokens(settings) -> None:
    settings.QUOTAS = ["network_tokens=4:2"]
    guests = [User.objects.create_user(name) for name in ("gus", "gil", "guy")]
    assert [refused(make_token, guest) for guest in guests] == ["", "", "quota_used_up"]
    assert refused(make_token, somebody("Ana")) == ""


def test_pages_and_programs_share_the_quota_of_a_network(settings) -> None:
    settings.QUOTAS = ["network_clubs=2:0"]
    asks = {}
    for name in ("Ana", "Bo"):
        asks[name] = Client(REMOTE_ADDR="192.0.2.7")
        asks[name].force_login(somebody(name))

    def by_page(name: str):
        return asks[name].post("/clubs/new/", {"name": name, "time_zone": "UTC", "command_id": new_id()})

    def by_program(name: str):
        key = {"Idempotency-Key": new_id()}
        return asks[name].post("/api/v1/clubs/", {"name": name}, content_type="application/json", headers=key)

    assert [by_page("Ana").status_code, by_program("Bo").status_code] == [302, 201]
    page, answer = by_page("Bo"), by_program("Ana")
    assert page.status_code == 422
    assert "Too many new clubs from your network today. Try again tomorrow." in page.content.decode()
    assert (answer.status_code, answer.json()["code"]) == (429, "quota_used_up")
    assert "Retry-After" in answer.headers
    assert Club.objects.count() == 2
