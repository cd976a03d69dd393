"""The players of a play-out: what each seat does, at random or sensibly."""

from games.bots.playouts.array_rules import (
    SEVEN,
    after,
    below,
    carry_out,
    draw_four_is_legal,
    draw_in_turn,
    end_turn,
    lay,
    may_answer,
    may_be_laid,
    may_jump,
    place_in_hand,
    row_of_fitting,
)
from games.bots.playouts.layout import (
    ACCEPT,
    ACTION,
    ACTIVE,
    ACTOR,
    AFTER_DRAW,
    AFTER_DRAWING,
    ANSWERABLE,
    AT_RANDOM,
    BY_THE_RULES,
    CALL,
    CALLED,
    CARD,
    CARDS,
    CATCH,
    CHALLENGE,
    CHALLENGEABLE,
    CHANCE,
    CLASSES,
    COLOUR,
    COLOURS_OF,
    DIRECTION,
    DISCARD,
    DISCARD_SIZE,
    DOER,
    DRAW,
    DRAW_CARD,
    DRAW_SIZE,
    DRAWN,
    DRAWS_TWO,
    DUTY,
    EFFECT_OF,
    ENDS_TURN,
    FORGETS,
    FOUND,
    HANDS,
    HAS_CALLED,
    HONEST,
    IDLE,
    IN_CIRCLE,
    IN_PLAY,
    JUMP,
    JUMP_IN,
    KINDS,
    LARGEST,
    LAYER,
    LOSE_TURN,
    NAME_COLOUR,
    NAMED,
    NAMES_COLOUR,
    NEVER,
    OPEN,
    OPEN_DUTIES,
    OVER,
    PARTNERS,
    PASS,
    PENDING,
    PHASE,
    PLAY,
    POLICY,
    REVERSES,
    ROW_OF,
    SEATS,
    SENSIBLE,
    SEVEN_ZERO,
    SIZE,
    SKIPS,
    SKIPS_WITH_TWO,
    STARTER,
    SYMBOLS_OF,
    TARGET,
    TURN,
    TURNS,
    UNIT_OF,
    UNTIL_PLAYABLE,
    WITH_PLAY,
    Numbers,
)
from games.rules.cards.cards import DRAW_TWO, SKIP, WILD, WILD_DRAW_FOUR, WILD_SWAP


def play_out(board: Numbers, rules: Numbers) -> None:
    """Play a deal to its end, or for the largest number of turns."""
    while board[PHASE] != OVER and board[TURNS] < board[LARGEST]:
        if board[PHASE] == TURN and board[OPEN_DUTIES] == 0 and not rules[JUMP_IN]:
            take_turns(board, rules)
        else:
            choose(board, rules)
            carry_out(board, rules)
            count_turn(board)
        if (board[OPEN_DUTIES] or rules[JUMP_IN]) and board[PHASE] != OVER:
            react(board, rules)


