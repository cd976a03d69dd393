"""Situation: an operator looks at the page of the site, and tries again what has failed."""

import pytest
from celery import current_app
from django.contrib.auth.models import User
from django.utils import timezone
from kombu.exceptions import OperationalError

from league.models import Club, Webhook, WebhookDelivery
from league.monitoring import last_runs, readiness

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PAGE = "/admin/operation/"


@pytest.fixture
def operator(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    readiness.checks.cache.clear()
    client.force_login(User.objects.create_user("night", is_staff=True))
    yield client
    readiness.checks.cache.clear()


@pytest.fixture
def sent(monkeypatch):
    """The tasks that the site sends."""
    tasks: list[tuple[str, list[int]]] = []

    def send(name, args=(), **_how):
        tasks.append((name, list(args)))

    monkeypatch.setattr(current_app, "send_task", send)
    return tasks


def test_the_page_says_what_is_wrong_and_how_large_all_is(operator, django_assert_max_num_queries) -> None:
    last_runs.note_done(last_runs.BACKUP)
    last_runs.note_run("games.tasks.expire_turns")
    with django_assert_max_num_queries(15):
        page = operator.get(PAGE).content.decode()
    assert "No sweep has run for a minute" in page
    for queue in ("clock", "bots", "mail", "webhooks", "analysis"):
        assert f"<code>{queue}</code>" in page
    assert "games.tasks.expire_turns" in page
    assert page.count("Never") >= 1


def test_the_page_is_for_staff_only(client, operator) -> None:
    client.force_login(User.objects.create_user("ana"))
    assert client.get(PAGE).status_code == 302
    assert "/admin/operation/" not in client.get("/").content.decode()


def test_a_failed_task_is_tried_again_once(operator, sent) -> None:
    last_runs.note_failure("league.tasks.draw", [7], KeyError("x"), at=timezone.now())
    assert "league.tasks.draw 7" in operator.get(PAGE).content.decode()
    (failed,) = last_runs.failures()
    form = {"task": failed.key, "command_id": "one"}
    assert operator.post(PAGE, form).status_code == 302
    assert operator.post(PAGE, form).status_code == 302
    assert sent == [("league.tasks.draw", [7])]
    assert last_runs.failures() == []
    answer = operator.post(PAGE, {**form, "command_id": "two"})
    assert answer.status_code == 409
    assert "Someone else has already tried this job again." in answer.content.decode()


def test_a_task_that_cannot_be_sent_stays_in_the_list(operator, monkeypatch) -> None:
    def away(*_task, **_how):
        raise OperationalError("redis://name:word@host")

    monkeypatch.setattr(current_app, "send_task", away)
    last_runs.note_failure("league.tasks.draw", [7], KeyError("x"), at=timezone.now())
    (failed,) = last_runs.failures()
    answer = operator.post(PAGE, {"task": failed.key, "command_id": "one"})
    assert "The broker does not answer" in answer.content.decode()
    assert answer.status_code in (409, 503)
    assert last_runs.failures() == [failed]


def test_a_failed_webhook_is_tried_again(operator, sent, django_capture_on_commit_callbacks) -> None:
    at = timezone.now()
    hook = Webhook.objects.create(
        club=Club.objects.create(name="Aces", slug="aces"), url="https://aces.example/", made_at=at
    )
    delivery = WebhookDelivery.objects.create(hook=hook, event="a", kind="ping", made_at=at, status="failed")
    assert "aces.example" in operator.get(PAGE).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        operator.post(PAGE, {"delivery": delivery.pk, "command_id": "one"})
    delivery.refresh_from_db()
    assert delivery.status == "waiting"
    assert sent == [("league.tasks.send_webhooks", [])]


@pytest.mark.parametrize(
    "form",
    [{}, {"task": "x"}, {"delivery": "0"}, {"delivery": "²"}, {"delivery": "9" * 30}, {"task": "../../x"}],
)
def test_nonsense_is_refused(operator, sent, form) -> None:
    for sent_form in ({**form, "command_id": "one"}, form):
        assert operator.post(PAGE, sent_form).status_code in (404, 409)
    assert sent == []
