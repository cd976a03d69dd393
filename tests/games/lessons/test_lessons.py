"""Situation: somebody tries what the page "How to play" teaches; the rules answer."""

import pytest

from games.lessons.lessons import LESSONS, Lesson, lesson
from games.lessons.trials import ME, MOST_MOVES, Trial, read_moves
from games.pages.controls import move_text
from games.rules.cards.cards import TOKENS
from games.rules.match.invariants import all_cards

each_lesson = pytest.mark.parametrize("taught", LESSONS, ids=lambda taught: taught.key)


def tried(key: str, *moves: str) -> Trial:
    taught = lesson(key)
    assert taught is not None
    return Trial(taught, moves)


def counts(trial: Trial) -> list[int]:
    return trial.sight.counts


@each_lesson
def test_the_visitor_is_to_move_and_every_control_does_something(taught: Lesson) -> None:
    start = Trial(taught)
    assert start.is_mine
    for command in start._legal:
        after = Trial(taught, [move_text(command)])
        assert after.refusal is None
        assert after.story
        assert sum(all_cards(after._state)) == sum(all_cards(start._state))


@each_lesson
def test_a_card_that_does_not_fit_is_refused_with_the_reason_and_changes_nothing(taught: Lesson) -> None:
    start = Trial(taught)
    for held in start.hand:
        if not held.choice and not held.groups:
            after = Trial(taught, [f"play {TOKENS[held.card]}"])
            assert after.refusal is not None
            assert after.refusal.sentence
            assert after._state == start._state
            assert after.moves == ""


def test_same_colour_and_same_number_fit_and_nothing_else_does() -> None:
    fits = {TOKENS[held.card] for held in tried("match").hand if held.choice}
    assert fits == {"r4", "b9"}
    assert "red" in tried("match", "play g2").refusal.sentence


def test_the_drawn_card_may_be_played_or_kept() -> None:
    drawn = tried("match", "draw")
    assert [action.key for action in drawn.actions] == ["pass"]
    assert counts(tried("match", "draw", "play r7"))[ME] == 4
    assert counts(tried("match", "draw", "pass"))[ME] == 5


def test_action_cards_do_what_is_said_of_them() -> None:
    assert tried("actions", "play gS").sight.to_act == 2
    reversed_ = tried("actions", "play gR").sight
    assert (reversed_.direction, reversed_.to_act) == (-1, 3)
    two = tried("actions", "play g+")
    assert counts(two)[1] == 5
    assert two.sight.to_act == 2


def test_the_action_cards_are_tried_one_after_another_in_the_same_position() -> None:
    first = tried("actions", "play gS")
    assert not first.is_mine
    assert first.may_try
    second = tried("actions", "play gS", "play gR")
    assert (second.sight.direction, second.sight.to_act) == (-1, 3)
    third = tried("actions", "play gS", "play gR", "play g+")
    assert third.story == tried("actions", "play g+").story
    assert third.moves == "play gS;play gR;play g+"
    assert [TOKENS[held.card] for held in third.hand] == ["g3", "g5"]
    assert not tried("match", "play r4").may_try
    assert counts(tried("actions", "draw", "play r7"))[ME] == 5  # a card that was drawn is of the same turn


def test_the_story_says_that_a_draw_card_costs_the_turn() -> None:
    assert tried("actions", "play g+").story == [
        "You played green Draw Two",
        "2 cards for Bo",
        "Bo drew 2 cards",
        "Bo misses a turn",
    ]
    assert tried("bluff", "accept").story == ["You drew 4 cards", "You miss a turn"]
    assert tried("no-bluff", "challenge").story[-1] == "You miss a turn"
    assert tried("bluff", "challenge").story[-1] == "Cy drew 4 cards after the challenge"


@pytest.mark.parametrize(
    ("key", "move", "story"),
    [
        ("match", "draw", ["You drew red 7"]),
        ("no-bluff", "challenge", ["You challenged Cy", "Your challenge failed: Cy did not bluff"]),
        ("uno", "play b4", ["You played blue 4", "Bo caught you not saying UNO"]),
        ("catch", "catch C", ["You caught Cy not saying UNO", "Cy drew 2 cards for forgetting UNO"]),
        ("out", "play r7", ["You played red 7", "You went out", "You won the deal", "Points: You 82"]),
    ],
)
def test_the_visitor_is_you_in_the_story(key: str, move: str, story: list[str]) -> None:
    assert tried(key, move).story[: len(story)] == story


def test_the_next_lesson_begins_with_its_explanation() -> None:
    assert tried("match").following == "learn-actions"
    assert tried("wild").following == "try-bluff"
    assert tried("elimination").following == ""


def test_a_wild_asks_for_the_colour() -> None:
    assert [TOKENS[held.card] for held in tried("wild").menus] == ["w"]
    assert tried("wild", "play w").refusal.code == "colour_missing"
    assert tried("wild", "play w g").sight.colour == 2


def test_a_bluff_is_found_out_and_an_honest_card_costs_the_challenger_six() -> None:
    assert counts(tried("bluff", "challenge"))[2] == 3 + 4
    assert counts(tried("bluff", "accept"))[ME] == 3 + 4
    assert counts(tried("no-bluff", "challenge"))[ME] == 3 + 6


def test_without_the_call_bo_catches_the_visitor() -> None:
    assert counts(tried("uno", "play b4 uno"))[ME] == 1
    assert counts(tried("uno", "play b4"))[ME] == 3


def test_cy_can_be_caught() -> None:
    assert [other.catch for other in tried("catch").others] == ["", "catch C"]
    caught = tried("catch", "catch C")
    assert counts(caught)[2] == 3
    assert caught.is_mine


def test_the_last_card_wins_the_match_to_500() -> None:
    end = tried("out", "play r7")
    assert end.result is not None
    assert next((row.name, row.points, row.total) for row in end.result.rows) == ("You", 82, 512)
    assert end.result.is_match_over
    assert not end.is_mine


def test_in_an_elimination_the_points_of_the_own_hand_put_bo_out() -> None:
    end = tried("elimination", "play r7")
    assert [(row.total, row.is_out) for row in end.result.rows] == [(95, False), (503, True), (179, False)]
    assert not end.result.is_match_over


@pytest.mark.parametrize("move", ["deal", "end_match", "ref A penalty9", "retire", "play zz", "A draw", ""])
def test_a_move_that_no_lesson_knows_is_not_understood(move: str) -> None:
    assert tried("match", move).refusal.code == "bad_move"


def test_a_request_brings_a_few_short_moves_at_most() -> None:
    assert read_moves(" draw ; pass ;;") == ["draw", "pass"]
    assert len(read_moves("draw;" * 500)) == MOST_MOVES
    assert max(map(len, read_moves("play " * 500))) <= 20


def test_the_cards_of_the_others_stay_hidden_until_the_deal_is_over() -> None:
    for taught in LESSONS:
        sight = Trial(taught).sight
        assert sight.hands[1:] == [None] * (sight.seats - 1)
