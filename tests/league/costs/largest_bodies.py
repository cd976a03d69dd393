"""The largest that may be sent to each operation; what is not here takes nothing, or nothing of any size."""

import io
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

import msgspec
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from games.rules.options import options as rule_options
from league.rules.tiebreaks import TIE_BREAKS
from tests.league.costs.asking import Ask, Body, Given
from tests.league.costs.busy_tables import DEALS
from tests.league.costs.full_site import (
    ACCOUNT,
    FORGETFUL,
    HALF_IN,
    LONGEST_ADDRESS,
    PASSWORD,
    FullSite,
)
from tests.league.costs.large_competitions import ENTRANTS, KNOCKED_OUT

_TEXT: Final = "x" * 200
_REASON: Final = {"reason": _TEXT}


def sheet(*columns: str, rows: int = 2000) -> str:
    """Return a spreadsheet as long as one may be: `{n}` in a column is the number of its row."""
    head = ",".join(column.partition("=")[0] for column in columns)
    line = ",".join(column.partition("=")[2] for column in columns)
    return "\n".join([head, *(line.format(n=number) for number in range(1, rows + 1))])


PLAYERS: Final = sheet("name=" + "N" * 50 + " {n}")
ENTRANTS_SENT: Final = sheet("name=" + "N" * 50 + " {n}", "team=Team {n}", "seed={n}")
RESULTS_SENT: Final = "round,table,player,place,total\n" + "\n".join(
    f"{1 + row // 400},{1 + row % 400 // 10},Guest {row % 400},{1 + row % 10},{500 - 10 * (row % 10)}"
    for row in range(2000)
)
SEATING: Final = "table,entrant\n" + "\n".join(f"{1 + row // 2},{row + 1}" for row in range(KNOCKED_OUT))


@cache
def logo() -> bytes:
    """Return a picture of as many pixels as one may have."""
    file = io.BytesIO()
    Image.effect_noise((4000, 4000), 60).convert("L").quantize(16).save(file, "PNG", compress_level=1)
    small = io.BytesIO()
    Image.radial_gradient("L").resize((4000, 4000)).save(small, "PNG")
    return file.getvalue() if len(file.getvalue()) <= 4_000_000 else small.getvalue()


def _picture(_site: FullSite) -> Body:
    return {"picture": SimpleUploadedFile("logo.png", logo()), "after": 0}


def _upload(rows: str) -> Callable[[FullSite], Body]:
    return lambda _site: {"file": SimpleUploadedFile("rows.csv", rows.encode()), "sure": 1}


def _all_ids(site: FullSite) -> list[int]:
    return [person.pk for person in site.people]


def _history(entrants: int, rounds: int, size: int, *, is_uneven: bool = False) -> dict[str, Any]:
    order = list(range(1, entrants + 1))
    points = [1 / (3 + seat) for seat in range(size)] if is_uneven else [0.5] * size
    played = []
    for number in range(rounds):
        turned = order[number:] + order[:number]
        tables = [turned[at : at + size] for at in range(0, entrants - size + 1, size)]
        played.append(
            {"matches": [{"entrants": table, "points": points, "places": [1] * size} for table in tables]}
        )
    return {"entrants": order, "rounds": played}


DAY: Final = {
    "name": "x" * 80,
    "starts_at": "2999-10-01T18:00:00Z",
    "ends_at": "2999-10-14T18:00:00Z",
    "place": "x" * 120,
    "note": "x" * 500,
    "capacity": 1000,
}
DAY_SENT: Final = {
    "name": "x" * 80,
    "day": "2999-10-01",
    "starts": "18:00",
    "ends": "22:00",
    "place": "x" * 120,
    "note": "x" * 500,
    "capacity": 1000,
}
NEW_PASSWORD: Final = {"password1": "seven black" * 90, "password2": "seven black" * 90}
NEW_ACCOUNT: Final = {
    "first_name": "x" * 60,
    "username": "x" * 150,
    "email": f"z{LONGEST_ADDRESS[1:]}",
    **NEW_PASSWORD,
}
EVERY_OPTION: Final[dict[str, Any]] = msgspec.to_builtins(rule_options.build("classic"))


def _cut(**body: Any) -> Ask:
    return Ask(body=body)


def _named_teams() -> Given:
    """Two thousand of two thousand entrants with a long word each."""
    return {"teams": [{"entrant": n, "team": f"{'x' * 50} {n}"} for n in range(1, ENTRANTS + 1)]}


