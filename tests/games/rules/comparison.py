"""The engine and `outcomes` carry out the same commands, also where play seldom comes to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

import tests.games.rules.django_set_up  # noqa: F401 - before the event store

# isort: split
from games import eventstore
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import deck
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.timeouts import default_command
from games.rules.match import commands as c
from games.rules.match.events import CardsDealt, Event, RoundStarted
from games.rules.match.evolve import fold
from games.rules.match.invariants import all_cards, ambiguity, violation
from games.rules.match.state import (
    AFTER_DRAW,
    AWARD,
    CENTRE,
    EXCHANGE,
    FORFEIT,
    MATCH_OVER,
    READY,
    READY_TO_DEAL,
    RUNNING,
    TURN,
    State,
)
from games.rules.notation.notation import text
from games.rules.options import rulebooks
from games.rules.options.combinations import check
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import NAMES, Options, build, differences, from_differences
from tests.games.rules import oracle
from tests.games.rules.any_match import RichChance, listed, some_move, thinkable
from tests.games.rules.near_the_end import bring_near_the_end
from tests.games.rules.outcomes.table import Table, difference
from tests.games.rules.outcomes.timing import difference_in_time

_MOST = {"hand_size": 10, "draw_until_max": 20, "round_limit": 4, "survivors": 9}
_KEPT = {"swap_112": 3, "shuffle_112": 3, "mario_112": 2, "blank_112": 4}

_ENDS: tuple[dict[str, object], ...] = (
    {"going_out": "to_last", "scoring": "win_loss", "match_end": "manual", "teams": "off"},
    {"going_out": "refill_countdown", "teams": "off"},
    {"going_out": "ends_round", "scoring": "elimination", "match_end": "target", "teams": "off"},
    {
        "going_out": "refill_six",
        "scoring": "per_out",
        "draw_pile_exhausted": "end_of_play",
        "match_end": "rounds",
        "round_limit": 1,
        "teams": "off",
    },
)
"""Ways in which deals and matches end, with what they need."""
_SELDOM: tuple[dict[str, object], ...] = (
    {"blocked_round": "lowest_hand"},
    {"scoring": "win_loss", "match_end": "manual"},
    {"five_exchange": True, "uno_centre": True},
    {"uno_centre": True, "deck": "swap_112"},
    {"going_out": "refill_countdown", "draw_four_challenge": "take_back"},
    {"uno_penalty_trigger": "automatic", "uno_call_deadline": "until_caught"},
)
"""Options that meet too seldom by themselves."""
_TELLING_EFFECTS = ("others_discard_wilds", "charade_colour_dump", "next_sings_or_draw_2")
_WAITS = (EXCHANGE, CENTRE, READY, FORFEIT, AWARD)


class SameShuffles(RichChance):
    """Shuffles depend on which cards there are, not on the order they are handed in."""

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        return super().shuffled(sorted(cards))


class Match:
    """A match of the engine and the same by rules.md, from the first deal on."""

    def __init__(self, options: Options, seats: int, seed: bytes, *, near_the_end: bool) -> None:
        self.seed, self.chance = seed, RichChance(seed)
        self.state = new_match("classic", options, seats)
        self.table = Table(self.state)
        self.cards: Counter[int] = Counter()
        self.log: list[Event] = []
        self.told: list[str] = []
        self.given = "before the deal"
        self.reluctant = self.chance.below(5) == 0
        self.may_leave = self.chance.below(3) == 0
        for move in _first_moves(options, seats, self.chance):
            self._carry_out_alike(move)
        self.is_from_the_deal = True
        if near_the_end:
            self.reluctant |= bring_near_the_end(self.state, self.chance)
            self.is_from_the_deal = False
            self.table = Table(self.state)
            self.cards = all_cards(self.state)
        self.given = repr(self.state)

    def play(self, moves: int) -> Iterator[c.Command]:
        """Carry out moves in both and yield each; AssertionError where they differ or something is wrong."""
        while self.state.phase != MATCH_OVER and len(self.told) < moves:
            move = self._some_move()
            self._carry_out_alike(move)
            yield move

    def agrees_with_its_log(self) -> bool:
        """Whether the log since the last deal, written and read again, gives the state."""
        starts = [place for place, event in enumerate(self.log) if isinstance(event, RoundStarted)]
        if len(starts) == 1 and not self.is_from_the_deal:
            return True  # cards were taken away, which no event tells
        stored: list[Event] = [
            eventstore.decode(*eventstore.encode(event)) for event in self.log[starts[-1] :]
        ]
        return fold(stored) == self.state

    def _some_move(self) -> c.Command:
        if self.may_leave and self.chance.below(60) == 0:
            leaving = [c.CallTime()] if self.chance.below(5) == 0 else map(c.Retire, range(self.state.seats))
            allowed = [seat for seat in leaving if oracle.allows(self.state, seat)]
            if allowed:
                return allowed[self.chance.below(len(allowed))]
        return _some_accepted(self.state, self.chance, reluctant=self.reluctant)

    def _carry_out_alike(self, move: c.Command) -> None:
        self.told.append(text(move))
        difference = self._carry_out(move)
        if difference:
            told = [difference, *self.told[-15:], str(self.state.differences), self.given]
            raise AssertionError("\n".join(told))

    def _carry_out(self, move: c.Command) -> str:
        seed = self.seed + len(self.told).to_bytes(4, "big")
        totals = self.state.totals[:]
        assert oracle.allows(cast("State", self.table), move), "rules.md does not allow it"
        events = step(self.state, move, SameShuffles(seed))
        self.log += events
        self.table.carry_out(move, SameShuffles(seed))
        if any(isinstance(event, CardsDealt) for event in events):
            options = self.state.options
            self.cards = Counter(deck(options.deck, len(options.customizable_effects)))
        if self.state.phase == READY_TO_DEAL:
            return difference(self.table, self.state)
        return (
            difference(self.table, self.state)
            or violation(self.state, self.cards, totals)
            or ambiguity(self.state)
            or difference_in_time(self.table, default_command(self.state))
        )


def _first_moves(options: Options, seats: int, chance: RichChance) -> Iterator[c.Command]:
    """Yield what comes before the first turn: perhaps the draw for the dealer, then the deal."""
    named = options.dealer_choice == "fixed" and bool(chance.below(2))
    drawn = not named and bool(chance.below(2))
    if drawn:
        yield c.DrawForDealer()
    youngest = options.first_player == "youngest" and bool(chance.below(2))
    yield c.Deal(chance.below(seats) if named else None, chance.below(seats) if youngest else None)


def random_table(chance: RichChance) -> tuple[Options, int]:
    """Return any options that go together, far from all presets or near one, and seats they fit."""
    seats = 2 + chance.below(9 if chance.below(3) == 0 else 3)
    wanted = _some_options(chance)
    if chance.below(3) == 0:
        wanted |= _ENDS[chance.below(len(_ENDS))]
    if chance.below(2):
        wanted["target_score"] = 1 + chance.below(200)
    if chance.below(3) == 0:
        wanted["deck"] = [*_KEPT][chance.below(len(_KEPT))]
    if chance.below(2) == 0:
        wanted |= _SELDOM[chance.below(len(_SELDOM))]
    kept = _KEPT.get(str(wanted.get("deck")), 0)
    wanted["customizable_effects"] = [_some_effect(chance) for _card in range(kept)]
    return _made_to_fit(wanted, seats), seats


def _some_options(chance: RichChance) -> dict[str, object]:
    wanted: dict[str, object] = dict(_some_preset(chance) if chance.below(2) else {})
    one_in = 2 + chance.below(2)
    for about in OPTION_TEXTS:
        if about.values and not about.many and chance.below(one_in) == 0:
            wanted[about.name] = about.values[chance.below(len(about.values))]
    for name, most in _MOST.items():
        if chance.below(4) == 0:
            wanted[name] = 1 + chance.below(most)
    return wanted


def _some_effect(chance: RichChance) -> str:
    if chance.below(3):
        return _TELLING_EFFECTS[chance.below(len(_TELLING_EFFECTS))]
    effects = next(about.values for about in OPTION_TEXTS if about.name == "customizable_effects")
    return str(effects[chance.below(len(effects))])


def _some_preset(chance: RichChance) -> dict[str, object]:
    names = rulebooks.names()
    return dict(differences(build(names[chance.below(len(names))])))


def _made_to_fit(wanted: dict[str, object], seats: int) -> Options:
    """Take back what does not go together."""
    while True:
        options = from_differences(wanted)
        try:
            check(options, seats)
        except Refusal as refusal:
            for name in refusal.options or NAMES:
                wanted.pop(name, None)
        else:
            return options


def _some_accepted(state: State, chance: RichChance, *, reluctant: bool) -> c.Command:
    """Return a move; once in a while one that costs cards: what does not fit, a false call, a penalty."""
    if state.phase == EXCHANGE and chance.below(4) == 0:
        return c.Penalise(state.layer, 1 + chance.below(2))
    if state.phase == TURN and state.options.five_exchange and state.options.uno_centre and chance.below(2):
        offers = [
            command
            for command in listed(state)
            if isinstance(command, c.PlayCard) and command.uno and command.offered is not None
        ]
        if offers:
            return offers[chance.below(len(offers))]
    costly_one_in = 2 if state.phase in _WAITS else 6
    if state.phase in RUNNING and chance.below(costly_one_in) == 0:
        tried = [
            command for command in thinkable(state, chance) if not isinstance(command, (c.Retire, c.CallTime))
        ]
        costly = [command for command in tried if oracle.allows(state, command)]
        if costly:
            return costly[chance.below(len(costly))]
    if reluctant and state.phase in (TURN, AFTER_DRAW) and chance.below(20):
        waits = c.DrawCard(state.to_act) if state.phase == TURN else c.Pass(state.to_act)
        if oracle.allows(state, waits):
            return waits
    return some_move(state, chance)
