"""One table in the hands of a state machine: moves, nonsense, the clock, a referee, another process."""

from collections import Counter

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from games import eventstore
from games.rules.base.chance import Chance
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import deck
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.timeouts import default_command
from games.rules.match import commands as c
from games.rules.match.events import Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.invariants import ambiguity, violation
from games.rules.match.state import MATCH_OVER, RUNNING, State
from games.rules.options.options import Options
from tests.games.rules import oracle
from tests.games.rules.any_match import RichChance, listed, seeds, some, tables, thinkable

numbers = st.integers(0, 2**20)


class AnyTable(RuleBasedStateMachine):
    """Whatever happens at the table, its books are right and it is in exactly one state."""

    state: State
    chance: Chance
    stored: list[tuple[str, int, str]]
    totals: list[int]

    @initialize(table=tables(), seed=seeds)
    def open(self, table: tuple[Options, int], seed: bytes) -> None:
        options, seats = table
        self.chance = RichChance(seed)
        self.state = new_match("classic", options, seats)
        self.stored = []
        self.totals = [0] * seats
        self._carry_out(c.Deal())

    def _carry_out(self, command: c.Command) -> list[Event]:
        self.totals = self.state.totals[:]
        events = step(self.state, command, self.chance)
        self.stored += [eventstore.encode(event) for event in events]
        return events

    @rule(number=numbers)
    def somebody_moves(self, number: int) -> None:
        moves = listed(self.state)
        assume(moves)
        self._carry_out(moves[number % len(moves)])

    @rule(number=numbers)
    def somebody_lays_a_card(self, number: int) -> None:
        cards = [
            command
            for command in listed(self.state)
            if isinstance(command, (c.PlayCard, c.JumpIn, c.LayPair))
        ]
        assume(cards)
        self._carry_out(cards[number % len(cards)])

    @precondition(lambda self: self.state.phase != MATCH_OVER)
    @rule()
    def time_is_up(self) -> None:
        default = default_command(self.state)
        assert default
        assert self._carry_out(default)

    @precondition(lambda self: self.state.phase in RUNNING)
    @rule(number=numbers, cards=st.integers(1, 6))
    def the_referee_penalises(self, number: int, cards: int) -> None:
        seats = self.state.active_seats()
        before = (self.state.phase, self.state.to_act, self.state.pending_total, self.state.colour)
        self._carry_out(c.Penalise(seats[number % len(seats)], cards))
        assert before == (self.state.phase, self.state.to_act, self.state.pending_total, self.state.colour)

    @rule(number=numbers)
    def somebody_tries_something(self, number: int) -> None:
        offers = thinkable(self.state, self.chance)
        offer = offers[number % len(offers)]
        before = self.state.copy()
        try:
            self._carry_out(offer)
            accepted = True
        except IllegalCommand:
            assert self.state == before
            accepted = False
        assert accepted == oracle.allows(before, offer), offer

    @rule()
    def another_process_goes_on_from_the_log(self) -> None:
        events = [eventstore.decode(*row) for row in self.stored]
        last = max(place for place, event in enumerate(events) if isinstance(event, RoundStarted))
        other = fold(events[last:])
        assert other == self.state
        self.state = other

    @invariant()
    def the_books_are_right(self) -> None:
        options = self.state.options
        cards = Counter(deck(options.deck, len(options.customizable_effects)))
        assert violation(self.state, cards, self.totals) == ""

    @invariant()
    def the_table_is_in_exactly_one_state(self) -> None:
        assert ambiguity(self.state) == ""


AnyTable.TestCase.settings = some(0.6)
TestAnyTable = AnyTable.TestCase
