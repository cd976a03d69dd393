"""Clubs, competitions and standings; and the Django project itself."""

import gc

from league.celery import app as celery_app

__all__ = ["celery_app"]

# A process begins with the import of two thousand modules, none of which is garbage: looking among them after
# every 700 new objects would take a sixth of that time.
gc.set_threshold(50_000)
