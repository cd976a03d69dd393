"""Draws as documents for programs, asked for and looked at with a few words."""

from typing import Any

import pytest

from games.rules.base.refusal import Refusal
from league.rules.documents.draw import document
from league.rules.documents.draw_request import DrawRequest
from league.rules.played_rounds import History, PlayedMatch, PlayedRound

CRITERIA = ("repeats", "score_gap", "club_mates", "seat_balance", "small_tables", "repeated_byes")
ZERO = dict.fromkeys(CRITERIA, 0)
LEVEL = PlayedRound([PlayedMatch([1, 2], [1, 1])])


def drawn(format: str, count: int, **options: Any) -> dict[str, Any]:  # noqa: A002 - as the option is called
    return document(DrawRequest(format, count, **options))


def rounds(document: dict[str, Any]) -> dict[str, list[list[Any]]]:
    """Rounds by id in short: 3 a seed, "-" a bye, "w R1.1" and "l R1.1", "2 R1.1" a place."""
    return {
        deal["id"]: [[short(each) for each in match["entrants"]] for match in deal["matches"]]
        for deal in document["rounds"]
    }


def short(entrant: dict[str, Any]) -> Any:
    if "place" in entrant:
        return f"{entrant['place']} {entrant['of']}"
    (name, value), *_ = entrant.items()
    return value if name == "seed" else "-" if name == "bye" else f"{name[0]} {value}"


def links(document: dict[str, Any], match: str) -> tuple[Any, Any]:
    match_ = next(each for deal in document["rounds"] for each in deal["matches"] if each["id"] == match)
    return match_["winner_to"], match_["loser_to"]


def played(*matches: list[int], **facts: Any) -> PlayedRound:
    """A round in which everybody of a match has a point more than the next."""
    return PlayedRound(
        [PlayedMatch(list(match), list(range(len(match), 0, -1)), **facts) for match in matches]
    )


def history(count: int, *played_rounds: PlayedRound, withdrawn: tuple[int, ...] = ()) -> History:
    return History(list(range(1, count + 1)), list(played_rounds), list(withdrawn))


def refused(format: str, count: int, **options: Any) -> str:  # noqa: A002
    with pytest.raises(Refusal) as refusal:
        drawn(format, count, **options)
    return refusal.value.code
