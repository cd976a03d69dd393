"""Situation: what a page does is done by a program: every page that changes something has its twin."""

from django.urls import URLResolver, get_resolver

from tests.league.addresses import ADDRESSES

TWINS: dict[str, str] = {
    "table_new": "api_tables",
    "table_moves": "api_table_moves",
    "table_sit": "api_table_sit",
    "table_leave": "api_table_leave",
    "table_come_back": "api_table_come_back",
    "table_bot": "api_table_bots",
    "table_start": "api_table_start",
    "table_words": "api_table_words",
    "table_pause": "api_table_pause",
    "table_resume": "api_table_resume",
    "competition_start": "api_competition_start",
    "competition_life": "api_competition_pause",
    "competition_enter": "api_competition_entries",
    "competition_entrant": "api_competition_substitute",
    "competition_join": "api_competition_enter",
    "competition_leave": "api_competition_leave",
    "competition_seed": "api_competition_seed",
    "competition_door": "api_competition_here",
    "competition_check_in": "api_competition_check_in",
    "tiebreaks": "api_competition_tiebreaks",
    "timer": "api_competition_timer_start",
    "end_match": "api_match_end",
    "draft_make": "api_competition_draft",
    "draft_swap": "api_competition_draft_swap",
    "draft_discard": "api_competition_draft_discard",
    "draft_publish": "api_competition_publish",
    "match_move": "api_match_move",
    "match_report": "api_match_report",
    "match_correct": "api_match_correct",
    "match_lot": "api_match_lot",
    "stage_lot": "api_stage_lot",
    "line_add": "api_competition_lines",
    "line_withdraw": "api_competition_lines_withdraw",
}
"""What does the same for programs, by the name of the page's address."""
_ACCOUNT = "Keys of an account stay with the person in front of a browser, who gives the password."
_LINK = "A signed link in a letter is for the person who reads the letter."
WITHOUT: dict[str, str] = {
    **dict.fromkeys(["guest", "sign_up", "account_signup", "log_in", "account_login", "log_out"], _ACCOUNT),
    **dict.fromkeys(["mfa_authenticate", "account_inactive", "delete_account", "me_browsers"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password", "account_reset_password_done"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password_from_key", "account_confirm_email"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password_from_key_done", "me", "mfa_index"], _ACCOUNT),
    **dict.fromkeys(["account_reauthenticate", "mfa_reauthenticate", "account_change_password"], _ACCOUNT),
    **dict.fromkeys(["account_set_password", "account_email", "mfa_activate_totp"], _ACCOUNT),
    **dict.fromkeys(["mfa_deactivate_totp", "mfa_view_recovery_codes"], _ACCOUNT),
    **dict.fromkeys(["mfa_generate_recovery_codes", "mfa_download_recovery_codes"], _ACCOUNT),
    **dict.fromkeys(["my_tokens", "my_token_revoke", "club_tokens", "club_token_revoke"], _ACCOUNT),
    "matchday_said": _LINK,
    "notices_stop": _LINK,
    "score_worker": "A script of the page.",
    "language": "The language of a browser; programs read codes.",
    "record_check": "The promised address of `api_record_check`.",
}
"""What programs cannot do, and why."""
MISSING: set[str] = {
    "answer_call",
    "calendar_settings",
    "call_referee",
    "claim_decide",
    "club_edit",
    "club_invitation_revoke",
    "club_invitations",
    "club_join",
    "club_leave",
    "club_new",
    "club_people",
    "club_person",
    "club_request",
    "club_team",
    "club_teams",
    "competition_new",
    "competition_next",
    "competition_roles",
    "entrants_import",
    "feed_renew",
    "invitation",
    "matchday_answer",
    "matchday_change",
    "matchday_life",
    "matchday_new",
    "matchday_substitutes",
    "me_name",
    "me_privacy",
    "notice_open",
    "notice_settings",
    "notices_read",
    "player_claim",
    "player_link",
    "player_merge",
    "player_privacy",
    "player_unmerge",
    "players_import",
    "replay_comment_remove",
    "replay_comments",
    "result_confirm",
    "result_object",
    "result_settle",
    "results_import",
    "rulebook_delete",
    "rulebook_edit",
    "rulebook_new",
    "score_correct",
    "score_deal",
    "score_end",
    "score_note",
    "score_penalty",
    "score_undo",
    "substitute",
    "table_chat",
    "table_chat_hide",
    "table_new_physical",
    "table_ruling",
    "table_scorekeepers",
}
"""What is still to come."""


def test_every_page_that_changes_something_has_its_twin_or_a_reason() -> None:
    posted = {name for name, (_get, post) in ADDRESSES.items() if post != "-" and not name.startswith("api_")}
    told = set(TWINS) | set(WITHOUT) | MISSING
    assert posted == told
    assert not set(TWINS) & set(WITHOUT)
    assert not (set(TWINS) | set(WITHOUT)) & MISSING


def test_every_twin_is_there() -> None:
    assert set(TWINS.values()) <= set(_names(get_resolver()))


def _names(resolver: URLResolver) -> list[str]:
    found: list[str] = []
    for one in resolver.url_patterns:
        found += _names(one) if isinstance(one, URLResolver) else [one.name or ""]
    return found
