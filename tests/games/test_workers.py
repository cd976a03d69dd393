"""Situation: a real worker with its beat runs beside the web process, and may be killed."""

import asyncio
import datetime as dt
import os
import signal

import pytest
from celery import current_app
from django.db import connections
from django.utils import timezone

from games import tables
from games.models import Table
from games.realtime import watched_versions
from tests.games.playing import assert_rebuilt_equals_live, fresh, open_table
from tests.servers import processes

pytestmark = pytest.mark.django_db(transaction=True)


def start(**facts):
    """Start a match of two bots that are quick to move."""
    table = open_table("bot bot", bot_pause_ms=20, options={"target_score": 1, "hand_size": 3}, **facts)
    tables.start(table.pk, by="clock", at=timezone.now())
    return fresh(table)


def watch_to_the_end(table, *, seconds=60):
    def is_over():
        try:
            return fresh(table).status == Table.Status.FINISHED
        finally:
            connections.close_all()

    async def watch():
        async for _version in watched_versions.versions("table", table.pk):
            if await asyncio.to_thread(is_over):
                return

    asyncio.run(asyncio.wait_for(watch(), seconds))
    assert fresh(table).status == Table.Status.FINISHED
    assert_rebuilt_equals_live(table)


def test_a_worker_drops_messages_of_before_a_jump_of_the_clock_and_nothing_is_lost(server_env, server_folder):
    """An hour forward, while they were in the queue: all of them have expired then."""
    table = start()
    current_app.control.purge()
    before = timezone.now() - dt.timedelta(hours=1)
    for _message in range(300):
        current_app.send_task("games.tasks.play_for_bot", args=[table.pk, table.version], expires=before)
    with processes.worker(server_env, server_folder):
        watch_to_the_end(table)
        watch_to_the_end(start())  # whose tasks are delivered


def test_the_tasks_of_a_killed_worker_are_found_by_the_sweep_of_the_next(server_env, server_folder):
    with processes.worker(server_env, server_folder) as process:
        table = start()
        os.killpg(process.popen.pid, signal.SIGKILL)
    with processes.worker(server_env, server_folder):
        watch_to_the_end(table)
