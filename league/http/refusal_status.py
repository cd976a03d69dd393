"""The HTTP status of each refusal of the league; `games.wording.http_status` has the others."""

from typing import Final

CODES: Final = {
    400: "id_missing",
    403: """
        by_invitation declined disqualified no_csrf_token not_concerned not_public
        second_factor_needed
    """,
    405: "method_not_allowed",
    409: """
        already_created already_played already_reported already_started already_there archived being_drawn
        both_playing call_over call_taken called_off cancelled check_in_closed decided_already
        draft_stale entered_already filled finished has_account invitation_over last_entrant
        last_owner lot_followed made_before matchday_over merged_already no_competition no_draft
        no_lot no_member no_request no_result no_tie no_timer not_a_season not_archived not_called_off
        not_claimable not_entered not_merged not_needed not_paused not_playing not_ready
        not_running not_withdrawn nothing_changes nothing_to_draw nothing_to_undo play_off_open
        play_offs_drawn registration_closed result_known season_not_over side_by_side stepped_in
        still_playing still_running table_assigned tie_at_the_line timer_paused timer_runs
        too_few_entered too_many_tokens too_many_webhooks two_accounts use_reinstate webhook_off
        withdrawn_already wrong_time
    """,
    412: "changed_meanwhile none_to_match",
    413: "picture_too_big",
    415: "not_a_form picture_unknown",
    429: "one_at_a_time",
    503: "busy",
}
