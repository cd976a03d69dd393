"""A seat that named a colour holds most of it in imagined worlds; calls are forgotten where that is asked."""

from games.bots.known_cards import world_known_to
from games.bots.memory import Memory
from games.bots.playouts import boards, compiling, worlds
from games.bots.playouts import layout as at
from games.bots.seen_state import state_seen_by
from games.rules.cards.cards import COLOUR_OF, Card
from games.rules.match import events as e
from games.rules.match.state import State
from games.rules.options.options import build
from tests.games.rules.notation.positions import play, position

BLUE = 3
TABLE = (
    "A: b1 b2 b5 w r7 | B: y1 y2 y3 y4 | C: g1 g2 g3 g4"
    " | draw r4 r5 r6 r8 g5 g6 g7 g8 g9 r1 r2 r3 r4 | top r9 | turn A"
)


def seat_b_after(moves: str) -> tuple[State, Memory]:
    """The state after some moves, and what B remembers."""
    state = position(TABLE)
    memory = Memory(1, state.seats)
    memory.see([e.CardsDealt(state.hands, state.draw_pile[::-1])], state.hands[1])
    memory.see(play(state, moves), state.hands[1])
    return state, memory


def imagined_hands(state: State, memory: Memory, seat: int) -> list[list[Card]]:
    board, unseen = world_known_to(state_seen_by(state, memory.seat), memory)
    rules, world, word, hands = list(boards.rules_of(state.options)), board[:], 1, []
    cards = [*unseen, *[0] * (at.CARDS - len(unseen)), len(unseen)]
    for _world in range(200):
        world[at.CHANCE] = word
        worlds.imagine(world, board, rules, cards, len(unseen))
        word = world[at.CHANCE]
        first = at.HANDS + at.CARDS * seat
        hands.append(world[first : first + world[at.SIZE + seat]])
    return hands


def share_with_most(hands: list[list[Card]], colour: int) -> float:
    """The share of hands in which no colour is more frequent."""
    counts = [[sum(COLOUR_OF[card] == other for card in hand) for other in range(4)] for hand in hands]
    return sum(count[colour] == max(count) for count in counts) / len(counts)


def test_a_seat_that_named_a_colour_holds_most_of_it() -> None:
    state, memory = seat_b_after("A play w b")
    assert memory.favourites[0] == (BLUE, 4)
    assert share_with_most(imagined_hands(state, memory, 0), BLUE) > 0.85
    memory.favourites.clear()
    assert share_with_most(imagined_hands(state, memory, 0), BLUE) < 0.6


def test_a_named_colour_says_nothing_after_another_card_or_a_draw_in_vain() -> None:
    assert not seat_b_after("A play w b ; B draw ; B pass ; C draw ; C pass ; A play b5")[1].favourites
    _state, memory = seat_b_after("A play w y ; B play y1 ; C draw ; C pass ; A draw")
    assert not memory.favourites


def test_a_named_colour_goes_with_a_swapped_hand() -> None:
    memory = seat_b_after("A play w b")[1]
    memory.see([e.HandsSwapped(0, 2)], [])
    assert set(memory.favourites) == {2}


def test_a_colour_in_a_circle_is_not_chosen_and_says_nothing() -> None:
    state, memory = seat_b_after("A play w b")
    state.options = build("russian-circle")
    board, _unseen = world_known_to(state_seen_by(state, 1), memory)
    assert board[at.FAVOURITE] == -1


def test_a_call_is_forgotten_only_where_calls_are_forgotten() -> None:
    for forgotten, duty in ((0, at.HAS_CALLED), (100, at.OPEN)):
        board = boards.board_of(position("A: r1 r2 | B: y1 y2 y3 | draw r4 r5 | top r9 | turn A"))
        board[at.FORGETS], board[at.POLICY] = forgotten, at.SENSIBLE
        kernel, rules = compiling.plain(), list(boards.rules_of(build("classic")))
        kernel.choose(board, rules)
        kernel.carry_out(board, rules)
        assert board[at.DUTY] == duty
