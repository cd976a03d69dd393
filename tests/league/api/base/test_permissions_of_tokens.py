"""Situation: programs ask for every address of the API with tokens that are good for less than that.

The sessions of all kinds of people are asked in `test_permissions_of_every_address.py`.
"""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Player
from league.http import rate_limit
from league.models import ApiToken, Club, Membership
from tests.league.api.asking import Program
from tests.league.club_nights import announced
from tests.league.every_address.addresses import ADDRESSES
from tests.league.every_address.closed_world import World
from tests.league.every_address.test_permissions_of_every_address import EVERYTHING

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OURS = {name: needs for name, needs in ADDRESSES.items() if name.startswith("api_")}
READS = [name for name, (get, _post) in OURS.items() if get not in ("-", "all")]
ACTS = [name for name, (_get, post) in OURS.items() if post not in ("-", "all")]
_WRITES = re.compile(r'^(?:INSERT INTO|UPDATE|DELETE FROM) "?(\w+)', re.IGNORECASE)
_NO_CHANGE = {"league_askedcount", "league_apitoken", "games_receipt"}
"""What was counted, when a token was used, that something was refused."""


def _owner(club: Club, name: str = "Olga") -> User:
    user = User.objects.create(username=name)
    player = Player.objects.create(user=user, name=name)
    Membership.objects.create(club=club, player=player, is_owner=True)
    return user


def _answers(mine: Program, world: World, names: list[str], method: str) -> Iterator[tuple[str, int, str]]:
    """What each address answers, and that nothing is written where it says no."""
    for name in names:
        path = world.path(name, EVERYTHING[name])
        rate_limit.forget_here()
        with transaction.atomic():
            with CaptureQueriesContext(connection) as asked:
                answer = (
                    mine.client.get(path, headers=mine.headers) if method == "GET" else mine.raw(path, b"{}")
                )
            transaction.set_rollback(True)
        if answer.status_code in (401, 403):
            written = {match[1] for query in asked if (match := _WRITES.match(query["sql"]))}
            assert written <= _NO_CHANGE, (name, written)
        is_problem = answer.status_code >= 400
        yield name, answer.status_code, answer.json()["code"] if is_problem else ""


def _require(answers: Iterator[tuple[str, int, str]], status: int, *codes: str) -> None:
    wrong = [answer for answer in answers if answer[1] != status or (codes and answer[2] not in codes)]
    assert not wrong


def test_a_token_without_the_scope_acts_nowhere(world: World) -> None:
    mine = Program(_owner(world.cup.club), scopes=["read"])
    _require(_answers(mine, world, ACTS, "POST"), 403, "lacks_scope", "not_allowed", "not_yours")


@pytest.mark.parametrize("why", ["over", "revoked"])
def test_a_token_that_is_no_longer_good_neither_acts_nor_reads(world: World, why: str) -> None:
    mine, past = Program(_owner(world.cup.club)), timezone.now() - dt.timedelta(seconds=1)
    ApiToken.objects.update(**({"expires_at": past} if why == "over" else {"revoked_at": past}))
    both = [*_answers(mine, world, READS, "GET"), *_answers(mine, world, ACTS, "POST")]
    assert {answer[1:] for answer in both} <= {(401, "bad_token"), (429, "throttled")}


def test_the_token_of_another_club_neither_acts_nor_reads_here(world: World) -> None:
    other = announced(0).club
    user = _owner(other)
    Membership.objects.create(club=world.cup.club, player=user.player, is_owner=True)
    mine = Program(user, club=other)
    _require(_answers(mine, world, READS, "GET"), 403)
    _require(_answers(mine, world, ACTS, "POST"), 403)


def test_the_token_of_a_club_organizes_there_and_plays_nowhere(world: World) -> None:
    mine = Program(_owner(world.cup.club), club=world.cup.club)
    for name, status, code in _answers(mine, world, ACTS, "POST"):
        if _is_playing(name):
            assert (status, code) in {(403, "lacks_scope"), (403, "not_allowed")}, name
        else:
            assert status not in (401, 403), (name, code)


def test_a_token_to_play_organizes_nothing(world: World) -> None:
    mine = Program(_owner(world.cup.club), scopes=["read", "play"])
    organizing = [name for name in ACTS if not _is_playing(name) and "|" not in OURS[name][1]]
    _require(_answers(mine, world, organizing, "POST"), 403, "lacks_scope", "not_allowed")


def _is_playing(name: str) -> bool:
    """Whether this is done for oneself, whichever way somebody may."""
    return all({"seat", "account"} & set(way.split()) for way in OURS[name][1].split("|"))
