"""What went wrong at the tables of others does not go wrong here; numbered like the list of defects."""

import re
from pathlib import Path

import pytest

from games import eventstore, tables
from games.models import Table, TableEvent
from games.rules.match.events import ChallengeMade, ChallengeUpheld, MatchEnded
from games.tables import ConflictError
from tests.games.playing import START, after, deal, do, fresh, move_on, play_out, player, see

pytestmark = pytest.mark.django_db
LIST = Path(__file__).parents[3] / "shared" / "lessons.md"


def _events(table: Table) -> list[object]:
    return list(eventstore.read_events(TableEvent, table.pk, after=0))


# 17. Round won by jump-in or timeout never announced
def test_a_match_won_when_time_ran_out_is_over_for_everybody():
    table = deal(
        "Ana Bo",
        "y1/r5",
        "r9 y2 y3 y4",
        rulebook="classic",
        options={"voluntary_draw": False, "target_score": 1},
    )
    assert move_on(table, fresh(table).due_at)
    assert fresh(table).status == Table.Status.FINISHED
    assert any(isinstance(event, MatchEnded) for event in _events(table))
    for letter in (None, "A", "B"):
        assert see(table, letter).sight.winners == [1]


# 20. UNO button hidden by the colour picker; calling before the play must count
def test_the_call_can_be_made_on_the_page_together_with_the_colour(client):
    table = deal("Ana Bo", "y1 y2/w b2", "r9 y3 y4 y5")
    user = _log_in(client, table, "B")
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert 'value="play w g uno"' in page
    assert user
    do(table, "B play w g uno")
    assert see(table, "A").sight.uno[1] == 2


def _log_in(client, table, letter):
    from django.contrib.auth.models import User

    user = User.objects.create_user("somebody", password="secret-words-here")
    sitter = player(table, letter)
    sitter.user = user
    sitter.save()
    client.force_login(user)
    return user


# 21. Double play inside the UNO-call delay wins at once
def test_two_plays_sent_at_once_are_one_play():
    table = deal("Ana Bo Cy", "y1 y2/r5 r6/g1 g2", "r9 y3 y4 y5")
    version = fresh(table).version
    do(table, "B play r5", after=version)
    with pytest.raises(ConflictError):
        do(table, "B play r6", after=version)
    assert see(table).sight.counts == [2, 1, 2]


# 26. Player leaves after a Four: bluff hits the wrong player; leave and rejoin resets the hand or wins twice
def test_a_bluff_is_judged_against_who_laid_it_even_after_leaving():
    table = deal("Ana Bo Cy", "y1 y2 y3/w4 r2 r3/g1 g2 g3", "r9 b1 b2 b3 b4 b5 b6 b7")
    do(table, "B play w4 g")
    tables.leave(table.pk, player=player(table, "B"), at=START)
    do(table, "C challenge", at=after(1))
    made = next(event for event in _events(table) if isinstance(event, ChallengeMade))
    assert (made.seat, made.target) == (2, 1)
    assert any(isinstance(event, ChallengeUpheld) for event in _events(table))
    assert see(table).sight.counts == [3, 6, 3]


def test_leaving_and_coming_back_keeps_the_hand():
    table = deal("Ana Bo Cy", "y1 y2 y3/r1 r2 r3/g1 g2 g3", "r9 b1 b2 b3")
    before = see(table, "A").sight.hands[0]
    tables.leave(table.pk, player=player(table, "A"), at=START)
    tables.come_back(table.pk, player=player(table, "A"), at=after(1))
    assert see(table, "A").sight.hands[0] == before


def test_nobody_wins_a_match_twice_by_leaving_and_coming_back():
    table = deal("Ana Bo", "y1/r5", "r9 y2 y3 y4", options={"target_score": 1})
    do(table, "B play r5")
    assert sum(isinstance(event, MatchEnded) for event in _events(table)) == 1
    for letter in "AB":
        with pytest.raises(tables.Refusal):
            tables.leave(table.pk, player=player(table, letter), at=after(1))
    assert fresh(play_out(table)).status == Table.Status.FINISHED
    assert sum(isinstance(event, MatchEnded) for event in _events(table)) == 1


# 28. Disqualification hands the turn to the first seat
def test_when_somebody_leaves_in_turn_the_next_seat_comes_after_them():
    table = deal("Ana Bo Cy Di", "y1 y2/r1 r2/b1 b2/g1 g2", "r9 y3 y4 y5 y6 y7")
    tables.leave(table.pk, player=player(table, "B"), at=START)
    for _move in range(5):
        if fresh(table).turn_seat != 1:
            break
        assert move_on(table)
    assert fresh(table).turn_seat == 2


NUMBERED = re.compile(r"^# (\d+)\. (.+)$", re.MULTILINE)


@pytest.mark.skipif(not LIST.exists(), reason="the list of defects is no part of the project")
def test_every_defect_of_the_list_has_a_test():
    rows = _rows_of_section("## 6.", LIST.read_text("utf-8"))
    tests = {}
    for path in (Path(__file__), Path(__file__).parent / "rules" / "test_defects_of_others.py"):
        tests |= {int(number): words for number, words in NUMBERED.findall(path.read_text("utf-8"))}
    assert set(tests) == set(range(1, len(rows) + 1))
    for number, words in tests.items():
        assert rows[number - 1].startswith(words), f"{number}: {rows[number - 1]}"


def _rows_of_section(heading: str, text: str) -> list[str]:
    section = text.split(f"\n{heading}", 1)[1].split("\n## ", 1)[0]
    table = [line.split("|")[1].strip() for line in section.splitlines() if line.startswith("| ")]
    return table[2:]
