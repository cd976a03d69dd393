"""The queues of tasks, the limits of each, and which task belongs to which.

Each queue has worker processes of its own: tasks that flood a queue wait for each other, and delay no task of
another queue.
"""

import os
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from kombu import Exchange, Queue

USUAL_PRIORITY: Final = 5
"""The priority of a task within its queue; on Redis 0 comes first."""
_FIRST: Final = 0


class Limits(NamedTuple):
    """The limits of the workers of a queue.

    `processes` is the number of tasks at a time; `niceness` says how far they stand back when the processors
    are busy; `prefetched` is the number of messages that a process takes in advance; `seconds` is the longest
    time of a task.
    """

    processes: int
    niceness: int
    prefetched: int
    seconds: int


QUEUES: Final[Mapping[str, Limits]] = {
    "clock": Limits(2, 0, 4, 300),  # deadlines, results, rounds
    "bots": Limits(max(2, os.cpu_count() or 1), 0, 4, 60),
    "mail": Limits(1, 5, 1, 300),  # notices, reminders, e-mails, awards, feats
    "webhooks": Limits(1, 5, 1, 300),  # whatever other machines may delay
    "analysis": Limits(1, 10, 1, 900),  # long calculations
}
DEFAULT: Final = "clock"
COMPILING: Final = {"bots", "analysis"}
"""The queues whose workers compile the play-outs before they begin.

After an upgrade this takes half a minute of a processor. Deadlines and notices do not wait for it, and
until then the sweep of the clock moves for the bots.
"""

_TASKS: Final[Mapping[str, str]] = {
    "bots": "games.tasks.play_for_bot",
    "mail": """
        league.tasks.tell league.tasks.tell_calls league.tasks.tell_untold league.tasks.send_mails
        league.tasks.send_letters league.tasks.send_pushes league.tasks.remind_of_matchdays
        league.tasks.close_competitions league.tasks.find_feats
    """,
    "webhooks": """
        league.tasks.follow_for_webhooks league.tasks.follow_for_all_webhooks league.tasks.send_webhooks
        league.tasks.forget_deliveries league.tasks.publish_checkpoints
    """,
    "analysis": """
        games.tasks.analyse games.tasks.keep_deals games.tasks.measure_rulebook games.tasks.make_puzzles
        league.tasks.draw league.tasks.rate_clubs league.tasks.make_archive league.tasks.make_archives
    """,
}
"""The tasks of each queue; all others belong to the default queue.

A club waits for its awards at the prize giving, its players for their feats: behind an analysis of many
minutes their sweeps would expire again and again, so that they never came.
"""
_AWAITED: Final = {"league.tasks.draw"}
"""Long tasks for which people wait: on Redis they overtake the others of their queue."""


def declared() -> list[Queue]:
    """Return the queues as Celery wants them."""
    return [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]


def routes() -> dict[str, dict[str, Any]]:
    """Return the queue and the priority of each task that does not belong to the default queue."""
    return {
        task: {"queue": queue, "priority": _FIRST if task in _AWAITED else USUAL_PRIORITY}
        for queue, tasks in _TASKS.items()
        for task in tasks.split()
    }
