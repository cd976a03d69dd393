"""Situation: somebody learns to play, and the bots at the table say why they moved so."""

import re

import pytest
from django.utils import timezone

from games import tables
from games.pages.last_moves import last_moves
from games.rules.cards.cards import card
from games.rules.match import events as e
from games.wording.bot_reasons import reasons
from tests.games.playing import deal, fresh, player
from tests.games.visiting import log_in, look_at

NAMES = ["Ana", "Nova", "Wren"]
START = (1, [e.StarterTurned(card("r9")), e.TurnStarted(1)])


def reason(*events, counts=(7, 7, 7), start=START):
    """The reason of a step of a bot that follows the first card, which was red 9."""
    return reasons([start, (2, list(events))], frozenset({2}), counts, lambda _step: NAMES).get(2, "")


@pytest.mark.parametrize(
    ("played", "words"),
    [
        ("r4", "It has the colour on the table, red."),
        ("b9", "It has the same number, and changes the colour from red to blue."),
    ],
)
def test_a_card_is_explained_by_what_lay_on_the_table(played, words):
    assert reason(e.CardPlayed(1, card(played))) == words


def test_a_symbol_is_explained_by_the_symbol():
    start = (1, [e.StarterTurned(card("rS"))])
    words = "It has the same symbol, and changes the colour from red to green."
    assert reason(e.CardPlayed(1, card("gS")), start=start) == words


def test_a_wild_is_explained_by_the_colour_it_brings():
    words = reason(e.CardPlayed(1, card("w")), e.ColourChosen(1, 3))
    assert words == "A Wild matches every card, and Nova could choose the colour: blue."
    four = reason(e.CardPlayed(1, card("w4")), e.ColourChosen(1, 2), e.PenaltyRaised("draw4", 4, 2, 1))
    assert four == "It changes the colour to green, and aims four cards at the next player."


def test_a_card_against_somebody_who_is_about_to_go_out_says_so():
    hit = (e.CardPlayed(1, card("r+")), e.CardsDrawn(2, [-1, -1], "penalty"), e.PlayerSkipped(2))
    assert reason(*hit, counts=(7, 6, 4)) == "Wren had only 2 cards left: this slows Wren down."
    assert reason(*hit, counts=(7, 6, 9)) == "It has the colour on the table, red."


def test_a_drawn_card_is_explained_by_what_would_have_matched():
    words = reason(e.CardsDrawn(1, [-1], "turn"))
    assert words == "A card had to be red, have the number 9, or be a Wild. Without one you draw."


def test_a_reason_names_who_sat_there_at_its_step():
    moves = [
        START,
        (2, [e.CardPlayed(1, card("r+")), e.CardsDrawn(2, [-1, -1], "penalty"), e.PlayerSkipped(2)]),
    ]
    names_at = {1: NAMES, 2: ["Ana", "Nova", "Bo"]}.__getitem__
    told = reasons(moves, frozenset({2}), (7, 6, 4), names_at)
    assert told[2] == "Bo had only 2 cards left: this slows Bo down."


def test_the_call_of_uno_is_explained_with_the_card():
    words = reason(e.CardPlayed(1, card("r4")), e.UnoCalled(1))
    assert words.endswith("With one card left you say UNO: otherwise anyone can catch you.")


def test_a_reason_stands_with_the_move_and_not_with_a_call_that_nobody_caught_before_it():
    drawn = [e.UnoLapsed(0), e.CardsDrawn(1, [-1], "turn"), e.TurnPassed(1)]
    told = last_moves([START, (2, drawn)], lambda _step: NAMES, {}, {2: "No card fits."})
    assert [(line.words, line.reason) for line in told[:3]] == [
        ("Nova passed", ""),
        ("Nova drew a card", "No card fits."),
        ("No one caught Ana not saying UNO", ""),
    ]


def test_people_need_no_reason():
    moves = [START, (2, [e.CardPlayed(1, card("r4"))])]
    assert reasons(moves, frozenset(), (7, 7, 7), lambda _step: NAMES) == {}


@pytest.mark.django_db
def test_the_reason_is_the_same_whatever_else_the_bot_holds(client):
    """Two worlds that differ only in hidden cards: nobody learns of them from a reason."""
    told = []
    for rest in ("y5 y6", "g8 b2"):
        table = deal("Ana bot", f"r1 b2 g3/r4 {rest}", "r9 y1 y2 y3 y4 b5 b6 b7")
        assert tables.play_for_bot(table.pk, version=fresh(table).version, at=timezone.now())
        log_in(client, player(table, "A"))
        page = look_at(client, table).content.decode()
        told.append(re.findall(r'class="moves__reason">([^<]*)<', page))
    assert told[0] == told[1] == ["It has the colour on the table, red."]
