"""The rules over arrays: lay, draw, answer, challenge, call, catch, jump in, score.

`board` and `rules` are laid out as `layout` says. The engine is the model: tests do every action with both.
"""

from typing import Final

from games.bots.playouts.layout import (
    ACCEPT,
    ACTION,
    ACTIVE,
    ACTOR,
    AFTER_DRAW,
    AFTER_DRAWING,
    ALWAYS,
    ANY_COLOUR,
    ANY_SINGLE,
    BLACKS,
    CALL,
    CALLED,
    CARD,
    CARDS,
    CHALLENGE,
    CHALLENGEABLE,
    CHALLENGES,
    CHALLENGING,
    CHANCE,
    CIRCLE,
    CLASS_OF,
    CLASSES,
    COLOUR,
    COLOUR_BEFORE,
    COLOURS_OF,
    COUNTDOWN,
    DEALER,
    DECK,
    DECK_SIZE,
    DIRECTION,
    DISCARD,
    DISCARD_SIZE,
    DOER,
    DRAW,
    DRAW_CARD,
    DRAW_FOUR_PENDING,
    DRAW_SIZE,
    DRAW_TWO_PENDING,
    DRAWN,
    DRAWN_COUNT,
    DUTY,
    EMPTIED,
    ENDS_DEAL,
    FIRST_OUT,
    FITS,
    FOUR_ON_TWO,
    GOING_OUT,
    HAND_SIZE,
    HANDS,
    HAS_CALLED,
    HEIGHT,
    HONEST,
    IDLE,
    IN_CIRCLE,
    IN_PLAY,
    JUMP,
    JUMP_SELF,
    KIND,
    KINDS,
    LAST_CARD,
    LAYER,
    LAYER_BEFORE,
    LEGALITY,
    LOSE_TURN,
    LOSER,
    LOWEST_WINS,
    NAME_COLOUR,
    NAMED,
    NEVER,
    NO_COLOUR,
    OPEN,
    OPEN_DUTIES,
    OPENS,
    ORDERED_COLOUR,
    OVER,
    OVERLOOK,
    OWN_HAND,
    PARTNERS,
    PASS,
    PENALTY,
    PENDING,
    PHASE,
    PLAY,
    PLAY_AGAIN,
    POINTS,
    POINTS_OF,
    PREVIOUS_BEGINS,
    REFLECTS,
    RESET_ZERO,
    SCORING,
    SEATS,
    SEVEN_ZERO,
    SIZE,
    SKIP_CARD,
    SKIP_PENDING,
    SKIP_RESCUE,
    SKIPS_WITH_TWO,
    SOURCE,
    STACK_FOUR,
    STACK_TEN,
    STACK_TWO,
    STARTER,
    STARTER_BEFORE,
    STARTER_CHOICE,
    SUM,
    SYMBOLS_OF,
    TAKE_BACK,
    TARGET,
    TEN_PENDING,
    TO_LAST,
    TOTAL,
    TURN,
    TWO_ON_FOUR,
    UNTIL_PLAYABLE,
    UPHELD,
    WINNER,
    WINNER_TAKES_ALL,
    WINS,
    Numbers,
)
from games.rules.cards.cards import (
    DRAW_TWO,
    PLUS_TEN,
    REVERSE,
    SKIP,
    SUPER_STAR,
    WILD,
    WILD_DRAW_FOUR,
    WILD_SHUFFLE,
    WILD_SWAP,
)

ZERO: Final = 0
SEVEN: Final = 7


def below(board: Numbers, n: int) -> int:
    """Return a number from 0 to n-1 and move the generator on: multiply with carry, within 63 bits.

    Compiled code may assume that no number grows beyond them. The generator must not begin with 0.
    """
    word = 1791398085 * (board[CHANCE] & 0xFFFFFFFF) + (board[CHANCE] >> 32)
    board[CHANCE] = word
    return ((word & 0xFFFFFFFF) * n) >> 32


