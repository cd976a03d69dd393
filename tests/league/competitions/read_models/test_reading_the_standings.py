"""Standings as readers want them: who moved, the newest results, my row, one name out of many, a chat."""

import re

import pytest
from django.test import Client

from games.models import Player
from league.rules.competition import commands as asked
from league.rules.settings.stages import ROUND_ROBIN, SINGLE_ELIMINATION, SWISS, StageSettings
from tests.games.visiting import log_in
from tests.league.by_hand import do, play, played_elsewhere, report, waiting

pytestmark = pytest.mark.django_db

IN_FOURS = StageSettings(SWISS, table_size=4, rounds=4)
OF_TWO = StageSettings(SWISS, table_size=2, rounds=3)


def page_of(competition, query="", client=None, **headers):
    answer = (client or Client()).get(f"/competitions/{competition.pk}/{query}", **headers)
    assert answer.status_code == 200
    return answer.content.decode()


def rows(page):
    return re.findall(r"<tr class=.*?</tr>", page, re.DOTALL)


def form_of(row):
    return re.findall(r"<abbr[^>]*>(.*?)</abbr>", row)


def name_of(row):
    return re.search(r'<th scope="row"><a [^>]*>(.*?)</a>', row)[1]


def test_nobody_has_moved_after_one_round():
    made = played_elsewhere(8, IN_FOURS)
    play(made, 1)
    assert "moved--" not in page_of(made)


def test_entrants_who_went_up_or_down_in_the_last_round_are_marked_in_words_too():
    made = played_elsewhere(4, OF_TWO)
    play(made, 1)
    play(made, 1, lambda entrants: sorted(entrants, reverse=True))
    page = page_of(made)
    assert 'class="moved moved--up" title="up' in page
    assert '<span class="unseen"> down</span>' in page


def test_the_form_says_the_newest_results_the_newest_last():
    made = played_elsewhere(4, OF_TWO)
    play(made, 2)
    forms = [form_of(row) for row in rows(page_of(made))]
    assert sorted(map(sorted, forms)) == [["L", "L"], ["L", "W"], ["L", "W"], ["W", "W"]]


def test_the_form_at_tables_is_the_places():
    made = played_elsewhere(8, IN_FOURS)
    play(made, 2)
    page = page_of(made)
    assert 'title="rank 1 of 4">1</abbr>' in page
    assert all(len(form_of(row)) == 2 for row in rows(page))


def test_a_match_that_nobody_plays_and_one_that_is_void_show_in_the_form_as_they_count():
    made = played_elsewhere(4, OF_TWO)
    first, second = waiting(made)[:2]
    do(made, asked.RecordResult(1, first.id, [], "double_forfeit", list(first.entrants)))
    do(made, asked.RecordResult(1, second.id, [], "void"))
    forms = [form_of(row) for row in rows(page_of(made))]
    assert sorted(forms) == [[], [], ["–"], ["–"]]


def test_a_knock_out_shows_form_and_no_movement():
    made = played_elsewhere(4, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    play(made)
    page = page_of(made)
    assert ["W", "W"] in [form_of(row) for row in rows(page)]
    assert "moved--" not in page


def test_my_row_is_marked_also_when_the_page_renews_itself():
    made = played_elsewhere(4, OF_TWO)
    play(made, 1)
    me = Player.objects.get(entries__competition=made, entries__number=3)
    client = Client()
    log_in(client, me)
    page = page_of(made, client=client)
    marked = [row for row in rows(page) if "standings__me" in row]
    assert [me.name in row for row in marked] == [True]
    assert f"&amp;me={me.pk}" in page
    renewed = page_of(made, f"?me={me.pk}", HTTP_HX_REQUEST="true")
    assert sum("standings__me" in row for row in rows(renewed)) == 1
    assert "standings__me" not in page_of(made)


@pytest.mark.parametrize("me", ["x", "-1", "9" * 30, "²"])
def test_a_row_that_cannot_be_is_not_marked(me):
    made = played_elsewhere(4, OF_TWO)
    play(made, 1)
    assert "standings__me" not in page_of(made, f"?me={me}", HTTP_HX_REQUEST="true")


def test_a_name_or_a_club_is_found_in_long_standings_and_ranks_stay_as_they_are():
    made = played_elsewhere(16, IN_FOURS)
    play(made, 1)
    assert 'name="find"' in page_of(made)
    page = page_of(made, "?find=PLAYER+16")
    (row,) = rows(page)
    assert "Player 16" in row
    assert "1 of 16 rows" in page
    assert "&amp;find=PLAYER+16" in page
    assert f'href="/competitions/{made.pk}/"' in page
    assert rows(page_of(made, "?find=nobody")) == []


def test_short_standings_have_no_search():
    made = played_elsewhere(4, OF_TWO)
    play(made, 1)
    assert 'name="find"' not in page_of(made)


def test_a_search_is_written_as_text_and_never_as_markup():
    made = played_elsewhere(16, IN_FOURS)
    play(made, 1)
    page = page_of(made, "?find=%3Cscript%3Ealert%3C/script%3E")
    assert "<script>alert" not in page
    assert "0 of 16 rows" in page


def test_entrants_through_or_out_before_the_end_are_named_on_the_page_and_in_the_chat():
    final = StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1)
    made = played_elsewhere(4, StageSettings(ROUND_ROBIN, table_size=2, qualify=2), final)
    for match in waiting(made):
        if sorted(match.entrants) not in ([1, 2], [3, 4]):
            report(made, match, sorted(match.entrants))
    page = page_of(made)
    assert page.count("qualified</span>") == page.count("eliminated</span>") == 2
    assert "1–2</td>" in page
    assert "whatever the results" in page
    assert Client().get(f"/competitions/{made.pk}/standings.txt").content.decode().count("(qualified)") == 2


