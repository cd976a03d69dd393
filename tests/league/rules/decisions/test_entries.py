"""Situation: people enter, wait, come late, check in, are thrown out and come back."""

import pytest

from games.rules.base.chance import Chance
from games.rules.base.refusal import Refusal
from league.rules.brackets import seeding
from league.rules.brackets.plan import PlannedRound
from league.rules.competition import commands as asked
from league.rules.competition.events import EntrantsSeeded
from league.rules.competition.state import State
from tests.league.rules.evening import announced, do, knock_out, play_on, started, tables


def refused(state: State, command: asked.AnyCommand) -> str:
    with pytest.raises(Refusal) as refusal:
        do(state, command)
    return refusal.value.code


def active(state: State) -> list[int]:
    return [entrant.number for entrant in state.active()]


def test_lots_are_drawn_from_a_seed_that_the_log_keeps() -> None:
    state = announced()
    do(state, asked.Enter([7, 8, 9, 10, 11]))
    (drawn,) = do(state, asked.Seed([], "lot"), chance=Chance(b"lots"))
    assert isinstance(drawn, EntrantsSeeded)
    assert drawn.order == seeding.shuffled([1, 2, 3, 4, 5], int(drawn.seed, 16))
    (again,) = do(state, asked.Seed([], "lot"), chance=Chance(b"other lots"))
    assert isinstance(again, EntrantsSeeded)
    assert again.seed != drawn.seed
    assert active(state) == again.order


def test_lots_within_blocks_keep_the_first_two_seeds() -> None:
    state = announced()
    do(state, asked.Enter(list(range(1, 9))))
    (drawn,) = do(state, asked.Seed([8, 7, 6, 5, 4, 3, 2, 1], "blocks"))
    assert isinstance(drawn, EntrantsSeeded)
    assert drawn.order[:2] == [8, 7]
    assert [sorted(drawn.order[2:4]), sorted(drawn.order[4:])] == [[5, 6], [1, 2, 3, 4]]
    assert drawn.order == seeding.drawn_in_blocks([8, 7, 6, 5, 4, 3, 2, 1], int(drawn.seed, 16))


def test_teams_can_be_named_until_the_end() -> None:
    state = started(4)
    assert len(do(state, asked.NameTeams({1: " North ", 2: "South"}))) == 2
    assert do(state, asked.NameTeams({1: "North"})) == []
    assert [entrant.team for entrant in state.entrants.values()] == ["North", "South", "", ""]
    assert refused(state, asked.NameTeams({9: "North"})) == "unknown_entrant"
    play_on(state)
    assert refused(state, asked.NameTeams({1: ""})) == "finished"


def test_an_entrant_who_waits_at_the_start_can_come_late_once_there_is_a_place() -> None:
    state = announced(limit=3, rounds=3)
    do(state, asked.Enter([7, 8, 9, 10]), asked.Start())
    assert refused(state, asked.Enter([10])) == "full"
    do(state, asked.Withdraw(1), asked.Enter([10]))
    assert active(state) == [2, 3, 4]
    assert 4 in state.stage.groups[0]
    assert refused(state, asked.Enter([11])) == "full"


def test_an_entrant_who_withdrew_before_the_start_comes_back_late_into_the_draw() -> None:
    state = announced(rounds=3)
    do(state, asked.Enter([7, 8, 9]), asked.Withdraw(3), asked.Start(), asked.Reinstate(3))
    assert 3 in state.stage.groups[0]
    assert refused(state, asked.Enter([9])) == "entered_already"
    do(state, asked.Withdraw(2))
    assert refused(state, asked.Enter([8])) == "use_reinstate"
    do(state, asked.Reinstate(2))
    assert active(state) == [1, 2, 3]


def test_an_entrant_who_withdrew_before_the_start_of_a_knock_out_is_too_late() -> None:
    state = announced(format="elimination_500", rulebook="elimination-500")
    do(state, asked.Enter([7, 8, 9, 10]), asked.Withdraw(4), asked.Start())
    assert refused(state, asked.Reinstate(4)) == "already_started"


