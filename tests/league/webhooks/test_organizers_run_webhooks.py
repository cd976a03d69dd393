"""Situation: organizers say on pages which programs are told what, and see what became of it."""

import html
import json
import re
from pathlib import Path

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player, Receipt
from league.api.examples.receive_webhooks import is_genuine
from league.competitions import results
from league.models import Competition, Grant, Webhook, WebhookDelivery
from league.rules.competition import commands
from league.tasks import send_webhooks
from league.webhooks import (
    address_guard,
    attempt_text,
    competition_deliveries,
    hooks,
    kinds,
    sending,
    transport,
)
from league.webhooks.kinds import KINDS
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.club_nights import BY, announced, later
from tests.league.organizing import act, member, organizer, post, report
from tests.league.webhooks.receiver import assert_alike, hook_of, receiving

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

SECRET = re.compile(r'id="secret" readonly rows="2">(whsec_[^<]+)<')


def shown_secret(page) -> str:
    return html.unescape(SECRET.search(page.content.decode())[1])


@pytest.fixture
def cup():
    return announced(2)


@pytest.fixture
def receiver(settings):
    with receiving() as receiver_:
        settings.WEBHOOK_LOCAL_HOSTS = ["127.0.0.1"]
        yield receiver_


def paths(cup: Competition) -> list[str]:
    return [f"/clubs/{cup.club.slug}/webhooks/", f"/competitions/{cup.pk}/webhooks/"]


@pytest.mark.parametrize("which", [0, 1])
def test_a_webhook_is_made_tested_changed_and_removed(cup, receiver, which):
    olga, path = organizer(cup), paths(cup)[which]
    page = post(olga, path, url=receiver.url, note="Our bot", kinds=["match.finished"])
    secret = shown_secret(page)
    assertNotContains(olga.get(path), secret.removeprefix("whsec_"))
    hook = Webhook.objects.get()
    assert (hook.competition == cup) is bool(which)
    here = f"{path}{hook.pk}/"
    assert post(olga, f"{here}do/", do="test").status_code == 302
    assert send_webhooks() == 1
    (got,) = receiver.got
    assert got.content["type"] == "ping"
    assert got.is_signed_with(secret)
    delivery = WebhookDelivery.objects.get()
    assertContains(olga.get(here), "Delivered")
    assertContains(olga.get(f"{here}deliveries/{delivery.pk}/"), got.content["id"])
    assert post(olga, f"{here}deliveries/{delivery.pk}/replay/").status_code == 302
    assert send_webhooks() == 1
    assert {request.content["id"] for request in receiver.got} == {got.content["id"]}
    assert post(olga, here, url="https://example.org/x", note="", kinds=[]).status_code == 302
    hook.refresh_from_db()
    assert (hook.url, hook.note, hook.kinds) == ("https://example.org/x", "", [])
    assert post(olga, f"{here}do/", do="remove").status_code == 302
    assert not Webhook.objects.exists()


def test_a_secret_is_shown_once_and_no_receipt_keeps_it(cup):
    olga, (path, _other) = organizer(cup), paths(cup)
    sent = {"url": "https://example.org/", "command_id": "one"}
    first = shown_secret(olga.post(path, sent))
    again = olga.post(path, sent)
    assertContains(again, "shown once", status_code=422)
    hook = Webhook.objects.get()
    second = shown_secret(post(olga, f"{path}{hook.pk}/do/", do="secret"))
    assert first != second
    kept = str(list(Receipt.objects.values())) + str(list(Webhook.objects.values()))
    for secret in (first, second):
        assert secret.removeprefix("whsec_") not in kept + olga.get(f"{path}{hook.pk}/").content.decode()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://example.org/", "begin with https://"),
        ("https://127.0.0.1/", "not on the public internet"),
        ("https://2130706433/", "not on the public internet"),
        ("nonsense", "Nothing can be sent to this address"),
        ("", "required"),
        ("x" * 600, "at most 500"),
        ("https://example.org/\x00", "Null characters"),
    ],
)
def test_a_wrong_webhook_address_is_refused_with_a_sentence(cup, url, words):
    answer = post(organizer(cup), paths(cup)[0], url=url)
    assertContains(answer, words, status_code=422)
    assert not Webhook.objects.exists()


def test_events_that_there_are_not_are_refused(cup):
    answer = post(organizer(cup), paths(cup)[0], url="https://example.org/", kinds=["match.finished", "x"])
    assert answer.status_code == 422
    assert not Webhook.objects.exists()


def test_nobody_has_webhooks_without_end(cup, monkeypatch):
    monkeypatch.setattr(hooks, "MOST", 2)
    olga = organizer(cup)
    for path in (paths(cup)[0], *[paths(cup)[1]] * 2):
        assert post(olga, path, url="https://example.org/").status_code == 200
    assertContains(
        post(olga, paths(cup)[1], url="https://example.org/"), "2 webhooks here already", status_code=422
    )


def test_switched_off_it_is_sent_nothing_until_it_is_on_again(cup):
    olga, (path, _other) = organizer(cup), paths(cup)
    hook, _secret = hook_of(cup.club)
    here = f"{path}{hook.pk}/"
    hooks.test(hook, at=hook.made_at)
    post(olga, f"{here}do/", do="off")
    assert WebhookDelivery.objects.get().status == "failed"
    for what in ("do/", f"deliveries/{WebhookDelivery.objects.get().pk}/replay/"):
        assertContains(post(olga, f"{here}{what}", do="test"), "Switch it on first", status_code=422)
    post(olga, f"{here}do/", do="on")
    assert post(olga, f"{here}do/", do="test").status_code == 302
    assertContains(post(olga, f"{here}do/", do="x"), "This action does not exist here", status_code=422)


