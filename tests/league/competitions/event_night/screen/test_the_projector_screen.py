"""Situation: a hall looks at the projector: where do I sit, what is the time, who leads."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from league.competitions.event_night.screen import page as screen_page
from league.competitions.event_night.tables_in_play import tables_of
from league.models import Club, Match
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import (
    CheckIn,
    ExtendTimer,
    MakeDraft,
    MoveMatch,
    OpenCheckIn,
    Pause,
    PauseTimer,
    Publish,
    RecordResult,
    Seed,
    StartTimer,
    Unpublish,
)
from league.rules.settings.divisions import Border
from league.rules.settings.stages import StageSettings
from tests.games.visiting import HTMX
from tests.league.by_hand import do, play, played_elsewhere, waiting
from tests.league.club_nights import announced, fresh, later, matches, play_on, started
from tests.league.organizing import act, report, report_all

pytestmark = pytest.mark.django_db


def screen(competition, **asked):
    return Client().get(f"/screen/competitions/{competition.pk}/", asked)


def shown_views(page):
    """The views that take turns."""
    return re.search(r'data-shown="([^"]*)"', lines(page))[1].split()


def lines(page):
    """What stands on the screen, without tags."""
    return page.content.decode()


def test_everybody_finds_table_and_seat_by_name_and_by_table():
    evening = started(8, venue="physical")
    page = screen(evening)
    seat = matches(evening)[1].table.seats.get(index=1)
    assertContains(page, f"<b>{seat.player.name}</b><span>Table 2, seat B</span>", html=True)
    assertContains(page, "deals first", count=2)
    assertContains(page, "Round 1")
    assertContains(page, "As of")
    assert page["As-Of"].count(":") == 2


def test_the_script_reads_the_time_in_every_language():
    evening = started(4)
    page = Client().get(f"/screen/competitions/{evening.pk}/", headers={"Accept-Language": "fil"})
    assertContains(page, f'data-clock="{page["As-Of"]}"')
    assert re.fullmatch(r"\d\d:\d\d:\d\d", page["As-Of"])
    assert re.search(r"<time data-as-of>\d+:\d\d:\d\d\s[AP]M</time>", page.content.decode())


def test_names_stand_from_a_to_z():
    page = lines(screen(started(8)))
    names = [page.index(f"<b>Player {number}</b>") for number in range(1, 9)]
    assert names == sorted(names)


def test_one_view_is_chosen_in_the_address_and_anything_else_is_the_first():
    evening = started(4)
    assertContains(screen(evening, view="tables"), 'data-screen="names" hidden')
    for view in ("", "moon"):
        assertContains(screen(evening, view=view), 'data-screen="tables" hidden')


def test_online_tables_say_so_where_others_play_with_cards():
    evening = started(8, venue="physical")
    assertNotContains(screen(evening), "online")
    act(evening, MoveMatch(1, matches(evening)[1].key, "online"))
    assertContains(screen(evening), "<small>online</small>", count=5)


def test_before_the_start_it_says_who_is_missing():
    evening = announced(3)
    assertContains(screen(evening), "3 players. Starting soon")
    act(evening, OpenCheckIn("CDFGH"), CheckIn([2]))
    page = screen(evening)
    assertContains(page, "3 players, 2 still missing")
    assertNotContains(page, "CDFGH")


def test_a_draft_is_on_no_screen():
    evening = announced(4, by_hand=True)
    from league.rules.competition.commands import MakeDraft, Start

    act(evening, Seed([4, 3, 2, 1]), Start(), MakeDraft())
    assertNotContains(screen(evening), "Table 1")


def test_the_timer_counts_and_stands_still_in_a_break(monkeypatch):
    evening = started(4, venue="physical")
    assertNotContains(screen(evening), "data-timer=")
    act(evening, StartTimer(600, int(later(5).timestamp())))
    assertContains(screen(evening), "Time’s up")  # long ago
    act(evening, ExtendTimer(60, int(later(5).timestamp())), PauseTimer(int(later(6).timestamp())))
    assertContains(screen(evening), 'data-timer="600"')
    assertContains(screen(evening), "10:00")
    act(evening, Pause())
    assertContains(screen(evening), "Break")


def test_in_the_end_the_champion_comes_first():
    evening = play_on(started(4, rounds=1))
    page = screen(evening)
    assertContains(page, 'data-shown="champion standings"')
    best = evening.entrants.get(rank=1)
    assertContains(page, f"{best.player.name}</b>")


def test_results_from_elsewhere_need_no_table():
    evening = played_elsewhere(4, StageSettings("swiss", table_size=4, rounds=1))
    assertContains(screen(evening), "<b>Player 1</b><span>Table 1</span>", html=True)
    report_all(evening)
    assertContains(screen(evening), 'data-shown="champion standings"')


def elimination(**facts):
    stage = StageSettings("elimination_500", table_size=4)
    return played_elsewhere(8, stage, rulebook="elimination-500", lots_by_hand=True, **facts)


def test_a_finished_table_stays_with_its_result_until_the_next_round_is_published():
    cup = started(
        8,
        stages=[StageSettings("elimination_500", table_size=4)],
        rulebook="elimination-500",
        venue="elsewhere",
    )
    do(cup, Unpublish(), Publish())
    first, other = waiting(cup)
    report(cup, first.id, *first.entrants)
    page = screen(cup, view="tables")
    best, worst = (cup.entrants.get(number=first.entrants[place]).player.name for place in (0, 3))
    assertContains(page, f"<b>{best}</b><span>advances</span>", html=True)
    assertContains(page, f"<b>{worst}</b><span>eliminated</span>", html=True)
    assertContains(page, "Table 2</span>", count=4)
    assertContains(page, "screen__table--over", count=1)
    report(cup, other.id, *other.entrants)
    page = screen(cup)
    assert shown_views(page) == ["names", "tables", "bracket"]
    assertContains(page, "screen__table--over", count=2)
    assertContains(page, "Semi-finals")
    do(cup, MakeDraft(), Publish())
    assertNotContains(screen(cup), "screen__table--over")


def test_of_those_who_are_tied_the_screen_says_so():
    cup = elimination()
    match = waiting(cup)[0]
    finishes = [Finish(entrant, 1 if place == 0 else 2) for place, entrant in enumerate(match.entrants)]
    do(cup, RecordResult(1, match.id, finishes))
    page = screen(cup)
    assertContains(page, "<span>tied, to be decided</span>", count=3)
    assertNotContains(page, "eliminated")


def test_a_player_of_a_later_round_is_shown_at_the_new_table():
    cup = played_elsewhere(8, StageSettings("single_elimination", table_size=2, advance=1))
    for match in waiting(cup)[:2]:
        report(cup, match.id, *match.entrants)
    page = lines(screen(cup))
    names = [f"<b>{name}</b>" for name in cup.entrants.values_list("player__name", flat=True)]
    assert [page.count(name) for name in names] == [1] * 8


@pytest.mark.parametrize("view", ["standings", "bracket"])
def test_the_standings_of_a_cup_are_its_bracket(view):
    page = screen(elimination(), view=view)
    assertContains(page, 'data-screen="names" hidden')
    assertNotContains(page, 'data-screen="bracket" hidden')


def offered(page):
    """The views to choose from at the foot of the screen."""
    return re.findall(r'data-view="(\w+)"(?! hidden)', lines(page))


def test_only_views_with_any_content_are_offered():
    cup = played_elsewhere(4, StageSettings("single_elimination", table_size=2))
    assert offered(screen(cup)) == ["names", "tables", "bracket"]
    page = screen(cup, view="standings")
    assertContains(page, 'data-view="bracket" aria-current="page"')
    report_all(cup)
    report_all(cup)
    assert offered(screen(cup)) == ["bracket", "champion"]
    swiss = played_elsewhere(4, StageSettings("swiss", table_size=4))
    assert offered(screen(swiss)) == ["names", "tables", "standings"]


def test_groups_are_told_apart_and_each_has_its_own_ranks():
    groups = StageSettings("round_robin", table_size=2, groups=2, qualify=1)
    cup = played_elsewhere(6, groups, StageSettings("single_elimination", table_size=2))
    first = waiting(cup)[0]
    report(cup, first.id, *first.entrants)
    page = lines(screen(cup))
    standings = page[page.index('data-screen="standings"') : page.index('data-screen="bracket"')]
    headings = re.findall(r"<h3>(.*?)</h3>", standings)
    assert headings == ["Group 1", "Group 2"]
    ranks = re.findall(r'screen__rank">(\d+)', standings)
    assert len(ranks) == 6
    assert ranks.count("1") >= 2


def test_of_long_standings_the_first_rows_are_shown_and_counted(monkeypatch):
    monkeypatch.setattr(screen_page, "_ROWS", 3)
    evening = played_elsewhere(4, StageSettings("swiss", table_size=4, rounds=1))
    report_all(evening)
    assertContains(screen(evening), "3 of 4 rows.")


def test_groups_show_standings_and_the_knock_out_after_them_a_bracket():
    groups = StageSettings("round_robin", table_size=2, groups=2, qualify=1)
    cup = played_elsewhere(6, groups, StageSettings("single_elimination", table_size=2))
    first = waiting(cup)[0]
    report(cup, first.id, *first.entrants)
    assert "standings" in shown_views(screen(cup))
    assert "bracket" not in shown_views(screen(cup))
    report_all(cup)
    assert fresh(cup).stage_number == 2
    assert "standings" not in shown_views(screen(cup))
    assert "bracket" in shown_views(screen(cup))


def test_each_division_has_a_heading_and_its_own_ranks():
    divisions = StageSettings("season", groups=2, borders=[Border(1)], rounds=2, table_size=4)
    season = played_elsewhere(8, divisions)
    report_all(season)
    page = screen(season)
    assert re.findall(r"<h3>(Division \d)</h3>", lines(page)) == ["Division 1", "Division 2"]
    assert re.findall(r'screen__rank">(\d)<', lines(page)) == ["1", "2", "3", "4"] * 2


def test_the_head_names_the_round_that_all_divisions_play():
    night = started(8, venue="physical", groups=2, rounds=2)
    assertContains(screen(night), '<span class="screen__round">Round 1</span>')


def test_of_a_schedule_without_tables_everybody_sees_the_next_match_alone():
    evening = played_elsewhere(4, StageSettings("round_robin", table_size=2, rounds=0))
    assert [len(table.chairs) for table in tables_of(evening)] == [2, 2]
    assert sorted(chair.name for table in tables_of(evening) for chair in table.chairs) == [
        f"Player {number}" for number in range(1, 5)
    ]
    report(evening, waiting(evening)[0].id, *waiting(evening)[0].entrants)
    assert len(tables_of(evening)) == 1
    play(evening, rounds=1)
    assert len(tables_of(evening)) == 0


def test_it_fetches_itself_only_when_there_is_something_new():
    evening = started(4)
    url = f"/screen/competitions/{evening.pk}/"
    now = Client().get(f"{url}?after={fresh(evening).version}", headers=HTMX)
    assert (now.status_code, now["As-Of"].count(":")) == (204, 2)
    fragment = Client().get(f"{url}?after=1&view=tables", headers=HTMX)
    assertContains(fragment, '<section id="screen"')
    assertNotContains(fragment, "<h1>Lobby")


def test_a_closed_competition_is_not_on_a_screen_for_strangers():
    evening = started(4)
    Club.objects.update(is_public=False)
    assert screen(evening).status_code == 403


@pytest.mark.parametrize("entrants", [8, 40])
def test_the_screen_reads_no_more_for_a_large_hall(django_assert_num_queries, entrants):
    evening = started(entrants)
    with django_assert_num_queries(7):
        screen(evening)
    assert Match.objects.filter(competition=evening).count() == entrants / 4
