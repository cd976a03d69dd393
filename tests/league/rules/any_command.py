"""Any command to a competition: what organizers, tables and programs might send to it, sensible or not."""

from collections.abc import Callable
from random import Random

from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.brackets.plan import bye_id
from league.rules.competition import commands as asked
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import State
from league.rules.decisions.drafts import drawn_ahead
from league.rules.decisions.entries import KINDS_OF_LEAVING, SEEDINGS
from league.rules.settings import result_kinds
from league.rules.settings.venues import VENUES
from league.rules.tiebreaks import TIE_BREAKS


def any_command(state: State, dice: Random) -> asked.AnyCommand:
    """Return something that somebody might send now; results oftener than anything else."""
    kind = dice.choice([*MAKERS, *[asked.RecordResult] * 6, *[asked.Publish] * 3])
    return MAKERS[kind](state, dice)


def any_result(stage: Stage, match: Match, dice: Random, gone: set[int]) -> asked.RecordResult:
    """Return a result of a match, now and then not by play."""
    here = match.without(gone)
    absent = [entrant for entrant in match.entrants if entrant in gone]
    kind = dice.choice(
        [result_kinds.PLAYED] * 12
        + [result_kinds.ADJUDICATED, result_kinds.DOUBLE_FORFEIT, result_kinds.VOID]
    )
    if not here or kind in result_kinds.WITHOUT_PLACES:
        return asked.RecordResult(
            stage.number,
            match.id,
            [],
            kind if kind in result_kinds.WITHOUT_PLACES else result_kinds.DOUBLE_FORFEIT,
        )
    if dice.random() < 0.1 and len(here) > 1:
        absent.append(here.pop(dice.randrange(len(here))))
        kind = dice.choice([result_kinds.WALKOVER, result_kinds.FORFEIT])
    return asked.RecordResult(stage.number, match.id, any_finishes(here, dice), kind, absent)


def any_finishes(entrants: list[int], dice: Random) -> list[Finish]:
    """Return places with ties, as competition ranks over random strengths."""
    strength = {entrant: dice.randint(1, 6) for entrant in entrants}
    return [
        Finish(
            entrant,
            1 + sum(other < strength[entrant] for other in strength.values()),
            100 * strength[entrant],
            dice.randint(0, 2),
            dice.randint(0, 3),
        )
        for entrant in entrants
    ]


def any_correction(state: State, dice: Random) -> asked.CorrectResult | None:
    """Return another result for a match that has one."""
    known = [
        (stage, match)
        for stage in state.stages
        for match in stage.matches.values()
        if match.result is not None
    ]
    if not known:
        return None
    stage, match = dice.choice(known)
    if dice.random() < 0.15:
        return asked.CorrectResult(stage.number, match.id, [], result_kinds.OPEN)
    result = any_result(stage, match, dice, set())
    return asked.CorrectResult(stage.number, match.id, result.finishes, result.kind, result.absent)


def _result(state: State, dice: Random) -> asked.AnyCommand:
    stage, match = _match(state, dice)
    if match is None:
        return asked.RecordResult(dice.randint(0, 4), "R1.1", [])
    return any_result(stage, match, dice, state.gone())


def _swap(state: State, dice: Random) -> asked.AnyCommand:
    draft = state.stage.draft
    rounds = draft.rounds if draft else []
    seats = [
        *(
            (match.id, index)
            for round_ in rounds
            for match in round_.matches
            for index in range(len(match.slots) + 1)
        ),
        *((bye_id(round_, index), 0) for round_ in rounds for index in range(len(round_.byes))),
        ("R1.1", -1),
    ]
    return asked.SwapInDraft(dice.choice(seats), dice.choice(seats))


def _draft(state: State, dice: Random) -> asked.AnyCommand:
    try:
        draw = drawn_ahead(state, "0123456789abcdef") if dice.random() < 0.3 else None
    except Refusal:
        draw = None
    return dice.choice([asked.MakeDraft, asked.GoOn])(draw)


def _seed(state: State, dice: Random) -> asked.AnyCommand:
    order = [entrant.number for entrant in state.active()]
    dice.shuffle(order)
    return asked.Seed(order[: dice.choice([None, None, 2])], dice.choice([*SEEDINGS, "nonsense"]))


def _tables(state: State, dice: Random) -> asked.AnyCommand:
    free = [match.id for match in state.stage.matches.values() if match.is_waiting and not match.table]
    return asked.AssignTables({key: dice.randint(1, 10**6) for key in [*free, "R9.9"][: dice.randint(1, 9)]})


def _move(state: State, dice: Random) -> asked.AnyCommand:
    stage, match = _match(state, dice)
    return asked.MoveMatch(stage.number, match.id if match else "R1.1", dice.choice(VENUES))


def _extend(state: State, dice: Random) -> asked.AnyCommand:
    stage, match = _match(state, dice)
    key = match.id if match and dice.random() < 0.5 else ""
    return asked.ExtendTimer(dice.choice([-1, 60, 600]), _time(dice), stage.number, key)


def _match(state: State, dice: Random) -> tuple[Stage, Match | None]:
    stage = dice.choice(state.stages)
    matches = list(stage.matches.values())
    waiting = [match for match in matches if match.is_waiting]
    return stage, dice.choice(waiting or matches) if matches else None


