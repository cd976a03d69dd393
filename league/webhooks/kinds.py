"""The events of webhooks: when each is sent, and an example of its data."""

import json
from typing import Any, Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

_ANA: Final = {"entrant": 1, "player": 17, "name": "Ana", "team": "North"}
_BO: Final = {"entrant": 2, "player": 21, "name": "Bo", "team": ""}
_MATCH: Final = {
    "stage": 1,
    "key": "R1.2",
    "name": "semi-final 2",
    "round": "Semi-finals",
    "table": 81,
    "table_number": 2,
    "venue": "online",
    "url": "https://cards.example.org/competitions/12/matches/1/R1.2/",
    "entrants": [_ANA, _BO],
}
_PLACES: Final = [
    {**_ANA, "place": 1, "total": 512, "points": 3, "deal_wins": 7, "advances": True},
    {**_BO, "place": 2, "total": 388, "points": 1, "deal_wins": 5, "advances": False},
]
_RESULT: Final = {"match": _MATCH, "result": "played", "decided_by": "place", "places": _PLACES, "absent": []}
_TIMER: Final = {"is_running": True, "is_paused": False, "ends_at": "2026-05-01T20:40:00Z", "left": None}
_SHEET: Final = {
    "match": _MATCH,
    "totals": [{"player": 17, "name": "Ana", "total": 512}, {"player": 21, "name": "Bo", "total": 388}],
}
_DAY: Final = {
    "matchday": 5,
    "name": "Matchday 3",
    "starts_at": "2026-05-08T17:00:00Z",
    "ends_at": "2026-05-08T21:00:00Z",
    "place": "Club room",
    "is_called_off": False,
    "url": "https://cards.example.org/matchdays/5/",
}


class Kind(NamedTuple):
    """The occasion on which such an event is sent, and an example of its `data`."""

    when: str | Promise
    example: dict[str, Any]


PING: Final = "ping"

KINDS: Final[dict[str, Kind]] = {
    "competition.announced": Kind(
        _("A competition was announced."),
        {"formats": ["single_elimination"], "rulebook": "classic", "venue": "online"},
    ),
    "registration.opened": Kind(_("Players can enter themselves."), {}),
    "registration.closed": Kind(_("From now on, only organizers can enter players."), {}),
    "check_in.opened": Kind(_("Check-in opened."), {}),
    "check_in.closed": Kind(_("Check-in closed."), {}),
    "entrant.entered": Kind(_("Someone entered, or is on the waiting list."), {**_ANA, "is_waiting": False}),
    "entrant.admitted": Kind(_("Someone moved up from the waiting list."), _ANA),
    "entrant.checked_in": Kind(_("Someone is here, or is not here after all."), {**_ANA, "is_here": True}),
    "entrant.left": Kind(
        _("Someone no longer plays: withdrawn, disqualified or absent."), {**_BO, "why": "withdrawn"}
    ),
    "entrant.reinstated": Kind(_("Someone is back in the competition."), _BO),
    "entrant.substituted": Kind(_("Someone else plays on for an entrant."), _BO),
    "competition.started": Kind(
        _("Entries are closed and the competition begins."), {"entrants": [_ANA, _BO]}
    ),
    "draw.published": Kind(
        _(
            "The pairings of one or more rounds are published. Very large pairings come without their "
            "matches."
        ),
        {
            "stage": 1,
            "rounds": [
                {
                    "key": "R1",
                    "name": "Semi-finals",
                    "group": 0,
                    "matches": [{"key": "R1.2", "seats": [_ANA, _BO]}],
                    "byes": [],
                },
                {
                    "key": "R2",
                    "name": "Final",
                    "group": 0,
                    "matches": [
                        {
                            "key": "R2.1",
                            "seats": [{"from": "R1.1", "place": 1}, {"from": "R1.2", "place": 1}],
                        }
                    ],
                    "byes": [],
                },
            ],
            "is_shortened": False,
        },
    ),
    "table.waiting": Kind(_("A table is waiting for its players."), {"match": _MATCH, "seated": [1, 2]}),
    "match.moved": Kind(_("A match is played at another kind of table."), {"match": _MATCH}),
    "result.reported": Kind(_("A result with real cards was entered and needs confirmation."), _SHEET),
    "result.disputed": Kind(_("Someone objects to such a result. The referee decides."), _SHEET),
    "match.finished": Kind(_("The result of a match counts."), _RESULT),
    "match.tied": Kind(_("A result is in, but who advances has yet to be decided."), _RESULT),
    "lot.drawn": Kind(_("Tied players were put in order by lot."), {"match": _MATCH, "order": [_ANA, _BO]}),
    "result.corrected": Kind(
        _("A result replaces another result that counted."), {**_RESULT, "reason": "typing error"}
    ),
    "result.reopened": Kind(_("A result was withdrawn."), {"match": _MATCH, "reason": "played again"}),
    "points.adjusted": Kind(
        _("Someone got a bonus or a penalty, or it was withdrawn."),
        {**_BO, "stage": 1, "points": -2, "reason": "late", "is_withdrawn": False},
    ),
    "tiebreaks.chosen": Kind(
        _("The tie-breaks of a stage were changed."), {"stage": 1, "codes": ["points", "wins"]}
    ),
    "timer.changed": Kind(_("The timer of a round was set, stopped or changed."), _TIMER),
    "competition.paused": Kind(_("The competition was paused: no pairings until it continues."), {}),
    "competition.resumed": Kind(_("The competition continues."), {}),
    "competition.cancelled": Kind(_("The competition was called off."), {"reason": "the hall is closed"}),
    "competition.finished": Kind(_("The competition has finished."), {"winners": [_ANA]}),
    "competition.reopened": Kind(_("The last result was removed: the competition has not finished."), {}),
    "competition.archived": Kind(_("The competition was archived."), {}),
    "competition.restored": Kind(_("The competition was taken out of the archive."), {}),
    "matchday.announced": Kind(_("A date was added to the calendar of the club."), _DAY),
    "matchday.changed": Kind(_("A date was changed, or takes place after all."), _DAY),
    "matchday.called_off": Kind(_("A date was called off."), {**_DAY, "is_called_off": True}),
    PING: Kind(_("Someone pressed “Send a test”. Every webhook gets it."), {"said": "Hello"}),
}
"""All of them, in the order of the pages."""

CHOOSABLE: Final = tuple(kind for kind in KINDS if kind != PING)
"""The events that a webhook can choose."""


def example(code: str) -> str:
    """Return an example of a delivery of a kind, for the documentation."""
    document = {
        "id": "competition-12-41",
        "type": code,
        "at": "2026-05-01T20:00:00.000Z",
        "club": {"id": 3, "slug": "river-club", "name": "River Club"},
        "competition": {
            "id": 12,
            "name": "Winter Cup",
            "version": 41,
            "url": "https://cards.example.org/competitions/12/",
        },
        "data": KINDS[code].example,
    }
    return json.dumps(document, indent=2, ensure_ascii=False)
