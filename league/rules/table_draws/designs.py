"""Rounds at tables in which nobody meets anybody twice, by proven constructions.

A round is a list of tables, a table a list of points 0 … n-1. Sources: C. J. Colbourn and J. H. Dinitz,
Handbook of Combinatorial Designs, 2nd ed., II.3, III.3 and IV.5; for threes D. K. Ray-Chaudhuri and R. M.
Wilson, "Solution of Kirkman's schoolgirl problem" (1971); for fours R. C. Bose, "On the construction of
balanced incomplete block designs" (1939), and for q³ + 1 points, "On the application of finite projective
geometry for deriving a certain series of balanced Kirkman arrangements" (1959).
"""

import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice, product
from operator import itemgetter
from typing import Final

from league.rules.table_draws.finite_fields import Field, is_prime_power, prime_powers

Tables = list[list[int]]

_DIGITS: Final = string.digits + string.ascii_letters
_STARTERS: Final = {
    (3, 18): (4, "f08 e56 cab 41h d3g 927 / hae f23 d6c 049 85g 71b"),
    (3, 24): (11, "m8b nk9 jd6 gfi 0lh e2a 715 c34"),
    (3, 30): (14, "s8j t6q 5i3 po1 c49 arf ld0 2kg n7b emh"),
    (3, 36): (17, "ybv zfu 5ie hqt 0op 8dr jla k23 6x4 smw gc9 1n7"),
    (3, 42): (20, "Em6 Fy8 j21 tfb dBk eq3 Dsw cxi A7o glz Cna r5p 49h uv0"),
    (4, 24): (7, "l90j ma4e ni5c bd73 h261 8kgf"),
    (4, 36): (11, "xgap y8fr zlv9 bu3j inmk hcd2 47ws to6q e510"),
    (4, 56): (13, "QL7i RIw3 SKsd TzJb P9fg ux0l MHtO CjAm n8yF ka2o vG4q EpeD B1h5 6crN"),
}
"""By seats and points: m, and rounds that yield m rounds each by rotation; a letter or digit for each point.

Point im + x moves to im + (x + 1 modulo m) while a whole circle of m fits into the points; the last few stay.
They were found by search; counting shows that nobody meets twice.
"""


def rounds_apart(sizes: Sequence[int]) -> Iterator[Tables]:
    """Return rounds at tables of these sizes (they differ by one at most) in which no two meet twice.

    As many as are known here, at least one: the maximum for 9 or 15 in threes, 16 or 28 in fours, 25 in fives
    and many more. Where not all tables are full, points of the full design are left out: some that never
    meet, or some of a single table together with its round.
    """
    seats, count = max(sizes), len(sizes)
    missing = seats * count - sum(sizes)
    rounds, known = _longest(seats, count)
    if missing < 2:
        return (_without(tables, range(sum(sizes), seats * count)) for tables in known())
    if _has_transversal(seats, count) and rounds - 1 <= count:
        lost = range(sum(sizes), seats * count)
        return (_without(tables, lost) for tables in islice(_transversal(seats, count), count))
    *others, last = known()
    return (_without(tables, last[0][:missing]) for tables in others) if others else iter([_in_order(sizes)])


def labelled(rounds: Iterable[Tables], first: Tables) -> Iterator[Tables]:
    """Name the points so that the first round is `first`, whose tables have the same sizes in any order."""
    names: dict[int, int] = {}
    for tables in rounds:
        if not names:
            for points, those in zip(sorted(tables, key=len), sorted(first, key=len), strict=True):
                names.update(zip(points, those, strict=True))
        yield [[names[point] for point in table] for table in tables]


