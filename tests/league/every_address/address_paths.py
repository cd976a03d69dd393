"""Where the addresses of the site lead in a world that was put together for a test."""

from django.urls import reverse

from tests.league.every_address.two_worlds import Stage


def path_of(name: str, stage: Stage) -> str:
    """The address of a name, with what it needs."""
    values: dict[str, dict[str, object]] = {
        "table_new": {},
        "table_new_physical": {},
        "score_worker": {},
        "score_correct": {"pk": stage.table.pk, "deal": 1},
        "table_chat_hide": {"pk": stage.table.pk, "message": stage.message.pk},
        "chat_message": {"pk": stage.table.pk, "message": stage.message.pk},
        "player_mute": {"pk": stage.people["A"].pk},
        "report": {"pk": 1},
        "puzzle": {"pk": 1},
        "replay_png": {"pk": stage.table.pk, "step": 3},
        "replay_svg": {"pk": stage.table.pk, "step": 3},
        "replay_comment": {"pk": stage.table.pk, "comment": 1},
        "replay_comment_remove": {"pk": stage.table.pk, "comment": 1},
        "club": {"slug": stage.competition.club.slug},
        "ladder": {"slug": stage.competition.club.slug},
        "entrants_import": {"pk": stage.competition.pk},
        "players_import": {"slug": stage.competition.club.slug},
        "results_import": {"slug": stage.competition.club.slug},
        "club_export": {"slug": stage.competition.club.slug, "what": "players", "kind": "csv"},
        "competition_export": {"pk": stage.competition.pk, "what": "log", "kind": "json"},
        "club_new": {},
        "invitation": {"token": "1.x"},
        "club_person": {"slug": stage.competition.club.slug, "pk": stage.people["A"].pk},
        "competition_outlook": {"slug": stage.competition.club.slug},
        "competition_new": {"slug": stage.competition.club.slug},
        "standings_row": {"pk": stage.competition.pk, "stage": 1, "entrant": 1},
        "tiebreaks": {"pk": stage.competition.pk, "stage": 1},
        "competition_entrant": {"pk": stage.competition.pk, "number": 1},
        "screen": {"pk": stage.competition.pk},
        "standings_text": {"pk": stage.competition.pk},
        "tables_overview": {"pk": stage.competition.pk},
        "timer": {"pk": stage.competition.pk},
        "quick_entry": {"pk": stage.competition.pk},
        "print": {"pk": stage.competition.pk},
        "print_one": {"pk": stage.competition.pk, "what": "tables"},
        "answer_call": {"pk": stage.competition.pk, "number": 1},
        "end_match": {"pk": stage.competition.pk, "stage": 1, "key": "R1.1"},
        "call_referee": {"pk": stage.table.pk},
        "next_tables": {"pk": stage.table.pk},
        **{name: {"pk": stage.competition.pk, "number": 1} for name in ("printed_address", "pad_code")},
        "printed_codes": {"pk": stage.competition.pk},
        "club_calendar": {"slug": stage.competition.club.slug},
        "matchday_new": {"slug": stage.competition.club.slug},
        "calendar_settings": {"slug": stage.competition.club.slug},
        "matchday": {"pk": 1},
        "matchday_answer": {"pk": 1},
        "matchday_change": {"pk": 1},
        "matchday_life": {"pk": 1},
        "matchday_substitutes": {"pk": 1, "number": 1},
        "matchday_answer_link": {"token": "x", "choice": "in"},
        "substitute": {"pk": 1},
        "calendar_feed": {"token": "x"},
        "feed_renew": {"kind": "club", "owner": stage.competition.club_id},
        "notice_open": {"pk": 1},
        "my_device_remove": {"pk": 1},
        "notices_stop": {"token": "x"},
        "player": {"pk": stage.people["A"].pk},
        "player_results": {"pk": stage.people["A"].pk},
        "player_against": {"pk": stage.people["A"].pk},
        "player_report": {"pk": stage.people["A"].pk},
        "player_insight": {"pk": stage.people["A"].pk},
        **{
            f"player_{part}": {"pk": stage.people["A"].pk}
            for part in ("privacy", "claim", "merge", "unmerge", "link")
        },
        "claim_decide": {"pk": 1},
        **{
            f"api_player_{part}": {"pk": stage.people["A"].pk}
            for part in ("privacy", "claim", "claim_back", "merge", "unmerge", "link")
        },
        **{key: {"pk": 1} for key in ["api_notice", "api_notice_read"]},
        "api_rulebook": {"key": "classic"},
        "api_rulebook_discard": {"key": "classic"},
        **{f"api_matchday{part}": {"pk": 1} for part in ("", "_answer", "_call_off", "_restore", "_undo")},
        "api_matchday_substitutes": {"pk": 1, "number": 1},
        "api_substitute": {"pk": 1},
        "api_replay_step": {"pk": stage.table.pk, "step": 3},
        "api_tables": {},
        "api_scorekeepers": {"pk": stage.competition.pk},
        **{name: {"pk": stage.table.pk} for name in ("embed_table", "api_embed_table")},
        **{f"api_embed_{name}": {"pk": stage.competition.pk} for name in ("standings", "bracket")},
        "api_competition_sheet": {"pk": stage.competition.pk, "what": "log"},
        "api_club_sheet": {"slug": stage.competition.club.slug, "what": "players"},
        "api_standings_row": {"pk": stage.competition.pk, "stage": 1, "entrant": 1},
        "api_competition": {"pk": stage.competition.pk},
        **{
            f"api_competition_call_{part}": {"pk": stage.competition.pk, "number": 1}
            for part in ("take", "done")
        },
        "api_players": {},
        "api_player": {"pk": stage.people["A"].pk},
        **{
            f"api_player_{part}": {"pk": stage.people["A"].pk}
            for part in ("career", "insight", "results", "opponents")
        },
        "api_player_against": {"pk": stage.people["A"].pk, "other": stage.people["B"].pk},
        "api_club": {"slug": stage.competition.club.slug},
        "api_clubs": {},
        "api_invitation": {"token": "1.x"},
        "api_invited": {"token": "1.x"},
        "api_option": {"name": "jump_in"},
        "api_checkpoint": {"day": "2026-05-01"},
        **{
            f"api_club_{part}": {"slug": stage.competition.club.slug, "player": stage.people["A"].pk}
            for part in ("member", "remove")
        },
        **{
            f"api_club_{part}": {"slug": stage.competition.club.slug, "number": 1}
            for part in (
                "let_in",
                "decline",
                "revoke",
                "team",
                "end_team",
                "claim_confirm",
                "claim_decline",
            )
        },
        "api_table_deal": {"pk": stage.table.pk, "deal": 1},
        "api_table_chat_hide": {"pk": stage.table.pk, "message": stage.message.pk},
        "api_replay_comment_remove": {"pk": stage.table.pk, "comment": 1},
        "my_token_revoke": {"pk": 1},
        "mfa_remove_webauthn": {"pk": 1},
        "club_token_revoke": {"slug": stage.competition.club.slug, "pk": 1},
        "rulebook": {"key": "classic"},
        "rulebook_edit": {"pk": 1},
        "rulebook_delete": {"pk": 1},
        "rule_option": {"name": "jump_in"},
        "checkpoint": {"day": "2026-05-01"},
        "account_reset_password_from_key": {"uidb36": "1", "key": "x"},
        "account_confirm_email": {"key": "x"},
    }
    if "webhook" in name or "deliver" in name:
        return _of_webhooks(name, stage)
    of_tables = ("table", "api_table", "replay", "api_replay", "record", "score", "result_", "dispute")
    if name not in values and name.startswith(of_tables) and name != "record_check":
        return reverse(name, kwargs={"pk": stage.table.pk})
    if name not in values and name.startswith(("club_", "api_club_")):
        of_one = name in ("club_request", "club_invitation_revoke", "club_team")
        return reverse(name, kwargs={"slug": stage.competition.club.slug} | ({"pk": 1} if of_one else {}))
    if name not in values and name.startswith(("match", "api_match")):
        return reverse(name, kwargs={"pk": stage.competition.pk, "stage": 1, "key": "R1.1"})
    if name == "line_withdraw":
        return reverse(name, kwargs={"pk": stage.competition.pk, "stage": 1, "number": 1})
    if name in ("stage_lot", "api_stage_lot", "api_stage", "lines", "line_add"):
        return reverse(name, kwargs={"pk": stage.competition.pk, "stage": 1})
    of_competitions = ("competition", "api_competition_", "bracket", "embed", "draft")
    if name not in values and name.startswith(of_competitions):
        return reverse(name, kwargs={"pk": stage.competition.pk})
    return reverse(name, kwargs=values.get(name))


def _of_webhooks(name: str, stage: Stage) -> str:
    """The address of something about webhooks: there is none yet, so that below the list nothing is found."""
    if name == "webhook_guide":
        return reverse(name)
    place = {"slug": stage.competition.club.slug} if "club" in name else {"pk": stage.competition.pk}
    if not name.endswith("webhooks"):
        place["hook"] = 1
    if name.endswith(("delivery", "replay")):
        place["delivery"] = 1
    return reverse(name, kwargs=place)
