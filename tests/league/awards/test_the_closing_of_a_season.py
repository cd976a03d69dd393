"""Situation: the last result of a season is in, and the club gathers for the prize giving."""

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Player
from games.replay import match_at_step as replays
from games.rules.match.events import ChallengeUpheld, PointsScored, WentOut
from games.rules.scoresheet.commands import NoteChallenge, UndoDeal
from games.scoresheets import queries
from league import competitions, tasks
from league.accounts import names
from league.awards import closings
from league.competition_verification import check_competition
from league.competitions import results
from league.competitions.next_season import ended
from league.models import Closing, Club, Competition, Match, Membership, Prize
from league.roster import merging
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import CorrectResult
from league.rules.settings import result_kinds
from league.rules.settings.stages import SWISS, StageSettings
from tests.games.scoresheets.writing_down import deal, record
from tests.league.by_hand import play, played_elsewhere
from tests.league.club_nights import BY, fresh, later, matches, play_on, play_round, started
from tests.league.organizing import organizer

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Competition:
    """Two divisions of four have played a matchday online, bots for everybody."""
    return play_on(started(8, groups=2))


def closing(competition: Competition, client: Client | None = None, **facts):
    return (client or Client()).get(f"/competitions/{competition.pk}/closing/", **facts)


def rows(competition: Competition) -> list[dict]:
    """Everything that was worked out, with every column."""
    values = Closing.objects.filter(competition=competition).values()
    return [*values, *Prize.objects.filter(closing__competition=competition).order_by("pk").values()]


def facts(competition: Competition) -> list[tuple]:
    """The prizes without the numbers of their rows."""
    return sorted(
        Prize.objects.filter(closing__competition=competition).values_list(
            "code", "player", "figure", "moments"
        )
    )


def correct(competition: Competition, match: Match, kind: str, finishes: list[Finish] | None = None) -> None:
    command = CorrectResult(match.stage, match.key, finishes or [], kind)
    results.correct(competition.pk, command, by=BY, at=later(200))


def test_until_it_is_over_there_is_nothing_to_read_out():
    running = started(4, rounds=2)
    play_round(running)
    page = closing(running)
    assertContains(page, "has not finished yet")
    assert tasks.close_competitions() == 0
    assertNotContains(Client().get(f"/competitions/{running.pk}/"), "Champions and awards")
    assert Client().get("/competitions/987654/closing/").status_code == 404


def test_the_champions_are_there_at_once_and_the_awards_as_soon_as_a_worker_has_read_the_logs(season):
    page = closing(season)
    assertContains(page, "The awards are being calculated from the logs of all tables")
    assertContains(page, "<progress")
    assertContains(page, 'data-live="closing"')
    assert closings.versions([season.pk]) == []
    assertContains(page, ">Check again</a>")
    assertContains(page, "podium__step--1", count=2)
    assert tasks.close_competitions() == 1
    assert tasks.close_competitions() == 0, "nothing has happened since"
    page = closing(season)
    assertNotContains(page, "The awards are being calculated from the logs of all tables")
    for only_meanwhile in ("<progress", "data-live", "data-stream", "stream.js"):
        assertNotContains(page, only_meanwhile)
    assert closings.versions([season.pk]) == [(season.pk, fresh(season).version)]
    for name in ("Best deal", "Fastest out", "Lightest hand"):
        assertContains(page, name)
    closing_ = Closing.objects.get()
    assert (closing_.players, closing_.matches) == (8, 2)
    assert closing_.deals == sum(replays_of(match) for match in Match.objects.all())
    assert closing_.cards >= 7 * closing_.deals, "nobody goes out before the seventh card"
    assertContains(page, f"<dd>{closing_.cards}</dd>")


def replays_of(match: Match) -> int:
    assert match.table_id
    return len(replays.outline(match.table_id).deals)


def test_a_click_leads_to_the_very_step(season):
    closings.recompute(season.pk)
    every = [
        max(deal.points)
        for pk in Match.objects.values_list("table", flat=True)
        for deal in replays.outline(pk).deals
        if deal.points
    ]
    best_deals = [
        (best, *moment) for best in Prize.objects.filter(code="best_deal") for moment in best.moments
    ]
    assert best_deals
    for best, table, step in best_deals:
        moment = replays.at(table, step, None)
        (scored,) = [event for event in moment.events or [] if isinstance(event, PointsScored)]
        winner = next(
            seat for seat, sitting in enumerate(moment.seats) if sitting.player_id == best.player_id
        )
        assert best.figure == [scored.points[winner]] == [max(every)]
        link = f"/tables/{table}/replay/?step={step}"
        assertContains(closing(season), f'href="{link}"')
        assert Client().get(link).status_code == 200
    fastest = Prize.objects.filter(code="fastest_out").first()
    table, step = fastest.moments[0]
    assert any(isinstance(event, WentOut) for event in replays.at(table, step, None).events or [])


