"""Everything of a competition and a club as CSV and JSON."""

import codecs
import csv
import io
import json
import zipfile

import pytest

from games.models import Player
from league.awards import closings
from league.competitions import results
from league.models import CompetitionEvent
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import MakeDraft, Start, Withdraw
from league.rules.settings.stages import SINGLE_ELIMINATION, SWISS, StageSettings
from tests.league.by_hand import do, play, played_elsewhere
from tests.league.club_nights import BY, announced, later, matches, started
from tests.league.organizing import member, organizer

pytestmark = pytest.mark.django_db

SHEETS = ("entrants", "draw", "results", "standings", "awards", "log")


def read(client, competition, what, kind="csv"):
    answer = client.get(f"/competitions/{competition.pk}/export/{what}.{kind}")
    assert answer.status_code == 200
    assert "attachment" in answer["Content-Disposition"]
    assert answer.content.startswith(codecs.BOM_UTF8) == (kind == "csv")
    text = answer.content.decode("utf-8-sig")
    return json.loads(text) if kind == "json" else list(csv.DictReader(io.StringIO(text, newline="")))


def test_a_played_competition_is_all_there_in_both_formats():
    cup = played_elsewhere(6, StageSettings(SWISS, table_size=3, rounds=2))
    play(cup)
    closings.recompute(cup.pk)
    client = organizer(cup)
    for what in SHEETS:
        rows, objects = read(client, cup, what), read(client, cup, what, "json")
        assert len(rows) == len(objects) > 0
        assert list(rows[0]) == list(objects[0])
    assert len(read(client, cup, "entrants")) == 6
    assert len(read(client, cup, "results")) == 12
    assert len(read(client, cup, "log")) == CompetitionEvent.objects.filter(stream=cup).count()
    best = read(client, cup, "standings")[0]
    assert (best["place"], best["name"]) == ("1", cup.entrants.get(rank=1).player.name)


def test_a_draw_says_from_where_those_come_who_are_not_known_yet():
    cup = played_elsewhere(4, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    rows = read(organizer(cup), cup, "draw")
    assert [row["comes_from"] for row in rows if not row["entrant"]] == ["place 1 of R1.1", "place 1 of R1.2"]


def test_names_that_look_like_formulas_stay_text():
    cup = announced(0)
    from league import competitions
    from tests.league.club_nights import BY, START

    trap = Player.objects.create(name='=HYPERLINK("x")')
    competitions.enter(cup.pk, players=[trap], by=BY, at=START)
    assert read(organizer(cup), cup, "entrants")[0]["name"] == '\'=HYPERLINK("x")'
    assert read(organizer(cup), cup, "entrants", "json")[0]["name"] == '=HYPERLINK("x")'


def test_drafts_in_the_log_are_for_organizers_only():
    cup = announced(8, by_hand=True)
    do(cup, Start(), MakeDraft())
    client = member(cup)
    assert client.get(f"/competitions/{cup.pk}/export/log.csv").status_code == 403
    assert read(client, cup, "draw") == []
    assert client.get(f"/competitions/{cup.pk}/export/").status_code == 200


def test_the_people_of_a_club_are_for_its_organizers(client):
    cup = announced(2)
    page = f"/clubs/{cup.club.slug}/export/players.csv"
    assert client.get(page).status_code == 403
    assert "Olga" in organizer(cup).get(page).content.decode()
    listed = organizer(cup, "Otto").get(f"/clubs/{cup.club.slug}/export/competitions.json")
    assert json.loads(listed.content)[0]["name"] == cup.name


@pytest.mark.parametrize("address", ["nothing.csv", "draw.exe", "players.csv"])
def test_an_address_of_no_sheet_is_not_found(address):
    cup = announced(2)
    assert organizer(cup).get(f"/competitions/{cup.pk}/export/{address}").status_code == 404


def test_the_standings_of_a_cup_have_all_numbers():
    cup = played_elsewhere(4, StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1))
    play(cup)
    best = read(organizer(cup), cup, "standings")[0]
    assert (best["place"], best["played"], best["wins"]) == ("1", "2", "2")
    assert int(best["total"]) > 0
    assert "–" not in best.values()


def test_the_results_of_a_cup_say_who_advances_and_leave_empty_what_nobody_knows():
    facts = {"format": "single_elimination", "table_size": 3, "advance": 1, "venue": "elsewhere"}
    cup = started(6, lots_by_hand=True, options={}, **facts)
    (first, second), client = matches(cup), organizer(cup)
    ana, bo, cy = first.placements.order_by("seat").values_list("entrant__number", flat=True)
    do(cup, Withdraw(cy))
    level = [Finish(ana, 1, 510), Finish(bo, 1, 510)]
    results.report(cup.pk, stage=1, match=first.key, finishes=level, absent=[cy], by=BY, at=later(10))
    numbers = second.placements.order_by("seat").values_list("entrant__number", flat=True)
    ranked = [Finish(number, place, 0) for place, number in enumerate(numbers, start=1)]
    results.report(cup.pk, stage=1, match=second.key, finishes=ranked, by=BY, at=later(10))

    rows = {int(row["entrant"]): row for row in read(client, cup, "results")}
    columns = ("place", "total", "deals_won", "points", "is_absent", "advances", "decided_by")
    assert [rows[cy][column] for column in columns[:5]] == ["", "", "", "", "1"]
    assert [rows[numbers[0]][column] for column in columns] == ["1", "", "", "", "0", "1", "place"]
    assert [rows[ana][column] for column in columns] == ["1", "510", "", "", "0", "", ""], "tied"

    results.draw_lot(cup.pk, stage=1, match=first.key, by=BY, at=later(20))
    rows = {int(row["entrant"]): row for row in read(client, cup, "results")}
    assert sorted(rows[number]["advances"] for number in (ana, bo)) == ["0", "1"]
    assert rows[ana]["decided_by"] == "lot"
    assert {(row["points"], row["deal_wins"]) for row in read(client, cup, "standings")} == {("", "")}
    assert {row["points"] for row in read(client, cup, "entrants")} == {""}


def test_a_whole_competition_is_one_workbook_in_which_text_is_no_formula():
    cup = played_elsewhere(6, StageSettings(SWISS, table_size=3, rounds=2))
    Player.objects.filter(pk=cup.entrants.get(number=1).player_id).update(name="=1+1")
    play(cup)
    answer = organizer(cup).get(f"/competitions/{cup.pk}/export/competition.xlsx")
    assert answer["Content-Type"].endswith("spreadsheetml.sheet")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as workbook:
        names = workbook.read("xl/workbook.xml").decode()
        for title in ("Entrants", "Pairings", "Results", "Standings", "Awards"):
            assert f'name="{title}"' in names
        assert "=1+1" in workbook.read("xl/sharedStrings.xml").decode()
        assert all(b"<f>" not in workbook.read(name) for name in workbook.namelist())


def test_the_page_of_the_files_says_what_their_codes_mean(client):
    cup = played_elsewhere(6, StageSettings(SINGLE_ELIMINATION, table_size=3, advance=1))
    page = client.get(f"/competitions/{cup.pk}/export/").content.decode()
    for code, name in (("single_elimination", "Knock-out"), ("played", "Matches played")):
        assert f"<code>{code}</code></span> <span>{name}</span>" in page
    headings = read(client, cup, "standings", "json")[0]
    assert {"mates", "best_round"} <= set(headings)
    assert all(f"<code>{code}</code>" in page for code in ("mates", "best_round"))
