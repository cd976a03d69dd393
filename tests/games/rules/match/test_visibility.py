"""What a seat, a neighbour and a spectator see of the same moment."""

from games.rules.cards.cards import cards
from games.rules.match.events import (
    CardPlayed,
    CardsDrawn,
    CardsExchanged,
    ChallengeMade,
    DrawPileRebuilt,
    ExchangeOffered,
    RoundEnded,
    StarterReturned,
)
from games.rules.match.visibility import seen_by
from tests.games.rules.notation.positions import play, position

GIVEN = "A: w4 r2 g4 | B: y1 y2 | C: g7 g8 | draw r1 b8 g3 y5 b1 b3 b4 | top r9 | turn A"


def test_a_player_sees_the_own_hand_and_only_the_number_of_the_others() -> None:
    state = position(GIVEN)
    sight = seen_by(state, 0)
    assert sight.hands == [cards("w4 r2 g4"), None, None]
    assert sight.counts == [3, 2, 2]
    assert (sight.draw_count, sight.discard_count, sight.top) == (7, 1, *cards("r9"))
    assert seen_by(state, None).hands == [None, None, None]
    assert seen_by(state, None, everything=True).hands == state.hands


def test_a_drawn_card_is_known_to_the_drawer_only() -> None:
    state = position(GIVEN)
    (drawn,) = play(state, "A draw")
    assert isinstance(drawn, CardsDrawn)
    assert drawn.seen_by(0) == drawn
    for other in (1, None):
        assert drawn.seen_by(other) == CardsDrawn(0, [-1], "turn")
        assert seen_by(state, other).drawn_card == -1
    assert [seen_by(state, 0).drawn_card] == cards("r1")


def test_nobody_learns_from_the_play_whether_a_wild_draw_four_was_honest() -> None:
    bluff, honest = position(GIVEN), position(GIVEN.replace("r2", "b2"))
    for viewer in (1, 2, None):
        first = [event.seen_by(viewer) for event in play(bluff.copy(), "A play w4 y")]
        second = [event.seen_by(viewer) for event in play(honest.copy(), "A play w4 y")]
        assert first == second
    laid = play(bluff, "A play w4 y")[0]
    assert isinstance(laid, CardPlayed)
    assert not laid.legal
    assert "legal" not in str(seen_by(bluff, 1))


def test_the_challenged_hand_is_for_the_challenger_only() -> None:
    state = position(GIVEN)
    play(state, "A play w4 y")
    made = play(state, "B challenge")[0]
    assert isinstance(made, ChallengeMade)
    assert made.shown == cards("r2 g4")
    assert made.seen_by(1) == made
    for other in (0, 2, None):
        assert made.seen_by(other) == ChallengeMade(1, 0, [-1, -1])


def test_an_offered_card_is_known_to_the_other_only_when_both_cards_lie_there() -> None:
    offered, exchanged = ExchangeOffered(0, 1, 7), CardsExchanged(0, 1, 7, 8)
    assert offered.seen_by(0) == offered
    for other in (1, 2, None):
        assert offered.seen_by(other) == ExchangeOffered(0, 1, -1)
    assert exchanged.seen_by(0) == exchanged.seen_by(1) == exchanged
    for other in (2, None):
        assert exchanged.seen_by(other) == CardsExchanged(0, 1, -1, -1)


def test_the_order_of_a_new_pile_is_nobodys_business() -> None:
    assert DrawPileRebuilt([1, 2, 3]).seen_by(0) == DrawPileRebuilt([-1, -1, -1])
    assert StarterReturned(53, [1, 2]).seen_by(0) == StarterReturned(53, [-1, -1])


def test_after_the_round_all_hands_are_open() -> None:
    state = position("A: r5 | B: y1 y2 | draw r1 | top r9 | turn A")
    ended = next(event for event in play(state, "A play r5") if isinstance(event, RoundEnded))
    assert ended.seen_by(None).hands == [[], cards("y1 y2")]  # type: ignore[attr-defined]
    assert seen_by(state, None).hands == [[], cards("y1 y2")]
