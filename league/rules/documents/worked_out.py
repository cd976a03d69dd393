"""Draws and standings of anything, from what programs send to what they are answered; how much work it is."""

import json
from collections.abc import Mapping
from typing import Any, Final

from league.rules.documents import entry_list
from league.rules.documents import history as history_document
from league.rules.documents.draw import made
from league.rules.documents.entrants import asked
from league.rules.documents.options import Asked, check
from league.rules.documents.standings import document as standings_document
from league.rules.history import History
from league.rules.standings.ranking import rank
from league.rules.tiebreaks.rounds import exact

SEATS: Final = 1_500
"""Seats taken in all rounds of a history that is worked out on the spot: 0.2 s with every tie-break."""
_ON_THE_SPOT: Final = {
    "single_elimination": 256,
    "double_elimination": 256,
    "elimination_500": 128,
    "round_robin": 48,
    "swiss": 64,
}
"""Entrants of a draw that is made on the spot; at tables half of them."""
_KEPT_APART: Final = 32
"""Entrants of a bracket that is searched for one in which clubs or parties meet late."""


def draw(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of a draw. Refusals: those of `wanted` and of the format."""
    return made(wanted(given))


def wanted(given: Mapping[str, Any]) -> Asked:
    """Return which draw is asked for. Refusals: of the lists, of the options."""
    entrants, results = given["entrants"], given["results"]
    is_number = isinstance(entrants, int) and not isinstance(entrants, bool)
    entries = None if is_number or entrants is None else entry_list.read(_bytes(entrants))
    history = None if results is None else history_document.read(_bytes(results))
    options = {name: value for name, value in given.items() if name != "results"}
    found = asked(entries, history, {**options, "entrants": entrants if is_number else None})
    check(found)
    return found


def standings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of standings. Refusals: of the history, of the tie-breaks."""
    return ranked(history_of(given), given)


def history_of(given: Mapping[str, Any]) -> History:
    """Return the history of which standings are asked for. Refusals: of the history."""
    return history_document.read(_bytes(given["results"]))


def ranked(history: History, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document of the standings of a history. Refusals: of the tie-breaks."""
    options: dict[str, Any] = {name: given[name] for name in ("unplayed", "is_predetermined", "seed")}
    options |= {name: given[name] and exact(given[name]) for name in ("win", "draw")}
    return standings_document(rank(history, given["tiebreaks"], **options), unplayed=given["unplayed"])


def is_short_draw(one: Asked) -> bool:
    """Whether a draw is made in 0.3 s; a whole schedule at tables is searched for longer than that."""
    is_at_tables = (one.table_size or 2) > 2 and one.format in ("round_robin", "swiss")
    if is_at_tables and (one.format == "round_robin" or (one.rounds is not None and one.results is None)):
        return False
    most = _ON_THE_SPOT[one.format] // (2 if is_at_tables else 1)
    is_bracket = one.format in ("single_elimination", "double_elimination") and (one.table_size or 2) == 2
    if (one.kept_clubs or one.parties) and is_bracket:
        most = _KEPT_APART
    return one.count <= most and (one.results is None or is_short_history(one.results))


def is_short_history(history: History) -> bool:
    """Whether standings of a history are worked out in 0.3 s."""
    seats = sum(len(match.entrants) for one in history.rounds for match in one.matches)
    return seats + len(history.entrants) + len(history.rounds) <= SEATS


def _bytes(given: Any) -> bytes:
    return json.dumps(given).encode()
