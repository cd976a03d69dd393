"""The choices of the seats in a deal, judged by what each seat could know."""

import copy
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, NamedTuple

from games.analysis import kinds, marks
from games.analysis.evaluation import Comparison, Judge
from games.analysis.findings import NO_MARK, WHOLE, Alternative, Decision, Doubt, Exposure
from games.analysis.knowledge import knowledge_of
from games.analysis.positions import Position
from games.bots import strong_bot
from games.bots.memory import Memory
from games.bots.playouts import boards
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.state import OPEN, State

_SHOWN: Final = 8
"""The most alternatives that are kept of a choice."""
_REACTIONS: Final = (c.CallUno, c.Catch, c.JumpIn)

Choice = boards.Action


class Pace(NamedTuple):
    """In how many worlds choices are compared, and in how many those whose cost might deserve a mark."""

    worlds: int
    contested: int


class Judged(NamedTuple):
    """A decision, and the standard error of its cost."""

    decision: Decision
    error: int


def choices_at(position: Position) -> list[Choice]:
    """Return what the seat of a step could have done, what it did first; nothing if it had no choice."""
    state, played = position.before, position.command
    if state is None or played is None or not boards.has_action(played) or not boards.can_show(state):
        return []
    seat: int = played.seat  # type: ignore[attr-defined]  # all commands with an action have one
    if isinstance(played, c.CallUno | c.Catch):
        return []  # a late call costs what was risked before; `catches_at` judges catches
    if isinstance(played, c.JumpIn):
        return [played, None]
    legal = [move for move in legal_commands(state, seat) if not isinstance(move, _REACTIONS)]
    thinkable = strong_bot.worth_a_thought(state_seen_by(state, seat), legal, seat)
    others = [move for move in thinkable if _key(move, state) != _key(played, state)]
    return [played, *others] if others else []


def catches_at(position: Position) -> list[Choice]:
    """Return the catch of a step and its omission, what the seat did first; nothing if it could not catch.

    A catch is missed by the seat whose own move ended the time for it: of the others nobody can say whether
    they had the time.
    """
    state, played = position.before, position.command
    if state is None or played is None or not boards.has_action(played) or not boards.can_show(state):
        return []
    seat: int = played.seat  # type: ignore[attr-defined]  # all commands with an action have one
    if isinstance(played, c.Catch):
        return [played, boards.Overlook(seat, played.target)]
    for move in legal_commands(state, seat):
        if isinstance(move, c.Catch) and _is_missed(move, position):
            return [boards.Overlook(seat, move.target), move]
    return []


def sides_of(state: State) -> int:
    """Return how many sides can still win the deal: partners are one."""
    return 2 if state.options.teams == "partners" else len(state.active_seats())


def is_disputed(careless: Comparison) -> bool:
    """Whether careless players dispute the best: to them the played is as good, or another surely better.

    The first choice is the best, the second what was played.
    """
    gains = [careless.gain(number) for number in range(1, len(careless.won))]
    return gains[0][0] >= 0 or any(gain > marks.CERTAINTY * error for gain, error in gains[1:])


def judge_deal(
    positions: Iterable[tuple[Position, Sequence[Memory]]],
    judge: Judge,
    pace: Pace,
    *,
    counts_match: bool,
    is_proved: bool,
) -> list[Decision]:
    """Return the decisions of a deal with their marks."""
    judged = []
    for position, memories in positions:
        for number, choices in enumerate([catches_at(position), choices_at(position)]):
            if not choices:
                continue
            seat: int = choices[0].seat  # type: ignore[union-attr]
            judged.append(
                _judged(
                    position,
                    memories[seat],
                    choices,
                    judge,
                    pace,
                    seed=8 * position.step + 4 * number,
                    counts_match=counts_match,
                    is_proved=is_proved,
                )
            )
    marks.silence_close_calls([choice.decision for choice in judged], [choice.error for choice in judged])
    return [choice.decision for choice in judged]


