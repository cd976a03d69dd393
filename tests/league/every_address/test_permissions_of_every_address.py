"""Every address of the site, asked for by everybody there is: who is let through, and who is refused.

A new address needs one line in tests/league/every_address/addresses.py.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver

from league.models import Club
from tests.games.sending import new_id
from tests.league.every_address.addresses import ADDRESSES, BY_THEMSELVES, CLUB, ORGANIZE, SEE
from tests.league.every_address.asking_visitors import EVERYBODY, METHODS, Plan, Visitor, is_let_through
from tests.league.every_address.closed_world import World
from tests.league.every_address.visitors import FROM_OUTSIDE


def addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    """Every address but those of the admin site: its name and its whole route."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from addresses(pattern, before + str(pattern.pattern))
        else:
            yield pattern.name or "", before + str(pattern.pattern)


def views(resolver: URLResolver | None = None) -> Iterator[tuple[str, Any]]:
    """Every address but those of the admin site: its name and its view."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if not isinstance(pattern, URLResolver):
            yield pattern.name or "", pattern.callback
        elif pattern.namespace != "admin":
            yield from views(pattern)


EVERY_ROUTE = list(addresses(get_resolver()))
EVERYTHING = dict(EVERY_ROUTE)
ASKED_METHODS = {"get", "head", "options", "post"}


def asked(client: Client, method: str, path: str, sent: dict[str, str]) -> Any:
    """Ask as a page does, or as a program where it is an address for programs."""
    ask = getattr(client, method.lower())
    if method.lower() == "get" or not path.startswith("/api/v1/"):
        return ask(path, sent)
    return ask(path, sent, content_type="application/json", headers={"Idempotency-Key": new_id()})


def _is_refused(response: Any, needs: str) -> bool:
    location = response.headers.get("Location", "")
    asks_who_it_is = response.status_code == 302 and location.startswith(("/log-in/?", "/guest/?"))
    is_hidden = "belongs" in needs and response.status_code == 404
    return response.status_code in (401, 403) or asks_who_it_is or is_hidden


def _fault(client: Client, path: str, method: str, needs: str, visitor: Visitor, other: str) -> str:
    """What is wrong with the answer to a visitor; empty if nothing is."""
    sent = {"command_id": new_id(), "do": "pause"} if method == "POST" else {}
    with transaction.atomic():
        response = asked(client, method, path, sent)
        transaction.set_rollback(True)  # so that the next one finds everything as it was
    if needs == "-":
        fits = response.status_code == 405 or (
            not is_let_through(visitor, other) and response.status_code in (302, 401, 403, 404)
        )
        return "" if fits else f"{method} {path} should be 405 and is {response.status_code}"
    is_refused = _is_refused(response, needs)
    if is_let_through(visitor, needs):
        fits = not is_refused and response.status_code < 500
        return "" if fits else f"{method} {path} should be allowed and is {response.status_code}"
    return "" if is_refused else f"{method} {path} should be refused and is {response.status_code}"


def test_every_address_has_its_line() -> None:
    missing = sorted(set(EVERYTHING) - set(ADDRESSES) - BY_THEMSELVES)
    lines = "".join(f'\n    "{name}": ("what GET needs", "what POST needs"),' for name in missing)
    assert not missing, f"say in tests/league/every_address/addresses.py what somebody needs for:{lines}"
    assert not set(ADDRESSES) - set(EVERYTHING), "these addresses are gone: take their lines out"


def test_no_address_hides_behind_the_line_of_another_or_behind_a_further_method() -> None:
    names = [name for name, _path in {(name, path.rstrip("/")) for name, path in EVERY_ROUTE}]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, "these names stand for several addresses, and so only one of them is asked"
    classes = {name: getattr(view, "view_class", getattr(view, "cls", None)) for name, view in views()}
    further = {
        name
        for name, view in classes.items()
        if name.startswith("api_")
        and view
        and {way for way in view.http_method_names if hasattr(view, way)} - ASKED_METHODS
    }
    assert not further, "these can be asked in ways that nobody is asked here"


PLAN = Plan(ADDRESSES)
WORDS = set().union(*(visitor.may for visitor in EVERYBODY))
NEEDS = sorted({answer for both in ADDRESSES.values() for answer in both} - {"-"})


def _visiting(world: World, visitor: Visitor) -> Client:
    """The visitor's browser, in a world whose club is as the visitor knows it."""
    client = world.browser(visitor.who)
    Club.objects.filter(pk=world.cup.club_id).update(is_public=visitor.is_public)
    return client


