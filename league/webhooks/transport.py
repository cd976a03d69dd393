"""A request to another server: no redirects, a time limit, and only the beginning of the answer is read."""

import asyncio
import ssl
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import h11
from django.conf import settings

from games.rules.base.refusal import Refusal
from league.webhooks import address_guard
from league.webhooks.address_guard import Target

READ: Final = 500
"""Bytes of an answer that are read and stored."""
_PIECE: Final = 4096
_ASKING: Final = ThreadPoolExecutor(64, "names")
"""Threads for lookups of names: so many that silent name servers keep nobody else waiting. The loop does not
wait for them at its end.
"""


class Answer(NamedTuple):
    """An answer: the status, 0 without an answer, and its beginning, or the reason why there is none."""

    status: int
    text: str

    @property
    def is_good(self) -> bool:
        """Whether the receiver accepted it."""
        return 200 <= self.status < 300


async def post(
    url: str, body: bytes, headers: Mapping[str, str], *, longest: int = address_guard.LONGEST
) -> Answer:
    """Send a body, only to a public address, and return the answer. Raises nothing."""
    try:
        async with asyncio.timeout(settings.WEBHOOK_SECONDS):
            target = address_guard.read(url, longest=longest)
            resolving = asyncio.get_running_loop().run_in_executor(_ASKING, address_guard.numbers, target)
            return await _sent(target, await resolving, body, headers)
    except Refusal as refusal:
        return Answer(0, refusal.code)
    except TimeoutError:
        return Answer(0, "no_answer_in_time")
    except ssl.SSLError:
        return Answer(0, "bad_certificate")
    except h11.ProtocolError:
        return Answer(0, "no_http")
    except (OSError, UnicodeError):
        return Answer(0, "not_reached")


async def _sent(target: Target, numbers: list[str], body: bytes, headers: Mapping[str, str]) -> Answer:
    secure = ssl.create_default_context() if target.scheme == "https" else None
    # Connect to the checked IP address, and verify the certificate for the name.
    reader, writer = await asyncio.open_connection(
        numbers[0], target.port, ssl=secure, server_hostname=target.host if secure else None, limit=_PIECE
    )
    try:
        talk = h11.Connection(h11.CLIENT, max_incomplete_event_size=16 * 1024)
        for part in _request(target, body, headers):
            writer.write(talk.send(part) or b"")
        await writer.drain()
        return await _answer(talk, reader)
    finally:
        writer.transport.abort()  # do not wait for a slow receiver


def _request(target: Target, body: bytes, headers: Mapping[str, str]) -> list[h11.Event]:
    fields = {
        "Host": target.shown_host,
        "User-Agent": "Wildleague-Webhooks/1",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    return [
        h11.Request(method="POST", target=target.path, headers=list(fields.items())),
        h11.Data(data=body),
        h11.EndOfMessage(),
    ]


async def _answer(talk: h11.Connection, reader: asyncio.StreamReader) -> Answer:
    status, text = 0, b""
    while len(text) < READ:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(_PIECE))
        elif isinstance(event, h11.Response):
            status = event.status_code
        elif isinstance(event, h11.Data):
            text += bytes(event.data)
        elif not isinstance(event, h11.InformationalResponse):
            break
    return Answer(status, _words(text[:READ]))


def _words(text: bytes) -> str:
    """Return the printable part of an answer on a single line."""
    read = text.decode("utf-8", "replace")
    return " ".join("".join(character if character.isprintable() else " " for character in read).split())
