"""Situation: the printer of the club: table lists, score sheets, a poster, standings."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.rules.options.options import build
from league import competitions
from league.competitions.event_night import tables_in_play
from league.competitions.event_night.print_outs_page import Worth, worth
from league.models import Club, Match
from league.rules.competition.commands import MoveMatch
from tests.league.club_nights import announced, knock_out, matches, play_on, started
from tests.league.organizing import act, report

pytestmark = pytest.mark.django_db


def paper(competition, what=""):
    return Client().get(f"/competitions/{competition.pk}/print/{what + '/' if what else ''}")


def test_a_sheet_for_every_table_with_real_cards():
    evening = started(12, venue="physical")
    act(evening, MoveMatch(1, matches(evening)[1].key, "online"))
    page = paper(evening, "sheets")
    assertContains(page, '<section class="scoresheet">', count=2)
    assertContains(page, "Number cards: <b>their number</b>")
    assertContains(page, "Wild and Wild Draw Four: <b>50</b>")
    assertContains(page, f"B {matches(evening)[0].table.seats.get(index=1).player.name}")
    assertContains(page, "deals first", count=2)
    assertContains(page, 'class="paper__code"', count=2)


def test_a_sheet_says_how_a_deal_scores_and_how_many_advance():
    page = paper(knock_out(8, venue="physical", table_size=4, advance=2), "sheets")
    assertContains(page, "Everyone scores the points left in their own hand;", count=2)
    assertContains(page, "The first 2 players advance.", count=2)
    page = paper(started(4, venue="physical"), "sheets")
    assertContains(page, "The winner scores the points of all cards left in the other hands.")
    assertNotContains(page, "advance")
    final = paper(knock_out(4, venue="physical", table_size=4, advance=2), "sheets")
    assertNotContains(final, "players advance")


def test_a_sheet_says_what_is_written_beside_each_deal():
    page = paper(started(8, venue="physical"), "sheets")
    assertContains(page, '<th scope="col">Won by</th>', count=2)
    assertContains(
        page, "The letter or name of the player who played their last card first in this deal.", count=2
    )


def test_a_sheet_of_many_players_has_narrow_columns():
    page = paper(started(10, venue="physical", table_size=10), "sheets")
    assertContains(page, "scoresheet--wide", count=1)
    assertNotContains(paper(started(4, venue="physical"), "sheets"), "scoresheet--wide")


def test_the_sheets_of_hundreds_of_tables_are_printed_in_parts(monkeypatch):
    monkeypatch.setattr("league.competitions.event_night.print_outs_page.SHEETS", 2)
    evening = started(12, venue="physical")
    page = paper(evening, "sheets")
    assertContains(page, '<section class="scoresheet">', count=2)
    assertContains(page, "Page 1 of 2")
    rest = Client().get(f"/competitions/{evening.pk}/print/sheets/?page=2")
    assertContains(rest, '<section class="scoresheet">', count=1)
    assertContains(rest, "?page=1")


def test_the_code_on_a_sheet_opens_the_pad_of_its_table():
    evening = started(4, venue="physical")
    code = Client().get(f"/competitions/{evening.pk}/pads/1.svg")
    assert code["Content-Type"] == "image/svg+xml"
    assert code.content.count(b"<path") == 2
    assert Client().get(f"/competitions/{evening.pk}/pads/2.svg").status_code == 404
    assert Client().get(f"/competitions/{started(4).pk}/pads/1.svg").status_code == 404


def test_the_list_says_where_everybody_sits():
    evening = started(8, venue="physical")
    seat = matches(evening)[1].table.seats.get(index=3)
    assertContains(paper(evening, "tables"), f"<span>{seat.player.name}</span><b>Table 2 D</b>")


def test_tables_of_two_divisions_stand_under_their_own_rounds():
    season = started(12, venue="physical", groups=2, table_size=3)
    here = Match.objects.filter(competition=season, table__isnull=False)
    assert len({match.round_name for match in here}) == 2
    page = paper(season, "tables")
    heading = page.content.decode().partition("<h2>")[2].partition("</h2>")[0]
    assert "Round" not in heading
    for match in here:
        assertContains(page, f"<b>Table {match.table_number}</b> {match.round_title}\n")
    assertNotContains(page, "</b> Table")


@pytest.mark.parametrize("entrants", [2, 5, 16, 64])
def test_a_bracket_of_any_size_has_a_poster(entrants):
    cup = started(entrants, format="double_elimination", table_size=2, venue="elsewhere")
    page = paper(cup, "bracket")
    assertContains(page, '<div class="poster poster--')
    assertContains(page, "Player 1</span>")


def test_standings_come_with_the_time():
    page = paper(started(4), "standings")
    assertContains(page, "As of")
    assertContains(page, "Player 4")


def test_before_the_start_there_is_nothing_to_print_but_nothing_breaks():
    planned = announced(4)
    for what in ("", "tables", "sheets", "bracket", "standings"):
        assert paper(planned, what).status_code == 200
    assert paper(planned, "moon").status_code == 404
    assertNotContains(paper(planned), "Bracket poster")


def test_the_list_of_papers_stands_inside_its_sheet():
    """A list that is the sheet itself has no padding: its words touch the border."""
    page = paper(announced(4))
    assertContains(page, '<div class="sheet">')
    assertContains(page, '<ul class="rows">')


def test_a_closed_competition_is_not_printed_for_strangers():
    evening = started(4)
    Club.objects.update(is_public=False)
    assert paper(evening, "tables").status_code == 403


def test_the_points_are_those_of_the_deck():
    last = worth(build("classic", {"deck": "plus_ten_112"}))[-1]
    assert last == Worth("Wild, Wild Draw Four and +10", "50")


def test_the_first_three_get_certificates_when_it_is_over():
    evening = started(4)
    assertContains(paper(evening, "certificates"), "once the competition is over")
    over = play_on(evening)
    page = paper(over, "certificates")
    assertContains(page, '<section class="certificate">', count=over.entrants.filter(rank__lte=3).count())
    assertContains(page, over.entrants.filter(rank=1)[0].player.name)
    assertContains(paper(over), "Certificates")


def test_tables_of_the_same_name_say_their_division_in_every_list():
    league = started(16, venue="elsewhere", groups=2, rounds=2)
    tables = tables_in_play.tables_of(league)
    assert [(table.label, table.title) for table in tables] == [
        ("Division 1, Table 1", "Round 1"),
        ("Division 1, Table 2", "Round 1"),
        ("Division 2, Table 1", "Round 1"),
        ("Division 2, Table 2", "Round 1"),
    ]


def test_tables_of_the_same_name_in_several_rounds_say_their_round():
    robin = started(6, venue="elsewhere", format="round_robin", table_size=2)
    for key in ("R1.1", "R1.2"):
        report(robin, key, *competitions.look(robin.pk).stage.matches[key].entrants)
    labels = [table.label for table in tables_in_play.tables_of(robin)]
    assert labels == ["Round 1, Match 3", "Round 2, Match 3"]


def test_the_first_three_of_each_division_get_certificates_that_name_it():
    over = play_on(started(8, groups=2))
    page = paper(over, "certificates")
    assertContains(
        page, '<section class="certificate">', count=over.entrants.filter(division_rank__lte=3).count()
    )
    for division in (1, 2):
        winner = over.entrants.filter(division=division, division_rank=1)[0]
        assertContains(page, winner.player.name)
        assertContains(page, f"{over.name}, Division {division}<br>")
    assertContains(page, "1st place", count=over.entrants.filter(division_rank=1).count())
    assertNotContains(page, "Place 1")


def test_the_printed_standings_name_the_champions_of_each_division():
    over = play_on(started(8, groups=2))
    page = paper(over, "standings")
    for division in (1, 2):
        assertContains(page, f" {over.name}, Division {division}</p>")
