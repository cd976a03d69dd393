"""The state of a competition, folded from its events."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from league.rules import events as happened
from league.rules.events import Event
from league.rules.standings import Played

NEW, PLANNED, RUNNING, FINISHED = "new", "planned", "running", "finished"


@dataclass(slots=True)
class Entrant:
    """A player in the competition; `seed` is 0 until seeded."""

    number: int
    player: int
    seed: int = 0
    is_withdrawn: bool = False


@dataclass(slots=True)
class Match:
    """The meeting of some entrants; `places` is empty until the result is in, `table` 0 until assigned."""

    number: int
    name: str
    entrants: list[int]
    table: int = 0
    places: list[happened.RecordedPlace] = field(default_factory=list)
    decided_by: str = ""


@dataclass(slots=True)
class StageRound:
    """Matches drawn together. `survivors` of each table advance; 0 in a season."""

    number: int
    name: str
    matches: list[Match]
    byes: list[int]
    survivors: int
    is_final: bool


@dataclass(slots=True)
class State:
    """A competition. Read by the formats and the projection, changed by `evolve` only."""

    status: str = NEW
    created: happened.CompetitionCreated | None = None
    entrants: dict[int, Entrant] = field(default_factory=dict)
    stage_rounds: list[StageRound] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)

    @property
    def settings(self) -> happened.CompetitionCreated:
        """What was announced at the creation."""
        assert self.created is not None
        return self.created

    def match(self, round_number: int, number: int) -> Match | None:
        """Return a match by its numbers, None when it was never drawn."""
        if not 1 <= round_number <= len(self.stage_rounds):
            return None
        matches = self.stage_rounds[round_number - 1].matches
        return matches[number - 1] if 1 <= number <= len(matches) else None

    def active(self) -> list[Entrant]:
        """Return the entrants who have not withdrawn, by seed, then by entry number."""
        present = [entrant for entrant in self.entrants.values() if not entrant.is_withdrawn]
        return sorted(present, key=lambda entrant: (entrant.seed or 1_000_000, entrant.number))

    def played(self) -> list[Played]:
        """Return all results so far, as the standings take them."""
        return [
            Played(
                entrant=place.entrant,
                round=stage_round.number,
                place=place.place,
                total=place.total,
                points=place.points,
                deal_wins=place.deal_wins,
                advances=place.advances,
            )
            for stage_round in self.stage_rounds
            for match in stage_round.matches
            for place in match.places
        ]


def evolve(state: State, event: Event) -> None:
    """Change the state by one event; events that say nothing new are passed over."""
    change = _CHANGES.get(type(event))
    if change is not None:
        change(state, event)


def fold(events: Iterable[Event], state: State | None = None) -> State:
    """Return the state after the events."""
    state = state or State()
    for event in events:
        evolve(state, event)
    return state


def _created(state: State, event: happened.CompetitionCreated) -> None:
    state.created, state.status = event, PLANNED


def _entered(state: State, event: happened.EntrantEntered) -> None:
    state.entrants[event.entrant] = Entrant(event.entrant, event.player)


def _withdrawn(state: State, event: happened.EntrantWithdrawn) -> None:
    state.entrants[event.entrant].is_withdrawn = True


def _seeded(state: State, event: happened.EntrantsSeeded | happened.CompetitionStarted) -> None:
    for entrant in state.entrants.values():
        entrant.seed = 0
    for seed, number in enumerate(event.order, start=1):
        state.entrants[number].seed = seed


def _started(state: State, event: happened.CompetitionStarted) -> None:
    _seeded(state, event)
    state.status = RUNNING


def _drawn(state: State, event: happened.StageRoundDrawn) -> None:
    matches = [Match(number, one.name, one.entrants) for number, one in enumerate(event.matches, start=1)]
    state.stage_rounds.append(
        StageRound(event.round, event.name, matches, event.byes, event.survivors, event.is_final)
    )


def _assigned(state: State, event: happened.TableAssigned) -> None:
    state.stage_rounds[event.round - 1].matches[event.match - 1].table = event.table


def _recorded(state: State, event: happened.ResultRecorded) -> None:
    match = state.stage_rounds[event.round - 1].matches[event.match - 1]
    match.places, match.decided_by = event.places, event.decided_by


def _finished(state: State, event: happened.CompetitionFinished) -> None:
    state.status, state.winners = FINISHED, event.winners


_CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    happened.CompetitionCreated: _created,
    happened.EntrantEntered: _entered,
    happened.EntrantWithdrawn: _withdrawn,
    happened.EntrantsSeeded: _seeded,
    happened.CompetitionStarted: _started,
    happened.StageRoundDrawn: _drawn,
    happened.TableAssigned: _assigned,
    happened.ResultRecorded: _recorded,
    happened.CompetitionFinished: _finished,
}
