"""Programs for tests: what they ask with their token, and what they are told, as the schema says."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games.models import Player
from league.accounts import tokens
from league.models import Club
from tests.games.sending import new_id
from tests.league.api.openapi import agreement

EVERYTHING = tuple(tokens.SCOPES)


class Program:
    """A program with a token of somebody, or with none."""

    def __init__(
        self, user: User | None = None, scopes: Collection[str] = EVERYTHING, club: Club | None = None
    ) -> None:
        self.client, self.headers = Client(enforce_csrf_checks=True), {}
        self.player = Player.objects.filter(user=user).first() if user else None
        if user is not None:
            scopes = [scope for scope in scopes if club is None or scope in tokens.OF_A_CLUB]
            _made, secret = tokens.make(
                user, name="Test", scopes=scopes, days=1, club=club, at=timezone.now()
            )
            self.headers = {"Authorization": f"Bearer {secret}"}

    def get(self, path: str, **headers: str) -> HttpResponse:
        answer = self.client.get(_whole(path), headers={**self.headers, **headers})
        agreement.check("GET", _whole(path), None, answer)
        return answer

    def post(self, path: str, body: Any = None, *, key: str | None = "", **headers: str) -> HttpResponse:
        """Post JSON with an id of its own, or `key`; None for none."""
        with_key = {} if key is None else {"Idempotency-Key": key or new_id()}
        sent = {**self.headers, **with_key, **headers}
        answer = self.client.post(_whole(path), body, content_type="application/json", headers=sent)
        agreement.check("POST", _whole(path), body, answer)
        return answer

    def act(self, path: str, body: Any = None, *, seen: str, **more: Any) -> HttpResponse:
        """Post what names the version that stands at an address now."""
        after = self.get(seen).json()["version"]
        return self.post(path, {"after": after, **(body or {})}, **more)

    def form(self, path: str, fields: dict[str, Any], key: str = "") -> HttpResponse:
        """Post a form, as browsers send files, with an id of its own, or `key`."""
        headers = {**self.headers, "Idempotency-Key": key or new_id()}
        answer = self.client.post(_whole(path), fields, headers=headers)
        agreement.check("POST", _whole(path), None, answer)
        return answer

    def raw(self, path: str, body: bytes, content_type: str = "application/json") -> HttpResponse:
        sent = {**self.headers, "Idempotency-Key": new_id()}
        return self.client.post(_whole(path), body, content_type=content_type, headers=sent)


def program(name: str = "Ana", **facts: Any) -> Program:
    """The program of somebody new."""
    user = User.objects.create(username=f"{name}-{new_id()}", first_name=name)
    Player.objects.create(user=user, name=name)
    return Program(user, **facts)


def problem(response: HttpResponse) -> tuple[int, str]:
    """The status and the code of a problem, which is one in every other way, too."""
    assert response["Content-Type"] == "application/problem+json", response.content
    body = response.json()
    assert body["status"] == response.status_code
    assert body["detail"]
    assert body["title"]
    assert body["type"] == f"urn:wildleague:{body['code']}"
    return response.status_code, body["code"]


def _whole(path: str) -> str:
    return path if path.startswith("/") else f"/api/v1/{path}"
