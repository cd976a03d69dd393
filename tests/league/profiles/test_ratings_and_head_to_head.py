"""Situation: somebody wants to know how the rating went, and how they do against somebody."""

import datetime as dt
import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Player, Seat, Table
from league import tasks
from league.accounts import deletion, names
from league.competitions import rating_updates
from league.models import Competition, Entrant, Feat, Match, Membership, Placement, Rating, ReadTable
from league.roster import merging
from league.rules.settings.stages import ROUND_ROBIN, StageSettings
from tests.games.playing import START
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.games.visiting import log_in
from tests.league.by_hand import play, played_elsewhere, report, waiting
from tests.league.club_nights import BY, later

pytestmark = pytest.mark.django_db

OF_TWO = StageSettings(ROUND_ROBIN, table_size=2)
DAY = 24 * 60


@pytest.fixture
def league() -> Competition:
    """Four have met each other on three days, who is named first always winning; their club rates them."""
    cup = played_elsewhere(4, OF_TWO)
    for number in range(3):
        for match in waiting(cup)[:2]:
            report(cup, match, sorted(match.entrants), minutes=60 + number * DAY)
    _join(cup)
    tasks.rate_clubs()
    return cup


def _join(cup: Competition) -> None:
    people = Player.objects.filter(entries__competition=cup)
    Membership.objects.bulk_create(Membership(club=cup.club, player=person) for person in people)


def entrant(competition: Competition, number: int) -> Player:
    return competition.entrants.get(number=number).player


