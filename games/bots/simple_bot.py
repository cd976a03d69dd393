"""A bot that plays like a club player: sensible, sometimes forgetful, never cheating.

It knows its own hand, the cards on the table, and how many cards the others hold.
"""

from games.rules.base.chance import Chance
from games.rules.cards.cards import (
    COLOUR_OF,
    COLOURS,
    DRAW_TWO,
    IS_BLACK,
    SKIP,
    SYMBOL_OF,
    WILD_DRAW_FOUR,
    Card,
)
from games.rules.match.commands import (
    CallUno,
    Catch,
    Challenge,
    ChooseColour,
    Command,
    DrawCard,
    JumpIn,
    Pass,
    PlaceHand,
    PlayCard,
)
from games.rules.match.visibility import Sight

_FORGETS_CALL = 8
_BLUFFS = 10
_NEAR_THE_END = 2
_GIVES_WAY = 4
_DOUBTS = 80


def choose(sight: Sight, legal: list[Command], chance: Chance) -> Command:
    """Return the command this bot prefers among the legal ones; there must be at least one."""
    if _is_pile_used_up(sight) and chance.below(_GIVES_WAY) == 0:
        moves = [command for command in legal if not isinstance(command, (CallUno, Catch, JumpIn))]
        return moves[chance.below(len(moves))]
    plays = [command for command in legal if isinstance(command, PlayCard)]
    choices = _without_needless_bluff(sight, plays, chance)
    if choices:
        return _best_play(sight, choices, chance)
    for kind in (DrawCard, Pass):
        for command in legal:
            if isinstance(command, kind):
                return command
    return _best_answer(sight, legal, chance)


def react(_sight: Sight, legal: list[Command], chance: Chance) -> Command | None:
    """Return a reaction out of turn: a late call, a jump-in, a hand for the centre, or a catch."""
    for command in legal:
        if isinstance(command, (CallUno, PlaceHand)):
            return command if chance.below(2) else None
    jumps = [command for command in legal if isinstance(command, JumpIn)]
    if jumps:
        return max(jumps, key=lambda command: command.uno) if chance.below(2) else None
    catches = [command for command in legal if isinstance(command, Catch)]
    return catches[chance.below(len(catches))] if catches and chance.below(3) else None


def _best_play(sight: Sight, plays: list[PlayCard], chance: Chance) -> PlayCard:
    hand = _own_hand(sight)
    cards = sorted({play.card for play in plays})
    card = max(cards, key=lambda card: (_worth(sight, hand, card), chance.below(1000)))
    colour = _best_colour(hand, card) if IS_BLACK[card] else None
    calls = chance.below(_FORGETS_CALL) > 0
    of_card = [play for play in plays if play.card == card]
    return max(of_card, key=lambda play: (play.colour == colour, play.uno == calls))


def _best_answer(sight: Sight, legal: list[Command], chance: Chance) -> Command:
    colours = [command for command in legal if isinstance(command, ChooseColour)]
    if colours:
        best = _best_colour(_own_hand(sight), -1)
        return next(command for command in colours if command.colour == best)
    challenges = [command for command in legal if isinstance(command, Challenge)]
    # A player with many cards is more likely to have held the colour, but few Wild Draw Fours are bluffs.
    if challenges and chance.below(_DOUBTS) < sight.counts[sight.pending_source]:
        return challenges[0]
    return next(command for command in legal if not isinstance(command, (Challenge, CallUno, Catch, JumpIn)))


def _without_needless_bluff(sight: Sight, plays: list[PlayCard], chance: Chance) -> list[PlayCard]:
    if not any(play.card == WILD_DRAW_FOUR for play in plays):
        return plays
    is_bluff = any(COLOUR_OF[card] == sight.colour for card in _own_hand(sight))
    if not is_bluff or chance.below(_BLUFFS) == 0:
        return plays
    return [play for play in plays if play.card != WILD_DRAW_FOUR]


def _worth(sight: Sight, hand: list[Card], card: Card) -> int:
    """Return how much this bot wants to play the card now."""
    if IS_BLACK[card]:
        return 40 if _is_rival_close(sight) else -10
    same_colour = sum(COLOUR_OF[other] == COLOUR_OF[card] for other in hand)
    if SYMBOL_OF[card] >= SKIP:
        hurts = 50 if _is_rival_close(sight) else 12
        return hurts + same_colour + (2 if SYMBOL_OF[card] == DRAW_TWO else 0)
    return 2 * same_colour + SYMBOL_OF[card]


def _is_rival_close(sight: Sight) -> bool:
    others = [
        count
        for seat, count in enumerate(sight.counts)
        if seat != sight.viewer and not sight.eliminated[seat]
    ]
    return min(others, default=0) <= _NEAR_THE_END


def _best_colour(hand: list[Card], without: Card) -> int:
    held = [COLOUR_OF[card] for card in hand if card != without]
    return max(range(len(COLOURS)), key=held.count)


def _is_pile_used_up(sight: Sight) -> bool:
    """Whether only the cards that were just played are left to draw.

    Bots that always play their best card could then pass the same cards round for ever.
    """
    return not sight.draw_count and sight.discard_count <= sum(map(bool, sight.counts))


def _own_hand(sight: Sight) -> list[Card]:
    hand = sight.hands[sight.viewer] if sight.viewer is not None else None
    return hand or []
