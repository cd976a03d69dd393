"""Situation: an organizer downloads the seating, changes it in a spreadsheet, and sends it back."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.html import escape
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Player
from league import competitions
from league.import_export import seatings
from league.import_export.csv_sheet import UploadedRow
from league.models import CompetitionEvent, DrawRequest
from league.rules.competition.commands import Enter, MakeDraft, Publish, Start, Withdraw
from tests.games.playing import START
from tests.games.sending import send
from tests.league.club_nights import BY, announced, fresh, players, started
from tests.league.organizing import act, member, organizer, post, report_all, version

pytestmark = pytest.mark.django_db


def swiss(entrants=4, **facts):
    facts = {"format": "swiss", "table_size": 2, "rounds": 3, "venue": "elsewhere"} | facts
    return started(entrants, by_hand=True, **facts)


def page_of(competition):
    return f"/competitions/{competition.pk}/draft/seating/"


def file_of(competition):
    return f"/competitions/{competition.pk}/draft/seating.csv"


def table_of(answer):
    assert answer.status_code == 200, answer.content
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))


def seats(competition):
    draft = competitions.look(competition.pk).stage.draft
    return [[slot.entrant for slot in match.slots] for match in draft.rounds[0].matches] if draft else []


def sent(client, competition, text, **facts):
    return post(client, page_of(competition), rows=text, **{"after": version(competition)} | facts)


def test_the_seating_is_downloaded_changed_and_sent_back():
    evening = swiss()
    client = organizer(evening)
    table = table_of(client.get(file_of(evening)))
    assert table[0] == ["table", "seat", "entrant", "name"]
    assert sorted(row[2] for row in table[1:]) == ["1", "2", "3", "4"]
    assert seats(evening) == []  # it was only looked at
    assertContains(client.get(page_of(evening)), "table, seat, entrant, name")
    text = "table;seat;entrant;name\n1;1;4;Player 4\n1;2;1;\n2;1;;Player 2\n2;2;Player 3;\n"
    assertRedirects(sent(client, evening, text), f"/competitions/{evening.pk}/draft/")
    assert seats(evening) == [[4, 1], [2, 3]]
    page = client.get(f"/competitions/{evening.pk}/draft/")
    assertContains(page, "These draft pairings come from a file, not from the site")
    assertNotContains(page, "Lot seed")
    assert table_of(client.get(file_of(evening)))[1:] == [
        ["1", "1", "4", "Player 4"],
        ["1", "2", "1", "Player 1"],
        ["2", "1", "2", "Player 2"],
        ["2", "2", "3", "Player 3"],
    ]
    assert (
        post(client, f"/competitions/{evening.pk}/draft/publish/", after=version(evening)).status_code == 302
    )
    assert evening.matches.count() == 2


@pytest.mark.parametrize(
    "facts",
    [
        {"entrants": 5, "table_size": 2},
        {"entrants": 9, "table_size": 4},
        {"entrants": 9, "table_size": 4, "format": "season"},
        {"entrants": 12, "table_size": 3, "format": "swiss", "groups": 2},
        {"entrants": 5, "table_size": 2, "format": "round_robin", "rounds": 0, "legs": 2},
        {"entrants": 9, "table_size": 4, "format": "round_robin", "rounds": 2},
        {"entrants": 6, "table_size": 2, "format": "single_elimination", "third_place": True},
        {"entrants": 12, "table_size": 2, "format": "single_elimination", "groups": 2, "byes": 2},
        {"entrants": 13, "table_size": 4, "advance": 1, "format": "single_elimination", "byes": 5},
        {"entrants": 7, "table_size": 2, "format": "double_elimination"},
        {"entrants": 7, "table_size": 2, "format": "double_elimination", "best_of_matches": 3},
        {"entrants": 7, "table_size": 2, "format": "single_elimination", "best_of_matches": 3},
        {"entrants": 7, "table_size": 2, "format": "single_elimination", "reseed": "seed"},
        {
            "entrants": 10,
            "table_size": 4,
            "format": "elimination_500",
            "rulebook": "elimination-500",
            "advance": 3,
        },
    ],
    ids=lambda facts: " ".join(map(str, facts.values())),
)
def test_a_downloaded_seating_can_be_sent_back_in_every_format(facts):
    cup = swiss(**facts)
    act(cup, MakeDraft())
    proposed = competitions.look(cup.pk).stage.draft
    text = organizer(cup).get(file_of(cup)).content.decode()
    assert sent(organizer(cup, "Oleg"), cup, text).status_code == 302
    draft = competitions.look(cup.pk).stage.draft
    shape = [[(m.id, m.slots) for m in round_.matches] + [round_.byes] for round_ in draft.rounds]
    assert shape == [[(m.id, m.slots) for m in round_.matches] + [round_.byes] for round_ in proposed.rounds]
    assert [round_.id for round_ in draft.rounds] == [round_.id for round_ in proposed.rounds]


def test_a_later_round_of_an_elimination_to_500_is_sent_back_as_it_is():
    cup = swiss(16, format="elimination_500", rulebook="elimination-500", table_size=4)
    act(cup, MakeDraft(), Publish())
    report_all(cup)
    act(cup, MakeDraft())
    proposed = competitions.look(cup.pk).stage.draft
    text = organizer(cup).get(file_of(cup)).content.decode()
    assert sent(organizer(cup, "Oleg"), cup, text).status_code == 302
    assert competitions.look(cup.pk).stage.draft.rounds == proposed.rounds


def test_names_that_are_formulas_come_back_as_who_they_are():
    evening = announced(0, format="swiss", table_size=2, rounds=3, venue="elsewhere", by_hand=True)
    who = [Player.objects.create(name=name) for name in ("=1+1", "@home", "-7", "Zoë, the 1st")]
    act(evening, Enter([player.pk for player in who]), Start())
    client = organizer(evening)
    text = client.get(file_of(evening)).content.decode()
    assert ",'=1+1" in text
    assert sent(client, evening, text).status_code == 302
    by_name = 'table,entrant\n1,\'=1+1\n1,@home\n2,-7\n2,"Zoë, the 1st"\n'
    assert sent(client, evening, by_name).status_code == 302
    assert seats(evening) == [[1, 2], [3, 4]]


def test_objections_to_a_seating_are_shown_before_it_is_published():
    evening = announced(0, format="swiss", table_size=2, rounds=3, venue="elsewhere", by_hand=True)
    who = players(6)
    act(evening, Enter([player.pk for player in who], {player.pk: "Reds" for player in who[2:4]}))
    act(evening, competitions.commands.NameParties({5: "Family", 6: "Family"}), Start())
    client = organizer(evening)
    text = "table,entrant\n1,1\n1,2\n2,3\n2,4\n3,5\n3,6\n"
    assert sent(client, evening, text).status_code == 302
    page = client.get(f"/competitions/{evening.pk}/draft/")
    assertContains(page, "1 pair is from the same club.")
    assertContains(page, "1 pair meets although it should not.")
    assertNotContains(page, "pair has met before")
    act(evening, Publish())
    report_all(evening)
    assert sent(client, evening, text).status_code == 302
    assertContains(client.get(f"/competitions/{evening.pk}/draft/"), "3 pairs have met before.")


def test_nobody_is_told_that_a_rule_gave_the_byes_of_a_file():
    evening = swiss(5)
    client = organizer(evening)
    assert sent(client, evening, "table,entrant\n1,4\n1,5\n2,2\n2,3\nbye,1\n").status_code == 302
    page = client.get(f"/competitions/{evening.pk}/draft/")
    assertContains(page, "None: exactly as in the file.")
    assertNotContains(page, "Byes go to the lowest")
    act(evening, Publish())
    assertNotContains(client.get(evening.get_absolute_url()), "Byes go to the lowest")
    cup = swiss(4, format="single_elimination")
    assert sent(organizer(cup, "Oleg"), cup, "table,entrant\n1,1\n1,2\n2,3\n2,4\n").status_code == 302
    act(cup, Publish())
    assertNotContains(client.get(f"/competitions/{cup.pk}/matches/1/R1.1/"), "Seats follow the seeding")


FAULTS = {
    "table,seat,entrant\n1,1,1\n1,2,Nobody\n2,1,3\n2,2,99\n": [
        "Line 3: There is no entrant “Nobody”.",
        "Line 5: There is no entrant 99.",
        "Without a seat or a bye in round 1: “Player 2” and “Player 4” (2).",
    ],
    "table,seat,entrant,name\n1,1,1,Player 2\n1,2,2,\n2,1,3,\n2,2,4,player 4\n": [
        "Line 2: Number 1 is “Player 1”, not “Player 2”.",
        "Line 5: Number 4 is “Player 4”, not “player 4”.",
    ],
    "table,seat,entrant\nx,1,1\n1,0,2\n,1,3\n1001,1,4\n": [
        "Line 2: The column “table” needs a number from 1 to 1000, not “x”.",
        "Line 3: The column “seat” needs a number from 1 to 10, not “0”.",
        "Line 4: The table is missing: enter a number or “bye”.",
        "Line 5: The column “table” needs a number from 1 to 1000, not “1001”.",
    ],
    "table,entrant\n1,1\n1,2\n2,3,4\n2,4\n": ["Line 4: There is no column for “4”."],
    "seat,entrant\n1,1\n2,2\n": ["Line 1: the column “table” is missing or empty."],
    "table,seat\n1,1\n1,2\n": ["Line 1: the column “entrant” is missing or empty."],
    "table,chair,entrant\n1,1,1\n": ["Unknown column “chair”."],
    "table,table\n1,1\n": ["The column “table” appears twice."],
    "": ["There are no rows"],
    "table,seat,entrant\n": ["There are no rows"],
    "table,entrant\n1,1\n1,1\n2,3\n2,4\n": [
        "Line 3: “Player 1” is already in this round, in line 2.",
        "Without a seat or a bye in round 1: “Player 2” (1).",
    ],
    "table,entrant\n1,\x001\n": ["This cannot be read"],
}


@pytest.mark.parametrize("text", FAULTS)
def test_every_mistake_is_told_at_the_rows_and_nothing_typed_is_lost(text):
    evening = swiss()
    before = version(evening)
    page = sent(organizer(evening), evening, text)
    assert page.status_code == 422
    for fault in FAULTS[text]:
        assertContains(page, escape(fault), status_code=422)
    if "\x00" not in text:
        assertContains(page, escape(text.strip()), status_code=422)
    assertContains(page, 'aria-invalid="true"', status_code=422)
    assert version(evening) == before
    assert seats(evening) == []


def test_two_of_one_name_are_told_by_their_numbers():
    evening = announced(0, format="swiss", table_size=2, rounds=3, venue="elsewhere", by_hand=True)
    who = [Player.objects.create(name=name) for name in ("Ana", "Ana", "3", "4")]
    act(evening, Enter([player.pk for player in who]), Start())
    page = sent(organizer(evening), evening, "table,entrant\n1,Ana\n1,2\n2,3\n2,4\n")
    assertContains(
        page, escape("Line 2: Several entrants are called “Ana”: give the number (1 or 2)."), status_code=422
    )
    act(evening, Withdraw(3))
    page = sent(organizer(evening, "Oleg"), evening, "table,name\n1,Ana\nbye,3\n2,4\n")
    assertContains(page, escape("Line 3: “3” has left the competition."), status_code=422)


def test_a_name_that_is_the_number_of_somebody_else_is_told():
    evening = announced(0, format="swiss", table_size=2, rounds=3, venue="elsewhere", by_hand=True)
    who = [Player.objects.create(name=name) for name in ("2", "Bo")]
    act(evening, Enter([player.pk for player in who]), Start())
    client = organizer(evening)
    page = sent(client, evening, "table,entrant\n1,1\n1,2\n")
    assertContains(
        page, escape("Line 3: “2” is both a number and a name: 1 (“2”) and 2 (“Bo”)."), status_code=422
    )
    assert sent(client, evening, "table,entrant,name\n1,1,2\n1,,Bo\n").status_code == 302


def test_a_file_in_other_letters_is_refused_by_its_line():
    evening = swiss()
    client = organizer(evening)
    file = SimpleUploadedFile("seating.csv", "table,entrant\n1,Zoë\n".encode("cp1252"))
    page = post(client, page_of(evening), file=file, rows="1,2", after=version(evening))
    assertContains(page, "Line 2 is not UTF-8", status_code=422)
    assertContains(page, "1,2", status_code=422)
    good = SimpleUploadedFile("seating.csv", "\ufefftable,entrant\r\n1,1\r\n1,2\r\n2,3\r\n2,4\r\n".encode())
    assert post(client, page_of(evening), file=good, after=version(evening)).status_code == 302
    assert seats(evening) == [[1, 2], [3, 4]]


def test_more_lines_than_are_read_are_refused():
    evening = swiss()
    text = "table,entrant\n" + "1,1\n" * (seatings.MOST_LINES + 1)
    page = sent(organizer(evening), evening, text)
    assertContains(page, "At most 10,000 rows can be read at once.", status_code=413)


def test_a_seating_does_not_overwrite_the_work_of_somebody_else_and_its_rows_stay():
    evening = swiss()
    client, before = organizer(evening), version(evening)
    act(evening, MakeDraft())
    text = "table,entrant\n1,1\n1,2\n2,3\n2,4"
    page = sent(client, evening, text, after=before)
    assertContains(page, text, status_code=409)
    assertContains(page, f'name="after" value="{version(evening)}"', status_code=409)


def test_while_a_draw_is_made_by_a_worker_nothing_is_seated():
    evening = swiss()
    DrawRequest.objects.create(competition=evening, by=BY, asked_at=START)
    page = sent(organizer(evening), evening, "table,entrant\n1,1\n1,2\n2,3\n2,4")
    assertContains(page, "Pairings are being made", status_code=409)


def test_the_same_rows_sent_twice_make_one_draft():
    evening = swiss()
    client, after = organizer(evening), version(evening)
    for _time in range(2):
        send(client, page_of(evening), "one", rows="table,entrant\n1,1\n1,2\n2,3\n2,4", after=after)
    assert version(evening) == after + 1


def test_a_draw_that_takes_long_is_not_made_for_a_file_to_begin_with(monkeypatch):
    monkeypatch.setattr(seatings.background_draws, "is_slow", lambda _state: True)
    evening = swiss()
    table = table_of(organizer(evening).get(file_of(evening)))
    assert table[1:] == [["", "", str(number), f"Player {number}"] for number in range(1, 5)]


def test_where_nothing_is_to_be_drawn_the_file_says_so():
    evening = swiss()
    act(evening, MakeDraft(), Publish())
    answer = organizer(evening).get(file_of(evening))
    assertContains(answer, "The next pairings need the results of this round first.", status_code=409)
    assertContains(organizer(evening, "Oleg").get(page_of(evening)), "There is nothing to pair now")


def test_nobody_else_sees_or_seats_the_next_round():
    evening = swiss()
    mo = member(evening)
    for path in (page_of(evening), file_of(evening)):
        assert mo.get(path).status_code == 403
    assert sent(mo, evening, "table,entrant\n1,1\n1,2\n2,3\n2,4").status_code == 403


def test_a_large_seating_is_stored_in_parts():
    evening = swiss(600)
    lines = [
        UploadedRow(
            number,
            dict.fromkeys(seatings.COLUMNS, "")
            | {"table": str(1 + (number - 2) // 2), "entrant": str(number - 1)},
            [],
        )
        for number in range(2, 602)
    ]
    seatings.prescribe(fresh(evening), lines, after=None, by=BY, at=START)
    sizes = [
        len(competition_event.payload)
        for competition_event in CompetitionEvent.objects.filter(stream=evening)
    ]
    assert max(sizes) < 64_000
    assert CompetitionEvent.objects.filter(stream=evening, name="draw_part").exists()
    assert len(seats(evening)) == 300
