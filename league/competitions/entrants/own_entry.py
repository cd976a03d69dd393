"""The commands of players about their own entry: enter, leave, check in, take a break."""

from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league import competitions
from league.models import Competition, Entrant
from league.rules.competition import commands
from league.rules.settings.entry import MEMBERS


def entry(competition: Competition, player: Player, team: str) -> commands.Enter:
    """Return the command with which a player enters, for a team if one is named. Refusal `only_members`."""
    is_for_members = competitions.look(competition.pk).settings.entry == MEMBERS
    if is_for_members and not competition.club.players.filter(pk=player.pk).exists():
        raise Refusal("only_members", _("Only members of the club can enter here. Join the club first."))
    return commands.Enter([player.pk], {player.pk: team} if team.strip() else {}, by_themselves=True)


def withdrawal(competition: Competition, player: Player) -> commands.Withdraw:
    """Return the command with which a player leaves. Refusals: `not_entered`, `already_started`."""
    entrant = _entrant(competition, player)
    if entrant is None:
        raise Refusal("not_entered", _("You are not entered."))
    if not competition.is_before_start:
        raise Refusal(
            "already_started", _("The competition has begun: tell the organizers if you want to withdraw.")
        )
    return commands.Withdraw(entrant.number)


def take_break(competition: Competition, player: Player, *, is_away: bool) -> commands.TakeBreak:
    """Return the command with which a player takes a break, or comes back. Refusal `not_entered`."""
    entrant = _entrant(competition, player)
    if entrant is None:
        raise Refusal("not_entered", _("You are not entered."))
    return commands.TakeBreak(entrant.number, is_away)


def check_in(competition: Competition, player: Player, code: str) -> commands.CheckIn:
    """Return the command with which a player checks in, by the code. Refusal `not_entered`."""
    entrant = _entrant(competition, player)
    if entrant is None:
        raise Refusal("not_entered", _("You are not entered here: ask the organizers at the desk."))
    return commands.CheckIn([entrant.number], code=code)


def _entrant(competition: Competition, player: Player) -> Entrant | None:
    return Entrant.objects.filter(competition=competition, player=player).first()
