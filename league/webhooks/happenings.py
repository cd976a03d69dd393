"""What happened in a competition, as webhooks say it: what everybody reads who may see the competition.

Nothing of a draft, of a code for check-ins or of a seed gets in here; hidden names are numbers.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from games.models import Player
from games.naming.player_names import read_by
from league.models import Competition
from league.rules.brackets.plan import PlannedRound, Slot
from league.rules.competition import events
from league.rules.competition.match_names import full_name
from league.rules.competition.state import State

Said = tuple[str, dict[str, Any]]
"""The kind of an event and its `data`."""

MOST_MATCHES: Final = 300
"""Draws of more than so many matches come without them: `…/bracket/` of the API has all."""


class Teller:
    """Tells of the events of one competition, by its state as it is now."""

    def __init__(self, competition: Competition, state: State) -> None:
        self.competition, self.state = competition, state

    def tell(self, event: Any) -> Said | None:
        """Return what is said of an event of the log; None for what is nobody's business."""
        plain = _PLAIN.get(type(event))
        if plain is not None:
            return plain, {}
        say = _SAY.get(type(event))
        return say(self, event) if say else None

    @cached_property
    def _players(self) -> Mapping[int, Player]:
        return Player.objects.in_bulk([one.player for one in self.state.entrants.values()])

    def person(self, number: int, **more: Any) -> dict[str, Any]:
        """Return an entrant as everybody may read them."""
        entrant = self.state.entrants[number]
        return {
            "entrant": number,
            "player": entrant.player,
            "name": self._name(entrant.player),
            "team": entrant.team,
            **more,
        }

    def people(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        """Return several of them."""
        return [self.person(number) for number in numbers]

    def match(self, stage: int, key: str, entrants: Iterable[int]) -> dict[str, Any]:
        """Return a match between these entrants."""
        found = self.state.match(stage, key)
        assert found is not None  # no match of a published draw is ever taken out
        place = reverse("match", args=[self.competition.pk, stage, key])
        return {
            "stage": stage,
            "key": key,
            "name": full_name(found),
            "round": found.round.name,
            "table": found.table or None,
            "table_number": found.table_number or None,
            "venue": found.venue or self.state.settings.venue,
            "url": settings.SITE_URL + place,
            "entrants": self.people(entrants),
        }

    def drawn(self, event: events.StageRoundDrawn) -> Said:
        """Tell of a published draw."""
        draw = self.state.stages[event.stage - 1].published(event.draw)
        is_shortened = sum(len(one.matches) for one in draw.rounds) > MOST_MATCHES
        rounds = [self._round(one, is_shortened=is_shortened) for one in draw.rounds]
        return "draw.published", {"stage": event.stage, "rounds": rounds, "is_shortened": is_shortened}

    def result(self, stage: int, key: str, entrants: list[int], result: events.Result) -> dict[str, Any]:
        """Return a result."""
        return {
            "match": self.match(stage, key, entrants),
            "result": result.kind,
            "decided_by": result.decided_by or None,
            "places": [
                self.person(
                    one.entrant,
                    place=one.place,
                    total=one.total,
                    points=one.points,
                    deal_wins=one.deal_wins,
                    advances=one.advances,
                )
                for one in result.places
            ],
            "absent": self.people(result.absent),
        }

    def recorded(self, event: events.ResultRecorded) -> Said:
        """Tell of a first result."""
        kind = "match.tied" if event.result.is_tied else "match.finished"
        return kind, self.result(event.stage, event.match, event.entrants, event.result)

    def corrected(self, event: events.ResultCorrected) -> Said:
        """Tell of another result, or of none any more."""
        if event.result is None:
            match = self.match(event.stage, event.match, event.entrants)
            return "result.reopened", {"match": match, "reason": event.reason}
        facts = self.result(event.stage, event.match, event.entrants, event.result)
        return "result.corrected", {**facts, "reason": event.reason}

    def adjusted(self, stage: int, number: int, *, is_withdrawn: bool) -> Said:
        """Tell of a bonus or penalty line."""
        line = self.state.stages[stage - 1].adjustments[number]
        facts = {"stage": stage, "points": line.points, "reason": line.reason, "is_withdrawn": is_withdrawn}
        return "points.adjusted", self.person(line.entrant, **facts)

    def _name(self, player: int) -> str:
        with read_by(None):
            return self._players[player].name

    def _round(self, one: PlannedRound, *, is_shortened: bool) -> dict[str, Any]:
        matches = [] if is_shortened else one.matches
        return {
            "key": one.id,
            "name": one.name,
            "group": one.group,
            "matches": [{"key": it.id, "seats": [self._seat(slot) for slot in it.slots]} for it in matches],
            "byes": [] if is_shortened else [self._seat(slot) for slot in one.byes],
        }

    def _seat(self, slot: Slot) -> dict[str, Any] | None:
        if slot.of:
            return {"from": slot.of, "place": slot.place}
        if slot.division:
            return {"division": slot.division, "place": slot.place}
        return self.person(slot.entrant) if slot.entrant else None


def _timer(*, is_running: bool = True, is_paused: bool = False) -> Callable[[Teller, Any], Said]:
    def tell(_teller: Teller, event: Any) -> Said:
        ends_at, left = getattr(event, "ends_at", 0), getattr(event, "left", 0)
        stands = is_paused or bool(left)
        facts = {"is_running": is_running, "is_paused": stands}
        return "timer.changed", {**facts, "ends_at": _moment(ends_at), "left": left if stands else None}

    return tell


def _moment(seconds: int) -> str | None:
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat().replace("+00:00", "Z") if seconds else None


_PLAIN: Final[dict[type[events.Event], str]] = {
    events.RegistrationOpened: "registration.opened",
    events.RegistrationClosed: "registration.closed",
    events.CheckInOpened: "check_in.opened",  # without its code
    events.CheckInClosed: "check_in.closed",
    events.CompetitionPaused: "competition.paused",
    events.CompetitionResumed: "competition.resumed",
    events.CompetitionReopened: "competition.reopened",
    events.CompetitionArchived: "competition.archived",
    events.CompetitionRestored: "competition.restored",
}
_SAY: Final[dict[type[events.Event], Callable[[Teller, Any], Said]]] = {
    events.CompetitionCreated: lambda _teller, event: (
        "competition.announced",
        {"formats": [one.format for one in event.stages], "rulebook": event.rulebook, "venue": event.venue},
    ),
    events.EntrantEntered: lambda teller, event: (
        "entrant.entered",
        teller.person(event.entrant, is_waiting=event.is_waiting),
    ),
    events.EntrantAdmitted: lambda teller, event: ("entrant.admitted", teller.person(event.entrant)),
    events.EntrantCheckedIn: lambda teller, event: (
        "entrant.checked_in",
        teller.person(event.entrant, is_here=event.is_here),
    ),
    events.EntrantWithdrawn: lambda teller, event: (
        "entrant.left",
        teller.person(event.entrant, why=event.kind),
    ),
    events.EntrantReinstated: lambda teller, event: ("entrant.reinstated", teller.person(event.entrant)),
    events.PlayerSubstituted: lambda teller, event: ("entrant.substituted", teller.person(event.entrant)),
    events.CompetitionStarted: lambda teller, event: (
        "competition.started",
        {"entrants": teller.people(event.order)},
    ),
    events.StageRoundDrawn: Teller.drawn,
    events.TableAssigned: lambda teller, event: (
        "table.waiting",
        {
            "match": teller.match(event.stage, event.match, event.entrants)
            | {"table": event.table, "table_number": event.number or None},
            "seated": event.seated or event.entrants,
        },
    ),
    events.MatchMoved: lambda teller, event: (
        "match.moved",
        {"match": teller.match(event.stage, event.match, event.entrants) | {"venue": event.venue}},
    ),
    events.ResultRecorded: Teller.recorded,
    events.ResultCorrected: Teller.corrected,
    events.LotDrawn: lambda teller, event: (
        "lot.drawn",
        {
            "match": teller.match(event.stage, event.match, event.order),
            "order": teller.people(event.order),
        },
    ),
    events.StageLotDrawn: lambda teller, event: (
        "lot.drawn",
        {"match": None, "order": teller.people(event.order)},
    ),
    events.PointsAdjusted: lambda teller, event: teller.adjusted(
        event.stage, event.number, is_withdrawn=False
    ),
    events.AdjustmentWithdrawn: lambda teller, event: teller.adjusted(
        event.stage, event.number, is_withdrawn=True
    ),
    events.TieBreaksChosen: lambda _teller, event: (
        "tiebreaks.chosen",
        {"stage": event.stage, "codes": event.codes},
    ),
    events.TimerStarted: _timer(),
    events.TimerExtended: _timer(),
    events.TimerResumed: _timer(),
    events.TimerPaused: _timer(is_paused=True),
    events.TimerStopped: _timer(is_running=False),
    events.CompetitionCancelled: lambda _teller, event: ("competition.cancelled", {"reason": event.reason}),
    events.CompetitionFinished: lambda teller, event: (
        "competition.finished",
        {"winners": teller.people(event.winners)},
    ),
}