def take_turns(board: Numbers, rules: Numbers) -> None:  # noqa: C901, PLR0912, PLR0915 - calls cost most here
    """Take whole turns as long as no one may react.

    Most turns lay a card with a common effect or draw a card in vain. They are taken here, and what only the
    rules read is written on the board when a turn is left to them.
    """
    seats, turns, largest = board[SEATS], board[TURNS], board[LARGEST]
    draws_one = not rules[UNTIL_PLAYABLE] and rules[AFTER_DRAWING] != NEVER
    by_the_rules = 2 if board[FORGETS] else 1  # hands with which a call may be missed, or the last card laid
    while board[PHASE] == TURN and board[OPEN_DUTIES] == 0 and turns < largest:
        seat, direction, row = board[ACTOR], board[DIRECTION], row_of_fitting(board, rules)
        are_all_in = board[IN_PLAY] == seats
        before, layer, place, is_quick = turns, -1, -1, True
        while turns < largest:
            turns += 1
            first, size = HANDS + CARDS * seat, board[SIZE + seat]
            place = choose_place(board, rules, seat, row, first, size)
            effect = ENDS_TURN
            if place < 0:
                piled = board[DRAW_SIZE] - 1
                if piled < 0 or not draws_one:
                    is_quick = False
                    break
                card = board[DRAW + piled]
                board[DRAW_SIZE] = piled
                board[first + size] = card
                board[DUTY + seat] = 0
                if rules[row + card] and (card != WILD_DRAW_FOUR or wants_drawn(board, rules, seat, card)):
                    place = first + size
                size += 1
                board[SIZE + seat] = size
            if place >= 0:
                card = board[place]
                effect = rules[EFFECT_OF + card]
                is_rare = effect == BY_THE_RULES or size <= by_the_rules
                if is_rare or (effect == DRAWS_TWO and board[DRAW_SIZE] <= 1):
                    is_quick = False
                    break
                row = rules[ROW_OF + card]
                if effect == NAMES_COLOUR:
                    colour = choose_colour(board, rules, seat)
                    row += colour * (CLASSES * KINDS)
                    board[COLOUR] = colour
                else:
                    board[COLOUR] = rules[COLOURS_OF + card]
                    if effect == REVERSES:
                        direction = -direction
                size -= 1
                board[SIZE + seat] = size
                for later in range(place, first + size):
                    board[later] = board[later + 1]
                laid = board[DISCARD_SIZE]
                board[DISCARD + laid] = card
                board[DISCARD_SIZE] = laid + 1
                if size == 1:
                    board[DUTY + seat] = HAS_CALLED
                layer = seat
            seat += direction
            if seat == seats:
                seat = 0
            elif seat < 0:
                seat = seats - 1
            if not are_all_in and not board[ACTIVE + seat]:
                seat = after(board, seat, direction)
            if effect >= REVERSES:
                seat = _after_effect(board, rules, seat, direction, effect)
        board[ACTOR] = seat
        board[DIRECTION] = direction
        board[TURNS] = turns
        if turns > before + 1:
            board[IDLE] = 0
        if layer >= 0:
            board[LAYER] = layer
            board[STARTER] = 0
            board[HONEST] = 1
        if is_quick:
            return
        board[DOER] = seat
        if place < 0:
            _draw_by_the_rules(board, rules, seat)
        else:
            name(board, rules, seat, board[place])
            lay(board, rules, place)


def _after_effect(board: Numbers, rules: Numbers, seat: int, direction: int, effect: int) -> int:
    """Return the seat that has the turn after the effect of a card on the next seat."""
    if effect == DRAWS_TWO:
        piled, place = board[DRAW_SIZE] - 2, HANDS + CARDS * seat + board[SIZE + seat]
        board[place] = board[DRAW + piled + 1]
        board[place + 1] = board[DRAW + piled]
        board[DRAW_SIZE] = piled
        board[SIZE + seat] += 2
        board[DUTY + seat] = 0
        is_passed = rules[LOSE_TURN] > 0
    else:
        is_passed = effect == SKIPS or (rules[SKIPS_WITH_TWO] > 0 and board[IN_PLAY] == 2)
    return after(board, seat, direction) if is_passed else seat


def _draw_by_the_rules(board: Numbers, rules: Numbers, seat: int) -> None:
    draw_in_turn(board, rules)
    if board[PHASE] != AFTER_DRAW:
        return
    card = board[DRAWN]
    if card >= 0 and wants_drawn(board, rules, seat, card):
        name(board, rules, seat, card)
        lay(board, rules, place_in_hand(board, seat, card))
    else:
        end_turn(board, rules)


def count_turn(board: Numbers) -> None:
    """Count the action that was just carried out, if it was a turn."""
    action = board[ACTION]
    if action in (PLAY, PASS, JUMP) or (action == DRAW_CARD and board[PHASE] != AFTER_DRAW):
        board[TURNS] += 1


