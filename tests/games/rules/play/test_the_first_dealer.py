"""How the first dealer is found, and what the first deal records."""

from collections import Counter

from games.rules.base.chance import Chance, GivenChance
from games.rules.cards.cards import deck
from games.rules.decisions.decide import new_match, step
from games.rules.match.commands import Deal
from games.rules.match.events import DealerChosen, RoundStarted
from games.rules.options.options import build


def _first(changes: dict[str, object], seed: bytes, command: Deal = Deal()) -> int:  # noqa: B008
    state = new_match("classic", build("classic", changes), 4)
    events = step(state, command, Chance(seed))
    assert isinstance(events[0], DealerChosen)
    assert isinstance(events[1], RoundStarted)
    assert events[0].seat == events[1].dealer == state.dealer
    return events[0].seat


def test_the_organiser_names_the_dealer_or_seat_a_deals() -> None:
    assert _first({"dealer_choice": "fixed"}, b"", Deal(dealer=2)) == 2
    assert _first({"dealer_choice": "fixed"}, b"") == 0


def test_a_random_dealer_is_any_seat() -> None:
    counter = Counter(_first({"dealer_choice": "random"}, bytes([n])) for n in range(200))
    assert set(counter) == {0, 1, 2, 3}


def test_the_cards_drawn_for_the_dealer_are_recorded() -> None:
    for changes in ({}, {"dealer_choice": "high_card_redraw_symbols"}):
        for n in range(50):
            state = new_match("classic", build("classic", changes), 4)
            chosen = step(state, Deal(), Chance(bytes([n])))[0]
            assert isinstance(chosen, DealerChosen)
            assert [seat for seat, _card in chosen.draws][:1] == [0]
            assert chosen.seat in {seat for seat, _card in chosen.draws}


def test_later_rounds_choose_no_dealer_again() -> None:
    state = new_match("classic", build("classic", {"target_score": 10_000}), 3)
    chance = Chance(b"later")
    step(state, Deal(), chance)
    first = state.dealer
    from games.bots.simple_bot import choose
    from games.rules.decisions.legal import legal_commands
    from games.rules.match.state import OVER
    from games.rules.match.visibility import seen_by

    while state.phase != OVER:
        seat = state.to_act
        step(state, choose(seen_by(state, seat), legal_commands(state, seat), chance), chance)
    events = step(state, Deal(), chance)
    assert isinstance(events[0], RoundStarted)
    assert events[0].round == 2
    assert events[0].dealer == (first + 1) % 3
    assert events[0].previous_winner >= 0


def test_a_deal_that_leaves_no_starter_is_shuffled_again() -> None:
    options = build("classic", {"hand_size": 10, "starter_rule": "number_only", "dealer_choice": "fixed"})
    cards = deck("classic_108")
    blacks_last = sorted(cards, key=lambda card: card >= 52)
    numbers_last = sorted(cards, key=lambda card: (card < 52, card >= 52 or card % 13 < 10))
    chance = GivenChance([blacks_last, numbers_last])
    state = new_match("classic", options, 10)
    step(state, Deal(), chance)
    assert chance.left == 0
    assert state.hands[1] == numbers_last[:100:10]
    assert state.top == numbers_last[100]
