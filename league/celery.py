"""The Celery application: bots, overdue turns and competition sweeps."""

import os

from celery import Celery

from league.workers import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")

broker.use()
app = Celery("wildleague")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
