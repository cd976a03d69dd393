"""Every operation has a row in the table of costs, no row is too dear, and what is measured now agrees.

Processor time is compared with that of a bare loop beside it, so that other programs and other machines do
not matter; a row may be exceeded by much before a test fails.
"""

import datetime as dt
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings

from tests.league.api.openapi.agreement import operation as in_the_schema
from tests.league.api.openapi.document import document
from tests.league.costs import table
from tests.league.costs.full_site import ACCOUNT, GUEST, ORGANIZER, STRANGER, FullSite
from tests.league.costs.measuring import Cost, Measuring, yardstick
from tests.league.costs.operations import Operation, every
from tests.league.every_address.addresses import ADDRESSES, BY_THEMSELVES
from tests.league.every_address.test_permissions_of_every_address import EVERYTHING
from tests.league.every_address.two_worlds import taken_back

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.written_by_hand]

KEPT = table.read()
OPERATIONS = {operation.key: operation for operation in every()}
QUICKLY_BUILT = ("", "day", "member", "cup")
SLOWLY_SENT = {"POST record_check", "POST api_record_check"}
"""A long match is played for what is sent."""
AT_ONCE = 1
WITH_A_PASSWORD = {
    f"POST {name}"
    for name in (
        *("log_in", "account_login", "sign_up", "account_signup"),
        *("account_reauthenticate", "account_change_password", "account_reset_password_from_key"),
    )
}
"""What costs as much as a password has to; anything else that grows would be hidden behind it."""
REFUSED = {
    "the address does not take this method": {
        *("GET log_out", "GET me_browsers", "GET me_name", "POST me", "POST mfa_index"),
        *("POST account_inactive", "POST account_reset_password_done", "POST mfa_view_recovery_codes"),
        *("POST account_reset_password_from_key_done", "POST api_nowhere", "POST score_worker"),
    },
    "there is nothing of any size: a code, a device, a key or a token of the visitor": {
        *("GET mfa_deactivate_totp", "GET mfa_download_recovery_codes", "GET mfa_remove_webauthn"),
        *("GET mfa_view_recovery_codes", "POST mfa_activate_totp"),
        *("POST mfa_deactivate_totp", "POST mfa_download_recovery_codes", "POST mfa_list_webauthn"),
        *("POST mfa_remove_webauthn", "POST my_devices", "POST my_token_revoke", "POST club_token_revoke"),
    },
    "a printed code is needed, or a wish: neither has any size": {
        *("POST printed_address", "POST printed_codes"),
    },
    "the page is for developers": {"GET styleguide"},
    "the longest match is not analysed": {"GET record_analysis"},
    "it is refused after everything has been read: nothing waits for a lot, a draw or an end": {
        *("POST match_lot", "POST api_match_lot", "POST stage_lot", "POST api_stage_lot"),
        "POST api_match_lot_take_back",
        *("POST api_competition_go_on", "POST end_match", "POST api_match_end", "POST api_match_undo"),
    },
    "the timer runs: to extend it costs as much": {
        *("POST api_competition_timer_start", "POST api_competition_timer_resume"),
    },
    "only players of a match: to open a table costs as much": {"POST table_rematch"},
}
"""Why a refusal was measured, and not the work."""


def dearest(asker: str) -> list[str]:
    """The dearest rows of an asker whose places are made quickly."""
    rows = {
        key: row
        for key, row in KEPT.rows.items()
        if row.asker == asker
        and row.place in QUICKLY_BUILT
        and not row.is_queued
        and key in OPERATIONS
        and key not in SLOWLY_SENT | WITH_A_PASSWORD
    }
    return sorted(rows, key=lambda key: -rows[key].ms)[:AT_ONCE]


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: Any) -> Iterator[FullSite]:
    with django_db_blocker.unblock(), taken_back():
        made = FullSite()
        # What a test makes is gone after it: clients and places are made before.
        assert made.clients
        assert all(made.facts(place) for place in QUICKLY_BUILT if place)
        yield made


@pytest.fixture(scope="module")
def pace() -> Callable[[], float]:
    """How slow this machine is now, beside the one of the table."""
    return lambda: yardstick() / KEPT.yardstick


def measured(site: FullSite, key: str, pace: Callable[[], float], **how: Any) -> list[str]:
    before, row = pace(), KEPT.rows[key]
    cost = Measuring(site).cost(OPERATIONS[key], place=row.place, **how)
    return table.grown(row, cost.at_pace(max(before, pace())))


# --- the table is whole


def test_every_operation_has_a_row_and_every_row_an_operation() -> None:
    assert set(OPERATIONS) == set(KEPT.rows), "python -m tests.bench.costs --write"


