"""The pictures of the README: a desk and a phone side by side, one for light and one for dark readers."""

from pathlib import Path
from typing import Final

from PIL import Image

FOLDER: Final = Path(__file__).resolve().parent / "pictures"
SUBJECTS: Final = {
    "table": "table-my-turn",
    "replay": "replay-long",
    "bracket": "to-500-bracket",
    "standings": "swiss",
    "score": "score",
    "desk": "tables-overview",
    "closing": "closing",
    "lobby": "lobby",
    "club": "club-home",
    "player": "player",
    "rulebook": "rulebook",
    "draft": "draft",
}
"""What the README shows, and the scene it is taken from."""
SCHEMES: Final = ("light", "dark")
_HEIGHT: Final = 760
_GAP: Final = 20
_CUTS: Final = {"desk": (1280, 800), "phone": (390, 844)}
"""What of the long pictures is shown: what somebody sees without scrolling."""
_QUALITY: Final = 72


def put_together(folder: Path) -> None:
    """Make the pictures of the README from those in a folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for subject, scene in SUBJECTS.items():
        for scheme in SCHEMES:
            shots = [_shot(folder / f"{scene}-{look}-{scheme}.png", look) for look in _CUTS]
            _beside(shots).save(FOLDER / f"{subject}-{scheme}.webp", quality=_QUALITY, method=6)


def _shot(path: Path, look: str) -> Image.Image:
    with Image.open(path) as taken:
        cut = Image.new("RGB", _CUTS[look], taken.convert("RGB").getpixel((2, taken.height - 2)))
        cut.paste(taken.convert("RGB"))
    return cut.resize((cut.width * _HEIGHT // cut.height, _HEIGHT), Image.Resampling.LANCZOS)


def _beside(shots: list[Image.Image]) -> Image.Image:
    board = Image.new("RGBA", (sum(shot.width for shot in shots) + _GAP * (len(shots) - 1), _HEIGHT))
    left = 0
    for shot_ in shots:
        board.paste(shot_, (left, 0))
        left += shot_.width + _GAP
    return board
