"""Organizers, members and strangers with their browsers, at a competition of the tests."""

from typing import Any

from django.test import Client

from games.models import Player
from league import competitions
from league.competitions import results
from league.models import Competition, Membership
from league.rules.brackets.advance import Finish
from league.rules.competition.commands import AnyCommand
from tests.games.sending import new_id
from tests.games.visiting import log_in
from tests.league.club_nights import BY, fresh, later


def organizer(competition: Competition, name: str = "Olga") -> Client:
    """The browser of an organizer of the club."""
    return _visitor(competition, name, "organizer")


def member(competition: Competition, name: str = "Mo") -> Client:
    """The browser of somebody of the club who organizes nothing."""
    return _visitor(competition, name, "member")


def _visitor(competition: Competition, name: str, role: str) -> Client:
    player = Player.objects.create(name=name)
    Membership.objects.create(club=competition.club, player=player, **{f"is_{role}": True})
    client = Client()
    log_in(client, player)
    return client


def post(client: Client, path: str, **fields: Any):
    """Send a form of a page with an id of its own."""
    return client.post(path, {"command_id": new_id(), **fields})


def act(competition: Competition, *commands: AnyCommand, at: int = 5) -> None:
    """Let an organizer do things."""
    for command in commands:
        competitions.act(competition.pk, command, by=BY, at=later(at))


def report(
    competition: Competition, key: str, *numbers: int, stage: int = 1, at: int = 10, **facts: Any
) -> None:
    """Report entrants by number, the winner first."""
    finishes = [Finish(number, place, 100 * place) for place, number in enumerate(numbers, start=1)]
    facts = {"stage": stage, "match": key, "finishes": finishes} | facts
    results.report(competition.pk, by=BY, at=later(at), **facts)


def report_all(competition: Competition, at: int = 10) -> None:
    """Report all matches that could be played now, in seat order."""
    state = competitions.look(competition.pk)
    for match in list(state.stage.matches.values()):
        if match.is_waiting:
            report(competition, match.id, *match.entrants, stage=state.stage.number, at=at)


def version(competition: Competition) -> int:
    """The number of the last event."""
    return fresh(competition).version
