"""A competition in the tests: announce, enter, start, and results by places, in a few words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.base.chance import Chance
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.evolve import fold
from league.rules.competition.stage import Match
from league.rules.competition.state import FINISHED, State
from league.rules.decisions.decide import decide
from league.rules.settings.stages import ELIMINATION_500, SEASON, StageSettings

CHANCE = Chance(b"a competition in the tests")

OF_A_STAGE = {field for field in StageSettings.__struct_fields__ if field != "name"}


@dataclass
class Round:
    """A stage round with its matches as they stand."""

    name: str
    survivors: int
    is_final: bool
    byes: list[int]
    matches: list[Match]


def do(state: State, *commands: asked.AnyCommand, chance: Chance = CHANCE) -> list[happened.Event]:
    """Carry out commands one after the other and return all events."""
    events: list[happened.Event] = []
    for command in commands:
        new = decide(state, command, chance)
        fold(new, state)
        events += new
    return events


def announced(**facts: Any) -> State:
    """Return a league evening with classic rules, or what the facts say of it and of its only stage."""
    stage = {key: facts.pop(key) for key in OF_A_STAGE & set(facts)}
    usual = {"club": 1, "name": "Friday", "stages": [StageSettings(**{"format": SEASON} | stage)]}
    state = State()
    do(state, asked.Create(**usual | {"rulebook": "classic"} | facts))
    return state


def started(entrants: int, **facts: Any) -> State:
    """Return a running competition whose entrant n has seed n."""
    state = announced(**facts)
    do(state, asked.Enter(list(range(101, 101 + entrants))), asked.Start())
    return state


def knock_out(entrants: int, size: int = 4, advance: int = 2, **more: Any) -> State:
    """Return a running elimination to 500."""
    facts = {"format": ELIMINATION_500, "table_size": size, "advance": advance}
    return started(entrants, rulebook="elimination-500", **facts, **more)


def season(entrants: int, size: int = 4, rounds: int = 3) -> State:
    """Return a running league evening."""
    return started(entrants, table_size=size, rounds=rounds)


def rounds(state: State) -> list[Round]:
    """Return the rounds of the stage that is being played."""
    stage = state.stage
    return [
        Round(round_.name, round_.advance, round_.is_final, stage.byes_of(round_), stage.matches_of(round_))
        for round_ in stage.rounds
    ]


def tables(state: State, round_number: int = 0) -> list[list[int]]:
    """Return the entrants of each match of a stage round, the last one by default."""
    return [match.entrants for match in rounds(state)[round_number - 1].matches]


def waiting(state: State) -> list[Match]:
    """Return the matches of the current stage that could be played now."""
    return [match for match in state.stage.matches.values() if match.is_waiting]


def report(
    state: State, match: int, places: Mapping[int, int], last_deal: Mapping[int, int] | None = None
) -> list[happened.Event]:
    """Report places by entrant for a match of the last stage round; totals follow the places."""
    return do(state, result(state, rounds(state)[-1].matches[match - 1], places, last_deal))


def result(
    state: State, match: Match, places: Mapping[int, int], last_deal: Mapping[int, int] | None = None
) -> asked.RecordResult:
    """Return the command that reports places by entrant."""
    finishes = [
        Finish(entrant, place, 100 * place, (last_deal or {}).get(entrant, 0))
        for entrant, place in places.items()
    ]
    return asked.RecordResult(state.stage.number, match.id, finishes)


def in_order(entrants: list[int]) -> dict[int, int]:
    """Return places 1, 2, 3 … for entrants in this order."""
    return {entrant: place for place, entrant in enumerate(entrants, start=1)}


def play_on(state: State, *, best_first: bool = True) -> None:
    """Finish the competition: at every table the best seed wins, or the worst."""
    while state.status != FINISHED:
        for match in waiting(state):
            do(state, result(state, match, in_order(sorted(match.entrants, reverse=not best_first))))
