"""Guesses, codes that were used, sessions that somebody else knows, addresses that are invented."""

import base64
import hashlib
import hmac
import re
import time
from collections.abc import Sequence
from typing import Final

from tests.attacks.visitor import PASSWORD, Visitor, account, guest, say_password
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
    counter = int(time.time()) // _PERIOD
    secret = _second_factor(ana, counter)
    first = _with_code(world, _code(secret, counter + 1))
    _flood(world)
    again = _with_code(world, _code(secret, counter + 1))
    ana.post("/me/second-factor/off/")
    return refused("a new code opens", is_refused=first) + refused(
        "a used one does not", is_refused=not again
    )


def a_code_that_was_used_after_a_flood_of_codes(world: World) -> Tally:
    """A one-time code, two hundred codes of somebody else with a second factor, and the same code."""
    ana, bo = account(world.site, "ana"), account(world.site, "bo")
    counter = int(time.time()) // _PERIOD
    secret, other = _second_factor(ana, counter), _second_factor(bo, counter)
    first = _with_code(world, _code(secret, counter + 1))
    flooding = [account(world.site, "bo", f"127.0.10.{number}") for number in range(1, 11)]
    answers = [flooding[0].post("/log-in/code/", code=_code(other, counter + 1))]
    answers += at_once(200, lambda number: flooding[number % 10].post("/log-in/code/", code=f"{number:06}"))
    again = _with_code(world, _code(secret, counter + 1))
    ana.post("/me/second-factor/off/")
    bo.post("/me/second-factor/off/")
    flood = tally(answers, fine=(200, 302, 422, 429), at_most=len(answers))
    return (
        flood
        + refused("a new code opens", is_refused=first)
        + refused("a used one does not", is_refused=not again)
    )


def an_owner_without_the_second_factor_that_is_demanded(world: World) -> Tally:
    """The site demands a second factor of owners and organizers, and Ana has only a password."""
    hook = {"url": "https://example.org/", "kinds": ["match.finished"]}
    cup = {"name": "Cup", "format": "swiss", "rounds": 3}
    with world.another(SECOND_FACTOR_FOR="owner,organizer") as site:
        ana = account(site, "ana", "127.0.11.1")
        is_in = ana.get("/me/").status == 200
        answers = [
            ana.send("clubs/riverside/webhooks/", hook),
            ana.send("clubs/riverside/competitions/", cup),
            ana.send("clubs/riverside/invitations/", {"roles": ["owner"], "days": 7, "most_uses": 1}),
            ana.send("clubs/riverside/members/", {"name": "Mallory"}),
            ana.send(f"competitions/{world.competition}/cancel/", {"reason": "x", "after": 0}),
            ana.post("/clubs/riverside/edit/", name="Mine now", time_zone="UTC"),
            ana.post("/clubs/riverside/people/", name="Mallory"),
        ]
    return tally(answers) + refused("logged in by a password", is_refused=is_in)


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


def two_hundred_guesses_of_a_token(world: World) -> Tally:
    """A program that tries one token after the other."""
    answers = at_once(
        200, lambda number: Visitor(world.site, Authorization=f"Bearer guess{number}").get("/api/v1/me/")
    )
    return tally(answers)


def sixty_letters_with_a_new_password(world: World) -> Tally:
    """Somebody else's letter box is filled."""
    somebody = Visitor(world.site, "127.0.8.1")
    somebody.get("/password/")
    answers = [somebody.post("/password/", email="ana@example.org") for _number in range(60)]
    return tally(answers, fine=(302,), at_most=3)


def fifty_guesses_of_a_one_time_code(world: World) -> Tally:
    """Somebody knows the password, and tries one code after the other."""
    ana = account(world.site, "ana")
    _second_factor(ana, int(time.time()) // _PERIOD)
    thief = account(world.site, "ana", "127.0.8.2")
    answers = [thief.post("/log-in/code/", code=f"{number:06}") for number in range(50)]
    is_in = thief.get("/me/").status == 200
    ana.post("/me/second-factor/off/")
    is_slowed = any(answer.status == 429 for answer in answers)
    return tally(answers, fine=(200, 422, 429)) + refused("nobody in", is_refused=not is_in and is_slowed)


def an_open_browser_takes_the_account_over(world: World) -> Tally:
    """Somebody finds a browser that was left open: another address, another password, a key for programs."""
    somebody = account(world.site, "bo", "127.0.8.3")
    answers = [
        somebody.post("/me/password/", oldpassword="x", password1="wild-cards-2", password2="wild-cards-2"),
        somebody.post("/me/password/", password1="wild-cards-2", password2="wild-cards-2"),
    ]
    is_his = account(world.site, "bo", "127.0.8.4").get("/me/").status == 200
    return tally(answers) + refused("the password is the old one", is_refused=is_his)


def a_token_after_a_new_password(world: World) -> Tally:
    """Somebody has copied the token of a program; its owner sets a new password and ends all tokens."""
    owner = account(world.site, "bo", "127.0.8.5")
    say_password(owner)
    shown = re.search(r"wl_[\w-]+", owner.post("/me/tokens/", name="Copied", days=7).body)
    assert shown is not None, "Bo is not shown a token."
    thief = Visitor(world.site, "127.0.8.6", Authorization=f"Bearer {shown[0]}")
    was_in = thief.get("/api/v1/me/").status == 200
    new = "wild-cards-and-more"
    owner.post("/me/password/", oldpassword=PASSWORD, password1=new, password2=new, end_tokens=1)
    after = thief.get("/api/v1/me/")
    owner.post("/me/password/", oldpassword=new, password1=PASSWORD, password2=PASSWORD)
    return refused(f"{after.status} {after.code} for the token", is_refused=was_in and after.status == 401)


ATTACKS: Final[Sequence[Attack]] = (
    a_code_that_was_used_after_a_flood,
    a_code_that_was_used_after_a_flood_of_codes,
    an_owner_without_the_second_factor_that_is_demanded,
    an_invented_address_past_the_proxy,
    a_session_from_before_the_sign_up,
    an_open_browser_deletes_the_account,
    an_open_browser_takes_the_account_over,
    a_token_after_a_new_password,
    two_hundred_guesses_of_a_token,
    sixty_letters_with_a_new_password,
    fifty_guesses_of_a_one_time_code,
    guesses_and_invented_log_ins,  # last: it shuts an account for minutes
)


def _flood(world: World) -> list[object]:
    somebody = Visitor(world.site)
    somebody.get("/log-in/")
    return at_once(
        _INVENTED, lambda number: somebody.post("/log-in/", login=f"invented{number}", password="x")
    )


def _second_factor(somebody: Visitor, counter: int) -> str:
    """Switch the second factor of somebody on who is logged in, by the code of that time; its secret."""
    somebody.post("/log-in/again/?next=/me/second-factor/", password=PASSWORD)
    match = re.search(r"<code[^>]*>([A-Z2-7]{32})</code>", somebody.get("/me/second-factor/").body)
    assert match is not None, "Nobody is shown a secret for a phone."
    somebody.post("/me/second-factor/", code=_code(match[1], counter))
    return match[1]


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
