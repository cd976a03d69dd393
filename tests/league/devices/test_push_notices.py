"""Situation: Wildleague is closed, and something happens that a player wants to hear of."""

import datetime as dt

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from games.models import Player
from league.devices import push_content, push_keys, push_sending
from league.models import Notice, PushMessage
from league.notifications import notices, quiet_hours, turn_notices
from league.notifications.kinds import KINDS, REFEREE_CALL, TABLE_READY, YOUR_TURN
from league.notifications.notices import About
from tests.games.playing import START, dealt, do, player
from tests.league.devices.browsers import (
    KEY,
    OTHER_KEY,
    claims_of,
    devices_of,
    public_key_of,
    sends_pushes,
    subscribe,
)
from tests.league.notifications.recipients import somebody, tell, with_accounts
from tests.league.webhooks.receiver import Receiver, receiving

pytestmark = pytest.mark.django_db

DAY = 86_400
HOUR = dt.timedelta(hours=1)


@pytest.fixture
def service(settings):
    """A push service on this machine, and a site that sends."""
    sends_pushes(settings)
    with receiving() as receiver:
        receiver.status = 201
        yield receiver


def work(at: dt.datetime = START) -> int:
    return push_sending.send_due(now=lambda: at)


def test_a_notice_reaches_each_device_of_its_player_and_no_other(service: Receiver) -> None:
    ana, bo = somebody("Ana"), somebody("Bo")
    phone, laptop = subscribe(ana, service, "phone"), subscribe(ana, service, "laptop")
    subscribe(bo, service, "other")
    tell(ana, START)
    assert work() == 2
    got = {request.path: request for request in service.got}
    assert set(got) == {"/phone", "/laptop"}
    for browser, path in ((phone, "/phone"), (laptop, "/laptop")):
        assert browser.read(got[path]) == {
            "title": "Your table is ready: Friday",
            "body": "Friday: Round 1, match 1 can begin.",
            "link": "/tables/1/",
            "tag": "one",
            "lang": "en",
        }
    assert work() == 0, "it is sent once"


def test_in_quiet_hours_a_push_notice_waits_until_the_morning(service: Receiver) -> None:
    ana, night = somebody("Ana"), START.replace(hour=23)
    subscribe(ana, service)
    quiet_hours.set_hours(ana, starts=dt.time(22), ends=dt.time(7), time_zone="UTC")
    tell(ana, night, kind="draw_published")
    assert work(night + 7 * HOUR) == 0
    assert not service.got
    assert work(night + 8 * HOUR) == 1


def test_a_push_service_learns_who_sends_and_nothing_of_the_notice(service: Receiver) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START)
    work()
    [got] = service.got
    claims = claims_of(got)
    assert claims["aud"] == f"http://127.0.0.1:{service.port}"
    assert claims["sub"] == "mailto:operator@example.org"
    assert 0 < claims["exp"] - START.timestamp() <= DAY
    assert b"Friday" not in got.body
    assert (got.headers["content-encoding"], got.headers["urgency"]) == ("aes128gcm", "high")
    assert got.headers["ttl"] == str(int(KINDS[TABLE_READY].use.total_seconds()))
    assert len(got.headers["topic"]) == 32


def test_a_turn_of_days_is_told_without_a_card_or_a_name(service: Receiver) -> None:
    table = dealt("Ana Bo", at=START, turn_seconds=DAY)
    ana, bo = with_accounts([player(table, "A"), player(table, "B")])
    browser = subscribe(bo, service)
    subscribe(ana, service, "other")
    turn_notices.tell_turns(at=START + dt.timedelta(minutes=6))
    assert work(START + dt.timedelta(minutes=6)) == 1
    [got] = service.got
    notice_shown = browser.read(got)
    assert (notice_shown["title"], notice_shown["link"]) == ("Your turn: Table 1", f"/tables/{table.pk}/")
    until = "You have until Sat 2 May, 19:30 UTC."
    assert notice_shown["body"] == f"{until} If your time runs out, a bot plays for you."


def test_a_turn_that_was_played_in_the_meantime_is_not_told(service: Receiver) -> None:
    table = dealt("Ana Bo", at=START, turn_seconds=DAY)
    with_accounts([player(table, "A"), player(table, "B")])
    subscribe(player(table, "B"), service)
    turn_notices.tell_turns(at=START + dt.timedelta(minutes=6))
    do(table, "B play r4", at=START + dt.timedelta(minutes=7))
    assert work(START + dt.timedelta(minutes=8)) == 0
    assert (service.got, Notice.objects.get(kind=YOUR_TURN).mail) == ([], "")


def test_a_notice_that_was_read_on_a_page_is_not_told(service: Receiver) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START)
    notices.mark_read(ana, at=START)
    assert (work(), service.got) == (0, [])


def test_a_kind_that_is_muted_on_devices_is_told_on_pages_and_by_e_mail_only(service: Receiver) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    notices.mute(ana, TABLE_READY, "push")
    tell(ana, START)
    assert (work(), Notice.objects.get().mail) == (0, "waiting")


