"""The choices of the seats in a deal, judged by what each seat could know."""

import copy
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.analysis import challenges, kinds, marks
from games.analysis.evaluation import Comparison, Judge
from games.analysis.findings import NO_MARK, Alternative, Decision, Exposure
from games.analysis.knowledge import knowledge_of
from games.analysis.positions import Position
from games.bots import strong_bot
from games.bots.memory import Memory
from games.bots.playouts import boards
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.rules.cards.cards import WILD_DRAW_FOUR
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.phases import PENDING
from games.rules.match.state import OPEN, State
from games.rules.play.playable_cards import draw_four_is_legal

_SHOWN: Final = 8
"""The most alternatives that are kept of a choice."""
_REACTIONS: Final = (c.CallUno, c.Catch, c.JumpIn)

Choice = boards.Action


class Pace(NamedTuple):
    """In how many worlds choices are compared, and in how many those whose cost might deserve a mark."""

    worlds: int
    contested: int


class Judged(NamedTuple):
    """A decision, the standard error of its cost, and what speaks against a mark even if the cost is sure."""

    decision: Decision
    error: int
    objection: str = ""


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
    """Whether careless players dispute the best: to them the played is better, or another surely better.

    The first choice is the best, the second what was played.
    """
    gains = [careless.gain(number) for number in range(1, len(careless.won))]
    return gains[0][0] > 0 or any(gain > marks.CERTAINTY * error for gain, error in gains[1:])


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
    settle_marks(judged)
    return [choice.decision for choice in judged]


def settle_marks(judged: Sequence[Judged]) -> None:
    """Take back marks of costs that may be chance, then those of sure costs that something excuses."""
    marks.silence_close_calls([choice.decision for choice in judged], [choice.error for choice in judged])
    for choice in judged:
        if choice.decision.mark != NO_MARK and choice.objection:
            choice.decision.mark, choice.decision.silence = NO_MARK, choice.objection


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
    numbers, sides = _in_order(first), sides_of(state)
    best = _best_of(first)
    shown = [choices[number] for number in numbers]
    all_priced = priced = judge.compare(state, memory, shown, pace.worlds, seed=seed + 1)
    if best != 0 and marks.mark_of(_most(priced), sides):
        # Both surveys together name the best choice; other worlds price it. The rest need less precision.
        both = first.of(numbers).with_more(priced)
        places = _in_order(both)
        best = numbers[_best_of(both)]
        shown, all_priced = [shown[place] for place in places], both.of(places)
        priced = judge.compare(state, memory, shown[:2], pace.contested, seed=seed + 2)
    decision = Decision(
        step=position.step,
        seat=memory.seat,
        alternatives=_alternatives(
            shown, (priced, all_priced), state, is_best_second=best != 0, counts_match=counts_match
        ),
        cost=0,
        low=0,
        high=0,
        match_cost=0 if counts_match else None,
        doubt=challenges.doubt_of(judge, state, memory, choices, pace.contested, seed=seed),
        knowledge=knowledge_of(state, memory),
    )
    if kinds.kind_of(decision) == kinds.CALL:
        decision.exposure = _exposure(position, memory, judge, pace.worlds, seed=seed)
    _add_points(decision, first.chance(best), state, memory, shown, judge, pace, seed=seed)
    if best == 0:
        return Judged(decision, 0)
    error = _price(decision, priced)
    decision.mark = marks.mark_of(decision.cost, sides)
    if decision.mark == NO_MARK:
        return Judged(decision, error)
    decision.silence = _silence(priced, is_proved=is_proved)
    if decision.silence:
        decision.mark = NO_MARK
        return Judged(decision, error)
    if kinds.is_silent(decision):
        return Judged(decision, error)  # a call costs nothing, however others play
    if counts_match and not marks.is_sure_for_match(*priced.match_gain(1), judge.stake_of(memory.seat)):
        return Judged(decision, error, marks.MATCH)
    others = [choice for number, choice in enumerate(choices) if number not in (0, best)]
    careless = judge.compare(
        *(state, memory, [choices[best], choices[0], *others], pace.worlds),
        seed=seed + 3,
        policy=at.AT_RANDOM,
    )
    return Judged(decision, error, marks.POLICIES if is_disputed(careless) else "")


def _best_of(compared: Comparison) -> int:
    """Return the number of the best choice, in doubt that which is worth more to the match."""
    return max(
        range(len(compared.won)), key=lambda number: (compared.won[number], compared.worth[number], -number)
    )


def _in_order(compared: Comparison) -> list[int]:
    """Return the numbers of the choices to show: what was played, then the others from the best on."""
    others = range(1, len(compared.won))
    order = sorted(others, key=lambda number: (-compared.won[number], -compared.worth[number], number))
    return [0, *order][:_SHOWN]


def _add_points(
    decision: Decision,
    best: int,
    state: State,
    memory: Memory,
    choices: Sequence[Choice],
    judge: Judge,
    pace: Pace,
    *,
    seed: int,
) -> None:
    """Set the points to expect from each alternative where the best nearly always wins or loses the deal.

    Only under rules in which the winner gets points.
    """
    if marks.is_decided(best) and state.options.scoring == "winner_takes_all":
        points = judge.points(state, memory, choices, pace.worlds, seed=seed)
        expected = {tuple(boards.action_of(choice)): won for choice, won in zip(choices, points, strict=True)}
        for alternative in decision.alternatives:
            alternative.points = expected[tuple(alternative.action)]


def _most(priced: Comparison) -> int:
    """Return how much the second choice may give more than the first at most."""
    gain, error = priced.gain(1)
    return gain + round(marks.CERTAINTY * error)


def _price(decision: Decision, priced: Comparison) -> int:
    """Set the cost of a decision with its bounds; return the error of the cost.

    The cost is the difference of the chances that are shown.
    """
    played, best = decision.alternatives[:2]
    error = priced.gain(1)[1]
    margin = round(marks.CERTAINTY * error)
    decision.cost = best.chance - played.chance
    decision.low, decision.high = decision.cost - margin, decision.cost + margin
    if played.match is not None and best.match is not None:
        decision.match_cost = best.match - played.match
    return error


def _silence(priced: Comparison, *, is_proved: bool) -> str:
    """Return the reason against any mark of a choice, empty if there is none."""
    if not is_proved:
        return marks.UNPROVED
    return marks.DECIDED if marks.is_decided(priced.chance(1)) else ""


def _alternatives(
    choices: Sequence[Choice],
    compared: tuple[Comparison, Comparison],
    state: State,
    *,
    is_best_second: bool,
    counts_match: bool,
) -> list[Alternative]:
    """Return choices as alternatives: what was played, the best if it is another, and the others in order.

    The first comparison is the surer, but may lack the others.
    """
    rows = []
    for number, choice in enumerate(choices):
        priced = compared[number >= len(compared[0].won)]
        rows.append(
            Alternative(
                boards.action_of(choice),
                priced.chance(number),
                priced.error(number),
                priced.match(number) if counts_match else None,
                is_bluff=_is_bluff(choice, state),
            )
        )
    first = 2 if is_best_second else 1
    return rows[:first] + sorted(rows[first:], key=lambda row: -row.chance)


def _is_bluff(choice: Choice, state: State) -> bool:
    """Whether a choice is a Wild Draw Four that a challenge would catch."""
    if not isinstance(choice, c.PlayCard) or choice.card != WILD_DRAW_FOUR or state.phase == PENDING:
        return False
    return not draw_four_is_legal(state, choice.seat)


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
