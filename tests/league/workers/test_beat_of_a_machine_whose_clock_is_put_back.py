"""Situation: beat asks for the sweeps, and the clock of its machine is put back by an hour."""

import datetime as dt

import pytest
from celery import Celery, schedules

from league.workers.beat import SteadyScheduler

SCHEDULE = {
    "quick": {"task": "quick", "schedule": 2.0},
    "slow": {"task": "slow", "schedule": 10.0},
}


class Clock:
    """A wall clock that somebody sets. Beat keeps its schedule in a file, so that there is only one."""

    now = dt.datetime(2026, 5, 1, 19, 30, tzinfo=dt.UTC)

    @classmethod
    def pass_by(cls, seconds):
        cls.now += dt.timedelta(seconds=seconds)


def read_clock():
    return Clock.now


class Beat(SteadyScheduler):
    """Writes down what would be sent to the broker."""

    sent: list

    def apply_async(self, entry, **_facts):
        self.sent.append(entry.task)


@pytest.fixture
def beat(tmp_path):
    app = Celery("tests", broker="memory://")
    steady = {
        name: {**entry, "schedule": schedules.schedule(entry["schedule"], nowfun=read_clock, app=app)}
        for name, entry in SCHEDULE.items()
    }
    app.conf.beat_schedule = steady
    scheduler = Beat(app, schedule_filename=str(tmp_path / "beat"), lazy=False)
    scheduler.sent = []
    yield scheduler
    scheduler.close()


def run(beat, seconds):
    """Let beat tick for a while, as often as it wants to; return what it sent."""
    beat.sent = []
    until = Clock.now + dt.timedelta(seconds=seconds)
    while Clock.now < until:
        Clock.pass_by(min(max(beat.tick(), 0.01), 2))
    return beat.sent


def test_every_entry_runs_at_its_interval(beat):
    run(beat, 20)
    sent = run(beat, 60)
    assert 28 <= sent.count("quick") <= 31
    assert 5 <= sent.count("slow") <= 7


@pytest.mark.parametrize("jump", [-3600, 3600])
def test_every_entry_goes_on_when_the_clock_jumps(beat, jump):
    run(beat, 20)
    Clock.pass_by(jump)
    sent = run(beat, 60)
    assert 28 <= sent.count("quick") <= 32
    assert 5 <= sent.count("slow") <= 8
