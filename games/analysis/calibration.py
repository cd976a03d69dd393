"""The rules for which the chances were compared with the ends of many deals; marks are given only there.

`calibration.json` is written by `python -m games.analysis.reliability --write`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from games.rules.base.refusal import Refusal
from games.rules.options.options import Options, build

FILE: Final = Path(__file__).with_name("calibration.json")


_OF_NO_DEAL: Final = (
    *("dealer_choice", "next_dealer"),
    *("target_score", "match_end", "round_limit", "survivors"),
)
"""Options that change nothing in the course of a deal: chances were measured over deals."""


def has_proof(rulebook: str, options: Options, seats: int) -> bool:
    """Whether the chances in deals by these rules with so many seats were measured."""
    if seats not in _measured().get(rulebook, []):
        return False
    try:
        measured = build(rulebook)
    except Refusal:
        return False
    same = {name: getattr(measured, name) for name in _OF_NO_DEAL}
    return msgspec.structs.replace(options, **same) == measured


@cache
def _measured() -> dict[str, list[int]]:
    measured: dict[str, list[int]] = json.loads(FILE.read_text("utf-8"))
    return measured