def shuffle(board: Numbers, first: int, size: int) -> None:
    """Put the cards from the place `first` on into a new order, with the numbers of `below`."""
    word = board[CHANCE]
    for last in range(first + size - 1, first, -1):
        word = 1791398085 * (word & 0xFFFFFFFF) + (word >> 32)
        other = first + (((word & 0xFFFFFFFF) * (last - first + 1)) >> 32)
        card = board[last]
        board[last] = board[other]
        board[other] = card
    board[CHANCE] = word


def row_of_fitting(board: Numbers, rules: Numbers) -> int:
    """Return where the rules list, for each card, whether it fits now."""
    top = board[DISCARD + board[DISCARD_SIZE] - 1]
    return FITS + (board[COLOUR] * CLASSES + rules[CLASS_OF + top]) * KINDS


def after(board: Numbers, seat: int, direction: int) -> int:
    """Return the nearest seat in a direction that is still in the deal."""
    seats = board[SEATS]
    seat += direction
    if seat == seats:
        seat = 0
    elif seat < 0:
        seat = seats - 1
    while not board[ACTIVE + seat]:
        seat = (seat + direction) % seats
    return seat


def place_in_hand(board: Numbers, seat: int, card: int) -> int:
    """Return the place of a card in a hand, -1 if the seat does not hold it."""
    first = HANDS + CARDS * seat
    for place in range(first, first + board[SIZE + seat]):
        if board[place] == card:
            return place
    return -1


def holds_colour(board: Numbers, rules: Numbers, seat: int, colour: int) -> bool:
    """Whether the seat holds a card of a colour."""
    first = HANDS + CARDS * seat
    for place in range(first, first + board[SIZE + seat]):
        if rules[COLOURS_OF + board[place]] == colour:
            return True
    return False


def draw_four_is_legal(board: Numbers, rules: Numbers, seat: int) -> bool:
    """Whether the seat's other cards allow a Wild Draw Four."""
    rule = rules[LEGALITY]
    if rule == ALWAYS:
        return True
    if rule == NO_COLOUR or board[KIND] == DRAW_FOUR_PENDING:
        return not holds_colour(board, rules, seat, board[COLOUR])
    row = row_of_fitting(board, rules)
    first = HANDS + CARDS * seat
    for place in range(first, first + board[SIZE + seat]):
        if board[place] < WILD and rules[row + board[place]]:
            return False
    return True


def may_be_laid(board: Numbers, rules: Numbers, seat: int, card: int) -> bool:
    """Whether a card that fits may be laid: a bluff may where it can be challenged."""
    return card != WILD_DRAW_FOUR or rules[CHALLENGING] > 0 or draw_four_is_legal(board, rules, seat)


def is_legally_playable(board: Numbers, rules: Numbers, seat: int, card: int) -> bool:
    """Whether the card fits and, if it is a Wild Draw Four, is no bluff."""
    if not rules[row_of_fitting(board, rules) + card]:
        return False
    return card != WILD_DRAW_FOUR or draw_four_is_legal(board, rules, seat)


def may_answer(board: Numbers, rules: Numbers, seat: int, card: int) -> bool:
    """Whether the victim of a pending effect may lay the card on it."""
    symbol = rules[SYMBOLS_OF + card]
    if symbol == REVERSE:
        reflects = rules[REFLECTS] > 0 and rules[COLOURS_OF + card] == board[COLOUR]
        return reflects and _source_is_in(board)
    kind = board[KIND]
    if kind == DRAW_TWO_PENDING:
        if symbol == DRAW_TWO:
            return rules[STACK_TWO] > 0
        if card == WILD_DRAW_FOUR:
            return rules[FOUR_ON_TWO] > 0
        return card == SUPER_STAR and _source_is_in(board)
    if kind == DRAW_FOUR_PENDING:
        return _answers_draw_four(board, rules, seat, card)
    if kind == TEN_PENDING:
        return card == PLUS_TEN and rules[STACK_TEN] > 0
    return symbol == SKIP and rules[SKIP_RESCUE] > 0 and card == board[SKIP_CARD]


