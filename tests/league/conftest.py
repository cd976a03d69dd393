"""Clubs that many tests ask for something: built once a file, whose tests take back what they change."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.league.api import full_club
from tests.league.every_address.closed_world import World
from tests.league.every_address.two_worlds import taken_back


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """A closed club with people of every kind and something for every address."""
    with django_db_blocker.unblock(), taken_back():
        yield World.made()


@pytest.fixture(scope="module")
def night(django_db_setup: None, django_db_blocker: Any) -> Iterator[full_club.FullClub]:
    """A club with some of everything, and its organizer's program."""
    with django_db_blocker.unblock(), taken_back():
        yield full_club.made()
