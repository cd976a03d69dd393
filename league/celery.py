"""The Celery application: bots, overdue turns and competition sweeps."""

import os

from celery import Celery
from celery.signals import worker_init
from celery.worker import WorkController

from games.bots.playouts.compiling import compile_now
from league.workers import file_broker
from league.workers.queues import COMPILING

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

file_broker.use()
app = Celery("wildleague")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def compile_play_outs(sender: WorkController, **_signal: object) -> None:
    """Compile the play-outs before a worker of bots or analyses starts its processes."""
    if COMPILING & set(sender.app.amqp.queues.consume_from):
        compile_now()
