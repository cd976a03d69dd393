"""The tournament plays each deck once with the bot in each seat, and says how sure its result is."""

import json

import pytest

from games.bots import tournament


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert tournament.main(["strong", *arguments, "--plain", "--json", "--playouts", "20"]) == 0
    result: dict[str, object] = json.loads(capsys.readouterr().out)
    return result


def test_two_decks_are_played_in_every_seat_and_again_alike(capsys: pytest.CaptureFixture[str]) -> None:
    first = played(capsys, "--against", "easy", "--seats", "3", "--decks", "2")
    assert (first["deals"], first["decks"]) == (6, 2)
    share, low, high = first["wins"]  # type: ignore[misc]  # three numbers
    assert 0 <= low <= share <= high <= 1
    again = played(capsys, "--against", "easy", "--seats", "3", "--decks", "2")
    assert (again["wins"], again["points"]) == (first["wins"], first["points"])


def test_another_deck_begins_where_it_is_asked_to(capsys: pytest.CaptureFixture[str]) -> None:
    of_both = played(capsys, "--against", "club", "--seats", "2", "--decks", "2")
    of_second = played(capsys, "--against", "club", "--seats", "2", "--decks", "1", "--first", "1")
    assert (of_both["deals"], of_second["deals"]) == (4, 2)


def test_partners_are_of_the_same_strength(capsys: pytest.CaptureFixture[str]) -> None:
    result = played(capsys, "--rulebook", "partners", "--seats", "4", "--decks", "1")
    assert result["deals"] == 4


def test_whole_matches_can_be_played_too(capsys: pytest.CaptureFixture[str]) -> None:
    result = played(capsys, "--against", "easy", "--seats", "2", "--decks", "1", "--matches")
    assert result["deals"] == 2


def test_the_result_in_words_has_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert tournament.main(["club", "--against", "easy", "--seats", "2", "--decks", "2", "--plain"]) == 0
    assert "95 %" in capsys.readouterr().out


def test_a_number_of_seats_that_the_rulebook_refuses_ends_the_command() -> None:
    with pytest.raises(SystemExit):
        tournament.main(["club", "--rulebook", "two-player", "--seats", "5", "--decks", "1", "--plain"])
