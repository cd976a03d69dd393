"""The Celery application: bots, overdue turns and competition sweeps."""

import os

from celery import Celery
from celery.signals import worker_init

from games.bots.playouts.compiling import compile_now
from league.workers import file_broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

file_broker.use()
app = Celery("wildleague")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_init.connect
def compile_play_outs(**_signal: object) -> None:
    """Compile the play-outs of strong bots before the worker starts its processes."""
    compile_now()
