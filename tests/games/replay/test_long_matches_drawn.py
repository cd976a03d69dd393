"""Situation: a match had very many deals, and its timeline and its graph are drawn for a phone."""

from itertools import pairwise

import pytest

from games.deals.outline import LEAD, Deal, Mark, Outline, Step
from games.replay.links import ReplayChoice
from games.replay.score_graph import ScoreGraph
from games.replay.timeline import Sign, Timeline
from tests.games.replay.names import names_of


def of_deals(count, *, length=50):
    """A match of deals of the same length, of which each brings the second of two players ten points."""
    outline = Outline()
    outline.steps = [Step(number, number, "") for number in range(1, count * length + 1)]
    outline.deals = [
        Deal(
            number=number,
            first_step=(number - 1) * length + 1,
            last_step=number * length,
            first=0,
            last=0,
            head=b"",
            winner=1,
            points=[0, 10],
            totals=[0, 10 * number],
        )
        for number in range(1, count + 1)
    ]
    return outline


def numbered(outline):
    """The numbers on the strip, each with its place in percent."""
    bands = Timeline(outline, 1, ReplayChoice(1), names_of("Ana", "Bo")).bands
    return {band.number: float(band.middle.rstrip("%")) for band in bands if band.has_number}


@pytest.mark.parametrize(
    ("count", "every"), [(1, 1), (12, 1), (24, 1), (50, 1), (105, 1), (180, 2), (400, 5)]
)
def test_deals_on_the_strip_are_numbered_all_or_every_second_or_fifth(count, every):
    places = numbered(of_deals(count))
    assert list(places) == list(range(every, count + 1, every))
    room = 100 * (0.035 if count <= 24 else 0.018 if count <= 50 else 0.009)
    assert all(b - a > room - 0.02 for a, b in pairwise(places.values()))


def test_deals_of_a_single_step_among_long_ones_are_numbered_too():
    outline = of_deals(20)
    for place, deal in enumerate(outline.deals):
        deal.first_step = place + 1 if place < 19 else 20
        deal.last_step = place + 1 if place < 19 else len(outline.steps)
    places = list(numbered(outline).values())
    assert len(places) == 20
    assert places == sorted(places)
    assert 0 < places[0] < places[-1] < 100


def test_names_in_marks_are_text_and_no_markup():
    outline = of_deals(1)
    outline.marks = [Mark(50, LEAD, (1,), ())]
    (sign,) = Timeline(outline, 1, ReplayChoice(1, seat="B"), names_of("Ana", "<b>Bo</b>")).signs
    assert '<a class="sign sign--lead" href="/tables/1/replay/?step=50&amp;seat=B"' in sign.drawn
    assert "<title>Step 50: &lt;b&gt;Bo&lt;/b&gt; leads</title>" in sign.drawn
    assert "<b>" not in sign.drawn


def test_each_kind_of_mark_has_a_shape_of_its_own():
    kinds = ("lead", "challenge", "catch", "uno", "miss", "penalty", "comment")
    shapes = {Sign(kind, "", "", "0%", 0).drawn.partition('visible">')[2] for kind in kinds}
    assert len(shapes) == len(kinds)


@pytest.mark.parametrize(
    ("count", "ticks"),
    [
        (3, ["1", "2", "3"]),
        (13, ["2", "4", "6", "8", "10", "12"]),
        (60, ["10", "20", "30", "40", "50", "60"]),
        (105, ["20", "40", "60", "80", "100"]),
    ],
)
def test_round_numbers_stand_below_the_graph(count, ticks):
    graph = ScoreGraph(of_deals(count), ReplayChoice(1), ["Ana", "Bo"])
    assert [tick.text for tick in graph.ticks] == ticks
    signs = [point.title.split()[1].rstrip(":") for point in graph.series[1].points]
    assert signs == (
        ticks if count == 60 else [*ticks, "105"] if count == 105 else [str(n + 1) for n in range(count)]
    )


def test_a_phone_lists_who_is_ahead_first():
    graph = ScoreGraph(of_deals(4), ReplayChoice(1), ["Ana", "Bo"])
    assert [(line.total, line.name) for line in graph.legend] == [(40, "Bo"), (0, "Ana")]


def test_deals_that_bring_a_player_nothing_are_one_stroke_of_the_line():
    ana, bo = ScoreGraph(of_deals(105), ReplayChoice(1), ["Ana", "Bo"]).series
    assert [(stroke.x1, stroke.x2) for stroke in ana.strokes] == [("7.00%", "76.00%")]
    assert len(bo.strokes) == 105
    assert all((a.x2, a.y2) == (b.x1, b.y1) for a, b in pairwise(bo.strokes))
