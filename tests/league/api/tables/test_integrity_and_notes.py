"""Situation: programs read what pages tell beside the match: proofs, options, marks, days, who wrote what."""

import hashlib

import pytest
from django.test import Client
from django.utils import timezone

from games import tables
from games.integrity import checkpoints
from games.rules.options import options
from league.clubs import joining
from league.models import Membership, Role
from league.rules.settings.stages import SEASON
from tests.games.playing import START, open_table, play_out
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.league.api.asking import Program, problem, program
from tests.league.club_nights import club, play_round, started

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def over() -> int:
    """A match of three bots that is over; the number of its table."""
    table = open_table("bot bot bot", options={"target_score": 80})
    tables.start(table.pk, by="organizer:1", at=START)
    play_out(table.pk)
    return table.pk


def test_secrets_of_deals_that_are_over_are_told_with_what_they_were_bound_to(over):
    told = Program().get(f"tables/{over}/shuffles/").json()
    revealed = [deal for deal in told["deals"] if deal["secret"]]
    assert revealed
    assert len(revealed) == len(told["rounds"])
    assert all(deal["proof"]["secret"] for deal in told["rounds"])
    assert all(deal["secret"] is None for deal in told["deals"][len(revealed) :])


def test_nothing_is_told_of_the_deal_that_is_played():
    ana = program()
    table = open_table("bot", seats=2, host=ana.player)
    for what in ("sit", "start"):
        after = ana.get(f"tables/{table.pk}/").json()["version"]
        assert ana.post(f"tables/{table.pk}/{what}/", {"after": after}).status_code == 200
    told = ana.get(f"tables/{table.pk}/shuffles/").json()
    assert told["rounds"] == []
    assert all(deal["secret"] is None for deal in told["deals"])


def test_a_checkpoint_is_told_with_the_text_of_which_its_hash_is(over):
    checkpoints.make(START)
    (row,) = Program().get("checkpoints/").json()["results"]
    told = Program().get(f"checkpoints/{row['day']}/").json()
    assert hashlib.sha256(told["text"].encode()).hexdigest() == row["hash"] == told["hash"]
    assert Client().get(row["address"]).content.decode() == told["text"]
    for day in ("2026-01-01", "x", "2026-13-01", "%00"):
        assert problem(Program().get(f"checkpoints/{day}/"))[0] == 404


def test_every_option_says_its_group_what_is_usual_and_shows_examples():
    rows = Program().get("options/?limit=200").json()["results"]
    usual = {row["name"]: row["usual"] for row in rows}
    assert usual["target_score"] == options.DEFAULTS.target_score
    assert all(row["group"] for row in rows)
    told = Program().get("options/jump_in/").json()
    example = told["examples"][0]
    assert example["story"]
    assert example["before"]["hands"][0]["cards"]
    assert {"classic"} <= {key for preset in told["presets"] for key in preset["rulebooks"]}
    assert problem(Program().get("options/nonsense/"))[0] == 404


def test_a_rulebook_says_its_deck_and_who_keeps_it():
    ana = program()
    assert sum(row["number"] for row in ana.get("rulebooks/classic/").json()["cards"]) == 108
    kept = ana.post("rulebooks/", {"name": "House", "rulebook": "classic"}).json()
    assert (kept["keeper"], ana.get("rulebooks/classic/").json()["keeper"]) == ("Ana", None)


def test_a_replay_says_who_won_its_deals_and_where_something_happened(over):
    told = Program().get(f"tables/{over}/replay/").json()
    last = told["deals"][-1]
    totals = [seat["total"] for seat in Program().get(f"tables/{over}/").json()["seats"]]
    assert (last["totals"], last["winner"] in "ABC") == (totals, True)
    assert {"deal", "lead", "uno"} <= {mark["kind"] for mark in told["marks"]}
    assert all(mark["text"] for mark in told["marks"])


def test_standings_say_what_each_day_brought_and_who_moved():
    cup = started(4, format=SEASON, table_size=4, rounds=2)
    play_round(cup)
    rows = Program().get(f"competitions/{cup.pk}/standings/").json()["stages"][0]["groups"][0]["rows"]
    assert all(row["moved"] is None for row in rows)
    before = {row["entrant"]: row["rank"] for row in rows}
    play_round(cup)
    rows = Program().get(f"competitions/{cup.pk}/standings/").json()["stages"][0]["groups"][0]["rows"]
    assert all(row["moved"] == before[row["entrant"]] - row["rank"] for row in rows)
    assert [len(row["days"]) for row in rows] == [2, 2, 2, 2]
    assert all(sum(day["points"] for day in row["days"]) == row["points"] for row in rows)


def test_a_referee_reads_everything_that_was_written_and_nobody_else():
    referee, ana = program("Olga"), program()
    people = [ana.player, program("Bo").player]
    table = real_cards(people=people, host=referee.player, options={"target_score": 60})
    record(table, deal(1, "A", "B 60"))
    after = ana.get(f"tables/{table.pk}/sheet/").json()["version"]
    ana.post(f"tables/{table.pk}/result/object/", {"after": after, "reason": "It were 40"})
    told = referee.get(f"tables/{table.pk}/sheet/log/").json()
    assert told["objections"] == [{"seat": 0, "reason": "It were 40"}]
    assert told["entries"][0]["deal"] == 1
    assert problem(ana.get(f"tables/{table.pk}/sheet/log/"))[0] == 403


def test_an_invited_program_reads_the_club_of_the_invitation():
    ours, olga = club(), program("Olga")
    Membership.objects.create(club=ours, player=olga.player, is_owner=True)
    facts = {"days": 7, "most_uses": 1, "note": "", "made_by": olga.player.user_id, "at": timezone.now()}
    made = joining.invite(ours, [Role.MEMBER], **facts)
    told = Program().get(f"invitations/{joining.token(made)}/").json()
    named = {"slug": ours.slug, "name": ours.name}
    assert told == {"club": named, "roles": ["member"], "is_good": True}
    joining.revoke(made, at=timezone.now())
    assert not Program().get(f"invitations/{joining.token(made)}/").json()["is_good"]
    assert problem(Program().get("invitations/1.x/"))[0] == 404


def test_a_table_says_how_much_thinking_time_is_left():
    ana = program()
    table = ana.post("tables/", {"seats": 2, "bots": 1, "bank_seconds": 90}).json()
    assert (table["bank_left_ms"], table["match_ends_at"]) == (0, None)
    table = ana.post(f"tables/{table['id']}/start/", {"after": table["version"]}).json()
    assert table["bank_left_ms"] == (90_000 if table["state"]["to_act"] == table["you"]["seat"] else 0)
