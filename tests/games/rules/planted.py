"""`python -m tests.games.rules.planted`: faults planted in the engine, and whether random play notices them.

Each is a mistake that an engine could make with one sentence of rules.md. While it stands in the engine,
tables are played as in `long_play`, from the first on, until one goes wrong; that table is told. A fault that
no table notices says what the second reading, or the play, leaves out.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from games.rules.cards import cards
from games.rules.decisions import decide, timeouts
from games.rules.house_rules import jumping, waiting_moves
from games.rules.match import commands as c
from games.rules.match import events as e
from games.rules.match.events import ending as ending_events
from games.rules.match.state import NONE, OPEN, OVER, TURN, State
from games.rules.match.steps import Step
from games.rules.options.options import DEFAULTS
from games.rules.play import (
    accept_or_challenge,
    card_effects,
    dealing,
    draw_and_pass,
    draw_pile,
    ending,
    going_out,
    moving_hands,
    playing,
    scoring,
    starter,
    uno_calls,
    waiting_phases,
)
from games.rules.play.playable_cards import fitting
from games.rules.play.scoring import hand_points
from tests.games.rules.long_play import play_table

# What is printed here is the command's answer.
# ruff: noqa: T201

TABLES = 4000
"""The tables of the ordinary budget: two minutes of play, and a fourteenth of ten million commands."""
_WHY = re.compile(r"\w+(Error|Command|Refusal)\b|the log does")


class Fault(NamedTuple):
    """What the engine then does, where it stands, and what takes the place of the sound part."""

    about: str
    holder: Any
    name: Any
    spoiled: Callable[[Any], Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Plant one fault after the other; return 1 if any was not noticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.rules.planted", description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES, help="tables to play for each fault")
    parser.add_argument("--first", type=int, default=0, help="the number of the first table")
    asked = parser.parse_args(arguments)
    missed = 0
    for fault in FAULTS:
        began = time.process_time()
        sentence = noticed(fault, range(asked.first, asked.first + asked.tables))
        missed += not sentence
        spent = f"{time.process_time() - began:5.1f} s"
        print(f"{spent}  {fault.about}: {sentence[:160] or 'NOT NOTICED'}", flush=True)
    print(f"{len(FAULTS) - missed} of {len(FAULTS)} faults noticed")
    return 1 if missed else 0


def noticed(fault: Fault, tables: Iterable[int]) -> str:
    """Return the first of the tables that goes wrong with the fault and how, an empty text if none does."""
    with planted(fault):
        for number in tables:
            if fault_ := play_table(number, ends=False).fault:
                why = next((line for line in fault_.splitlines() if _WHY.match(line)), "")
                return f"table {number}, {why}"
    return ""


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """Let the fault stand in the engine for a while."""
    holder, name = fault.holder, fault.name
    is_table = isinstance(holder, dict)
    sound = holder[name] if is_table else vars(holder)[name]
    put: Callable[[Any], None] = (
        (lambda part: holder.__setitem__(name, part))
        if is_table
        else (lambda part: setattr(holder, name, part))
    )
    put(fault.spoiled(sound))
    try:
        yield
    finally:
        put(sound)


def _instead(part: Any) -> Callable[[Any], Any]:
    return lambda _sound: part


# 3.8 to 3.11: effects, challenges, calls and drawing


def _verdict_by_the_hand_of_now(sound: Any) -> Any:
    def carry_out(step: Step, command: c.Challenge) -> None:
        state = step.state
        hand = state.hands[state.pending_source]
        state.pending_legal = all(cards.COLOUR_OF[card] != state.colour_before for card in hand)
        sound[1](step, command)

    return (sound[0], carry_out)


def _guilty_draws_four_at_most(sound: Any) -> Any:
    def draw(step: Step, seat: int, count: int, reason: str) -> None:
        sound(step, seat, min(count, 4) if reason == "challenge" and count % 4 == 0 else count, reason)

    return draw


def _take_back_forgets_the_layer(sound: Any) -> Any:
    def taken_back(state: State, event: e.CardTakenBack) -> None:
        sound(state, event)
        state.layer = event.seat

    return taken_back


def _draw_two_adds_to_fours(sound: Any) -> Any:
    def adds_up(state: State, symbol: int, before: card_effects.Waiting) -> bool:
        return state.options.stack_draw_two == "sum" or sound(state, symbol, before)

    return adds_up


def _reflected_four_is_challenged(sound: Any) -> Any:
    def penalty_of(
        state: State, seat: int, card: int, before: card_effects.Waiting | None, *, emptied: bool
    ) -> Any:
        raised = sound(state, seat, card, before, emptied=emptied)
        if before and before.kind == "draw4" and cards.SYMBOL_OF[card] == cards.REVERSE and raised:
            return msgspec.structs.replace(raised, challengeable=True)
        return raised

    return penalty_of


def _ready_only_after_cards(sound: Any) -> Any:
    def wait_ready(step: Step, seat: int, following: int) -> None:
        drew = any(isinstance(event, e.CardsDrawn) and event.cards for event in step.events)
        sound(step, seat, following) if drew else step.start_turn(following)

    return wait_ready


def _windows_from_seat_a(sound: Any) -> Any:
    def close_windows(step: Step, seat: int) -> None:
        state = step.state
        missed = [number for number in range(state.seats) if number != seat and state.uno[number] == OPEN]
        if state.options.uno_penalty_trigger == "automatic":
            for fault in missed:
                step.emit(e.UnoMissed(fault))
                draw_pile.draw(step, fault, state.options.uno_penalty, "uno")
        sound(step, seat)

    return close_windows


def _bluff_ends_drawing(_sound: Any) -> Any:
    return lambda state, _seat, card: fitting(state)[card]


def _duty_however_many_were_left(sound: Any) -> Any:
    def settle(step: Step, seat: int, moved: Any, *, called: bool, penultimate: bool, emptied: bool) -> None:
        sound(step, seat, moved, called=called, penultimate=penultimate or not emptied, emptied=emptied)

    return settle


def _false_call_by_the_hand_after(sound: Any) -> Any:
    def settle(step: Step, seat: int, moved: Any, *, called: bool, penultimate: bool, emptied: bool) -> None:
        if called and penultimate and len(step.state.hands[seat]) != 1:
            uno_calls.penalise_false_call(step, seat)
        sound(step, seat, moved, called=called, penultimate=penultimate, emptied=emptied)

    return settle


def _blocked_by_all_seats(_sound: Any) -> Any:
    def end_turn(step: Step, seat: int) -> None:
        step.emit(e.TurnPassed(seat))
        if step.state.idle_turns >= step.state.seats:
            ending.end_blocked_round(step)
        else:
            step.start_turn(step.state.next_after(seat))

    return end_turn


def _one_card_more_stays_out(sound: Any) -> Any:
    return lambda step, reason: sound(step, "turn" if reason == "refill" else reason)


# 3.12 to 3.14, 4.8, 4.9: going out, scoring, the end of the match


def _first_of_the_lowest_wins(_sound: Any) -> Any:
    def lowest_hand(state: State) -> int:
        return min(state.active_seats(), key=scoring.points_left(state).__getitem__)

    return lowest_hand


def _no_last_draw_in_refills(sound: Any) -> Any:
    def draw_at_once(step: Step, seat: int, card: int, before: card_effects.Waiting | None) -> None:
        if step.state.options.going_out == "ends_round":
            sound(step, seat, card, before)

    return draw_at_once


def _clockwise(_sound: Any) -> Any:
    def in_turn_order(state: State, seat: int) -> list[int]:
        seats = state.active_seats()
        return [other_seat for other_seat in seats if other_seat > seat] + [
            other_seat for other_seat in seats if other_seat < seat
        ]

    return in_turn_order


def _last_star_hits_the_next(_sound: Any) -> Any:
    def draw_at_once(step: Step, seat: int, card: int, before: card_effects.Waiting | None) -> None:
        raised = card_effects.penalty_of(step.state, seat, card, before, emptied=True)
        if before and card_effects.bounces(card, before):
            draw_pile.draw(step, step.state.next_after(seat), before.total, "last_card")
        elif raised and raised.total:
            draw_pile.draw(step, raised.victim, raised.total, "last_card")

    return draw_at_once


def _reverse_of_who_went_out_plays_again(_sound: Any) -> Any:
    def after_reverse(step: Step, seat: int) -> None:
        state = step.state
        if state.options.two_player_reverse == "skip" and len(state.active_seats()) == 2:
            card_effects.skip(step, state.next_after(seat))
        else:
            step.start_turn(state.next_after(seat))

    return after_reverse


def _loser_counted_from_the_dealer(sound: Any) -> Any:
    def round_loser(state: State, winner: int) -> int:
        values = scoring.points_left(state)
        order = [(state.dealer + n) % state.seats for n in range(1, state.seats + 1)]
        rivals = [seat for seat in order if seat != winner and state.hands[seat]]
        return (
            max(rivals, key=values.__getitem__)
            if state.options.going_out == "ends_round"
            else sound(state, winner)
        )

    return round_loser


def _partner_pays(sound: Any) -> Any:
    def round_points(left: Sequence[int], winner: int, options: Any) -> list[int]:
        points: list[int] = sound(left, winner, options)
        if options.teams == "partners" and winner >= 0:
            points = [point and point + left[(winner + 2) % 4] for point in points]
        return points

    return round_points


def _any_zeros_count_fifty(sound: Any) -> Any:
    def points(hand: Sequence[int], options: Any) -> int:
        zeros = hand and all(cards.TOKENS[card][1:] == "0" for card in hand)
        return 50 if options.reset_zero and zeros else int(sound(hand, options))

    return points


def _exactly_the_survivors(sound: Any) -> Any:
    def is_decided(state: State) -> bool:
        if state.options.scoring == "elimination" and state.options.survivors > 1:
            return state.eliminated.count(0) == state.options.survivors
        return bool(sound(state))

    return is_decided


def _only_one_loses(sound: Any) -> Any:
    def match_winners(state: State) -> list[int]:
        if state.options.scoring != "own_hand_low":
            winners: list[int] = sound(state)
            return winners
        last = max(range(state.seats), key=state.totals.__getitem__)
        return [seat for seat in range(state.seats) if seat != last]

    return match_winners


def _highest_of_all_who_are_out_wins(sound: Any) -> Any:
    def match_winners(state: State) -> list[int]:
        winners: list[int] = sound(state)
        if state.options.scoring == "elimination" and not state.active_seats():
            best = max(state.totals)
            return [seat for seat in range(state.seats) if state.totals[seat] == best]
        return winners

    return match_winners


def _a_dealer_who_is_out_deals(sound: Any) -> Any:
    def next_dealer(state: State) -> int:
        same = state.options.next_dealer == "same" and state.phase == OVER
        return state.dealer if same else int(sound(state))

    return next_dealer


def _youngest_begins_every_round(sound: Any) -> Any:
    def first_player(state: State) -> int:
        youngest = state.options.first_player == "youngest" and state.is_active(state.youngest)
        return state.youngest if youngest else int(sound(state))

    return first_player


# 4.5 to 4.7: hands that move, waits and silence


def _swapped_with_their_calls(_sound: Any) -> Any:
    def swapped(state: State, event: e.HandsSwapped) -> None:
        hands, first, two = state.hands, event.seat, event.target
        hands[first], hands[two] = hands[two], hands[first]

    return swapped


def _rotated_backwards(_sound: Any) -> Any:
    return lambda seats: e.HandsRotated([seats[0], *reversed(seats[1:])])


def _centre_whatever_was_drawn(_sound: Any) -> Any:
    def resume(step: Step, later: waiting_phases.Later) -> None:
        for values in later:
            step.emit(waiting_phases._event(**values))

    return resume


def _silence_until_the_turn(_sound: Any) -> Any:
    def end_kept(step: Step) -> None:
        state = step.state
        is_back = state.phase == TURN and state.to_act == state.silence_mark
        if state.silence_kind == "twos" and (is_back or not state.is_active(state.silence_mark)):
            step.emit(e.SilenceEnded())

    return end_kept


def _take_back_keeps_the_silence(_sound: Any) -> Any:
    def take_back(step: Step, layer: int) -> None:
        step.emit(e.CardTakenBack(layer, step.state.top, step.state.colour_before))

    return take_back


def _no_new_duty_after_discards(sound: Any) -> Any:
    def move_hands(step: Step, command: c.PlayCard | c.JumpIn) -> list[int]:
        moved: list[int] = sound(step, command)
        discarded = any(isinstance(event, e.WildsDiscarded) for event in step.events)
        return [] if discarded else moved

    return move_hands


def _dearest_gift(_sound: Any) -> Any:
    def gift(state: State, seat: int) -> c.Command:
        return c.GiveCard(seat, max(state.hands[seat], key=lambda card: hand_points((card, card), DEFAULTS)))

    return gift


def _hand_out_of_play_is_challenged(_sound: Any) -> Any:
    def given_up(state: State, event: e.SeatGivenUp) -> None:
        state.eliminated[event.seat] = event.round
        state.retired.append(event.seat)
        state.aside += event.hand
        if event.hand:
            state.hands[event.seat] = []
            state.uno[event.seat] = NONE
        if event.hand and state.to_act == event.seat:
            ending_events._pass_on(state, event.seat)

    return given_up


FAULTS = (
    Fault(
        "of several lowest hands the first wins a blocked deal",
        ending,
        "lowest_hand",
        _first_of_the_lowest_wins,
    ),
    Fault(
        "hands go to the centre whatever the layer drew", waiting_moves, "resume", _centre_whatever_was_drawn
    ),
    Fault(
        "a match that an emptied hand ends goes on",
        State,
        "is_round_over",
        _instead(property(lambda state: state.phase == OVER)),
    ),
    Fault("a forfeit is forgotten behind the centre", waiting_phases, "FORFEITS", _instead({})),
    Fault("an emptying Wild Draw Four keeps a card out", draw_pile, "_rebuild", _one_card_more_stays_out),
    Fault(
        "a call stays with a seat whose hand moved",
        e.HandsSwapped,
        "change",
        _swapped_with_their_calls,
    ),
    Fault(
        "nobody's window is closed by an answer",
        accept_or_challenge,
        "close_windows",
        _instead(lambda _step, _seat: None),
    ),
    Fault("automatic penalties are drawn from A on", playing, "close_windows", _windows_from_seat_a),
    Fault("a 0 passes the hands backwards", moving_hands, "HandsRotated", _rotated_backwards),
    Fault("Shuffle Hands is dealt in the direction of play", State, "left_of", _instead(State.next_after)),
    Fault("a challenge judges the hand of now", decide._RULES, c.Challenge, _verdict_by_the_hand_of_now),
    Fault("who is guilty of a chain draws four", accept_or_challenge, "draw", _guilty_draws_four_at_most),
    Fault("a card taken back leaves its layer", e.CardTakenBack, "change", _take_back_forgets_the_layer),
    Fault("a Draw Two adds to Wild Draw Fours", card_effects, "_adds_up", _draw_two_adds_to_fours),
    Fault(
        "a reflected Wild Draw Four is challenged", card_effects, "penalty_of", _reflected_four_is_challenged
    ),
    Fault("the courtesy pause needs cards", accept_or_challenge, "wait_ready", _ready_only_after_cards),
    Fault("a deal is blocked by all seats, those out too", draw_and_pass, "_end_turn", _blocked_by_all_seats),
    Fault("a bluff ends drawing until playable", draw_and_pass, "is_legally_playable", _bluff_ends_drawing),
    Fault("laid_only asks for any single card", playing, "settle_duties", _duty_however_many_were_left),
    Fault(
        "a call is false when the effect adds cards", playing, "settle_duties", _false_call_by_the_hand_after
    ),
    Fault("turn order is always clockwise", State, "in_turn_order", _clockwise),
    Fault("the last of seven refills draws nothing", going_out, "_draw_at_once", _no_last_draw_in_refills),
    Fault("a last Super Star hits the next", going_out, "_draw_at_once", _last_star_hits_the_next),
    Fault(
        "a Reverse of who went out skips",
        card_effects,
        "_after_reverse",
        _reverse_of_who_went_out_plays_again,
    ),
    Fault("equal losers are counted from the dealer", ending, "round_loser", _loser_counted_from_the_dealer),
    Fault("the winner's partner pays", ending, "round_points", _partner_pays),
    Fault("two zeros count fifty", scoring, "hand_points", _any_zeros_count_fifty),
    Fault("a match needs exactly its survivors", scoring, "is_decided", _exactly_the_survivors),
    Fault("of equal highest totals one loses", ending, "match_winners", _only_one_loses),
    Fault("if all are out the highest total wins", ending, "match_winners", _highest_of_all_who_are_out_wins),
    Fault("a dealer who is out deals again", dealing, "next_dealer", _a_dealer_who_is_out_deals),
    Fault("the youngest begins every round", starter, "first_player", _youngest_begins_every_round),
    Fault("colours go round one way only", playing, "COUNTER_CLOCKWISE", _instead(playing.CLOCKWISE)),
    Fault("a silence of twos outlives a Draw Two", decide, "end_kept_silence", _silence_until_the_turn),
    Fault(
        "a card taken back keeps its silence", accept_or_challenge, "_take_back", _take_back_keeps_the_silence
    ),
    Fault("who discards down to one owes no call", playing, "move_hands", _no_new_duty_after_discards),
    Fault("a pair opens no centre", jumping, "opens_centre", _instead(lambda *_args, **_facts: False)),
    Fault("the dearest card is given when time is up", timeouts._DEFAULTS, "exchange", _dearest_gift),
    Fault("a hand out of play is challenged", e.SeatGivenUp, "change", _hand_out_of_play_is_challenged),
)


if __name__ == "__main__":
    sys.exit(main())
