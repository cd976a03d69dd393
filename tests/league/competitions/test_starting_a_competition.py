"""A competition starts: entries close, the first stage round is drawn, its tables are being played."""

import pytest

from games.models import Player, Table
from games.rules.base.refusal import Refusal
from league import competitions
from league.models import Competition, CompetitionEvent, Match
from league.rules.competition.commands import Seed, Start, Withdraw
from league.rules.settings.stages import StageSettings
from tests.league.club_nights import (
    BY,
    START,
    announced,
    club,
    fresh,
    knock_out,
    later,
    matches,
    players,
    started,
)

pytestmark = pytest.mark.django_db


def test_every_match_has_a_running_table_with_its_entrants_in_seat_order() -> None:
    evening = started(8, name="Friday")
    for match in matches(evening):
        assert match.table is not None
        assert match.table.status == Table.Status.RUNNING
        assert match.table.name == f"Friday: Round 1, Table {match.number}"
        assert match.table.options == {"target_score": 40}
        seated = [seat.player_id for seat in match.table.seats.all()]
        assert seated == [placement.entrant.player_id for placement in match.placements.all()]
    assert evening.status == Competition.Status.RUNNING
    assert evening.started_at == START


def test_players_without_a_log_in_are_played_by_bots_and_people_move_themselves(django_user_model) -> None:
    evening = announced(3)
    person = Player.objects.create(name="Ana", user=django_user_model.objects.create_user("ana"))
    competitions.enter(evening.pk, players=[person], by=BY, at=START)
    competitions.act(evening.pk, Start(), by=BY, at=START)
    seats = matches(evening)[0].table.seats.order_by("index")
    assert [(seat.name, seat.is_bot) for seat in seats][-1] == ("Ana", False)
    assert sum(seat.is_bot for seat in seats) == 3


def test_tables_of_a_knock_out_stop_when_as_many_survive_as_advance() -> None:
    bracket = knock_out(8, advance=3)
    assert {match.table.options["survivors"] for match in matches(bracket)} == {3}


def test_seeds_are_the_order_of_entry_unless_seeded() -> None:
    evening = announced(4)
    competitions.act(evening.pk, Seed([4, 2, 1, 3]), by=BY, at=START)
    competitions.act(evening.pk, Start(), by=BY, at=START)
    seeds = evening.entrants.order_by("seed").values_list("number", flat=True)
    assert list(seeds) == [4, 2, 1, 3]
    unseeded = started(3)
    assert list(unseeded.entrants.order_by("seed").values_list("number", flat=True)) == [1, 2, 3]


def test_a_bye_is_a_match_without_a_table() -> None:
    bracket = knock_out(5)
    bye = Match.objects.get(competition=bracket, is_bye=True)
    assert bye.table is None
    assert [(placement.entrant.seed, placement.advances) for placement in bye.placements.all()] == [(1, True)]


def test_bots_of_a_competition_are_as_strong_as_it_was_announced() -> None:
    evening = started(4, bot_strength="strong")
    assert {match.table.bot_strength for match in matches(evening)} == {"strong"}
    assert {match.table.bot_strength for match in matches(started(4))} == {"club"}


def test_a_refused_start_leaves_nothing_behind() -> None:
    evening = announced(1)
    before = CompetitionEvent.objects.count()
    with pytest.raises(Refusal, match="At least 2 entrants"):
        competitions.act(evening.pk, Start(), by=BY, at=START)
    assert CompetitionEvent.objects.count() == before
    assert not Table.objects.exists()
    assert fresh(evening).status == Competition.Status.PLANNED


def test_a_refused_announcement_leaves_nothing_behind() -> None:
    with pytest.raises(Refusal) as refused:
        competitions.create(
            with_bots=True,
            club=club(),
            name="Friday",
            stages=[StageSettings("season")],
            rulebook="bridge",
            by=BY,
            at=START,
        )
    assert refused.value.code == "unknown_rulebook"
    assert not Competition.objects.exists()


def test_a_rulebook_for_two_is_refused_when_a_table_of_three_would_come_out() -> None:
    evening = announced(3, rulebook="two-player", table_size=2)
    with pytest.raises(Refusal) as refused:
        competitions.act(evening.pk, Start(), by=BY, at=START)
    assert refused.value.code == "refused_seats"


def test_a_second_start_is_refused_and_draws_nothing() -> None:
    evening = started(8)
    with pytest.raises(Refusal) as refused:
        competitions.act(evening.pk, Start(), by=BY, at=START)
    assert refused.value.code == "already_started"
    assert Match.objects.count() == 2


def test_someone_who_withdraws_before_the_start_is_not_drawn() -> None:
    evening = announced(5)
    competitions.act(evening.pk, Withdraw(2), by=BY, at=later(1))
    competitions.act(evening.pk, Start(), by=BY, at=later(2))
    drawn = {placement.entrant.number for match in matches(evening) for placement in match.placements.all()}
    assert drawn == {1, 3, 4, 5}
    assert evening.entrants.get(number=2).withdrawn


def test_the_same_player_cannot_enter_twice() -> None:
    evening = announced(0)
    ana, bo = players(2)
    competitions.enter(evening.pk, players=[ana, bo], by=BY, at=START)
    with pytest.raises(Refusal) as refused:
        competitions.enter(evening.pk, players=[bo], by=BY, at=START)
    assert refused.value.code == "entered_already"
    assert evening.entrants.count() == 2


def test_a_long_name_still_fits_its_tables() -> None:
    bracket = knock_out(8, name="x" * 80)
    assert {len(match.table.name) for match in matches(bracket)} == {80}
    assert all(match.table.name.endswith(f": Semi-finals, {match.name}") for match in matches(bracket))