def _answers_draw_four(board: Numbers, rules: Numbers, seat: int, card: int) -> bool:
    if card == WILD_DRAW_FOUR:
        if rules[STACK_FOUR] == 0:
            return False
        if rules[LEGALITY] == ALWAYS or rules[CHALLENGING] > 0:
            return True
        return not holds_colour(board, rules, seat, board[COLOUR])
    if rules[SYMBOLS_OF + card] == DRAW_TWO:
        rule = rules[TWO_ON_FOUR]
        ordered = rule == ORDERED_COLOUR and rules[COLOURS_OF + card] == board[COLOUR]
        return rule == ANY_COLOUR or ordered
    return card == SUPER_STAR and _source_is_in(board)


def _source_is_in(board: Numbers) -> bool:
    return board[SOURCE] >= 0 and board[ACTIVE + board[SOURCE]] > 0


def may_jump(board: Numbers, rules: Numbers, seat: int) -> bool:
    """Whether the seat could jump in now if it held the identical card."""
    if board[STARTER]:
        return False
    top = board[DISCARD + board[DISCARD_SIZE] - 1]
    if top > WILD:
        return False
    symbol = rules[SYMBOLS_OF + top]
    if board[LAYER] == seat and not (
        rules[JUMP_SELF] and not (symbol == DRAW_TWO and rules[STACK_TWO] == SUM)
    ):
        return False
    phase = board[PHASE]
    if phase == PENDING:
        kind = board[KIND]
        return (kind == DRAW_TWO_PENDING and symbol == DRAW_TWO) or (kind == SKIP_PENDING and symbol == SKIP)
    if phase == TURN:
        return seat != board[ACTOR]
    return phase == AFTER_DRAW and seat != board[ACTOR]


def set_duty(board: Numbers, seat: int, duty: int) -> None:
    """Set the duty of a seat to call."""
    board[OPEN_DUTIES] += (duty == OPEN) - (board[DUTY + seat] == OPEN)
    board[DUTY + seat] = duty


def close_windows(board: Numbers) -> None:
    """Close the windows to catch seats for earlier plays."""
    if board[OPEN_DUTIES]:
        for seat in range(board[SEATS]):
            if board[DUTY + seat] == OPEN:
                set_duty(board, seat, 0)


def clear_pending(board: Numbers) -> None:
    """Remove the pending effect."""
    board[KIND] = 0
    board[TOTAL] = 0
    board[SOURCE] = -1
    board[CHALLENGEABLE] = 0
    board[SKIP_CARD] = -1
    board[HEIGHT] = 0


def start_turn(board: Numbers, seat: int) -> None:
    """Give the turn to a seat."""
    board[PHASE] = TURN
    board[ACTOR] = seat
    board[DRAWN] = -1
    board[DRAWN_COUNT] = 0


def draw_cards(board: Numbers, rules: Numbers, seat: int, count: int, is_refill: bool = False) -> int:
    """Let a seat draw, rebuilding the pile when necessary; return how many cards there were."""
    drawn = 0
    hand = HANDS + CARDS * seat
    while drawn < count:
        size = board[DRAW_SIZE]
        if size == 0:
            if not rebuild(board, rules, is_refill):
                break
            size = board[DRAW_SIZE]
        board[hand + board[SIZE + seat]] = board[DRAW + size - 1]
        board[SIZE + seat] += 1
        board[DRAW_SIZE] = size - 1
        drawn += 1
    if drawn and board[DUTY + seat]:
        set_duty(board, seat, 0)
    return drawn


