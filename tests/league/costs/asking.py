"""Where each operation is asked, and what stands behind `?`; what is sent is in `largest_bodies`."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tests.league.costs.full_site import FORGETFUL, HALF_IN, FullSite

Body = Mapping[str, Any] | bytes
Given = Body | Callable[[FullSite], Body]


@dataclass(frozen=True)
class Ask:
    """What is asked: places of which the dearest counts, what stands behind `?`, what is sent, and where."""

    places: Sequence[str] = ("",)
    query: str = ""
    body: Given = b""
    words: str = ""
    browser: str = ""
    """The browser in which it is asked, if a stranger's knows nothing of it."""


_COMPETITIONS: Final = (
    *("season", "knock_out", "robin", "over"),
    *("finished_swiss", "finished_season", "finished_robin"),
)
_USUAL_PLACES: Final[Sequence[tuple[str, Sequence[str]]]] = (
    (r".*draft.*", ("draft",)),
    (r"(api_)?competition_(check_in.*|here)$", ("at_the_door",)),
    (r"(api_)?competition_next$", ("over",)),
    (
        r".*timer.*|answer_call|.*competition_(call|codes).*|tables_overview|end_match|api_match_end",
        ("night",),
    ),
    (r"pad_code|printed_.*|next_tables", ("night",)),
    (r"(table|api)_?scorekeepers|api_competition_tables|(api_)?match_move", ("night",)),
    (r".*competition_(webhook|deliver).*|.*competition_(audit|roles)", ("cup",)),
    (
        r"(api_)?(competition|screen|bracket|standings|match(?!day)|quick_entry|stage|tiebreaks|lines?).*",
        _COMPETITIONS,
    ),
    (r"(api_)?(embed_(?!table)|print|entrants).*", _COMPETITIONS),
    (r"score.*|api_table_sheet.*|.*_(deals?|note|penalty|undo)$|(api_table|table)_end", ("paper",)),
    (r"(api_table|result)_(confirm|object)|dispute", ("to_confirm",)),
    (r"(api_table|result)_settle", ("disputed",)),
    (r"(api_)?(table_(sit|bots?|keep|free))$", ("seating",)),
    (r"(api_)?(table_(start|words))$", ("waiting_for_start",)),
    (r"(api_)?(table_(moves|leave|pause|ruling))$", ("moving",)),
    (r"(api_)?table_resume$", ("paused",)),
    (r"(api_)?table_come_back$", ("away",)),
    (r"(api_)?table_(call.*|referee.*)|call_referee", ("chair",)),
    (r"reports?", ("reported",)),
    (r".*chat_hide|chat_message|replay_comment$|.*comment_remove", ("long_match",)),
    (r"puzzle", ("puzzled",)),
    (r"(api_)?(table|replay|record|embed_table)(?!_check).*|api_embed_table", ("long_match", "playing")),
    (r"player_(mute|report)", ("without_account",)),
    (r"(api_)?player_(link|merge|privacy)", ("without_account",)),
    (r"(api_)?player_against", ("met",)),
    (r"(api_)?player_insight", ("analysed",)),
    (r"(api_)?player(?!s).*", ("member",)),
    (r"(api_)?matchday(?!_new|_said|_change|_life|_call|_restore|_undo).*", ("day",)),
)


def usual_places(name: str, route: str) -> Sequence[str]:
    """Return where an address is asked, unless it says so itself; nowhere in particular if empty."""
    if "<" not in route or name in _NOWHERE:
        return ("",)
    return next((places for pattern, places in _USUAL_PLACES if re.fullmatch(pattern, name)), ("",))


_NOWHERE: Final = {"record_check", "api_record_check", "matchday_new", "api_player_unmerge", "player_unmerge"}


GETS: Final[Mapping[str, Ask]] = {
    "reports": Ask(("reported",)),
    "account_reset_password_from_key": Ask(("forgotten",), browser=FORGETFUL),
    "account_confirm_email": Ask(("unconfirmed",)),
    "mfa_authenticate": Ask(("second_factor",), browser=HALF_IN),
    "oembed": Ask(("long_match",), "?url=http://testserver/tables/{pk}/replay/?step=900"),
    **dict.fromkeys(
        ["api_matchday_substitutes", "matchday_substitutes"],
        Ask(("replacing",)),
    ),
    **dict.fromkeys(["api_competition_next", "competition_next"], Ask(("finished_season",))),
    "puzzles": Ask(("puzzled",)),
    "puzzle_next": Ask(("puzzled",), "?kind=other&after=9"),
    "me_data_file": Ask(("archived",)),
    "table_since": Ask(("long_match", "playing"), "?after=0"),
    "api_table_events": Ask(("long_match", "playing"), "?after=0&limit=500"),
    "replay": Ask(("long_match", "playing"), "?step=900&seat=all&moves=all"),
    "replay_png": Ask(("long_match", "playing"), "?seat=all"),
    "replay_svg": Ask(("long_match", "playing"), "?seat=all"),
    "api_replay_step": Ask(("long_match", "playing"), "?seat=all"),
    "api_schema": Ask(query="?format=yaml"),
    "api_docs": Ask(query="?show=events"),
    "rules_compare": Ask(query="?a=classic&b=russian"),
    "competition": Ask(_COMPETITIONS, "?find=member"),
    "api_competition_standings": Ask(_COMPETITIONS, "?format=csv"),
    "competition_history": Ask(_COMPETITIONS, "?page=2"),
    "club_calendar": Ask(query="?past=1"),
}
"""What stands behind `?`, with the facts of the place; lists of the API take 200 rows."""
