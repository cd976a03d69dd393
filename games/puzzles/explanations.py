"""Why the best move of a puzzle is the best: a fact that its seat can see, and the figures."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.analysis.findings import WHOLE
from games.analysis.kinds import COLOUR
from games.bots.playouts import layout as at
from games.localization import numbers
from games.puzzles import judging
from games.puzzles.positions import Content
from games.replay.match_analysis import sentences
from games.rules.cards.card_names import called, colour_called
from games.rules.cards.cards import COLOUR_OF, DRAW_TWO, IS_BLACK, SKIP, SYMBOL_OF, WILD_DRAW_FOUR

_FEW = 3
"""A player with so many cards is about to go out."""
_LEGALITY, _NO_COLOUR = "draw_four_legality", "no_colour"
"""The option and its usual value: only a hand without the colour may play a Wild Draw Four honestly."""


def why(content: Content, names: Sequence[str]) -> list[str]:
    """Return why the best move is the best, in sentences."""
    return [*_facts(content, names), *_bluff(content), figures(content, names)]


def figures(content: Content, names: Sequence[str]) -> str:
    """Return how often the best move wins, and how much more than the second best."""
    best, second = content.moves[:2]
    sentence = _(
        "{move} wins {best} of such deals; {second}, the second best move, wins {chance}. Of a hundred such "
        "deals that is {low} to {high} fewer (99% certain)."
    )
    return sentence.format(
        move=sentences.choice(best.action, names),
        best=numbers.percent(best.chance / WHOLE),
        second=sentences.choice(second.action, names),
        chance=numbers.percent(second.chance / WHOLE),
        low=of_a_hundred(second.lead_low),
        high=of_a_hundred(second.lead_high),
    )


def of_a_hundred(chance: int) -> str:
    """Return a difference of chances in deals of a hundred, which is not mistaken for a share of a share."""
    return numbers.number(round(100 * chance / WHOLE))


def _facts(content: Content, names: Sequence[str]) -> Iterator[str]:
    best, second = (row.action for row in content.moves[:2])
    if content.doubt is not None:
        sentence = _(
            "As you see it, a bluff has a chance of {chance}. "
            "A challenge pays off from about {least} ({low} to {high})."
        )
        yield sentence.format(
            chance=numbers.percent(content.doubt.bluff / WHOLE),
            least=numbers.percent(content.doubt.pays_from / WHOLE),
            low=numbers.percent(content.doubt.low / WHOLE),
            high=numbers.percent(content.doubt.high / WHOLE),
        )
    elif judging.kind_of([row.action for row in content.moves]) == COLOUR:
        yield from _colour(content, names, best[3])
    elif best[0] == at.PLAY:
        yield from _played(content, names, best, second)
    elif best[0] == at.DRAW_CARD and _is_black(second):
        yield _("Drawing a card keeps the black card for a turn in which it decides more.")


def _bluff(content: Content) -> Iterator[str]:
    """Say that a Wild Draw Four is a bluff here, if it is a move."""
    held, colour = content.sight.hands[content.seat] or [], content.sight.colour
    is_move = any(row.action[0] == at.PLAY and row.action[2] == WILD_DRAW_FOUR for row in content.moves)
    own = next((card for card in sorted(held) if COLOUR_OF[card] == colour), None)
    if is_move and own is not None and content.options.get(_LEGALITY, _NO_COLOUR) == _NO_COLOUR:
        yield _("Here a Wild Draw Four is a bluff, because you hold {card}.").format(card=called(own))


def _colour(content: Content, names: Sequence[str], colour: int) -> Iterator[str]:
    held = _held(content, colour)
    if held:
        sentence = ngettext(
            "You hold {count} card of this colour: {colour}.",
            "You hold {count} cards of this colour: {colour}.",
            held,
        )
        yield sentence.format(count=held, colour=colour_called(colour))
    for lacking in content.lacking:
        if lacking.colour == colour:
            yield _("{name} drew a card when the colour was {colour}.").format(
                name=names[lacking.seat], colour=colour_called(colour)
            )


def _played(
    content: Content, names: Sequence[str], best: tuple[int, ...], second: tuple[int, ...]
) -> Iterator[str]:
    card, victim = best[2], _next(content)
    count = content.sight.counts[victim]
    if count <= _FEW and (card == WILD_DRAW_FOUR or SYMBOL_OF[card] in (SKIP, DRAW_TWO)):
        sentence = ngettext(
            "{other} has only {count} card left: this slows {other} down.",
            "{other} has only {count} cards left: this slows {other} down.",
            count,
        )
        yield sentence.format(other=names[victim], count=count)
    elif _is_black(best):
        yield from _colour(content, names, best[3])
    elif _is_black(second):
        yield _("The black card fits later, too: keep it for a turn in which nothing else fits.")
    else:
        left = _held(content, COLOUR_OF[card]) - 1
        if left > 0:
            sentence = ngettext(
                "After it you still hold {count} card of its colour.",
                "After it you still hold {count} cards of its colour.",
                left,
            )
            yield sentence.format(count=left)


def _held(content: Content, colour: int) -> int:
    hand = content.sight.hands[content.seat] or []
    return sum(COLOUR_OF[card] == colour for card in hand)


def _next(content: Content) -> int:
    """Return the seat whose turn comes next."""
    sight, seat = content.sight, content.seat
    while True:
        seat = (seat + sight.direction) % sight.seats
        if seat not in sight.out and not sight.eliminated[seat]:
            return seat


def _is_black(action: Sequence[int]) -> bool:
    return action[0] == at.PLAY and bool(IS_BLACK[action[2]])