@pytest.mark.django_db
@pytest.mark.one_database  # what is asked of it is asked of both databases in test_permission_to_organize.py
@pytest.mark.sampled(
    "an address is asked by ten of 31 visitors, who tell a wrong permission from the right one",
    about=["league/", "games/"],
)
@pytest.mark.parametrize("visitor", EVERYBODY, ids=str)
def test_everybody_gets_what_the_lines_say_and_nothing_else(
    world: World, visitor: Visitor, thorough: bool
) -> None:
    client = _visiting(world, visitor)
    cookies = copy.deepcopy(client.cookies)
    tried, faults = PLAN.of(visitor), []
    for name, (get, post) in ADDRESSES.items():
        if {get, post} <= {"all", "-"} and visitor.who not in FROM_OUTSIDE:
            continue
        path = world.path(name, EVERYTHING[name])
        for method, needs, other in (("GET", get, post), ("POST", post, get)):
            if thorough or (name, method) in tried:
                faults.append(_fault(client, path, method, needs, visitor, other))
                client.cookies = copy.deepcopy(cookies)  # whoever logged out or in on the way did not
    assert not [fault for fault in faults if fault]


@pytest.mark.parametrize("needs", NEEDS)
def test_those_who_are_asked_tell_what_is_needed_from_all_else_that_could_be(needs: str) -> None:
    possible = {*WORDS, *NEEDS, *_weaker(needs)}
    differ = {
        other: {
            visitor
            for visitor in EVERYBODY
            if is_let_through(visitor, needs) != is_let_through(visitor, other)
        }
        for other in possible
    }
    for (name, method), tried in PLAN.tried.items():
        if ADDRESSES[name][METHODS.index(method)] == needs and set(ADDRESSES[name]) - {"all", "-"}:
            unnoticed = [other for other, people in differ.items() if people and not tried & people]
            assert not unnoticed, f"nobody would notice if {name} needed one of these"


def _weaker(needs: str) -> Iterator[str]:
    """What is left of what is needed without one of its ways, or one thing of a way."""
    every = needs.split("|")
    for number, way in enumerate(every):
        rest = every[:number] + every[number + 1 :]
        yield "|".join(rest) or "all"
        for part in way.split():
            yield "|".join([*rest, " ".join(word for word in way.split() if word != part) or "all"])


def test_everybody_tries_many_addresses_and_every_permission_that_many_need() -> None:
    for visitor in EVERYBODY:
        tried = PLAN.of(visitor)
        assert len(tried) > 40
        kinds = Counter(ADDRESSES[name][METHODS.index(method)] for name, method in tried)
        many = ("-", "club.organize", ORGANIZE, "table.referee", "table.see", SEE, CLUB, "account")
        assert all(kinds[needs] for needs in many), visitor


# --- whoever may not do it is told so, whatever they send and whether or not there is such a thing

_NOT_THERE = {"stage": 9, "entrant": 99, "number": 99, "key": "R9.9", "message": 999_999}
_NONSENSE = ({}, {"do": "x", "one": "x", "seat": "x", "match": "\x00", "entrant": "x", "after": "x"})


_OUTSIDERS = [Visitor("stranger"), Visitor("anonymous", is_public=True), Visitor("stranger", is_public=True)]


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.sampled(
    "an address is tried by one of three outsiders who may not ask for it, with one of two kinds of nonsense",
    about=["league/", "games/"],
)
@pytest.mark.parametrize("visitor", _OUTSIDERS, ids=str)
def test_someone_who_may_not_is_told_only_that(world: World, visitor: Visitor, thorough: bool) -> None:
    client = _visiting(world, visitor)
    cookies = copy.deepcopy(client.cookies)
    faults = []
    for number, (name, needs) in enumerate(ADDRESSES.items()):
        for method, need in zip(("get", "post"), needs, strict=True):
            refused = [visitor for visitor in _OUTSIDERS if need != "-" and not is_let_through(visitor, need)]
            if visitor not in (
                refused if thorough else refused[number % len(refused) :][:1] if refused else []
            ):
                continue
            # Which rulebooks there are everybody may read.
            elsewhere = {} if name.startswith("api_rulebook") else _NOT_THERE
            paths = {world.path(name, EVERYTHING[name], other): None for other in ({}, elsewhere)}
            nonsense = _NONSENSE if method == "post" else _NONSENSE[:1]
            for turn, path in enumerate(paths, start=number):
                for sent in nonsense if thorough else [nonsense[turn % len(nonsense)]]:
                    with transaction.atomic():
                        response = asked(client, method, path, {"command_id": new_id()} | sent)
                        transaction.set_rollback(True)
                    if not _is_refused(response, need):
                        faults.append(f"{method} {path} {sent} is {response.status_code}")
                    client.cookies = copy.deepcopy(cookies)
    assert not faults, "\n".join(faults)