@pytest.mark.parametrize("format_", ["single_elimination", "double_elimination", "round_robin"])
def test_while_no_pairings_are_published_somebody_late_is_paired_with_all_others(format_: str) -> None:
    state = started(4, format=format_, table_size=2)
    assert refused(state, asked.Enter([9])) == "already_started"
    do(state, asked.Unpublish(), asked.Enter([9]))
    assert refused(state, asked.Publish()) == "draft_stale"
    do(state, asked.MakeDraft(), asked.Publish())
    assert {5} <= {entrant for planned in state.stage.rounds for entrant in seated(state, planned)}
    assert refused(state, asked.Enter([10])) == "already_started"
    play_on(state)


def test_a_cup_at_tables_takes_somebody_late_between_its_start_and_its_first_round() -> None:
    state = knock_out(13, size=4, by_hand=True)
    if state.stage.rounds:
        do(state, asked.Unpublish())
    do(state, asked.Enter([50]), asked.MakeDraft(), asked.Publish())
    assert sorted(map(len, tables(state, 1))) == [3, 3, 4, 4]


def test_somebody_late_joins_the_division_that_organizers_choose() -> None:
    state = started(8, rounds=3, groups=2)
    do(state, asked.Enter([50], division=1), asked.Enter([51]))
    assert [9 in group for group in state.stage.groups] == [True, False]
    assert [10 in group for group in state.stage.groups] == [False, True], "the smaller one"
    assert refused(state, asked.Enter([52], division=3)) == "unknown_division"
    assert refused(announced(rounds=3, groups=2), asked.Enter([52], division=1)) == "unknown_division"


def test_somebody_late_does_not_enter_where_the_rulebook_could_not_be_played() -> None:
    """A knock-out of this size would have too many entrants: the start would have refused them, too."""
    state = started(4, format="round_robin", table_size=2, groups=1, legs=2)
    do(state, asked.Unpublish())
    assert refused(state, asked.Enter(list(range(1000, 1100)))) == "too_many_matches"
    assert active(state) == [1, 2, 3, 4]


def seated(state: State, planned: PlannedRound) -> list[int]:
    return [entrant for match in state.stage.matches_of(planned) for entrant in match.entrants]


def test_an_entrant_who_waited_and_withdrew_waits_again_or_takes_the_free_place() -> None:
    state = announced(limit=1)
    do(state, asked.Enter([7, 8]), asked.Withdraw(2), asked.Reinstate(2))
    assert state.entrants[2].is_waiting
    do(state, asked.Withdraw(2), asked.Withdraw(1), asked.Reinstate(2))
    assert active(state) == [2]
    assert refused(state, asked.Reinstate(1)) == "full"


def test_an_entrant_who_was_disqualified_cannot_enter_by_themselves_again() -> None:
    state = announced()
    do(state, asked.Enter([7, 8]), asked.OpenRegistration(), asked.Withdraw(1, "disqualified"))
    assert refused(state, asked.Enter([7], by_themselves=True)) == "disqualified"
    do(state, asked.Withdraw(2), asked.Enter([8], by_themselves=True), asked.Enter([7]))
    assert sorted(active(state)) == [1, 2]


def test_organizers_tick_off_who_comes_after_the_window_of_the_check_in() -> None:
    state = announced()
    do(state, asked.Enter([7, 8, 9]))
    assert refused(state, asked.CheckIn([1])) == "check_in_closed"
    do(state, asked.OpenCheckIn("ABC"), asked.CheckIn([1], code="abc"), asked.CloseCheckIn())
    assert refused(state, asked.CheckIn([2], code="ABC")) == "check_in_closed"
    do(state, asked.CheckIn([2]), asked.Start())
    assert active(state) == [1, 2]
    assert state.entrants[3].gone == "no_show"
    assert refused(state, asked.CheckIn([3])) == "check_in_closed"


def test_places_of_those_who_did_not_come_go_to_those_waiting_who_are_here() -> None:
    state = announced(limit=2)
    do(state, asked.Enter([7, 8, 9, 10]), asked.OpenCheckIn("ABC"), asked.CheckIn([1, 4]))
    do(state, asked.CloseCheckIn(no_shows=True))
    assert active(state) == [1, 4]
    assert state.entrants[3].is_waiting


def test_the_reason_of_a_cancelled_competition_is_kept() -> None:
    state = knock_out(4)
    do(state, asked.Cancel(" The hall is flooded. "))
    assert state.reason == "The hall is flooded."
    assert len(tables(state)) == 1


