"""Compare the playthroughs with their texts; `python -m tests.games.rules.goldens --write` replaces these."""

import sys
from pathlib import Path

from tests.games.rules.goldens.playthrough import GOLDENS, playthrough

FOLDER = Path(__file__).parent


def main(arguments: list[str]) -> int:
    """Write or compare all texts; 1 if one of them differs."""
    differing = 0
    for golden in GOLDENS:
        path = FOLDER / f"{golden.rulebook}.txt"
        told = playthrough(golden)
        if arguments == ["--write"]:
            path.write_text(told, "utf-8")
        elif not path.exists() or path.read_text("utf-8") != told:
            sys.stdout.write(f"{path.name} differs\n")
            differing += 1
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
