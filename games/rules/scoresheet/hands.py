"""Check whether points and cards of real hands are possible with the deck."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.rules.base.language import _, ngettext
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import TOKENS, Card, points_table
from games.rules.options.options import Options
from games.rules.play.dealing import whole_deck
from games.rules.play.scoring import hand_points

_ENOUGH: Final = 20_000
"""After this many failed tries points are taken as possible."""
_LONE_ZERO: Final = 50

Pool = dict[int, int]
"""The number of cards by their points."""


def points_of(left: Mapping[int, int | list[Card]], options: Options) -> dict[int, int]:
    """Return the points of some hands, each of which holds at least one card.

    Refusals: `bad_points` for negative points, `hand_empty`, `impossible_cards` for cards or copies that the
    deck does not have, `impossible_points` for points that its other cards cannot make.
    """
    deck = Counter(whole_deck(options))
    named = {seat: held for seat, held in left.items() if isinstance(held, list)}
    typed = {seat: held for seat, held in left.items() if isinstance(held, int)}
    _check_cards(list(named.values()), deck)
    for hand in named.values():
        deck.subtract(hand)
    _check_points(sorted(typed.values()), deck, options)
    return typed | {seat: hand_points(hand, options) for seat, hand in named.items()}


def _check_cards(hands: Sequence[Sequence[Card]], deck: Mapping[Card, int]) -> None:
    if not all(hands):
        raise IllegalCommand("hand_empty", _("Only a player who went out holds no cards."))
    held = Counter(card for hand in hands for card in hand)
    if held.total() >= sum(deck.values()):
        raise IllegalCommand("impossible_cards", _("No card of the deck would be left for the discard pile."))
    for card, count in held.items():
        if not 0 <= card < len(TOKENS) or not deck.get(card):
            raise IllegalCommand("impossible_cards", _("One of these cards is not in the deck."))
        if count > deck[card]:
            sentence = _("Copies of {card} in the deck: only {number}.")
            message = sentence.format(number=deck[card], card=TOKENS[card])
            raise IllegalCommand("impossible_cards", message)


def _check_points(sums: Sequence[int], rest: Counter[Card], options: Options) -> None:
    """Refuse points that the unnamed cards cannot make."""
    if sums and sums[0] < 0:
        raise IllegalCommand("bad_points", _("Points cannot be negative."))
    worth_of = points_table(options.customizable_points)
    pool: Pool = Counter()
    for card, count in rest.items():
        pool[worth_of[card]] += count
    if sum(sums) > sum(worth * count for worth, count in pool.items()):
        raise IllegalCommand("impossible_points", _("The deck does not have that many points."))
    alone = _LONE_ZERO if options.reset_zero else 0
    for points in sums:
        if not _Search([points], pool, alone).is_possible():
            sentence = ngettext(
                "No cards of this deck make {number} point.",
                "No cards of this deck make {number} points.",
                points,
            )
            raise IllegalCommand("impossible_points", sentence.format(number=points))
    if not _Search(sums, pool, alone).is_possible():
        raise IllegalCommand(
            "impossible_points", _("The deck does not have enough cards for all these points together.")
        )


class _Search:
    """Search for hands with given points, the fewest first, in a pool of cards."""

    def __init__(self, sums: Sequence[int], pool: Pool, alone: int) -> None:
        self._sums = sums
        self._pool = dict(pool)
        self._worths = sorted(pool, reverse=True)
        self._alone = alone  # the points of a 0 that is the whole hand
        self._tries = 0

    def is_possible(self, place: int = 0) -> bool:
        """Whether the remaining cards can make the sums from an index on."""
        if place == len(self._sums):
            return True
        for used in self._ways(self._sums[place]):
            self._take(used, -1)
            fits = self.is_possible(place + 1)
            self._take(used, 1)
            if fits:
                return True
        return self._tries > _ENOUGH

    def _ways(self, points: int) -> Iterator[Pool]:
        """Yield ways to make a sum, the cards with most points first."""
        if points == self._alone and self._pool.get(0, 0):
            yield {0: 1}
        if points:
            yield from self._combinations(points, 0)
        elif self._alone and self._pool.get(0, 0) > 1:
            yield {0: 2}

    def _combinations(self, points: int, first: int) -> Iterator[Pool]:
        self._tries += 1
        if points == 0:
            yield {}
            return
        if first == len(self._worths) or self._tries > _ENOUGH:
            return
        worth = self._worths[first]
        most = min(self._pool[worth], points // worth) if worth else 0
        for count in range(most, -1, -1):
            for rest in self._combinations(points - count * worth, first + 1):
                yield {worth: count, **rest}

    def _take(self, used: Pool, sign: int) -> None:
        for worth, count in used.items():
            self._pool[worth] += sign * count
