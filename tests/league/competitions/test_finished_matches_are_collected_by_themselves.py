"""From the last card to the next round without anybody: signal, task, sweep, a broker that is away."""

import time
from pathlib import Path

import pytest
from celery import current_app

from games.models import MatchAnalysis
from games.signals import match_finished
from league.models import Competition
from league.tasks import collect
from tests.league.club_nights import fresh, knock_out, matches, play, started

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_SECONDS = 60


def test_a_real_worker_plays_a_knock_out_to_its_champion(worker_process) -> None:
    bracket = knock_out(3, bot_pause_ms=0, options={"target_score": 1})
    deadline = time.monotonic() + PATIENCE_SECONDS
    while fresh(bracket).status != Competition.Status.FINISHED:
        worker_process.require_no_trouble()
        assert time.monotonic() < deadline, worker_process.output()
        time.sleep(0.2)
    assert bracket.entrants.filter(rank=1).count() == 1


def test_a_finished_match_asks_for_its_collection() -> None:
    evening = started(4)
    table = play(matches(evening)[0])
    queue = current_app.connection_for_write().SimpleQueue("clock")
    queue.clear()
    match_finished.send_robust(sender=None, table_id=table.pk)
    message = queue.get_nowait()
    assert message.headers["task"] == "league.tasks.collect"
    assert message.headers["argsrepr"] == f"[{table.pk}]"
    message.ack()


def test_the_match_of_a_competition_is_analysed_unasked() -> None:
    evening = started(4)
    table = play(matches(evening)[0])
    assert collect(table.pk)
    assert not MatchAnalysis.objects.get(table=table).finished_at


def test_a_broker_that_is_away_costs_a_warning_only(caplog) -> None:
    evening = started(4)
    folder = Path(current_app.conf.broker_transport_options["data_folder_out"])
    away = folder.rename(folder.with_name("away"))
    try:
        answers = match_finished.send_robust(sender=None, table_id=matches(evening)[0].table_id)
    finally:
        away.rename(folder)
    assert [answer for _receiver, answer in answers] == [None]
    assert "the sweep will collect it" in caplog.text
