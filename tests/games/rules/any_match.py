"""Matches nobody thought of: any options, any seats, any commands, and a chance that deals the rare cards."""

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from games.rules.cards.cards import COLOURS, IS_BLACK, SKIP, SYMBOL_OF, TOKENS
from games.rules.decisions.decide import new_match, step
from games.rules.decisions.legal import legal_commands
from games.rules.match import commands as c
from games.rules.match.state import (
    AFTER_DRAW,
    CENTRE,
    MATCH_OVER,
    OVER,
    PENDING,
    READY_TO_DEAL,
    RUNNING,
    STARTER_CHOICE,
    TURN,
    State,
)
from games.rules.options import rulebooks
from games.rules.options.combinations import check
from games.rules.options.option_texts import OPTION_TEXTS
from games.rules.options.options import Options, build, differences, from_differences

PRESETS = rulebooks.names()
LEAVE = (TURN, AFTER_DRAW, PENDING, STARTER_CHOICE, OVER)
"""The states in which somebody may leave for good."""
_EFFECTS = next(about.values for about in OPTION_TEXTS if about.name == "customizable_effects")
_EMPTYING = ("others_discard_wilds", "charade_colour_dump")
_KEPT = {"swap_112": 3, "shuffle_112": 3, "mario_112": 2, "blank_112": 4}
_CHOICES = {about.name: about.values for about in OPTION_TEXTS if about.values and not about.many}
_NUMBERS = {
    "hand_size": st.integers(1, 10),
    "draw_until_max": st.integers(1, 20),
    "target_score": st.integers(1, 300),
    "round_limit": st.integers(1, 4),
    "survivors": st.integers(1, 9),
}


