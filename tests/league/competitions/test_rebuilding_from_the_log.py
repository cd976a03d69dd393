"""`manage.py rebuild` writes exactly the rows that playing wrote."""

import pytest
from django.core.management import call_command

from league.models import Competition, Entrant, Match, Placement
from tests.games.playing import assert_rebuilt_equals_live
from tests.league.club_nights import (
    announced,
    knock_out,
    matches,
    play,
    play_on,
    play_round,
    snapshot,
    started,
)

pytestmark = pytest.mark.django_db


def assert_rebuild_changes_nothing(competition: Competition) -> None:
    before = snapshot(competition)
    call_command("rebuild", verbosity=0)
    assert snapshot(competition) == before


def test_nothing_changes_at_any_stage_of_a_knock_out() -> None:
    bracket = knock_out(5)
    assert_rebuild_changes_nothing(bracket)
    play_round(bracket)
    assert_rebuild_changes_nothing(bracket)
    play_on(bracket)
    assert_rebuild_changes_nothing(bracket)


def test_nothing_changes_in_an_evening_or_before_the_start() -> None:
    assert_rebuild_changes_nothing(announced(5))
    assert_rebuild_changes_nothing(play_on(started(6, rounds=2, table_size=3)))


def test_the_tables_of_a_competition_are_rebuilt_identically() -> None:
    bracket = play_on(knock_out(8))
    for match in Match.objects.filter(competition=bracket):
        assert_rebuilt_equals_live(match.table_id)


def test_broken_rows_are_repaired_and_strays_removed() -> None:
    bracket = knock_out(5)
    play_round(bracket)
    before = snapshot(bracket)
    stray = Match.objects.create(competition=bracket, round_number=9, number=1, name="?")
    Placement.objects.create(match=stray, entrant=bracket.entrants.get(number=1), seat=0)
    Competition.objects.filter(pk=bracket.pk).update(name="?", status="planned", round_number=7)
    Entrant.objects.filter(competition=bracket).update(seed=9, rank=9, points=9)
    Match.objects.filter(competition=bracket).update(name="?", finished_at=None)
    Placement.objects.filter(match__competition=bracket).update(place=9, total=9, advances=None)
    call_command("rebuild", "--competitions", verbosity=0)
    assert snapshot(bracket) == before


def test_it_says_how_much_it_rebuilt(capsys) -> None:
    play(matches(started(8))[0])
    call_command("rebuild")
    lines = ["2 tables", "1 competitions", "0 merged players", "0 closings", "1 feats", "1 ladders"]
    assert capsys.readouterr().out.splitlines() == [f"{answer} rebuilt." for answer in lines]
    call_command("rebuild", "--tables")
    assert capsys.readouterr().out == "2 tables rebuilt.\n"
