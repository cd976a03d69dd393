"""Crosstables in a few words, and two that are published as exercises.

A round is written opponent, seat (w: first, b: second) and result: `9w1`, `13b=`, `2w0`, `14w+` and `9b-`
(forfeits). Without an opponent: `U` pairing bye with a whole point, `F`, `H` and `Z` full, half and no point.
"""

import re
from collections.abc import Mapping

from league.rules.played_rounds import (
    DOUBLE_FORFEIT,
    FORFEIT,
    FULL,
    HALF,
    PAIRING_BYE,
    PLAYED,
    ZERO,
    Bye,
    History,
    PlayedMatch,
    PlayedRound,
)

BYES = {
    "U": (PAIRING_BYE, 1.0),
    "F": (FULL, 1.0),
    "H": (HALF, 0.5),
    "Z": (ZERO, 0.0),
}
POINTS = {"1": 1.0, "+": 1.0, "=": 0.5, "0": 0.0, "-": 0.0}

# Sixteen entrants, five rounds: "Exercises in Tie-Breaking" (M. Held, FIDE Technical Commission, 2024), with
# a half-point bye, pairing byes, forfeits, and byes at the end that nothing follows.
SIXTEEN = {
    1: "9w1 13b= 2w= 15b1 4w=",
    2: "10b1 7w1 1b= 16w1 3b=",
    3: "11w= 6b1 8w1 4b= 2w=",
    4: "12b1 H 13w1 3w= 1b=",
    5: "13w0 15b0 11w1 7b= 10w1",
    6: "14b0 3w0 U 10w1 8b1",
    7: "15w1 2b0 16b0 5w= 11b0",
    8: "16b= 14w1 3b0 13w1 6w0",
    9: "1b0 10w0 H 11b- U",
    10: "2w0 9b1 15w0 6b0 5b0",
    11: "3b= 16w0 5b0 9w+ 7w1",
    12: "4w0 U 14w+ Z Z",
    13: "5b1 1w= 4b0 8b0 14w0",
    14: "6w1 8b0 12b- Z 13b1",
    15: "7b0 5w1 10b1 1w0 16b0",
    16: "8w= 11b1 7w1 2b0 15w1",
}

# The same event four rounds later.
SIXTEEN_LATER = {
    1: "9w1 13b= 2w= 15b1 4w= 6b= 3b= 16w= 8b1",
    2: "10b1 7w1 1b= 16w1 3b1 4w= 6w0 15b= 5w=",
    3: "11w= 6b1 8w1 4b= 2w0 16b1 1w= 14w1 10b1",
    4: "12b1 H 13w1 3w= 1b= 2b= 16w= 6b= 15w1",
    5: "13w0 15b0 11w1 7b= 10w1 14b0 9b1 8w0 2b=",
    6: "14b0 3w0 U 10w1 8b1 1w= 2b1 4w= 16b1",
    7: "15w1 2b0 16b0 5w= 11b0 10b0 13w1 9w1 14b1",
    8: "16b= 14w1 3b0 13w1 6w0 11b= 15w= 5b1 1w0",
    9: "1b0 10w0 H 11b- U 13b1 5w0 7b0 12w=",
    10: "2w0 9b1 15w0 6b0 5b0 7w1 12b1 11w1 3w0",
    11: "3b= 16w0 5b0 9w+ 7w1 8w= 14b0 10b0 13w=",
    12: "4w0 U 14w+ Z Z 15b0 10w0 13b= 9b=",
    13: "5b1 1w= 4b0 8b0 14w0 9w0 7b0 12w= 11b=",
    14: "6w1 8b0 12b- Z 13b1 5w1 11w1 3b0 7w0",
    15: "7b0 5w1 10b1 1w0 16b0 12w1 8b= 2w= 4b0",
    16: "8w= 11b1 7w1 2b0 15w1 3w0 4b= 1b= 6w0",
}

# A round robin of six with one forfeit, of the same exercises.
ROUND_ROBIN = {
    1: "5w= 2w1 3b1 4w0 6b1",
    2: "6w1 1b0 5w1 3w= 4b1",
    3: "4w1 6b1 1w0 2b= 5w1",
    4: "3b0 5b0 6w= 1b1 2w0",
    5: "1b= 4w1 2b0 6w- 3b0",
    6: "2b0 3w0 4b= 5b+ 1w0",
}

# Fifteen entrants, seven rounds and every kind of unplayed round; the values of both treatments are those of
# the tie-break checker of the FIDE Technical Commission.
FIFTEEN = {
    1: "8b= 6w1 3b= 14w+ 5w= 2b0 9w=",
    2: "9w0 11b1 15w1 5b- 7b1 1w1 5b0",
    3: "10b+ 7b1 1w= 9b= H Z H",
    4: "11w- 13w- 6b- U 8w= 15b= 6w=",
    5: "13b1 9w= 7b= 2w+ 1b= 11w= 2w1",
    6: "14w= 1b0 4w+ 7w= 9b0 10w0 4b=",
    7: "15b1 3w0 5w= 6b= 2w0 14b0 U",
    8: "1w= 14b- Z Z 4b= 13w1 14b0",
    9: "2b1 5b= H 3w= 6w1 H 1b=",
    10: "3w- 15w- 13w= 15b1 14w1 6b1 11w0",
    11: "4b- 2w0 U 13b1 15w1 5b= 10b1",
    12: "H F 14b1 H Z F Z",
    13: "5w0 4b- 10b= 11w0 U 8b0 15w0",
    14: "6b= 8w+ 12w0 1b- 10b0 7w1 8w1",
    15: "7w0 10b+ 2b0 10w0 11b0 4w= 13b1",
}


def history(table: Mapping[int, str], rounds: int | None = None) -> History:
    """Return the history of a crosstable, or of its first rounds."""
    cells = {entrant: line.split() for entrant, line in table.items()}
    count = max(map(len, cells.values())) if rounds is None else rounds
    return History(list(table), [_round(cells, number) for number in range(count)])


def _round(cells: Mapping[int, list[str]], number: int) -> PlayedRound:
    matches, byes = [], []
    for entrant, own in cells.items():
        cell = own[number]
        if cell in BYES:
            kind, points = BYES[cell]
            byes.append(Bye(entrant, points, kind))
            continue
        opponent, seat, result = re.fullmatch(r"(\d+)([wb])(.)", cell).groups()  # type: ignore[union-attr]
        if seat == "w":
            matches.append(_match(entrant, result, int(opponent), cells[int(opponent)][number][-1]))
    return PlayedRound(matches, byes)


def _match(first: int, result: str, second: int, other: str) -> PlayedMatch:
    kind = PLAYED
    if result in "+-":
        kind = DOUBLE_FORFEIT if result == other else FORFEIT
    absent = {"played": [], FORFEIT: [first if result == "-" else second]}.get(kind, [first, second])
    return PlayedMatch([first, second], [POINTS[result], POINTS[other]], kind, list(absent))
