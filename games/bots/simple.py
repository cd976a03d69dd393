"""A player such as one meets in a club: sensible, sometimes forgetful, never cheating.

It knows its own hand, what lies on the table and how many cards the others hold.
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
from games.rules.match.sight import Sight

_FORGETS_CALL = 8
_BLUFFS = 10
_NEAR_THE_END = 2
_GIVES_WAY = 4


def choose(sight: Sight, legal: list[Command], chance: Chance) -> Command:
    """Return the command this player prefers among the legal ones; there must be one."""
    if _all_is_in_hands(sight) and chance.below(_GIVES_WAY) == 0:
        moves = [one for one in legal if not isinstance(one, (CallUno, Catch, JumpIn))]
        return moves[chance.below(len(moves))]
    plays = [one for one in legal if isinstance(one, PlayCard)]
    choices = _without_needless_bluff(sight, plays, chance)
    if choices:
        return _best_play(sight, choices, chance)
    for wanted in (DrawCard, Pass):
        for one in legal:
            if isinstance(one, wanted):
                return one
    return _best_answer(sight, legal, chance)


def react(_sight: Sight, legal: list[Command], chance: Chance) -> Command | None:
    """Return what this player does out of turn: a late call, a jump-in, a hand for the centre, or a catch."""
    for one in legal:
        if isinstance(one, (CallUno, PlaceHand)):
            return one if chance.below(2) else None
    jumps = [one for one in legal if isinstance(one, JumpIn)]
    if jumps:
        return max(jumps, key=lambda one: one.uno) if chance.below(2) else None
    catches = others_to_catch(legal)
    return catches[chance.below(len(catches))] if catches and chance.below(3) else None


def others_to_catch(legal: list[Command]) -> list[Command]:
    """Return the catches among the commands."""
    return [one for one in legal if isinstance(one, Catch)]


def _best_play(sight: Sight, plays: list[PlayCard], chance: Chance) -> PlayCard:
    hand = _own_hand(sight)
    cards = sorted({one.card for one in plays})
    card = max(cards, key=lambda one: (_worth(sight, hand, one), chance.below(1000)))
    colour = _best_colour(hand, card) if IS_BLACK[card] else None
    calls = chance.below(_FORGETS_CALL) > 0
    of_card = [one for one in plays if one.card == card]
    return max(of_card, key=lambda one: (one.colour == colour, one.uno == calls))


def _best_answer(sight: Sight, legal: list[Command], chance: Chance) -> Command:
    colours = [one for one in legal if isinstance(one, ChooseColour)]
    if colours:
        best = _best_colour(_own_hand(sight), -1)
        return next(one for one in colours if one.colour == best)
    challenges = [one for one in legal if isinstance(one, Challenge)]
    # Somebody with many cards is likelier to have held the colour.
    if challenges and chance.below(20) < sight.counts[sight.pending_source]:
        return challenges[0]
    return next(one for one in legal if not isinstance(one, (Challenge, CallUno, Catch, JumpIn)))


def _without_needless_bluff(sight: Sight, plays: list[PlayCard], chance: Chance) -> list[PlayCard]:
    if not any(one.card == WILD_DRAW_FOUR for one in plays):
        return plays
    is_bluff = any(COLOUR_OF[card] == sight.colour for card in _own_hand(sight))
    if not is_bluff or chance.below(_BLUFFS) == 0:
        return plays
    return [one for one in plays if one.card != WILD_DRAW_FOUR]


def _worth(sight: Sight, hand: list[Card], card: Card) -> int:
    """Return how much this player wants to lay the card now."""
    if IS_BLACK[card]:
        return 40 if _somebody_is_close(sight) else -10
    same_colour = sum(COLOUR_OF[other] == COLOUR_OF[card] for other in hand)
    if SYMBOL_OF[card] >= SKIP:
        hurts = 50 if _somebody_is_close(sight) else 12
        return hurts + same_colour + (2 if SYMBOL_OF[card] == DRAW_TWO else 0)
    return 2 * same_colour + SYMBOL_OF[card]


def _somebody_is_close(sight: Sight) -> bool:
    others = [
        count
        for seat, count in enumerate(sight.counts)
        if seat != sight.viewer and not sight.eliminated[seat]
    ]
    return min(others, default=0) <= _NEAR_THE_END


def _best_colour(hand: list[Card], without: Card) -> int:
    held = [COLOUR_OF[card] for card in hand if card != without]
    return max(range(len(COLOURS)), key=held.count)


def _all_is_in_hands(sight: Sight) -> bool:
    """Whether nothing is left to draw but the few cards just laid.

    Players who always lay their best card would then pass the same cards round for ever.
    """
    return not sight.draw_count and sight.discard_count <= sum(map(bool, sight.counts))


def _own_hand(sight: Sight) -> list[Card]:
    hand = sight.hands[sight.viewer] if sight.viewer is not None else None
    return hand or []