def some(share: float) -> settings:
    """Return settings with a share of the examples of the profile in force."""
    return settings(
        max_examples=max(1, int(settings().max_examples * share)),
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


@st.composite
def tables(draw: st.DrawFn) -> tuple[Options, int]:
    """Return options that go together, near a preset or far from it, and a number of seats they fit."""
    seats = draw(st.integers(2, 10))
    wanted: dict[str, object] = dict(differences(build(draw(st.sampled_from(PRESETS)))))
    wanted |= draw(
        st.fixed_dictionaries({}, optional={name: st.sampled_from(to) for name, to in _CHOICES.items()})
    )
    wanted |= draw(st.fixed_dictionaries({}, optional=_NUMBERS))
    kept = _KEPT.get(str(wanted.get("deck")), 0)
    wanted["customizable_effects"] = draw(st.lists(st.sampled_from(_EFFECTS), max_size=kept))
    while blamed := _blamed(from_differences(wanted), seats):
        for name in blamed:
            wanted.pop(name, None)
    return from_differences(wanted), seats


@st.composite
def short_tables(draw: st.DrawFn) -> tuple[Options, int]:
    """Return a table whose rounds and match end soon, often by an effect: few cards, few points."""
    options, seats = draw(tables())
    wanted = dict(differences(options))
    near = {"hand_size": draw(st.integers(2, 4)), "target_score": draw(st.integers(1, 60))}
    emptying = [draw(st.sampled_from(_EMPTYING)) for _card in range(3)]
    unusual: dict[str, object] = draw(
        st.sampled_from(
            [
                {"seven_zero": True, "uno_duty": "any_single_card"},
                {"deck": "shuffle_112", "uno_duty": "any_single_card", "customizable_effects": emptying},
                {"deck": "swap_112", "customizable_effects": emptying},
                {"going_out": "refill_countdown", "uno_duty": "any_single_card"},
                {},
            ]
        )
    )
    for further in (near | unusual, near, unusual):
        changed = from_differences(wanted | further)
        if not _blamed(changed, seats):
            return changed, seats
    return options, seats


def _blamed(options: Options, seats: int) -> list[str]:
    try:
        check(options, seats)
    except Refusal as refusal:
        return [*refusal.options]
    return []


seeds = st.binary(min_size=4, max_size=4)


def seats_for(rulebook: str, wanted: int) -> int:
    """Return the number of seats nearest to the wanted one that the rulebook is meant for."""
    fewest, most = rulebooks.fitting_seats(rulebook)
    return min(max(wanted, fewest), most)


def preset_match(rulebook: str, seats: int) -> State:
    return new_match(rulebook, build(rulebook), seats_for(rulebook, seats))


class RichChance(Chance):
    """Shuffles fairly, then lets black and action cards come up early more often than not."""

    def shuffled(self, cards: Sequence[int]) -> list[int]:
        order = super().shuffled(cards)
        return sorted(order, key=lambda card: self.below(60 if SYMBOL_OF[card] >= SKIP else 100))


def listed(state: State) -> list[c.Command]:
    """Return what the engine lists for all seats."""
    return [command for seat in range(state.seats) for command in legal_commands(state, seat)]


def some_move(state: State, chance: Chance) -> c.Command:
    """Return something the rules allow: often a card, sometimes what nobody lists."""
    if state.phase == CENTRE and chance.below(4) == 0:
        return c.EndCentre()
    if state.phase in RUNNING and chance.below(40) == 0:
        seats = state.active_seats()
        return c.Penalise(seats[chance.below(len(seats))], 1 + chance.below(3))
    legal = listed(state)
    cards = [command for command in legal if isinstance(command, (c.PlayCard, c.JumpIn, c.LayPair))]
    choices = cards if cards and chance.below(8) else legal
    return choices[chance.below(len(choices))]


def some_move_or_leaving(state: State, chance: Chance) -> c.Command:
    """Return the same, or once in a while that somebody leaves for good, or that time is up."""
    if state.phase in LEAVE and chance.below(80) == 0:
        seats = [seat for seat in range(state.seats) if not state.eliminated[seat]]
        return c.Retire(seats[chance.below(len(seats))])
    if state.phase in (*RUNNING, OVER) and chance.below(400) == 0:
        return c.CallTime()
    return some_move(state, chance)


def thinned(state: State, chance: Chance) -> State:
    """Deal, then take most of the draw pile away: a smaller deck, whose draw pile ends soon."""
    step(state, c.Deal(), chance)
    del state.draw_pile[: -chance.below(7) or None]
    return state


def played(state: State, chance: Chance, moves: int) -> Iterator[c.Command]:
    """Yield a move to be carried out by the caller, as long as there is one."""
    for _move in range(moves):
        if state.phase == MATCH_OVER:
            return
        yield some_move_or_leaving(state, chance)


def thinkable(state: State, chance: Chance) -> list[c.Command]:
    """Return commands of every kind for some seats, sensible or not, sixty plays and jump-ins among them."""
    seats = {-1, state.to_act, chance.below(state.seats), chance.below(state.seats), state.seats}
    commands = [*_without_seat(state), *_simple(seats), *_pointed(seats)]
    commands += [_some_laying(state, chance) for _one in range(60)]
    for seat in seats:
        for card in (*_cards_of(state, seat), chance.below(len(TOKENS))):
            commands += [c.LayPair(seat, card, bool(chance.below(2))), c.GiveCard(seat, card)]
    return commands


def _without_seat(state: State) -> list[c.Command]:
    commands: list[c.Command] = [c.Deal(), c.EndMatch(), c.DrawForDealer(), c.EndCentre(), c.CallTime()]
    commands += [c.Deal(dealer=seat) for seat in (-1, 0, state.seats - 1, state.seats)]
    commands += [c.Deal(youngest=seat) for seat in (-1, 0, state.seats - 1, state.seats)]
    return [*commands, c.Deal(0, 0)] if state.phase == READY_TO_DEAL else commands


def _simple(seats: Collection[int]) -> list[c.Command]:
    kinds = (c.DrawCard, c.Pass, c.Accept, c.Challenge, c.CallUno, c.PlaceHand, c.SayReady, c.Retire)
    commands: list[c.Command] = [make(seat) for make in kinds for seat in seats]
    commands += [c.Perform(seat, done) for seat in seats for done in (False, True)]
    reasons = (("penalty", 0), ("penalty", 2), ("silence", 2), ("advice", 2), ("mood", 2))
    return commands + [c.Penalise(seat, cards, reason) for seat in seats for reason, cards in reasons]


def _pointed(seats: Collection[int]) -> list[c.Command]:
    commands: list[c.Command] = [c.Catch(seat, target) for seat, target in product(seats, seats)]
    commands += [c.AwardCharade(seat, guesser) for seat in seats for guesser in (None, *seats)]
    colours = range(-1, len(COLOURS) + 1)
    commands += [c.ChooseColour(seat, colour) for seat in seats for colour in colours]
    return commands + [c.ChooseColour(seat, 1, target) for seat, target in product(seats, seats)]


def _cards_of(state: State, seat: int) -> list[int]:
    return [*dict.fromkeys(state.hands[seat])] if 0 <= seat < state.seats else [5]


def _some_laying(state: State, chance: Chance) -> c.Command:
    """Return a play or a jump-in, more often than not of the seat to act and of a card it holds."""
    seat = state.to_act if chance.below(3) else chance.below(state.seats + 2) - 1
    card = chance.below(len(TOKENS))
    held = _cards_of(state, seat)
    if held and chance.below(8):
        card = held[chance.below(len(held))]
    if chance.below(6) == 0 and state.top >= 0:
        card = state.top
    colour = chance.below(6) - 1 if IS_BLACK[card] != (chance.below(10) == 0) else None
    target = chance.below(state.seats + 2) - 1 if chance.below(3) == 0 else None
    offered = held[chance.below(len(held))] if held and chance.below(4) == 0 else None
    make = c.JumpIn if chance.below(4) == 0 else c.PlayCard
    return make(seat, card, colour, chance.below(3) == 0, target, offered)
