"""Situation: after the announcement organizers change their minds: edit, take back, copy, delete."""

import pytest
from django.test import Client

from games import scoresheets
from games.models import Player, Table
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.competitions.announcing.announced_fields import fields_of
from league.competitions.announcing.facts import ASKED
from league.competitions.announcing.field_labels import CHOICE_LABELS, LABELS
from league.competitions.forms.announcement import CompetitionForm
from league.models import Competition, CompetitionEvent, Grant, Matchday
from league.rules.competition.commands import Reinstate, Start, Withdraw
from league.rules.settings.competition_settings import CompetitionSettings
from league.rules.settings.divisions import Border
from tests.games.playing import START
from tests.games.visiting import log_in
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


def test_a_change_of_who_enters_the_scores_says_what_becomes_of_printed_sheets():
    cup = announced(4, venue="physical")
    olga, sheets = organizer(cup), "Sheets that are printed already"
    assert sheets not in edit(cup, olga, self_report="on").content.decode()
    act(cup, Start())
    page = edit(cup, olga, self_report="on").content.decode()
    assert "<b>Players may enter the scores of their table</b>: no → yes" in page
    assert sheets in page
    assert sheets not in edit(cup, olga, name="Later").content.decode()


def test_uneven_divisions_and_their_borders_stay_when_something_else_changes():
    borders = [Border(2), Border(1)]
    cup = announced(9, venue="physical", groups=3, division_sizes=[4, 3, 2], borders=borders, table_size=3)
    olga = organizer(cup)
    assert edit(cup, olga, rounds=2, sure="1").status_code == 302
    stage = competitions.look(cup.pk).settings.stages[0]
    assert (stage.rounds, stage.division_sizes, stage.borders) == (2, [4, 3, 2], borders)
    edit(cup, olga, movers=1, sure="1")
    assert competitions.look(cup.pk).settings.stages[0].borders == [Border(1)]
    edit(cup, olga, divisions=2, sure="1")
    assert competitions.look(cup.pk).settings.stages[0].division_sizes == []


def test_open_borders_stay_open_when_something_else_changes():
    cup = announced(9, venue="physical", groups=3, table_size=3)
    edit(cup, organizer(cup), rounds=2, sure="1")
    stage = competitions.look(cup.pk).settings.stages[0]
    assert (stage.rounds, stage.borders) == (2, [])


def test_a_copy_of_a_season_with_uneven_divisions_has_equal_ones():
    cup = announced(9, venue="physical", groups=3, division_sizes=[4, 3, 2], table_size=3)
    post(organizer(cup), f"/competitions/{cup.pk}/edit/", do="copy")
    made = Competition.objects.exclude(pk=cup.pk).get()
    assert competitions.look(made.pk).settings.stages[0].division_sizes == []


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


def test_a_changed_hour_reads_like_the_hours_of_the_calendar():
    cup = announced(0, venue="physical")
    olga = organizer(cup)
    edit(cup, olga, day="2026-12-04", starts="19:30", place="Back room", sure="1")
    page = edit(cup, olga, day="2026-12-05", starts="20:00").content.decode()
    assert "<b>From</b>: 19:30 → 20:00" in page
    assert "<b>Date</b>: 4 December 2026 → 5 December 2026" in page


def test_the_field_of_entries_says_who_enters_while_they_are_not_open():
    cup = announced(0, venue="physical")
    page = organizer(cup).get(f"/competitions/{cup.pk}/edit/").content.decode()
    assert "Who can enter while entries are open?" in page
    assert "While entries are not open, only organizers enter players" in page


def test_the_venue_can_change_after_the_start_and_the_page_says_so():
    cup = announced(4, venue="physical")
    act(cup, Start())
    olga = organizer(cup)
    page = olga.get(f"/competitions/{cup.pk}/edit/").content.decode()
    assert "points, venue, spaces" not in page
    assert "Name, date, venue and note can change." in page


@pytest.mark.parametrize("field", ["place", "note"])
def test_venue_and_note_without_a_date_are_not_dropped_in_silence(field):
    cup = announced(0, venue="physical")
    answer = edit(cup, organizer(cup), **{field: "Back room"}, sure="1")
    assert answer.status_code == 422
    assert "Choose a date, too." in answer.content.decode()


def test_after_the_start_only_what_is_to_come_changes():
    cup = announced(4, venue="physical")
    act(cup, Start())
    olga = organizer(cup)
    assert edit(cup, olga, name="Later", rounds=9, venue="online", sure="1").status_code == 302
    settings = competitions.look(cup.pk).settings
    assert (settings.name, settings.venue, settings.stages[0].rounds) == ("Later", "physical", 1)
    with pytest.raises(competitions.Refusal, match="After the start"):
        act(cup, competitions.commands.ChangeSettings(venue="online"))


def test_another_rulebook_is_said_before_it_holds():
    cup = announced(4, venue="physical", options={})
    olga = organizer(cup)
    page = edit(cup, olga, rulebook="russian-low-200", target=300).content.decode()
    assert "<b>Rulebook</b>: Classic → " in page
    assert "<b>Play to</b>: 500 → 300" in page
    assert edit(cup, olga, rulebook="russian-low-200", target=300, sure="1").status_code == 302
    settings = competitions.look(cup.pk).settings
    assert (settings.rulebook, settings.options["target_score"], settings.low_wins) == (
        "russian-low-200",
        300,
        True,
    )
    assert fresh(cup).rulebook == "russian-low-200"
    assert fields(olga, f"/competitions/{cup.pk}/edit/")["target"] == 300


