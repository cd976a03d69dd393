"""Any competition: announced at random, and what organizers and tables might send to it."""

from collections.abc import Callable
from random import Random
from typing import Any

from games.rules.chance import Chance
from games.rules.refusal import Refusal
from league.rules import commands as asked
from league.rules import events as happened
from league.rules import kinds
from league.rules.advance import Finish
from league.rules.competition import decide
from league.rules.evolve import fold
from league.rules.stage import Match, Stage
from league.rules.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    FORMATS,
    ROUND_ROBIN,
    SINGLE_ELIMINATION,
    StageSettings,
)
from league.rules.state import RUNNING, State


class Organizer:
    """Sends commands to a competition and keeps its log."""

    def __init__(self, dice: Random, **facts: Any) -> None:
        self.dice = dice
        self.chance = Chance(dice.randbytes(16))
        self.state = State()
        self.log: list[happened.Event] = []
        self.send(any_announcement(dice, **facts))

    def send(self, command: asked.AnyCommand) -> bool:
        """Send a command; return whether it was accepted. A refused one must change nothing."""
        before = repr_of(self.state)
        new = events_of(self.state, command, self.chance)
        assert repr_of(self.state) == before
        if new is None:
            return False
        fold(new, self.state)
        self.log += new
        return True

    def enter(self, entrants: int) -> None:
        """Let so many players enter."""
        self.send(asked.Enter(list(range(101, 101 + entrants))))

    def correct_back(self, correction: asked.CorrectResult, before: happened.Result) -> None:
        """Give a match the result that it had."""
        there = [one for one in before.places if one.entrant not in before.absent]
        finishes = [Finish(one.entrant, one.place, one.total, one.last_deal, one.deal_wins) for one in there]
        given = correction.stage, correction.match, finishes, before.kind, before.absent
        is_open = correction.kind == kinds.OPEN
        assert self.send(asked.RecordResult(*given) if is_open else asked.CorrectResult(*given))

    def play_on(self, most: int = 2000) -> None:
        """Do the next thing that has to be done until nothing is left to do."""
        for _step in range(most):
            following = next_step(self.state, self.dice)
            if following is None:
                return
            assert self.send(following), (following, self.state.status)
        raise AssertionError("The competition does not end")


def any_announcement(dice: Random, **facts: Any) -> asked.Create:
    """Return an announcement of one to three stages, or what the facts say."""
    count = dice.choice([1, 1, 2, 3])
    stages = [any_stage(dice, is_last=number == count) for number in range(1, count + 1)]
    usual: dict[str, Any] = {
        "club": 1,
        "name": "Any",
        "stages": stages,
        "rulebook": "elimination-500",
        "by_hand": dice.random() < 0.3,
        "lots_by_hand": dice.random() < 0.3,
    }
    return asked.Create(**usual | facts)


def any_stage(dice: Random, *, is_last: bool) -> StageSettings:
    """Return the settings of a stage; what is not the last qualifies a few."""
    format_ = dice.choice(FORMATS)
    size = 2 if format_ in (DOUBLE_ELIMINATION, ROUND_ROBIN) else dice.randint(3, 5)
    if format_ == SINGLE_ELIMINATION:
        size = dice.choice([2, 4])
    groups = 1 if is_last or format_ == ELIMINATION_500 else dice.randint(1, 2)
    return StageSettings(
        format_,
        table_size=size,
        advance=min(2, size - 1),
        rounds=dice.randint(1, 4),
        legs=dice.randint(1, 2),
        groups=groups,
        qualify=0 if is_last else dice.randint(3, 4),
        third_place=size == 2 and dice.random() < 0.5,
        reseed=dice.choice(["", "seed", "total"]),
    )


def any_command(state: State, dice: Random) -> asked.AnyCommand:
    """Return something that somebody might send now, sensible or not."""
    return dice.choice(_ANY)(state, dice)


def next_step(state: State, dice: Random) -> asked.AnyCommand | None:
    """Return what brings a running competition on, None when it needs nothing any more."""
    if state.status != RUNNING:
        return None
    if state.is_paused:
        return asked.Resume()
    for stage in state.stages:
        for match in stage.matches.values():
            if match.is_playable and match.is_open:
                is_tied = match.result is not None
                lot = asked.DrawLot(stage.number, match.id)
                return lot if is_tied else any_result(stage, match, dice, state.gone())
    if state.stage.draft is not None:
        return asked.Publish() if _is_accepted(state, asked.Publish()) else asked.DiscardDraft()
    is_next = _is_accepted(state, asked.MakeDraft())
    return asked.MakeDraft() if is_next else asked.DrawLot(state.stage.number)


