"""Worlds that fit what a seat knows, what its choices are worth in them, and many deals at once."""

from games.bots.playouts.array_rules import below, carry_out, deal, holds_colour
from games.bots.playouts.layout import (
    ACTION,
    ACTION_SIZE,
    ATTEMPTS,
    BINS,
    BLACKS,
    BLUFFS,
    CARDS,
    CHALLENGEABLE,
    CHALLENGES,
    CHANCE,
    CHOSEN_FROM,
    COLOUR_BEFORE,
    DOER,
    DRAW,
    DRAW_SIZE,
    FAVOURITE,
    HANDS,
    HONEST,
    JUMP_IN,
    KNOWN,
    LACKS,
    OLD,
    OPEN_DUTIES,
    OVER,
    OWN_HAND,
    PHASE,
    POINTS,
    POINTS_OF_BIN,
    SCORING,
    SEATS,
    SIZE,
    SOURCE,
    TALLY_WINS,
    TURNS,
    UPHELD,
    WINNER,
    Numbers,
)
from games.bots.playouts.players import count_colours, play_out, react


def copy_board(board: Numbers, source: Numbers) -> None:
    """Make a board like another (the compiled code has its own way)."""
    board[:] = source


def imagine(board: Numbers, known: Numbers, rules: Numbers, unseen: Numbers, size: int) -> None:
    """Make the board a world that fits what is known, with the unseen cards in hidden places by chance.

    A seat that found no card to lay seldom holds one that would have fitted, and a Wild Draw Four is seldom
    laid by a seat that holds the colour. A seat names the colour it holds most of.
    """
    word = board[CHANCE]
    for _attempt in range(ATTEMPTS):
        copy_board(board, known)
        board[CHANCE] = word
        _deal_unseen(board, rules, unseen, size)
        word = board[CHANCE]
        if not board[CHALLENGEABLE]:
            return
        layer = board[SOURCE]
        board[HONEST] = not holds_colour(board, rules, layer, board[COLOUR_BEFORE])
        if board[HONEST] or below(board, 100) < board[BLUFFS]:
            return
        word = board[CHANCE]


def _deal_unseen(board: Numbers, rules: Numbers, unseen: Numbers, size: int) -> None:
    used = 0
    for seat in range(board[SEATS]):
        begun = used
        for _attempt in range(ATTEMPTS):
            used = _deal_hand(board, rules, unseen, size, seat, begun)
            if board[FAVOURITE + seat] < 0 or _holds_most_of_favourite(board, rules, seat):
                break
    for place in range(DRAW, DRAW + board[DRAW_SIZE]):
        other = used + below(board, size - used)
        card = unseen[other]
        unseen[other] = unseen[used]
        unseen[used] = card
        board[place] = card
        used += 1


def _deal_hand(board: Numbers, rules: Numbers, unseen: Numbers, size: int, seat: int, used: int) -> int:
    """Deal a seat the cards of its hand that are unknown; return how many unseen cards are used then."""
    first = HANDS + CARDS * seat + board[KNOWN + seat]
    old = first + board[OLD + seat] if board[LACKS + seat] >= 0 else first
    row = board[LACKS + seat]
    for place in range(first, HANDS + CARDS * seat + board[SIZE + seat]):
        other = used + below(board, size - used)
        if place < old:
            attempts = 0
            while attempts < ATTEMPTS and rules[row + unseen[other]]:
                other = used + below(board, size - used)
                attempts += 1
        card = unseen[other]
        unseen[other] = unseen[used]
        unseen[used] = card
        board[place] = card
        used += 1
    return used


def _holds_most_of_favourite(board: Numbers, rules: Numbers, seat: int) -> bool:
    """Whether no colour was more frequent than the one that the seat named when it did."""
    first = HANDS + CARDS * seat
    held = count_colours(board, rules, first, first + board[KNOWN + seat] + board[CHOSEN_FROM + seat])
    most = (held >> (8 * board[FAVOURITE + seat])) & 255
    is_most = True
    for colour in range(4):
        is_most = is_most and (held >> (8 * colour)) & 255 <= most
    return is_most


def weigh(
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
    """Add to `sums` what each action is worth to the viewer in each of some worlds.

    Each action has six numbers, in which the first says whether it is weighed. The last number of `unseen` is
    how many cards there are. The last of `sums` is the state of the generator. `worth` has for each winner
    a row of `BINS` numbers, by points; its last number is the viewer.
    """
    size = unseen[CARDS]
    count = len(actions) // ACTION_SIZE
    for _world in range(worlds):
        world[CHANCE] = sums[count]
        imagine(world, known, rules, unseen, size)
        sums[count] = world[CHANCE]
        for number in range(count):
            first = ACTION_SIZE * number
            if actions[first] == 0:
                continue
            copy_board(board, world)
            for field in range(1, ACTION_SIZE):
                board[ACTION + field - 1] = actions[first + field]
            if board[ACTION]:
                board[DOER] = worth[-1]
                carry_out(board, rules)
            if board[PHASE] != OVER and (board[OPEN_DUTIES] or rules[JUMP_IN]):
                react(board, rules)
            play_out(board, rules)
            sums[number] += value_of(board, rules, worth)


def value_of(board: Numbers, rules: Numbers, worth: Numbers) -> int:
    """Return the worth of the end of a deal to the viewer."""
    winner = board[WINNER]
    if winner < 0:
        return 0
    points = board[POINTS + worth[-1]] if rules[SCORING] == OWN_HAND else board[POINTS + winner]
    return worth[winner * BINS + min(points // POINTS_OF_BIN, BINS - 1)]


def play_deals(board: Numbers, fresh: Numbers, rules: Numbers, deals: int, tally: Numbers) -> None:
    """Play some deals and add up their turns, points, challenges and winners; the first number is chance."""
    for _deal in range(deals):
        copy_board(board, fresh)
        board[CHANCE] = tally[0]
        deal(board, rules)
        play_out(board, rules)
        tally[0] = board[CHANCE]
        tally[1] += board[TURNS]
        tally[2] += board[TURNS] * board[TURNS]
        points = 0
        for seat in range(board[SEATS]):
            points += board[POINTS + seat]
        tally[3] += points
        tally[4] += points * points
        tally[5] += board[BLACKS]
        tally[6] += board[CHALLENGES]
        tally[7] += board[UPHELD]
        tally[TALLY_WINS + board[WINNER]] += 1
