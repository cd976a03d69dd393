"""Situation: many read a competition of very many matches: what is worked out once is kept for all."""

import sys
from collections import Counter

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player
from league.competition_verification import check_competition
from league.competitions import cached_standings, projection
from league.competitions.event_night import tables_in_play
from league.competitions.read_models import history, rounds
from league.competitions.sharing import bracket_picture
from league.import_export import exports
from league.rules.settings.stages import ROUND_ROBIN, SEASON, StageSettings
from league.rules.stages import standings_cache
from tests.league.by_hand import names, play, played_elsewhere, report, waiting
from tests.league.club_nights import started

pytestmark = pytest.mark.django_db


def calls(path):
    """How often each function runs while a page is fetched, by its name."""
    made = Counter()

    def note(frame, event, _about):
        if event == "call":
            made[frame.f_code.co_name] += 1

    sys.setprofile(note)
    try:
        assert Client().get(path).status_code == 200
    finally:
        sys.setprofile(None)
    return made


def test_of_a_schedule_of_a_thousand_matches_a_room_shows_the_next_of_each_player():
    robin = played_elsewhere(46, StageSettings(ROUND_ROBIN, table_size=2))
    assert robin.matches.count() == 1035
    assert len(tables_in_play.tables_of(robin)) == 23
    assert len(Client().get(f"/api/v1/competitions/{robin.pk}/places/").json()["tables"]) == 23


def test_standings_are_worked_out_once_for_programs_rows_and_sheets():
    season = played_elsewhere(8, StageSettings(SEASON, table_size=4, rounds=2))
    play(season, 1)
    path = f"/api/v1/competitions/{season.pk}"
    first = Client().get(f"{path}/standings/").json()
    kept = len(standings_cache.tables.cache)
    season.refresh_from_db()
    assert Client().get(f"{path}/standings/").json() == first
    assert Client().get(f"{path}/standings/1/1/").status_code == 200
    assert exports.standings(season).rows
    assert len(standings_cache.tables.cache) == kept


@pytest.fixture
def large(monkeypatch):
    """A season of two rounds whose standings are kept as those of a large one are; one round is played."""
    monkeypatch.setattr(cached_standings, "LARGE", 8)
    season = played_elsewhere(8, StageSettings(SEASON, table_size=4, rounds=2))
    play(season, 1)
    return season


def forget():
    standings_cache.tables.cache_clear()
    standings_cache.overall.cache_clear()


def test_standings_of_a_large_stage_are_read_when_no_round_is_half_played(large):
    paths = [f"/api/v1/competitions/{large.pk}/standings/{rest}" for rest in ("", "1/1/")]
    worked_out = [Client().get(path).json() for path in paths]
    for path, document in zip(paths, worked_out, strict=True):
        forget()
        assert calls(path)["rows_and_ranks_before"] == 0
        assert Client().get(path).json() == document


def test_standings_that_are_not_kept_are_worked_out_and_rebuilt(large):
    path = f"/api/v1/competitions/{large.pk}/standings/"
    first, kept = Client().get(path).json(), large.cached_standings.get().rows
    large.cached_standings.all().delete()
    forget()
    assert calls(path)["rows_and_ranks_before"] == 1
    assert Client().get(path).json() == first
    projection.rebuild(large.pk)
    assert large.cached_standings.get().rows == kept


def test_in_the_middle_of_a_round_nothing_old_is_shown(large):
    match = waiting(large)[0]
    report(large, match, sorted(match.entrants))
    forget()
    rows = Client().get(f"/api/v1/competitions/{large.pk}/standings/").json()["overall"]
    assert sorted(row["played"] for row in rows) == [1] * 4 + [2] * 4


def test_cached_standings_cost_one_query_and_none_in_a_small_competition(large, monkeypatch):
    path = f"/api/v1/competitions/{large.pk}/standings/"
    counts = []
    for most in (8, 2000):
        monkeypatch.setattr(cached_standings, "LARGE", most)
        forget()
        with CaptureQueriesContext(connection) as asked:
            Client().get(path)
        counts.append(sum("cachedstandings" in query["sql"] for query in asked.captured_queries))
    assert counts == [1, 0]


