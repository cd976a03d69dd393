"""Situation: a notice appears while somebody taps seats or mends a deal: it moves and covers nothing."""

import re
from pathlib import Path

from django.contrib.staticfiles import finders


def rule(sheet: str, selector: str) -> dict[str, str]:
    """What a style sheet says of a selector outside any condition."""
    text = Path(str(finders.find(sheet))).read_text()
    bodies = re.findall(rf"^{re.escape(selector)} {{([^}}]*)}}", text, re.MULTILINE)
    assert bodies, selector
    return dict(
        [part.strip() for part in line.split(":", 1)]
        for body in bodies
        for line in body.split(";")
        if ":" in line
    )


def test_the_line_that_names_the_player_about_to_swap_has_one_height_with_and_without_a_name() -> None:
    assert {"height", "overflow"} <= set(rule("league/desk/organizing.css", ".draft__swap"))


def test_the_deals_that_wait_to_be_sent_cover_no_name_of_the_pad() -> None:
    assert "position" not in rule("games/scoresheets/score.css", ".waiting")


def test_a_link_in_a_sentence_on_red_has_the_colour_of_the_sentence() -> None:
    assert rule("games/site.css", ".refused a")["color"] == "inherit"


def test_up_and_down_have_colours_of_their_own() -> None:
    up, down = (rule("league/competitions/boards.css", f".moved--{way}")["color"] for way in ("up", "down"))
    assert up != down
