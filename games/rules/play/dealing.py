"""The first dealer, the deal, and the next dealer (rules.md 3.2, 3.3, 3.14)."""

from functools import cache

from games.rules.base.language import _
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import SKIP, SYMBOL_OF, Card, deck
from games.rules.match.commands import Deal, DrawForDealer
from games.rules.match.events import NOBODY, CardsDealt, DealerChosen, DealVoided, RoundStarted
from games.rules.match.guards import require_active
from games.rules.match.state import MATCH_OVER, OVER, READY_TO_DEAL, State
from games.rules.match.steps import Step
from games.rules.options.options import Options
from games.rules.play.starter import openers, turn_up


def next_dealer(state: State) -> int:
    """Return the next dealer, -1 if it must still be found; an eliminated dealer is skipped (A94)."""
    is_first = state.phase == READY_TO_DEAL
    if is_first and state.dealer == NOBODY:
        return NOBODY
    rule = "same" if is_first else state.options.next_dealer
    if rule != "clockwise":
        named = state.dealer if rule == "same" else state.loser
        if named != NOBODY and not state.eliminated[named]:
            return named
    # A seat that has gone out in a round to the last plays the next round again.
    ahead = range(state.dealer + 1, state.dealer + 1 + state.seats)
    return next((seat % state.seats for seat in ahead if not state.eliminated[seat % state.seats]), NOBODY)


def check_deal(state: State, command: Deal) -> None:
    """Refuse a deal while a round runs (`round_running`) or after the end (`match_over`)."""
    if state.phase == MATCH_OVER:
        raise IllegalCommand("match_over", _("The match is over."))
    if state.phase not in (READY_TO_DEAL, OVER):
        raise IllegalCommand("round_running", _("This deal is still being played."))
    _check_youngest(state, command.youngest)
    if command.dealer is None:
        return
    if state.phase != READY_TO_DEAL or state.dealer != NOBODY or state.options.dealer_choice != "fixed":
        raise IllegalCommand("dealer_unwanted", _("The rules decide who deals."))
    require_active(state, command.dealer)


def _check_youngest(state: State, named: int | None) -> None:
    if named is None:
        return
    if state.phase != READY_TO_DEAL or state.options.first_player != "youngest":
        raise IllegalCommand("youngest_unwanted", _("The rules decide who begins."))
    require_active(state, named)


def carry_out_deal(step: Step, command: Deal) -> None:
    """Find the dealer if necessary, shuffle, deal and turn up the starter."""
    state = step.state
    dealer = next_dealer(state)
    if dealer == NOBODY:
        _choose_dealer(step, command.dealer)
        dealer = state.dealer
    step.emit(next_round(state, dealer, state.youngest if command.youngest is None else command.youngest))
    _deal_cards(step)
    turn_up(step)


def next_round(state: State, dealer: int, youngest: int) -> RoundStarted:
    """Return the start of the next round, with all that it needs from earlier rounds."""
    return RoundStarted(
        round=state.round + 1,
        rulebook=state.rulebook,
        options=state.differences,
        seats=state.seats,
        dealer=dealer,
        totals=state.totals[:],
        eliminated=state.eliminated[:],
        previous_winner=state.winner if state.round else state.previous_winner,
        wins=state.wins[:] if any(state.wins) else [],
        losses=state.losses[:] if any(state.losses) else [],
        youngest=youngest,
        retired=state.retired[:],
    )


def whole_deck(options: Options) -> tuple[Card, ...]:
    """Return all cards that are dealt under some options, in a fixed order."""
    return _deck(options.deck, len(options.customizable_effects))


def check_draw_for_dealer(state: State, command: DrawForDealer) -> None:  # noqa: ARG001 - the signature of all checks
    """Refuse to draw for the dealer once there is one: `dealer_known`."""
    if state.phase != READY_TO_DEAL or state.dealer != NOBODY:
        raise IllegalCommand("dealer_known", _("The dealer has already been chosen."))


def carry_out_draw_for_dealer(step: Step, command: DrawForDealer) -> None:  # noqa: ARG001
    """Choose the first dealer as the rulebook says."""
    _choose_dealer(step, None)


def _deal_cards(step: Step) -> None:
    state = step.state
    order = step.chance.shuffled(whole_deck(state.options))
    seats = state.active_seats()
    dealt = len(seats) * state.options.hand_size
    # With nine or ten cards for ten players there may be no card left that may open: shuffle again.
    while openers(state.options.starter_rule).isdisjoint(order[dealt:]):
        step.emit(DealVoided(order))
        order = step.chance.shuffled(order)
    first = seats.index(state.left_of(state.dealer))
    hands: list[list[Card]] = [[] for _seat in range(state.seats)]
    for place, seat in enumerate(seats[first:] + seats[:first]):
        hands[seat] = order[place : dealt : len(seats)]
    step.emit(CardsDealt(hands, order[dealt:]))


@cache
def _deck(name: str, customizable: int) -> tuple[Card, ...]:
    return tuple(deck(name, customizable))


def _choose_dealer(step: Step, named: int | None) -> None:
    state = step.state
    choice = state.options.dealer_choice
    if choice == "fixed":
        step.emit(DealerChosen(named or 0))
    elif choice == "random":
        step.emit(DealerChosen(step.chance.below(state.seats)))
    else:
        step.emit(_drawn_dealer(step, redraw_symbols=choice == "high_card_redraw_symbols"))


def _drawn_dealer(step: Step, *, redraw_symbols: bool) -> DealerChosen:
    """Let every seat draw from A clockwise; only those who share the highest number draw again (A61)."""
    pile: list[Card] = []
    draws: list[list[int]] = []
    decks: list[list[Card]] = []
    rivals = list(range(step.state.seats))
    while len(rivals) > 1:
        values = {}
        for seat in rivals:
            value = None
            while value is None:
                if not pile:
                    decks.append(step.chance.shuffled(whole_deck(step.state.options)))
                    pile = decks[-1][::-1]
                card = pile.pop()
                draws.append([seat, card])
                value = _dealer_value(card, redraw_symbols=redraw_symbols)
            values[seat] = value
        highest = max(values.values())
        rivals = [seat for seat in rivals if values[seat] == highest]
    return DealerChosen(rivals[0], draws, decks)


def _dealer_value(card: Card, *, redraw_symbols: bool) -> int | None:
    """Return the value of a card in the draw for the dealer; None if the seat has to draw again."""
    if SYMBOL_OF[card] < SKIP:
        return SYMBOL_OF[card]
    return None if redraw_symbols else 0