def _judged(
    position: Position,
    memory: Memory,
    choices: Sequence[Choice],
    judge: Judge,
    pace: Pace,
    *,
    seed: int,
    counts_match: bool,
    is_proved: bool,
) -> Judged:
    state = position.before
    assert state is not None
    # The best is chosen in some worlds and priced in others: otherwise chance would invent a cost.
    first = judge.compare(state, memory, choices, pace.worlds, seed=seed)
    order = sorted(range(len(choices)), key=lambda number: (-first.won[number], -first.worth[number], number))
    best = order[0]
    shown = [0, *[number for number in order if number != 0]][:_SHOWN]
    decision = Decision(
        step=position.step,
        seat=memory.seat,
        alternatives=[_alternative(choices[number], number, first, counts_match) for number in shown],
        cost=0,
        low=0,
        high=0,
        match_cost=0 if counts_match else None,
        doubt=doubt_of(choices, first),
        knowledge=knowledge_of(state, memory),
    )
    if kinds.kind_of(decision) == kinds.CALL:
        decision.exposure = _exposure(position, memory, judge, pace.worlds, seed=seed)
    if marks.is_decided(first.chance(best)):
        _add_points(decision, state, memory, [choices[number] for number in shown], judge, pace, seed=seed)
    if best == 0:
        return Judged(decision, 0)
    compare = partial(judge.compare, state, memory, [choices[0], choices[best]])
    priced = compare(pace.worlds, seed=seed + 1)
    sides = sides_of(state)
    if marks.mark_of(priced.gain(1)[0] + round(marks.CERTAINTY * priced.gain(1)[1]), sides):
        priced = compare(pace.contested, seed=seed + 2)
    error = _price(decision, priced, counts_match=counts_match)
    decision.mark = marks.mark_of(decision.cost, sides)
    if decision.mark != NO_MARK:
        decision.silence = _silence(priced, decision, is_proved=is_proved)
        if not decision.silence:
            others = [choice for number, choice in enumerate(choices) if number not in (0, best)]
            careless = judge.compare(
                *(state, memory, [choices[best], choices[0], *others], pace.worlds),
                seed=seed + 3,
                policy=at.AT_RANDOM,
            )
            decision.silence = marks.POLICIES if is_disputed(careless) else ""
        if decision.silence:
            decision.mark = NO_MARK
    return Judged(decision, error)


def _add_points(
    decision: Decision,
    state: State,
    memory: Memory,
    choices: Sequence[Choice],
    judge: Judge,
    pace: Pace,
    *,
    seed: int,
) -> None:
    """Set the points to expect from each alternative, under rules in which the winner gets points."""
    if state.options.scoring == "winner_takes_all":
        points = judge.points(state, memory, choices, pace.worlds, seed=seed)
        for alternative, expected in zip(decision.alternatives, points, strict=True):
            alternative.points = expected


def _price(decision: Decision, priced: Comparison, *, counts_match: bool) -> int:
    """Set the cost of a decision with its bounds; return the error of the cost."""
    cost, error = priced.gain(1)
    margin = round(marks.CERTAINTY * error)
    decision.cost, decision.low, decision.high = cost, cost - margin, cost + margin
    if counts_match:
        decision.match_cost = priced.match_gain(1)
    return error


def _silence(pair: Comparison, decision: Decision, *, is_proved: bool) -> str:
    """Return the reason against a mark, empty if there is none."""
    if not is_proved:
        return marks.UNPROVED
    if marks.is_decided(pair.chance(1)):
        return marks.DECIDED
    if decision.match_cost is not None and decision.match_cost < 0:
        return marks.MATCH
    return ""


def _alternative(choice: Choice, number: int, compared: Comparison, counts_match: bool) -> Alternative:
    return Alternative(
        boards.action_of(choice),
        compared.chance(number),
        compared.error(number),
        compared.match(number) if counts_match else None,
    )


def doubt_of(choices: Sequence[Choice], compared: Comparison) -> Doubt | None:
    """Return a challenge as it looked: it pays from the chance of a bluff at which it gains what it loses."""
    doubts = [number for number, choice in enumerate(choices) if isinstance(choice, c.Challenge)]
    accepts = [number for number, choice in enumerate(choices) if isinstance(choice, c.Accept)]
    bluffs = compared.worlds - compared.honest
    if not doubts or not accepts or not bluffs or not compared.honest:
        return None
    number = doubts[0]
    right = (compared.won[number] - compared.won_if_honest[number]) / bluffs
    wrong = compared.won_if_honest[number] / compared.honest
    accept = compared.won[accepts[0]] / compared.worlds
    if right <= wrong:
        return None
    pays_from = min(1.0, max(0.0, (accept - wrong) / (right - wrong)))
    return Doubt(bluffs * WHOLE // compared.worlds, round(WHOLE * pays_from))


def _exposure(position: Position, memory: Memory, judge: Judge, worlds: int, *, seed: int) -> Exposure | None:
    """Return what a missed call put at risk, as the seat saw it after its play; None if it owed no call."""
    state, seat = position.after, memory.seat
    if state.uno[seat] != OPEN or not boards.can_show(state):
        return None
    after = copy.deepcopy(memory)
    after.see(position.events, state.hands[seat])
    catcher = next(other for other in state.active_seats() if other != seat)
    compared = judge.compare(state, after, [c.CallUno(seat), c.Catch(catcher, seat)], worlds, seed=seed)
    return Exposure(compared.chance(0), compared.chance(1))


def _is_missed(move: c.Catch, position: Position) -> bool:
    """Whether with a step the time to catch an opponent ended."""
    is_late = any(isinstance(event, e.UnoLapsed) and event.seat == move.target for event in position.events)
    options = position.after.options
    return is_late and not (options.teams == "partners" and (move.seat - move.target) % 2 == 0)


def _key(move: c.Command, state: State) -> tuple[object, ...]:
    """Return the key that distinguishes a command from others: a call only where it matters."""
    action = boards.action_of(move)
    seat: int = move.seat  # type: ignore[attr-defined]
    return (*action[:5], action[5] if len(state.hands[seat]) == 2 else 0)
