"""Situation: a program wants the analysis of a match as a file beside its record."""

import json
from pathlib import Path

import msgspec
import pytest

from games import tables
from games.access import analyses
from games.analysis import analysis_format, queries, queue, worker
from games.analysis.analysis_format import AnalysisFile
from games.analysis.findings import VERSION
from games.bots.playouts import boards
from games.models import MatchAnalysis
from games.rules.match import commands as c
from games.rules.notation import notation
from tests.games.analysis.test_a_match_is_analysed import FEW
from tests.games.playing import START, after, dealt, fresh, open_table, play_out

pytestmark = pytest.mark.django_db

SCHEMA = Path(__file__).parents[3] / "docs/programs/analysis-1.schema.json"


@pytest.fixture
def table():
    match = open_table("bot bot", options={"target_score": 60})
    tables.start(match.pk, by="organizer:1", at=START)
    play_out(match)
    queue.ask(match.pk, at=after(9))
    assert worker.work(match.pk, clock=lambda: after(20), worlds=FEW)
    return fresh(match)


def test_the_file_says_what_the_analysis_has_found_and_keeps_to_its_schema(client, table):
    answer = client.get(f"/tables/{table.pk}/analysis.json")
    assert answer["Content-Type"] == "application/json"
    file = msgspec.json.decode(answer.content, type=AnalysisFile)
    analysis = queries.of(table)
    assert [deal.first_step for deal in file.rounds] == [deal.first_step for deal in analysis.deals]
    assert file.rounds[0].deal.open == analysis.deals[0].deal.open
    assert file.head == bytes(table.head).hex()
    for choice, decision in zip(file.rounds[0].decisions, analysis.deals[0].decisions, strict=True):
        assert choice.cost == decision.cost
        assert choice.alternatives[0].move.split()[0] == choice.seat
    assert file.match_parts.end == analysis.match.match_parts.end


def test_the_schema_in_the_documentation_is_that_of_the_file():
    assert SCHEMA.read_text("utf-8") == analysis_format.schema()


def test_the_record_itself_has_nothing_of_the_analysis(client, table):
    record = client.get(f"/tables/{table.pk}/record.json")
    assert set(json.loads(record.content)) <= {
        *("format", "rulebook", "options", "seats", "rounds", "result", "event", "date"),
    }


def test_there_is_no_file_during_a_match_nor_before_the_analysis_is_ready(client):
    running = dealt("Ana bot")
    assert client.get(f"/tables/{running.pk}/analysis.json").status_code == 409
    MatchAnalysis.objects.create(
        table=running, version=VERSION, head=fresh(running).head, asked_at=after(9), finished_at=after(9)
    )
    assert client.get(f"/tables/{running.pk}/analysis.json").status_code == 409
    over = play_out(dealt("Ana bot", options={"target_score": 60}))
    queue.ask(over.pk, at=after(9))
    assert client.get(f"/tables/{over.pk}/analysis.json").status_code == 409
    assert client.get("/tables/987654/analysis.json").status_code == 404


def test_a_club_that_has_switched_analyses_off_exports_none(client, table, monkeypatch):
    monkeypatch.setattr(analyses, "_HOOKS", [lambda table_id: table_id == table.pk])
    answer = client.get(f"/tables/{table.pk}/analysis.json")
    assert answer.status_code == 409
    assert b"does not analyse" in answer.content


@pytest.mark.parametrize(
    "words",
    ["A play r5", "B play w g uno", "A jump r5", "C colour b", "A draw", "B challenge", "A catch B", "A uno"],
)
def test_an_action_is_read_back_as_the_command_it_was(words):
    command = notation.command(words)
    assert boards.command_of(boards.action_of(command)) == command


def test_waiting_and_overlooking_are_read_back_too():
    overlooked = boards.Overlook(0, 1)
    assert boards.command_of(boards.action_of(overlooked)) == overlooked
    assert boards.command_of(boards.action_of(None)) is None
    assert isinstance(boards.command_of(boards.action_of(c.Pass(1))), c.Pass)
