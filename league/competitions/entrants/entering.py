"""Enter players in a competition: members of its club, and others by name, who become members."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Player
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league import competitions
from league.http.choices import not_a_choice
from league.models import Competition, Membership

LONGEST_NAME: Final = 60
NOBODY: Final = gettext_lazy("Tick a player, or write a name.")
"""Said where nobody was named at all."""


class Newcomer(NamedTuple):
    """Somebody written down by name, and the team they play for."""

    name: str
    team: str = ""


class Candidates:
    """The members of a club who can enter its competition, and the names that are taken. Two queries.

    `entered` are the ids of the players who are entered already, where they are known.
    """

    def __init__(self, competition: Competition, entered: Iterable[int] | None = None) -> None:
        # A player who withdrew comes back by the entrant's own row.
        ids = set(competition.entrants.values_list("player", flat=True) if entered is None else entered)
        members = list(competition.club.players)
        self._entered = {member.name.casefold() for member in members if member.pk in ids}
        self.members: dict[int, Player] = {member.pk: member for member in members if member.pk not in ids}

    def chosen(self, players: Iterable[int]) -> list[Player]:
        """Return members by player id. ValidationError with a sentence for each who cannot enter."""
        chosen = list(players)
        if errors := [not_a_choice(player) for player in chosen if player not in self.members]:
            raise ValidationError(errors)
        return [self.members[player] for player in chosen]

    def by_name(self, name: str) -> Player | None:
        """Return the member of this name who is not in yet, if there is exactly one."""
        members = [member for member in self.members.values() if member.name.casefold() == name.casefold()]
        return members[0] if len(members) == 1 else None

    def faults(self, newcomers: Iterable[tuple[int, Newcomer]]) -> list[str]:
        """Return what is wrong with names by the number of their line, a sentence for each wrong line."""
        faults: list[str] = []
        names: set[str] = set()
        for number, newcomer in newcomers:
            if fault := self._fault(newcomer, names):
                faults.append(_("Line {number}: {fault}").format(number=number, fault=fault))
            names.add(newcomer.name.casefold())
        return faults

    def _fault(self, newcomer: Newcomer, names: set[str]) -> str:
        name, team = newcomer
        try:
            spelled(name), spelled(team)
        except Refusal as refusal:
            return refusal.sentence
        if not name:
            return _("A name is missing before the comma.")
        if max(len(name), len(team)) > LONGEST_NAME:
            sentence = ngettext(
                "A name can have up to {n} character.", "A name can have up to {n} characters.", LONGEST_NAME
            )
            return sentence.format(n=LONGEST_NAME)
        if name.casefold() in names:
            return _("{name} is listed twice.").format(name=name)
        if name.casefold() in self._entered and self.by_name(name) is None:
            return _("{name} is already in this competition.").format(name=name)
        return ""


@transaction.atomic
def enter(
    competition: Competition,
    candidates: Candidates,
    *,
    members: Sequence[Player],
    newcomers: Iterable[Newcomer],
    beyond_limit: bool = False,
    by: str,
    at: dt.datetime,
) -> None:
    """Enter members, then newcomers: a candidate of the same name, or else a new member of the club.

    Refusals: those of `competitions.enter`.
    """
    players = list(members)
    teams: dict[int, str] = {}
    for newcomer in newcomers:
        player = candidates.by_name(newcomer.name) or new_member(competition, newcomer.name)
        if player not in players:
            players.append(player)
        if newcomer.team:
            teams[player.pk] = newcomer.team
    competitions.enter(competition.pk, players=players, teams=teams, beyond_limit=beyond_limit, by=by, at=at)


@transaction.atomic
def new_member(competition: Competition, name: str) -> Player:
    """Make a player without an account, who belongs to the club."""
    player = Player.objects.create(name=spelled(name))
    Membership.objects.create(club=competition.club, player=player)
    return player
