"""Players, entrants and earlier results come in from a sheet: looked at first, then all of it, or nothing."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from games.models import Player
from games.rules.base.refusal import Refusal
from league.competition_verification import check_competition
from league.import_export import imports
from league.import_export.csv_sheet import Sheet, csv_text, decoded, parsed
from league.models import AuditEntry, Competition, CompetitionEvent, Membership
from league.roster import merging
from tests.games.rules.any_match import some
from tests.league.club_nights import BY, START, announced, club
from tests.league.organizing import member, organizer, post

pytestmark = pytest.mark.django_db

SEASON = """round,table,player,place,total,deals_won
1,1,Player 1,1,520,4
1,1,Player 2,2,300,2
1,1,Zoe,3,120,
1,2,Player 3,1,501,3
1,2,Player 4,2,200,1
2,1,Player 1,2,310,
2,1,Player 3,1,505,
2,1,Zoe,2,310,
"""


def test_new_members_are_shown_before_they_are_taken():
    evening = announced(2)
    client, club = organizer(evening), evening.club
    page = f"/clubs/{club.slug}/import/players/"
    before = Player.objects.count()
    shown = post(client, page, rows="Name\nZoe\n=SUM(A1)\n")
    assert shown.status_code == 200
    assert "2 rows" in shown.content.decode()
    assert Player.objects.count() == before
    taken = post(client, page, rows="Name\nZoe\n=SUM(A1)\n", sure="1")
    assert taken.status_code == 302
    assert set(club.members.values_list("name", flat=True)) >= {"Zoe", "=SUM(A1)"}


def test_a_fault_stands_beside_its_row_and_nothing_is_taken_even_by_who_is_sure():
    evening = announced(2)
    client, club = organizer(evening), evening.club
    known = club.members.first().name
    rows = f"name\nZoe\nzoe\n{known}\n{'x' * 61}\n"
    answer = post(client, f"/clubs/{club.slug}/import/players/", rows=rows, sure="1")
    text = answer.content.decode()
    assert answer.status_code == 422
    for fault in ("This name appears twice", "A member with this name already exists", "up to 60 characters"):
        assert fault in text
    assert not Player.objects.filter(name="Zoe").exists()


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("Smith, John", "There is no column for “John”"),
        ("Zoe,,x,y", "There is no column for “x, y”"),
        ("Zo\u200be", "This name contains an invisible character"),
        ("\u202eeoZ", "This name contains an invisible character"),
        ("Zo\x07e", "This name contains an invisible character"),
    ],
)
def test_nothing_of_a_row_is_dropped_or_hidden(row, fault):
    evening = announced(0)
    page, client = f"/clubs/{evening.club.slug}/import/players/", organizer(evening)
    answer = post(client, page, rows=f"name,\nAna\n\n{row}\n", sure="1")
    text = answer.content.decode()
    assert answer.status_code == 422
    assert fault in text
    assert '<th scope="row">4</th>' in text  # as the spreadsheet counts: the third one is empty
    assert not Player.objects.filter(name="Ana").exists()
    quoted = post(client, page, rows='name,,\n"Smith, John",,\n', sure="1")
    assert quoted.status_code == 302
    assert Player.objects.filter(name="Smith, John").exists()


def test_a_letter_and_its_accent_are_the_same_however_they_are_written():
    evening = announced(0)
    page, client = f"/clubs/{evening.club.slug}/import/players/", organizer(evening)
    assert post(client, page, rows="name\nZoe\u0308\n", sure="1").status_code == 302
    assert Player.objects.filter(name="Zo\xeb").count() == 1
    answer = post(client, page, rows="name\nZO\xcb\n", sure="1")
    assert "A member with this name already exists" in answer.content.decode()


def test_sending_it_twice_takes_it_once():
    evening = announced(2)
    client, club = organizer(evening), evening.club
    sent = {"rows": "name\nZoe\n", "sure": "1", "command_id": "the-same"}
    for _time in range(2):
        assert client.post(f"/clubs/{club.slug}/import/players/", sent).status_code == 302
    assert Player.objects.filter(name="Zoe").count() == 1


def test_entrants_come_with_teams_and_seeds():
    evening = announced(0)
    client = organizer(evening)
    Membership.objects.create(club=evening.club, player=Player.objects.create(name="Ana"))
    sent = "name;team;seed\nBo;Hill;2\nana;;1\n"
    assert post(client, f"/competitions/{evening.pk}/import/", rows=sent, sure="1").status_code == 302
    entrants = evening.entrants.select_related("player").order_by("seed")
    assert [(entrant.seed, entrant.player.name, entrant.team) for entrant in entrants] == [
        (1, "Ana", ""),
        (2, "Bo", "Hill"),
    ]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        ("name,seed\nAna,1\nBo,", "Seed must be a number from 1 to 2"),
        ("name,seed\nAna,1\nBo,1", "Give each number only once"),
        ("name\nPlayer 1", "has already entered"),
        ("name,team\n,Hill", "The name is missing"),
        ("who\nAna", "Unknown column"),
        ("name,name\nAna,Bo", "appears twice"),
        ("name", "There are no rows"),
    ],
)
def test_rows_that_do_not_fit_are_refused_with_a_reason(rows, fault):
    evening = announced(1 if "Player 1" in rows else 0)
    for entrant in evening.entrants.all():
        Membership.objects.create(club=evening.club, player=entrant.player)
    before = CompetitionEvent.objects.count()
    answer = post(organizer(evening), f"/competitions/{evening.pk}/import/", rows=rows, sure="1")
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert CompetitionEvent.objects.count() == before


def test_an_earlier_season_becomes_a_finished_competition_with_its_standings():
    evening = announced(0)
    client, club = organizer(evening), evening.club
    for number in range(1, 5):
        Membership.objects.create(club=club, player=Player.objects.create(name=f"Player {number}"))
    page = f"/clubs/{club.slug}/import/results/"
    sent = {"rows": SEASON, "name": "Season 2019", "rulebook": "classic"}
    assert "8 rows" in post(client, page, **sent).content.decode()
    assert not Competition.objects.filter(name="Season 2019").exists()
    answer = post(client, page, **sent, sure="1")
    assert answer.status_code == 302, answer.content.decode()
    made = Competition.objects.get(name="Season 2019")
    assert made.status == Competition.Status.FINISHED
    table = [
        (entrant.player.name, entrant.points)
        for entrant in made.entrants.select_related("player").order_by("rank")
    ]
    # Tables of three give 4, 2, 1 and of two 3, 1; level ones get the points of their place.
    assert sorted(table) == [("Player 1", 6), ("Player 2", 2), ("Player 3", 7), ("Player 4", 1), ("Zoe", 3)]
    assert table[0] == ("Player 3", 7)
    assert check_competition(made.pk, {}) is None


@pytest.mark.parametrize("rounds", [2, 9])
def test_a_season_of_many_rounds_is_written_as_quickly_as_one_of_few(rounds, django_assert_max_num_queries):
    evening = announced(0)
    client, page = organizer(evening), f"/clubs/{evening.club.slug}/import/results/"
    played = [f"{number},1,Zoe,1\n{number},1,Bo,2" for number in range(1, rounds + 1)]
    rows = "\n".join(["round,table,player,place", *played])
    # Two of them for the quota, and of each member two for the chain of the audit log and one for its quota.
    with django_assert_max_num_queries(68):
        assert post(client, page, rows=rows, name="Old", rulebook="classic", sure="1").status_code == 302


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (("1,2,Player 4,2", "1,2,Player 4,3"), "do not add up: 1, 3"),
        (("1,2,Player 4", "1,2,Player 1"), "This player appears twice in the round"),
        (("2,1,", "3,1,"), "Round 2 is missing"),
        (("520", "-5"), "Total must be a number"),
        (("1,2,Player 4,2,200,1\n", ""), "not 1"),
        (("1,1,Player 2,2", "1,1,Player 2,x"), "Place must be a number"),
    ],
)
def test_a_season_that_cannot_have_been_played_is_not_taken(change, fault):
    evening = announced(0)
    page = f"/clubs/{evening.club.slug}/import/results/"
    sent = {"rows": SEASON.replace(*change), "name": "Season 2019", "rulebook": "classic", "sure": "1"}
    answer = post(organizer(evening), page, **sent)
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert Competition.objects.count() == 1


def test_someone_who_was_merged_is_one_member():
    evening = announced(0)
    client = organizer(evening)
    kept, absorbed = (Player.objects.create(name=name) for name in ("Zoe", "Zoë"))
    for player in (kept, absorbed):
        Membership.objects.create(club=evening.club, player=player)
    merging.merge(evening.club_id, kept.pk, absorbed.pk, by=BY, at=START)
    page = f"/competitions/{evening.pk}/import/"
    assert post(client, page, rows="name\nZoe", sure="1").status_code == 302
    assert evening.entrants.get().player == kept


def test_a_season_needs_a_name_and_a_rulebook_that_there_is():
    evening = announced(0)
    page, client = f"/clubs/{evening.club.slug}/import/results/", organizer(evening)
    for facts in ({"name": " ", "rulebook": "classic"}, {"name": "Old", "rulebook": "no such"}):
        answer = post(client, page, rows=SEASON, sure="1", **facts)
        assert 400 <= answer.status_code < 500
        assert 'role="alert"' in answer.content.decode()
    assert Competition.objects.count() == 1
    assert not Player.objects.filter(name="Zoe").exists()


@pytest.mark.parametrize(
    "data",
    [
        b"name\rZo\xeb\r",
        b"name\r\nZo\xeb\r\n",
        b"name\nZo\xeb\n",
        "name\nZoë\n".encode("utf-16"),
        "\ufeffname\nZoë\n".encode(),
    ],
)
def test_files_of_any_office_are_read(data):
    evening = announced(0)
    sent = {"file": SimpleUploadedFile("members.csv", data), "sure": "1", "command_id": "of-a-file"}
    assert organizer(evening).post(f"/clubs/{evening.club.slug}/import/players/", sent).status_code == 302
    assert Player.objects.filter(name="Zoë").exists()


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04\x00\x00zip", b"\xff\xfe\x00", b"name\n" + b"x" * 1_000_001, b"", b"\x81\n\x81"]
)
def test_other_files_are_refused(data):
    evening = announced(0)
    sent = {"file": SimpleUploadedFile("members.csv", data), "sure": "1"}
    answer = organizer(evening).post(f"/clubs/{evening.club.slug}/import/players/", sent)
    assert 400 <= answer.status_code < 500
    assert 'role="alert"' in answer.content.decode() or "This field" in answer.content.decode()


def test_only_organizers_take_sheets_in():
    evening = announced(0)
    client = member(evening)
    for page in (
        f"/clubs/{evening.club.slug}/import/players/",
        f"/clubs/{evening.club.slug}/import/results/",
        f"/competitions/{evening.pk}/import/",
    ):
        assert client.get(page).status_code == 403
        assert post(client, page, rows="name\nZoe", sure="1").status_code == 403
    assert not Player.objects.filter(name="Zoe").exists()


@some(1)
@given(st.text(max_size=200))
def test_any_text_is_rows_or_a_refusal(text):
    try:
        rows = parsed(text, ("name", "team"))
    except Refusal:
        return
    assert all(set(row.cells) == {"name", "team"} for row in rows)


@some(1)
@given(st.binary(max_size=200))
def test_any_bytes_are_text_or_a_refusal(data):
    try:
        text = decoded(data)
    except Refusal:
        return
    assert "\x00" not in text or data[:2] in (b"\xff\xfe", b"\xfe\xff")


@pytest.mark.parametrize("cell", ["=1+1", " =1+1", "\xa0@SUM(A1)", "＝1"])
def test_blanks_hide_no_formula(cell):
    assert f"'{cell}" in csv_text(Sheet(["name"], [[cell]]))


FORMULAS = ("=", "+", "-", "@", "＝")


@pytest.mark.parametrize("separator", ",;\t")
@pytest.mark.parametrize(
    "cell",
    [
        "\t=1",
        "\r-1",
        "\n +1",
        "a;=1+1",
        "a; =1+1;b",
        'a;"=1+1"',
        "a\n=1+1",
        "a\t@SUM(A1)",
        "a\r\n-1",
        ";;＝1",
    ],
)
def test_no_formula_is_found_by_who_parts_the_cells_elsewhere(cell, separator):
    text = csv_text(Sheet(["number", "name"], [[1, cell]]))
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    assert not [cell for row in rows for cell in row if cell.lstrip(' "').startswith(FORMULAS)]


def test_text_that_looks_like_no_formula_stays_as_it_was():
    cells = ["Ana; Bo", "a-b", "2026-05-01; 19:30", "x\r\ny"]
    written = csv_text(Sheet(["name"], [[cell] for cell in cells]))
    assert [row[0] for row in csv.reader(io.StringIO(written, newline=""))][1:] == cells


@some(1)
@given(st.lists(st.text(min_size=1, max_size=20), min_size=1, max_size=5))
def test_no_cell_of_a_sheet_begins_a_formula(cells):
    sheet = Sheet([f"c{number}" for number in range(len(cells))], [list(cells)])
    written = list(csv.reader(io.StringIO(csv_text(sheet), newline="")))
    assert len(written) == 2
    for sent, was in zip(written[1], cells, strict=True):
        assert not sent.lstrip(" \xa0").startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
        assert sent.replace("'", "") == was.replace("'", "")


def test_the_new_ones_of_a_long_list_are_stored_together(django_assert_max_num_queries):
    cup = announced(0)
    preview = imports.entrants(cup, "name\n" + "\n".join(f"Somebody {number}" for number in range(500)))
    with django_assert_max_num_queries(100):
        imports.take_entrants(cup, preview, by=BY, at=START)
    assert cup.entrants.count() == 500
    assert not cup.club.members.exists()


def test_new_members_of_a_long_list_are_stored_together(django_assert_max_num_queries):
    place = club()
    preview = imports.players(place, "name\n" + "\n".join(f"Somebody {number}" for number in range(500)))
    with django_assert_max_num_queries(100):
        imports.take_players(place, preview)
    assert place.members.count() == 500
    assert AuditEntry.objects.filter(club_id=place.pk, what="roles", deed="made").count() == 500
