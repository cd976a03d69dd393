"""Situation: a program sends to every address of the API that acts, without an id of the command."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.models import Player, Receipt
from tests.league.api.asking import EVERYTHING, Program, problem
from tests.league.api.openapi.document import document

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PREVIEWS = {"/api/v1/competitions/{id}/", "/api/v1/competitions/{id}/matches/{stage}/{key}/correct/"}
"""What can be asked for without doing it."""


def acting() -> Iterator[tuple[str, str, Any]]:
    """Every address that acts, with what the schema says of the id."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "Idempotency-Key":
                    yield method, path, parameter


def test_it_is_refused_alike_everywhere_and_the_schema_says_so():
    root = User.objects.create(username="root", is_superuser=True)
    Player.objects.create(user=root, name="Root")
    mine = Program(root, scopes=EVERYTHING)
    asked = 0
    for method, path, parameters in acting():
        send, where = getattr(mine.client, method), re.sub(r"{\w+}", "1", path)
        answer = send(where, "{}", content_type="application/json", headers=mine.headers)
        assert parameters.get("required", False) == (path not in PREVIEWS), path
        expected = (404, "not_found") if path in PREVIEWS else (400, "id_missing")
        assert problem(answer) == expected, path
        asked += 1
    assert asked > 80
    assert not Receipt.objects.exists()