def test_the_places_still_possible_are_said_in_a_swiss_until_it_is_over():
    made = played_elsewhere(4, OF_TWO)
    assert "1–4</td>" in page_of(made)
    play(made)
    assert "Still possible" not in page_of(made)


def test_standings_go_into_a_chat_as_plain_text():
    made = played_elsewhere(4, OF_TWO)
    play(made, 1)
    report(made, waiting(made)[0], sorted(waiting(made)[0].entrants, reverse=True))
    answer = Client().get(f"/competitions/{made.pk}/standings.txt")
    assert answer["Content-Type"].startswith("text/plain")
    first, *lines = answer.content.decode().splitlines()
    assert first.startswith(f"{made.name}, after 1 round")
    assert len(lines) == 4
    assert re.fullmatch(r"1\. Player \d – \d+( \((up|down) \d\))?", lines[0])


def test_there_is_no_text_before_a_competition_begins_or_of_a_moment_that_never_was():
    made = played_elsewhere(4, OF_TWO)
    assert Client().get(f"/competitions/{made.pk}/standings.txt?step=999").status_code == 404
    assert Client().get(f"/competitions/{made.pk}/standings.txt?step=1").status_code == 404


def test_the_order_of_all_stages_together_is_text_too():
    made = played_elsewhere(
        8,
        StageSettings(ROUND_ROBIN, table_size=2, groups=2, qualify=2),
        StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1),
    )
    play(made)
    text = Client().get(f"/competitions/{made.pk}/standings.txt?stage=0").content.decode()
    assert text.startswith(f"{made.name}\n1. Player ")
    groups = Client().get(f"/competitions/{made.pk}/standings.txt?stage=1").content.decode()
    assert groups.count("\n1. ") == 2


def test_of_very_long_standings_the_first_rows_and_mine_are_shown_and_all_on_demand():
    made = played_elsewhere(302, StageSettings(SWISS, table_size=10, rounds=1))
    me = Player.objects.get(entries__competition=made, entries__number=300)
    client = Client()
    log_in(client, me)
    shown = rows(page_of(made, client=client))
    assert len(shown) == 51
    assert me.name in shown[-1]
    page = page_of(made)
    assert "50 of 302 rows" in page
    assert f'href="/competitions/{made.pk}/?page=1"' in page
    assert len(rows(page_of(made, "?page=1"))) == 200
    assert len(rows(page_of(made, "?page=2"))) == len(rows(page_of(made, "?find=player&page=2"))) == 102
    text = client.get(f"/competitions/{made.pk}/standings.txt").content.decode()
    assert text.count("Player ") == 302


def test_long_standings_are_narrowed_to_those_who_are_still_in_or_out():
    made = played_elsewhere(16, IN_FOURS)
    play(made, 1)
    do(made, asked.Withdraw(3))
    do(made, asked.Withdraw(11))
    shown = page_of(made, "?who=out")
    assert sorted(name_of(row) for row in rows(shown)) == ["Player 11", "Player 3"]
    assert "2 of 16 rows." in shown
    assert "&amp;who=out" in shown  # as it renews itself
    still = page_of(made, "?who=in")
    assert len(rows(still)) == 14
    assert '<option value="in" selected>' in still
    assert rows(page_of(made, "?who=out&find=player+16")) == []
    assert len(rows(page_of(made, "?who=nobody"))) == 16


def test_long_standings_of_groups_are_narrowed_to_one_of_them():
    made = played_elsewhere(16, StageSettings(ROUND_ROBIN, table_size=2, groups=4))
    play(made, 1)
    page = page_of(made)
    assert [f'<option value="{number}">Group' in page for number in range(1, 5)] == [True] * 4
    second = page_of(made, "?group=2")
    assert len(rows(second)) == 4
    assert [name_of(row) for row in rows(second)] == [name_of(row) for row in rows(page)[4:8]]
    assert '<option value="2" selected>' in second
    assert rows(page_of(made, "?group=9")) == []
    assert len(rows(page_of(made, "?group=x"))) == 16
