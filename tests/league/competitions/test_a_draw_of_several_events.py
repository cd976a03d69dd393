"""Situation: a draw is stored in several events, and is one draw to everybody who reads of it."""

import pytest

from league import competitions
from league.competitions.projection import rebuild
from league.competitions.read_models.history import history_page
from league.models import CompetitionEvent
from league.notifications.competition_news import news
from league.rules.competition import draw_parts
from league.rules.competition.commands import MakeDraft, NameParties, Publish
from league.webhooks.event_data import CompetitionData
from tests.league.club_nights import START, snapshot, started
from tests.league.organizing import act

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(monkeypatch):
    monkeypatch.setattr(draw_parts, "LARGEST", 500)
    made = started(9, format="round_robin", table_size=2, venue="elsewhere", by_hand=True)
    act(made, MakeDraft(), Publish())
    assert CompetitionEvent.objects.filter(stream=made, name="draw_part").count() > 4
    return made


def sentences(evening, *, is_for_organizers):
    page = history_page(evening, 1, is_for_organizers=is_for_organizers)
    return [sentence for step in page.steps for sentence in step.sentences]


def test_the_history_tells_of_it_once_and_of_its_draft_to_organizers(evening):
    drawn = "Round 1 to Round 9 were paired."
    assert sentences(evening, is_for_organizers=False)[:1] == [drawn]
    assert sentences(evening, is_for_organizers=True)[:2] == [
        drawn,
        "Draft pairings for the next round were made.",
    ]
    assert all(sentences(evening, is_for_organizers=True))


def test_the_history_tells_only_organizers_who_belongs_together(evening):
    act(evening, NameParties({1: "Smith"}))
    (settled,) = (
        sentence
        for sentence in sentences(evening, is_for_organizers=True)
        if "family or car pool" in sentence
    )
    assert settled not in sentences(evening, is_for_organizers=False)


def test_entrants_get_one_letter_and_receivers_one_message_about_all_of_it(evening):
    state, rows = competitions.look(evening.pk), competitions.history_of(evening.pk)
    letters = list(news(evening.pk, state, rows, START))
    assert len(letters) == 9
    assert len({letter.key for letter in letters}) == 1
    data = CompetitionData(evening, state)
    told = [body for row in rows if (body := row.event.webhook(data))]
    (facts,) = [facts for kind, facts in told if kind == "draw.published"]
    assert [len(round_["matches"]) for round_ in facts["rounds"]] == [4] * 9


def test_its_rows_follow_from_the_log_as_ever(evening):
    before = snapshot(evening)
    assert sum(not row.get("is_bye", True) for row in before) == 36
    rebuild(evening.pk)
    assert snapshot(evening) == before
