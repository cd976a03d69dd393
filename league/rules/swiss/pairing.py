"""Swiss, two a match: everybody meets a new opponent with about as many points (weighted, not FIDE Dutch)."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from math import lcm
from operator import attrgetter

import msgspec

from games.rules.base.chance import Chance
from league.rules.played_rounds import Entrant, History
from league.rules.swiss.minimum_cost_matching import Pair, cheapest
from league.rules.swiss.pairing_history import PairingHistory, pairing_histories
from league.rules.swiss.usual_opponents import BAND, SLIDE, Way

CRITERIA = (
    "without_opponent",
    "repeats",
    "meetings",
    "repeated_byes",
    "turn_limits",
    "unplayed",
    "bye_place",
    "score_gap",
    "floats",
    "club_mates",
    "first_turn",
    "same_turn",
    "slide",
)
"""The criteria of a draw's cost, the most important first; see pair."""

MET_LAST = 10
"""The extra cost of a repeat in the next round."""

EXACT = 400
"""Up to this number of entrants the optimum over all pairings is found."""

MOST_AHEAD = 2
"""The limit for how much more often an entrant is first than second, or second than first."""

MOST_IN_A_ROW = 2

_SCORE_GAP, _FIRST_TURN = CRITERIA.index("score_gap"), CRITERIA.index("first_turn")
_CROSSING = (0, 2, 4)  # two entrants uneven in the same way cost 4 more than two who even out
_LOT_BITS = 32


class Pairing(msgspec.Struct, frozen=True):
    """The next stage round: matches, each with the entrant who plays first first, best match first; and byes.

    `why` and `why_byes` list the cost of each match and bye by criterion.
    """

    matches: list[tuple[Entrant, Entrant]]
    byes: list[Entrant]
    why: list[dict[str, int]]
    why_byes: list[dict[str, int]]


class _Side(msgspec.Struct, frozen=True, gc=False):
    """An entrant to be drawn: place from 0 by points, then seed; score in units; rank among equal scores.

    `rank`, `level` and `above` leave out the entrant who gets the bye of an odd number.
    """

    entrant: Entrant
    place: int
    score: int
    rank: int
    level: int  # how many have this score
    above: int  # how many have a higher score
    below: int  # how many are placed below
    unplayed: int
    first_more: int
    run: int
    past: PairingHistory
    club: str


def pair(
    history: History,
    *,
    clubs: Mapping[Entrant, str] | None = None,
    separate_clubs: int = 0,
    seed: int = 0,
    forbidden: Collection[frozenset[Entrant]] = (),
    way: Way = SLIDE,
) -> Pairing:
    """Draw the next stage round for all entrants who have not withdrawn.

    Of all ways to pair them, the one that costs least is drawn; only where two cost the same by one
    criterion, the next one counts. A sum over matches and byes of:

    - without_opponent: entrants with a bye. `forbidden` pairs are never drawn, whatever it takes.
    - repeats: pairs that have met (see `pairing_histories` for what is no meeting).
    - meetings: how often, squared, and 10 more if in the last round.
    - repeated_byes: byes for those who had one, a full bye or a forfeit won.
    - turn_limits: entrants who are first or second more than two times oftener afterwards, or three times
      in a row.
    - unplayed: rounds that the entrant with the bye has not played; so late entrants do not get the next
      bye.
    - bye_place: entrants placed below the one with the bye.
    - score_gap: squared, in the smallest unit in which all scores are whole numbers.
    - floats: those who meet fewer points again after a round in which they did (or got points unplayed),
      and those who meet more again.
    - club_mates: pairs of one club, in the first `separate_clubs` rounds.
    - first_turn: for both, how much oftener first or second they have been afterwards, squared.
    - same_turn: for both, how many turns in a row are the same afterwards, less one, squared.
    - slide: places away from the usual opponent, squared: half the score group further down, and between
      groups the bottom of the upper one and the top of the lower one, or another `way`.

    What is still equal is settled by a lot drawn from `seed`. Up to EXACT entrants all of it is exact: no
    pairing costs less. Beyond, this is true of each part of the standings (see _parts). The order of
    `history.entrants` is the order of seeds.
    """
    sides = _sides(history, clubs or {})
    is_apart = len(history.rounds) < separate_clubs
    chance = Chance(str(seed).encode(), b"round %d" % len(history.rounds))
    drawn = Pairing([], [], [], [])
    for part in _parts(sides, way):
        prices = _prices(part, forbidden, way, is_apart=is_apart)
        _add(drawn, _cheapest(prices, part, chance), prices, part)
    return _best_first(drawn, sides)


