"""What a program does about a code, for the guide and for the list of all codes."""

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EVERYWHERE: Final = (
    (
        ("id_missing", "bad_id"),
        _("Send `Idempotency-Key` with 1 to 64 characters: letters, digits, `-`, `_`, `.`"),
    ),
    (("id_reused",), _("The key was used for another command: use a new key for each command")),
    (("not_json", "bad_request"), _("Send JSON with `Content-Type: application/json`")),
    (("too_large",), _("Send less: usually at most one megabyte")),
    (("invalid",), _("Read `errors`: for each field it says what is wrong and what is allowed")),
    (("unknown_parameter",), _("A parameter after `?` is unknown; the message lists the known parameters")),
    (("bad_cursor",), _("Start with the first page, then follow `next` exactly")),
    (("bad_ordering", "bad_fields", "bad_limit"), _("The message lists what you can request")),
    (("not_logged_in",), _("Send `Authorization: Bearer …`")),
    (("bad_token",), _("The token is unknown, revoked or expired: make a new token")),
    (("lacks_scope",), _("Make a token with the scope given in the message")),
    (("not_allowed",), _("The token’s owner does not have the role needed: ask the organizers")),
    (("not_yours", "not_host", "not_seated"), _("Not your seat; not your table")),
    (
        ("not_public", "no_csrf_token"),
        _("Not available to other sites; send `X-CSRFToken` with a session, or a token"),
    ),
    (("not_found",), _("No such address, or nothing you are allowed to see")),
    (
        ("method_not_allowed", "not_acceptable"),
        _("`Allow` lists the methods; only lists are available as CSV"),
    ),
    (
        ("stale", "deal_recorded"),
        _("Someone changed this first: read it again and send the command with a new key"),
    ),
    (("changed_meanwhile", "none_to_match"), _("Leave out `If-Match`: commands name a version as `after`")),
    (("conflict", "paused", "away"), _("Not now: check `status`, `is_paused` and `you`, and wait")),
    (
        ("throttled", "too_fast", "busy", "no_database", "no_room"),
        _("Wait for the time in `Retry-After`, then send it again"),
    ),
)
"""Codes that come everywhere, and what to do then."""
ELSEWHERE: Final = (
    (
        (
            *(
                "already_drawn",
                "colour_missing",
                "colour_unwanted",
                "draw_four_not_allowed",
                "drawn_card_only",
            ),
            *("effect_pending", "must_play", "must_play_drawn", "no_challenge", "no_duty", "not_held"),
            *("not_playable", "not_your_turn", "rule_off", "target_missing", "wait_first"),
        ),
        _("Choose one of the moves in `legal`"),
    ),
    (
        ("bad_value", "bad_form", "bad_points", "bad_penalty", "bad_time"),
        _("A value is not possible here; the message says why"),
    ),
    (
        ("bad_entry", "bad_file", "bad_list", "bad_match", "bad_name", "bad_number", "not_a_history"),
        _("The data you sent cannot be used; the message says where and why"),
    ),
    (
        (
            *("no_name", "no_player", "stranger", "unknown_division", "unknown_entrant", "unknown_match"),
            "unknown_player",
        ),
        _("Name someone or something that exists there"),
    ),
    (("no_account",), _("This needs an account")),
    (("already_started",), _("This is possible only before the start")),
    (("physical", "no_moves"), _("At a table with real cards only the score is recorded")),
    (("seat_out",), _("This player no longer takes part in the deal or in the match")),
    (
        ("too_few_entrants", "too_many_entrants"),
        _("The format needs a different number of entrants; the message says how many"),
    ),
    (("wrong_result", "unlikely_result"), _("The result contradicts the points or what was recorded")),
    (("quota_used_up",), _("Finish or delete something first, or wait for the time in `Retry-After`")),
    (
        ("nothing_changes", "merged_already", "made_before"),
        _("There is nothing to do: read it again to see how it is now"),
    ),
)
"""Codes that mean several things, or that a program meets at a table, and what to do then."""


def by_code() -> dict[str, str | Promise]:
    """Return what to do about each code that has advice."""
    return dict(_rows())


def _rows() -> Iterator[tuple[str, str | Promise]]:
    for names, about in (*EVERYWHERE, *ELSEWHERE):
        for name in names:
            yield name, about
