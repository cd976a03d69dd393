"""Situation: people solve puzzles, with an account or without."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import InvitedOnly, Puzzle, PuzzleAttempt, PuzzleRating
from games.puzzles import attempts, queries
from games.rules.base.refusal import Refusal
from tests.games.playing import after, players
from tests.games.puzzles.made_puzzles import puzzle
from tests.games.visiting import HTMX, log_in

pytestmark = pytest.mark.django_db


def test_a_visitor_answers_without_an_account_and_nothing_is_stored(client):
    made = puzzle()
    page = client.get(f"/puzzles/{made.pk}/")
    assertContains(page, "Choose the best move")
    assertNotContains(page, "Wins the deal")
    answered = client.post(f"/puzzles/{made.pk}/", {"move": "play r5"})
    assertContains(answered, "Right: Red 5")
    assertContains(answered, "Log in to have your answers rated.")
    assertContains(client.post(f"/puzzles/{made.pk}/", {"move": "draw"}), "Not the best move")
    assert not PuzzleAttempt.objects.exists()
    assert Puzzle.objects.get().tried == 0


def test_the_first_answer_of_a_player_counts_and_the_page_keeps_it(client):
    made, (ana,) = puzzle(), players("Ana")
    log_in(client, ana)
    assertRedirects(client.post(f"/puzzles/{made.pk}/", {"move": "draw"}), f"/puzzles/{made.pk}/")
    assertContains(client.get(f"/puzzles/{made.pk}/"), "You chose: Draw a card.")
    again = client.post(f"/puzzles/{made.pk}/", {"move": "play r5"}, headers=HTMX)
    assertContains(again, "You chose: Draw a card.")
    assert PuzzleAttempt.objects.get().is_right is False
    rating, row = PuzzleRating.objects.get(), Puzzle.objects.get()
    assert (rating.tried, rating.solved, row.tried, row.solved) == (1, 0, 1, 0)
    assert rating.mu < 25 < row.mu


def test_a_program_hears_why_a_second_answer_is_refused():
    made, (ana,) = puzzle(), players("Ana")
    assert attempts.answer(made.pk, "play r5", player=ana, at=after(1))
    for pk, move, code in (
        (made.pk, "play r1", "already_tried"),
        (made.pk, "play y9", "bad_move"),
        (10**6, "play r5", "no_such_puzzle"),
    ):
        with pytest.raises(Refusal) as refused:
            attempts.answer(pk, move, player=ana, at=after(2))
        assert refused.value.code == code
    assert PuzzleRating.objects.get().solved == 1


def test_a_move_that_is_not_possible_is_refused(client):
    made = puzzle()
    assert client.post(f"/puzzles/{made.pk}/", {"move": "play y9"}).status_code == 422
    assert client.post(f"/puzzles/{made.pk}/", {}).status_code == 422


def test_with_scripts_the_puzzle_alone_is_replaced(client):
    made = puzzle()
    part = client.post(f"/puzzles/{made.pk}/", {"move": "play r5"}, headers=HTMX).content.decode()
    assert part.strip().startswith('<div id="puzzle"')
    assert "<html" not in part


def test_every_move_of_a_puzzle_is_on_its_page_and_ids_are_unique(client):
    made = puzzle()
    page = client.get(f"/puzzles/{made.pk}/").content.decode()
    offered = set(re.findall(r'name="move" value="([^"]+)"', page))
    assert offered == {"play r5", "play r1", "draw", *(f"play w {colour}" for colour in "rygb")}
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_a_solved_puzzle_no_longer_asks_for_a_move(client):
    made = puzzle()
    assert "Your turn" in client.get(f"/puzzles/{made.pk}/").content.decode()
    solved = client.post(f"/puzzles/{made.pk}/", {"move": "play r5"}, headers=HTMX).content.decode()
    assert "Your turn" not in solved


def test_a_card_for_which_uno_is_called_needs_no_further_choice(client):
    made = puzzle("A: r5 b6 | B: y1 r6 | C: b1 b2 | draw g1 g2 | top r9 | turn A", "play r5 uno")
    page = client.get(f"/puzzles/{made.pk}/").content.decode()
    assert 'name="move" value="play r5 uno" aria-label="Play red 5"' in page
    assert "Play and say UNO" not in page


def test_nobody_is_named_on_a_puzzle(client):
    made = puzzle()
    page = client.get(f"/puzzles/{made.pk}/").content.decode()
    assert "Player B" in page
    assert "Friday 7" not in page
    assert "/tables/" not in page


def test_a_puzzle_of_a_match_that_became_private_is_gone(client):
    made = puzzle(daily_on=queries.today())
    InvitedOnly.objects.create(table_id=made.analysis_id, key="k")
    assert client.get(f"/puzzles/{made.pk}/").status_code == 404
    assert client.get("/puzzles/999999/").status_code == 404
    assertContains(client.get("/puzzles/"), "There are no puzzles yet")


def test_the_page_of_all_puzzles_shows_today_the_kinds_and_how_a_player_does(
    client, django_assert_max_num_queries
):
    made = puzzle(daily_on=queries.today())
    puzzle(kind="wild")
    page = client.get("/puzzles/")
    assertContains(page, "Puzzle of the day")
    assertContains(page, "Which card to play")
    assertContains(page, "Log in to have your answers rated.")
    (ana,) = players("Ana")
    log_in(client, ana)
    assertContains(client.get("/puzzles/"), "Your first answer to a puzzle gives you a rating.")
    attempts.answer(made.pk, "play r5", player=ana, at=after(1))
    with django_assert_max_num_queries(15):
        page = client.get("/puzzles/")
    assertContains(page, "1 of 1 solved")
    assertContains(page, "answered: 1")
    assertContains(page, "provisional")


def test_the_next_puzzle_is_as_hard_as_the_player_is_good_and_never_an_answered_one(client):
    easy, hard, level = puzzle(), puzzle(), puzzle()
    Puzzle.objects.filter(pk=easy.pk).update(mu=10)
    Puzzle.objects.filter(pk=hard.pk).update(mu=40)
    (ana,) = players("Ana")
    log_in(client, ana)
    assertRedirects(client.get("/puzzles/next/"), level.get_absolute_url())
    attempts.answer(level.pk, "play r5", player=ana, at=after(1))
    assertRedirects(client.get("/puzzles/next/"), hard.get_absolute_url())
    attempts.answer(hard.pk, "play r5", player=ana, at=after(1))
    attempts.answer(easy.pk, "play r5", player=ana, at=after(1))
    assertContains(client.get("/puzzles/next/?kind=other"), "There is no other puzzle of this kind")


def test_visitors_go_round_all_puzzles_of_a_kind(client):
    first, second, wild = puzzle(), puzzle(), puzzle(kind="wild")
    assertRedirects(client.get("/puzzles/next/"), first.get_absolute_url())
    assertRedirects(client.get(f"/puzzles/next/?kind=other&after={second.pk}"), first.get_absolute_url())
    assertRedirects(client.get(f"/puzzles/next/?after={second.pk}"), wild.get_absolute_url())
    assert client.get("/puzzles/next/?kind=x").status_code == 404
    assertContains(client.get(f"/puzzles/next/?kind=wild&after={wild.pk}"), "No puzzle left")
