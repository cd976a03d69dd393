"""Situation: every operation is called once. The calls are kept: what is sent and answered stays as it is.

Every call is watched, too: what it changes has to stand in the audit log.

`KEEP_CALLS=1 python -m pytest tests/league/api/openapi/test_examples_of_the_schema.py` keeps those of now.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.league.api.openapi import agreement
from tests.league.api.openapi.document import document
from tests.league.api.openapi.example_calls import Story
from tests.league.api.openapi.repeatable import same_again
from tests.league.audit.audited_changes import What, all_noted

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

KEPT = Path(__file__).with_name("calls.json")
WITHOUT = {
    "get_schema",
    "get_tables_id_stream",
    "get_competitions_id_stream",
    "get_tables_id_events_wait",
    "get_stream",
    "get_me_tables_wait",
}
"""What is no document: this schema itself, and what waits."""


class Watched(Story):
    """A night of which every call has to leave its entries in the audit log."""

    noted: set[What]

    def post(self, *args: Any, **more: Any) -> Any:
        with all_noted() as changed:
            told = super().post(*args, **more)
        self.noted = {*getattr(self, "noted", ()), *(what for what, _subject in changed)}
        return told

    def form(self, *args: Any, **more: Any) -> Any:
        with all_noted():
            return super().form(*args, **more)


def test_every_call_is_answered_as_it_was_and_what_it_changes_is_noted():
    with same_again() as dice:
        night = Watched(dice)
        told = night.play()
    expected = {What.CLUB, What.ROLES, What.GRANT, What.TEAM, What.INVITATION, What.WEBHOOK, What.PRIVACY}
    assert night.noted >= {*expected, What.MERGE}
    if os.environ.get("KEEP_CALLS"):
        KEPT.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n")
    kept = json.loads(KEPT.read_text())
    assert [call["name"] for call in kept] == [call["name"] for call in told]
    for example, real in zip(kept, told, strict=True):
        for part in ("operation", "method", "status", "media"):
            assert example[part] == real[part], example["name"]
        assert like(example["answer"], real["answer"]), (example["name"], example["answer"], real["answer"])
        assert like(example.get("sent"), real.get("sent")), example["name"]


def test_every_example_agrees_with_the_schema():
    shown = 0
    for path, methods in document.__wrapped__()["paths"].items():  # made anew, with the examples as they are
        for operation in methods.values():
            bodies = [operation["requestBody"]] if "requestBody" in operation else []
            for part in [*bodies, *operation["responses"].values()]:
                for media in part.get("content", {}).values():
                    for example in media.get("examples", {}).values():
                        wrong = agreement.complaints(media["schema"], example["value"])
                        assert not wrong, (path, wrong)
                        shown += 1
    assert shown > 100


def test_every_operation_is_called():
    shown = {call["operation"] for call in json.loads(KEPT.read_text()) if call["status"] < 300}
    every = {
        operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()
    }
    assert every - shown == WITHOUT, (
        "tell it in tests/league/api/openapi/example_calls.py, then keep the calls"
    )


def like(kept: Any, real: Any) -> bool:
    """Whether two answers have the same form; what depends on cards and clocks may differ."""
    if isinstance(kept, dict) and isinstance(real, dict):
        if kept.get("type") != real.get("type") or "chance" in kept or "chance" in real:
            return True  # what happened, and what a record holds of it, is as the cards had it
        return kept.keys() == real.keys() and all(like(kept[name], real[name]) for name in kept)
    if isinstance(kept, list) and isinstance(real, list):
        return not kept or not real or like(kept[0], real[0])
    return kept is None or real is None or isinstance(kept, type(real)) or isinstance(real, type(kept))