def test_muting_drops_what_waits(service: Receiver) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START)
    notices.mute(ana, TABLE_READY, "push")
    assert work() == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_its_push_service_does_not_know_is_dropped(service: Receiver, status: int) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START)
    service.status = status
    assert (work(), devices_of(ana), PushMessage.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("status", [429, 500, 403])
def test_a_push_service_that_is_busy_is_asked_again_later(service: Receiver, status: int) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START)
    service.status = status
    assert work() == 0
    assert work(START + dt.timedelta(seconds=30)) == 0
    service.status = 201
    assert work(START + dt.timedelta(minutes=2)) == 1
    assert (len(service.got), PushMessage.objects.count()) == (2, 0)


def test_a_notice_that_is_of_no_use_any_more_is_given_up(service: Receiver) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START, kind=REFEREE_CALL)
    assert work(START + dt.timedelta(minutes=31)) == 0
    assert (service.got, PushMessage.objects.count(), Notice.objects.get().push_at) == ([], 0, None)


def test_a_push_service_in_our_own_network_is_never_asked(service: Receiver, settings) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    settings.WEBHOOK_LOCAL_HOSTS = []
    tell(ana, START)
    assert (work(), service.got) == (0, [])


def test_with_a_new_key_of_the_site_devices_have_to_be_added_again(service: Receiver, settings) -> None:
    ana = somebody("Ana")
    subscribe(ana, service)
    tell(ana, START)
    settings.PUSH_PRIVATE_KEY = OTHER_KEY
    assert (work(), devices_of(ana), service.got) == (0, 0, [])


def test_without_a_key_nothing_is_sent_and_nothing_fails(settings) -> None:
    assert settings.PUSH_PRIVATE_KEY == ""
    tell(somebody("Ana"), START)
    assert (work(), Notice.objects.get().push_at, push_keys.public_key()) == (0, None, "")


def test_a_killed_worker_sends_at_most_what_replaces_itself(service: Receiver) -> None:
    """Between sending and deleting the row a worker may die: the notice has one topic and one tag."""
    ana = somebody("Ana")
    browser = subscribe(ana, service)
    tell(ana, START)
    work()
    notice = Notice.objects.get()
    PushMessage.objects.create(notice=notice, subscription=ana.push_subscriptions.get(), due_at=START)
    work(START + dt.timedelta(minutes=1))
    first, second = service.got
    assert first.headers["topic"] == second.headers["topic"]
    assert browser.read(first)["tag"] == browser.read(second)["tag"]


def test_a_notice_is_told_in_the_language_of_its_player(service: Receiver) -> None:
    table = dealt("Bo Ana", at=START, turn_seconds=DAY)
    [ana] = with_accounts([player(table, "B")])
    Player.objects.filter(pk=ana.pk).update(language="ru")
    browser = subscribe(ana, service)
    turn_notices.tell_turns(at=START + dt.timedelta(minutes=6))
    work(START + dt.timedelta(minutes=6))
    notice_shown = browser.read(service.got[0])
    assert notice_shown["lang"] == "ru"
    assert notice_shown["title"].startswith("Ваш ход")


def test_the_longest_notice_fits_into_a_push_message(service: Receiver) -> None:
    ana = somebody("Ana")
    browser = subscribe(ana, service)
    notices.send(
        "request", [ana.pk], "k" * 80, about=lambda: About("Ж" * 200, "Ж" * 700, "/" * 300), at=START
    )
    work()
    [got] = service.got
    assert len(got.body) <= 4096
    assert len(browser.read(got)["body"]) == 600


def test_a_message_follows_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A: our library reads what the standard has encrypted."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    private = int.from_bytes(push_content.decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    body = push_content.decoded(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tl"
        "zAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    text = http_ece.decrypt(
        body,
        private_key=ec.derive_private_key(private, ec.SECP256R1()),
        auth_secret=push_content.decoded("BTBZMqHH6r4Tts7J_aSIgg"),
        version="aes128gcm",
    )
    assert text == b"When I grow up, I want to be a watermelon"


def test_the_key_of_a_site_is_made_by_a_command(capsys, settings) -> None:
    call_command("push_key")
    name, _equals, key = capsys.readouterr().out.strip().partition("=")
    settings.PUSH_PRIVATE_KEY, settings.PUSH_CONTACT = key, "https://example.org"
    push_keys.require_readable()
    assert (name, push_keys.public_key()) == ("PUSH_PRIVATE_KEY", public_key_of(key))


@pytest.mark.parametrize(
    ("key", "contact", "wrong"),
    [
        ("short", "mailto:a@example.org", "PUSH_PRIVATE_KEY"),
        ("?" * 43, "mailto:a@example.org", "PUSH_PRIVATE_KEY"),
        (KEY, "", "PUSH_CONTACT"),
        (KEY, "operator@example.org", "PUSH_CONTACT"),
    ],
)
def test_a_site_with_wrong_settings_does_not_start(settings, key: str, contact: str, wrong: str) -> None:
    settings.PUSH_PRIVATE_KEY, settings.PUSH_CONTACT = key, contact
    with pytest.raises(ImproperlyConfigured, match=wrong):
        push_keys.require_readable()