def rebuild(board: Numbers, rules: Numbers, is_refill: bool) -> bool:
    """Shuffle the discards below the top card into a new draw pile; False if there are none."""
    kept = 1
    if rules[CHALLENGING] == TAKE_BACK and not is_refill:
        if board[PHASE] == PENDING:
            is_kept = board[CHALLENGEABLE] > 0
        else:
            is_kept = board[HEIGHT] > 0 and board[SIZE + board[LAYER]] > 0
        if is_kept:
            kept = board[HEIGHT] + 1
    size = board[DISCARD_SIZE] - kept
    if size <= 0:
        return False
    shuffle(board, DISCARD, size)
    for place in range(size):
        board[DRAW + size - 1 - place] = board[DISCARD + place]
    for place in range(kept):
        board[DISCARD + place] = board[DISCARD + size + place]
    board[DRAW_SIZE] = size
    board[DISCARD_SIZE] = kept
    board[HEIGHT] = min(board[HEIGHT], kept)
    return True


def lay(board: Numbers, rules: Numbers, place: int) -> None:
    """Lay the card at a place of the doer's hand with all its effects: a play, an answer, a jump."""
    seat = board[DOER]
    kind = board[KIND]
    total = board[TOTAL]
    source = board[SOURCE]
    skip_card = board[SKIP_CARD]
    height = board[HEIGHT]
    close_windows(board)
    card = _put_down(board, rules, seat, place)
    symbol = rules[SYMBOLS_OF + card]
    if card >= WILD:
        if rules[IN_CIRCLE]:
            board[COLOUR] = rules[CIRCLE + board[COLOUR] + 4 * (board[DIRECTION] < 0)]
        elif board[NAMED] >= 0:
            board[COLOUR] = board[NAMED]
    elif symbol == REVERSE:
        board[DIRECTION] = -board[DIRECTION]
    left = board[SIZE + seat]
    if left == 0 and go_out(board, rules, seat, card, kind, total, source):
        return
    moved = left > 0 and move_hands(board, rules, seat, card)
    if kind and card == SUPER_STAR:
        draw_cards(board, rules, source, total)
    settle_duties(board, rules, seat, left, moved)
    follow(board, rules, seat, card, left == 0, kind, total, skip_card, height)


def _put_down(board: Numbers, rules: Numbers, seat: int, place: int) -> int:
    card = board[place]
    kind = board[KIND]
    honest = True
    if card == WILD_DRAW_FOUR:
        honest = kind == DRAW_TWO_PENDING or draw_four_is_legal(board, rules, seat)
    size = board[SIZE + seat] - 1
    board[SIZE + seat] = size
    for later in range(place, HANDS + CARDS * seat + size):
        board[later] = board[later + 1]
    board[DISCARD + board[DISCARD_SIZE]] = card
    board[DISCARD_SIZE] += 1
    height = 1
    if kind:
        height = 0 if kind == DRAW_TWO_PENDING else board[HEIGHT] + 1
        clear_pending(board)
    if card < WILD:
        board[COLOUR] = rules[COLOURS_OF + card]
    elif card == WILD_DRAW_FOUR:
        board[HEIGHT] = height
        board[COLOUR_BEFORE] = board[COLOUR]
        board[LAYER_BEFORE] = board[LAYER]
        board[STARTER_BEFORE] = board[STARTER]
    board[PHASE] = TURN
    board[LAYER] = seat
    board[STARTER] = 0
    board[HONEST] = honest
    board[DRAWN] = -1
    board[IDLE] = 0
    if board[DUTY + seat]:
        set_duty(board, seat, 0)
    return card


def go_out(board: Numbers, rules: Numbers, seat: int, card: int, kind: int, total: int, source: int) -> bool:
    """Let a seat go out or refill its hand; return whether the deal is over."""
    rule = rules[GOING_OUT]
    size = max(6 - board[EMPTIED + seat], 0)
    board[EMPTIED + seat] += 1
    if rule == ENDS_DEAL or (rule == COUNTDOWN and size == 0):
        if rules[LAST_CARD]:
            _draw_at_once(board, rules, seat, card, kind, total, source)
        end_deal(board, rules, seat)
        return True
    if rule == TO_LAST:
        board[ACTIVE + seat] = 0
        board[IN_PLAY] -= 1
        if board[FIRST_OUT] < 0:
            board[FIRST_OUT] = seat
        if board[ACTOR] == seat:
            board[ACTOR] = after(board, seat, board[DIRECTION])
        if board[IN_PLAY] > 1:
            return False
        end_deal(board, rules, board[FIRST_OUT])
        return True
    draw_cards(board, rules, seat, size, is_refill=True)
    if board[SIZE + seat] == 0:
        end_deal(board, rules, seat)
        return True
    return False


