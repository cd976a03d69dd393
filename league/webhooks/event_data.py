"""The events of a competition as the data of webhooks, limited to what every visitor may read.

It contains no draft, no check-in code and no seed; hidden names are numbers.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from games.models import Player
from games.naming.player_names import as_read, read_by
from league.models import Competition
from league.rules.brackets.plan import PlannedRound, Slot
from league.rules.competition.events import Draw, Result
from league.rules.competition.match_names import full_name
from league.rules.competition.state import State

MOST_MATCHES: Final = 300
"""Draws with more matches are sent without them: `…/bracket/` of the API has all."""


class CompetitionData:
    """Writes the data of a competition's events, from its current state."""

    def __init__(self, competition: Competition, state: State) -> None:
        self.competition, self.state = competition, state

    @cached_property
    def _players(self) -> Mapping[int, Player]:
        return Player.objects.in_bulk([entrant.player for entrant in self.state.entrants.values()])

    def person(self, number: int, **more: Any) -> dict[str, Any]:
        """Return an entrant with public data."""
        entrant = self.state.entrants[number]
        return {
            "entrant": number,
            "player": entrant.player,
            "name": self._name(entrant.player),
            "team": entrant.team,
            **more,
        }

    def people(self, numbers: Iterable[int]) -> list[dict[str, Any]]:
        """Return several entrants."""
        return [self.person(number) for number in numbers]

    def match(self, stage: int, key: str, entrants: Iterable[int]) -> dict[str, Any]:
        """Return a match between these entrants."""
        drawn_match = self.state.match(stage, key)
        assert drawn_match is not None  # no match of a published draw is ever removed
        place = reverse("match", args=[self.competition.pk, stage, key])
        return {
            "stage": stage,
            "key": key,
            "name": full_name(drawn_match),
            "round": drawn_match.round.name,
            "table": drawn_match.table or None,
            "table_number": drawn_match.table_number or None,
            "venue": drawn_match.venue or self.state.settings.venue,
            "url": settings.SITE_URL + place,
            "entrants": self.people(entrants),
        }

    def draw(self, stage: int, last: Draw) -> dict[str, Any]:
        """Return the whole published draw, of which this is the last part or the only part."""
        draw = self.state.stages[stage - 1].published(last)
        is_shortened = sum(len(planned.matches) for planned in draw.rounds) > MOST_MATCHES
        rounds = [self._round(planned, is_shortened=is_shortened) for planned in draw.rounds]
        return {"stage": stage, "rounds": rounds, "is_shortened": is_shortened}

    def result(self, stage: int, key: str, entrants: list[int], result: Result) -> dict[str, Any]:
        """Return a result; of those who are tied it does not say whether they advance."""
        drawn_match = self.state.match(stage, key)
        tied = result.tied_at(drawn_match.round.advance) if drawn_match else []
        return {
            "match": self.match(stage, key, entrants),
            "result": result.kind,
            "decided_by": result.decided_by or None,
            "places": [
                self.person(
                    place.entrant,
                    place=place.place,
                    total=place.total,
                    points=place.points,
                    deal_wins=place.deal_wins,
                    advances=None if place.entrant in tied else place.advances,
                )
                for place in result.places
            ],
            "absent": self.people(result.absent),
        }

    def adjustment(self, stage: int, number: int, *, is_withdrawn: bool) -> dict[str, Any]:
        """Return a bonus or a penalty."""
        line = self.state.stages[stage - 1].adjustments[number]
        with read_by(None):
            reason = as_read(line.reason, self._players[self.state.entrants[line.entrant].player])
        facts = {"stage": stage, "points": line.points, "reason": reason, "is_withdrawn": is_withdrawn}
        return self.person(line.entrant, **facts)

    def moment(self, seconds: int) -> str | None:
        """Return a moment (seconds since 1970) as text, None for 0."""
        if not seconds:
            return None
        return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat().replace("+00:00", "Z")

    def _name(self, player: int) -> str:
        with read_by(None):
            return self._players[player].name

    def _round(self, planned: PlannedRound, *, is_shortened: bool) -> dict[str, Any]:
        matches = [] if is_shortened else planned.matches
        return {
            "key": planned.id,
            "name": planned.name,
            "group": planned.group,
            "matches": [{"key": it.id, "seats": [self._seat(slot) for slot in it.slots]} for it in matches],
            "byes": [] if is_shortened else [self._seat(slot) for slot in planned.byes],
        }

    def _seat(self, slot: Slot) -> dict[str, Any] | None:
        if slot.of:
            return {"from": slot.of, "place": slot.place}
        if slot.division:
            return {"division": slot.division, "place": slot.place}
        return self.person(slot.entrant) if slot.entrant else None