def weighed(
    history: History,
    matches: Sequence[tuple[Entrant, Entrant]],
    *,
    clubs: Mapping[Entrant, str] | None = None,
    separate_clubs: int = 0,
    way: Way = SLIDE,
) -> Pairing:
    """Return the costs of given matches, whose first entrants play first; the other entrants have byes."""
    sides = {side.entrant: side for side in _sides(history, clubs or {})}
    is_apart = len(history.rounds) < separate_clubs
    drawn = Pairing(list(matches), [], [], [])
    for first, second in matches:
        upper, lower = sorted((sides.pop(first), sides.pop(second)), key=attrgetter("place"))
        turns = _turns(upper, lower) if upper.entrant == first else _turns(lower, upper)
        drawn.why.append(_named(_meeting(upper, lower, turns, way, is_apart=is_apart)))
    drawn.byes.extend(sides)
    drawn.why_byes.extend(_named(_bye(side)) for side in sides.values())
    return drawn


def beyond(
    history: History, drawn: Pairing, *, exact: int = EXACT, clubs: Mapping[Entrant, str] | None = None
) -> dict[str, int]:
    """Return by which criteria another draw could cost less, and by how much at most, most important first.

    By the criteria before the first of these no draw costs less. Up to `exact` entrants the result is empty.
    """
    sides = _sides(history, clubs or {})
    if len(sides) <= exact:
        return {}
    least = dict(zip(CRITERIA, _least(sides), strict=True))
    whys = [*drawn.why, *drawn.why_byes]
    more = {name: sum(why[name] for why in whys) - least[name] for name in CRITERIA}
    return {name: much for name, much in more.items() if much > 0}


def _least(sides: Sequence[_Side]) -> list[int]:
    """Return a lower bound of each criterion's cost among draws that are optimal by the criteria before.

    The sum of squared gaps is least where neighbours by points meet; turns are as even as possible where the
    entrants who were first least often are first.
    """
    least, left = [0] * len(CRITERIA), list(sides)
    if len(left) % 2:
        bye = min(left, key=_bye_order)
        left.remove(bye)
        least = list(_bye(bye))
    least[_SCORE_GAP] = sum(
        (upper.score - other.score) ** 2 for upper, other in zip(left[::2], left[1::2], strict=True)
    )
    turns = sorted(side.first_more for side in left)
    half = len(turns) // 2
    least[_FIRST_TURN] = sum((more + 1) ** 2 for more in turns[:half])
    least[_FIRST_TURN] += sum((more - 1) ** 2 for more in turns[half:])
    return least


def _bye_order(side: _Side) -> tuple[bool, int, int]:
    return side.past.had_bye, side.unplayed, side.below


def _sides(history: History, clubs: Mapping[Entrant, str]) -> list[_Side]:
    """Return the entrants to be drawn, best first."""
    past = pairing_histories(history)
    entrants = [entrant for entrant in history.entrants if entrant not in history.withdrawn]
    entrants.sort(key=lambda entrant: -past[entrant].points)
    unit = lcm(*(past[entrant].points.denominator for entrant in entrants))
    scores = [int(past[entrant].points * unit) for entrant in entrants]
    unplayed = [len(history.rounds) - len(past[entrant].turns) for entrant in entrants]
    bye = len(entrants)
    if bye % 2:
        bye = min(range(bye), key=lambda place: (past[entrants[place]].had_bye, unplayed[place], -place))
    playing = [score for place, score in enumerate(scores) if place != bye]
    level = Counter(playing)
    above = {score: more for more, score in reversed([*enumerate(playing)])}
    return [
        _Side(
            entrant,
            place,
            score,
            place - (place > bye) - above.get(score, place),
            level[score],
            above.get(score, place),
            len(entrants) - 1 - place,
            unplayed[place],
            past[entrant].first_more,
            past[entrant].run,
            past[entrant],
            clubs.get(entrant, ""),
        )
        for place, (entrant, score) in enumerate(zip(entrants, scores, strict=True))
    ]


