"""Situation: everybody tries every address of the site, also with nonsense and while things are broken."""

import json
import logging
from collections.abc import Iterator
from functools import partial

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import OperationalError, ProgrammingError, connection
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.log import AdminEmailHandler

from games import eventstore, tables
from games.models import TableEvent
from games.rules.cards import cards
from games.rules.cards.card_names import called
from games.rules.match.events import CardsDealt
from tests.games.playing import START, play_out
from tests.league.every_address.address_paths import path_of
from tests.league.every_address.asked_addresses import ASKED, RULES
from tests.league.every_address.two_worlds import (
    Asked,
    Situation,
    Stage,
    assert_equal_worlds,
    taken_back,
    told,
)

pytestmark = [pytest.mark.django_db, pytest.mark.written_by_hand]

# The last three moves, and that B may challenge nobody: C has to answer a Wild Draw Four that may be a bluff.
HANDS = "r1 r2 r3 b1/r4 r5 w4 g4/b7 b8 b9 g9"
PILE = "r9 y1 y2 y3 y4 y5 y6 y7 y8 y9 g1 g2 g3 g5 g6 g7 g8 b2 b3 b4 b5 b6 g0 b0"
SITUATION = Situation(
    HANDS,
    PILE,
    ("B draw", "B pass", "C draw", "C pass", "A play r1", "B play w4 g"),
    knows={"B": "y1", "C": "y2"},
)
EVERYBODY = "-WHOSABC"
AT_THE_TABLE = ("-OB", "-OC")
"""The viewers of every address of a table: a stranger, the referee, and the bluffer or the next player."""
MOST_TO_LEARN = "-OBC"


NUMBER = {name: number for number, name in enumerate(sorted(ASKED)) if ASKED[name]}
"""Addresses of one kind follow each other, so that everybody gets some of each."""


@pytest.fixture
def stage():
    return Stage(SITUATION, hosted=False)


