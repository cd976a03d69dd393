"""Situation: a player adds a browser for notices, looks at the list of devices, and takes some away."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from league.accounts import deletion, sessions
from league.devices import subscriptions
from league.models import PushSubscription
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.devices.browsers import PushBrowser, devices_of, sends_pushes
from tests.league.notifications.recipients import somebody

pytestmark = pytest.mark.django_db

ENDPOINT = "https://push.example.org/send/abc"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def ana(settings):
    sends_pushes(settings)
    return somebody("Ana")


def browser_of(player) -> Client:
    client = Client(headers={"User-Agent": FIREFOX})
    log_in(client, player)
    return client


def add(client: Client, endpoint: str = ENDPOINT, **facts: str):
    return client.post("/me/devices/", {**PushBrowser().fields(endpoint), **facts})


def test_a_browser_is_added_listed_and_removed(ana) -> None:
    client = browser_of(ana)
    assertRedirects(add(client), "/me/devices/")
    page = client.get("/me/devices/")
    assertContains(page, "Firefox on Linux")
    assertContains(page, "this device")
    device = PushSubscription.objects.get()
    assertRedirects(client.post(f"/me/devices/{device.pk}/remove/"), "/me/devices/")
    assertContains(client.get("/me/devices/"), "No device yet.")


def test_the_same_browser_is_one_device_and_belongs_to_whoever_logged_in_last(ana) -> None:
    bo = somebody("Bo")
    client = browser_of(ana)
    add(client)
    add(client)
    assert devices_of(ana) == 1
    add(browser_of(bo))
    assert (devices_of(ana), devices_of(bo)) == (0, 1)


def test_a_subscription_that_the_browser_renews_takes_the_place_of_the_one_before(ana) -> None:
    client, bo = browser_of(ana), browser_of(somebody("Bo"))
    add(client)
    add(bo, f"{ENDPOINT}/of-bo")
    add(client, f"{ENDPOINT}/renewed", replaces=ENDPOINT)
    add(client, f"{ENDPOINT}/renewed", replaces=f"{ENDPOINT}/of-bo")
    add(client, f"{ENDPOINT}/renewed", replaces="\0")
    endpoints = PushSubscription.objects.order_by("endpoint").values_list("endpoint", flat=True)
    assert list(endpoints) == [f"{ENDPOINT}/of-bo", f"{ENDPOINT}/renewed"]


def test_nobody_removes_the_device_of_another(ana) -> None:
    add(browser_of(ana))
    other = browser_of(somebody("Bo"))
    other.post(f"/me/devices/{PushSubscription.objects.get().pk}/remove/")
    assert devices_of(ana) == 1


def test_a_log_out_ends_the_notices_of_that_browser_only(ana) -> None:
    here, there = browser_of(ana), browser_of(ana)
    add(here)
    add(there, "https://push.example.org/send/there")
    here.post("/log-out/")
    assert [row.endpoint for row in PushSubscription.objects.all()] == ["https://push.example.org/send/there"]


def test_logging_out_another_browser_ends_its_notices(ana) -> None:
    here, there = browser_of(ana), browser_of(ana)
    add(there)
    sessions.end(ana.user, but=here.session.session_key)
    assert devices_of(ana) == 0


def test_a_deleted_account_has_no_devices(ana) -> None:
    add(browser_of(ana))
    deletion.delete(ana, at=START)
    assert not PushSubscription.objects.exists()


def test_an_eleventh_device_takes_the_place_of_the_oldest(ana) -> None:
    client = browser_of(ana)
    for number in range(subscriptions.MOST + 1):
        add(client, f"https://push.example.org/send/{number}")
    assert devices_of(ana) == subscriptions.MOST
    assert not PushSubscription.objects.filter(endpoint="https://push.example.org/send/0").exists()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"endpoint": "http://push.example.org/"}, "not_https"),
        ({"endpoint": "https://127.0.0.1:8000/"}, "private_address"),
        ({"endpoint": "https://10.0.0.7/"}, "private_address"),
        ({"endpoint": "https://push.example.org/" + "x" * 1000}, "bad_address"),
        ({"endpoint": ""}, "bad_address"),
        ({"p256dh": "AAAA"}, "bad_value"),
        ({"p256dh": "ä"}, "bad_value"),
        ({"auth": "AAAA"}, "bad_value"),
        ({"auth": ""}, "bad_value"),
    ],
)
def test_an_address_or_a_key_that_no_browser_has_is_refused(ana, settings, facts, code: str) -> None:
    settings.WEBHOOK_LOCAL_HOSTS = []
    answer = browser_of(ana).post(
        "/me/devices/", {**PushBrowser().fields(ENDPOINT), **facts}, headers={"Accept": "text/html"}
    )
    assert answer.status_code == 422, code
    assert devices_of(ana) == 0


def test_a_site_without_a_key_says_so_and_adds_nothing(settings) -> None:
    bo = somebody("Bo")
    client = browser_of(bo)
    page = client.get("/me/devices/")
    assertContains(page, "This site does not send notices to devices")
    assertNotContains(page, 'id="push"')
    assert add(client).status_code == 422
    assert devices_of(bo) == 0


def test_settings_show_devices_to_players_who_have_some(ana) -> None:
    client = browser_of(ana)
    assertNotContains(client.get("/me/notices/settings/"), "table_ready.push")
    client.post("/me/notices/settings/", {"wanted": ["table_ready.page"], "channel": ["page", "mail"]})
    assert not ana.muted.filter(channel="push").exists(), "a column that was not shown stays"
    add(client)
    assertContains(client.get("/me/notices/settings/"), "table_ready.push")
    client.post(
        "/me/notices/settings/", {"wanted": ["table_ready.push"], "channel": ["page", "mail", "push"]}
    )
    assert not ana.muted.filter(channel="push", kind="table_ready").exists()
    assert ana.muted.filter(channel="push", kind="next_up").exists()
