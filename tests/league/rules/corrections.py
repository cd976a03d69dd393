"""Competitions of any format at some moment, and what everybody can see of them."""

from collections.abc import Sequence
from typing import Any

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.stage import Match
from league.rules.competition.state import State
from league.rules.settings import result_kinds
from league.rules.settings.divisions import Border
from league.rules.settings.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)
from league.rules.stages.stage_standings import rows_of, standings
from tests.league.rules.evening import announced, do, waiting

FORMATS: list[dict[str, Any]] = [
    {"stages": [StageSettings(SEASON, table_size=3, rounds=3)]},
    {"stages": [StageSettings(SEASON, table_size=4, rounds=2, groups=2)]},
    {"stages": [StageSettings(SEASON, table_size=3, rounds=1, groups=2, borders=[Border(1, 1)])]},
    {"stages": [StageSettings(SWISS, table_size=2, rounds=3)]},
    {"stages": [StageSettings(SWISS, table_size=4, rounds=3)]},
    {"stages": [StageSettings(ROUND_ROBIN, table_size=2)]},
    {"stages": [StageSettings(SINGLE_ELIMINATION, table_size=2, third_place=True)]},
    {"stages": [StageSettings(SINGLE_ELIMINATION, table_size=4, advance=2)]},
    {"stages": [StageSettings(SINGLE_ELIMINATION, table_size=2, third_place=True, reseed="seed")]},
    {"stages": [StageSettings(SINGLE_ELIMINATION, table_size=4, advance=2, reseed="total")]},
    {"stages": [StageSettings(SINGLE_ELIMINATION, table_size=2, consolation=True)]},
    {"stages": [StageSettings(DOUBLE_ELIMINATION)]},
    {"stages": [StageSettings(SINGLE_ELIMINATION, table_size=2, best_of_matches=3, third_place=True)]},
    {"stages": [StageSettings(DOUBLE_ELIMINATION, best_of_matches=3, best_of_from="semi_finals")]},
    {"stages": [StageSettings(ELIMINATION_500, table_size=4, advance=2)], "rulebook": "elimination-500"},
    {
        "stages": [
            StageSettings(ROUND_ROBIN, table_size=2, groups=2, qualify=2),
            StageSettings(SINGLE_ELIMINATION, table_size=2),
        ]
    },
    {"stages": [StageSettings(SWISS, rounds=2, qualify=4), StageSettings(DOUBLE_ELIMINATION)]},
    {
        "stages": [StageSettings(ELIMINATION_500, table_size=3, advance=2, byes=1, reseed="total")],
        "rulebook": "elimination-500",
    },
    {
        "stages": [
            StageSettings(ROUND_ROBIN, table_size=3, rounds=2, groups=2, qualify=1, best_of_rest=2),
            StageSettings(SWISS, table_size=2, rounds=2, qualify=2),
            StageSettings(SINGLE_ELIMINATION, table_size=2),
        ]
    },
]


def seen(state: State) -> dict[str, Any]:
    """All that projections and pages show, apart from the log: what rests is not among it."""
    stages = [
        {
            "groups": stage.groups,
            "rounds": stage.rounds,
            "draft": stage.draft,
            "draws": stage.draws,
            "lot": stage.lot,
            "divisions": stage.divisions,
            "lines": stage.adjustments,
            "byes": [stage.byes_of(round_) for round_ in stage.rounds],
            "matches": [
                (
                    match.id,
                    match.slots,
                    match.result,
                    match.order,
                    match.table,
                    match.seated,
                    match.is_reopened,
                )
                for match in stage.matches.values()
            ],
            "rows": rows_of(state, stage),
        }
        for stage in state.stages
    ]
    return {
        "status": state.status,
        "winners": state.winners,
        "entrants": state.entrants,
        "standings": standings(state),
        "stages": stages,
    }


class Die:
    """What happens next in a competition of the tests, all of it from one seed."""

    def __init__(self, seed: int) -> None:
        self.chance = Chance(str(seed).encode())

    def roll(self, sides: int) -> int:
        """Return a number from 0 to below `sides`."""
        return self.chance.below(sides)

    def one_of(self, things: Sequence[Any]) -> Any:
        """Return one of them."""
        return things[self.roll(len(things))]


def some_way_in(die: Die, **facts: Any) -> State:
    """A competition of any format some way in: results of all kinds, ties, somebody who withdrew."""
    state = announced(**die.one_of(FORMATS), **facts)
    do(state, asked.Enter(list(range(101, 107 + die.roll(8)))), asked.Start(), chance=die.chance)
    for _step in range(1 + die.roll(30)):
        play_one(state, die)
    return state


def play_one(state: State, die: Die) -> None:
    """Let one thing happen: a table, a result of any kind, a draw by hand, now and then a withdrawal."""
    try:
        if die.roll(4) == 0:
            free = [match.id for match in waiting(state) if not match.table]
            do(state, asked.AssignTables({key: 1 + die.roll(10**6) for key in free[:2]}), chance=die.chance)
        elif die.roll(10) == 0:
            do(state, asked.Withdraw(die.one_of(sorted(state.entrants))), chance=die.chance)
        elif waiting_matches := waiting(state):
            match = die.one_of(waiting_matches)
            facts = any_result(match, die)
            do(state, asked.RecordResult(state.stage.number, match.id, **facts), chance=die.chance)
        elif state.stage.draft is None:
            do(state, asked.MakeDraft(), chance=die.chance)
        else:
            do(state, asked.Publish(), chance=die.chance)
    except Refusal:
        return


def any_result(match: Match, die: Die) -> dict[str, Any]:
    """A result of any kind, ties and all, as the commands take it."""
    kind = die.one_of([result_kinds.PLAYED] * 5 + list(result_kinds.LABELS))
    if kind in result_kinds.WITHOUT_PLACES:
        return {"finishes": [], "kind": kind, "absent": []}
    entrants = die.chance.shuffled(match.entrants)
    absent = entrants[:1] if kind in (result_kinds.WALKOVER, result_kinds.FORFEIT) else []
    playing = [entrant for entrant in entrants if entrant not in absent]
    totals = [die.roll(5) for _ in playing]
    finishes = [
        Finish(entrant, 1 + sum(other < total for other in totals), total, die.roll(2), total)
        for entrant, total in zip(playing, totals, strict=True)
    ]
    return {"finishes": finishes, "kind": kind, "absent": absent}


def as_reported(match: Match) -> dict[str, Any]:
    """The result of a match as somebody would report it again."""
    assert match.result is not None
    absent = match.result.absent
    return {
        "finishes": [
            Finish(place.entrant, place.place, place.total, place.last_deal, place.deal_wins)
            for place in match.result.places
            if place.entrant not in absent
        ],
        "kind": match.result.kind,
        "absent": list(absent),
    }