def _draw_at_once(
    board: Numbers, rules: Numbers, seat: int, card: int, kind: int, total: int, source: int
) -> None:
    if kind and card == SUPER_STAR:
        draw_cards(board, rules, source, total)
        return
    victim = after(board, seat, board[DIRECTION])
    if kind and rules[SYMBOLS_OF + card] == REVERSE:
        draw_cards(board, rules, victim, total)
    else:
        draw_cards(board, rules, victim, cards_of_effect(rules, card, kind, total))


def cards_of_effect(rules: Numbers, card: int, kind: int, total: int) -> int:
    """Return how many cards a laid draw card costs, with those of the effect it was laid on."""
    if card == WILD_DRAW_FOUR:
        return 4 + total
    if card == PLUS_TEN:
        return 10 + total
    if rules[SYMBOLS_OF + card] != DRAW_TWO:
        return 0
    return 2 + total if kind == DRAW_TWO_PENDING and rules[STACK_TWO] == SUM else 2


def move_hands(board: Numbers, rules: Numbers, seat: int, card: int) -> bool:
    """Move the hands that the card moves; return whether it moved any."""
    if card == WILD_SHUFFLE:
        _shuffle_hands(board, seat)
        return True
    symbol = rules[SYMBOLS_OF + card]
    if card == WILD_SWAP or (rules[SEVEN_ZERO] and symbol == SEVEN):
        swap_hands(board, seat, board[TARGET])
        return True
    if rules[SEVEN_ZERO] and symbol == ZERO:
        _rotate_hands(board, seat)
        return True
    return False


def swap_hands(board: Numbers, seat: int, target: int) -> None:
    """Swap two hands, and what is known of them."""
    first, other = HANDS + CARDS * seat, HANDS + CARDS * target
    for place in range(max(board[SIZE + seat], board[SIZE + target])):
        card = board[first + place]
        board[first + place] = board[other + place]
        board[other + place] = card
    size = board[SIZE + seat]
    board[SIZE + seat] = board[SIZE + target]
    board[SIZE + target] = size
    set_duty(board, seat, 0)
    set_duty(board, target, 0)


def _rotate_hands(board: Numbers, seat: int) -> None:
    # Swapping with each next seat in turn passes every hand on to the next.
    other = after(board, seat, board[DIRECTION])
    while other != seat:
        swap_hands(board, seat, other)
        other = after(board, other, board[DIRECTION])
    set_duty(board, seat, 0)


def _shuffle_hands(board: Numbers, seat: int) -> None:
    # The free places of the draw pile hold the cards for a moment.
    first = DRAW + board[DRAW_SIZE]
    size = 0
    for other in range(board[SEATS]):
        if board[ACTIVE + other]:
            for place in range(board[SIZE + other]):
                board[first + size] = board[HANDS + CARDS * other + place]
                size += 1
            board[SIZE + other] = 0
        set_duty(board, other, 0)
    shuffle(board, first, size)
    to = seat
    for place in range(first, first + size):
        to = after(board, to, 1)
        board[HANDS + CARDS * to + board[SIZE + to]] = board[place]
        board[SIZE + to] += 1


def settle_duties(board: Numbers, rules: Numbers, seat: int, left: int, moved: bool) -> None:
    """Determine the duties to call after a seat has laid a card and hands have perhaps moved."""
    if board[SIZE + seat] == 1 and (left == 1 or rules[ANY_SINGLE]) and board[ACTIVE + seat]:
        set_duty(board, seat, HAS_CALLED if board[CALLED] else OPEN)
    if moved and rules[ANY_SINGLE]:
        for other in range(board[SEATS]):
            # Only hands that moved: a seat whose hand stayed keeps its duty.
            is_single = other != seat and board[SIZE + other] == 1 and board[ACTIVE + other] > 0
            if is_single and board[DUTY + other] == 0 and has_moved(board, rules, other):
                set_duty(board, other, OPEN)


