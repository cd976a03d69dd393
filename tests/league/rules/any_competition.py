"""Any competition: announced at random, kept with its log, and brought on to its end."""

import dataclasses
from random import Random
from typing import Any

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets.advance import Finish
from league.rules.brackets.series import STARTS
from league.rules.competition import commands as asked
from league.rules.competition import events as happened
from league.rules.competition.evolve import fold
from league.rules.competition.stage import Match, Stage
from league.rules.competition.state import RUNNING, State
from league.rules.decisions.decide import decide
from league.rules.settings import result_kinds
from league.rules.settings.divisions import Border
from league.rules.settings.stages import (
    ARENA,
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    FORMATS,
    ROUND_ROBIN,
    SINGLE_ELIMINATION,
    StageSettings,
)
from league.rules.settings.venues import VENUES
from league.rules.swiss.usual_opponents import PULL_UPS
from tests.league.rules.any_command import any_command, any_correction, any_result

BRACKETS = (SINGLE_ELIMINATION, DOUBLE_ELIMINATION)


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
        there = [place for place in before.places if place.entrant not in before.absent]
        finishes = [
            Finish(finish.entrant, finish.place, finish.total, finish.last_deal, finish.deal_wins)
            for finish in there
        ]
        correction_back = correction.stage, correction.match, finishes, before.kind, before.absent
        is_open = correction.kind == result_kinds.OPEN
        assert self.send(
            asked.RecordResult(*correction_back) if is_open else asked.CorrectResult(*correction_back)
        )

    def go_anywhere(self) -> asked.CorrectResult | None:
        """Do the next thing, then anything at all; return what could be corrected now, every fourth time."""
        self.send(next_step(self.state, self.dice) or asked.Resume())
        self.send(any_command(self.state, self.dice))
        return any_correction(self.state, self.dice) if self.dice.random() < 0.25 else None

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
    stages = [any_stage(dice, number == 1, is_last=number == count) for number in range(1, count + 1)]
    usual: dict[str, Any] = {
        "club": 1,
        "name": "Any",
        "stages": stages,
        "rulebook": "elimination-500",
        "by_hand": dice.random() < 0.4,
        "lots_by_hand": dice.random() < 0.3,
        "limit": dice.choice([0, 0, 9]),
        "venue": dice.choice(VENUES),
        "round_minutes": dice.choice([0, 20]),
    }
    return asked.Create(**usual | facts)


def any_stage(dice: Random, is_first: bool, *, is_last: bool) -> StageSettings:
    """Return the settings of a stage; what is not the last qualifies a few."""
    format_ = dice.choice([known for known in FORMATS if is_first or known != ARENA])
    size = {DOUBLE_ELIMINATION: 2, SINGLE_ELIMINATION: dice.choice([2, 2, 4])}.get(
        format_, dice.randint(2, 5)
    )
    if format_ == ELIMINATION_500:
        size = max(3, size)
    groups = 1 if format_ in (ELIMINATION_500, ARENA) else dice.choice([1, 1, 2, 3])
    rounds = dice.randint(1, 4)
    is_bracket = format_ == SINGLE_ELIMINATION and size == 2
    kind = dice.choice(["", "", "reseed", "consolation", "placement"])
    may_skip = format_ != DOUBLE_ELIMINATION and not (is_bracket and kind in ("reseed", "placement"))
    return StageSettings(
        format_,
        table_size=size,
        advance=min(dice.choice([2, 2, 3]), size - 1),
        rounds=dice.choice([0, rounds]) if format_ == ROUND_ROBIN else rounds,
        legs=dice.randint(1, 2),
        groups=groups,
        qualify=0 if is_last else dice.randint(2, 4),
        best_of_rest=0 if is_last else dice.choice([0, 0, 1]),
        third_place=size == 2 and dice.random() < 0.5,
        placement=size == 2 and kind == "placement",
        consolation=is_bracket and kind == "consolation",
        reseed=("seed" if kind == "reseed" else "") if is_bracket else dice.choice(["", "seed", "total"]),
        byes=dice.choice([0, 0, 2, 3]) if may_skip else 0,
        separate_clubs=dice.choice([0, 2]),
        meetings_first=dice.random() < 0.3,
        best_of=dice.choice([0, 1]),
        fold=dice.random() < 0.3,
        pull_up=dice.choice(PULL_UPS),
        best_of_matches=dice.choice([1, 1, 3, 5]) if size == 2 and format_ in BRACKETS else 1,
        best_of_from=dice.choice(STARTS),
        evening_minutes=dice.choice([10, 60]),
        streak=dice.choice([0, 2]),
        borders=dice.choice([[], [Border(1, 1)], [Border(0, 1), Border(1)]]) if groups > 1 else [],
    )


def next_step(state: State, dice: Random) -> asked.AnyCommand | None:
    """Return what brings a running competition on, None when it needs nothing any more."""
    if state.status != RUNNING:
        return None
    if state.is_paused:
        return asked.Resume()
    if state.stage.settings.format == ARENA and not state.stage.is_closed and dice.random() < 0.1:
        return asked.CloseSeating()
    for stage in state.stages:
        for match in stage.matches.values():
            if match.is_playable and match.is_open:
                is_tied = match.result is not None
                lot = asked.DrawLot(stage.number, match.id)
                return lot if is_tied else any_result(stage, match, dice, state.gone())
    return _next_draw(state)


def _next_draw(state: State) -> asked.AnyCommand:
    stage = state.stage
    if stage.settings.format == ARENA and not stage.is_closed:
        return asked.CloseSeating() if stage.ends_at else asked.OpenSeating(1_800_000_000)
    if stage.draft is not None:
        return asked.Publish() if _is_accepted(state, asked.Publish()) else asked.DiscardDraft()
    is_next = _is_accepted(state, asked.MakeDraft())
    return asked.MakeDraft() if is_next else asked.DrawLot(stage.number)


def events_of(state: State, command: asked.AnyCommand, chance: Chance) -> list[happened.Event] | None:
    """Return the events of a command, None if it is refused."""
    try:
        return decide(state, command, chance)
    except Refusal:
        return None


def matches_of(stage: Stage) -> list[tuple[object, ...]]:
    """Return everything that is known of the matches of a stage, in their order."""
    return [tuple(getattr(match, name) for name in Match.__slots__) for match in stage.matches.values()]


def _is_accepted(state: State, command: asked.AnyCommand) -> bool:
    return events_of(state, command, Chance(b"only asking")) is not None


def repr_of(state: State) -> str:
    """Return everything that a competition is, in words; not what only remembers earlier reports."""
    stages = [_fields(stage, without={"reported", "_matches"}) for stage in state.stages]
    return repr((_fields(state, without={"stages"}), stages))


def _fields(value: object, without: set[str]) -> list[tuple[str, str]]:
    return [
        (field.name, _sorted(getattr(value, field.name)))
        for field in dataclasses.fields(value)  # type: ignore[arg-type]
        if field.name not in without
    ]


def _sorted(value: object) -> str:
    """Return something in words, whatever the order in which it came into it."""
    if isinstance(value, dict):
        return repr(sorted(value.items(), key=repr))
    return repr(sorted(value)) if isinstance(value, set) else repr(value)
