"""Guesses, codes that were used, sessions that somebody else knows, addresses that are invented."""

import base64
import hashlib
import hmac
import re
import time
from collections.abc import Sequence
from typing import Final

from tests.attacks.visitor import PASSWORD, Visitor, account, guest
from tests.attacks.world import Attack, Tally, World, at_once, refused, tally

_PERIOD: Final = 30
_INVENTED: Final = 300


def guesses_and_invented_log_ins(world: World) -> Tally:
    """Five guesses, three hundred invented names to push the count out, and the right password."""
    somebody = Visitor(world.site, "127.0.5.1")
    somebody.get("/log-in/")
    answers = [somebody.post("/log-in/", login="cem", password=f"guess {number}") for number in range(5)]
    problems = tally([*answers, *_flood(world)])
    elsewhere = Visitor(world.site, "127.0.3.1")
    elsewhere.get("/log-in/")
    right = elsewhere.post("/log-in/", login="cem", password=PASSWORD)
    return problems + refused(f"{right.status} for the right password", is_refused=right.status != 302)


def a_code_that_was_used_after_a_flood(world: World) -> Tally:
    """A one-time code, three hundred invented log-ins, and the same code."""
    ana = account(world.site, "ana")
    ana.post("/log-in/again/?next=/me/second-factor/", password=PASSWORD)
    match = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", ana.get("/me/second-factor/").body)
    assert match is not None, "Ana is not shown a secret for her phone."
    counter = int(time.time()) // _PERIOD
    ana.post("/me/second-factor/", code=_code(match[1], counter))
    first = _with_code(world, _code(match[1], counter + 1))
    _flood(world)
    again = _with_code(world, _code(match[1], counter + 1))
    ana.post("/me/second-factor/off/")
    return refused("a new code opens", is_refused=first) + refused(
        "a used one does not", is_refused=not again
    )


def an_invented_address_past_the_proxy(world: World) -> Tally:
    """A hundred invented addresses, said by somebody who is not the proxy: they count as one."""
    few = {"API_PER_MINUTE": "20", "BEHIND_PROXY": "1", "PROXY_ADDRESSES": "192.0.2.1"}
    with world.another(**few) as site:
        return tally(
            at_once(
                100,
                lambda number: Visitor(
                    site, **{"X-Forwarded-For": f"198.51.{number}.7", "X-Forwarded-Proto": "https"}
                ).get("/api/v1/options/"),
            ),
            fine=(200,),
            at_most=20,
        )


def a_session_from_before_the_sign_up(world: World) -> Tally:
    """Somebody else knows the key of the session of a guest, who signs up then."""
    somebody = guest(world.site, "Gus", "127.0.4.1")
    key = somebody.cookies["sessionid"]
    form = {"password1": "wild-cards-and-more", "password2": "wild-cards-and-more"}
    somebody.get("/sign-up/")
    somebody.post("/sign-up/", username=f"gus{time.time_ns()}", first_name="Gus", **form)
    thief = Visitor(world.site, "127.0.4.2")
    thief.cookies["sessionid"] = key
    return refused("nobody in by the old key", is_refused=thief.get("/me/").status != 200)


def an_open_browser_deletes_the_account(world: World) -> Tally:
    """Somebody finds a browser that was left open, and does not know the password."""
    somebody = account(world.site, "bo")
    assert somebody.get("/me/").status == 200
    answer = somebody.post("/me/delete/", name="Bo Lindqvist")
    is_there = somebody.get("/me/").status == 200
    return refused(f"{answer.status} for a deletion", is_refused=is_there)


ATTACKS: Final[Sequence[Attack]] = (
    a_code_that_was_used_after_a_flood,
    an_invented_address_past_the_proxy,
    a_session_from_before_the_sign_up,
    an_open_browser_deletes_the_account,
    guesses_and_invented_log_ins,  # last: it shuts an account for minutes
)


def _flood(world: World) -> list[object]:
    somebody = Visitor(world.site)
    somebody.get("/log-in/")
    return at_once(
        _INVENTED, lambda number: somebody.post("/log-in/", login=f"invented{number}", password="x")
    )


def _with_code(world: World, code: str) -> bool:
    """Log Ana in with a code; whether that opened."""
    somebody = account(world.site, "ana")
    somebody.post("/log-in/code/", code=code)
    return somebody.get("/me/").status == 200


def _code(secret: str, counter: int) -> str:
    """Return a one-time code (RFC 6238)."""
    digest = hmac.digest(base64.b32decode(secret), counter.to_bytes(8), hashlib.sha1)
    place = digest[-1] & 15
    return f"{(int.from_bytes(digest[place : place + 4]) & 0x7FFFFFFF) % 10**6:06}"
