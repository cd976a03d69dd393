"""Situation: a draw is larger than one event may be."""

import msgspec
import pytest

from games.models import StoredEvent
from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.competition import commands as asked
from league.rules.competition import draw_parts
from league.rules.competition import events as happened
from league.rules.competition.events import Draw, DrawnMatch
from league.rules.competition.stage import Adjustment
from league.rules.decisions.announcement import check_tables
from league.rules.formats import double_elimination, round_robin
from league.rules.settings.stages import StageSettings
from tests.league.rules.evening import announced, do, started

ENTRANTS = [*range(1, 101)]


def pairs(count):
    numbers = range(1, count + 1)
    matches = [PlannedMatch(f"R1.{n}", [Slot(2 * n - 1), Slot(2 * n)], f"Match {n}") for n in numbers]
    cost = {"repeats": 0.0, "score groups": 2.5, "club-mates": 1.0}
    planned = PlannedRound("R1", "Round 1", matches, [Slot(2 * count + 1)])
    return Draw([planned], "5eed", [DrawnMatch(match.id, cost) for match in matches], {"repeats": 3.0}, 2)


@pytest.mark.parametrize(
    "draw",
    [
        Draw(round_robin.draw(ENTRANTS, legs=2), "a1"),
        Draw(double_elimination.draw([*range(1, 1025)]), "a1"),
        pairs(1000),
        Draw([PlannedRound("R1", "Round 1", [], [Slot(number) for number in range(1, 5001)])]),
    ],
    ids=["round robin", "double elimination", "Swiss of two thousand", "byes"],
)
def test_its_parts_fit_into_events_and_make_the_same_draw(draw):
    parts = draw_parts.parts(draw)
    assert len(parts) > 1
    for part in parts:
        assert len(msgspec.json.encode(happened.StageRoundDrawn(6, part))) < StoredEvent.LARGEST
    assert draw_parts.joined(parts) == draw


def test_a_small_one_is_one_event_as_ever():
    draw = pairs(10)
    assert draw_parts.parts(draw) == [draw]


def test_a_draft_and_its_publication_come_out_as_those_of_one_event(monkeypatch):
    def play(largest):
        monkeypatch.setattr(draw_parts, "LARGEST", largest)
        state = started(8, format="round_robin", table_size=2, by_hand=True, venue="elsewhere")
        swap = asked.SwapInDraft(("R1.1", 0), ("R1.2", 0))
        events = do(state, asked.MakeDraft(), swap, asked.Publish(), chance=Chance(b"the same"))
        return state.stage, [type(event) for event in events]

    (whole, few), (stage, many) = play(48_000), play(400)
    assert happened.DrawPart not in few
    assert many.count(happened.DrawPart) > 4
    assert [kind for kind in many if kind is not happened.DrawPart] == few
    assert stage.draws == whole.draws
    assert stage.rounds == whole.rounds
    assert not stage.parts
    assert stage.published(happened.Draw(stage.rounds[-1:])) == whole.draws[0]


@pytest.mark.parametrize(
    ("entrants", "stages"),
    [
        (90, [StageSettings("round_robin", table_size=2)]),
        (64, [StageSettings("round_robin", table_size=2, legs=2)]),
        (128, [StageSettings("round_robin", table_size=2, groups=2)]),
        (
            600,
            [
                StageSettings("swiss", table_size=2, rounds=1, qualify=300),
                StageSettings("round_robin", table_size=2),
            ],
        ),
        (700, [StageSettings("round_robin", table_size=4, rounds=0)]),
    ],
    ids=["one leg", "two legs", "groups", "after a Swiss", "at tables"],
)
def test_a_round_robin_of_too_many_is_refused_before_it_begins(entrants, stages):
    state = announced(stages=stages)
    do(state, asked.Enter([*range(1, entrants + 1)]))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Start())
    assert refused.value.code == "too_many_matches"
    assert f"at most {32_000 if entrants == 700 else 4_000:,} matches" in refused.value.sentence


@pytest.mark.parametrize(("rounds", "groups", "most"), [(0, 1, "30"), (30, 1, None), (0, 20, None)])
def test_rounds_at_tables_that_a_worker_would_search_for_minutes_are_refused(rounds, groups, most):
    state = announced(format="round_robin", table_size=4, rounds=rounds, groups=groups)
    do(state, asked.Enter([*range(1, 401)]))
    if most is None:
        return check_tables(state.settings, 400)
    with pytest.raises(Refusal) as refused:
        do(state, asked.Start())
    assert refused.value.code == "too_long_to_draw"
    assert f"A round robin at tables with 400 entrants has at most {most} rounds" in refused.value.sentence
    return None


@pytest.mark.parametrize("stage", [{"format": "season"}, {"format": "swiss", "table_size": 2}])
def test_rounds_that_no_page_could_show_are_refused_before_they_begin(stage):
    state = announced(**stage, rounds=7)
    do(state, asked.Enter([*range(1, 2001)]))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Start())
    assert refused.value.code == "too_many_rounds"
    assert refused.value.sentence == "With 2,000 entrants there can be at most 6 rounds."
    do(state, *(asked.Withdraw(number) for number in range(1, 335)))
    check_tables(state.settings, len(state.active()))


def test_nobody_enters_late_where_there_are_too_many_rounds_for_one_more():
    state = announced(rounds=50)
    do(state, asked.Enter([*range(1, 241)]), asked.Start())
    with pytest.raises(Refusal) as refused:
        do(state, asked.Enter([241]))
    assert refused.value.code == "too_many_rounds"


def test_a_competition_has_at_most_two_thousand_entrants_however_they_enter():
    state = announced(limit=3)
    do(state, asked.Enter([*range(1, 1001)]), asked.Enter([*range(1001, 2001)]))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Enter([2001]))
    assert refused.value.code == "too_many_entrants"
    assert len(state.entrants) == 2000


def test_a_stage_has_no_more_bonuses_and_penalties_than_a_page_can_read():
    state = announced()
    do(state, asked.Enter([1, 2, 3, 4]), asked.Start())
    state.stage.adjustments |= {number: Adjustment(number, 1, -1, "late") for number in range(1, 1000)}
    do(state, asked.Adjust(1, 2, -1, "late"))
    with pytest.raises(Refusal) as refused:
        do(state, asked.Adjust(1, 2, -1, "late"))
    assert refused.value.code == "too_many_lines"


def test_a_stage_after_another_has_no_more_entrants_than_that():
    stages = [
        StageSettings("swiss", rounds=1, table_size=2, qualify=500),
        StageSettings("round_robin", table_size=2),
    ]
    state = announced(stages=stages)
    do(state, asked.Enter([1, 2, 3, 4]), asked.Start())
    assert len(state.stage.rounds) == 1
