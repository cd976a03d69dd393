"""Situation: a reader looks up a step on the curves of a match and in their table."""

from games.analysis.findings import WHOLE, Curve, DealFindings, Parts
from games.replay.links import ReplayChoice
from games.replay.match_analysis import result_parts
from games.replay.match_analysis.chance_curves import ChanceCurves

NAMES = ["Ana", "Bo"]
LENGTH = 200


def deals(count: int) -> list[DealFindings]:
    """Deals of two hundred steps; in each Ana wins more and more."""
    curve = Curve(open=[[WHOLE * step // LENGTH, WHOLE - WHOLE * step // LENGTH] for step in range(LENGTH)])
    return [
        DealFindings(number, 1 + LENGTH * (number - 1), 10, curve, match=curve)
        for number in range(1, count + 1)
    ]


def curves(number: int, step: int, *, curve: str = "", count: int = 3) -> ChanceCurves:
    choice = ReplayChoice(1, step, curve=curve)
    return ChanceCurves(deals(count), number, choice, NAMES, is_running=False)


def test_the_table_has_each_step_of_the_shown_deal_and_some_of_the_others() -> None:
    steps = [row.step for row in curves(2, 214).rows]
    assert set(range(201, 401)) <= set(steps)
    assert 300 < len(steps) < 340
    assert steps[0] == 1
    assert steps[-1] == 600


def test_the_links_across_the_curves_lie_side_by_side_without_gaps() -> None:
    columns = curves(2, 214).columns
    ends = [float(column.x) + float(column.width) for column in columns]
    begins = [float(column.x) for column in columns[1:]]
    assert all(abs(end - begin) < 0.2 for end, begin in zip(ends, begins, strict=False))
    assert abs(ends[-1] - 1000) < 0.2


def test_the_names_tell_the_chances_at_the_shown_step_and_a_line_marks_it() -> None:
    shown = curves(2, 251)
    assert [(line.name, line.chance) for line in shown.lines] == [("Ana", "25%"), ("Bo", "75%")]
    assert (shown.shown_step, shown.marker) == (251, "417.4")
    elsewhere = curves(2, 700)
    assert (elsewhere.shown_step, elsewhere.marker) == (600, "-9")


def test_the_axis_has_numbers_and_each_deal_its_place() -> None:
    assert [level.text for level in curves(2, 214).levels] == ["0%", "50%", "100%"]
    assert [span.number for span in curves(2, 214).spans] == [1, 2, 3]
    assert curves(2, 214, curve="deal").spans == []


def test_a_match_of_one_deal_has_no_second_figures_for_the_same_moves() -> None:
    alone = curves(1, 5, curve="deal", count=1)
    assert [tab.choice.curve for tab in alone.tabs] == ["match", "match-seen"]
    assert alone.chosen == "match"
    assert len(curves(1, 5).tabs) == 4


def test_a_part_that_is_not_larger_than_its_margin_is_unsure() -> None:
    parts = Parts(
        *([part] for part in (250_000, -40_000, 300_000, -210_000, -300_000, 0)), timeouts=[0], away=[0]
    )
    (row,) = result_parts.rows(
        parts.with_errors([[10_000], [20_000], [30_000], [120_000], [0], [0]]), NAMES[:1]
    )
    shown = [(part.words, part.margin, part.is_unsure) for part in row.parts]
    assert shown == [("−4", "±3", False), ("+30", "±5", False), ("−21", "±8", False), ("−30", "±31", True)]
    assert parts.error == 120_000
