"""Situation: something is wrong with the site for a while, and nobody looks at it."""

import datetime as dt

import pytest
from django.core import mail
from django.utils import timezone

from games.models import LastSweep
from league.monitoring import conditions, last_runs, readiness, watch

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def begin(settings, tmp_path):
    """The clock of the site has just run, and no other test has left a job in its queues."""
    settings.DATA_DIR, settings.OPERATOR_MAIL = tmp_path, ["night@club.example"]
    folder = {"data_folder_in": str(tmp_path)}
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = settings.CELERY_BROKER_TRANSPORT_OPTIONS | folder
    at = timezone.now()
    LastSweep.objects.create(pk=1, looked_at=at)
    readiness.checks.cache.clear()
    yield at
    readiness.checks.cache.clear()


def stop_the_clock() -> None:
    LastSweep.objects.update(looked_at=timezone.now() - 10 * MINUTE)
    readiness.checks.cache.clear()


def let_it_run() -> None:
    LastSweep.objects.update(looked_at=timezone.now())
    readiness.checks.cache.clear()


def test_nothing_is_wrong_with_a_site_that_runs(begin) -> None:
    assert conditions.wrong() == []
    watch.look(at=begin)
    assert mail.outbox == []


def test_operators_are_notified_once_after_five_minutes_and_when_it_is_over(begin) -> None:
    stop_the_clock()
    for minutes in range(5):
        watch.look(at=begin + minutes * MINUTE)
    assert mail.outbox == []
    for minutes in range(5, 9):
        watch.look(at=begin + minutes * MINUTE)
    (letter,) = mail.outbox
    assert letter.to == ["night@club.example"]
    assert "No sweep has run for a minute" in letter.body
    let_it_run()
    watch.look(at=begin + 9 * MINUTE)
    assert "In order again: No sweep has run for a minute" in mail.outbox[1].body
    stop_the_clock()
    watch.look(at=begin + 10 * MINUTE)
    watch.look(at=begin + 14 * MINUTE)
    assert len(mail.outbox) == 2


def test_a_fault_that_ends_within_five_minutes_notifies_nobody(begin) -> None:
    stop_the_clock()
    watch.look(at=begin)
    let_it_run()
    watch.look(at=begin + 4 * MINUTE)
    stop_the_clock()
    watch.look(at=begin + 6 * MINUTE)
    assert mail.outbox == []


def test_a_mail_that_could_not_be_sent_is_sent_a_minute_later(begin, settings, caplog) -> None:
    stop_the_clock()
    watch.look(at=begin)
    of_tests, settings.EMAIL_BACKEND = settings.EMAIL_BACKEND, "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    watch.look(at=begin + 5 * MINUTE)
    settings.EMAIL_BACKEND = of_tests
    assert "The operators were not mailed: ConnectionRefusedError" in caplog.text
    assert "night@club.example" not in caplog.text
    watch.look(at=begin + 6 * MINUTE)
    assert len(mail.outbox) == 1


def test_a_failed_task_is_wrong_for_an_hour(begin) -> None:
    last_runs.note_failure("league.tasks.draw", [7], KeyError("x"), at=begin)
    assert [condition.code for condition in conditions.wrong()] == ["failed_tasks"]
    (failed,) = last_runs.failures()
    assert last_runs.take_failure(failed.key) == failed
    assert last_runs.take_failure(failed.key) is None
    assert last_runs.take_failure("../../secret-key") is None
    last_runs.note_failure("league.tasks.draw", [7], KeyError("x"), at=begin - 61 * MINUTE)
    assert conditions.wrong() == []


def test_a_file_that_nobody_can_read_is_begun_again(begin, tmp_path) -> None:
    (tmp_path / "operation").mkdir(exist_ok=True)
    (tmp_path / "operation/watch.json").write_text("{half")
    stop_the_clock()
    watch.look(at=begin)
    watch.look(at=begin + 5 * MINUTE)
    assert len(mail.outbox) == 1


def test_only_the_newest_failures_are_kept(begin) -> None:
    for number in range(205):
        last_runs.note_failure("league.tasks.draw", [number], KeyError(), at=begin + number * MINUTE)
    kept = [failed.arguments[0] for failed in last_runs.failures()]
    assert kept == list(range(204, 4, -1))
