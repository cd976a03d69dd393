"""Situation: everybody tries every address of the site, also with nonsense and while things are broken."""

import json
import logging
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib import admin
from django.db import OperationalError, ProgrammingError, connection
from django.test import override_settings
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.log import AdminEmailHandler

from games import log, tables
from games.models import TableEvent
from games.rules import cards
from games.rules.events import CardsDealt
from games.words import card
from tests.games.playing import START, play_out
from tests.league.address_paths import path_of
from tests.league.asked_addresses import ASKED, RULES
from tests.league.two_worlds import Asked, Situation, Stage, assert_equal_worlds, taken_back, told

pytestmark = [pytest.mark.django_db, pytest.mark.past_the_doors]

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


@pytest.fixture
def stage():
    return Stage(SITUATION, hosted=False)


def addresses(resolver: URLResolver, namespace: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every address of the site with its name."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            yield from addresses(one, f"{one.namespace}:" if one.namespace else namespace)
        else:
            yield f"{namespace}{one.name or ''}", one


def test_every_address_of_the_site_is_asked_for_here():
    names = {name for name, _pattern in addresses(get_resolver()) if not name.startswith("admin:")}
    assert names == set(ASKED), "a new address needs a line in asked_addresses.py: who may see what there?"


@pytest.mark.one_database
@pytest.mark.parametrize("whom", EVERYBODY)
def test_no_address_tells_a_hidden_card(stage, whom):
    asked = [
        Asked(path_of(name, stage) + one) if isinstance(one, str) else _sent(name, path_of(name, stage), one)
        for name, wanted in ASKED.items()
        if whom in "-S" or not name.startswith(RULES)
        for one in wanted
    ]
    nowhere = ("/nowhere/", "/tables/999/", "/tables/x/", "/healthz", "/tables/999/replay/")
    asked += [Asked(path) for path in nowhere]
    asked += [Asked(path_of("table_moves", stage), {"move": "draw"}, headers={"Host": "evil.example"})]
    assert_equal_worlds(stage, whom if whom in "ABC" else None, whom, asked, shift=7)


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


@pytest.mark.parametrize("lookup", ["payload__contains", "payload__regex", "payload", "hash", "hash__gt"])
def test_the_admin_site_cannot_be_asked_which_events_hold_a_card(stage, lookup):
    """A list that can be filtered by what it does not show, shows it."""
    paths = [
        f"games/tableevent/?{lookup}=r",
        f"games/tableevent/?stream__events__{lookup}=r",
        f"games/table/?events__{lookup}=r",
        f"games/table/?{lookup.replace('hash', 'head')}=r",
        f"games/player/?seats__table__events__{lookup}=r",
        f"league/match/?table__events__{lookup}=r",
    ]
    with stage.world(stage.situation.order):
        for path in paths:
            response = Asked(f"/admin/{path}").by(stage.clients["S"])
            assert response.status_code in (302, 400), path
            assert response.headers.get("Location", "?e=1").endswith("?e=1"), path
        for path in ("games/tableevent/?name__exact=cards_drawn", "games/table/?status__exact=running"):
            assert Asked(f"/admin/{path}").by(stage.clients["S"]).status_code == 200


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
    (Asked("/tables/{}/ruling/", {"ruling": "penalty", "seat": 0, "after": 1, "sure": 1}), "INSERT"),
]


@pytest.mark.one_database
@pytest.mark.parametrize("status", FAULTS)
@pytest.mark.parametrize(("asked", "what"), BREAKING)
@pytest.mark.parametrize("whom", "WAC")
def test_a_broken_database_tells_no_card_on_the_page_and_none_in_the_log(stage, whom, asked, what, status):
    error, words = FAULTS[status]

    def breaks(execute, sql, params, many, context):
        if what in sql:
            raise error(words)
        return execute(sql, params, many, context)

    assert_breaks_equally(stage, whom, asked, status, lambda: connection.execute_wrapper(breaks))


