"""Situation: a player posts a move; few modules lie between the view and the stored events."""

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from games.eventstore import appending
from games.models import Table
from tests.games.playing import dealt, fresh, player
from tests.games.sending import new_id
from tests.games.visiting import log_in, move

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

VIEW = "games.pages.views.table"
NOT_COUNTED = ("games.rules", "games.eventstore", "games.models", "games.naming.player_names")
"""The rules, the event store, models, and what reads the name of a player from its row."""


def modules_until_stored(post: Callable[[], Any]) -> set[str]:
    """Return the modules of games whose functions run from the view until the events of a post are stored.

    The middleware belongs to the league. What follows, the answer and whatever is sent after the commit, is
    another path. Classes and functions that a module makes when it is imported are no part of the path.
    """
    modules: set[str] = set()
    stored = appending.write.__code__

    def note(frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_globals.get("__name__", "")
        is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
        if event == "return" and frame.f_code is stored:
            sys.setprofile(None)
        # Before the view the middleware of the league asks the modules that it needs.
        elif is_function and (modules or name == VIEW) and _is_counted(name):
            modules.add(name)

    sys.setprofile(note)
    try:
        post()
    finally:
        sys.setprofile(None)
    return modules


def _is_counted(name: str) -> bool:
    return name.startswith("games.") and not name.startswith(NOT_COUNTED)


@pytest.fixture
def table(client: Client) -> Table:
    """Return a table on whose turn the visitor is."""
    table = dealt("Ana Bo")
    log_in(client, player(table, "AB"[fresh(table).turn_seat]))
    move(client, fresh(table), "nonsense")  # what is imported at the first post is no part of the path
    return fresh(table)


def test_a_move_passes_through_nine_modules(client: Client, table: Table) -> None:
    modules = modules_until_stored(lambda: move(client, table, "draw", command_id=new_id()))
    assert fresh(table).version > table.version
    assert modules == {
        VIEW,
        "games.access.players",
        "games.idempotency.request_keys",
        "games.quotas",
        "games.tables.moves",
        "games.tables.aggregate",
        "games.tables.shuffles",
        "games.tables.projection",
        "games.tables.deadlines",
    }
    page = (ROOT / "docs/develop/how-it-works.md").read_text()
    assert {module for module in modules if f"`{module}`" not in page} == set()
