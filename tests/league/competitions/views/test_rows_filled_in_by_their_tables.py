"""Situation: guests keep the score at their tables while an organizer has the totals of the round open."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.models import Competition, Match
from tests.games.sending import new_id
from tests.games.visiting import HTMX
from tests.league.club_nights import later, matches, started
from tests.league.organizing import organizer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def night() -> Competition:
    return started(8, venue="physical", rounds=2, options={})


@pytest.fixture
def olga(night: Competition) -> Client:
    return organizer(night)


@pytest.fixture
def match(night: Competition) -> Match:
    return matches(night)[0]


def deal(match: Match, number: int, winner: int, points: int) -> None:
    left = {seat: points if seat == (winner + 1) % 4 else 0 for seat in range(4) if seat != winner}
    scoresheets.act(match.table_id, RecordDeal(number, winner, left), by="scorekeeper:1", at=later(number))


def numbers(match: Match) -> list[int]:
    return list(match.placements.order_by("seat").values_list("entrant__number", flat=True))


def stamp(match: Match, deals: int, *totals: int) -> str:
    return f"{deals}:" + ",".join(
        f"{number}={total}" for number, total in zip(numbers(match), totals, strict=False)
    )


def save(client: Client, match: Match, *totals: object, **more: object):
    path = f"/competitions/{match.competition_id}/matches/{match.stage}/{match.key}/quick/"
    sent = {f"total_{number}": total for number, total in zip(numbers(match), totals, strict=True)}
    return client.post(path, {"command_id": new_id(), **sent, **more}, headers=HTMX)


def places(match: Match) -> list[int | None]:
    return list(match.placements.order_by("seat").values_list("place", flat=True))


def test_totals_so_far_say_after_how_many_deals_they_are(night, olga, match) -> None:
    page = f"/competitions/{night.pk}/results/"
    assertNotContains(olga.get(page), "so far</span>")
    deal(match, 1, winner=0, points=60)
    assertContains(olga.get(page), "1 deal so far</span>", count=1)
    deal(match, 2, winner=1, points=70)
    shown = olga.get(page)
    assertContains(shown, "2 deals so far</span>")
    assertContains(shown, f'name="at_table" value="{stamp(match, 2, 60, 70, 0, 0)}"')


def test_totals_of_an_earlier_deal_are_not_recorded_and_the_newer_ones_take_their_place(olga, match) -> None:
    deal(match, 1, winner=0, points=60)
    seen = stamp(match, 1, 60, 0, 0, 0)
    deal(match, 2, winner=1, points=70)
    answer = save(olga, match, 60, 0, 0, 0, at_table=seen, is_sure="1")
    assertContains(answer, "The table has recorded more in the meantime.", status_code=409)
    assertContains(answer, 'value="70"', status_code=409)
    assertNotContains(answer, "data-typed", status_code=409)
    assert places(match) == [None] * 4


def test_totals_that_were_typed_stand_beside_those_of_the_table_and_can_be_saved_then(olga, match) -> None:
    deal(match, 1, winner=0, points=60)
    seen = stamp(match, 1, 60, 0, 0, 0)
    deal(match, 2, winner=1, points=70)
    answer = save(olga, match, 510, 9, 8, 7, at_table=seen)
    assertContains(answer, 'value="510"', status_code=409)
    name = match.placements.get(seat=1).entrant.player.name
    assertContains(answer, f"{name} 70", status_code=409)
    now = stamp(match, 2, 60, 70, 0, 0)
    assertContains(answer, f'value="{now}"', status_code=409)
    assertContains(save(olga, match, 510, 9, 8, 7, at_table=now), "Saved.")
    assert places(match) == [1, 2, 3, 4]


def test_totals_with_which_the_table_plays_on_are_recorded_only_after_a_question(olga, match) -> None:
    deal(match, 1, winner=0, points=60)
    sent = {"at_table": stamp(match, 1, 60, 0, 0, 0)}
    asked = save(olga, match, 60, 0, 0, 0, **sent)
    assertContains(asked, "The table is still playing: 1 deal so far. Is the match over?", status_code=422)
    assert places(match) == [None] * 4
    assertContains(save(olga, match, 60, 0, 0, 0, is_sure="1", **sent), "Saved.")
    assert places(match) == [1, 2, 2, 2]


def test_the_form_of_a_match_records_no_totals_of_an_earlier_deal_either(olga, match) -> None:
    page = f"/competitions/{match.competition_id}/matches/{match.stage}/{match.key}/"
    deal(match, 1, winner=0, points=60)
    seen = stamp(match, 1, 60, 0, 0, 0)
    assertContains(olga.get(page), f'name="at_table" value="{seen}"')
    deal(match, 2, winner=1, points=70)
    totals = {f"total_{number}": total for number, total in zip(numbers(match), (60, 0, 0, 0), strict=True)}
    sent = {"kind": "played", "is_sure": "on", **totals}
    answer = olga.post(f"{page}report/", {"command_id": new_id(), "at_table": seen, **sent})
    assertContains(answer, "The table has recorded more in the meantime.", status_code=409)
    name = match.placements.get(seat=1).entrant.player.name
    assertContains(answer, f"{name} 70", status_code=409)
    assert places(match) == [None] * 4
    now = stamp(match, 2, 60, 70, 0, 0)
    assertContains(answer, f'name="at_table" value="{now}"', status_code=409)
    assert olga.post(f"{page}report/", {"command_id": new_id(), "at_table": now, **sent}).status_code == 302
    assert places(match) == [1, 2, 2, 2]


def test_an_open_page_gets_newer_rows_and_nothing_while_there_are_none(night, olga, match) -> None:
    deal(match, 1, winner=0, points=60)
    page = f"/competitions/{night.pk}/results/"
    progress = olga.get(page).context["progress"]
    assert olga.get(page, {"totals": progress}, headers=HTMX).status_code == 204
    deal(match, 2, winner=1, points=70)
    news = olga.get(page, {"totals": progress}, headers=HTMX)
    assertContains(news, "2 deals so far")
    assertNotContains(news, "<html")


def test_a_row_without_a_total_asks_whether_that_player_was_absent(olga, match) -> None:
    first, *_others, last = numbers(match)
    name = match.placements.get(seat=3).entrant.player.name
    asked = save(olga, match, 510, 90, 80, "")
    assertContains(asked, f"There is no total for {name}.", status_code=422)
    assertContains(asked, f'name="absent" value="{last}"', status_code=422)
    assertContains(asked, 'value="510"', status_code=422)
    asked = save(olga, match, 410, 90, 80, "", absent=last)
    assertContains(asked, "No one has 500 points.", status_code=422)
    assertContains(asked, f'type="hidden" name="absent" value="{last}"', status_code=422)
    saved = save(olga, match, 410, 90, 80, "", absent=last, is_sure="1")
    assertContains(saved, '<span class="tag">absent</span>')
    assert places(match) == [1, 2, 3, 4]
    result = competitions.look(match.competition_id).match(1, match.key).result
    assert result.absent == [last]
    undone = save(olga, match, "", "", "", "", do="undo")
    assertContains(undone, f'id="m1-{match.key.replace(".", "-")}-total_{first}"')
    assertContains(undone, 'value="410"')


def test_a_row_in_which_nothing_was_typed_makes_nobody_absent(olga, match) -> None:
    sent = ",".join(map(str, numbers(match)))
    answer = save(olga, match, "", "", "", "", absent=sent)
    assertContains(answer, "Enter the totals of those who played.", status_code=422)
    assert places(match) == [None] * 4
