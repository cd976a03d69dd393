"""Situation: what a page does is done by a program: every page that changes something has its twin."""

from django.urls import URLResolver, get_resolver

from tests.league.every_address.addresses import ADDRESSES

TWINS: dict[str, str] = {
    "table_new": "api_tables",
    "table_new_physical": "api_real_cards",
    "table_scorekeepers": "api_scorekeepers",
    "table_moves": "api_table_moves",
    "play_now": "api_tables",
    "table_sit": "api_table_sit",
    "table_leave": "api_table_leave",
    "table_come_back": "api_table_come_back",
    "table_keep": "api_table_keep",
    "table_free": "api_table_free",
    "table_bot": "api_table_bots",
    "table_start": "api_table_start",
    "table_words": "api_table_words",
    "table_pause": "api_table_pause",
    "table_resume": "api_table_resume",
    "competition_start": "api_competition_start",
    "competition_edit": "api_competition",
    "competition_life": "api_competition_pause",
    "competition_enter": "api_competition_entries",
    "competition_entrant": "api_competition_substitute",
    "competition_join": "api_competition_enter",
    "competition_leave": "api_competition_leave",
    "competition_break": "api_competition_break",
    "competition_seed": "api_competition_seed",
    "competition_check_in_screen": "api_competition_here",
    "competition_check_in": "api_competition_check_in",
    "tiebreaks": "api_competition_tiebreaks",
    "timer": "api_competition_timer_start",
    "end_match": "api_match_end",
    "entrants_import": "api_competition_import",
    "results_import": "api_club_import_results",
    "players_import": "api_club_import_players",
    "competition_next": "api_competition_next",
    "answer_call": "api_competition_call_take",
    "draft_make": "api_competition_draft",
    "draft_swap": "api_competition_draft_swap",
    "draft_discard": "api_competition_draft_discard",
    "draft_publish": "api_competition_publish",
    "draft_seating": "api_competition_draft_seating",
    "match_move": "api_match_move",
    "match_report": "api_match_report",
    "match_quick": "api_match_report",
    "match_correct": "api_match_correct",
    "match_lot": "api_match_lot",
    "printed_codes": "api_competition_codes_void",
    "stage_lot": "api_stage_lot",
    "club_new": "api_clubs",
    "club_edit": "api_club",
    "club_join": "api_club_join",
    "club_leave": "api_club_leave",
    "club_people": "api_club_members",
    "club_person": "api_club_member",
    "club_request": "api_club_let_in",
    "club_invitations": "api_club_invitations",
    "club_invitation_revoke": "api_club_revoke",
    "invitation": "api_invitation",
    "club_teams": "api_club_teams",
    "club_team": "api_club_team",
    "competition_roles": "api_competition_roles",
    "score_deal": "api_table_deals",
    "score_correct": "api_table_deal",
    "score_undo": "api_table_undo",
    "score_penalty": "api_table_penalty",
    "score_note": "api_table_note",
    "score_end": "api_table_end",
    "result_confirm": "api_table_confirm",
    "result_object": "api_table_object",
    "result_settle": "api_table_settle",
    "table_chat": "api_table_chat",
    "table_chat_hide": "api_table_chat_hide",
    "table_ruling": "api_table_ruling",
    "call_referee": "api_table_call",
    "replay_analysis": "api_replay_analysis",
    "replay_comments": "api_replay_comments",
    "replay_comment_remove": "api_replay_comment_remove",
    "club_webhooks": "api_club_webhooks",
    "club_webhook": "api_club_webhook",
    "club_webhook_do": "api_club_webhook_test",
    "club_delivery_replay": "api_club_delivery_replay",
    "competition_webhooks": "api_competition_webhooks",
    "competition_webhook": "api_competition_webhook",
    "competition_webhook_do": "api_competition_webhook_test",
    "competition_delivery_replay": "api_competition_delivery_replay",
    "rulebook_new": "api_rulebooks",
    "rulebook_edit": "api_rulebook",
    "rulebook_delete": "api_rulebook_discard",
    "competition_new": "api_club_announce",
    "matchday_new": "api_club_matchdays",
    "matchday_change": "api_matchday",
    "matchday_life": "api_matchday_call_off",
    "calendar_settings": "api_club_calendar",
    "matchday_substitutes": "api_matchday_substitutes",
    "substitute": "api_substitute",
    "matchday_answer": "api_matchday_answer",
    "notices_read": "api_notices_read",
    "notice_open": "api_notice_read",
    "notice_settings": "api_notice_settings",
    "feed_renew": "api_club_feed_renew",
    "me_name": "api_me_name",
    "me_privacy": "api_me_privacy",
    "me_insight": "api_me_insight",
    "player_claim": "api_player_claim",
    "claim_decide": "api_club_claim_confirm",
    "player_link": "api_player_link",
    "player_merge": "api_player_merge",
    "player_unmerge": "api_player_unmerge",
    "player_privacy": "api_player_privacy",
    "line_add": "api_competition_lines",
    "line_withdraw": "api_competition_lines_withdraw",
}
"""What does the same for programs, by the name of the page's address."""
_ACCOUNT = "Keys of an account stay with the person in front of a browser, who gives the password."
_LINK = "A signed link in a letter is for the person who reads the letter."
WITHOUT: dict[str, str] = {
    **dict.fromkeys(
        ["chat_message", "replay_comment", "player_report", "report"],
        "A report is what a person has read, and a person decides it.",
    ),
    "printed_address": "A code on paper is for the people at the table; programs log in.",
    "me_data": "The archive is for the person; each part of it is read by a program elsewhere.",
    "player_mute": "What a person does not want to read is shown on pages only.",
    "table_rematch": "For people who sit together: programs open a table with the same options.",
    "competition_outlook": "A line of the form while it is filled in; nothing is stored.",
    **dict.fromkeys(["guest", "sign_up", "account_signup", "log_in", "account_login", "log_out"], _ACCOUNT),
    **dict.fromkeys(["mfa_authenticate", "account_inactive", "delete_account", "me_browsers"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password", "account_reset_password_done"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password_from_key", "account_confirm_email"], _ACCOUNT),
    **dict.fromkeys(["account_reset_password_from_key_done", "me", "mfa_index"], _ACCOUNT),
    **dict.fromkeys(["account_reauthenticate", "mfa_reauthenticate", "account_change_password"], _ACCOUNT),
    **dict.fromkeys(["account_set_password", "account_email", "mfa_activate_totp"], _ACCOUNT),
    **dict.fromkeys(["mfa_deactivate_totp", "mfa_view_recovery_codes"], _ACCOUNT),
    **dict.fromkeys(["mfa_generate_recovery_codes", "mfa_download_recovery_codes"], _ACCOUNT),
    **dict.fromkeys(["mfa_list_webauthn", "mfa_remove_webauthn"], _ACCOUNT),
    **dict.fromkeys(["mfa_reauthenticate_webauthn", "mfa_login_webauthn"], _ACCOUNT),
    **dict.fromkeys(["my_tokens", "my_token_revoke", "club_tokens", "club_token_revoke"], _ACCOUNT),
    "matchday_answer_link": _LINK,
    "notices_stop": _LINK,
    "puzzle": "People solve puzzles and are rated for it; a program has a bot to ask.",
    "score_worker": "A script of the page.",
    **dict.fromkeys(["my_devices", "my_device_remove"], "A browser shows notices with keys of its own."),
    "quiet_hours": "The night of a person; programs read notices when they like.",
    "vacation": "People take a vacation; a program moves for them when it likes.",
    "language": "The language of a browser; programs read codes.",
    "record_check": "The promised address of `api_record_check`.",
}
"""What programs cannot do, and why."""
MISSING: set[str] = set()
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
    names: list[str] = []
    for pattern in resolver.url_patterns:
        names += _names(pattern) if isinstance(pattern, URLResolver) else [pattern.name or ""]
    return names
