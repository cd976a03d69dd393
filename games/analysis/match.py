"""A finished match as the deals to judge."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from games.analysis.deal import DealToJudge
from games.analysis.findings import BOT, CLOCK
from games.analysis.positions import Step
from games.bots import match_equity
from games.bots.match_equity import MatchEquity, Standing
from games.bots.playouts import boards
from games.deals.outline import actor
from games.eventstore import Stored
from games.rules.match import events as e
from games.rules.match.evolve import fold
from games.rules.match.state import State
from games.rules.options.options import Options, from_differences


def numbered(rows: Sequence[Stored]) -> list[tuple[int, list[Stored]]]:
    """Return the steps of a match with their events, numbered as in its replay."""
    of_rules = [row for row in rows if isinstance(row.event, e.Event)]
    groups = groupby(of_rules, key=attrgetter("step"))
    return [(number, list(group)) for number, (_step, group) in enumerate(groups, start=1)]


class MatchToJudge:
    """The deals of a match, in order.

    `rows` are all events of its table, `effort` is that for the equity. `players` are the seats that belong
    to a player: a bot moves there only while the player is away.
    """

    def __init__(
        self, rows: Sequence[Stored], effort: match_equity.Effort, players: Collection[int] = ()
    ) -> None:
        groups = numbered(rows)
        steps: list[Step] = [(number, [row.event for row in group]) for number, group in groups]
        self.stand_ins = _stand_ins(groups, players)
        self.deals: list[list[Step]] = []
        for step in steps:
            if any(isinstance(event, e.RoundStarted) for event in step[1]):
                self.deals.append([])
            self.deals[-1].append(step)
        started = self._started(0)
        self.options: Options = from_differences(started.options)
        self.rulebook, self.seats = started.rulebook, started.seats
        self._before: list[State | None] = [None]
        for deal in self.deals:
            last = self._before[-1]
            events = [event for _number, events in deal for event in events]
            self._before.append(fold(events, last.copy() if last is not None else None))
        self._equity = None if match_equity.unknown_to(self.options) else MatchEquity(self.options, effort)
        self._effort = effort

    @property
    def unknown(self) -> str:
        """The rules that the play-outs do not know; empty if they know all of them."""
        return boards.unknown_to(self.options)

    @property
    def end(self) -> State:
        """The state after the match."""
        state = self._before[-1]
        assert state is not None
        return state

    def state_after(self, number: int) -> State:
        """Return the state after a deal, counted from 1."""
        state = self._before[number]
        assert state is not None
        return state

    def deal(self, number: int) -> DealToJudge:
        """Return a deal, counted from 1."""
        standing = self._standing(number)
        return DealToJudge(
            number=number,
            steps=self.deals[number - 1],
            before=self._before[number - 1],
            options=self.options,
            seats=self.seats,
            hopes=match_equity.deal_chances(self.options, standing, self._effort),
            starts=self._starts(number),
            ends=self._starts(number + 1),
            worth=self._equity.worth(standing) if self._equity else [],
            stand_ins=self.stand_ins,
        )

    def _starts(self, number: int) -> list[int]:
        """Return the chances to win the match before a deal; after the last one they are decided."""
        if self._equity is None:
            return [0] * self.seats
        if number > len(self.deals):
            return self._equity.ended(self.end.winners, self.seats)
        return self._equity.chances(self._standing(number))

    def _standing(self, number: int) -> Standing:
        before, started = self._before[number - 1], self._started(number - 1)
        totals = before.totals[:] if before is not None else [0] * self.seats
        gone = [seat for seat, deal in enumerate(started.eliminated) if deal]
        return Standing(totals, started.dealer, number - 1, gone)

    def _started(self, index: int) -> e.RoundStarted:
        events = self.deals[index][0][1]
        return next(event for event in events if isinstance(event, e.RoundStarted))


def _stand_ins(groups: Sequence[tuple[int, list[Stored]]], players: Collection[int]) -> Mapping[int, str]:
    """Return the steps that the clock made, and those that a bot made at the seat of a player."""
    return {
        number: group[0].by
        for number, group in groups
        if group[0].by == CLOCK or (group[0].by == BOT and actor(row.event for row in group) in players)
    }
