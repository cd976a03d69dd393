"""Which HTTP status says which refusal, to pages and programs alike: one table of all stable codes."""

from typing import Final

from games.rules.base.refusal import Refusal

USUAL: Final = 422
"""The status of every code that the table does not name: as it was sent it would do at no time."""

_CODES: Final[dict[int, str]] = {
    400: "bad_id id_missing not_a_record",
    403: """
        by_invitation declined disqualified no_csrf_token not_allowed not_concerned not_host not_logged_in
        not_public not_seated not_yours other_account
        second_factor_needed sign_up_first
    """,
    404: "no_such_deal",
    405: "method_not_allowed",
    409: """
        already_created already_seated already_started already_there archived away begun being_drawn
        both_playing call_over call_taken called_off cancelled check_in_closed conflict deal_recorded
        dealer_known decided_already disputed draft_stale entered_already filled finished full has_account
        invitation_over last_entrant last_owner made_before match_over matchday_over merged_already
        name_taken no_competition no_draft no_member no_moves no_request no_result no_tie no_timer
        not_a_season not_archived not_asked not_called_off not_claimable not_dealt not_entered not_merged
        not_needed not_paused not_physical not_playing not_ready not_replayable not_reported not_retired
        not_running not_the_last not_withdrawn not_yet not_your_turn nothing_changes nothing_played
        nothing_recorded nothing_to_draw nothing_to_undo paused physical play_off_open play_offs_drawn
        record_too_large registration_closed result_final result_known round_over round_running
        season_not_over seat_out seat_taken seats_free side_by_side silence stale stepped_in still_playing
        still_running table_assigned table_full tie_at_the_line timer_paused timer_runs too_few_entered
        too_many_tokens too_many_webhooks two_accounts use_reinstate webhook_off withdrawn_already wrong_time
    """,
    412: "changed_meanwhile none_to_match",
    413: "picture_too_big too_large",
    415: "not_a_form picture_unknown",
    429: "one_at_a_time quota_used_up too_fast",
    503: "busy",
}
"""409 where things are, or are not yet, such that it could be done: the very same may do at another time."""

STATUS_OF_CODE: Final = {code: status for status, codes in _CODES.items() for code in codes.split()}


def status_of_code(code: str) -> int:
    """Return the HTTP status that says a code."""
    return STATUS_OF_CODE.get(code, USUAL)


def refusal_status(refusal: Refusal) -> int:
    """Return the HTTP status that says a refusal."""
    return status_of_code(refusal.code)
