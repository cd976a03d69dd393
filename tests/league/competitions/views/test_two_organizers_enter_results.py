"""Situation: two organizers enter results at the same time, at different tables or at the same one."""

import re

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from league.competitions import results
from league.models import Competition, Match, Membership
from league.rules.brackets.advance import Finish
from tests.league.api.asking import program
from tests.league.club_nights import BY, fresh, later, matches, started
from tests.league.organizing import organizer, post, report, version

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def evening() -> Competition:
    return started(8, venue="elsewhere", rounds=3, options={})


@pytest.fixture
def olga(evening: Competition) -> Client:
    return organizer(evening)


def path(match: Match, act: str = "report") -> str:
    return f"/competitions/{match.competition_id}/matches/{match.stage}/{match.key}/{act}/"


def totals(match: Match, *points: int) -> dict[str, int]:
    numbers = [row.entrant.number for row in match.placements.select_related("entrant").order_by("seat")]
    return {f"total_{number}": total for number, total in zip(numbers, points, strict=True)}


def places(match: Match) -> list[int | None]:
    return list(match.placements.order_by("seat").values_list("place", flat=True))


def corrected(match: Match) -> dict[str, object]:
    """The form of a match whose last player had a hundred points more."""
    rows = match.placements.select_related("entrant")
    sent = {f"place_{row.entrant.number}": row.place for row in rows}
    return {"kind": "played", **sent, **totals(match, 510, 90, 80, 170)}


def test_results_of_different_tables_never_disturb_each_other(evening: Competition, olga: Client) -> None:
    first, second = matches(evening)
    seen = version(evening)
    assert (
        post(olga, path(first), after=seen, kind="played", **totals(first, 510, 90, 80, 70)).status_code
        == 302
    )
    assert (
        post(olga, path(second), after=seen, kind="played", **totals(second, 10, 600, 30, 0)).status_code
        == 302
    )
    assert places(second) == [3, 1, 2, 4]


def test_at_the_same_table_both_values_are_shown_and_what_was_typed_stays(
    evening: Competition, olga: Client
) -> None:
    first, _second = matches(evening)
    seen = version(evening)
    post(olga, path(first), after=seen, kind="played", **totals(first, 510, 90, 80, 70))
    answer = post(olga, path(first), after=seen, kind="played", **totals(first, 520, 91, 81, 71))
    assertContains(answer, "Someone else changed this match", status_code=409)
    assertContains(answer, '<span class="result__total">510</span>', status_code=409)
    for total in (520, 91, 81, 71):
        assertContains(answer, f'value="{total}"', status_code=409)
    assert f'action="{path(first, "correct")}"' in answer.content.decode()


def test_a_correction_of_one_table_is_not_disturbed_by_a_result_of_another(
    evening: Competition, olga: Client
) -> None:
    first, second, _third = matches(started(12, venue="elsewhere", rounds=3, options={}))
    evening, olga = first.competition, organizer(first.competition)
    post(olga, path(first), kind="played", **totals(first, 510, 90, 80, 70))
    seen, sent = version(evening), corrected(first)
    report(evening, second.key, *[row.entrant.number for row in second.placements.order_by("-seat")])
    assert post(olga, path(first, "correct"), after=seen, sure="1", **sent).status_code == 302
    assert places(first) == [1, 3, 4, 2]


def test_in_a_bracket_a_result_of_another_match_changes_no_effect() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", options={})
    olga = organizer(cup)
    first, second = matches(cup)
    post(olga, path(first), kind="played", **totals(first, 510, 90))
    sent = {**totals(first, 90, 510), "kind": "played"}
    seen = version(cup)
    report(cup, second.key, *[row.entrant.number for row in second.placements.order_by("-seat")])
    assert post(olga, path(first, "correct"), after=seen, sure="1", **sent).status_code == 302
    assert places(first) == [2, 1]


def test_effects_that_a_result_elsewhere_has_changed_are_shown_before_the_correction(
    evening: Competition, olga: Client
) -> None:
    first, second = matches(evening)
    post(olga, path(first), kind="played", **totals(first, 510, 90, 80, 70))
    seen, sent = version(evening), corrected(first)
    report(evening, second.key, *[row.entrant.number for row in second.placements.order_by("-seat")])
    answer = post(olga, path(first, "correct"), after=seen, sure="1", **sent)  # the next round is drawn
    changed = "Results of other matches have changed the effects. Check them again."
    assertContains(answer, changed, status_code=409)
    assertContains(answer, f'name="after" value="{version(evening)}"', status_code=409)
    assert places(first) == [1, 2, 3, 4]
    assert post(olga, path(first, "correct"), after=version(evening), sure="1", **sent).status_code == 302
    assert places(first) == [1, 3, 4, 2]


def test_the_api_asks_about_unlikely_results_and_refuses_impossible_ones(evening: Competition) -> None:
    mine = program("Petra")
    Membership.objects.create(club=evening.club, player=mine.player, is_organizer=True)
    first = matches(evening)[0]
    numbers = [row.entrant.number for row in first.placements.select_related("entrant").order_by("seat")]
    address = f"competitions/{evening.pk}/matches/1/{first.key}/report/"

    def sent(*rows: tuple[int, int], **more: object) -> dict[str, object]:
        entrants = [
            {"entrant": number, "place": place, "total": total}
            for number, (place, total) in zip(numbers, rows, strict=True)
        ]
        return {"after": version(evening), "entrants": entrants, **more}

    odd = ((1, 520), (2, 100), (3, 200), (4, 0))
    answer = mine.post(address, sent(*odd))
    assert (answer.status_code, answer.json()["code"]) == (422, "unlikely_result")
    level = mine.post(address, sent((1, 500), (1, 500), (3, 0), (4, 0), is_sure=True))
    assert (level.status_code, level.json()["code"]) == (422, "impossible_result")
    assert mine.post(address, sent(*odd, is_sure=True)).status_code == 200
    assert fresh(evening).version > 0