def _entrant(state: State, dice: Random) -> int:
    return dice.randint(1, len(state.entrants) + 1)


def _time(dice: Random) -> int:
    return 1_800_000_000 + dice.randint(0, 7200)


MAKERS: dict[type[asked.Command], Callable[[State, Random], asked.AnyCommand]] = {
    asked.Create: lambda state, _dice: asked.Create(1, "Again", list(state.settings.stages), "classic"),
    asked.ChangeSettings: lambda _state, dice: asked.ChangeSettings(
        name=dice.choice([None, "Cup", " "]),
        turn_seconds=dice.choice([None, 0, 30]),
        limit=dice.choice([None, 40]),
        rulebook=dice.choice([None, None, "classic", "no-mercy"]),
        options=dice.choice([None, None, {"target_score": 300}]),
    ),
    asked.Delete: lambda _state, dice: asked.Delete() if dice.random() < 0.1 else asked.Resume(),
    asked.Unpublish: lambda _state, _dice: asked.Unpublish(),
    asked.OpenRegistration: lambda _state, _dice: asked.OpenRegistration(),
    asked.CloseRegistration: lambda _state, _dice: asked.CloseRegistration(),
    asked.OpenCheckIn: lambda _state, _dice: asked.OpenCheckIn("CARDS"),
    asked.CloseCheckIn: lambda _state, dice: asked.CloseCheckIn(no_shows=dice.random() < 0.3),
    asked.CheckIn: lambda state, dice: asked.CheckIn(
        dice.sample(list(state.entrants), len(state.entrants) // 2),
        dice.random() < 0.8,
        dice.choice([None, "cards", "wrong"]),
    ),
    asked.Enter: lambda _state, dice: asked.Enter(
        [dice.randint(100, 140)], {}, dice.random() < 0.3, dice.random() < 0.3
    ),
    asked.Withdraw: lambda state, dice: asked.Withdraw(
        _entrant(state, dice), dice.choice([*KINDS_OF_LEAVING, "bored"])
    ),
    asked.Reinstate: lambda state, dice: asked.Reinstate(_entrant(state, dice), dice.random() < 0.3),
    asked.Substitute: lambda state, dice: asked.Substitute(_entrant(state, dice), dice.randint(100, 160)),
    asked.Seed: _seed,
    asked.NameTeams: lambda state, dice: asked.NameTeams({_entrant(state, dice): dice.choice("AB ")}),
    asked.NameParties: lambda state, dice: asked.NameParties({_entrant(state, dice): dice.choice("XY ")}),
    asked.Start: lambda _state, _dice: asked.Start(),
    asked.MakeDraft: _draft,
    asked.GoOn: _draft,
    asked.SwapInDraft: _swap,
    asked.DiscardDraft: lambda _state, _dice: asked.DiscardDraft(),
    asked.Publish: lambda _state, _dice: asked.Publish(),
    asked.OpenSeating: lambda _state, dice: asked.OpenSeating(_time(dice)),
    asked.CloseSeating: lambda _state, _dice: asked.CloseSeating(),
    asked.TakeBreak: lambda state, dice: asked.TakeBreak(_entrant(state, dice), dice.random() < 0.5),
    asked.AssignTables: _tables,
    asked.MoveMatch: _move,
    asked.StartTimer: lambda _state, dice: asked.StartTimer(dice.choice([0, 600]), _time(dice)),
    asked.ExtendTimer: _extend,
    asked.PauseTimer: lambda _state, dice: asked.PauseTimer(_time(dice)),
    asked.ResumeTimer: lambda _state, dice: asked.ResumeTimer(_time(dice)),
    asked.StopTimer: lambda _state, _dice: asked.StopTimer(),
    asked.RecordResult: _result,
    asked.CorrectResult: lambda state, dice: any_correction(state, dice) or asked.Resume(),
    asked.DrawLot: lambda state, dice: asked.DrawLot(
        dice.choice(state.stages).number, getattr(_match(state, dice)[1], "id", "")
    ),
    asked.TakeBackLot: lambda state, dice: asked.TakeBackLot(
        dice.choice(state.stages).number, getattr(_match(state, dice)[1], "id", "")
    ),
    asked.Adjust: lambda state, dice: asked.Adjust(
        dice.randint(1, 2), _entrant(state, dice), dice.randint(-3, 3), dice.choice(["late", " "])
    ),
    asked.WithdrawAdjustment: lambda _state, dice: asked.WithdrawAdjustment(1, dice.randint(1, 3)),
    asked.ChooseTieBreaks: lambda _state, dice: asked.ChooseTieBreaks(
        dice.randint(1, 2), dice.sample([*TIE_BREAKS, "nonsense"], dice.randint(0, 4))
    ),
    asked.Pause: lambda _state, _dice: asked.Pause(),
    asked.Resume: lambda _state, _dice: asked.Resume(),
    asked.Cancel: lambda _state, dice: asked.Cancel("rain") if dice.random() < 0.1 else asked.Resume(),
    asked.Archive: lambda _state, _dice: asked.Archive(),
    asked.Restore: lambda _state, _dice: asked.Restore(),
}