def test_rules_that_no_rulebook_has_any_more_stay_until_another_one_is_chosen():
    cup = announced(4, venue="physical", options={"target_score": 300}, rulebook_title="Our own")
    olga = organizer(cup)
    assert "Our own" in olga.get(f"/competitions/{cup.pk}/edit/").content.decode()
    assert edit(cup, olga, name="Saturday", sure="1").status_code == 302
    settings = competitions.look(cup.pk).settings
    assert (settings.rulebook_title, settings.options) == ("Our own", {"target_score": 300})
    edit(cup, olga, rulebook="classic", sure="1")
    settings = competitions.look(cup.pk).settings
    assert (settings.rulebook_title, settings.options) == ("", {})


def test_the_rulebook_changes_until_a_deal_is_recorded_and_open_tables_are_opened_again():
    cup = announced(8, venue="physical", options={})
    act(cup, Start())
    before = set(Table.objects.values_list("pk", flat=True))
    olga = organizer(cup)
    page = edit(cup, olga, target=250).content.decode()
    assert "2 open tables are closed" in page
    assert edit(cup, olga, target=250, sure="1").status_code == 302
    assert set(Table.objects.filter(status=Table.Status.CLOSED).values_list("pk", flat=True)) == before
    after = Table.objects.exclude(pk__in=before)
    assert [table.options["target_score"] for table in after] == [250, 250]
    assert cup.matches.filter(table__in=after).count() == 2
    assert not competitions.look(cup.pk).settings.by_hand
    history = olga.get(f"/competitions/{cup.pk}/history/").content.decode()
    assert "The organizers changed the rulebook." in history
    deal = RecordDeal(1, 0, {1: 10, 2: 10, 3: 10})
    scoresheets.act(after.first().pk, deal, by="scorekeeper:1", at=START)
    assert "rulebook" not in edit(cup, olga, name="Later", sure="1").content.decode()
    assert "id_rulebook" not in olga.get(f"/competitions/{cup.pk}/edit/").content.decode()
    with pytest.raises(competitions.Refusal, match="first deal"):
        act(cup, competitions.commands.ChangeSettings(options={"target_score": 400}))
    assert competitions.look(cup.pk).settings.options["target_score"] == 250


def test_after_a_result_the_rulebook_stays():
    cup = announced(4, venue="elsewhere", rounds=2)
    act(cup, Start())
    report(cup, "R1.1", 1, 2, 3, 4)
    with pytest.raises(competitions.Refusal, match="already begun"):
        act(cup, competitions.commands.ChangeSettings(rulebook="welsh"))


def test_an_organizer_of_one_competition_only_copies_none():
    cup = announced(0)
    player = Player.objects.create(name="Rita")
    Grant.objects.create(club=cup.club, competition=cup, player=player, is_organizer=True)
    rita = Client()
    log_in(rita, player)
    assert "Copy as a new competition" not in rita.get(f"/competitions/{cup.pk}/edit/").content.decode()
    assert post(rita, f"/competitions/{cup.pk}/edit/", do="copy").status_code == 403
    assert Competition.objects.count() == 1


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
    with pytest.raises(competitions.Refusal, match="already been played"):
        act(cup, competitions.commands.Unpublish())


def test_a_walkover_is_no_match_that_was_played():
    cup = announced(4, venue="elsewhere", format="single_elimination", table_size=2)
    act(cup, Start(), Withdraw(4))
    assert competitions.look(cup.pk).stage.results
    act(cup, competitions.commands.Unpublish())
    stage = competitions.look(cup.pk).stage
    assert not stage.results
    act(cup, competitions.commands.DiscardDraft(), Reinstate(4))
    act(cup, competitions.commands.MakeDraft(), competitions.commands.Publish())
    assert not any(match.result for match in competitions.look(cup.pk).stage.matches.values())


def test_a_competition_that_was_called_off_before_its_start_is_deleted():
    cup = announced(4, venue="physical")
    act(cup, competitions.commands.Cancel("rain"), competitions.commands.Archive())
    olga = organizer(cup)
    assert "/edit/#copy-or-delete" in olga.get(f"/competitions/{cup.pk}/").content.decode()
    assert "Delete competition" in olga.get(f"/competitions/{cup.pk}/edit/").content.decode()
    post(olga, f"/competitions/{cup.pk}/edit/", do="delete")
    assert not Competition.objects.exists()


def test_a_competition_that_was_called_off_after_its_start_stays():
    cup = announced(4, venue="physical")
    act(cup, Start(), competitions.commands.Cancel("rain"))
    olga = organizer(cup)
    assert "/edit/#copy-or-delete" not in olga.get(f"/competitions/{cup.pk}/").content.decode()
    assert "Delete competition" not in olga.get(f"/competitions/{cup.pk}/edit/").content.decode()
    post(olga, f"/competitions/{cup.pk}/edit/", do="delete")
    assert Competition.objects.filter(pk=cup.pk).exists()


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


def test_every_stored_field_has_the_label_and_the_choices_of_the_form():
    stored = {*fields_of(announced_settings())} | {"rulebook", "target"} | {*ASKED}
    in_form = CompetitionForm.base_fields
    assert {*LABELS} == stored
    assert [*LABELS] == [name for name in in_form if name in stored]
    assert {name: in_form[name].label for name in LABELS} == LABELS
    choices = {name: dict(in_form[name].choices) for name in LABELS if hasattr(in_form[name], "choices")}
    assert choices == {**CHOICE_LABELS, "rulebook": {}}


def announced_settings() -> CompetitionSettings:
    return competitions.look(announced(0).pk).settings