def test_the_organizer_of_one_competition_runs_its_webhooks_and_no_others(cup):
    other = announced(0)
    Competition.objects.filter(pk=other.pk).update(club=cup.club)
    gus, client = Player.objects.create(name="Gus"), Client()
    Grant.objects.create(club=cup.club, competition=cup, player=gus, is_organizer=True)
    log_in(client, gus)
    of_club, of_other = hook_of(cup.club)[0], hook_of(Competition.objects.get(pk=other.pk))[0]
    mine = hook_of(cup)[0]
    here = f"/competitions/{cup.pk}/webhooks/"
    assert client.get(f"{here}{mine.pk}/").status_code == 200
    assert client.get(f"{here}{of_club.pk}/").status_code == 404
    assert client.get(f"{here}{of_other.pk}/").status_code == 404
    assert client.get(f"/clubs/{cup.club.slug}/webhooks/").status_code == 403
    assert client.get(f"/competitions/{other.pk}/webhooks/").status_code == 403
    foreign = hooks.test(of_other, at=of_other.made_at)
    assert client.get(f"{here}{mine.pk}/deliveries/{foreign.pk}/").status_code == 404
    assert member(cup).get(here).status_code == 403


@pytest.mark.parametrize(
    ("status", "answer", "read"),
    [
        (0, "no_answer_in_time", "No answer came in time."),
        (0, "private_address", "This address is not on the public internet. Enter a public address."),
        (0, "of_another_time", "of_another_time"),
        (503, "not_reached", "not_reached"),
    ],
)
def test_pages_say_in_words_why_there_was_no_answer_and_the_api_says_the_code(cup, status, answer, read):
    olga, path = organizer(cup), paths(cup)[0]
    hook, _secret = hook_of(cup.club, "https://example.org/")
    sent = hooks.test(hook, at=START)
    sent.tries = [{"at": "2026-05-01T20:00:00Z", "status": status, "answer": answer, "ms": 12}]
    sent.save()
    assertContains(olga.get(f"{path}{hook.pk}/deliveries/{sent.pk}/"), read, count=1)
    assertNotContains(olga.get(f"{path}{hook.pk}/deliveries/{sent.pk}/"), "No answer</strong>")
    assertContains(olga.get(f"{path}{hook.pk}/"), status or read)
    told = olga.get(f"/api/v1/clubs/{cup.club.slug}/webhooks/{hook.pk}/deliveries/{sent.pk}/")
    assert told.json()["tries"][0]["answer"] == answer


def test_every_code_of_an_attempt_is_said_in_words():
    sources = "".join(Path(module.__file__).read_text() for module in (sending, transport, address_guard))
    assert set(re.findall(r'(?:Answer\(0, |Refusal\(\s*)"(\w+)"', sources)) == set(attempt_text.NO_ANSWER)


def test_the_pages_cost_the_same_for_one_and_for_many(cup, django_assert_num_queries):
    olga, (path, _other) = organizer(cup), paths(cup)
    hook, _secret = hook_of(cup.club)
    counts: dict[str, int] = {}
    for _round in range(2):
        for page in (path, f"{path}{hook.pk}/"):
            with django_assert_num_queries(counts.get(page, 8), exact=False) as queries:
                assert olga.get(page).status_code == 200
            counts[page] = len(queries)
        for _more in range(8):
            hooks.test(hook_of(cup.club)[0], at=hook.made_at)
            hooks.test(hook, at=hook.made_at)


# --- the documentation


def test_every_event_is_documented_with_an_example(client):
    page = client.get("/webhooks/").content.decode()
    for kind in KINDS:
        assert f'<details id="{kind}">' in page
        assert f"&quot;type&quot;: &quot;{kind}&quot;" in page
    assert "Webhook-Signature" in page


def test_the_examples_say_what_is_really_said(cup):
    hook_of(cup)
    here = [commands.OpenRegistration(), commands.OpenCheckIn("ABCD"), commands.CheckIn([1, 2])]
    act(cup, *here, commands.CloseCheckIn(), commands.Start())
    act(cup, commands.StartTimer(600, 0), commands.Pause(), commands.Resume())
    act(cup, commands.Adjust(1, 2, -2, "late"), commands.WithdrawAdjustment(1, 1))
    report(cup, "R1.1", 1, 2)
    results.correct(cup.pk, results.reopening(1, "R1.1", "again"), by=BY, at=later(12))
    report(cup, "R1.1", 2, 1)
    competition_deliveries.write_new(cup.pk)
    told = WebhookDelivery.objects.all()
    assert {"match.finished", "result.reopened", "points.adjusted", "timer.changed"} <= {
        row.kind for row in told
    }
    for row in told:
        assert_alike(json.loads(row.body), json.loads(kinds.example(row.kind)), row.kind)


def test_the_receiver_of_the_documentation_takes_what_is_genuine_and_nothing_else(cup, receiver):
    hook, secret = hook_of(cup.club, receiver.url)
    hooks.test(hook, at=hook.made_at)
    send_webhooks()
    (got,) = receiver.got
    headers = {name.title(): value for name, value in got.headers.items()}
    now = float(headers["Webhook-Timestamp"])
    assert is_genuine(headers, got.body, secret, now=now)
    assert is_genuine(headers, got.body, secret, now=now + 299)
    assert not is_genuine(headers, got.body, secret, now=now + 301)
    assert not is_genuine(headers, got.body + b" ", secret, now=now)
    assert not is_genuine(headers | {"Webhook-Id": "other"}, got.body, secret, now=now)
    assert not is_genuine(headers | {"Webhook-Timestamp": "x"}, got.body, secret, now=now)
    assert not is_genuine({}, got.body, secret, now=now)
