"""Situation: a result is reported by hand; few modules lie between the view and the stored events."""

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from league.competitions import projection
from league.models import Competition, Match, Membership
from tests.games.visiting import log_in
from tests.league.api.asking import Program, program
from tests.league.club_nights import fresh, started

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

WRITE_SIDE = {f"league.competitions.{name}" for name in ("results", "stream", "opening", "projection")}


def modules_until_stored(report: Callable[[], Any]) -> set[str]:
    """Return the modules of competitions and of their API whose functions run until the events are stored.

    Not counted are the rules, models, the event store and what all requests have in common: middleware,
    permissions, idempotency keys, the base of the API.
    """
    modules: set[str] = set()
    stored = projection.write.__code__

    def note(frame: FrameType, event: str, _argument: object) -> None:
        name = frame.f_globals.get("__name__", "")
        is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
        if event == "return" and frame.f_code is stored:
            sys.setprofile(None)
        elif is_function and name.startswith(("league.competitions", "league.api.competitions")):
            modules.add(name)

    sys.setprofile(note)
    try:
        report()
    finally:
        sys.setprofile(None)
    return modules


@pytest.fixture
def cup() -> Competition:
    return started(4, venue="elsewhere", rounds=2)


@pytest.fixture
def mine(cup: Competition) -> Program:
    organizer = program("Olga")
    Membership.objects.create(club=cup.club, player=organizer.player, is_organizer=True)
    return organizer


def test_the_page_reports_through_five_modules(cup: Competition, mine: Program, client: Client) -> None:
    log_in(client, mine.player)
    match = Match.objects.get(competition=cup, round_number=1)
    path = f"/competitions/{cup.pk}/matches/1/{match.key}/"
    client.get(path)
    places = {f"place_{entrant}": entrant for entrant in range(1, 5)}
    sent = {"kind": "played", "after": fresh(cup).version, **places}
    assert modules_until_stored(lambda: client.post(f"{path}report/", sent)) == {
        "league.competitions.views.matches",
        *WRITE_SIDE,
    }


def test_the_api_reports_through_five_modules(cup: Competition, mine: Program) -> None:
    match = Match.objects.get(competition=cup, round_number=1)
    path = f"competitions/{cup.pk}/matches/1/{match.key}/"
    mine.get(path)
    rows = [{"entrant": entrant, "place": entrant} for entrant in range(1, 5)]
    sent = {"after": fresh(cup).version, "entrants": rows}
    assert modules_until_stored(lambda: mine.post(f"{path}report/", sent)) == {
        "league.api.competitions.results",
        *WRITE_SIDE,
    }


def test_the_documentation_names_the_modules() -> None:
    page = (ROOT / "docs/develop/how-it-works.md").read_text()
    modules = {"league.competitions.views.matches", "league.api.competitions.results", *WRITE_SIDE}
    assert {module for module in modules if f"`{module}`" not in page} == set()