def test_cached_standings_that_do_not_follow_from_the_log_are_a_fault(large):
    assert check_competition(large.pk, {}) is None
    large.cached_standings.update(rows=b"others")
    forget()
    assert Client().get(f"/api/v1/competitions/{large.pk}/standings/").status_code == 200
    assert "standings" in str(check_competition(large.pk, {}))


def test_a_new_name_and_a_new_result_are_shown_at_once_all_the_same():
    season = played_elsewhere(8, StageSettings(SEASON, table_size=4, rounds=2))
    play(season, 1)
    path = f"/api/v1/competitions/{season.pk}/standings/"
    first = Client().get(path).json()["overall"][0]
    Player.objects.filter(pk=first["player"]).update(name="Zoe")
    assert Client().get(path).json()["overall"][0] == {**first, "name": "Zoe"}
    play(season, 1, order=lambda entrants: sorted(entrants, reverse=True))
    assert Client().get(path).json()["overall"][0]["played"] == 2


def test_a_screen_asks_each_table_once_whether_it_is_online():
    evening = started(40, venue="physical")
    assert calls(f"/screen/competitions/{evening.pk}/")["is_online"] == 10


def test_a_print_out_looks_for_days_and_possible_ranks_once_for_all_rows():
    season = played_elsewhere(8, StageSettings(SEASON, table_size=4, rounds=2))
    play(season, 1)
    made = calls(f"/competitions/{season.pk}/print/standings/")
    assert (made["has_days"], made["has_possible"]) == (1, 1)


def test_columns_of_standings_are_worked_out_for_the_shown_rows_alone(large):
    name = names(large)[3]
    made = calls(f"/competitions/{large.pk}/?find={name}")
    assert (made["sums"], made["form"]) == (1, 1)
    made = calls(f"/competitions/{large.pk}/standings.txt")
    assert (made["sums"], made["form"], made["address_of"]) == (0, 0, 0)


def test_names_are_searched_only_if_a_name_is_asked_for(large):
    assert calls(f"/competitions/{large.pk}/")["_words"] == 0
    assert calls(f"/competitions/{large.pk}/?find=a")["_words"] == 8


def test_the_arithmetic_of_cached_standings_is_read_for_a_row_alone(large):
    forget()
    path = f"/api/v1/competitions/{large.pk}/standings/"
    assert calls(path)["terms"] == calls(f"/competitions/{large.pk}/")["terms"] == 0
    assert calls(f"{path}1/1/")["terms"] > 0


def test_senders_and_times_are_read_where_a_moment_is_asked_for(large):
    path = f"/competitions/{large.pk}"
    pages = ("/", "/bracket/", "/standings.txt", "/export/standings.csv", "/print/standings/", "/closing/")
    assert [calls(path + page)["_stored"] for page in pages] == [0] * len(pages)
    assert calls(f"{path}/?step=3")["_stored"] == large.events.count()


def test_a_page_of_the_history_puts_its_own_steps_into_words_alone(large, monkeypatch):
    monkeypatch.setattr(history, "A_PAGE", 1)
    made = calls(f"/competitions/{large.pk}/history/?page=2")
    assert made["result"] <= 1
    assert made["pass_over"] >= 8


def test_a_page_of_rounds_and_their_picture_count_seats_too(large, monkeypatch):
    path = f"/competitions/{large.pk}/bracket"
    assert Client().get(f"{path}/").content.count(b"<article") == 4
    assert "and 1 more" not in Client().get(f"{path}.svg").content.decode()
    monkeypatch.setattr(rounds, "_SEATS_AT_ONCE", 4)
    monkeypatch.setattr(bracket_picture, "_MOST_SEATS", 4)
    assert Client().get(f"{path}/").content.count(b"<article") == 1
    assert Client().get(f"{path}.svg").content.decode().count("and 1 more") == 2