def test_one_goes_up_and_one_goes_down(season):
    page = closing(season)
    first, second = ended(season.pk).divisions
    assertContains(page, "↑", count=1)
    assertContains(page, "↓", count=1)
    body = page.content.decode()
    up, down = body.split("moves__up")[1], body.split("moves__down")[1]
    assert Player.objects.get(pk=second[0]).name in up.split("</li>")[0]
    assert Player.objects.get(pk=first[-1]).name in down.split("</li>")[0]
    assertContains(page, "Stay:", count=2)


def test_without_divisions_nobody_moves():
    page = closing(play_on(started(4)))
    assertNotContains(page, "Promotion and relegation")
    assertContains(page, "podium__step--1", count=1)


def test_a_void_match_takes_its_awards_along_and_corrected_back_they_return(season):
    closings.recompute(season.pk)
    before = facts(season)
    best = Prize.objects.filter(code="best_deal").first()  # two deals may be as good
    match = Match.objects.get(table=best.moments[0][0])
    finishes = [
        Finish(
            place.entrant, place.place, place.total, place.last_deal, place.deal_wins, place.points_in_hand
        )
        for place in competitions.look(season.pk).stages[0].matches[match.key].places
    ]
    correct(season, match, result_kinds.VOID)
    assertContains(closing(season), "The awards are being calculated from the logs of all tables")
    assert tasks.close_competitions() == 1
    assert facts(season) != before
    assert Closing.objects.get().matches == 1
    assert match.table_id not in [table for prize in Prize.objects.all() for table, _step in prize.moments]
    correct(season, match, result_kinds.PLAYED, finishes)
    assert tasks.close_competitions() == 1
    assert facts(season) == before


def test_a_season_that_goes_on_again_has_no_closing(season):
    closings.recompute(season.pk)
    correct(season, Match.objects.filter(competition=season).latest("pk"), result_kinds.OPEN)
    assert fresh(season).status == Competition.Status.RUNNING
    assertContains(closing(season), "has not finished yet")
    assert closings.outdated() == [season.pk]
    assert tasks.close_competitions() == 1
    assert rows(season) == []


def test_rebuilding_changes_nothing_and_repairs_what_was_broken(season):
    closings.recompute(season.pk)
    before = rows(season)
    call_command("rebuild", "--closings", verbosity=0)
    assert rows(season) == before
    Prize.objects.filter(code="best_deal").update(figure=[1], moments=[])
    Prize.objects.filter(code="deals_won").delete()
    Closing.objects.update(cards=1)
    stray = Prize.objects.first()
    Prize.objects.create(closing=stray.closing, code="x", player=stray.player, figure=[1], moments=[])
    broken = facts(season)
    call_command("rebuild", "--closings", verbosity=0)
    assert facts(season) != broken
    assert [fact[0] for fact in facts(season)] == sorted(row["code"] for row in before if "code" in row)


def test_verifying_finds_what_does_not_follow_from_the_logs(season):
    assert check_competition(season.pk, {}) is None, "it waits for its worker"
    closings.recompute(season.pk)
    before = rows(season)
    assert check_competition(season.pk, {}) is None
    Prize.objects.filter(code="best_deal").update(figure=[9999])
    fault = check_competition(season.pk, {})
    assert "prizes" in (fault.sentence if fault else "")
    Prize.objects.filter(code="best_deal").update(
        figure=next(row["figure"] for row in before if row.get("code") == "best_deal")
    )
    Closing.objects.update(deals=1)
    fault = check_competition(season.pk, {})
    assert "closing" in (fault.sentence if fault else "")


def test_the_page_asks_as_much_for_two_as_for_many(season, django_assert_num_queries):
    closings.recompute(season.pk)
    closing(season)
    with django_assert_num_queries(10):
        closing(season)
    small = play_on(started(4, rounds=2))
    closings.recompute(small.pk)
    with django_assert_num_queries(8):
        closing(small)


