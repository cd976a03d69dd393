"""Journey: somebody solves the puzzle of the day from the lobby, by keyboard, and goes on to the next."""

from playwright.sync_api import expect

from games.models import Player, PuzzleAttempt
from games.puzzles import queries
from tests.games.puzzles.made_puzzles import puzzle
from tests.journeys.people import visitor


def test_the_puzzle_of_the_day_is_solved_from_the_lobby(browser, asgi_server, transactional_db):
    ana = Player.objects.create(name="Ana")
    puzzle(daily_on=queries.today())
    following = puzzle(kind="wild")
    page = visitor(browser, asgi_server, ana)
    page.goto("/")
    page.locator("#daily-puzzle").click()
    expect(page.get_by_text("Choose the best move.")).to_be_visible()
    expect(page.get_by_role("button", name="Keys")).to_be_visible()
    page.get_by_role("button", name="Play Wild").press("Enter")
    expect(page.get_by_role("dialog", name="Colour for Wild")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    for _card in range(4):
        page.keyboard.press("ArrowRight")
        if page.evaluate("document.activeElement.value") == "play r5":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Right: Red 5")).to_be_focused()
    expect(page.locator(".solution")).to_contain_text("a certainty of 99%")
    expect(page.locator(".solution")).to_contain_text("Your puzzle rating after this answer")
    assert PuzzleAttempt.objects.get().is_right
    page.locator("#next-puzzle").click()
    expect(page.get_by_role("heading", name=f"Puzzle {following.pk}")).to_be_visible()
    assert page.complaints == []
