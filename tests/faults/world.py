"""Settings of a world that goes wrong: tasks come twice, the clock jumps when a file says so.

They are ours in everything else. Only the processes of the fault suite use them.
"""

import datetime as dt
import os
from pathlib import Path
from typing import Any

from django.utils import timezone

from league.settings import *  # noqa: F403 - the same settings
from league.workers import file_broker, redis_broker

_real_now = timezone.now
_clock = Path(os.environ["FAULTS_CLOCK"])


def _now() -> dt.datetime:
    return _real_now() + dt.timedelta(seconds=float(_clock.read_text() or 0))


timezone.now = _now

if os.environ.get("FAULTS_TWICE"):

    def _twice(channel: type) -> None:
        once = channel._put

        def put(self: Any, queue: str, message: Any, **facts: Any) -> None:
            for _delivery in range(2):
                once(self, queue, message, **facts)

        channel._put = put

    _twice(file_broker.Channel)
    _twice(redis_broker.Channel)