def test_registration_and_check_in_open_and_close_in_their_order() -> None:
    state = announced()
    do(state, asked.Enter([7]))
    assert refused(state, asked.Enter([8], by_themselves=True)) == "registration_closed"
    assert refused(state, asked.CloseRegistration()) == "registration_closed"
    assert refused(state, asked.CloseCheckIn()) == "check_in_closed"
    do(state, asked.OpenRegistration(), asked.OpenCheckIn("ABC"))  # which ends the registration
    assert refused(state, asked.OpenRegistration()) == "wrong_time"
    assert refused(state, asked.OpenCheckIn("DEF")) == "wrong_time"
    assert refused(state, asked.CheckIn([1], code="DEF")) == "wrong_code"
    do(state, asked.Withdraw(1))
    assert refused(state, asked.CheckIn([1])) == "withdrawn_already"
    do(state, asked.CloseCheckIn(), asked.OpenRegistration(), asked.CloseRegistration())
    assert state.status == "planned"


def test_wrong_commands_about_entrants_are_refused() -> None:
    state = announced()
    assert refused(state, asked.Seed([], "lot")) == "too_few_entered"
    do(state, asked.Enter([7, 8]))
    assert refused(state, asked.Seed([1, 2], "dice")) == "unknown_method"
    assert refused(state, asked.Withdraw(1, "bored")) == "unknown_kind"
    assert refused(state, asked.Reinstate(1)) == "not_withdrawn"
    assert refused(state, asked.Substitute(1, 8)) == "entered_already"
    do(state, asked.Cancel())
    assert refused(state, asked.Withdraw(1)) == "cancelled"
    assert refused(state, asked.Substitute(1, 9)) == "not_running"
    do(state, asked.Archive())
    assert state.is_archived


def test_a_substitute_plays_on_as_the_same_entrant() -> None:
    state = started(4)
    do(state, asked.Substitute(2, 99))
    assert [entrant.player for entrant in state.entrants.values()] == [101, 99, 103, 104]


def test_after_the_end_nobody_leaves_or_comes_back() -> None:
    state = started(4, rounds=2)
    do(state, asked.Withdraw(4))
    play_on(state)
    assert refused(state, asked.Withdraw(1)) == "finished"
    assert refused(state, asked.Reinstate(4)) == "finished"


def test_an_entrant_who_comes_back_needs_a_free_place_unless_organizers_say_otherwise() -> None:
    state = announced(limit=2, rounds=3)
    do(state, asked.Enter([7, 8, 9]), asked.Withdraw(1))
    assert active(state) == [2, 3]
    assert refused(state, asked.Reinstate(1)) == "full"
    do(state, asked.Reinstate(1, beyond_limit=True))
    assert active(state) == [1, 2, 3]


def test_an_entrant_who_gave_up_the_place_to_somebody_late_comes_back_beyond_the_limit_only() -> None:
    state = announced(limit=3, rounds=3)
    do(state, asked.Enter([6, 7, 8]), asked.Start(), asked.Withdraw(1))
    do(state, asked.Enter([9]))
    assert refused(state, asked.Reinstate(1)) == "full"
    do(state, asked.Reinstate(1, beyond_limit=True))
    assert active(state) == [1, 2, 3, 4]


def test_nobody_comes_late_beyond_the_limit_unless_organizers_say_so() -> None:
    state = announced(limit=2, rounds=3)
    do(state, asked.Enter([7, 8]), asked.Start())
    assert refused(state, asked.Enter([9])) == "full"
    do(state, asked.Enter([9], beyond_limit=True))
    assert active(state) == [1, 2, 3]


def test_an_entrant_who_waits_is_let_in_beyond_the_limit_by_organizers_and_not_by_themselves() -> None:
    state = announced(limit=1)
    do(state, asked.Enter([7, 8]), asked.OpenRegistration())
    assert active(state) == [1]
    assert refused(state, asked.Enter([8], by_themselves=True, beyond_limit=True)) == "entered_already"
    do(state, asked.Enter([9], by_themselves=True, beyond_limit=True))
    assert active(state) == [1]
    do(state, asked.Enter([8], beyond_limit=True))
    assert active(state) == [1, 2]
