"""Situation: an organizer looks at the next draw, swaps two, and publishes it; nobody else sees it before."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from league import competitions
from league.competitions import draw_reasons
from league.competitions.read_models.draft import DraftPage
from league.rules.competition.commands import Enter, MakeDraft, Publish, Withdraw
from tests.games.sending import send
from tests.games.visiting import HTMX
from tests.league.club_nights import announced, fresh, players, started
from tests.league.organizing import act, member, organizer, post, report_all, version

pytestmark = pytest.mark.django_db


def swiss(entrants=8, **facts):
    facts = {"format": "swiss", "table_size": 4, "rounds": 3, "venue": "elsewhere"} | facts
    return started(entrants, by_hand=True, **facts)


def path(competition, *more):
    return "/".join([f"/competitions/{competition.pk}/draft", *more, ""])


def seats(competition):
    """Who sits where in the draft, by table."""
    draft = competitions.look(competition.pk).stage.draft
    return [[slot.entrant for slot in match.slots] for match in draft.rounds[0].matches] if draft else []


def after(competition):
    return {"after": version(competition)}


def test_a_draft_is_made_looked_at_and_published():
    evening = swiss()
    client = organizer(evening)
    assertContains(client.get(path(evening)), "Make draft")
    assertRedirects(post(client, path(evening, "make"), **after(evening)), path(evening))
    page = client.get(path(evening))
    assertContains(page, "Table 2")
    assertContains(page, "Player 8")
    assertContains(page, "None: exactly as proposed.")
    assertContains(page, "There are no rematches.")
    assert post(client, path(evening, "publish"), **after(evening)).status_code == 302
    assert seats(evening) == []
    assert evening.matches.count() == 2
    assertContains(client.get(path(evening)), "There is nothing to pair now")


def test_two_seats_are_swapped_by_tapping_one_and_then_another():
    evening = swiss()
    act(evening, MakeDraft())
    client, proposed = organizer(evening), seats(evening)
    page = client.get(path(evening) + "?pick=R1.1:0")
    assertContains(page, "swaps with")
    assertContains(page, 'name="other" value="R1.2:1"')
    assertRedirects(
        post(client, path(evening, "swap"), one="R1.1:0", other="R1.2:1", **after(evening)), path(evening)
    )
    changed = seats(evening)
    assert (changed[0][0], changed[1][1]) == (proposed[1][1], proposed[0][0])
    page = client.get(path(evening))
    assertContains(page, '<span class="tag">swapped</span>', count=2)
    assertContains(page, "(proposed: Table 1, seat A)")
    assertContains(page, "Undo the last swap")


@pytest.mark.parametrize("size", [2, 4])
def test_someone_who_has_a_bye_is_tapped_and_changes_places_like_everybody(size):
    evening = swiss(5, table_size=size)
    act(evening, MakeDraft())
    client, proposed = organizer(evening), seats(evening)
    page = client.get(path(evening))
    assertContains(page, 'value="R1.bye1:0"')
    assertContains(
        page,
        "Byes go to the lowest-ranked of those who have had the fewest byes and missed the fewest rounds",
    )
    post(client, path(evening, "swap"), one="R1.bye1:0", other="R1.1:0", **after(evening))
    assert seats(evening)[0] == [5, *proposed[0][1:]]
    page = client.get(path(evening))
    assertContains(page, f"Player {proposed[0][0]}: bye (proposed: Table 1, seat A)")
    assertContains(page, "Player 5: Table 1, seat A (proposed: bye)")
    post(client, path(evening, "publish"), **after(evening))
    public = client.get(evening.get_absolute_url())
    assertContains(
        public,
        "Byes go to the lowest-ranked of those who have had the fewest byes and missed the fewest rounds",
    )


def test_the_draft_of_a_later_round_names_who_took_the_places_of_the_round_before():
    cup = started(8, format="elimination_500", rulebook="elimination-500", by_hand=True, venue="elsewhere")
    act(cup, MakeDraft(), Publish())
    report_all(cup)
    act(cup, MakeDraft())
    page = organizer(cup).get(path(cup))
    assertContains(page, 'value="R2.1:3"')
    assertNotContains(page, "no one (a bye)")


def test_swaps_are_undone_one_after_the_other():
    evening = swiss()
    act(evening, MakeDraft())
    client, proposed = organizer(evening), seats(evening)
    for other in ("R1.2:1", "R1.2:2"):
        post(client, path(evening, "swap"), one="R1.1:0", other=other, **after(evening))
    for _swap in range(2):
        page = client.get(path(evening)).content.decode()
        undo = page.split("Undo the last swap")[0].rsplit("<form", 1)[1]
        first, other = (undo.split(f'name="{name}" value="')[1].split('"')[0] for name in ("one", "other"))
        post(client, path(evening, "swap"), one=first, other=other, **after(evening))
    assert seats(evening) == proposed
    assertContains(client.get(path(evening)), "disabled>Undo the last swap")


def test_repeats_and_club_mates_are_marked_and_the_cost_of_a_swap_is_shown():
    evening = announced(0, format="swiss", table_size=4, rounds=3, venue="elsewhere", by_hand=True)
    who = players(8)
    act(evening, Enter([player.pk for player in who], {player.pk: "Reds" for player in who[:2]}))
    act(evening, competitions.commands.Start(), MakeDraft(), Publish())
    report_all(evening)
    act(evening, MakeDraft())
    page = organizer(evening).get(path(evening))
    assertContains(page, "met before: ")
    assertContains(page, "Reds")
    assertContains(page, "pairs who have met before")
    assertContains(page, "Pairs who have met before")


def test_the_published_draw_of_a_swap_says_what_it_costs_and_not_what_was_proposed():
    evening = swiss()
    act(evening, MakeDraft(), Publish())
    report_all(evening)
    act(evening, MakeDraft())
    post(organizer(evening), path(evening, "swap"), one="R2.1:0", other="R2.2:0", **after(evening))
    act(evening, Publish())
    stage = competitions.look(evening.pk).stage
    draw = stage.draws[-1]
    assert len(draw.why) == 2
    for why in draw.why:
        here = stage.matches[why.match].entrants
        before = [set(match.entrants) for match in stage.matches.values() if match.round.id == "R1"]
        pairs = sum(len(set(here) & row) * (len(set(here) & row) - 1) // 2 for row in before)
        assert why.cost["repeats"] == pairs


@pytest.mark.slow(
    "402 entrants are drawn on a page; the rules of it are tested without",
    about=["league/competitions/read_models/draft.py", "league/rules/swiss/pairing.py"],
)
def test_of_more_than_400_it_is_told_how_far_the_draft_is_from_the_best():
    evening = swiss(402, table_size=2)
    act(evening, MakeDraft())
    assertNotContains(
        organizer(evening).get(path(evening)),
        "With this many entrants the very best pairings are not searched for",
    )
    post(organizer(evening), path(evening, "swap"), one="R1.1:0", other="R1.2:0", **after(evening))
    page = organizer(evening).get(path(evening))
    assertContains(page, "no other pairings are better before “ranks away from the usual opponent”; there")


def test_the_distance_from_the_best_draw_is_told_by_what_weighs_most():
    assert draw_reasons.beyond({}) == ""
    assert "before “paired again with fewer or more points”; there, others could cost at most 3 less" in (
        draw_reasons.beyond({"floats": 3, "slide": 90})
    )


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"one": "R1.1:0"},
        {"one": "R1.1:0", "other": "R1.1:0"},
        {"one": "R1.1:0", "other": "R9.9:0"},
        {"one": "R1.1:9", "other": "R1.2:0"},
        {"one": "R1.1:٣", "other": "R1.2:-1"},
        {"one": "x" * 5000, "other": "\x00:1"},
    ],
)
def test_a_swap_of_seats_that_are_none_is_refused_in_words(fields):
    evening = swiss()
    act(evening, MakeDraft())
    proposed = seats(evening)
    answer = post(organizer(evening), path(evening, "swap"), **fields)
    assertContains(answer, 'role="alert"', status_code=422)
    assert seats(evening) == proposed


def test_a_pick_of_nonsense_picks_nobody():
    evening = swiss()
    act(evening, MakeDraft())
    for pick in ("", "R9:1", "%00", "R1.1:99"):
        assertNotContains(
            organizer(evening, f"O{pick}"[:20]).get(path(evening) + f"?pick={pick}"), "swaps with"
        )


def test_a_draft_of_which_somebody_has_withdrawn_is_not_published():
    evening = swiss(9)
    act(evening, MakeDraft(), Withdraw(1))
    client = organizer(evening)
    assertContains(client.get(path(evening)), "You cannot publish it")
    answer = post(client, path(evening, "publish"), **after(evening))
    assertContains(answer, "make a new draft", status_code=409)
    post(client, path(evening, "make"), **after(evening))
    assert post(client, path(evening, "publish"), **after(evening)).status_code == 302


def test_a_draft_is_discarded_and_made_anew_from_another_lot():
    evening = swiss(12, table_size=3)
    act(evening, MakeDraft())
    client = organizer(evening)
    seed = competitions.look(evening.pk).stage.draft.seed
    post(client, path(evening, "make"), **after(evening))
    assert competitions.look(evening.pk).stage.draft.seed != seed
    post(client, path(evening, "discard"), **after(evening))
    assertContains(client.get(path(evening)), "Make draft")


def test_a_seat_that_somebody_will_win_is_not_shown_as_a_bye():
    cup = started(5, format="single_elimination", table_size=4, advance=2, venue="elsewhere", by_hand=True)
    act(cup, MakeDraft())
    page = organizer(cup).get(path(cup))
    assertContains(page, 'value="R2.1:0"')
    assertNotContains(page, "no one (a bye)")


def test_the_draft_of_a_bracket_shows_the_seats_of_its_first_round_and_the_byes():
    cup = started(6, format="single_elimination", table_size=2, venue="elsewhere", by_hand=True)
    act(cup, MakeDraft())
    page = organizer(cup).get(path(cup))
    assertContains(page, "no one (a bye)")
    assertContains(page, "Nothing is compared here")
    assertContains(page, 'value="R1.1:0"')
    assertNotContains(page, 'value="R3.1:0"')


@pytest.mark.parametrize("what", ["make", "swap", "discard", "publish"])
def test_only_organizers_do_anything_to_a_draft(what):
    evening = swiss()
    act(evening, MakeDraft())
    seen = version(evening)
    for client in (Client(), member(evening)):
        assert post(client, path(evening, what), one="R1.1:0", other="R1.2:0").status_code == 403
    assert version(evening) == seen


def test_nobody_else_sees_a_draft_anywhere():
    evening = swiss()
    act(evening, MakeDraft())
    seed = competitions.look(evening.pk).stage.draft.seed
    url = f"/competitions/{evening.pk}/"
    for client in (Client(), member(evening)):
        assert client.get(path(evening)).status_code == 403
        for where in (
            url,
            f"{url}bracket/",
            path(evening),
            f"{path(evening)}?pick=R1.1:0",
            f"{url}matches/1/R1.1/",
        ):
            for headers in ({}, HTMX):
                page = client.get(where, headers=headers).content.decode()
                assert seed not in page
                assert "Table 2" not in page
                # Log-in leads back to the address that was asked for.
                asked = ("pick=R1.1", "pick%3DR1.1", "/matches/1/R1.1/")
                for address in asked:
                    page = page.replace(address, "")
                assert "R1.1" not in page


def test_a_double_click_swaps_once():
    evening = swiss()
    act(evening, MakeDraft())
    client, proposed = organizer(evening), seats(evening)
    fields = {"one": "R1.1:0", "other": "R1.2:0"} | after(evening)
    assert [send(client, path(evening, "swap"), "one", **fields)[0] for _click in range(2)] == [302, 302]
    assert seats(evening) != proposed


def test_of_two_organizers_at_one_draft_the_second_sees_what_the_first_has_changed():
    evening = swiss()
    act(evening, MakeDraft())
    first, second, seen = organizer(evening), organizer(evening, "Otto"), version(evening)
    post(first, path(evening, "swap"), one="R1.1:0", other="R1.2:0", after=seen)
    changed = seats(evening)
    late = post(second, path(evening, "publish"), after=seen)
    assertContains(late, "Someone else changed this in the meantime", status_code=409)
    assertContains(late, '<span class="tag">swapped</span>', status_code=409)
    assert seats(evening) == changed
    post(first, path(evening, "publish"), **after(evening))
    late = post(second, path(evening, "swap"), one="R1.1:0", other="R1.2:0", after=seen)
    assert late.status_code == 409
    assert fresh(evening).matches.count() == 2


@pytest.mark.parametrize("entrants", [8, 40])
def test_the_page_costs_the_same_queries_at_every_size(django_assert_max_num_queries, entrants):
    evening = swiss(entrants, table_size=4)
    act(evening, MakeDraft())
    client = organizer(evening)
    with django_assert_max_num_queries(10):
        assert client.get(path(evening)).status_code == 200


def test_a_draft_names_its_tables_as_the_room_will_while_another_competition_plays_there():
    first = started(8, venue="physical")
    second = swiss(venue="physical", club=first.club)
    act(second, MakeDraft())
    page = DraftPage(fresh(second))
    assert [table.name for table in page.rounds[0].tables] == ["Table 3", "Table 4"]
    act(second, Publish())
    names = {match.table_number for match in competitions.look(second.pk).stage.matches.values()}
    assert names == {3, 4}


def test_a_draft_without_tables_of_this_site_counts_its_own():
    evening = swiss()
    act(evening, MakeDraft())
    assert [table.name for table in DraftPage(evening).rounds[0].tables] == ["Table 1", "Table 2"]