def has_moved(board: Numbers, rules: Numbers, other: int) -> bool:
    """Whether the top card has moved the hand of another seat."""
    top = board[DISCARD + board[DISCARD_SIZE] - 1]
    swaps = top == WILD_SWAP or (rules[SEVEN_ZERO] and rules[SYMBOLS_OF + top] == SEVEN)
    return not swaps or other == board[TARGET]


def follow(
    board: Numbers,
    rules: Numbers,
    seat: int,
    card: int,
    emptied: bool,
    kind: int,
    total: int,
    skip_card: int,
    height: int,
) -> None:
    """Carry out the effect of a laid card on others, and start the next turn or raise its effect."""
    symbol = rules[SYMBOLS_OF + card]
    following = after(board, seat, board[DIRECTION])
    if kind and symbol == REVERSE:
        raise_effect(board, kind, total, following, seat)
        board[SKIP_CARD] = skip_card
        board[HEIGHT] = height + 1 if height else 0
    elif symbol < SKIP:
        start_turn(board, following)
    elif symbol == DRAW_TWO:
        raise_effect(board, DRAW_TWO_PENDING, cards_of_effect(rules, card, kind, total), following, seat)
    elif card == WILD_DRAW_FOUR:
        raise_effect(board, DRAW_FOUR_PENDING, 4 + total, following, seat)
        board[CHALLENGEABLE] = rules[CHALLENGING] > 0 and not emptied and kind != DRAW_TWO_PENDING
        board[BLACKS] += board[CHALLENGEABLE]
        board[HEIGHT] = 1 + height
    elif card == PLUS_TEN:
        raise_effect(board, TEN_PENDING, 10 + total, following, seat)
    elif symbol == SKIP:
        _after_skip(board, rules, seat, card, following)
    elif symbol == REVERSE and rules[SKIPS_WITH_TWO] and board[IN_PLAY] == 2 and board[ACTIVE + seat]:
        start_turn(board, after(board, following, board[DIRECTION]))
    else:
        start_turn(board, following)


def raise_effect(board: Numbers, kind: int, total: int, victim: int, source: int) -> None:
    """Let a seat answer an effect."""
    board[PHASE] = PENDING
    board[ACTOR] = victim
    board[KIND] = kind
    board[TOTAL] = total
    board[SOURCE] = source
    board[CHALLENGEABLE] = 0
    board[SKIP_CARD] = -1
    board[HEIGHT] = 0


def _after_skip(board: Numbers, rules: Numbers, seat: int, card: int, following: int) -> None:
    if rules[PLAY_AGAIN]:
        start_turn(board, seat if board[ACTIVE + seat] else following)
    elif rules[SKIP_RESCUE] or rules[REFLECTS]:
        raise_effect(board, SKIP_PENDING, 0, following, seat)
        board[SKIP_CARD] = card
    else:
        start_turn(board, after(board, following, board[DIRECTION]))


def draw_in_turn(board: Numbers, rules: Numbers) -> None:
    """Let the seat to act draw instead of playing."""
    seat = board[DOER]
    close_windows(board)
    board[PHASE] = AFTER_DRAW
    most = rules[UNTIL_PLAYABLE]
    newest = HANDS + CARDS * seat - 1
    for _card in range(max(most, 1)):
        if not draw_cards(board, rules, seat, 1):
            break
        board[DRAWN] = board[newest + board[SIZE + seat]]
        board[DRAWN_COUNT] += 1
        if most and is_legally_playable(board, rules, seat, board[DRAWN]):
            break
    if rules[AFTER_DRAWING] == NEVER:
        end_turn(board, rules)


