"""Situation: the referee of a night plays herself, and objects to the result of her own table."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import ObjectToResult, RecordDeal
from league.models import Match, Membership
from tests.games.visiting import give_accounts, log_in
from tests.league.api.asking import Program
from tests.league.club_nights import later, matches, started
from tests.league.organizing import organizer, post

pytestmark = pytest.mark.django_db


@pytest.fixture
def match():
    """A disputed match of a night with real cards; the player at seat B is a referee and objects."""
    evening = started(8, venue="physical", confirmation="others")
    give_accounts(*Player.objects.filter(entries__competition=evening))
    match = matches(evening)[0]
    rita = match.table.seats.get(index=1).player
    Membership.objects.update_or_create(club=evening.club, player=rita, defaults={"is_referee": True})
    left = dict.fromkeys(range(1, match.table.seat_count), 30)
    scoresheets.act(match.table_id, RecordDeal(1, 0, left), by="scorekeeper:1", at=later(20))
    scoresheets.act(match.table_id, ObjectToResult(1, "I had 20"), by=f"player:{rita.pk}", at=later(21))
    return match


@pytest.fixture
def rita(match):
    client = Client()
    log_in(client, match.table.seats.get(index=1).player)
    return client


def settle(client, match, **changes):
    facts = {"decision": "open", "undo": "1", "reason": "B had  20", "sure": "1", **changes}
    return post(client, f"/tables/{match.table_id}/result/settle/", **facts)


def test_she_does_not_decide_it(match, rita):
    for answer in (settle(rita, match), rita.get(f"/tables/{match.table_id}/dispute/")):
        assertContains(answer, "You play at this table, so someone else must decide.", status_code=403)
    assert scoresheets.look(match.table_id).phase == "disputed"


def test_she_gives_no_penalties_there_and_ends_no_match(match, rita):
    for act in ("penalty", "end"):
        assert post(rita, f"/tables/{match.table_id}/score/{act}/", seat="0", deals="1").status_code == 403


@pytest.fixture
def owen(match):
    """An organizer who plays at the disputed table."""
    player = match.table.seats.get(index=0).player
    Membership.objects.update_or_create(
        club=match.competition.club, player=player, defaults={"is_organizer": True}
    )
    client = Client()
    log_in(client, player)
    return client


def by_hand(client, match, page):
    """Enter a result by hand on a page of the match."""
    rows = list(match.placements.select_related("entrant"))
    totals = {f"total_{row.entrant.number}": 30 - row.seat if row.seat else 60 for row in rows}
    places = {f"place_{row.entrant.number}": row.seat + 1 for row in rows}
    address = f"/competitions/{match.competition_id}/matches/{match.stage}/{match.key}/{page}/"
    return post(client, address, kind="played", sure="1", is_sure="1", **totals, **places)


@pytest.mark.parametrize("page", ["report", "quick"])
def test_an_organizer_who_plays_there_enters_no_result_by_hand_while_it_is_disputed(match, owen, page):
    refused = by_hand(owen, match, page)
    assertContains(refused, "You play at this table, so someone else must decide.", status_code=403)
    assert Match.objects.get(pk=match.pk).kind == ""
    assert by_hand(organizer(match.competition), match, page).status_code == 302
    assert by_hand(owen, match, "correct").status_code == 403


def test_an_organizer_who_plays_there_does_not_end_the_match_at_the_desk(match, owen):
    address = f"/competitions/{match.competition_id}/end/{match.stage}/{match.key}/"
    for do in ("", "final"):
        assertContains(post(owen, address, do=do), "You play at this table", status_code=403)


def test_a_program_of_a_player_there_decides_nothing_either(match, owen):
    player = match.table.seats.get(index=0).player
    mine = Program(player.user)
    address = f"competitions/{match.competition_id}/matches/{match.stage}/{match.key}/"
    after = {"after": match.competition.version}
    rows = [
        {"entrant": row.entrant.number, "place": row.seat + 1, "total": 30 - row.seat if row.seat else 60}
        for row in match.placements.select_related("entrant")
    ]
    facts = {**after, "entrants": rows, "is_sure": True}
    for act, sent in (("report", facts), ("end", after)):
        assert mine.post(f"{address}{act}/", sent).json()["code"] == "own_table"


def test_somebody_else_decides_it_and_she_decides_at_other_tables(match, rita):
    other = matches(match.competition)[1]
    assert rita.get(f"/tables/{other.table_id}/dispute/").status_code == 200
    assert settle(organizer(match.competition), match).status_code == 302
    assert scoresheets.look(match.table_id).phase == "running"


def test_a_decision_has_a_reason_in_the_log_beside_the_name_of_the_referee(match):
    olga = organizer(match.competition)
    page = f"/tables/{match.table_id}/dispute/"
    answer = settle(olga, match, reason=" ")
    assertContains(answer, "Say why you decide so.", status_code=422)
    assert scoresheets.look(match.table_id).phase == "disputed"
    settle(olga, match)
    shown = olga.get(page)
    assertContains(shown, "The referee reopened the score sheet: B had 20")
    assertContains(shown, "Olga, <time")
    sheet = Client().get(f"/tables/{match.table_id}/")
    assertContains(sheet, "The referee reopened the score sheet: B had 20")