def test_reading_the_logs_asks_a_query_for_twenty_tables(season, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        closings.recompute(season.pk)


def test_one_broken_season_does_not_hold_up_the_others(season, monkeypatch, caplog):
    other = play_on(started(4))
    broken = Match.objects.filter(competition=season).first()
    real = closings.logs_of

    def logs_of(tables):
        assert broken.table_id not in tables
        return real(tables)

    monkeypatch.setattr(closings, "logs_of", logs_of)
    assert tasks.close_competitions() == 1
    assert Closing.objects.get().competition == other
    assert f"closing of competition {season.pk}" in caplog.text


def test_a_hidden_name_is_a_number_for_the_public(season):
    closings.recompute(season.pk)
    best = Prize.objects.get(code="best_deal").player
    name = "Anaximander"
    Player.objects.filter(pk=best.pk).update(name=name)
    assertContains(closing(season), name)
    names.hide(best, is_hidden=True)
    assertNotContains(closing(season), name)
    assertContains(closing(season), f"Player {best.pk}")
    assertContains(closing(season, organizer(season)), name)


def test_in_a_closed_club_only_its_people_read_it(season):
    closings.recompute(season.pk)
    Club.objects.filter(pk=season.club_id).update(is_public=False)
    assert closing(season).status_code == 403
    assert closing(season, organizer(season)).status_code == 200


def test_someone_who_was_merged_bears_the_name_that_was_kept(season):
    closings.recompute(season.pk)
    best = Prize.objects.get(code="best_deal").player
    kept = Player.objects.create(name="Zoë Kept")
    Membership.objects.bulk_create(Membership(club=season.club, player=player) for player in (best, kept))
    merging.merge(season.club_id, kept.pk, best.pk, by=BY, at=later(300))
    assertContains(closing(season), "The awards are being calculated from the logs of all tables")
    assert tasks.close_competitions() == 1
    assert Prize.objects.get(code="best_deal").player == kept
    assertContains(closing(season), "Zoë Kept")


def test_results_from_elsewhere_have_a_closing_too():
    cup = played_elsewhere(6, StageSettings(SWISS, table_size=3, rounds=2))
    play(cup)
    assert tasks.close_competitions() == 1
    page = closing(cup)
    assertContains(page, "Clearest win")
    assertNotContains(page, "Watch in the replay")
    assertNotContains(page, "laid online")


def test_from_the_club_the_competition_and_the_desk_one_gets_there(season):
    client = organizer(season)
    address = f'href="/competitions/{season.pk}/closing/"'
    for path in (
        f"/clubs/{season.club.slug}/",
        season.get_absolute_url(),
        f"{season.get_absolute_url()}desk/",
    ):
        assertContains(client.get(path), address)


def test_the_awards_leave_as_a_sheet(season):
    address = f"/competitions/{season.pk}/export/awards"
    assert Client().get(f"{address}.json").json() == []
    closings.recompute(season.pk)
    body = Client().get(f"{address}.json").json()
    assert body[0]["award"] == "Best deal"
    assert body[0]["figure"].endswith("points")
    sheet = Client().get(f"{address}.csv").content.decode("utf-8-sig")
    assert sheet.startswith("code,award,player,name,figure,table,step")


def test_a_sheet_of_real_cards_leads_to_the_line_where_it_was_written_down():
    evening = started(4, venue="physical")
    (match,) = matches(evening)
    table = match.table
    assert table
    record(
        table,
        NoteChallenge(2, 0, was_right=True),
        deal(1, "A", "B 1, C 2, D 3"),
        UndoDeal(1),
        deal(1, "B", "A 0, C 12, D 9"),
        deal(2, "B", "A 5, C 30, D 9"),
    )
    assert results.collect(table.pk, at=later(60))
    closings.recompute(evening.pk)
    best = Prize.objects.get(code="best_deal")
    assert (best.player, best.figure) == (table.seats.get(index=1).player, [44])
    ((_table, step),) = best.moments
    replay = queries.at_step(table.pk, step)
    assert replay.deal
    assert (replay.deal.number, replay.deal.points) == (2, [0, 44, 0, 0])
    (challenge,) = Prize.objects.get(code="challenges_won").moments
    events = queries.at_step(table.pk, challenge[1]).moments[challenge[1] - 1].events
    assert any(isinstance(event, ChallengeUpheld) for event in events)
    assert not Prize.objects.filter(code="fastest_out").exists()
    assert Closing.objects.get().deals == 2