def _longest(seats: int, count: int) -> tuple[int, Callable[[], Iterator[Tables]]]:
    """Return the number of rounds of the best construction for full tables, and the construction."""
    points = seats * count
    known: list[tuple[int, Callable[[], Iterator[Tables]]]] = [
        (1, lambda: iter([_in_order([seats] * count)]))
    ]
    if _has_transversal(seats, count):
        more = _longest(seats, count // seats)[0] if count % seats == 0 else 0
        known.append((count + more, lambda: _transversal(seats, count)))
    if seats == 3 and points % 12 == 3 and is_prime_power(points // 2):
        known.append((points // 2, lambda: _kirkman_by_two(points // 2)))
    if seats == 3 and count % 6 == 1 and is_prime_power(count):
        known.append((points // 2, lambda: _kirkman_by_three(count)))
    if seats == 3 and points % 24 == 9 and points > 9 and 3 * _longest(4, points // 8)[0] == points // 2 - 1:
        known.append((points // 2, lambda: _kirkman_by_nines(points // 2)))
    if points == (seats - 1) ** 3 + 1 and is_prime_power(seats - 1):
        known.append(((seats - 1) ** 2, lambda: _unital(seats - 1)))
    if seats == 4 and points % 12 == 4 and is_prime_power(points // 3):
        known.append((points // 3, lambda: _fours(points // 3)))
    if (seats, points) in _STARTERS:
        size, text = _STARTERS[seats, points]
        known.append((size * (1 + text.count("/")), lambda: _turned(seats, points)))
    return max(known, key=itemgetter(0))


def _in_order(sizes: Sequence[int]) -> Tables:
    ends = list(accumulate(sizes))
    return [list(range(end - size, end)) for size, end in zip(sizes, ends, strict=True)]


def _without(tables: Tables, lost: Sequence[int]) -> Tables:
    """Leave points out and renumber the rest."""
    return [
        [point - sum(lost_point < point for lost_point in lost) for point in table if point not in lost]
        for table in tables
    ]


def _has_transversal(seats: int, count: int) -> bool:
    return count > 1 and seats <= min(prime_powers(count))


def _transversal(seats: int, count: int) -> Iterator[Tables]:
    """Yield a round for each slope m: table c has in group i the point a_i * m + c.

    Two points of different groups determine m, as one can divide by every a_i - a_j (in each of the fields
    that the numbers below `count` are a product of). Points of the same group meet only in the rounds that
    follow, if a group fills tables.
    """
    for slope in range(count):
        yield [
            [group * count + value for group, value in enumerate(line)]
            for line in _lines(seats, tuple(prime_powers(count)), slope)
        ]
    if count % seats == 0:
        for tables in _longest(seats, count // seats)[1]():
            yield [[group * count + point for point in table] for group in range(seats) for table in tables]


def _lines(seats: int, fields: tuple[int, ...], slope: int) -> list[list[int]]:
    """Return for each c the values a_i * slope + c, digit by digit of a number over these fields."""
    field, rest = Field(fields[0]), fields[1:]
    slope, slope_here = divmod(slope, field.size)
    steps = [field.times(group, slope_here) for group in range(seats)]
    here = [[field.plus(step, c) for step in steps] for c in range(field.size)]
    if not rest:
        return here
    return [
        [high * field.size + low for high, low in zip(line, lowest, strict=True)]
        for line in _lines(seats, rest, slope)
        for lowest in here
    ]


def _kirkman_by_two(size: int) -> Iterator[Tables]:
    """Rotate a round of 2q + 1 points through a field with q = 6t + 1 elements; 2x^m = x^t + 1."""
    field = Field(size)
    x, t = field.power, size // 6
    m = field.logarithm(field.plus(x(t), 1)) - field.logarithm(field.plus(1, 1))
    thirds = [i for i in range(6 * t) if i // t % 2 == 0]
    base = [[2 * size, 0, size]]
    base += [[x(i), x(i + t), size + x(i + m)] for i in thirds]
    base += [[size + x(i + m + k * t) for k in (1, 3, 5)] for i in range(t)]
    return _moved(base, field, 2)


def _kirkman_by_three(size: int) -> Iterator[Tables]:
    """Rotate a round of 3q points through a field with q = 6t + 1 elements; 3t tables make a round each."""
    field = Field(size)
    x, t = field.power, size // 6
    across = [[j * size + x(i + 2 * t * j) for j in range(3)] for i in range(6 * t)]
    base = [[0, size, 2 * size]]
    base += [[j * size + x(i + 2 * t * k) for k in range(3)] for j in range(3) for i in range(t)]
    base += [table for i, table in enumerate(across) if i // t % 2]
    yield from _moved(base, field, 3)
    for i, table in enumerate(across):
        if i // t % 2 == 0:
            yield [tables[0] for tables in _moved([table], field, 3)]


def _kirkman_by_nines(size: int) -> Iterator[Tables]:
    """Make threes from a design of fours: each of its points becomes two, plus a fixed point.

    In every four, these eight points and the fixed point meet like nine in threes, whose round k has point k
    of the four at the table of the fixed point. A round of all consists of the rounds of a point in all its
    fours.
    """
    nine = [[[point - 1 for point in table] for table in tables] for tables in _longest(3, 3)[1]()]
    pairs = [next(table for table in tables if -1 in table) for tables in nine]
    names = {point: (k, side) for k, pair in enumerate(pairs) for side, point in enumerate(sorted(pair)[1:])}
    rounds = [[[2 * size, point, size + point]] for point in range(size)]
    for tables in _longest(4, size // 4)[1]():
        for four in tables:
            for k, (pair, threes) in enumerate(zip(pairs, nine, strict=True)):
                rounds[four[k]] += [
                    [four[names[point][0]] + size * names[point][1] for point in table]
                    for table in threes
                    if table is not pair
                ]
    return iter(rounds)


def _unital(size: int) -> Iterator[Tables]:
    """Cut the curve y^q + y = x^(q+1) over the field of q * q by the lines of each slope.

    A line has q + 1 of its points or a single one; the single points lie above each other, and the point at
    infinity joins them.
    """
    field = Field(size * size)

    def to(element: int, exponent: int) -> int:
        return field.power(field.logarithm(element) * exponent) if element else 0

    every = product(range(field.size), repeat=2)
    points = [(x, y) for x, y in every if field.plus(to(y, size), y) == to(x, size + 1)]
    for slope in range(field.size):
        lines: dict[int, list[int]] = {}
        for number, (x, y) in enumerate(points):
            lines.setdefault(field.plus(y, field.times(slope, x)), []).append(number)
        yield [
            *(line for line in lines.values() if len(line) > 1),
            [*(line[0] for line in lines.values() if len(line) == 1), len(points)],
        ]


def _fours(size: int) -> Iterator[Tables]:
    """Rotate a round of 3q + 1 points through a field with q = 4t + 1 elements."""
    field = Field(size)
    x, t = field.power, size // 4
    base = [[3 * size, 0, size, 2 * size]]
    for j, i in product(range(3), range(t)):
        here, there = j * size, (j + 1) % 3 * size
        base.append([here + x(i), here + x(i + 2 * t), there + x(i + t), there + x(i + 3 * t)])
    return _moved(base, field, 3)


def _moved(base: Tables, field: Field, copies: int) -> Iterator[Tables]:
    """Add each element in turn to the points within `copies` of the field; points beyond them are fixed."""
    size, fixed = field.size, copies * field.size
    for element in range(size):
        yield [
            [
                point if point >= fixed else point - point % size + field.plus(point % size, element)
                for point in table
            ]
            for table in base
        ]


def _turned(seats: int, points: int) -> Iterator[Tables]:
    size, text = _STARTERS[seats, points]
    whole = points // size * size
    for first, turn in product(text.split(" / "), range(size)):
        names = [
            point if point >= whole else point - point % size + (point % size + turn) % size
            for point in range(points)
        ]
        yield [[names[_DIGITS.index(letter)] for letter in table] for table in first.split()]
