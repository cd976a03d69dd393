"""Situation: partners end a match, or organizers enter its result: each has the place of their side."""

from importlib import import_module

import pytest
from django.apps import apps

from games import tables
from games.models import Seat, Table
from tests.games.playing import START, assert_rebuilt_equals_live, deal, do, fresh, play_out

pytestmark = pytest.mark.django_db

BY = "organizer:1"


def partners() -> Table:
    hands = "r1 r2/r4 r5/b1 b2/b3 b4"
    options = {"target_score": 2}
    table = deal("Ana Bo Cy Di", hands, "r9 y1 y2 y3 y4 y5 y6", rulebook="partners", options=options)
    do(table, "B play r4 uno")
    return table


def places(table: Table) -> list[int | None]:
    return [seat.place for seat in table.seats.order_by("index")]


def test_the_losing_side_is_second_of_two() -> None:
    table = play_out(partners())
    assert sorted(places(table), key=str) == [1, 1, 2, 2]
    assert_rebuilt_equals_live(table)


def test_a_result_that_ranks_the_four_gives_each_the_place_of_their_side() -> None:
    table = partners()
    tables.decide(table.pk, places=[3, 1, 3, 1], totals=[], by=BY, at=START)
    assert places(table) == [2, 1, 2, 1]
    assert_rebuilt_equals_live(table)


def test_a_match_that_ended_just_so_keeps_its_own_result() -> None:
    table = play_out(partners())
    ranks = [1 if place == 1 else 3 for place in places(table)]
    tables.decide(table.pk, places=ranks, totals=[], by=BY, at=START)
    assert fresh(table).version == table.version


def test_places_of_earlier_matches_are_brought_in_line() -> None:
    table = play_out(partners())
    Seat.objects.filter(table=table, place=2).update(place=3)
    import_module("games.migrations.0037_places_of_sides").by_side(apps, None)
    assert_rebuilt_equals_live(table)