def choose(board: Numbers, rules: Numbers) -> None:
    """Write on the board what the seat to act does."""
    seat, phase = board[ACTOR], board[PHASE]
    board[DOER] = seat
    if phase == TURN:
        row, first = row_of_fitting(board, rules), HANDS + CARDS * seat
        place = choose_place(board, rules, seat, row, first, board[SIZE + seat])
        board[ACTION] = DRAW_CARD
        if place >= 0:
            _choose_card(board, rules, seat, board[place])
    elif phase == AFTER_DRAW:
        board[ACTION] = PASS
        card = board[DRAWN]
        if card >= 0 and wants_drawn(board, rules, seat, card):
            _choose_card(board, rules, seat, card)
    elif phase == PENDING:
        _choose_answer(board, rules, seat)
    else:
        board[ACTION] = NAME_COLOUR
        board[CARD] = board[DISCARD]
        board[TARGET] = -1
        board[NAMED] = choose_colour(board, rules, seat)
        if board[DISCARD] == WILD_SWAP:
            board[TARGET] = choose_target(board, seat)


def _choose_card(board: Numbers, rules: Numbers, seat: int, card: int) -> None:
    board[ACTION] = PLAY
    board[CARD] = card
    name(board, rules, seat, card)


def name(board: Numbers, rules: Numbers, seat: int, card: int) -> None:
    """Name the colour, the target and the call that go with a card."""
    board[NAMED] = -1
    board[TARGET] = -1
    board[CALLED] = 1
    if board[FORGETS] and board[SIZE + seat] == 2:
        board[CALLED] = below(board, 100) >= board[FORGETS]
    if card >= WILD:
        if not rules[IN_CIRCLE]:
            board[NAMED] = choose_colour(board, rules, seat)
        if card == WILD_SWAP and board[SIZE + seat] > 1:
            board[TARGET] = choose_target(board, seat)
    elif rules[SEVEN_ZERO] and rules[SYMBOLS_OF + card] == SEVEN and board[SIZE + seat] > 1:
        board[TARGET] = choose_target(board, seat)


def choose_place(board: Numbers, rules: Numbers, seat: int, row: int, first: int, size: int) -> int:
    """Return the place of the card the seat lays, -1 to draw; `row` lists what fits, `first` is its hand."""
    if board[POLICY + seat] == SENSIBLE:
        return _best_place(board, rules, seat, row, first, size)
    free = FOUND
    for place in range(first, first + size):
        card = board[place]
        if rules[row + card] and (card != WILD_DRAW_FOUR or may_be_laid(board, rules, seat, card)):
            board[free] = place
            free += 1
    count = free - FOUND
    if count < 2:
        return board[FOUND] if count else -1
    word = 1791398085 * (board[CHANCE] & 0xFFFFFFFF) + (board[CHANCE] >> 32)
    board[CHANCE] = word
    return board[FOUND + (((word & 0xFFFFFFFF) * count) >> 32)]


def _best_place(  # noqa: C901 - calls cost most here
    board: Numbers, rules: Numbers, seat: int, row: int, first: int, size: int
) -> int:
    best, chosen = -10_000, -1
    held = -1
    black, action = 0, 0
    word = board[CHANCE]
    for place in range(first, first + size):
        card = board[place]
        if not rules[row + card]:
            continue
        if card == WILD_DRAW_FOUR and not draw_four_is_legal(board, rules, seat):
            continue
        if held < 0:
            held = count_colours(board, rules, first, first + size)
            black, action = -10, 12
            if is_rival_close(board, rules, seat):
                black, action = 40, 50
        if card >= WILD:
            worth = black
        else:
            worth = (held >> (8 * rules[COLOURS_OF + card])) & 255
            symbol = rules[SYMBOLS_OF + card]
            if symbol < SKIP:
                worth += worth + symbol
            else:
                worth += action + 2 * (symbol == DRAW_TWO)
        word = 1791398085 * (word & 0xFFFFFFFF) + (word >> 32)
        worth = worth * 16 + (((word & 0xFFFFFFFF) * 16) >> 32)
        if worth > best:
            best, chosen = worth, place
    board[CHANCE] = word
    return chosen


def count_colours(board: Numbers, rules: Numbers, first: int, end: int) -> int:
    """Return how many cards of each colour there are, packed eight bits to a colour."""
    held = 0
    for place in range(first, end):
        held += rules[UNIT_OF + board[place]]
    return held