def _parts(sides: Sequence[_Side], way: Way = SLIDE) -> list[list[_Side]]:
    """Cut the standings into parts that are paired separately; up to EXACT entrants are a single part.

    The optimum over thousands takes minutes. A part ends where an even number of entrants is above, at a
    border of scores; a large score group is cut into bands of likely opponents. The entrant with the bye is a
    part alone.
    """
    left = list(sides)
    if len(left) <= EXACT:
        return [left]
    parts: list[list[_Side]] = []
    if len(left) % 2:
        bye = min(left, key=_bye_order)
        left.remove(bye)
        parts.append([bye])
    part: list[_Side] = []
    for _score, level in groupby(left, attrgetter("score")):
        for band in way.bands(list(level), is_odd=len(part) % 2 == 1):
            part += band
            if len(part) % 2 == 0 and len(part) >= BAND // 2:
                parts.append(part)
                part = []
    parts[-1] = parts[-1] + part
    return [sorted(part, key=attrgetter("place")) for part in parts]


def _prices(
    part: Sequence[_Side], forbidden: Collection[frozenset[Entrant]], way: Way, *, is_apart: bool
) -> dict[Pair, tuple[int, ...]]:
    """Return the cost of each pair of a part, by index; an odd part has another index, for the bye."""
    prices: dict[Pair, tuple[int, ...]] = {}
    for (place, upper), (below, other) in combinations(enumerate(part), 2):
        if frozenset((upper.entrant, other.entrant)) in forbidden:
            prices[place, below] = _both_byes(upper, other)
        else:
            turns = min(_turns(upper, other), _turns(other, upper))
            prices[place, below] = _meeting(upper, other, turns, way, is_apart=is_apart)
    if len(part) % 2:
        prices |= {(place, len(part)): _bye(side) for place, side in enumerate(part)}
    return prices


def _meeting(
    upper: _Side, lower: _Side, turns: tuple[int, int, int], way: Way, *, is_apart: bool
) -> tuple[int, ...]:
    """Return the cost of a match; `upper` is placed above `lower`, and `turns` is the cost of their turns."""
    meetings = upper.past.met[lower.entrant]
    beyond, uneven, again = turns
    gap = upper.score - lower.score
    return (
        0,
        min(meetings, 1),
        meetings**2 + MET_LAST * (lower.entrant in upper.past.met_last),
        0,
        beyond,
        0,
        0,
        gap**2,
        (upper.past.floated > 0) + (lower.past.floated < 0) if gap else 0,
        int(is_apart and upper.club == lower.club != ""),
        uneven,
        again,
        way.off(upper, lower) ** 2,
    )


def _turns(first: _Side, second: _Side) -> tuple[int, int, int]:
    """Return how often a limit of turns is exceeded afterwards, how uneven turns are, and how repetitive."""
    more = (first.first_more + 1, 1 - second.first_more)
    runs = [side.run for side, turn in ((first, True), (second, False)) if side.past.turns[-1:] == [turn]]
    beyond = sum(times > MOST_AHEAD for times in more) + sum(run >= MOST_IN_A_ROW for run in runs)
    return beyond, sum(times**2 for times in more), sum(run**2 for run in runs)


def _bye(side: _Side) -> tuple[int, ...]:
    return 1, 0, 0, int(side.past.had_bye), 0, side.unplayed, side.below, 0, 0, 0, 0, 0, 0


