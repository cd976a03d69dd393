"""What a scorekeeper writes down, in a few words."""

from games.rules.cards.cards import cards
from games.rules.scoresheet import decide as ph


def left(text: str) -> dict[int, int | list[int]]:
    """Read what hands are worth: `B 20, C r5 w4` are points of B and the cards of C."""
    held: dict[int, int | list[int]] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        letter, _blank, what = item.partition(" ")
        held["ABCDEFGHIJ".index(letter)] = int(what) if what.lstrip("-").isdecimal() else cards(what)
    return held


def deal(number: int, out: str | None, text: str = "", **facts) -> ph.RecordDeal:
    """Say how a deal ended: `deal(1, "A", "B 20, C r5 w4")`; nobody went out of a blocked one."""
    return ph.RecordDeal(number, None if out is None else "ABCDEFGHIJ".index(out), left(text), **facts)
