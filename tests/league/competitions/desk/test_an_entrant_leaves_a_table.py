"""Situation: a player leaves in the middle of a round: the question, the results and the bracket say so."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from league import competitions
from league.competitions.desk import withdrawal
from league.competitions.read_models.match import title
from league.models import Competition
from league.rules.competition.commands import Withdraw
from tests.league.club_nights import knock_out, matches, started
from tests.league.organizing import act, organizer, post

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def night() -> Competition:
    return started(6, table_size=3, venue="physical", options={})


def questions(competition: Competition, entrant: int) -> list[str]:
    return withdrawal.preview(competitions.look(competition.pk), entrant)


def test_the_question_names_the_player_the_consequence_and_both_acts(night: Competition) -> None:
    match = matches(night)[0]
    leaver = match.placements.order_by("seat")[0].entrant
    table = competitions.look(night.pk).stage.matches[match.key].table_number
    name = leaver.player.name
    page = organizer(night).get(f"/competitions/{night.pk}/entrants/{leaver.number}/")
    assertContains(
        page, f"Withdraw {name}? Table {table} continues with 2 players. {name} gets no more tables."
    )
    assertContains(page, f"{name} plays no more matches. Results so far stay in the standings.")
    for button in (f">Withdraw {name}<", f">Disqualify {name}<", ">Keep<"):
        assertContains(page, button)


def test_of_two_at_a_table_the_other_wins_and_of_many_matches_only_the_number_is_told() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere")
    (match, *_rest) = matches(cup)
    leaver, other = (place.entrant for place in match.placements.order_by("seat"))
    assert questions(cup, leaver.number) == [
        f"{title(competitions.look(cup.pk).stage.matches[match.key])}: {other.player.name} wins.",
        f"{leaver.player.name} gets no more tables.",
    ]
    league = started(6, format="round_robin", table_size=2, venue="elsewhere")
    assert questions(league, 1)[0] == "5 matches are played or decided without Player 1."


def test_online_a_bot_takes_the_seat() -> None:
    night = started(4)
    assert questions(night, 1)[0].endswith(": a bot takes the seat.")


def test_a_player_who_has_left_has_no_field_in_the_row_and_no_total_in_the_result(night: Competition) -> None:
    match = matches(night)[0]
    leaver, *others = [place.entrant.number for place in match.placements.order_by("seat")]
    act(night, Withdraw(leaver, "withdrawn"))
    olga = organizer(night)
    page = olga.get(f"/competitions/{night.pk}/results/")
    assertNotContains(page, f'name="total_{leaver}"')
    assertContains(page, '<span class="tag">withdrew</span>')
    sent = {f"total_{number}": total for number, total in zip(others, (510, 90), strict=True)}
    post(olga, f"/competitions/{night.pk}/matches/1/{match.key}/quick/", **sent)
    result = competitions.look(night.pk).stage.matches[match.key].result
    assert result is not None
    assert result.absent == [leaver]
    assertContains(olga.get(f"/competitions/{night.pk}/results/"), '<span class="tag">withdrew</span>')


def test_the_cards_of_a_cup_say_who_has_left() -> None:
    cup = knock_out(8, venue="physical")
    act(cup, Withdraw(1, "withdrawn"))
    assertContains(
        organizer(cup).get(f"/competitions/{cup.pk}/bracket/"), '<span class="tag">withdrew</span>'
    )
