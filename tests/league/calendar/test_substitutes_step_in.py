"""Situation: somebody of a competition stays away, and the organizer finds somebody else."""

import pytest

from games.rules.base.refusal import Refusal
from league import competitions
from league.calendar import substitutes
from league.models import Entrant, Ladder, Rating
from league.rules.settings.stages import SEASON, StageSettings
from tests.league.calendar.club_calendar import BY, NOON, club, hours, matchday, say
from tests.league.notifications.recipients import somebody, told

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """Ana, Bo and Cy play a season; Dot, Eve and Fay are members only; Ana is out."""
    home, who = club("Ana", "Bo", "Cy", "Dot", "Eve", "Fay")
    season = competitions.create(
        with_bots=True,
        club=home,
        name="Season",
        stages=[StageSettings(SEASON, table_size=3)],
        rulebook="classic",
        by=BY,
        at=NOON,
    )
    competitions.enter(season.pk, players=[who[name] for name in ("Ana", "Bo", "Cy")], by=BY, at=NOON)
    day = matchday(home, competition=season, stage=1, round_number=1)
    say(day, who["Ana"], "out")
    return day, who


def entrant(day, number=1):
    return Entrant.objects.select_related("player").get(competition=day.competition_id, number=number)


def test_missing_players_and_substitutes_are_listed_the_willing_and_strong_first(evening):
    day, who = evening
    assert [player.player.name for player in substitutes.missing(day)] == ["Ana"]
    ladder = Ladder.objects.create(club=day.club)
    for name, mu in (("Dot", 20.0), ("Eve", 40.0), ("Olga", 30.0)):
        Rating.objects.create(
            ladder=ladder, player=who[name], pool="rated", mu=mu, sigma=1.0, games=9, played_on=NOON.date()
        )
    say(day, who["Fay"], "in")
    say(day, who["Eve"], "out")
    listed = substitutes.candidates(day, entrant(day), at=NOON)
    assert [row.player.name for row in listed] == ["Fay", "Olga", "Dot", "Eve"]
    assert listed[0].rating is None
    assert listed[1].rating > listed[2].rating


def test_someone_who_accepts_is_in_the_competition_at_once_and_the_others_hear_that_nobody_is_needed(
    evening,
):
    day, who = evening
    asked = [substitutes.ask(day.pk, 1, who[name].pk, by=BY, at=NOON) for name in ("Dot", "Eve")]
    assert told(who["Dot"]) == told(who["Eve"]) == ["Can you step in? Club night"]
    for _click in range(2):
        substitutes.reply(asked[1].pk, is_yes=True, by=f"player:{who['Eve'].pk}", at=hours(1))
    assert entrant(day).player == who["Eve"]
    assert told(who["Dot"])[-1] == "No longer needed: Club night"
    assert told(who["Olga"]) == ["Substitute found: Club night"]
    assert day.availabilities.get(player=who["Eve"]).answer == "in"
    with pytest.raises(Refusal) as refusal:
        substitutes.reply(asked[0].pk, is_yes=True, by="player:1", at=hours(2))
    assert refusal.value.code == "filled"
    with pytest.raises(Refusal) as refusal:
        substitutes.reply(asked[1].pk, is_yes=False, by="player:1", at=hours(2))
    assert refusal.value.code == "stepped_in"


def test_someone_who_says_no_may_think_again_while_somebody_is_needed(evening):
    day, who = evening
    asked = substitutes.ask(day.pk, 1, who["Dot"].pk, by=BY, at=NOON)
    substitutes.reply(asked.pk, is_yes=False, by="player:1", at=hours(1))
    assert told(who["Olga"]) == ["Substitute not available: Club night"]
    substitutes.reply(asked.pk, is_yes=True, by="player:1", at=hours(2))
    assert entrant(day).player == who["Dot"]


@pytest.mark.parametrize(
    ("number", "name", "code"), [(1, "Bo", "no_candidate"), (9, "Dot", "unknown_entrant")]
)
def test_people_who_cannot_be_asked(evening, number, name, code):
    day, who = evening
    with pytest.raises(Refusal) as refusal:
        substitutes.ask(day.pk, number, who[name].pk, by=BY, at=NOON)
    assert refusal.value.code == code
    assert not day.substitute_requests.exists()


def test_nobody_steps_in_when_it_is_over(evening):
    day, who = evening
    asked = substitutes.ask(day.pk, 1, who["Dot"].pk, by=BY, at=NOON)
    with pytest.raises(Refusal) as refusal:
        substitutes.reply(asked.pk, is_yes=True, by="player:1", at=hours(40))
    assert refusal.value.code == "matchday_over"
    assert entrant(day).player == who["Ana"]


def test_the_list_costs_the_same_for_few_and_for_many(evening, django_assert_num_queries):
    day, _who = evening
    missing = entrant(day)
    with django_assert_num_queries(6):
        few = substitutes.candidates(day, missing, at=NOON)
    newcomers = [somebody(f"P{number}") for number in range(20)]
    day.club.members.add(*newcomers)
    with django_assert_num_queries(6):
        assert len(substitutes.candidates(day, missing, at=NOON)) == len(few) + 20


def test_of_many_candidates_a_page_is_shown_and_any_can_be_asked(evening, monkeypatch):
    day, who = evening
    monkeypatch.setattr(substitutes, "AT_ONCE", 2)
    pages = [substitutes.candidates(day, entrant(day), at=NOON, number=number) for number in (1, 2)]
    assert [[row.player.name for row in page] for page in pages] == [["Dot", "Eve"], ["Fay", "Olga"]]
    searched = substitutes.candidates(day, entrant(day), at=NOON, find="FA")
    assert [row.player.name for row in searched] == ["Fay"]
    assert substitutes.ask(day.pk, 1, who["Olga"].pk, by=BY, at=NOON).player == who["Olga"]
