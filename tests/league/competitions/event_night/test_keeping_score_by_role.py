"""Situation: a table with real cards belongs to a competition: roles of the club say who keeps its score."""

import pytest
from django.test import Client

from games import scoresheets
from games.models import Player
from league.models import Grant, Match, Role
from league.rules.competition.commands import ChangeSettings
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.visiting import log_in
from tests.league.api.asking import Program, problem
from tests.league.club_nights import fresh, knock_out, matches, started
from tests.league.organizing import act

pytestmark = [pytest.mark.django_db, pytest.mark.written_by_hand, pytest.mark.one_database]

SCORES = {"owner", "organizer", "scorekeeper"}
REFEREES = {"owner", "organizer", "referee"}


@pytest.fixture
def cup():
    return knock_out(4)


@pytest.fixture
def table(cup):
    table_ = real_cards("Ana Bo Cy", options={"target_score": 50})
    match = Match.objects.filter(competition=cup).order_by("pk").first()
    Match.objects.filter(pk=match.pk).update(table=table_)
    return table_


def somebody(cup, role: str) -> Client:
    """A visitor with one role in the competition; of another club for `elsewhere`, none for `nobody`."""
    visitor = Client()
    person = Player.objects.create(name=role)
    log_in(visitor, person)
    if role == "elsewhere":
        cup, role = knock_out(4), "owner"
    if role != "nobody":
        Grant.objects.create(club=cup.club, competition=cup, player=person, **{f"is_{role}": True})
    return visitor


@pytest.mark.parametrize("role", [*(role.value for role in Role), "elsewhere", "nobody"])
def test_a_role_allows_what_it_is_for_and_nothing_else(cup, table, role):
    visitor = somebody(cup, role)
    address = f"/tables/{table.pk}"
    deals, referees = role in SCORES, role in REFEREES

    page = visitor.get(f"{address}/score/")
    assert (page.status_code == 200) is (deals or referees)
    assert ('id="deal"' in page.content.decode()) is deals

    sent = {"deal": 1, "out": "0", "left-1": 20, "left-2": 5}
    assert (visitor.post(f"{address}/score/deal/", sent).status_code == 302) is deals
    assert len(scoresheets.look(table.pk).deals) == int(deals)
    if not deals:
        record(table, deal(1, "A", "B 20, C 5"))
    penalty = {"seat": 1, "kind": "uno"}
    assert (visitor.post(f"{address}/score/penalty/", penalty).status_code == 302) is referees
    assert (visitor.post(f"{address}/score/undo/", {"deal": 1}).status_code == 302) is deals
    if deals:
        record(table, deal(1, "A", "B 20, C 5"))
    assert (visitor.post(f"{address}/score/end/", {"deals": 1}).status_code == 302) is referees
    if not referees:
        record(table, deal(2, "A", "B 20, C 5"))
    assert (visitor.get(f"{address}/dispute/").status_code == 200) is referees
    decision = {"decision": "stands", "reason": "As counted", "sure": 1}
    assert (visitor.post(f"{address}/result/settle/", decision).status_code == 302) is referees
    assert scoresheets.look(table.pk).phase == ("final" if referees else "reported")


def test_the_log_knows_in_which_role_somebody_wrote(cup, table):
    keeper = somebody(cup, "scorekeeper")
    keeper.post(f"/tables/{table.pk}/score/deal/", {"deal": 1, "out": "0", "left-1": 20, "left-2": 5})
    assert scoresheets.look(table.pk).deals[0].by.startswith("scorekeeper:")


@pytest.mark.parametrize("at_first", [True, False])
def test_players_with_an_account_enter_scores_at_a_table_in_play_as_long_as_the_competition_lets_them(
    at_first,
):
    night = started(4, venue="physical", with_bots=False, self_report=at_first)
    table = matches(night)[0].table
    player, visitor = table.seats.get(index=0).player, Client()
    log_in(visitor, player)
    player.refresh_from_db()
    path, sent = (
        f"/tables/{table.pk}/score/deal/",
        {"deal": 1, "out": "0", "left-1": 1, "left-2": 2, "left-3": 3},
    )
    sheet, program = f"tables/{table.pk}/sheet/deals/", Program(player.user)
    held = [{"seat": seat, "points": seat} for seat in (1, 2, 3)]
    for is_open in (at_first, not at_first, at_first):
        if fresh(night).self_report is not is_open:
            act(night, ChangeSettings(self_report=is_open))
        page = visitor.get(f"/tables/{table.pk}/").content.decode()
        assert ("Keep the score" in page) is is_open
        pad = visitor.get(f"/tables/{table.pk}/score/")
        assert (pad.status_code == 200) is is_open
        printed = visitor.get(f"/t/{night.pk}/1/")
        assert (printed.status_code == 302) is is_open
        answer = program.post(sheet, {"after": 0, "deal": 1, "out": 0, "held": held})
        # A program that has not seen the newest version is told so only where it may enter deals.
        assert problem(answer) == ((409, "stale") if is_open else (403, "not_allowed"))
        if not is_open:
            assert visitor.post(path, sent).status_code == 403
            assert not scoresheets.look(table.pk).deals
    if at_first:
        assert visitor.post(path, sent).status_code == 302
        assert len(scoresheets.look(table.pk).deals) == 1
