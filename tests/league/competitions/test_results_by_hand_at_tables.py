"""Situation: organizers enter the result of a match that is being played at a table, and undo it."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import scoresheets, tables
from games.models import Seat, Table
from games.rules.base.refusal import Refusal
from games.rules.scoresheet.decide import RecordDeal
from league import tasks
from league.competitions import results
from league.models import Competition
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult
from league.rules.settings import result_kinds
from tests.games.playing import assert_rebuilt_equals_live
from tests.league.api.asking import program
from tests.league.club_nights import BY, fresh, later, matches, play, started
from tests.league.organizing import organizer, report

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def night(**facts) -> tuple[Competition, Table]:
    evening = started(4, **facts)
    return evening, matches(evening)[0].table


def undo(competition: Competition, at: int = 20) -> None:
    key = matches(competition)[0].key
    results.correct(competition.pk, results.reopening(1, key, "wrong table"), by=BY, at=later(at))


def correct(competition: Competition, *numbers: int, at: int = 20) -> None:
    finishes = [Finish(entrant, place, 100 * (9 - place)) for place, entrant in enumerate(numbers, start=1)]
    key = matches(competition)[0].key
    results.correct(competition.pk, CorrectResult(1, key, finishes), by=BY, at=later(at))


def places(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table=table).order_by("index").values_list("place", flat=True))


def again(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def test_the_table_is_over_everywhere_and_the_clock_leaves_it_alone(client: Client) -> None:
    evening, table = night()
    report(evening, matches(evening)[0].key, 4, 3, 2, 1)
    decided = again(table)
    assert (decided.status, decided.due_at) == ("decided", None)
    assert places(table) == [4, 3, 2, 1]
    lobby = client.get("/").content.decode()
    finished = lobby[lobby.index("Finished matches</h2>") :]
    assert "Decided by the organizers" in finished
    assert Seat.objects.get(table=table, place=1).name in finished
    assert table.title not in lobby[: lobby.index("Finished matches</h2>")]
    assertContains(client.get(f"/tables/{table.pk}/"), "The organizers entered the result of this match")
    assert program("Pia").get(f"tables/{table.pk}/").json()["status"] == "decided"
    with pytest.raises(Refusal) as refused:
        tables.pause(table.pk, by=BY, at=later(11))
    assert refused.value.code == "conflict"
    assert table.pk not in tables.due_tables(later(500))
    assert_rebuilt_equals_live(table.pk)


def test_undoing_it_lets_the_match_go_on_with_the_time_that_was_left() -> None:
    evening, table = night()
    before = again(table)
    report(evening, matches(evening)[0].key, 4, 3, 2, 1, at=10)
    undo(evening, at=20)
    after = again(table)
    assert after.status == before.status == "running"
    assert places(table) == [None] * 4
    assert after.turn_ends_at is not None
    assert before.turn_ends_at is not None
    assert after.turn_ends_at - before.turn_ends_at == later(20) - later(10)
    assert_rebuilt_equals_live(table.pk)


def test_a_match_that_goes_on_after_that_is_collected_when_it_ends() -> None:
    evening, table = night()
    report(evening, matches(evening)[0].key, 4, 3, 2, 1, at=0)
    undo(evening, at=0)
    play(matches(evening)[0])
    assert results.uncollected(at=later(30)) == [table.pk]
    assert results.collect(table.pk, at=later(30))
    assert fresh(evening).status == "finished"
    assert tasks.collect_results() == 0


def test_nothing_is_written_on_a_closed_pad_and_everything_on_a_reopened_one() -> None:
    evening, table = night(venue="physical")
    keeper = organizer(evening)
    deal = RecordDeal(1, 0, {1: 10, 2: 10, 3: 10})
    scoresheets.act(table.pk, deal, by="scorekeeper:1", at=later(5))
    report(evening, matches(evening)[0].key, 4, 3, 2, 1)
    with pytest.raises(Refusal) as refused:
        scoresheets.act(table.pk, RecordDeal(2, 0, {1: 5, 2: 5, 3: 5}), by="scorekeeper:1", at=later(12))
    assert refused.value.code == "conflict"
    assert "The organizers entered the result" in refused.value.sentence
    pad = keeper.get(f"/tables/{table.pk}/score/")
    assertContains(pad, "The organizers entered the result of this match")
    assertNotContains(pad, 'popovertarget="undo"')
    assert_rebuilt_equals_live(table.pk)
    undo(evening)
    assert again(table).status == "running"
    sheet = scoresheets.act(table.pk, RecordDeal(2, 0, {1: 5, 2: 5, 3: 5}), by="scorekeeper:1", at=later(22))
    assert (sheet.totals, sheet.next_deal) == ([45, 0, 0, 0], 3)
    assert_rebuilt_equals_live(table.pk)


def test_a_corrected_result_names_other_winners_at_its_table_and_corrected_back_its_own() -> None:
    evening, table = night()
    (match,) = matches(evening)
    play(match)
    results.collect(table.pk, at=later(5))
    own = places(table)
    version = again(table).version
    reversed_order = [row.entrant.number for row in match.placements.order_by("-place", "-entrant__number")]
    correct(evening, *reversed_order)
    assert places(table) != own
    assert again(table).status == "finished"
    assert_rebuilt_equals_live(table.pk)
    undo(evening)
    assert places(table) == own
    assert_rebuilt_equals_live(table.pk)
    assert again(table).version == version + 2


def test_a_match_that_does_not_count_has_no_places() -> None:
    evening, table = night()
    results.report(
        evening.pk,
        stage=1,
        match=matches(evening)[0].key,
        finishes=[],
        kind=result_kinds.VOID,
        by=BY,
        at=later(10),
    )
    assert again(table).status == "decided"
    assert places(table) == [None] * 4


def ranks_and_totals(page) -> list[tuple[str, str]]:
    text = page.content.decode()
    ranks = re.findall(r'<span class="letter" aria-hidden="true">(.*?)</span>', text)
    totals = re.findall(r'<span class="standing__total.*?>(.*?)</span>', text)
    return list(zip(ranks, totals, strict=True))


def test_the_page_of_a_table_with_real_cards_shows_what_was_entered_by_hand(client: Client) -> None:
    evening, table = night(venue="physical", with_bots=False)
    report(evening, matches(evening)[0].key, 4, 3, 2, 1)
    page = client.get(f"/tables/{table.pk}/")
    assert ranks_and_totals(page) == [("1", "100"), ("2", "200"), ("3", "300"), ("4", "400")]
    assertContains(page, f"{table.seats.get(index=3).name} wins the match")


def test_a_dash_stands_for_the_totals_that_a_result_by_hand_does_not_say(client: Client) -> None:
    evening, table = night(venue="physical", with_bots=False)
    key = matches(evening)[0].key
    ranks_only = [Finish(number, place, 0) for place, number in enumerate((4, 3, 2, 1), start=1)]
    results.report(evening.pk, stage=1, match=key, finishes=ranks_only, by=BY, at=later(10))
    page = client.get(f"/tables/{table.pk}/")
    assert ranks_and_totals(page) == [("1", "–"), ("2", "–"), ("3", "–"), ("4", "–")]


def test_the_page_of_a_finished_table_says_where_its_players_sit_next(client: Client) -> None:
    evening = started(8, venue="physical", with_bots=False, rounds=2)
    first, second = matches(evening)
    report(evening, first.key, *entrants(first))
    page = client.get(f"/tables/{first.table_id}/")
    assertContains(page, "As soon as the next round is published, this page says who sits where.")
    assertContains(page, f'hx-get="/tables/{first.table_id}/next/"')
    report(evening, second.key, *entrants(second))
    following = client.get(f"/tables/{first.table_id}/next/")
    for seat in first.table.seats.select_related("player"):
        now = Seat.objects.get(player=seat.player, table__match__round_number=2)
        assertContains(following, f"{seat.name} (seat {now.letter})")
        assertContains(following, f"<b>Table {now.table.match.table_number}</b>")
    assertNotContains(following, "hx-get")
    for match in matches(evening):
        report(evening, match.key, *entrants(match))
    assertNotContains(client.get(f"/tables/{first.table_id}/"), "Next tables")


def entrants(match) -> list[int]:
    return list(match.placements.values_list("entrant__number", flat=True))
