"""Clubs, competitions and standings; and the Django project itself."""

from league.celery import app as celery_app

__all__ = ["celery_app"]
