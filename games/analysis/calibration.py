"""The rules for which the chances were compared with the ends of many deals; marks are given only there.

`calibration.json` is written by `python -m games.analysis.reliability --write`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Final

from games.rules.base.refusal import Refusal
from games.rules.options.options import Options, build

FILE: Final = Path(__file__).with_name("calibration.json")


def has_proof(rulebook: str, options: Options, seats: int) -> bool:
    """Whether the chances of these rules with so many seats were measured."""
    if seats not in _measured().get(rulebook, []):
        return False
    try:
        return options == build(rulebook)
    except Refusal:
        return False


@cache
def _measured() -> dict[str, list[int]]:
    measured: dict[str, list[int]] = json.loads(FILE.read_text("utf-8"))
    return measured