def events_of(state: State, command: asked.AnyCommand, chance: Chance) -> list[happened.Event] | None:
    """Return the events of a command, None if it is refused."""
    try:
        return decide(state, command, chance)
    except Refusal:
        return None


def _is_accepted(state: State, command: asked.AnyCommand) -> bool:
    return events_of(state, command, Chance(b"only asking")) is not None


def any_result(stage: Stage, match: Match, dice: Random, gone: set[int]) -> asked.RecordResult:
    """Return a result of a match, now and then not by play."""
    here = match.without(gone)
    absent = [one for one in match.entrants if one in gone]
    kind = dice.choice([kinds.PLAYED] * 12 + [kinds.ADJUDICATED, kinds.DOUBLE_FORFEIT, kinds.VOID])
    if not here or kind in kinds.WITHOUT_PLACES:
        return asked.RecordResult(stage.number, match.id, [], kinds.DOUBLE_FORFEIT)
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
        return asked.CorrectResult(stage.number, match.id, [], kinds.OPEN)
    return asked.CorrectResult(stage.number, match.id, any_finishes(match.entrants, dice))


def repr_of(state: State) -> str:
    """Return everything that a competition is, in words."""
    stages = [
        (
            one.groups,
            one.rounds,
            one.draft,
            sorted(one.results.items(), key=repr),
            one.tables,
            one.lot,
            one.tiebreaks,
            one.adjustments,
        )
        for one in state.stages
    ]
    facts = state.status, state.winners, state.code, state.is_paused, state.is_archived
    return repr((facts, [repr(one) for one in state.entrants.values()], stages))


def _withdraw(state: State, dice: Random) -> asked.AnyCommand:
    return asked.Withdraw(
        dice.randint(1, len(state.entrants) + 1), dice.choice(["withdrawn", "disqualified"])
    )


def _result(state: State, dice: Random) -> asked.AnyCommand:
    matches = list(state.stage.matches.values())
    if not matches:
        return asked.RecordResult(1, "R1.1", [])
    return any_result(state.stage, dice.choice(matches), dice, state.gone())


def _swap(state: State, dice: Random) -> asked.AnyCommand:
    draft = state.stage.draft
    ids = [match.id for one in draft.rounds for match in one.matches] if draft else ["R1.1"]
    return asked.SwapInDraft((dice.choice(ids), dice.randint(0, 4)), (dice.choice(ids), dice.randint(0, 4)))


_ANY: list[Callable[[State, Random], asked.AnyCommand]] = [
    lambda _state, dice: asked.Enter([dice.randint(100, 140)]),
    _withdraw,
    lambda state, dice: asked.Reinstate(dice.randint(1, len(state.entrants) + 1)),
    lambda state, dice: asked.Substitute(dice.randint(1, len(state.entrants) + 1), dice.randint(100, 160)),
    lambda _state, _dice: asked.Start(),
    lambda _state, _dice: asked.OpenRegistration(),
    lambda _state, _dice: asked.OpenCheckIn("CARDS"),
    lambda state, dice: asked.CheckIn(dice.sample(list(state.entrants), len(state.entrants) // 2)),
    lambda _state, dice: asked.CloseCheckIn(no_shows=dice.random() < 0.3),
    lambda _state, _dice: asked.MakeDraft(),
    lambda _state, _dice: asked.Publish(),
    lambda _state, _dice: asked.DiscardDraft(),
    _swap,
    _result,
    _result,
    _result,
    lambda state, dice: any_correction(state, dice) or asked.Pause(),
    lambda state, _dice: asked.DrawLot(state.stage.number),
    lambda state, dice: asked.Adjust(
        1, dice.randint(1, len(state.entrants) + 1), dice.randint(-3, 3), "late"
    ),
    lambda _state, dice: asked.WithdrawAdjustment(1, dice.randint(1, 3)),
    lambda _state, dice: asked.ChooseTieBreaks(1, dice.choice([["bh", "sb"], ["direct"], ["nonsense"], []])),
    lambda _state, _dice: asked.Pause(),
    lambda _state, _dice: asked.Resume(),
]
