"""Draws and standings on request: from a program's data to the answer; and an estimate of the work."""

import json
from collections.abc import Mapping
from typing import Any, Final

from league.rules.documents import entry_list, history_document
from league.rules.documents.draw import made
from league.rules.documents.draw_request import DrawRequest, check
from league.rules.documents.entrants import draw_request
from league.rules.documents.standings_document import document as standings_document
from league.rules.played_rounds import History
from league.rules.standings.ranking import rank
from league.rules.tiebreaks.rounds import exact

SEATS: Final = 1_500
"""The most seats of matches of two in a history that is ranked at once: 0.2 s with every tie-break.

At larger tables each entrant has more opponents to be counted: of ten, 400 seats are ranked at once.
"""
_ON_THE_SPOT: Final = {
    "single_elimination": 256,
    "double_elimination": 256,
    "elimination_500": 128,
    "round_robin": 48,
    "swiss": 64,
}
"""The most entrants of a draw that is made at once; at tables half of them."""
_AT_TABLES_AGAIN: Final = 24
"""The most entrants of a further round at tables: who has met whom takes as long as the search for tables."""
_KEPT_APART_AGAIN: Final = 18
"""The same while clubs or parties are kept apart."""
_KEPT_APART: Final = 32
"""The most entrants of a bracket that is made at once while clubs or parties are kept apart."""


def draw(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a draw. Refusals: those of `wanted` and of the format."""
    return made(wanted(facts))


def wanted(facts: Mapping[str, Any]) -> DrawRequest:
    """Return the request for a draw. Refusals: of the lists, of the options."""
    entrants, results = facts["entrants"], facts["results"]
    is_number = isinstance(entrants, int) and not isinstance(entrants, bool)
    entries = None if is_number or entrants is None else entry_list.read(_bytes(entrants))
    history = None if results is None else history_document.read(_bytes(results))
    options = {name: value for name, value in facts.items() if name != "results"}
    request = draw_request(entries, history, {**options, "entrants": entrants if is_number else None})
    check(request)
    return request


def standings(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of standings. Refusals: of the history, of the tie-breaks."""
    return ranked(history_of(facts), facts)


def history_of(facts: Mapping[str, Any]) -> History:
    """Return the history of requested standings. Refusals: of the history."""
    return history_document.read(_bytes(facts["results"]))


def ranked(history: History, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of the standings of a history. Refusals: of the tie-breaks."""
    options: dict[str, Any] = {name: facts[name] for name in ("unplayed", "is_predetermined", "seed")}
    options |= {name: facts[name] and exact(facts[name]) for name in ("win", "draw")}
    return standings_document(rank(history, facts["tiebreaks"], **options), unplayed=facts["unplayed"])


def is_short_draw(request: DrawRequest) -> bool:
    """Whether a draw takes at most 0.3 s; a whole schedule at tables takes longer than that."""
    is_at_tables = (request.table_size or 2) > 2 and request.format in ("round_robin", "swiss")
    if is_at_tables and (
        request.format == "round_robin" or (request.rounds is not None and request.results is None)
    ):
        return False
    most = _ON_THE_SPOT[request.format] // (2 if is_at_tables else 1)
    is_bracket = (
        request.format in ("single_elimination", "double_elimination") and (request.table_size or 2) == 2
    )
    if (request.clubs_to_separate or request.parties) and is_bracket:
        most = _KEPT_APART
    if is_at_tables and request.results is not None:
        most = _KEPT_APART_AGAIN if request.clubs_to_separate or request.parties else _AT_TABLES_AGAIN
    return request.count <= most and (request.results is None or is_short_history(request.results))


def is_short_history(history: History) -> bool:
    """Whether standings of a history take at most 0.3 s to compute."""
    sizes = [len(match.entrants) for played_round in history.rounds for match in played_round.matches]
    seats = sum(size * (size + 1) for size in sizes) // 3
    return seats + len(history.entrants) + len(history.rounds) <= SEATS


def _bytes(value: Any) -> bytes:
    return json.dumps(value).encode()
