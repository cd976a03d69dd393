"""What happened in a competition, as webhooks say it: what everybody reads who may see the competition.

Nothing of a draft, of a code for check-ins or of a seed gets in here; hidden names are numbers.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from django.conf import settings
from django.urls import reverse

from games.models import Player
from games.naming.player_names import read_by
from league.models import Competition
from league.rules.brackets.plan import PlannedRound, Slot
from league.rules.competition.events import Draw, Result
from league.rules.competition.match_names import full_name
from league.rules.competition.state import State

MOST_MATCHES: Final = 300
"""Draws of more than so many matches come without them: `…/bracket/` of the API has all."""


class CompetitionData:
    """What the events of one competition tell webhooks, by its state as it is now."""

    def __init__(self, competition: Competition, state: State) -> None:
        self.competition, self.state = competition, state

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

    def draw(self, stage: int, last: Draw) -> dict[str, Any]:
        """Return the published draw of which this is the last part, or all."""
        draw = self.state.stages[stage - 1].published(last)
        is_shortened = sum(len(one.matches) for one in draw.rounds) > MOST_MATCHES
        rounds = [self._round(one, is_shortened=is_shortened) for one in draw.rounds]
        return {"stage": stage, "rounds": rounds, "is_shortened": is_shortened}

    def result(self, stage: int, key: str, entrants: list[int], result: Result) -> dict[str, Any]:
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

    def adjustment(self, stage: int, number: int, *, is_withdrawn: bool) -> dict[str, Any]:
        """Return a bonus or penalty line."""
        line = self.state.stages[stage - 1].adjustments[number]
        facts = {"stage": stage, "points": line.points, "reason": line.reason, "is_withdrawn": is_withdrawn}
        return self.person(line.entrant, **facts)

    def moment(self, seconds: int) -> str | None:
        """Return a moment (seconds since 1970) as text, None for 0."""
        if not seconds:
            return None
        return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat().replace("+00:00", "Z")

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
