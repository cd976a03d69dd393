"""What strangers and accounts may ask to be worked out at most on the spot: processor time of each."""

import json
import random
import time
from typing import Any, Final

from league.rules.documents import computations
from league.rules.tiebreaks import TIE_BREAKS

STRANGERS: Final = 0.3
"""Seconds of processor time."""
_NOTHING: Final = {"entrants": None, "results": None, "by": None}
_LARGEST: Final[dict[str, dict[str, Any]]] = {
    "swiss of two": {"format": "swiss", "entrants": 64},
    "swiss at tables": {"format": "swiss", "entrants": 32, "table_size": 6},
    "round robin, two legs": {"format": "round_robin", "entrants": 48, "legs": 2},
    "single elimination": {"format": "single_elimination", "entrants": 256},
    "double elimination": {"format": "double_elimination", "entrants": 256},
    "single elimination, clubs": {
        "format": "single_elimination",
        "entrants": [{"name": str(number), "club": str(number % 5)} for number in range(32)],
        "separate_clubs": 5,
    },
    "double elimination, parties": {
        "format": "double_elimination",
        "entrants": [{"name": str(number), "party": str(number % 8)} for number in range(32)],
    },
    "elimination to 500": {"format": "elimination_500", "entrants": 128, "table_size": 3},
}


def main() -> None:
    """Print a line for each."""
    for name, request in _LARGEST.items():
        _timed(name, lambda request=request: computations.draw({**_NOTHING, **request}))
    for name, entrants, rounds in (("swiss of two", 64, 22), ("swiss at tables", 24, 26)):
        request = _LARGEST[name] | {"entrants": entrants}
        size = request.get("table_size", 2)
        played = _history(entrants, rounds, size)
        asked = {**_NOTHING, **request, "results": played}
        assert computations.is_short_draw(computations.wanted(asked))
        _timed(f"{name}, with results", lambda asked=asked: computations.draw(asked))
        ranked = {"results": played, "tiebreaks": [*TIE_BREAKS], **_STANDARD}
        _timed(
            f"standings, every tie-break, {size} a match",
            lambda history=ranked: computations.standings(history),
        )


_STANDARD: Final = {"unplayed": "fide2026", "is_predetermined": None, "seed": 0, "win": None, "draw": None}


def _timed(name: str, work: Any) -> None:
    begun = time.process_time()
    size = len(json.dumps(work()))
    took = time.process_time() - begun
    remark = "" if took <= STRANGERS else f"  MORE THAN {STRANGERS} s"
    print(f"{name:45} {took:6.3f} s {size:9,} bytes{remark}")  # noqa: T201 - what it is for


def _history(entrants: int, rounds: int, size: int) -> dict[str, Any]:
    dice = random.Random(1)
    order, played = list(range(1, entrants + 1)), []
    for _round in range(rounds):
        dice.shuffle(order)
        tables = [order[n : n + size] for n in range(0, entrants - size + 1, size)]
        played.append({"matches": [_match(table) for table in tables]})
    return {"entrants": list(range(1, entrants + 1)), "rounds": played}


def _match(entrants: list[int]) -> dict[str, Any]:
    count = len(entrants)
    return {"entrants": entrants, "points": [0.5] * count, "places": [1] * count}


if __name__ == "__main__":
    main()