def test_every_operation_of_the_schema_is_measured_but_streams() -> None:
    routes = {
        (operation.method, str(in_the_schema(operation.method, f"/{operation.route}")["operationId"]))
        for operation in OPERATIONS.values()
        if operation.is_api and in_the_schema(operation.method, f"/{operation.route}")
    }
    promised = {
        (method.upper(), str(about["operationId"]))
        for methods in document()["paths"].values()
        for method, about in methods.items()
    }
    streams = {EVERYTHING[name] for name in BY_THEMSELVES}
    left = {
        (method.upper(), str(about["operationId"]))
        for path, methods in document()["paths"].items()
        for method, about in methods.items()
        if path.endswith(("stream/", "wait/"))
    }
    assert len(streams) == len(BY_THEMSELVES)
    assert promised - routes == left


def test_every_address_is_measured_by_each_method_that_it_answers() -> None:
    wanted = {f"{method} {name}" for name, both in ADDRESSES.items()
              for method, needs in zip(("GET", "POST"), both, strict=True) if needs != "-"}  # fmt: skip
    assert wanted == set(OPERATIONS)


def test_each_row_names_who_may_ask() -> None:
    assert {key: row.asker for key, row in KEPT.rows.items()} == {
        key: operation.asker for key, operation in OPERATIONS.items()
    }


def test_only_what_is_listed_is_measured_by_a_refusal() -> None:
    refused = {key for key, row in KEPT.rows.items() if row.answer >= 400}
    assert refused == {key for keys in REFUSED.values() for key in keys}


# --- nothing in it is too dear


@pytest.mark.parametrize("asker", [STRANGER, GUEST, ACCOUNT, ORGANIZER])
def test_nobody_may_cost_more_than_the_bound(asker: str) -> None:
    dear = {key: table.faults(row) for key, row in KEPT.rows.items() if row.asker == asker}
    assert {key: problems for key, problems in dear.items() if problems} == {}


# --- and it is so today


@pytest.mark.parametrize("asker", [STRANGER, GUEST, ACCOUNT, ORGANIZER])
def test_the_dearest_of_an_asker_cost_what_the_table_says(
    site: FullSite, asker: str, pace: Callable[[], float]
) -> None:
    keys = dearest(asker)
    assert keys
    assert {key: problems for key in keys if (problems := measured(site, key, pace))} == {}


@pytest.mark.slow("measures all 500 operations anew, not the dearest alone", about=["league/", "games/"])
def test_every_operation_costs_what_the_table_says(
    site: FullSite, pace: Callable[[], float], settings: Any
) -> None:
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = dt.timedelta(hours=1).seconds  # it takes ten minutes
    dear = {key: problems for key in OPERATIONS if (problems := measured(site, key, pace, with_memory=True))}
    assert dear == {}


# --- what is dear is noticed


class Burning:
    """A middleware that works for half a second, or takes a hundred megabytes."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        wasted = bytearray(100 << 20) if "HTTP_X_WASTES_MEMORY" in request.META else b""
        until = time.process_time() + 0.5
        while time.process_time() < until and not wasted:
            pass
        return self._answer(request)


def test_a_page_that_works_for_half_a_second_more_is_refused_by_the_table(
    site: FullSite, pace: Callable[[], float]
) -> None:
    key = "GET rules"
    assert measured(site, key, pace) == []
    with _burning(site):
        problems = measured(site, key, pace)
    assert "and the table says" in problems[0]


def test_a_row_of_it_would_be_refused_too(site: FullSite) -> None:
    operation = OPERATIONS["GET rules"]
    with _burning(site):
        slow = Measuring(site).cost(operation)
    assert "a stranger may cost 300" in table.faults(table.row_of(operation, slow, ""))[0]


def test_a_page_that_takes_a_hundred_megabytes_is_refused(site: FullSite) -> None:
    operation = OPERATIONS["GET rules"]
    with _burning(site, HTTP_X_WASTES_MEMORY="1"):
        large = Measuring(site).cost(operation, with_memory=True)
    assert "a stranger may cost 64" in table.faults(table.row_of(operation, large, ""))[0]
    assert "MB, and the table says" in table.grown(KEPT.rows[operation.key], large)[-1]


def test_an_answer_that_turns_into_a_refusal_is_noticed() -> None:
    row = KEPT.rows["GET rules"]
    refused = Cost("", row.first, row.ms, row.ms, row.mb, 10, 404, is_queued=False)
    assert table.grown(row, refused) == ["answers 404, not 200"]


class _burning(override_settings):  # noqa: N801 - used as a context
    """The browser of the strangers meets the middleware meanwhile."""

    def __init__(self, site: FullSite, **headers: str) -> None:
        from django.conf import settings

        super().__init__(MIDDLEWARE=[f"{__name__}.Burning", *settings.MIDDLEWARE])
        self._site, self._headers = site, headers

    def enable(self) -> None:
        super().enable()
        self._usual = self._site.clients[STRANGER]
        self._site.clients[STRANGER] = Client(**self._headers)

    def disable(self) -> None:
        self._site.clients[STRANGER] = self._usual
        super().disable()


def test_operations_are_told_apart_by_method() -> None:
    assert Operation("GET", "guest", "all").key != Operation("POST", "guest", "all").key
