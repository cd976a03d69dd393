"""Situation: cards are drawn on a page from one sprite: each has its own picture, words and text."""

import re
from pathlib import Path

import pytest

from games.rules.cards import cards as known
from games.rules.cards.cards import COLOUR_OF, TOKENS
from games.tables import BOT_NAMES
from games.templatetags.cards import bot_face, card, card_back, card_face, card_name, icon, sprite, token

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"
DECKS = ("classic_108", "swap_112", "shuffle_112", "mario_112", "blank_112", "plus_ten_112")
EVERY_CARD = range(len(TOKENS))


def drawings():
    return set(re.findall(r'<symbol id="([^"]+)"', sprite()))


def used(markup):
    return re.findall(r'href="#([^"]+)"', markup)


def test_every_deck_is_made_of_cards_that_are_drawn() -> None:
    kept = {"blank_112": 4}
    assert {card for name in DECKS for card in known.deck(name, kept.get(name, 0))} == set(EVERY_CARD)


@pytest.mark.parametrize("number", EVERY_CARD, ids=TOKENS)
def test_a_card_is_put_together_from_the_sprite_and_says_its_name(number: int) -> None:
    drawn = card(number)
    assert set(used(drawn)) <= drawings()
    assert f'aria-label="{card_name(number)}"' in drawn
    assert "aria-hidden" in card_face(number)
    assert "aria-label" not in card_face(number)


def test_no_two_cards_look_alike_sound_alike_or_are_written_alike() -> None:
    assert len({card_face(number) for number in EVERY_CARD}) == len(TOKENS)
    assert len({card_name(number) for number in EVERY_CARD}) == len(TOKENS)
    assert len({token(number) for number in EVERY_CARD}) == len(TOKENS)


def test_a_colour_is_a_shape_as_well() -> None:
    shapes = {colour: f"face-{colour}" for colour in ("red", "yellow", "green", "blue")}
    assert shapes.keys() == {
        drawing.removeprefix("shape-") for drawing in drawings() if drawing.startswith("shape-")
    }
    for number in EVERY_CARD:
        face = used(card(number))[0]
        names = card_name(number).split()
        assert face == (shapes[names[0]] if COLOUR_OF[number] >= 0 else "face-black")
    assert all(f"#shape-{colour}" in sprite() for colour in shapes)


def test_everything_the_sprite_refers_to_is_in_it() -> None:
    inside = set(re.findall(r' id="([^"]+)"', sprite()))
    assert set(used(sprite())) <= inside
    assert {*used(card_back()), *used(icon("bell"))} <= inside
    assert "http" not in sprite().replace("http://www.w3.org/2000/svg", "")


def test_every_whole_page_that_may_draw_something_carries_the_sprite() -> None:
    for path in TEMPLATES.rglob("*.html"):
        text = path.read_text()
        if text.lstrip().lower().startswith(("<!doctype", "{% load")) and "<!doctype html>" in text.lower():
            assert ("{% sprite %}" in text) == bool(re.search(r"{% load [^%]*\bcards\b", text)), path


def test_the_face_of_a_bot_is_drawn_from_the_shapes_of_cards_without_a_colour():
    faces = {bot_face(f"Bot {number}") for number in range(100)}
    assert len(faces) == 16
    assert not any("--" in face for face in faces)  # no browser draws a path with two signs of a number
    assert not any(part in face for face in faces for part in ("shape", "red", "yellow", "green", "blue"))
    assert len({bot_face(name) for name in BOT_NAMES}) == len(BOT_NAMES)
    assert bot_face("Olive") == bot_face("Olive")


@pytest.mark.parametrize("first", range(len(BOT_NAMES)))
def test_four_bots_of_a_table_have_heads_of_four_shapes(first):
    names = (BOT_NAMES + BOT_NAMES)[first : first + 4]
    assert len({re.search('d="(M.*?)M', bot_face(name))[1] for name in names}) == 4