def _both_byes(first: _Side, other: _Side) -> tuple[int, ...]:
    return tuple(map(sum, zip(_bye(first), _bye(other), strict=True)))


def _cheapest(prices: Mapping[Pair, Sequence[int]], sides: Sequence[_Side], chance: Chance) -> list[Pair]:
    """Return the pairs with the least total cost in the order of the criteria.

    Every criterion gets its bits of a big integer, enough for the sum over all pairs, so that no sum of less
    important criteria outweighs a more important criterion.
    """
    count = len(sides) + len(sides) % 2
    bits = [(max(column) * count).bit_length() for column in zip(*prices.values(), strict=True)]
    lot_bits = _LOT_BITS + count.bit_length()
    costs = [[0] * count for _ in range(count)]
    for (a, other), price in prices.items():
        cost = 0
        for value, width in zip(price, bits, strict=True):
            cost = cost << width | value
        cost = cost << lot_bits | chance.below(2**_LOT_BITS)
        costs[a][other] = costs[other][a] = cost
    return cheapest(costs, _guesses(sides, bits, lot_bits))


def _guesses(sides: Sequence[_Side], bits: Sequence[int], lot_bits: int) -> list[dict[int, int]]:
    """Return guesses of the cost of pairing across a border of scores with an odd number above it.

    That is the squared score gap at least. With this cost alone, too many pairs would cross a border to even
    out the first turns: so the guesses also include some credit for crossing.
    """
    below_gap, below_turn = (sum(bits[at + 1 :]) + lot_bits for at in (_SCORE_GAP, _FIRST_TURN))
    gaps = {
        above: (upper.score - lower.score) ** 2 << below_gap
        for above, (upper, lower) in enumerate(pairwise(sides), start=1)
        if above % 2 and upper.score > lower.score
    }
    return [
        {place: max(gap - (worth << below_turn), 0) for place, gap in gaps.items()} for worth in _CROSSING
    ]


def _add(
    drawn: Pairing, pairs: Sequence[Pair], prices: Mapping[Pair, Sequence[int]], sides: Sequence[_Side]
) -> None:
    for a, other in pairs:
        price = prices[a, other]
        if price[0]:
            for side in (sides[place] for place in (a, other) if place < len(sides)):
                drawn.byes.append(side.entrant)
                drawn.why_byes.append(_named(_bye(side)))
        else:
            first, second = _seated(sides[a], sides[other])
            drawn.matches.append((first.entrant, second.entrant))
            drawn.why.append(_named(price))


def _best_first(drawn: Pairing, sides: Sequence[_Side]) -> Pairing:
    """Return the same pairing with the matches of the best placed entrants first."""
    places = {side.entrant: side.place for side in sides}
    order = sorted(
        range(len(drawn.matches)), key=lambda n: sorted(places[entrant] for entrant in drawn.matches[n])
    )
    matches, why = [drawn.matches[n] for n in order], [drawn.why[n] for n in order]
    return Pairing(matches, drawn.byes, why, drawn.why_byes)


def _named(price: Sequence[int]) -> dict[str, int]:
    return dict(zip(CRITERIA, price, strict=True))


def _seated(upper: _Side, lower: _Side) -> tuple[_Side, _Side]:
    """Return the entrant who plays first, and the other.

    In this order: who was first less often, then who was second for longer; then both change from the last
    round in which their turns differed; then the upper entrant changes; and where nobody has played, upper
    entrants of odd places are first (FIDE C.04.3 E, with the upper first in the first match).
    """
    one_way, other_way = _turns(upper, lower), _turns(lower, upper)
    if one_way != other_way:
        return (upper, lower) if one_way < other_way else (lower, upper)
    past_turns = zip(reversed(upper.past.turns), reversed(lower.past.turns), strict=False)
    last = next((upper_turn for upper_turn, other in past_turns if upper_turn != other), None)
    if last is None:
        last = upper.past.turns[-1] if upper.past.turns else upper.place % 2 == 1
    return (lower, upper) if last else (upper, lower)