def page(player: Player, path: str = "", client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/players/{player.pk}/{path}")
    assert answer.status_code == 200, answer.content[-500:]
    return answer.content.decode()


def table_of_ratings(shown: str) -> list[tuple[str, str, str]]:
    """The graph as a table: day, rating, matches."""
    cells = r'<tr><th scope="row">(.*?)</th><td class="number">(.*?)</td><td class="number">(.*?)</td></tr>'
    return re.findall(cells, shown)


# -- the rating


def test_the_graph_goes_from_day_to_day_and_is_a_table_as_well(league):
    shown = page(entrant(league, 1))
    rows = table_of_ratings(shown)
    assert [day for day, _rating, _matches in rows] == ["1 May 2026", "2 May 2026", "3 May 2026"]
    assert [matches for _day, _rating, matches in rows] == ["1", "2", "3"]
    ratings = [float(rating) for _day, rating, _matches in rows]
    assert ratings == sorted(ratings)
    assert shown.count('class="rating__sign') == 3
    assert f"Rating in {league.club.name}, rated: {rows[0][1]} after 1 May 2026" in shown
    assert "Provisional: after 3 matches" in shown


def test_the_last_rating_is_the_one_of_the_ladder(league):
    row = Rating.objects.get(player=entrant(league, 1))
    assert row.path[-1] == [row.played_on.toordinal(), round(row.mu - 3 * row.sigma, 1), row.games]
    (first, *_rest) = rating_updates.ladder(league.club_id, "rated", at=timezone.now())
    assert f"<b>{first.shown:.1f}</b>" in page(entrant(league, 1))


def test_there_is_a_graph_for_each_club_and_pool(league):
    ana = entrant(league, 1)
    casual = played_elsewhere(3, OF_TWO, is_casual=True)
    other = casual.club
    Entrant.objects.filter(competition=casual, number=1).update(player=ana)
    Membership.objects.create(club=other, player=ana)
    play(casual)
    tasks.rate_clubs()
    Entrant.objects.filter(competition=casual, number=1).update(player=ana)
    rating_updates.recompute(other.pk)
    shown = page(ana)
    assert f"{league.club.name}, rated</a>" in shown
    assert f"{other.name}, casual</a>" in shown
    assert f"Rating in {league.club.name}, rated" in shown
    assert f"Rating in {other.name}, casual" in page(ana, f"?ladder={other.slug}.casual")
    assert f"Rating in {league.club.name}, rated" in page(ana, "?ladder=nonsense")


def test_a_long_path_is_drawn_with_few_points(league):
    row = Rating.objects.get(player=entrant(league, 1))
    first = dt.date(2020, 1, 1).toordinal()
    row.path = [[first + day, round(day % 37 - 5.5, 1), day + 1] for day in range(2000)]
    row.save()
    shown = page(entrant(league, 1))
    rows = table_of_ratings(shown)
    assert 100 < len(rows) <= 120
    assert rows[-1][2] == "2,000"
    assert 'class="rating__sign' not in shown
    assert max(float(rating.replace("−", "-")) for _day, rating, _matches in rows) > 25


# -- head to head


def test_two_are_compared_by_all_matches_in_which_both_took_part(league):
    ana, bo = entrant(league, 1), entrant(league, 2)
    table = real_cards(
        people=[bo, ana, Player.objects.create(name="Zoe")], confirm="none", options={"target_score": 40}
    )
    record(table, deal(1, "A", "B 20, C 30"))
    shown = page(ana, f"against/?other={bo.pk}")
    assert "2 matches with both at the table" in shown
    assert re.search(r"<b>1</b><br><span class=\"soft small\">Player 1 ahead", shown)
    assert re.search(r"<b>1</b><br><span class=\"soft small\">Player 2 ahead", shown)
    lines = re.findall(
        r'<th scope="row">(.*?)</th><td class="number">(.*?)</td><td class="number">(.*?)</td>', shown
    )
    assert lines == [
        ("Matches won", "1", "1"),
        ("Average rank", "1.50", "1.50"),
        ("Points in competitions", "<b>3</b>", "1"),
    ]
    assert f'href="/tables/{table.pk}/"' in shown
    assert f'<option value="{bo.pk}" selected>' in shown


def test_whom_somebody_has_met_can_be_chosen_and_nobody_else(league):
    ana = entrant(league, 1)
    stranger = Player.objects.create(name="Stranger")
    shown = page(ana, "against/")
    assert shown.count("<option") == 1 + 3
    assert "Stranger" not in shown
    for other in (stranger.pk, ana.pk, "x", "", "9" * 40, "%00"):
        answer = page(ana, f"against/?other={other}")
        assert ("has not finished a match with this player" in answer) == bool(other)


def test_players_who_were_merged_are_one_person(league):
    ana, bo = entrant(league, 1), entrant(league, 2)
    second = played_elsewhere(2, OF_TWO)
    play(second)
    twin, other = entrant(second, 1), entrant(second, 2)
    merging.merge(league.club_id, ana.pk, twin.pk, by=BY, at=START)
    merging.merge(league.club_id, bo.pk, other.pk, by=BY, at=START)
    assert "2 matches with both" in page(ana, f"against/?other={bo.pk}")
    assert "4 matches, 4 won" in page(ana, "results/")
    assert page(ana, "against/").count("<option") == 1 + 3
    for path in ("", "results/", "against/"):
        answer = Client().get(f"/players/{twin.pk}/{path}")
        assert answer.status_code == 302
        assert answer["Location"] == f"/players/{ana.pk}/{path}"


# -- who may know


def test_a_hidden_name_is_a_number_on_every_page(league):
    ana, bo = entrant(league, 1), entrant(league, 2)
    names.change(bo, "Boleslawa")
    names.hide(bo, is_hidden=True)
    for path in ("", "results/", "against/", f"against/?other={bo.pk}"):
        assert "Boleslawa" not in page(ana, path)
    assert f"Player {bo.pk}" in page(ana, f"against/?other={bo.pk}")


def test_a_deleted_account_is_still_an_opponent_without_a_name(league):
    ana, bo = entrant(league, 1), entrant(league, 2)
    deletion.delete(bo, at=later(9999))
    assert "Former player" in page(ana, f"against/?other={bo.pk}")
    assert "3 matches, 2 won" in page(bo, "results/")


def test_matches_of_a_closed_club_are_for_its_people(league):
    ana = entrant(league, 1)
    table = real_cards(
        people=[ana, Player.objects.create(name="Zoe")], confirm="none", options={"target_score": 40}
    )
    record(table, deal(1, "B", "A 50"))
    tasks.find_feats()
    league.club.is_public = False
    league.club.save()
    outsider, insider = Client(), Client()
    log_in(insider, entrant(league, 2))
    public = Membership.objects.create(club=played_elsewhere(2, OF_TWO).club, player=ana).club
    assert "1 match, 0 won" in page(ana, "results/", outsider)
    assert "4 matches, 3 won" in page(ana, "results/", insider)
    told = page(ana, "", outsider) + page(ana, "against/", outsider) + page(ana, "results/", outsider)
    for secret in (league.club.name + ",", league.club.name + "<", f"/competitions/{league.pk}/", "Player 3"):
        assert secret not in told
    assert "No rating yet" in page(ana, "", outsider)
    assert "Rating in" in page(ana, "", insider)
    assert public.name in told


# -- what it costs


@pytest.mark.written_by_hand
def test_thousands_of_matches_cost_the_same_queries_and_stay_small(league):
    ana, bo = entrant(league, 1), entrant(league, 2)
    client = Client()
    log_in(client, bo)
    asked = ["", "results/", "results/?page=2&rulebook=Classic", "against/", f"against/?other={bo.pk}"]
    before = [_cost(client, f"/players/{ana.pk}/{path}") for path in asked]
    _much(league, ana, bo)
    after = [_cost(client, f"/players/{ana.pk}/{path}") for path in asked]
    assert [queries for queries, _size in after] == [12, 8, 8, 9, 11]
    assert [queries for queries, _size in before] == [12, 8, 8, 9, 11]
    assert all(size < 60_000 for _queries, size in after)
    Membership.objects.filter(player=bo).update(is_organizer=True)
    assert _cost(client, f"/players/{ana.pk}/")[0] == 14, "organizers read claims and merges as well"


def _cost(client: Client, path: str) -> tuple[int, int]:
    """How many queries a page takes, and how many bytes travel."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(path)
    assert answer.status_code == 200
    return len(queries), len(gzip.compress(answer.content))


def _much(cup: Competition, ana: Player, bo: Player) -> None:
    """Give two people two thousand matches at tables, with three hundred others, and a thousand elsewhere."""
    others = Player.objects.bulk_create(Player(name=f"Other {number}") for number in range(300))
    ended = [START + dt.timedelta(hours=number) for number in range(3000)]
    tables = Table.objects.bulk_create(
        Table(name="T", rulebook="classic", seat_count=3, status="finished", opened_at=at, finished_at=at)
        for at in ended[:2000]
    )
    Seat.objects.bulk_create(
        Seat(table=table, index=index, player=who, place=1 + (index + number) % 3, total=100 * index)
        for number, table in enumerate(tables)
        for index, who in enumerate([ana, bo, others[number % 300]])
    )
    ReadTable.objects.bulk_create(ReadTable(table=table, edition=1, version=0) for table in tables)
    Feat.objects.bulk_create(
        Feat(table_id=table.pk, player=ana, code=code, first=number % 50, step=1)
        for number, table in enumerate(tables)
        for code in ("best_deal", "fastest_out", "streak", "comeback")
    )
    matches = Match.objects.bulk_create(
        Match(
            competition=cup, stage=2, key=f"M{number}", round_number=1, number=1, name="M", round_name="R",
            kind="played", finished_at=at,
        )
        for number, at in enumerate(ended[2000:])
    )  # fmt: skip
    entrants = [cup.entrants.get(player=player) for player in (ana, bo)]
    Placement.objects.bulk_create(
        Placement(match=match, entrant=entrant, seat=seat, place=1 + seat, total=10, points=seat, deal_wins=0)
        for match in matches
        for seat, entrant in enumerate(entrants)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # as databases do by themselves, but not within a test