def is_rival_close(board: Numbers, rules: Numbers, seat: int) -> bool:
    """Whether an opponent has at most two cards left."""
    for other in range(board[SEATS]):
        if board[SIZE + other] > 2 or other == seat or not board[ACTIVE + other]:
            continue
        if not rules[PARTNERS] or (other - seat) % 2:
            return True
    return False


def wants_drawn(board: Numbers, rules: Numbers, seat: int, card: int) -> bool:
    """Whether the seat lays the card it has drawn."""
    if not rules[row_of_fitting(board, rules) + card]:
        return False
    if card != WILD_DRAW_FOUR:
        return True
    if board[POLICY + seat] == SENSIBLE:
        return draw_four_is_legal(board, rules, seat)
    return may_be_laid(board, rules, seat, card)


def choose_colour(board: Numbers, rules: Numbers, seat: int) -> int:
    """Return the colour the seat names: the one it holds most of, or any."""
    if board[POLICY + seat] == AT_RANDOM:
        return below(board, 4)
    first = HANDS + CARDS * seat
    held = count_colours(board, rules, first, first + board[SIZE + seat])
    best, chosen = -1, 0
    for colour in range(4):
        count = ((held >> (8 * colour)) & 255) * 4 + below(board, 4)
        if count > best:
            best, chosen = count, colour
    return chosen


def choose_target(board: Numbers, seat: int) -> int:
    """Return the seat with which to swap hands: the one with the fewest cards, or any."""
    start = below(board, board[SEATS])
    chosen = -1
    for step in range(board[SEATS]):
        other = (start + step) % board[SEATS]
        if other == seat or not board[ACTIVE + other]:
            continue
        if chosen < 0 or (board[POLICY + seat] == SENSIBLE and board[SIZE + other] < board[SIZE + chosen]):
            chosen = other
    return chosen


def _choose_answer(board: Numbers, rules: Numbers, seat: int) -> None:
    count = 0
    if rules[ANSWERABLE]:
        first = HANDS + CARDS * seat
        for place in range(first, first + board[SIZE + seat]):
            if may_answer(board, rules, seat, board[place]):
                board[FOUND + count] = place
                count += 1
    if count:
        _choose_card(board, rules, seat, board[board[FOUND + below(board, count)]])
        return
    board[ACTION] = ACCEPT
    may_doubt = board[CHALLENGEABLE] and board[POLICY + seat] == AT_RANDOM
    if may_doubt and below(board, 2 if rules[ANSWERABLE] else 4) == 0:
        board[ACTION] = CHALLENGE


def react(board: Numbers, rules: Numbers) -> None:
    """Let every seat call late, catch or jump in once, in a random order of the first."""
    start = below(board, board[SEATS])
    for step in range(board[SEATS]):
        seat = (start + step) % board[SEATS]
        if board[PHASE] == OVER or not (board[OPEN_DUTIES] or rules[JUMP_IN]):
            return
        if board[ACTIVE + seat] and choose_reaction(board, rules, seat):
            carry_out(board, rules)
            board[TURNS] += board[ACTION] == JUMP


def choose_reaction(board: Numbers, rules: Numbers, seat: int) -> bool:
    """Write on the board how a seat reacts out of turn; return whether it does. Nobody catches a partner."""
    if below(board, 2):
        return False
    board[DOER] = seat
    if board[DUTY + seat] == OPEN and not rules[WITH_PLAY]:
        board[ACTION] = CALL
        return True
    if rules[JUMP_IN] and may_jump(board, rules, seat):
        top = board[DISCARD + board[DISCARD_SIZE] - 1]
        if place_in_hand(board, seat, top) >= 0:
            _choose_card(board, rules, seat, top)
            board[ACTION] = JUMP
            return True
    for other in range(board[SEATS]):
        if board[DUTY + other] != OPEN or other == seat or not board[ACTIVE + other]:
            continue
        if not rules[PARTNERS] or (other - seat) % 2:
            board[ACTION] = CATCH
            board[TARGET] = other
            return True
    return False