def end_turn(board: Numbers, rules: Numbers) -> None:
    """End the turn of a seat that has drawn, and the deal if nobody can do anything."""
    seat = board[DOER]
    board[IDLE] = 0 if board[DRAWN_COUNT] else board[IDLE] + 1
    board[DRAWN] = -1
    if board[IDLE] and board[IDLE] >= board[IN_PLAY]:
        _end_blocked(board, rules)
    else:
        start_turn(board, after(board, seat, board[DIRECTION]))


def _end_blocked(board: Numbers, rules: Numbers) -> None:
    if board[FIRST_OUT] >= 0:
        end_deal(board, rules, board[FIRST_OUT])
        return
    winner = -1
    if rules[LOWEST_WINS]:
        fewest = 10_000
        for seat in range(board[SEATS]):
            if board[ACTIVE + seat]:
                left = points_left(board, rules, seat)
                if left == fewest:
                    winner = -1
                elif left < fewest:
                    winner, fewest = seat, left
    end_deal(board, rules, winner)


def accept(board: Numbers, rules: Numbers) -> None:
    """Take the pending cards or the skip."""
    seat = board[DOER]
    kind, total = board[KIND], board[TOTAL]
    if kind != SKIP_PENDING:
        close_windows(board)
    _settle(board)
    if kind == SKIP_PENDING:
        start_turn(board, after(board, seat, board[DIRECTION]))
        return
    draw_cards(board, rules, seat, total)
    start_turn(board, after(board, seat, board[DIRECTION]) if rules[LOSE_TURN] else seat)


def challenge(board: Numbers, rules: Numbers) -> None:
    """Judge the Wild Draw Four."""
    seat, layer = board[DOER], board[SOURCE]
    total, is_honest = board[TOTAL], board[HONEST]
    close_windows(board)
    _settle(board)
    board[CHALLENGES] += 1
    if is_honest:
        draw_cards(board, rules, seat, total + 2)
        start_turn(board, after(board, seat, board[DIRECTION]))
        return
    board[UPHELD] += 1
    if rules[CHALLENGING] == TAKE_BACK:
        _take_back(board, layer)
    draw_cards(board, rules, layer, total)
    start_turn(board, seat)


def _settle(board: Numbers) -> None:
    board[PHASE] = TURN
    board[IDLE] = 0
    board[HONEST] = 1
    clear_pending(board)


def _take_back(board: Numbers, layer: int) -> None:
    board[DISCARD_SIZE] -= 1
    board[HANDS + CARDS * layer + board[SIZE + layer]] = board[DISCARD + board[DISCARD_SIZE]]
    board[SIZE + layer] += 1
    set_duty(board, layer, 0)
    board[COLOUR] = board[COLOUR_BEFORE]
    board[LAYER] = board[LAYER_BEFORE]
    board[STARTER] = board[STARTER_BEFORE]


def name_colour(board: Numbers) -> None:
    """Name the colour of a black starter, and swap hands if it is a Wild Swap."""
    board[COLOUR] = board[NAMED]
    if board[TARGET] >= 0:
        swap_hands(board, board[DOER], board[TARGET])
    start_turn(board, board[DOER])


def catch(board: Numbers, rules: Numbers) -> None:
    """Let a seat that did not call draw; or let the time for it end, if it is overlooked."""
    if board[ACTION] == OVERLOOK:
        close_windows(board)
        return
    set_duty(board, board[TARGET], 0)
    draw_cards(board, rules, board[TARGET], rules[PENALTY])


def carry_out(board: Numbers, rules: Numbers) -> None:
    """Do the action that is written on the board; it is legal."""
    action = board[ACTION]
    if action in (PLAY, JUMP):
        lay(board, rules, place_in_hand(board, board[DOER], board[CARD]))
    elif action == DRAW_CARD:
        draw_in_turn(board, rules)
    elif action == PASS:
        end_turn(board, rules)
    elif action == ACCEPT:
        accept(board, rules)
    elif action == CHALLENGE:
        challenge(board, rules)
    elif action == NAME_COLOUR:
        name_colour(board)
    elif action == CALL:
        set_duty(board, board[DOER], HAS_CALLED)
    else:
        catch(board, rules)


