"""Situation: everybody reads what happened in a competition, in words, with who and when."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from games import eventstore
from games.models import Player
from league.competitions.read_models.history import A_PAGE
from league.models import Membership
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.competition.events import (
    DraftAdjusted,
    DraftDiscarded,
    DraftMade,
    DrawPart,
    Event,
    PartyNamed,
    StageStarted,
)
from league.rules.competition.events.base import untold
from league.rules.settings.stages import StageSettings
from tests.games.visiting import log_in
from tests.league.by_hand import do, names, play, played_elsewhere, report, waiting
from tests.league.club_nights import announced, started

pytestmark = pytest.mark.django_db


def history(client, competition, **question):
    return client.get(f"/competitions/{competition.pk}/history/", question)


def told(page):
    """Return the page without the spaces at which no line may end."""
    return page.content.decode().replace("\N{NO-BREAK SPACE}", " ")


def organizer(competition, name="Olga"):
    player = Player.objects.create(name=name)
    Membership.objects.create(club=competition.club, player=player, is_organizer=True)
    client = Client()
    log_in(client, player)
    return client, f"organizer:{Player.objects.get(pk=player.pk).user_id}"


def test_there_are_words_for_every_event_that_can_be_stored():
    ours = {cls for cls in eventstore.event_classes().values() if issubclass(cls, Event)}
    assert len(ours) == 51
    assert {cls for cls in ours if cls.sentence is untold} == {DrawPart}
    assert {cls for cls in ours if cls.is_told is not Event.is_told} == {DrawPart, StageStarted}


def test_only_organizers_read_of_drafts_and_parties():
    ours = {cls for cls in eventstore.event_classes().values() if issubclass(cls, Event)}
    hidden = {DraftMade, DraftAdjusted, DraftDiscarded, PartyNamed}
    assert {cls for cls in ours if cls.is_for_organizers} == hidden


def test_everything_is_told_with_who_and_when_and_as_it_was_then(client):
    evening = played_elsewhere(4, StageSettings("season", rounds=2), name="Friday")
    _, by = organizer(evening)
    match = waiting(evening)[0]
    report(evening, match, [2, 1, 4, 3])
    do(evening, asked.Adjust(1, 1, 2, "Hat"), asked.Adjust(1, 2, -1, "Late"), minutes=70, by=by)
    do(evening, asked.WithdrawAdjustment(1, 2), asked.Pause(), asked.Resume(), minutes=71, by=by)
    finishes = [Finish(number, place) for place, number in enumerate([1, 2, 3, 4], start=1)]
    do(evening, asked.CorrectResult(1, match.id, finishes, reason="mixed up"), minutes=72, by=by)
    page = history(client, evening)
    for words in (
        "Friday was announced.",
        "Player 1 entered.",
        "The competition started with 4 entrants.",
        "Round 1 was paired.",
        "Round 1, table 1: 1 Player 2 (800), 2 Player 1 (700), 3 Player 4 (600), 4 Player 3 (500).",
        "Player 1 got a bonus of 2 points: Hat",
        "Player 2 got a penalty of 1 point: Late",
        "The penalty of Player 2 (-1: Late) was withdrawn.",
        "The competition was paused.",
        "The competition was resumed.",
        "Round 1, table 1: corrected to 1 Player 1, 2 Player 2, 3 Player 3, 4 Player 4. Before: 1 Player 2",
        "Reason: mixed up",
        ", Olga</span>",
        "1 May 2026",
    ):
        assert words in told(page)
    assertNotContains(page, "began with")
    assertContains(page, f'href="/competitions/{evening.pk}/?step=3"')


def test_the_life_before_the_start_is_told(client):
    planned = announced(3, limit=3)
    do(planned, asked.OpenRegistration(), asked.CloseRegistration(), asked.OpenCheckIn("SECRET7"))
    do(
        planned,
        asked.CheckIn([1]),
        asked.CheckIn([1], is_here=False),
        asked.CheckIn([2]),
        asked.CloseCheckIn(),
    )
    late = Player.objects.create(name="Late")
    do(
        planned,
        asked.Enter([late.pk], {late.pk: "Owls"}),
        asked.Seed([3, 1, 2], "rating"),
        asked.Withdraw(1, "no_show"),
    )
    other = Player.objects.create(name="Other")
    do(planned, asked.Substitute(2, other.pk), asked.Withdraw(3, "disqualified"), asked.Reinstate(3))
    do(planned, asked.Cancel("storm"), asked.Archive(), asked.Restore())
    page = history(client, planned)
    for words in (
        "Entries were opened",
        "Entries were closed.",
        "The check-in was opened.",
        "Player 1 is here.",
        "Player 1 is not here after all.",
        "The check-in was closed.",
        "Late entered for Owls and is on the waiting list.",
        "The seeding was made by rating: Player 3, Player 1, Player 2.",
        "Player 1 did not show up.",
        "Late moved up from the waiting list.",
        "Other replaces Player 2.",
        "Player 3 was disqualified.",
        "Player 3 is back in.",
        "The competition was called off: storm",
        "The competition was archived.",
        "The competition was restored from the archive.",
    ):
        assert words in told(page)
    assertNotContains(page, "SECRET7")


def test_the_end_names_the_winner_and_reopening_is_told(client):
    evening = played_elsewhere(4, StageSettings("season"))
    match = waiting(evening)[0]
    play(evening)
    do(evening, asked.CorrectResult(1, match.id, [], "open"), minutes=90)
    page = history(client, evening)
    assertContains(page, "The competition is over. Winner: Player 1.")
    assert "Round 1, table 1: result undone. Before: 1 Player 1 (800)" in told(page)
    assertContains(page, "its last result was undone")


def test_stages_groups_and_lots_are_told(client):
    cup = played_elsewhere(
        8,
        StageSettings("season", groups=2, qualify=1, name="Groups"),
        StageSettings("single_elimination", table_size=2, advance=1, name="Finals"),
    )
    for match in waiting(cup):
        finishes = [
            Finish(entrant, 1 if place < 3 else 3) for place, entrant in enumerate(match.entrants, start=1)
        ]
        do(cup, asked.RecordResult(1, match.id, finishes), minutes=60)
    page = history(client, cup)
    assertContains(page, "Groups began with 8 entrants. Number of groups: 2.")
    assertContains(page, "The qualifiers from Groups were decided by lot:")
    assertContains(page, "Finals began with 2 entrants.")
    assertContains(page, "Final of Finals was paired.")


def test_drafts_are_told_to_organizers_only(client):
    cup = played_elsewhere(8, StageSettings("season", table_size=4), by_hand=True)
    do(
        cup,
        asked.MakeDraft(),
        asked.SwapInDraft(("R1.1", 0), ("R1.2", 0)),
        asked.DiscardDraft(),
        asked.MakeDraft(),
    )
    inside, _ = organizer(cup)
    for words in (
        "Draft pairings for the next round were made.",
        "Two seats of the draft were swapped.",
        "The draft was discarded.",
    ):
        assertContains(history(inside, cup), words)
        assertNotContains(history(client, cup), words)
    do(cup, asked.SwapInDraft(("R1.1", 0), ("R1.2", 0)), asked.Publish())
    assertContains(history(client, cup), "Round 1 was paired, as changed by the organizer.")


def test_consequences_in_the_history_say_so(client):
    evening = started(4)
    do(evening, asked.Withdraw(1), by=f"player:{evening.entrants.get(number=1).player_id}")
    do(evening, asked.Withdraw(2), by="clock")
    page = history(client, evening)
    assertContains(page, "Round 1, table 1 has begun at its table.")
    assertContains(page, ", Player 1</span>")
    assertContains(page, ", automatically</span>")
    assertContains(page, ", an organizer</span>")


def test_long_histories_have_pages(client):
    league = played_elsewhere(8, StageSettings("season", table_size=2, rounds=12))
    play(league)
    first, second = history(client, league), history(client, league, page=2)
    assertContains(first, '<li id="step', count=A_PAGE)
    assertContains(first, "Older")
    assertContains(second, "Newer")
    assertContains(second, "was announced")
    for nonsense in ("0", "-1", "99999", "x", "²"):
        assert history(client, league, page=nonsense).status_code == 200


def test_names_are_those_of_the_time(client):
    evening = played_elsewhere(4, StageSettings("season", rounds=2))
    play(evening, 1)
    new = Player.objects.create(name="<i>New</i>")
    do(evening, asked.Substitute(1, new.pk), minutes=80)
    play(evening, 1, minutes=90)
    page = history(client, evening)
    assert "Round 1, table 1: 1 Player 1 (800)" in told(page)
    assert "Round 2, table 1: 1 &lt;i&gt;New&lt;/i&gt; (800)" in told(page)
    assert names(evening)[1] == "<i>New</i>"


def test_there_is_no_history_of_what_does_not_exist(client):
    assert client.get("/competitions/4711/history/").status_code == 404
