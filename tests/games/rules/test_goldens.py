"""Ten deals, each under another rulebook, come out word for word as they were once checked and kept."""

import re
from pathlib import Path

import pytest

from games.rules.match.events import Event
from tests.games.rules.goldens.playthrough import GOLDENS, Golden, playthrough

FOLDER = Path(__file__).with_name("goldens")


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda golden: golden.rulebook)
def test_the_deal_is_played_as_it_is_written(golden: Golden) -> None:
    written = (FOLDER / f"{golden.rulebook}.txt").read_text("utf-8")
    assert playthrough(golden) == written, "see `python -m tests.games.rules.goldens --write`"


def test_every_text_belongs_to_a_playthrough_and_tells_a_whole_deal() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.txt")}
    assert set(texts) == {golden.rulebook for golden in GOLDENS}
    assert all("RoundEnded winner" in text for text in texts.values())


# Told nowhere in the ten texts; scenarios and tests cover them.
UNTOLD = {
    *("DealVoided", "DrawPileRebuilt", "ForfeitPerformed", "StarterColourAsked", "StarterColourChosen"),
    "SeatGivenUp",  # no bot leaves for good
}


def test_together_the_texts_tell_of_nearly_everything_that_can_happen() -> None:
    told = {
        word
        for path in FOLDER.glob("*.txt")
        for word in re.findall(r"[A-Z][A-Za-z]+", path.read_text("utf-8"))
    }
    assert {kind.__name__ for kind in Event.__subclasses__()} - told == UNTOLD