def points_left(board: Numbers, rules: Numbers, seat: int) -> int:
    """Return the points of a hand."""
    size = board[SIZE + seat]
    first = HANDS + CARDS * seat
    if rules[RESET_ZERO] and size == 1 and board[first] < WILD and rules[SYMBOLS_OF + board[first]] == 0:
        return 50
    points = 0
    for place in range(first, first + size):
        points += rules[POINTS_OF + board[place]]
    return points


def end_deal(board: Numbers, rules: Numbers, winner: int) -> None:
    """End the deal and score it."""
    board[PHASE] = OVER
    board[WINNER] = winner
    seats = board[SEATS]
    total = 0
    for seat in range(seats):
        board[POINTS + seat] = points_left(board, rules, seat)
        total += board[POINTS + seat]
    if rules[SCORING] == WINS:
        board[LOSER] = _loser(board, winner)
    if rules[SCORING] == OWN_HAND:
        return
    if winner >= 0 and rules[PARTNERS]:
        total = board[POINTS + (winner + 1) % 4] + board[POINTS + (winner + 3) % 4]
    for seat in range(seats):
        is_paid = seat == winner or (rules[PARTNERS] and winner >= 0 and seat % 2 == winner % 2)
        board[POINTS + seat] = total if is_paid and rules[SCORING] == WINNER_TAKES_ALL else 0


def _loser(board: Numbers, winner: int) -> int:
    start = board[DEALER] if winner < 0 else winner
    seats = board[SEATS]
    loser = -1
    for step in range(1, seats + 1):
        seat = (start + step) % seats
        if seat == winner or board[SIZE + seat] == 0:
            continue
        if loser < 0 or board[POINTS + seat] > board[POINTS + loser]:
            loser = seat
    return loser


def deal(board: Numbers, rules: Numbers) -> None:
    """Shuffle, deal and turn up the starter; the seats, those still in the match and the dealer are set."""
    size = rules[DECK_SIZE]
    dealt = board[IN_PLAY] * rules[HAND_SIZE]
    for place in range(size):
        board[DRAW + place] = rules[DECK + place]
    is_open = False
    while not is_open:
        shuffle(board, DRAW, size)
        for place in range(DRAW, DRAW + size - dealt):
            if rules[OPENS + board[place]]:
                is_open = True
                break
    seat = board[DEALER]
    for _card in range(dealt):
        seat = after(board, seat, 1)
        size -= 1
        board[HANDS + CARDS * seat + board[SIZE + seat]] = board[DRAW + size]
        board[SIZE + seat] += 1
    while not rules[OPENS + board[DRAW + size - 1]]:
        shuffle(board, DRAW, size)
    board[DRAW_SIZE] = size - 1
    board[DISCARD] = board[DRAW + size - 1]
    board[DISCARD_SIZE] = 1
    board[STARTER] = 1
    board[COLOUR] = rules[COLOURS_OF + board[DISCARD]]
    _act_on_starter(board, rules, board[DISCARD])


def _act_on_starter(board: Numbers, rules: Numbers, card: int) -> None:
    first = after(board, board[DEALER], 1)
    if rules[PREVIOUS_BEGINS] and board[WINNER] >= 0 and board[ACTIVE + board[WINNER]]:
        first = board[WINNER]
    board[WINNER] = -1
    symbol = rules[SYMBOLS_OF + card]
    start_turn(board, first)
    if card >= WILD:
        board[PHASE] = STARTER_CHOICE
    elif symbol == SKIP:
        start_turn(board, after(board, first, 1))
    elif symbol == REVERSE:
        board[DIRECTION] = -1
        start_turn(board, board[DEALER])
    elif symbol == DRAW_TWO:
        raise_effect(board, DRAW_TWO_PENDING, 2, first, -1)
