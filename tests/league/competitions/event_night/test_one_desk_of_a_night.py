"""Situation: two competitions of a club on one evening, and one organizer at one desk."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import ObjectToResult, RecordDeal
from league import competitions
from league.competitions.event_night import calls
from league.models import Competition, Grant, Match, Matchday, Membership
from league.rules.competition.commands import OpenCheckIn, Pause
from tests.games.visiting import HTMX, give_accounts, log_in
from tests.league.club_nights import announced, fresh, later, matches, started
from tests.league.organizing import act, member, organizer, post, report_all

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup():
    return started(8, name="Cup", venue="physical")


@pytest.fixture
def juniors(cup):
    return started(4, name="Juniors", venue="physical", confirmation="others", club=cup.club)


@pytest.fixture
def olga(cup):
    return organizer(cup)


def joined(client: Client, competition: Competition, **asked):
    path = f"/competitions/{competition.pk}/tables/"
    return client.get(path, {"at": "desk", **asked}, headers=HTMX)


def tables(client: Client, competition: Competition, **asked):
    return client.get(f"/competitions/{competition.pk}/tables/", asked, headers=HTMX)


def person(competition: Competition, name: str, **roles: bool) -> tuple[Player, Client]:
    """Return someone with roles in a competition."""
    player, _is_new = Player.objects.get_or_create(name=name)
    if roles:
        Grant.objects.create(club=competition.club, competition=competition, player=player, **roles)
    client = Client()
    log_in(client, player)
    return player, client


def desk_of(competition: Competition) -> str:
    return f"/competitions/{competition.pk}/desk/"


def called(match: Match):
    return calls.call(match.table_id, player=match.table.seats.first().player, at=later(10))


def reported(match: Match) -> None:
    left = dict.fromkeys(range(1, match.table.seat_count), 30)
    scoresheets.act(match.table_id, RecordDeal(1, 0, left), by="scorekeeper:1", at=later(20))


def date_of(competition: Competition, starts_at: dt.datetime) -> None:
    Matchday.objects.create(
        club=competition.club,
        competition=competition,
        name="Evening",
        starts_at=starts_at,
        ends_at=starts_at + dt.timedelta(hours=3),
        changed_at=starts_at,
    )


def test_the_desk_has_the_tables_of_both_competitions_with_their_names(cup, juniors, olga):
    page = joined(olga, cup)
    assertContains(page, 'class="floor__table ', count=3)
    assertContains(page, '<small class="floor__name">Cup</small>', count=2)
    assertContains(page, '<small class="floor__name">Juniors</small>', count=1)
    assertContains(page, "All 3")
    assertContains(page, 'Match<span class="unseen"> of Juniors, Table 3</span>')
    assertContains(joined(olga, juniors), 'class="floor__table ', count=3)


def test_a_competition_alone_in_its_night_is_not_named_at_each_table(cup, olga):
    page = joined(olga, cup)
    assertNotContains(page, "floor__name")
    assertContains(page, f"?desk={cup.pk}", count=2)
    assertContains(page, 'Match<span class="unseen"> of Table 1</span>')


def test_the_tables_of_a_referee_are_those_of_the_competitions_that_they_may_decide(cup, juniors):
    rita, client = person(cup, "Rita", is_referee=True)
    assertContains(tables(client, cup), 'class="floor__table ', count=2)
    assertNotContains(tables(client, cup), "Juniors")
    grant = Grant.objects.create(club=cup.club, competition=juniors, player=rita, is_scorekeeper=True)
    assertNotContains(tables(client, cup), "Juniors")
    assertNotContains(tables(client, juniors), "Cup")
    Grant.objects.filter(pk=grant.pk).update(is_referee=True)
    call = called(matches(juniors)[0])
    page = tables(client, cup)
    assertContains(page, 'class="floor__table ', count=3)
    assertContains(page, f'action="/competitions/{juniors.pk}/calls/{call.pk}/"')
    assertContains(page, f'action="/competitions/{juniors.pk}/timer/"')
    assertNotContains(page, "?desk=")
    assertNotContains(page, "result is missing")
    assert client.get(desk_of(cup)).status_code == 403


def test_an_act_of_a_referee_leads_back_to_the_tables_of_the_night(cup, juniors):
    _rita, client = person(cup, "Rita", is_referee=True)
    person(juniors, "Rita", is_referee=True)
    call = called(matches(juniors)[0])
    path = f"/competitions/{juniors.pk}/calls/{call.pk}/"
    sent = {"desk": cup.pk, "show": "called"}
    here = f"/competitions/{cup.pk}/tables/"
    assertRedirects(post(client, path, do="done", **sent), f"{here}?show=called")
    refused = post(client, path, do="done", **sent)
    assertContains(refused, "<title>Tables of Cup", status_code=409)
    assertContains(refused, f'href="{here}?show=called" aria-current="page"', status_code=409)


def test_a_referee_of_the_club_has_no_tables_of_another_night_or_club(cup):
    rita, client = person(cup, "Rita")
    Membership.objects.create(club=cup.club, player=rita, is_referee=True)
    league = started(4, name="League", venue="elsewhere", club=cup.club)
    started(4, name="Elsewhere", venue="physical")
    assertContains(tables(client, cup), "League")
    date_of(league, timezone.now() + dt.timedelta(days=6))
    assertNotContains(tables(client, cup), "League")
    assertNotContains(tables(client, cup), "Elsewhere")


@pytest.mark.parametrize(("others", "queries"), [(0, 11), (4, 11)])
def test_the_tables_of_a_referee_read_no_more_for_many_competitions(
    cup, django_assert_num_queries, others, queries
):
    rita, client = person(cup, "Rita")
    Membership.objects.create(club=cup.club, player=rita, is_referee=True)
    for number in range(others):
        started(8, name=f"Other {number}", venue="physical", club=cup.club)
    tables(client, cup)
    with django_assert_num_queries(queries):
        assertContains(tables(client, cup), "floor__table ", count=2 + 2 * others)


def test_an_organizer_of_one_competition_sees_nothing_of_the_other(cup, juniors):
    pia, client = person(cup, "Pia", is_organizer=True)
    assertNotContains(joined(client, cup), "Juniors")
    assertNotContains(client.get(desk_of(cup)), "Juniors")
    Grant.objects.create(club=cup.club, competition=juniors, player=pia, is_organizer=True)
    assertContains(joined(client, cup), "Juniors")


def test_the_desk_of_another_club_is_not_joined(cup, olga):
    started(4, name="Elsewhere", venue="physical")
    assertNotContains(joined(olga, cup), "Elsewhere")


@pytest.mark.parametrize(("others", "queries"), [(0, 12), (1, 13), (4, 13)])
def test_the_desk_reads_no_more_for_many_competitions(cup, olga, django_assert_num_queries, others, queries):
    for number in range(others):
        started(8, name=f"Other {number}", venue="physical", club=cup.club)
    joined(olga, cup)
    with django_assert_num_queries(queries):
        assertContains(joined(olga, cup), "floor__table ", count=2 + 2 * others)


def test_news_of_the_other_competition_are_fetched_within_a_quarter_of_a_minute(cup, juniors, olga):
    def address(page):
        return page.content.decode().split('hx-get="', 1)[1].split('"', 1)[0].replace("&amp;", "&")

    give_accounts(*Player.objects.filter(entries__competition=juniors))
    page = joined(olga, cup)
    assertContains(page, 'data-due="15"')
    assert olga.get(address(page), headers=HTMX).status_code == 204
    called(matches(juniors)[0])
    again = olga.get(address(page), headers=HTMX)
    assertContains(again, "Referee called 1")
    reported(matches(juniors)[0])
    after = olga.get(address(again), headers=HTMX)
    assertContains(after, "To be confirmed 1")
    act(juniors, Pause())
    assertContains(olga.get(address(after), headers=HTMX), "Paused")


def test_a_call_from_the_other_competition_is_answered_at_the_desk(cup, juniors, olga):
    call = called(matches(juniors)[0])
    page = joined(olga, cup, show="called")
    assertContains(page, 'class="floor__table ', count=1)
    assertContains(page, f'action="/competitions/{juniors.pk}/calls/{call.pk}/"')
    assertContains(page, f'name="desk" value="{cup.pk}"')
    answer = post(
        olga, f"/competitions/{juniors.pk}/calls/{call.pk}/", do="done", at="desk", desk=cup.pk, show="called"
    )
    assertRedirects(answer, f"{desk_of(cup)}?show=called")
    call.refresh_from_db()
    assert call.done_at is not None


def test_tables_that_wait_for_an_organizer_come_first_whatever_their_competition(cup, juniors, olga):
    assertNotContains(joined(olga, cup), "Waiting for you")
    called(matches(juniors)[0])
    page = joined(olga, cup).content.decode()
    places = [page.index(words) for words in ("Waiting for you", 'id="at-', ">Cup</h2>")]
    assert places == sorted(places)
    assert page.split('id="at-')[1].startswith(f'{matches(juniors)[0].pk}"')
    assertNotContains(joined(olga, cup, show="called"), "Waiting for you")


def test_a_refused_act_shows_the_tables_of_the_night_with_the_reason(cup, juniors, olga):
    call = called(matches(juniors)[0])
    calls.finish(call.pk, juniors.pk, at=later(11))
    answer = post(olga, f"/competitions/{juniors.pk}/calls/{call.pk}/", do="done", at="desk", desk=cup.pk)
    assertContains(answer, "This call has already been dealt with.", status_code=409)
    assertContains(answer, "<title>Tables of Cup", status_code=409)
    assertContains(answer, "floor__name", status_code=409)
    assertContains(answer, f'href="{desk_of(cup)}?show=called"', status_code=409)


def test_a_result_of_the_other_competition_is_made_final_at_the_desk(cup, juniors, olga):
    give_accounts(*Player.objects.filter(entries__competition=juniors))
    match = matches(juniors)[0]
    reported(match)
    assertContains(joined(olga, cup), "Make it final")
    path = f"/competitions/{juniors.pk}/end/{match.stage}/{match.key}/"
    assertRedirects(post(olga, path, do="final", at="desk", desk=cup.pk), desk_of(cup))
    assert scoresheets.look(match.table_id).phase == "final"


def test_a_dispute_leads_back_to_the_desk_and_to_no_other_site(cup, juniors, olga):
    give_accounts(*Player.objects.filter(entries__competition=juniors))
    match = matches(juniors)[0]
    reported(match)
    scoresheets.act(match.table_id, ObjectToResult(1, "I had 20"), by="player:1", at=later(21))
    dispute = f"/tables/{match.table_id}/dispute/"
    assertContains(joined(olga, cup), f'href="{dispute}?next={desk_of(cup)}"')
    assertContains(olga.get(dispute, {"next": desk_of(cup)}), f'name="next" value="{desk_of(cup)}"')
    assertNotContains(olga.get(dispute, {"next": "https://elsewhere.example/"}), 'value="https://elsewhere')
    sent = {"decision": "stands", "reason": "Counted again", "sure": 1, "next": desk_of(cup)}
    assertRedirects(post(olga, f"/tables/{match.table_id}/result/settle/", **sent), desk_of(cup))


def test_a_result_by_hand_leads_back_to_the_desk_from_which_the_match_was_opened(cup, juniors, olga):
    match = matches(juniors)[0]
    path = f"/competitions/{juniors.pk}/matches/{match.stage}/{match.key}/"
    assertContains(joined(olga, cup), f'href="{path}?desk={cup.pk}"')
    page = olga.get(path, {"desk": cup.pk})
    assertContains(page, f'name="desk" value="{cup.pk}"')
    assertContains(page, f'href="{desk_of(cup)}"')
    numbers = competitions.look(juniors.pk).stage.matches[match.key].entrants
    totals = {f"total_{number}": 10 * place for place, number in enumerate(numbers, start=1)}
    answer = post(olga, f"{path}report/", kind="played", desk=cup.pk, after=fresh(juniors).version, **totals)

    assertRedirects(answer, desk_of(cup), fetch_redirect_response=False)
    assertContains(olga.get(desk_of(cup)), "The result is recorded.")


def test_the_next_round_of_the_other_competition_is_paired_and_published_from_the_desk(cup, olga):
    other = announced(4, name="Juniors", venue="elsewhere", by_hand=True, rounds=2, club=cup.club)
    date_of(other, timezone.now())
    page = joined(olga, cup)
    assertContains(page, "Entrants: 4")
    assertContains(page, "Start Juniors")
    path = f"/competitions/{other.pk}/"
    start = post(olga, f"{path}start/", desk=cup.pk, after=other.version, draft="1")
    assertRedirects(start, desk_of(cup))
    assertContains(joined(olga, cup), f'href="{path}draft/?desk={cup.pk}"')
    discarded = post(olga, f"{path}draft/discard/", desk=cup.pk, after=fresh(other).version)
    assertRedirects(discarded, f"{path}draft/?desk={cup.pk}")
    assertContains(olga.get(f"{path}draft/", {"desk": cup.pk}), f'name="desk" value="{cup.pk}"')
    made = post(olga, f"{path}draft/make/", desk=cup.pk, after=fresh(other).version)
    assertRedirects(made, f"{path}draft/?desk={cup.pk}")
    assertContains(joined(olga, cup), "View pairings")
    published = post(olga, f"{path}draft/publish/", desk=cup.pk, after=fresh(other).version)
    assertRedirects(published, desk_of(cup))
    assertContains(joined(olga, cup), "1 result is missing.")
    report_all(other)
    assertContains(joined(olga, cup), "Publish round 2")


def test_a_pause_of_the_other_competition_ends_at_the_desk(cup, juniors, olga):
    act(juniors, Pause())
    assertContains(joined(olga, cup), "The competition is paused")
    answer = post(olga, f"/competitions/{juniors.pk}/life/", do="resume", desk=cup.pk)
    assertRedirects(answer, desk_of(cup))
    assert not fresh(juniors).is_paused


def test_a_refusal_of_the_other_competition_is_on_the_desk_from_which_it_was_asked(cup, juniors, olga):
    answer = post(olga, f"/competitions/{juniors.pk}/life/", do="resume", desk=cup.pk)
    assertContains(answer, "<title>Cup desk", status_code=409)
    stranger = member(cup)
    assert post(stranger, f"/competitions/{juniors.pk}/life/", do="resume", desk=cup.pk).status_code == 403


def test_the_desk_asks_whether_to_start_without_those_who_have_not_come(cup, olga):
    other = announced(3, name="Juniors", venue="physical", club=cup.club)
    act(other, OpenCheckIn("ABCDE"))
    page = joined(olga, cup)
    assertContains(page, "Here: 0 of 3")
    assertContains(page, "Not here, removed at the start:")


def test_a_competition_with_dates_belongs_to_their_nights_only(cup, olga):
    league = started(4, name="League", venue="elsewhere", club=cup.club)
    planned = announced(4, name="Planned", club=cup.club)
    assertContains(joined(olga, cup), "League")
    assertNotContains(joined(olga, cup), "Planned")
    for other in (league, planned):
        date_of(other, timezone.now() + dt.timedelta(days=6))
    assertNotContains(joined(olga, cup), "League")
    for other in (league, planned):
        date_of(other, timezone.now() - dt.timedelta(hours=2))
    assertContains(joined(olga, cup), "League")
    assertContains(joined(olga, cup), "Planned")
    assertContains(tables(olga, cup), "League")
    assertNotContains(tables(olga, cup), "Planned")


def test_the_desk_of_a_competition_of_another_night_is_not_joined(cup, olga):
    planned = announced(4, name="Planned", club=cup.club)
    assertNotContains(olga.get(desk_of(planned)), "Also tonight")
    date_of(planned, timezone.now())
    assertContains(olga.get(desk_of(planned)), "Also tonight")
    assertContains(joined(olga, planned), 'class="floor__table ', count=2)
