"""Situation: after the announcement organizers change their minds: edit, take back, copy, delete."""

import pytest
from django.test import Client

from games.models import Table
from league import competitions
from league.models import Competition, CompetitionEvent, Matchday
from league.rules.competition.commands import Start
from tests.games.playing import START
from tests.league.club_nights import BY, announced, fresh
from tests.league.organizing import act, organizer, post, report

pytestmark = pytest.mark.django_db


def fields(client: Client, url: str) -> dict[str, str]:
    """What the form of the page holds now."""
    form = client.get(url).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value not in (None, "", False)}


def edit(cup: Competition, client: Client, **changes):
    url = f"/competitions/{cup.pk}/edit/"
    sent = {**fields(client, url), **changes}
    return post(client, url, **{name: value for name, value in sent.items() if value is not None})


def test_a_change_is_said_before_it_is_made():
    cup = announced(4, venue="physical", rounds=3)
    olga = organizer(cup)
    page = edit(cup, olga, name="Saturday", rounds=2)
    assert "<b>Name</b>: Friday → Saturday" in page.content.decode()
    assert "<b>Rounds</b>: 3 → 2" in page.content.decode()
    assert fresh(cup).name == "Friday"
    assert edit(cup, olga, name="Saturday", rounds=2, sure="1").status_code == 302
    settings = competitions.look(cup.pk).settings
    assert (settings.name, settings.stages[0].rounds, fresh(cup).name) == ("Saturday", 2, "Saturday")
    assert settings.rulebook == cup.rulebook


def test_the_date_is_that_of_the_calendar():
    cup = announced(0, venue="physical")
    olga = organizer(cup)
    edit(cup, olga, day="2026-12-04", starts="19:30", place="Back room", sure="1")
    matchday = Matchday.objects.get(competition=cup)
    assert (matchday.name, matchday.place) == ("Friday", "Back room")
    edit(cup, olga, place="Library", name="Cup", sure="1")
    matchday.refresh_from_db()
    assert (matchday.name, matchday.place, matchday.sequence) == ("Cup", "Library", 1)
    answer = edit(cup, olga, day=None, starts=None, sure="1")
    assert answer.status_code == 302, answer.content.decode()
    matchday.refresh_from_db()
    assert matchday.is_cancelled


def test_after_the_start_only_what_is_to_come_changes():
    cup = announced(4, venue="physical")
    act(cup, Start())
    olga = organizer(cup)
    assert edit(cup, olga, name="Later", rounds=9, venue="online", sure="1").status_code == 302
    settings = competitions.look(cup.pk).settings
    assert (settings.name, settings.venue, settings.stages[0].rounds) == ("Later", "physical", 1)
    with pytest.raises(competitions.Refusal, match="After the start"):
        act(cup, competitions.commands.ChangeSettings(venue="online"))


def test_a_change_that_could_never_be_played_is_refused_at_its_field():
    cup = announced(4, venue="physical", format="elimination_500", rulebook="elimination-500")
    answer = edit(cup, organizer(cup), advance=4, sure="1")
    assert answer.status_code == 422
    assert 'id="id_advance_error"' in answer.content.decode()


def test_a_draw_is_taken_back_while_nothing_is_played():
    cup = announced(8, venue="physical")
    act(cup, Start())
    tables = set(Table.objects.values_list("pk", flat=True))
    olga = organizer(cup)
    assert "Unpublish pairings" in olga.get(f"/competitions/{cup.pk}/desk/").content.decode()
    post(olga, f"/competitions/{cup.pk}/life/", do="unpublish")
    state = competitions.look(cup.pk)
    assert state.stage.draft is not None
    assert not cup.matches.exists()
    assert set(Table.objects.filter(status=Table.Status.CLOSED).values_list("pk", flat=True)) == tables
    act(cup, competitions.commands.Publish())
    assert cup.matches.count() == 2
    assert cup.matches.filter(table__isnull=False).exclude(table__in=tables).count() == 2


def test_a_draw_that_was_played_stays():
    cup = announced(4, venue="elsewhere", rounds=2)
    act(cup, Start())
    report(cup, "R1.1", 1, 2, 3, 4)
    act(cup, competitions.commands.Unpublish())
    assert [planned.id for planned in competitions.look(cup.pk).stage.rounds] == ["R1"]
    act(cup, competitions.commands.DiscardDraft())
    with pytest.raises(competitions.Refusal, match="already played"):
        act(cup, competitions.commands.Unpublish())


def test_a_competition_that_never_started_is_deleted_and_its_log_stays():
    cup = announced(4, venue="physical")
    olga = organizer(cup)
    edit(cup, olga, day="2026-12-04", sure="1")
    answer = post(olga, f"/competitions/{cup.pk}/edit/", do="delete")
    assert answer["Location"] == cup.club.get_absolute_url()
    assert olga.get(f"/competitions/{cup.pk}/").status_code == 404
    assert not Competition.objects.exists()
    assert CompetitionEvent.objects.filter(stream=cup.pk).exists()
    assert Matchday.objects.get().is_cancelled


def test_a_competition_that_has_started_is_not_deleted():
    cup = announced(4, venue="physical")
    act(cup, Start())
    post(organizer(cup), f"/competitions/{cup.pk}/edit/", do="delete")
    assert Competition.objects.filter(pk=cup.pk).exists()


def test_a_copy_has_the_same_settings_and_nobody_in_it():
    cup = announced(4, venue="physical", rounds=5, round_minutes=45)
    answer = post(organizer(cup), f"/competitions/{cup.pk}/edit/", do="copy")
    made = Competition.objects.exclude(pk=cup.pk).get()
    assert answer["Location"] == f"/competitions/{made.pk}/edit/"
    settings = competitions.look(made.pk).settings
    assert (made.name, settings.round_minutes, settings.stages[0].rounds) == ("Copy of Friday", 45, 5)
    assert not made.entrants.exists()
    competitions.enter(made.pk, players=[cup.entrants.first().player], by=BY, at=START)