def _named_parties() -> Given:
    """Two thousand entrants with ten words each, every word of twenty entrants."""
    return {
        "parties": [
            {"entrant": n, "party": "; ".join(f"xxxxxxxxxx {word} {(n + word) % 100}" for word in range(10))}
            for n in range(1, ENTRANTS + 1)
        ]
    }


DECK: Final = {"deck": "plus_ten_112", **{f"customizable_effects_{card}": "" for card in (1, 2, 3, 4)}}
"""The deck that all other rules go with."""
SWISS: Final = {"format": "swiss", "entrants": 24, "table_size": 7}
"""Dearer than 64 in pairs: who has met whom is weighed at each table."""
POSTS: Final[Mapping[str, Ask]] = {
    # what is worked out for everybody
    "api_draw": Ask(body={**SWISS, "results": _history(24, 20, 7)}),
    "api_standings": Ask(
        body={"results": _history(20, 26, 7, is_uneven=True), "tiebreaks": [*TIE_BREAKS][:30]}
    ),
    "api_record_check": Ask(body=lambda site: site.record),
    "record_check": Ask(body=lambda site: site.record),
    "api_rulebook_check": _cut(rulebook="classic", options=EVERY_OPTION, seats=10),
    "puzzle": Ask(body={"move": "play r5"}),
    # tables
    "api_tables": _cut(name="x" * 80, seats=10, bots=9, options=EVERY_OPTION | {"target_score": 10_000}),
    "table_new": _cut(name="x" * 80, rulebook="classic", seats=10, bots=9, turn_seconds=60),
    "api_real_cards": _cut(
        name="x" * 80, players=[f"{'x' * 50} {n}" for n in range(10)], options=EVERY_OPTION
    ),
    "table_new_physical": _cut(
        rulebook="classic", players="\n".join(f"{'x' * 50} {n}" for n in range(10)), silence_seconds=0
    ),
    "api_table_sit": _cut(seat=9),
    "table_sit": _cut(seat=9),
    "table_bot": _cut(seat=9),
    "table_keep": _cut(),
    "table_free": _cut(seat=9),
    "api_table_keep": _cut(seat=9),
    "api_table_free": _cut(seat=9),
    "api_table_words": _cut(words="x" * 40),
    "table_words": _cut(words="x" * 40),
    "api_table_moves": Ask(body=lambda site: {"move": site.legal_move()}),
    "table_moves": Ask(body=lambda site: {"move": site.legal_move(), "after": site.version("moving")}),
    "api_table_ruling": _cut(ruling="penalty", seat=9, cards=10, reason="x" * 60),
    "table_ruling": Ask(
        body=lambda site: {
            "ruling": "penalty",
            "seat": 9,
            "cards": 10,
            "reason": "x" * 60,
            "sure": 1,
            "after": site.version("moving"),
        }
    ),
    "api_table_chat": Ask(("playing",), body={"text": _TEXT}),
    "table_chat": Ask(("playing",), body={"text": _TEXT}),
    "api_replay_comments": Ask(("long_match",), body={"step": 900, "text": "x" * 300}),
    "replay_comments": Ask(("long_match",), body={"step": 900, "text": "x" * 300}),
    "api_table_deals": _cut(
        deal=DEALS + 1,
        out=0,
        held=[{"seat": seat, "points": 2} for seat in range(1, 10)],
    ),
    "score_deal": _cut(deal=DEALS + 1, out=0, **{f"left-{n}": 2 for n in range(1, 10)}),
    "api_table_deal": Ask(body={"out": 0, "held": [{"seat": seat, "points": 2} for seat in range(1, 10)]}),
    "score_correct": Ask(
        body=lambda site: {"out": 0, "after": site.version("paper"), **{f"left-{n}": 2 for n in range(1, 10)}}
    ),
    "api_table_undo": _cut(deal=DEALS),
    "score_undo": _cut(deal=DEALS),
    "api_table_penalty": _cut(seat=0, kind="uno"),
    "score_penalty": _cut(seat=0, kind="uno"),
    "api_table_note": _cut(seat=3, kind="left"),
    "score_note": _cut(seat=3, kind="left"),
    "score_end": _cut(deals=DEALS),
    "api_table_object": _cut(**_REASON),
    "result_object": _cut(**_REASON),
    "api_table_settle": _cut(stands=False, undo=1),
    "result_settle": _cut(decision="open", undo=1, reason="x" * 200, sure=1),
    # rulebooks
    "api_rulebooks": _cut(name="x" * 60, rulebook="classic", options=EVERY_OPTION),
    "api_rulebook": _cut(name="x" * 60, options=EVERY_OPTION),
    "rulebook_new": Ask(
        body=lambda site: site.filled("/rules/new/?from=classic", ACCOUNT, name="x" * 60, **DECK)
    ),
    "rulebook_edit": Ask(
        body=lambda site: site.filled(
            f"/rules/custom-{site.world.facts['rules/custom']['pk']}/edit/", name="y" * 60, **DECK
        )
    ),
    "rulebook_delete": _cut(sure=1),
    # clubs
    "api_clubs": _cut(name="x" * 80),
    "club_new": _cut(name="x" * 80, time_zone="UTC"),
    "api_club": _cut(name="x" * 80, description="x" * 2000),
    "club_edit": Ask(
        body=lambda site: site.filled(f"/clubs/{site.club.slug}/edit/", name="x" * 80, description="x" * 2000)
    ),
    "api_club_calendar": _cut(remind_hours=168),
    "calendar_settings": _cut(remind_hours=168),
    "api_club_announce": _cut(name="x" * 80, format="season", rounds=50, divisions=64),
    "api_club_import_players": _cut(rows=PLAYERS, sure=True),
    "players_import": Ask(body=_upload(PLAYERS)),
    "api_club_import_results": _cut(name="x" * 80, rows=RESULTS_SENT, sure=True),
    "results_import": Ask(
        body=lambda _site: {"rows": RESULTS_SENT, "name": "x" * 80, "rulebook": "classic", "sure": 1}
    ),
    "api_club_invitations": _cut(roles=["member", "referee"], note="x" * 80, days=365, most_uses=1000),
    "club_invitations": _cut(roles=["member", "referee"], note="x" * 80, days=365, most_uses=1000),
    "api_club_join": _cut(message=_TEXT),
    "club_join": _cut(do="ask", message=_TEXT),
    "api_club_logo": Ask(body=_picture),
    "api_club_matchdays": Ask(body=lambda site: {**DAY, "competition": site.facts("season")["pk"]}),
    "api_club_members": _cut(name="x" * 60),
    "club_people": _cut(name="x" * 60),
    "api_club_member": _cut(roles=["member", "referee", "scorekeeper"]),
    "club_person": _cut(do="roles", roles=["member", "referee", "scorekeeper"]),
    "club_request": _cut(do="let_in"),
    "api_club_teams": _cut(name="x" * 60),
    "club_teams": _cut(name="x" * 60),
    "api_club_team": Ask(
        body=lambda site: {"name": "x" * 60, "people": _all_ids(site), "roles": ["referee"]}
    ),
    "club_team": Ask(body=lambda site: {"do": "keep", "people": _all_ids(site)[:900], "name": "x"}),
    "matchday_new": _cut(**DAY_SENT, times=52, every="7"),
    "matchday_change": _cut(**DAY_SENT, after=0, sure=1),
    "matchday_life": _cut(do="call_off"),
    "matchday_answer": _cut(answer="in"),
    "matchday_answer_link": _cut(answer="in"),
    "api_matchday_answer": _cut(answer="in"),
    "api_matchday": _cut(**DAY),
    **dict.fromkeys(
        ["api_matchday_substitutes", "matchday_substitutes"],
        Ask(("replacing",), body=lambda site: {"player": site.ana.pk}),
    ),
    **dict.fromkeys(["api_matchday_restore", "api_matchday_undo"], Ask(("called_off",))),
    "api_substitute": Ask(("asked_to_replace",), body={"is_yes": True}),
    "substitute": Ask(("asked_to_replace",), body={"answer": "yes"}),
    **{
        f"{kind}_webhooks": _cut(url="https://a.example/" + "x" * 480, note="x" * 60)
        for kind in ("club", "competition", "api_club", "api_competition")
    },
    **{
        f"{kind}_webhook": _cut(url="https://a.example/" + "x" * 480, note="x" * 60, is_on=True)
        for kind in ("club", "competition", "api_club", "api_competition")
    },
    **{f"{kind}_webhook_do": _cut(do="test") for kind in ("club", "competition")},
    # people
    "api_me_name": _cut(name="x" * 60),
    "me_name": _cut(name="x" * 60),
    "quiet_hours": _cut(starts="22:00", ends="07:00", time_zone="America/Argentina/ComodRivadavia"),
    "vacation": _cut(days="14"),
    "api_me_privacy": _cut(is_hidden=True),
    "me_privacy": _cut(is_hidden=1),
    "api_me_insight": _cut(shows_insight=True),
    "me_insight": _cut(show=1),
    "api_notice_settings": _cut(kinds=[{"kind": "next_up", "mail": False}]),
    "api_player_privacy": _cut(is_hidden=True),
    "player_privacy": _cut(is_hidden=1),
    "api_player_merge": Ask(body=lambda site: {"other": site.late[1].pk}),
    "player_merge": Ask(body=lambda site: {"other": site.late[1].pk, "sure": 1}),
    "api_player_claim": Ask(("",), body={}),
    "player_claim": Ask(("",), body={}),
    "claim_decide": _cut(do="confirm"),
    "chat_message": _cut(reason="insult", desk="site", words="x" * 500),
    "replay_comment": _cut(reason="insult", desk="site", words="x" * 500),
    "player_report": _cut(reason="insult", desk="site", words="x" * 500),
    "report": _cut(do="dismiss", words="x" * 500),
    "player_mute": _cut(do="block"),
    "delete_account": _cut(name="Ana"),
    "guest": _cut(name="x" * 30),
    "play_now": _cut(strength="strong"),
    "log_in": Ask(body=lambda site: {"login": site.ana.user.username, "password": PASSWORD}),
    "account_login": Ask(body=lambda site: {"login": site.ana.user.username, "password": PASSWORD}),
    "account_reauthenticate": _cut(password=PASSWORD),
    **dict.fromkeys(["sign_up", "account_signup"], Ask(body=NEW_ACCOUNT)),
    "account_reset_password": _cut(email="ana@example.org"),
    "account_reset_password_from_key": Ask(("forgotten",), body=NEW_PASSWORD, browser=FORGETFUL),
    "account_confirm_email": Ask(("unconfirmed",)),
    "mfa_authenticate": Ask(
        ("second_factor",), body=lambda site: {"code": site.one_time_code()}, browser=HALF_IN
    ),
    "account_change_password": Ask(body={"oldpassword": PASSWORD, **NEW_PASSWORD}),
    "account_email": _cut(email="ana@example.org", action_add=1),
    "my_tokens": _cut(name="x" * 60, scopes=["play", "organize"], days=365),
    "club_tokens": _cut(name="x" * 60, scopes=["organize"], days=365),
    # competitions
    "competition_new": _cut(
        name="x" * 80, venue="physical", rulebook="classic", format="season", rounds=50, divisions=64
    ),
    "competition_edit": Ask(("planned",), body={"do": "copy"}),
    "competition_outlook": _cut(
        venue="physical",
        rulebook="classic",
        format="season",
        rounds=50,
        names="\n".join(f"Somebody Number {number}" for number in range(500)),
    ),
    **dict.fromkeys(
        [
            "api_competition_registration_open",
            "api_competition_check_in_open",
            "api_competition_start",
            "competition_start",
        ],
        Ask(("planned",)),
    ),
    "competition_seed": Ask(("planned",), body=lambda site: {"csv": 1, "list": site.seed_list()}),
    "api_competition_registration_close": Ask(("entering",)),
    "api_competition_enter": Ask(("entering",), body={"team": "x" * 60}),
    "competition_join": Ask(("entering",), body={"team": "x" * 60}),
    "api_competition_leave": Ask(("entered",)),
    "api_competition_break": Ask(("arena",), body={"is_away": True}),
    "competition_break": Ask(("arena",), body={"do": "away"}),
    "api_competition_breaks": Ask(("arena",), body={"entrant": 2, "is_away": True}),
    "api_competition_seating": Ask(("arena",), body={"ends_at": "2030-01-01T00:00:00Z"}),
    "api_competition_seating_close": Ask(("arena",)),
    "competition_leave": Ask(("entered",)),
    "api_competition_entries": Ask(("entering",), body=lambda site: {"players": _all_ids(site)}),
    "competition_enter": Ask(("entering",), body=lambda site: {"players": _all_ids(site)[:500]}),
    "api_competition_import": Ask(("entering",), body={"rows": ENTRANTS_SENT, "sure": True}),
    "entrants_import": Ask(("entering",), body=_upload(ENTRANTS_SENT)),
    "api_competition_teams": Ask(("planned",), body=_named_teams()),
    "api_competition_parties": Ask(("planned",), body=_named_parties()),
    "api_competition_seed": Ask(("planned",), body={"order": [*range(ENTRANTS, 0, -1)]}),
    "api_competition_substitute": Ask(
        ("season", "knock_out", "robin"), body={"entrant": 2, "name": "x" * 60}
    ),
    "api_competition_withdraw": Ask(
        ("season", "knock_out", "robin"), body={"entrant": 2, "kind": "withdrawn"}
    ),
    "api_competition_reinstate": Ask(("withdrawn",), body={"entrant": 2}),
    "competition_entrant": Ask(("season", "knock_out", "robin"), body={"do": "withdrawn"}),
    "api_competition_check_in": Ask(("at_the_door",), body={"code": "RIVER"}),
    "competition_check_in": Ask(("at_the_door",), body={"code": "RIVER"}),
    "competition_check_in_screen": Ask(("at_the_door",), body={"do": "take_out"}),
    "api_competition_here": Ask(("at_the_door",), body={"entrants": [*range(1, ENTRANTS + 1)]}),
    "api_competition_check_in_close": Ask(("at_the_door",), body={"no_shows": True}),
    "api_competition_timer_extend": _cut(minutes=600),
    "api_competition_timer_start": _cut(minutes=600),
    "answer_call": _cut(do="take"),
    "timer": _cut(do="extend", minutes=60),
    "api_competition_draft": Ask(("by_hand",)),
    "draft_make": Ask(("by_hand",)),
    "api_competition_draft_seating": Ask(("by_hand",), body={"csv": SEATING}),
    "draft_seating": Ask(("by_hand",), body={"rows": SEATING}),
    "api_competition_draft_swap": Ask(
        ("draft",), body={"one": "R1.1", "one_seat": 0, "other": "R1.2", "other_seat": 0}
    ),
    "draft_swap": Ask(("draft",), body={"one": "R1.1:0", "other": "R1.2:0"}),
    "api_competition_publish": Ask(("draft",)),
    "api_competition_unpublish": Ask(("season", "robin")),
    "api_competition": Ask(("planned",), body={"name": "x" * 80, "rounds": 6, "target": 300, "sure": True}),
    "api_competition_copy": Ask(("planned",), body={"name": "x" * 80}),
    "api_competition_delete": Ask(("planned",)),
    "draft_publish": Ask(("draft",)),
    "api_competition_lines": Ask(
        ("season", "knock_out", "robin"), body={"stage": 1, "entrant": 1, "points": -2, **_REASON}
    ),
    "api_competition_lines_withdraw": Ask(("fined",), body={"stage": 1, "number": 1}),
    "line_withdraw": Ask(("fined",)),
    "line_add": Ask(("season", "knock_out", "robin"), body={"entrant": 1, "points": -2, **_REASON}),
    "api_competition_tiebreaks": Ask(
        ("season", "robin"), body={"stage": 1, "codes": ["wins", "in_hand", "lot"]}
    ),
    "tiebreaks": Ask(("season", "robin"), body={"codes": ["wins", "lot"]}),
    "api_competition_cancel": Ask(("season", "knock_out", "robin"), body=_REASON),
    "competition_life": Ask(("season", "knock_out", "robin"), body={"do": "pause"}),
    "api_competition_resume": Ask(("resting",)),
    "api_competition_restore": Ask(("put_away",)),
    **dict.fromkeys(
        ["api_competition_next", "competition_next"],
        Ask(("finished_season",), body={"name": "x" * 80}),
    ),
    "api_match_undo": Ask(("season", "knock_out", "robin"), body={}),
    "api_match_report": Ask(("season", "knock_out", "robin"), body={"kind": "void"}),
    "match_report": Ask(("knock_out", "robin"), body={"kind": "void"}),
    "match_quick": Ask(("robin",), body=lambda site: site.totals("robin")),
    "api_match_correct": Ask(
        ("corrected",),
        body=lambda site: {"entrants": site.places_of("corrected", turned=True), "sure": True, **_REASON},
    ),
    "match_correct": Ask(("corrected", "over"), body={"open": 1, "sure": 1}),
    "api_match_move": _cut(venue="online"),
    "match_move": _cut(venue="online"),
    "api_scorekeepers": Ask(body=lambda site: {"table": 1, "player": site.ana.pk}),
    "table_scorekeepers": Ask(body=lambda site: {"table": 1, "player": site.ana.pk}),
    "api_competition_roles": Ask(("cup",), body=lambda site: {"player": site.ana.pk, "roles": ["referee"]}),
    "competition_roles": Ask(
        ("cup",), body=lambda site: {"to": f"player-{site.ana.pk}", "roles": ["referee"]}
    ),
    "language": _cut(language="cy", next="/"),
}
