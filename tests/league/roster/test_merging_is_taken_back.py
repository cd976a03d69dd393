"""Situation: two players are merged, whatever they are and have played, and the merge is taken back."""

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st

from games.models import MutedPlayer, Player, Seat, Table
from games.rules.base.refusal import Refusal
from league.models import ROLE_FIELDS, Competition, Entrant, Grant, Membership, Muted, Notice, Team
from league.roster import merging
from tests.games.playing import START
from tests.games.visiting import log_in
from tests.league.club_nights import BY, club

pytestmark = [pytest.mark.django_db, pytest.mark.written_by_hand]  # rows without a log: only merging has one

PEOPLE = 3  # the first two are merged
ROWS = (Player, Membership, Grant, Team.people.through, Entrant, Seat, Notice, Muted, MutedPlayer)

some = st.lists(st.integers(0, PEOPLE - 1), unique=True)
worlds = st.fixed_dictionaries(
    {
        "account": st.none() | st.integers(0, PEOPLE - 1),
        "hidden": some,
        "members": st.lists(st.tuples(some, st.sampled_from(ROLE_FIELDS)), max_size=2),
        "competitions": st.lists(st.tuples(some, st.sampled_from(["finished", "running"])), max_size=2),
        "tables": st.lists(st.tuples(some, st.sampled_from(["finished", "running"])), max_size=2),
        "team": some,
    }
)


def made(world) -> list[Player]:
    """The people of a world with all their rows."""
    people = [Player.objects.create(name=f"P{n}", is_hidden=n in world["hidden"]) for n in range(PEOPLE)]
    home = club()
    team = Team.objects.create(club=home, name="Team")
    Grant.objects.create(club=home, team=team, is_referee=True)
    team.people.set([people[n] for n in world["team"]])
    for who, role in world["members"]:
        where = club()
        for n in who:
            Membership.objects.create(club=where, player=people[n], **{role: True})
    for who, status in world["competitions"]:
        cup = Competition.objects.create(club=home, name="Cup", status=status, created_at=START)
        for number, n in enumerate(who, start=1):
            Entrant.objects.create(competition=cup, number=number, player=people[n])
    for who, status in world["tables"]:
        facts = {"rulebook": "classic", "seat_count": PEOPLE, "opened_at": START, "status": status}
        table = Table.objects.create(name="Table", **facts)
        for index, n in enumerate(who):
            Seat.objects.create(table=table, index=index, player=people[n])
    if world["account"] is not None:
        make_account(people[world["account"]], people)
    return people


def make_account(holder: Player, people: list[Player]) -> None:
    """Give somebody an account with a notice and wishes, who has blocked everybody else."""
    log_in(_Nowhere(), holder)
    Notice.objects.create(player=holder, kind="draw_published", key="draw:1.2", at=START)
    Muted.objects.create(player=holder, kind="dispute", channel="mail")
    for person in set(people) - {holder}:
        MutedPlayer.objects.create(by=holder, player=person, at=START, is_blocked=True)


class _Nowhere:
    def force_login(self, user) -> None:
        """Log nobody in: only the account is wanted."""


def rows() -> dict[str, list]:
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in ROWS}


@given(worlds)
@settings(max_examples=40)
def test_a_merge_that_is_taken_back_has_changed_nothing(world) -> None:
    with transaction.atomic():
        people = made(world)
        home, before = club(), rows()
        first, other = people[0].pk, people[1].pk
        try:
            with transaction.atomic():
                kept = merging.merge(home.pk, first, other, by=BY, at=START)
        except Refusal:
            assert rows() == before
        else:
            merged = rows()
            follow = ("Player", "Notice", "Muted", "MutedPlayer")
            untouched = [name for name in before if name not in follow]
            told = [*merged["Notice"], *merged["Muted"]]
            assert all(Player.objects.get(pk=row["player_id"]).user_id for row in told)
            assert [merged[name] for name in untouched] == [before[name] for name in untouched]
            assert merging.rebuild() == 1
            assert rows() == merged
            merging.unmerge(home.pk, ({first, other} - {kept.pk}).pop(), by=BY, at=START)
            assert rows() == before
            assert merging.rebuild() == 0
            assert rows() == before
        transaction.set_rollback(True)