def test_a_page_and_the_api_ask_about_totals_that_are_all_zero(evening: Competition, olga: Client) -> None:
    first, second = matches(evening)[:2]
    zeros = totals(first, 0, 0, 0, 0)
    answer = post(olga, path(first), kind="played", **zeros)
    assertContains(answer, "No one has any points.", status_code=422)
    mine = program("Petra")
    Membership.objects.create(club=evening.club, player=mine.player, is_organizer=True)
    entrants = [
        {"entrant": row.entrant.number, "total": 0} for row in second.placements.select_related("entrant")
    ]
    address = f"competitions/{evening.pk}/matches/1/{second.key}/report/"
    asked = mine.post(address, {"after": version(evening), "entrants": entrants})
    assert (asked.status_code, asked.json()["code"]) == (422, "unlikely_result")
    assert post(olga, path(first), kind="played", is_sure="on", **zeros).status_code == 302
    sent = {"after": version(evening), "entrants": entrants, "is_sure": True}
    assert mine.post(address, sent).status_code == 200


def test_a_page_asks_about_an_unlikely_result_once(evening: Competition, olga: Client) -> None:
    first = matches(evening)[0]
    numbers = [row.entrant.number for row in first.placements.select_related("entrant").order_by("seat")]
    sent = {f"place_{number}": place for place, number in enumerate(numbers, start=1)}
    odd = totals(first, 520, 100, 200, 0)
    answer = post(olga, path(first), kind="played", **sent, **odd)
    assertContains(answer, "Is that right?", status_code=422)
    assertContains(answer, 'name="is_sure"', status_code=422)
    assertContains(answer, 'value="520"', status_code=422)
    assert post(olga, path(first), kind="played", is_sure="on", **sent, **odd).status_code == 302


def test_a_tie_of_a_knock_out_announced_on_the_page_waits_for_the_organizer() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    olga = organizer(cup)
    key = matches(cup)[0].key
    entrants = [row.entrant.number for row in matches(cup)[0].placements.select_related("entrant")]
    level = [Finish(entrant, 1, 20) for entrant in entrants]
    results.report(cup.pk, stage=1, match=key, finishes=level, by=BY, at=later(10))
    page = olga.get(f"/competitions/{cup.pk}/matches/1/{key}/")
    for choice in ("Draw lots", "Play another deal", "Enter who advances"):
        assertContains(page, choice)
    assertContains(page, "<h2>Enter who advances</h2>")
    assertContains(page, "give the tied players different ranks")
    sent = {f"place_{entrant}": place for place, entrant in enumerate(entrants, start=1)}
    effects = post(olga, path(matches(cup)[0], "correct"), after=version(cup), kind="played", **sent)
    sentences = re.findall(r"<li>(.*?)</li>", effects.content.decode())
    assert f"Player {entrants[0]} advances." in sentences
    assert sentences.index(f"Player {entrants[0]} advances.") < len(sentences) - 1


def test_the_effects_of_a_correction_say_first_who_advances_and_who_no_longer_does() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", options={})
    olga, match = organizer(cup), matches(cup)[0]
    winner, loser = [row.entrant.number for row in match.placements.order_by("seat")]
    finishes = [Finish(winner, 1, 510), Finish(loser, 2, 90)]
    results.report(cup.pk, stage=1, match=match.key, finishes=finishes, by=BY, at=later(10))
    sent = {f"place_{loser}": 1, f"place_{winner}": 2}
    effects = post(olga, path(match, "correct"), after=version(cup), kind="played", **sent)
    sentences = re.findall(r"<li>(.*?)</li>", effects.content.decode())
    assert sentences[:2] == [f"Player {loser} advances.", f"Player {winner} no longer advances."]


def test_another_deal_says_what_becomes_of_the_totals_and_shows_them_again() -> None:
    cup = started(4, format="single_elimination", table_size=2, venue="elsewhere", lots_by_hand=True)
    olga, match = organizer(cup), matches(cup)[0]
    entrants = [row.entrant.number for row in match.placements.select_related("entrant")]
    level = [Finish(entrant, 1, 240) for entrant in entrants]
    results.report(cup.pk, stage=1, match=match.key, finishes=level, by=BY, at=later(10))
    page = post(olga, path(match, "correct"), open=1, kind="played", after=version(cup))
    assertContains(page, "Play another deal?")
    assertContains(page, "The totals of this match are removed:")
    assertContains(page, "Enter the new totals after the deal")
    assertContains(page, "Until it has a new result, this match does not count in the standings.")
    post(olga, path(match, "correct"), open=1, sure=1, kind="played", after=version(cup))
    page = olga.get(f"/competitions/{cup.pk}/matches/1/{match.key}/")
    assertContains(page, "The result is removed.")
    assertContains(page, 'value="240"', count=2)