@pytest.mark.one_database
@pytest.mark.parametrize("template", ["games/_felt.html", "games/_recent.html", "games/_totals.html"])
@pytest.mark.parametrize("whom", "WAC")
def test_a_broken_template_tells_no_card_on_the_page_and_none_in_the_log(stage, whom, template):
    (engine,) = settings.TEMPLATES
    broken = ("django.template.loaders.locmem.Loader", {template: "{% load cards %}{% card page.nothing %}"})
    usual = [f"django.template.loaders.{name}.Loader" for name in ("filesystem", "app_directories")]
    options = {**engine["OPTIONS"], "loaders": [broken, *usual]}
    engines = [{**engine, "APP_DIRS": False, "OPTIONS": options}]
    assert_breaks_equally(
        stage, whom, Asked("/tables/{}/"), 500, lambda: override_settings(TEMPLATES=engines)
    )


def assert_breaks_equally(stage, whom, asked, status, breakage):
    """The page of the error and what is logged of it are the same in both worlds, and name no card."""
    client = stage.clients[whom]
    client.raise_request_exception = False
    asked = Asked(asked.path.format(stage.table.pk), asked.fields, asked.htmx)
    answers = []
    for order in (SITUATION.order, SITUATION.other(whom if whom in "ABC" else None, shift=7)):
        with stage.world(order), taken_back(), breakage():
            answers.append(told(client, asked))
    assert answers[0] == answers[1]
    assert answers[0]["status"] in (403, status)  # who may not ask is told so before anything breaks
    if answers[0]["status"] == status:
        assert answers[0]["log"]
        assert not any(
            card(one) in answers[0]["body"] for one in cards.cards(f"{HANDS} {PILE}".replace("/", " "))
        )


def test_errors_are_sent_to_nobody_with_the_values_of_variables():
    """Django's letters to administrators hold local variables, and with them whole hands."""
    loggers = [logging.getLogger(), *(logging.getLogger(name) for name in logging.root.manager.loggerDict)]
    assert not any(isinstance(one, AdminEmailHandler) for logger in loggers for one in logger.handlers)
    assert not settings.DEBUG


# --- and what is no secret any more is shown


def test_the_comparison_notices_a_card_that_is_shown(stage):
    """Bo sees the own hand; for whoever watches those are two different worlds."""
    page = [Asked(f"/tables/{stage.table.pk}/")]
    with pytest.raises(AssertionError, match="more than they may know"):
        assert_equal_worlds(stage, None, "B", page, shift=7)


@pytest.mark.parametrize("whom", EVERYBODY)
def test_after_the_deal_everybody_sees_what_was_left_in_the_hands(whom):
    over = Stage(Situation("r1/r4/b7", PILE, ("B play r4",)), hosted=True)
    with over.world(over.situation.order) as table:
        client = over.clients[None if whom == "-" else whom]
        page = client.get(f"/tables/{table.pk}/").content.decode()
        step = client.get(f"/tables/{table.pk}/replay/?step=2").content.decode()
        record = client.get(f"/tables/{table.pk}/record.json")
    for shown in (page, step):
        assert "red 1" in shown
        assert "blue 7" in shown
    assert record.status_code == 409  # the match goes on


@pytest.mark.parametrize("whom", EVERYBODY)
def test_after_the_match_everybody_may_see_every_hand_of_every_step(whom):
    over = Stage(Situation("r1 r2/r4 r5/b7 b8", PILE, options={"target_score": 50}), hosted=True)
    tables.start(over.table.pk, by="organizer:1", at=START)
    dealt = log.read_events(TableEvent, over.table.pk)
    hands = next(event.hands for event in dealt if isinstance(event, CardsDealt))
    client = over.clients[None if whom == "-" else whom]
    assert client.get(f"/tables/{over.table.pk}/record.json").status_code == 409
    assert play_out(over.table).is_over
    step = client.get(f"/tables/{over.table.pk}/replay/?step=1").content.decode()
    record = client.get(f"/tables/{over.table.pk}/record.json")
    assert all(card(one) in step for hand in hands for one in hand)
    assert record.status_code == 200
    assert json.loads(record.content)
