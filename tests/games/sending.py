"""Posts with the id of a command, and what is answered."""

import html
import re
from itertools import count
from typing import Any

from django.http import HttpResponse
from django.test import Client

_numbers = count(1)
_SAID = re.compile(r'data-code="([^"]*)"[^>]*>([^<]+)<|<p role="alert">([^<]+)<')


def new_id() -> str:
    return f"id-{next(_numbers)}"


def send(client: Client, path: str, command_id: str, **fields: Any) -> tuple[int, str, str]:
    """Post a form as a page without script does; return what `answer` says."""
    return answer(client.post(path, {"command_id": command_id, **fields}))


def answer(response: HttpResponse) -> tuple[int, str, str]:
    """The status, where it leads, and the sentence of a refusal with its code."""
    lines = [" ".join(part for part in parts if part) for parts in _SAID.findall(response.content.decode())]
    return response.status_code, response.headers.get("Location", ""), html.unescape(" ".join(lines))


def hidden_ids(response: HttpResponse) -> list[str]:
    """The ids in the forms of a page."""
    fields = re.findall(r"<input[^>]*>", response.content.decode())
    return [re.findall(r'value="([^"]+)"', field)[0] for field in fields if 'name="command_id"' in field]