def addresses(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site with its name."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, f"{pattern.namespace}:" if pattern.namespace else namespace)
        else:
            yield f"{namespace}{pattern.name or ''}", pattern


def test_every_address_of_the_site_is_asked_for_here():
    names = {name for name, _pattern in addresses(get_resolver()) if not name.startswith("admin:")}
    assert names == set(ASKED), "a new address needs a line in asked_addresses.py: who may see what there?"


@pytest.mark.one_database
@pytest.mark.sampled(
    "an address of the table is tried by three of eight people in all ways and by a fourth in one, another"
    " address by two, in two ways and in one, and in the second world only if it has read something of a"
    " table in the first",
    about=["league/", "games/"],
)
@pytest.mark.parametrize("whom", EVERYBODY)
def test_no_address_tells_a_hidden_card(stage, whom, thorough):
    asked = [
        Asked(path_of(name, stage) + other_name)
        if isinstance(other_name, str)
        else _sent(name, path_of(name, stage), other_name)
        for name, wanted in ASKED.items()
        for other_name in (wanted if thorough else _in_a_quick_run(name, wanted, whom, stage))
        if whom in _who_may_try(name)
    ]
    nowhere = ("/nowhere/", "/tables/999/", "/tables/x/", "/healthz", "/tables/999/replay/")
    asked += [Asked(path) for path in nowhere]
    asked += [Asked(path_of("table_moves", stage), {"move": "draw"}, headers={"Host": "evil.example"})]
    assert_equal_worlds(stage, whom if whom in "ABC" else None, whom, asked, shift=7)


def _in_a_quick_run(name: str, wanted: list, whom: str, stage: Stage) -> list:
    """What somebody tries of an address: of a table all, with most to learn from it, else a part in turn."""
    if not wanted or whom not in _who_tries(name, stage):
        return []
    if _is_of_the_table(name, stage) and whom in MOST_TO_LEARN:
        return wanted
    in_turn = NUMBER[name] % len(wanted)
    return wanted[in_turn : in_turn + (2 if whom in "OS" else 1)]


def _is_of_the_table(name: str, stage: Stage) -> bool:
    return f"/tables/{stage.table.pk}/" in path_of(name, stage) or name in ("lobby", "api_tables")


def _who_may_try(name: str) -> str:
    return "-S" if name.startswith(RULES) else EVERYBODY


def _who_tries(name: str, stage: Stage) -> str:
    """Return who looks in a quick run: at a table those with most to learn, elsewhere two in turn."""
    number = NUMBER[name]
    if _is_of_the_table(name, stage):
        return AT_THE_TABLE[number % 2] + "WHSA"[number // 2 % 4]
    if name.startswith(RULES):
        return _who_may_try(name)
    return "OS"[number % 2] + "-WHABC"[number // 2 % 6]


def test_everybody_tries_some_addresses_of_every_kind_and_each_is_tried_by_two(stage):
    who = {name: set(_who_tries(name, stage)) for name in NUMBER}
    assert all(len(people) > 1 for people in who.values())
    for whom in EVERYBODY:
        tried = [name for name, people in who.items() if whom in people]
        for kind in ("table", "api_table", "competition", "api_competition", "club", "api_club"):
            assert sum(name.startswith(kind) for name in tried) > 1, (whom, kind)


def _sent(name: str, path: str, fields: dict) -> Asked:
    """A post as a page sends it, or as a program where it is an address for programs."""
    if not path.startswith("/api/v1/"):
        return Asked(path, fields)
    return Asked(path, fields, headers={"Idempotency-Key": name}, content_type="application/json")


# --- the admin site


def test_the_admin_site_tells_nobody_a_hidden_card(stage):
    assert_equal_worlds(stage, None, "S", list(of_the_admin_site(stage)), shift=7)


def of_the_admin_site(stage: Stage) -> Iterator[Asked]:
    for path in ("", "password_change/", "jsi18n/", "games/", "league/", "autocomplete/", "nowhere/"):
        yield Asked(f"/admin/{path}")
    with stage.world(stage.situation.order):
        rows = {
            model: list(model._default_manager.values_list("pk", flat=True)) for model in admin.site._registry
        }
    for model, keys in rows.items():
        base = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        yield from (Asked(base), Asked(f"{base}?q=r4"), Asked(f"{base}add/"))
        # The last rows are those of the running deal.
        for key in keys[-2:]:
            yield from (Asked(f"{base}{key}/{page}/") for page in ("change", "history", "delete"))
        if keys:
            yield Asked(base, {"action": "delete_selected", "_selected_action": keys[0]})


def test_the_admin_site_cannot_be_asked_which_events_hold_a_card(stage):
    """A list that can be filtered by what it does not show, shows it."""
    paths = [
        path
        for lookup in ("payload__contains", "payload__regex", "payload", "hash", "hash__gt")
        for path in _filtered(lookup)
    ]
    with stage.world(stage.situation.order):
        for path in paths:
            response = Asked(f"/admin/{path}").by(stage.clients["S"])
            assert response.status_code in (302, 400), path
            assert response.headers.get("Location", "?e=1").endswith("?e=1"), path
        for path in ("games/tableevent/?name__exact=cards_drawn", "games/table/?status__exact=running"):
            assert Asked(f"/admin/{path}").by(stage.clients["S"]).status_code == 200


def _filtered(lookup: str) -> list[str]:
    return [
        f"games/tableevent/?{lookup}=r",
        f"games/tableevent/?stream__events__{lookup}=r",
        f"games/table/?events__{lookup}=r",
        f"games/table/?{lookup.replace('hash', 'head')}=r",
        f"games/player/?seats__table__events__{lookup}=r",
        f"league/match/?table__events__{lookup}=r",
    ]


def test_events_in_the_admin_site_come_without_what_they_say(stage):
    with stage.world(stage.situation.order):
        event = TableEvent.objects.get(stream=stage.table, name="cards_dealt")
        page = stage.clients["S"].get(f"/admin/games/tableevent/{event.pk}/change/").content.decode()
    assert "cards_dealt" in page
    assert event.payload not in page
    assert "payload" not in page.lower()


# --- while things are broken: the disk is full, the database is away, or there is a bug

FAULTS = {
    507: (OperationalError, "disk I/O error"),
    503: (OperationalError, "server closed the connection unexpectedly"),
    500: (ProgrammingError, "no such column"),
}

BREAKING = [
    (Asked("/tables/{}/"), "games_seat"),
    (Asked("/tables/{}/"), "games_chat"),
    (Asked("/tables/{}/moves/", {"move": "accept", "after": 99}), "games_seat"),
    (Asked("/tables/{}/chat/", {"text": "hello"}), "INSERT"),
    (Asked("/tables/{}/leave/", {}), "INSERT"),
    (Asked("/tables/{}/replay/?step=3"), "games_tableevent"),
    (
        Asked(
            "/tables/{}/ruling/", {"ruling": "penalty", "seat": 0, "after": 1, "sure": 1, "reason": "late"}
        ),
        "INSERT",
    ),
]


@pytest.mark.one_database
@pytest.mark.parametrize("whom", "WAC")
def test_a_broken_database_tells_no_card_on_the_page_and_none_in_the_log(stage, whom):
    cases = [(asked, what, status) for asked, what in BREAKING for status in FAULTS]

    def tell(case):
        asked, what, status = case
        with connection.execute_wrapper(_breaks(what, *FAULTS[status])):
            return _told_of(stage, whom, asked)

    here, there = _in_both_worlds(stage, whom, tell, cases)
    for (asked, _what, status), first, second in zip(cases, here, there, strict=True):
        assert_breaks_equally(asked, status, first, second)


def _breaks(what, error, words):
    def execute(execute, sql, params, many, context):
        if what in sql:
            raise error(words)
        return execute(sql, params, many, context)

    return execute


@pytest.mark.one_database
@pytest.mark.parametrize("name", ["_felt", "_recent", "_totals"])
def test_a_broken_template_tells_no_card_on_the_page_and_none_in_the_log(stage, name):
    template = f"games/pages/{name}.html"
    (engine,) = settings.TEMPLATES
    broken = ("django.template.loaders.locmem.Loader", {template: "{% load cards %}{% card page.nothing %}"})
    usual = [f"django.template.loaders.{name}.Loader" for name in ("filesystem", "app_directories")]
    loaders = [("django.template.loaders.cached.Loader", [broken, *usual])]
    engines = [{**engine, "APP_DIRS": False, "OPTIONS": {**engine["OPTIONS"], "loaders": loaders}}]
    page = Asked("/tables/{}/")
    with override_settings(TEMPLATES=engines):
        for whom in "WAC":
            ((here,), (there,)) = _in_both_worlds(stage, whom, partial(_told_of, stage, whom), [page])
            assert_breaks_equally(page, 500, here, there)


def _in_both_worlds(stage, whom, tell, cases):
    """What is told of each case, as if it were the only one, in the world as it is and in the other one."""
    told_of = []
    for order in (SITUATION.order, SITUATION.other(whom if whom in "ABC" else None, shift=7)):
        with stage.world(order):
            told_of.append([])
            for case in cases:
                with taken_back():
                    told_of[-1].append(tell(case))
    return told_of


def _told_of(stage, whom, asked):
    client = stage.clients[whom]
    client.raise_request_exception = False
    return told(client, Asked(asked.path.format(stage.table.pk), asked.fields, asked.htmx))


def assert_breaks_equally(asked, status, here, there):
    """The page of the error and what is logged of it are the same in both worlds, and name no card."""
    assert here == there, asked
    assert here["status"] in (403, status)  # who may not ask is told so before anything breaks
    if here["status"] == status:
        assert here["log"]
        assert not any(
            called(card) in here["body"] for card in cards.cards(f"{HANDS} {PILE}".replace("/", " "))
        )


def test_errors_are_sent_to_nobody_with_the_values_of_variables():
    """Django's letters to administrators hold local variables, and with them whole hands."""
    loggers = [logging.getLogger(), *(logging.getLogger(name) for name in logging.root.manager.loggerDict)]
    assert not any(
        isinstance(handler, AdminEmailHandler) for logger in loggers for handler in logger.handlers
    )
    assert not settings.DEBUG


# --- and what is no secret any more is shown


def test_the_comparison_notices_a_card_that_is_shown(stage):
    """Bo sees the own hand; for whoever watches those are two different worlds."""
    page = [Asked(f"/tables/{stage.table.pk}/")]
    with pytest.raises(AssertionError, match="more than they may know"):
        assert_equal_worlds(stage, None, "B", page, shift=7)


def test_after_the_deal_everybody_sees_what_was_left_in_the_hands():
    over = Stage(Situation("r1/r4/b7", PILE, ("B play r4",)), hosted=True)
    with over.world(over.situation.order) as table:
        for client in over.clients.values():
            page = client.get(f"/tables/{table.pk}/").content.decode()
            step = client.get(f"/tables/{table.pk}/replay/?step=2").content.decode()
            for shown in (page, step):
                assert "red 1" in shown
                assert "blue 7" in shown
            record = client.get(f"/tables/{table.pk}/record.json")
            assert record.status_code == 409  # the match goes on


def test_after_the_match_everybody_may_see_every_hand_of_every_step():
    over = Stage(Situation("r1 r2/r4 r5/b7 b8", PILE, options={"target_score": 50}), hosted=True)
    tables.start(over.table.pk, by="organizer:1", at=START)
    dealt = eventstore.read_events(TableEvent, over.table.pk)
    hands = next(event.hands for event in dealt if isinstance(event, CardsDealt))
    at = f"/tables/{over.table.pk}"
    for client in over.clients.values():
        assert client.get(f"{at}/record.json").status_code == 409
    assert play_out(over.table).is_over
    for client in over.clients.values():
        step = client.get(f"{at}/replay/?step=1&seat=all").content.decode()
        record = client.get(f"{at}/record.json")
        assert all(called(card) in step for hand in hands for card in hand)
        assert record.status_code == 200
        assert json.loads(record.content)
