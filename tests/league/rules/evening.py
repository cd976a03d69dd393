"""A competition in the tests: announce, enter, start, and results by places, in a few words."""

from collections.abc import Mapping

from games.rules.chance import Chance
from league.rules import commands as asked
from league.rules import events as happened
from league.rules.advance import Finish
from league.rules.competition import decide
from league.rules.state import FINISHED, State, fold

CHANCE = Chance(b"a competition in the tests")


def do(state: State, *commands: asked.AnyCommand, chance: Chance = CHANCE) -> list[happened.Event]:
    """Carry out commands one after the other and return all events."""
    events: list[happened.Event] = []
    for command in commands:
        new = decide(state, command, chance)
        fold(new, state)
        events += new
    return events


def announced(**facts: object) -> State:
    """Return a league evening with classic rules, or what the facts say."""
    state = State()
    do(
        state,
        asked.Create(**({"club": 1, "name": "Friday", "format": "season", "rulebook": "classic"} | facts)),
    )
    return state


def knock_out(entrants: int, size: int = 4, advance: int = 2) -> State:
    """Return a running elimination to 500 whose entrant n has seed n."""
    state = announced(format="elimination_500", rulebook="elimination-500", table_size=size, advance=advance)
    do(state, asked.Enter(list(range(101, 101 + entrants))), asked.Start())
    return state


def season(entrants: int, size: int = 4, rounds: int = 3) -> State:
    """Return a running league evening."""
    state = announced(table_size=size, rounds=rounds)
    do(state, asked.Enter(list(range(101, 101 + entrants))), asked.Start())
    return state


def tables(state: State, round_number: int = 0) -> list[list[int]]:
    """Return the entrants of each match of a stage round, the last one by default."""
    return [match.entrants for match in state.stage_rounds[round_number - 1].matches]


def report(
    state: State, match: int, places: Mapping[int, int], last_deal: Mapping[int, int] | None = None
) -> list[happened.Event]:
    """Report places by entrant for a match of the current stage round; totals follow the places."""
    finishes = [
        Finish(entrant, place, 100 * place, (last_deal or {}).get(entrant, 0))
        for entrant, place in places.items()
    ]
    return do(state, asked.RecordResult(state.stage_rounds[-1].number, match, finishes))


def in_order(entrants: list[int]) -> dict[int, int]:
    """Return places 1, 2, 3 … for entrants in this order."""
    return {entrant: place for place, entrant in enumerate(entrants, start=1)}


def play_on(state: State, *, best_first: bool = True) -> None:
    """Finish the competition: at every table the best seed wins, or the worst."""
    while state.status != FINISHED:
        for number, entrants in enumerate(tables(state), start=1):
            report(state, number, in_order(sorted(entrants, reverse=not best_first)))
