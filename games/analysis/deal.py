"""The analysis of a deal: its chance curves with all hands open, then with what the seats could know."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.analysis import judged_choices, luck_and_choices
from games.analysis.evaluation import Chances, Judge, is_over, winners_of_deal
from games.analysis.findings import CLOCK, WHOLE, Curve, DealFindings, Decision, Effect
from games.analysis.judged_choices import Pace
from games.analysis.positions import Position, Step, walk
from games.bots import match_equity
from games.bots.memory import Memory
from games.bots.playouts import boards, compiling
from games.rules.decisions.legal import legal_commands
from games.rules.match.state import State
from games.rules.options.options import Options

_STEPS_AND_SEATS: Final = 9_500
"""The steps of a match, times its seats and 2, that are judged in all worlds: less than a minute of a core.

Measured, a step takes five milliseconds times the seats and 2.
"""
_LEAST: Final = 0.25
"""The share of the worlds that is left to the longest matches."""


class Worlds(NamedTuple):
    """In how many worlds positions are played on: with open hands, as seen, for choices; and matches.

    The seats share the worlds in which a position is played on as seen: it takes as long at every table.
    """

    open: int
    seen: int
    choices: Pace
    equity: match_equity.Effort

    def of_match(self, steps: int, seats: int) -> "Worlds":
        """Return those of a match: the longest have fewer, so that an analysis ends within a minute.

        With more seats a position takes longer to play on.
        """
        share = min(1.0, max(_LEAST, _STEPS_AND_SEATS / (steps * (seats + 2))))
        return self._replace(
            open=max(1, int(share * self.open)),
            seen=max(1, int(share * self.seen)),
            choices=Pace(*(max(1, int(share * worlds)) for worlds in self.choices)),
        )


COMPILED: Final = Worlds(1600, 3200, Pace(400, 4000), match_equity.COMPILED)
PLAIN: Final = Worlds(80, 400, Pace(40, 160), match_equity.PLAIN)


@dataclass(frozen=True)
class DealToJudge:
    """A deal of a finished match.

    `before` is the state before it. `starts` and `ends` are the chances to win the match before and after it,
    `worth` what its end is worth (empty without match equity); `hopes` are the chances to win the deal before
    the cards were dealt. `stand_ins` say of the steps of the whole match which a stand-in made for a player.
    """

    number: int
    steps: Sequence[Step]
    before: State | None
    options: Options
    seats: int
    hopes: Sequence[int]
    starts: Sequence[int]
    ends: Sequence[int]
    worth: Sequence[int]
    stand_ins: Mapping[int, str] = field(default_factory=dict)

    @property
    def judge(self) -> Judge:
        """A judge of its positions."""
        return Judge(self.options, self.seats, self.worth, seed=self.number)

    @property
    def first_step(self) -> int:
        """The number of its first step."""
        return self.steps[0][0]


def usual_worlds() -> Worlds:
    """Return the number of worlds that suits this process."""
    return COMPILED if compiling.kernel().is_compiled else PLAIN


def first_picture(deal: DealToJudge, worlds: Worlds) -> DealFindings:
    """Return the curves with all hands open, and where the result of the deal came from."""
    judge = deal.judge
    rows: list[Chances] = []
    changes: list[tuple[int, Chances, Chances, str]] = []
    effects: list[Effect] = []
    for position, _memories in _positions(deal):
        before = rows[-1] if rows else None
        after = _open(deal, judge, position.after, worlds.open, before)
        rows.append(after)
        if before is not None:
            actor, chosen = _actor(position), _chosen(judge, position, after, worlds.open)
            changes.append((actor, chosen, after, deal.stand_ins.get(position.step, "")))
            if actor >= 0:
                effects.append(_effect(deal, position.step, actor, before, chosen))
    last = rows[-1]
    findings = DealFindings(
        *(deal.number, deal.first_step, worlds.open, Curve(open=[chances.deal for chances in rows])),
        effects=effects,
    )
    of_deal = [
        luck_and_choices.Change(actor, chosen.deal, after.deal, stand_in)
        for actor, chosen, after, stand_in in changes
    ]
    errors = luck_and_choices.errors_of(rows[0].deal, of_deal, worlds.open)
    findings.deal_parts = luck_and_choices.parts_of(deal.hopes, rows[0].deal, of_deal, last.deal).with_errors(
        errors
    )
    if deal.worth:
        findings.match = Curve(open=[chances.match for chances in rows])
        of_match = [
            luck_and_choices.Change(actor, chosen.match, after.match, stand_in)
            for actor, chosen, after, stand_in in changes
        ]
        stake = max(judge.stake_of(seat) for seat in range(deal.seats))
        findings.match_parts = luck_and_choices.parts_of(
            deal.starts, rows[0].match, of_match, last.match
        ).with_errors([[error * stake // WHOLE for error in of_seats] for of_seats in errors])
    return findings


def second_picture(deal: DealToJudge, worlds: Worlds, findings: DealFindings, *, is_proved: bool) -> None:
    """Add the curves as each seat saw them, and the decisions."""
    judge = deal.judge
    for position, memories in _positions(deal, after=True):
        number = len(findings.deal.seen)
        of_deal = findings.deal.open[number][:]
        of_match = findings.match.open[number][:] if findings.match is not None else [0] * deal.seats
        if boards.can_show(position.after) and not is_over(position.after):
            seen = as_seen(judge, position.after, memories, worlds.seen)
            for seat in position.after.active_seats():
                of_deal[seat], of_match[seat] = seen.deal[seat], seen.match[seat]
        findings.deal.seen.append(of_deal)
        if findings.match is not None:
            findings.match.seen.append(of_match)
    findings.decisions = decisions_of(deal, worlds, is_proved=is_proved)


def as_seen(judge: Judge, state: State, memories: Sequence[Memory], worlds: int) -> Chances:
    """Return the chances of the seats that are still in the deal, each as that seat saw them."""
    still_in = state.active_seats()
    chances = Chances([0] * state.seats, [0] * state.seats)
    for seat in still_in:
        seen = judge.seen(state, memories[seat], max(1, worlds // len(still_in)))
        chances.deal[seat], chances.match[seat] = seen.deal[seat], seen.match[seat]
    return chances


def decisions_of(deal: DealToJudge, worlds: Worlds, *, is_proved: bool) -> list[Decision]:
    """Return the decisions of a deal; what the clock did is none."""
    positions = (
        (position, memories)
        for position, memories in _positions(deal)
        if deal.stand_ins.get(position.step) != CLOCK
    )
    decisions = judged_choices.judge_deal(
        positions, deal.judge, worlds.choices, counts_match=bool(deal.worth), is_proved=is_proved
    )
    for decision in decisions:
        decision.stand_in = deal.stand_ins.get(decision.step, "")
    return decisions


def _positions(deal: DealToJudge, *, after: bool = False) -> Iterator[tuple[Position, Sequence[Memory]]]:
    """Yield the steps with the memories before them, or after them."""
    waiting: Position | None = None
    for position in walk(deal.steps, deal.before, deal.seats):
        if not after:
            yield position, position.memories
        elif waiting is not None:
            yield waiting, position.memories
        waiting = position
    if after and waiting is not None:
        yield waiting, waiting.memories


def _open(deal: DealToJudge, judge: Judge, state: State, worlds: int, before: Chances | None) -> Chances:
    if is_over(state):
        return Chances(winners_of_deal(state), list(deal.ends))
    if not boards.can_show(state):
        return before or Chances(list(deal.hopes), list(deal.starts))
    return judge.open(state, worlds)


def _chosen(judge: Judge, position: Position, after: Chances, worlds: int) -> Chances:
    """Return the chances after an action before its cards were drawn."""
    command, before = position.command, position.before
    if not position.draws or before is None or command is None:
        return after
    if not boards.has_action(command) or not boards.can_show(before):
        return after
    return judge.open(before, worlds, command)


def _actor(position: Position) -> int:
    """Return the seat that had a choice in a step, -1 if there was nothing to choose."""
    command, before = position.command, position.before
    if command is None or before is None or not boards.has_action(command):
        return -1
    seat: int = command.seat  # type: ignore[attr-defined]  # all commands with an action have one
    return seat if len(legal_commands(before, seat)) > 1 or seat != before.to_act else -1


def _effect(deal: DealToJudge, step: int, seat: int, before: Chances, chosen: Chances) -> Effect:
    """Return what an action gave its seat, from the chances before it and after it."""
    of_match = chosen.match[seat] - before.match[seat] if deal.worth else None
    stand_in = deal.stand_ins.get(step, "")
    return Effect(step, seat, chosen.deal[seat] - before.deal[seat], of_match, stand_in)
