"""Sets Django up when it is imported: programs outside pytest read the event store, which has models."""

import os

import django

import tests.environment  # noqa: F401 - a world of its own

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()
