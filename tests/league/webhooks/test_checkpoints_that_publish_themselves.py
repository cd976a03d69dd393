"""Situation: the checkpoint of every day is kept elsewhere, so that nobody here can write history anew."""

import datetime as dt
import shutil

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.db import connection

from games.eventstore.triggers import lifted
from games.integrity import checkpoints
from games.models import Checkpoint
from league.models import PublishedCheckpoint
from league.tasks import publish_checkpoints
from tests.league.webhooks.receiver import receiving

pytestmark = pytest.mark.django_db

DAY = dt.datetime(2026, 11, 21, 0, 5, tzinfo=dt.UTC)


@pytest.fixture(autouse=True)
def nowhere(settings):
    settings.CHECKPOINT_FOLDER, settings.CHECKPOINT_MAIL, settings.CHECKPOINT_URLS = "", [], []


def made(day: int = 0) -> str:
    """The text of the checkpoint of a day, which is made."""
    checkpoint = checkpoints.make(DAY + dt.timedelta(days=day))
    assert checkpoint is not None
    return checkpoint.text


class AwayBackend(EmailBackend):
    """A mail server that does not answer."""

    def send_messages(self, _messages):
        raise ConnectionRefusedError("nobody@example.org")


def test_a_folder_gets_a_file_for_every_day_and_the_last_one_at_first(settings, tmp_path):
    settings.CHECKPOINT_FOLDER = str(tmp_path)
    assert publish_checkpoints() == 0
    made()
    last = made(1)
    assert publish_checkpoints() == 1
    assert [path.name for path in tmp_path.iterdir()] == ["checkpoint-2026-11-22.txt"]
    assert (tmp_path / "checkpoint-2026-11-22.txt").read_text() == last
    texts = [made(2), made(3)]
    assert publish_checkpoints() == 2
    assert [(tmp_path / f"checkpoint-2026-11-{day}.txt").read_text() for day in (23, 24)] == texts
    assert publish_checkpoints() == 0


def test_a_folder_that_is_away_gets_what_it_missed(settings, tmp_path, caplog):
    folder = tmp_path / "kept"
    settings.CHECKPOINT_FOLDER = str(folder)
    folder.mkdir()
    made()
    assert publish_checkpoints() == 1
    shutil.rmtree(folder)
    made(1)
    made(2)
    assert publish_checkpoints() == 0
    assert "The checkpoint of 2026-11-22 could not be written" in caplog.text
    folder.mkdir()
    assert publish_checkpoints() == 2
    assert len(list(folder.iterdir())) == 2


def test_a_file_of_another_text_is_left_alone(settings, tmp_path, caplog):
    settings.CHECKPOINT_FOLDER = str(tmp_path)
    text, file = made(), tmp_path / "checkpoint-2026-11-21.txt"
    file.write_text("what was kept before\n")
    assert publish_checkpoints() == 0
    assert file.read_text() == "what was kept before\n"
    assert "the file holds another text" in caplog.text
    file.write_text(text)
    assert publish_checkpoints() == 1


def test_an_e_mail_bears_the_text_as_a_file_that_verify_reads(settings, caplog):
    settings.CHECKPOINT_MAIL = ["keeper@example.org", "other@example.org"]
    text = made()
    settings.EMAIL_BACKEND = f"{__name__}.AwayBackend"
    assert publish_checkpoints() == 0
    assert "was not mailed: ConnectionRefusedError" in caplog.text
    assert "nobody@example.org" not in caplog.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert publish_checkpoints() == 2
    assert [message.to for message in mail.outbox] == [["keeper@example.org"], ["other@example.org"]]
    ((name, attached, kind),) = mail.outbox[0].attachments
    assert (name, attached, kind) == ("checkpoint-2026-11-21.txt", text, "text/plain")
    assert publish_checkpoints() == 0


def test_an_address_elsewhere_is_sent_the_bytes_until_it_takes_them(settings):
    text = made()
    with receiving() as receiver:
        settings.WEBHOOK_LOCAL_HOSTS = [f"127.0.0.1:{receiver.port}"]
        settings.CHECKPOINT_URLS = [receiver.url]
        receiver.status = 500
        assert publish_checkpoints() == 0
        receiver.status = 204
        assert publish_checkpoints() == 1
        assert publish_checkpoints() == 0
        first, second = receiver.got
    assert first.body == second.body == text.encode()
    assert second.headers["content-type"].startswith("text/plain")
    assert receiver.url not in str(list(PublishedCheckpoint.objects.values()))


def test_one_place_that_is_away_keeps_nothing_from_the_others(settings, tmp_path):
    settings.CHECKPOINT_FOLDER, settings.CHECKPOINT_URLS = str(tmp_path), ["https://10.0.0.1/kept"]
    made()
    assert publish_checkpoints() == 1


def test_a_checkpoint_that_somebody_has_changed_is_not_published(settings, tmp_path, caplog):
    settings.CHECKPOINT_FOLDER = str(tmp_path)
    made()
    with lifted(connection):
        Checkpoint.objects.update(text="wildleague checkpoint 1\né\n")
    assert publish_checkpoints() == 0
    assert "The checkpoint of 2026-11-21 is not as it was made: it is not published" in caplog.text
    assert list(tmp_path.iterdir()) == []


def test_every_hour_the_worker_is_asked(settings):
    asked = [task["task"] for task in settings.CELERY_BEAT_SCHEDULE.values() if task["schedule"] == 3600]
    assert publish_checkpoints.name in asked
