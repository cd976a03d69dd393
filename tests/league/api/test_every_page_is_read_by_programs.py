"""Situation: what a page tells, a program is told: every page has operations in which its facts are."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.league.api.openapi.document import document
from tests.league.every_address.addresses import ADDRESSES

FACTS: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "facts_of_pages.toml").read_text(encoding="utf-8")
)
_FORM = "Only a form: what may be sent stands in the schema."
_FOR_PROGRAMS = "Made for programs, at an address of its own that others count on."
_PICTURE = "A picture of what programs are told in numbers."
_SCRIPT = "A part of the pages themselves."
_ACCOUNT = "Keys of an account stay with the person in front of a browser, who gives the password."
_LINK = "A signed link in a letter is for the person who reads the letter."
_PEOPLE = "People judge what people have written; no program reports or decides."
WITHOUT: dict[str, str] = {
    **dict.fromkeys(["table_new", "table_new_physical", "rulebook_new", "rulebook_edit", "club_new"], _FORM),
    "competition_edit": _FORM,
    "table_rematch": _FORM,
    **dict.fromkeys(["competition_new", "matchday_new", "club_leave", "log_out", "delete_account"], _FORM),
    **dict.fromkeys(["players_import", "results_import", "entrants_import"], _FORM),
    **dict.fromkeys(["table_proofs", "oembed", "club_rss", "club_atom", "competition_rss"], _FOR_PROGRAMS),
    **dict.fromkeys(["competition_atom", "calendar_feed", "record_analysis"], _FOR_PROGRAMS),
    **dict.fromkeys(["replay_png", "replay_svg", "bracket_png", "bracket_svg", "club_logo"], _PICTURE),
    **dict.fromkeys(["score_worker", "texts", "styleguide"], _SCRIPT),
    **dict.fromkeys(["app_manifest", "service_worker", "offline"], _SCRIPT),
    "my_devices": "A browser shows notices with keys of its own.",
    "vacation": "The end of a turn tells what a vacation does.",
    **dict.fromkeys(["matchday_answer_link", "notices_stop"], _LINK),
    **dict.fromkeys(["chat_message", "replay_comment", "player_report", "report", "reports"], _PEOPLE),
    **dict.fromkeys(["me_data", "me_data_file"], _ACCOUNT),
    "pad_code": "A picture of the address of a table of the room; a match tells its table.",
    "printed_address": "For people with a printed sheet; programs are told the tables in play.",
    "next_tables": "A part of the page of a table; programs are told the tables in play.",
    **dict.fromkeys(
        ["puzzles", "puzzle_next", "puzzle"], "People solve puzzles; a program has a bot to ask."
    ),
    "how_to_play": "Teaches people; what is played is told by the rulebooks.",
    "webhook_guide": "Leads to the page of the API.",
    **dict.fromkeys(["guest", "sign_up", "account_signup", "log_in", "account_login"], _ACCOUNT),
    **dict.fromkeys(["mfa_authenticate", "account_inactive", "me", "mfa_index", "me_browsers"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password", "account_reset_password_done"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password_from_key", "account_confirm_email"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password_from_key_done", "my_tokens", "club_tokens"], _ACCOUNT),
    **dict.fromkeys(["account_reauthenticate", "mfa_reauthenticate", "account_change_password"], _ACCOUNT),
    **dict.fromkeys(["account_set_password", "account_email", "mfa_activate_totp"], _ACCOUNT),
    **dict.fromkeys(["mfa_deactivate_totp", "mfa_view_recovery_codes"], _ACCOUNT),
    **dict.fromkeys(["mfa_generate_recovery_codes", "mfa_download_recovery_codes"], _ACCOUNT),
    **dict.fromkeys(["mfa_list_webauthn", "mfa_remove_webauthn"], _ACCOUNT),
    **dict.fromkeys(["mfa_reauthenticate_webauthn", "mfa_login_webauthn"], _ACCOUNT),
}
"""What tells nothing of its own to programs, and why."""


def test_every_page_that_is_read_is_told_to_programs_or_has_a_reason() -> None:
    read = {name for name, (get, _post) in ADDRESSES.items() if get != "-" and not name.startswith("api_")}
    assert read == set(FACTS) | set(WITHOUT)
    assert not set(FACTS) & set(WITHOUT)


@pytest.mark.parametrize("page", FACTS)
def test_every_fact_of_a_page_is_in_a_field_of_an_operation(page: str) -> None:
    for operation, fields in FACTS[page].items():
        known = set(_names(_answer(operation)))
        assert set(fields.split()) <= known, (operation, set(fields.split()) - known)


def _answer(operation: str) -> Any:
    every = [method for methods in document()["paths"].values() for method in methods.values()]
    (operation_,) = [
        other_operation for other_operation in every if other_operation["operationId"] == operation
    ]
    return operation_["responses"]["200"]["content"]["application/json"]["schema"]


def _names(schema: Any, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Every name of a field in an answer, however deep."""
    if isinstance(schema, list):
        for part_ in schema:
            yield from _names(part_, seen)
    elif isinstance(schema, dict):
        name = schema.get("$ref", "").rpartition("/")[2]
        if name and name not in seen:
            yield from _names(document()["components"]["schemas"][name], seen | {name})
        yield from schema.get("properties", {})
        for part, inner in schema.items():
            if part != "enum":
                yield from _names(list(inner.values()) if part == "properties" else inner, seen)
