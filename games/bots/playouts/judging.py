"""The worth of a position to every seat, and choices compared in the same worlds."""

from games.bots.playouts.array_rules import carry_out
from games.bots.playouts.layout import (
    ACTION,
    ACTION_SIZE,
    BINS,
    CHANCE,
    HONEST,
    JUMP_IN,
    OPEN_DUTIES,
    OVER,
    PARTNERS,
    PHASE,
    POINTS,
    POINTS_OF_BIN,
    SEATS,
    WINNER,
    Numbers,
)
from games.bots.playouts.players import play_out, react
from games.bots.playouts.worlds import copy_board, imagine


def survey(
    board: Numbers,
    world: Numbers,
    known: Numbers,
    rules: Numbers,
    unseen: Numbers,
    action: Numbers,
    worth: Numbers,
    sums: Numbers,
    worlds: int,
) -> None:
    """Play a position on in some worlds, after an action if there is one, and add up what each seat gets.

    `sums` has for each seat the deals it won, then for each seat what they were worth (`worth_to_seat`), and
    last the state of the generator.
    """
    seats = known[SEATS]
    for _world in range(worlds):
        world[CHANCE] = sums[2 * seats]
        imagine(world, known, rules, unseen, unseen[-1])
        sums[2 * seats] = world[CHANCE]
        copy_board(board, world)
        play_on_after(board, rules, action, 0)
        for seat in range(seats):
            sums[seat] += has_won(board, rules, seat)
            sums[seats + seat] += worth_to_seat(board, worth, seat)


def compare(
    board: Numbers,
    world: Numbers,
    known: Numbers,
    rules: Numbers,
    unseen: Numbers,
    actions: Numbers,
    worth: Numbers,
    sums: Numbers,
    worlds: int,
) -> None:
    """Play some worlds on after each action, and add up what the viewer gets.

    For the n actions `sums` has n numbers of each kind: deals won; their worth; the squares of the
    differences to the first action in deals won; the same in worth; deals won in worlds where the last Wild
    Draw Four was honest. Then come the number of these worlds and the state of the generator. The viewer is
    the last of `worth`.
    """
    count = len(actions) // ACTION_SIZE
    viewer = worth[-1]
    for _world in range(worlds):
        world[CHANCE] = sums[5 * count + 1]
        imagine(world, known, rules, unseen, unseen[-1])
        sums[5 * count + 1] = world[CHANCE]
        sums[5 * count] += world[HONEST]
        first_won, first_value = 0, 0
        for number in range(count):
            if actions[ACTION_SIZE * number] == 0:
                continue
            copy_board(board, world)
            play_on_after(board, rules, actions, ACTION_SIZE * number)
            won = has_won(board, rules, viewer)
            value = worth_to_seat(board, worth, viewer)
            if number == 0:
                first_won, first_value = won, value
            sums[number] += won
            sums[count + number] += value
            sums[2 * count + number] += (won - first_won) * (won - first_won)
            sums[3 * count + number] += (value - first_value) * (value - first_value)
            sums[4 * count + number] += won * world[HONEST]


def play_on_after(board: Numbers, rules: Numbers, actions: Numbers, first: int) -> None:
    """Do the action that begins at a place, if it is one, and play the deal to its end."""
    for field in range(1, ACTION_SIZE):
        board[ACTION + field - 1] = actions[first + field]
    if board[ACTION]:
        carry_out(board, rules)
    if board[PHASE] != OVER and (board[OPEN_DUTIES] or rules[JUMP_IN]):
        react(board, rules)
    play_out(board, rules)


def has_won(board: Numbers, rules: Numbers, seat: int) -> int:
    """Return 1 if a seat or its partner has won the deal, else 0."""
    winner = board[WINNER]
    if winner < 0:
        return 0
    return int(winner == seat or (rules[PARTNERS] > 0 and (winner - seat) % 2 == 0))


def worth_to_seat(board: Numbers, worth: Numbers, seat: int) -> int:
    """Return the worth of the end of a deal to a seat, by its winner and the points of the winner.

    `worth` has for each seat a row of `BINS` numbers for each winner; then for each seat what a deal without
    a winner is worth; last, the viewer.
    """
    seats, winner = board[SEATS], board[WINNER]
    if winner < 0:
        return worth[seats * seats * BINS + seat]
    points = min(board[POINTS + winner] // POINTS_OF_BIN, BINS - 1)
    return worth[(seat * seats + winner) * BINS + points]
