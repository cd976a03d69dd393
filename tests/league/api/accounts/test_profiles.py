"""Situation: programs read what somebody has played, and how two do against each other."""

import pytest

from games.models import Player
from league import tasks
from league.accounts import names
from league.models import Competition, Membership
from league.rules.settings.stages import ROUND_ROBIN, StageSettings
from tests.games.playing import open_table, play_out
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.league.api.asking import Program, problem, program
from tests.league.by_hand import played_elsewhere, report, waiting
from tests.league.club_nights import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OF_TWO = StageSettings(ROUND_ROBIN, table_size=2)


@pytest.fixture
def league() -> Competition:
    """Four of a club have met each other on three days; who is named first always won."""
    cup = played_elsewhere(4, OF_TWO)
    people = Player.objects.filter(entries__competition=cup)
    Membership.objects.bulk_create(Membership(club=cup.club, player=person) for person in people)
    for number in range(3):
        for match in waiting(cup)[:2]:
            report(cup, match, sorted(match.entrants), minutes=60 + number * 24 * 60)
    tasks.rate_clubs()
    return fresh(cup)


def entrant(cup: Competition, number: int) -> Player:
    return cup.entrants.get(number=number).player


def told(player: Player, what: str, who: Program | None = None) -> dict:
    answer = (who or Program()).get(f"players/{player.pk}/{what}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_career_says_matches_wins_favourites_and_ratings(league):
    first = entrant(league, 1)
    career = told(first, "career/")
    assert (career["player"], career["matches"], career["won"]) == (first.pk, 3, 3)
    assert career["favourites"] == [{"rulebook": "classic", "title": "Classic", "matches": 3, "won": 3}]
    assert {record["code"] for record in career["records"]} >= {"wins_in_a_row", "in_one_night"}
    (rating,) = career["ratings"]
    assert (rating["club"], rating["pool"], rating["is_provisional"]) == (league.club.slug, "rated", True)
    assert [day["matches"] for day in rating["days"]] == [1, 2, 3]
    assert rating["best"] == rating["days"][-1]


def test_records_say_where_they_can_be_seen():
    table = real_cards("Ana Bo", confirm="none", options={"target_score": 150})
    record(table, deal(1, "A", "B 50"), deal(2, "A", "B 120"))
    tasks.find_feats()
    ana = table.seats.get(index=0).player
    records = {record["code"]: record for record in told(ana, "career/")["records"]}
    assert any(
        record["address"].startswith(f"/tables/{table.pk}/replay/?step=") for record in records.values()
    )


def test_results_come_in_pages_with_who_else_took_part(league):
    first = entrant(league, 1)
    page = told(first, "results/?limit=2")
    assert [row["place"] for row in page["results"]] == [1, 1]
    assert page["results"][0]["ended_at"] > page["results"][1]["ended_at"]
    rest = Program().get(page["next"].partition("testserver")[2]).json()["results"]
    met = {row["others"][0]["name"] for row in [*page["results"], *rest]}
    assert met == {entrant(league, number).name for number in (2, 3, 4)}
    assert told(first, f"results/?competition={league.pk}")["results"]
    assert not told(first, "results/?in_competition=false")["results"]
    assert not told(first, "results/?rulebook=russian")["results"]


def test_tables_of_now_are_told_until_they_are_over():
    ana = program()
    table = open_table("bot", seats=2, host=ana.player)
    ana.post(f"tables/{table.pk}/sit/", {"after": ana.get(f"tables/{table.pk}/").json()["version"]})
    ana.post(f"tables/{table.pk}/start/", {"after": ana.get(f"tables/{table.pk}/").json()["version"]})
    assert [table["table"] for table in told(ana.player, "career/")["playing"]] == [table.pk]
    play_out(table.pk)
    career = told(ana.player, "career/")
    # A bot took over from Ana, whose time ran out: the match is listed and does not count as hers.
    assert (career["playing"], career["matches"]) == ([], 0)
    (row,) = told(ana.player, "results/")["results"]
    assert (row["table"], row["competition"], row["match"]) == (table.pk, None, None)
    assert row["others"] == [{"player": None, "name": row["others"][0]["name"]}]


def test_two_who_have_met_are_compared(league):
    first, third = entrant(league, 1), entrant(league, 3)
    assert {meeting["matches"] for meeting in told(first, "against/")["results"]} == {1}
    duel = told(first, f"against/{third.pk}/")
    assert (duel["matches"], duel["level"]) == (1, 0)
    assert (duel["mine"]["ahead"], duel["theirs"]["ahead"]) == (1, 0)
    assert (duel["mine"]["average_place"], duel["theirs"]["average_place"]) == (1.0, 2.0)
    (meeting,) = duel["last"]
    assert meeting["mine"]["match"] == meeting["theirs"]["match"]
    stranger = program().player
    assert problem(Program().get(f"players/{first.pk}/against/{stranger.pk}/"))[0] == 404


def test_someone_who_was_merged_is_whom_they_are_shown_as(league):
    first = entrant(league, 1)
    Player.objects.create(name="Old", merged_into=first)
    old = Player.objects.get(name="Old")
    for what in ("career/", f"against/{entrant(league, 2).pk}/"):
        assert told(old, what) == told(first, what)


def test_a_closed_club_keeps_its_matches_to_itself(league):
    league.club.is_public = False
    league.club.save()
    first, fourth, stranger = entrant(league, 1), entrant(league, 4), program("Zoe")
    for what in ("career/", "results/", "against/", f"against/{fourth.pk}/"):
        assert problem(stranger.get(f"players/{first.pk}/{what}")) == (403, "not_allowed")
    ana = program()
    Membership.objects.create(club=league.club, player=ana.player)
    assert told(first, "career/", ana)["matches"] == 3


def test_a_hidden_name_is_hidden_in_results_of_others(league):
    first, second = entrant(league, 1), entrant(league, 2)
    names.change(second, "Boleslawa")
    names.hide(second, is_hidden=True)
    for what in ("results/", "against/", f"against/{second.pk}/"):
        assert "Boleslawa" not in Program().get(f"players/{first.pk}/{what}").content.decode()
