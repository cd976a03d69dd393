"""The commands of players about their own entry: enter, leave, check in."""

from django.utils.translation import gettext as _

from games.models import Player
from games.rules.base.refusal import Refusal
from league.models import Competition, Entrant
from league.rules.competition import commands


def entry(player: Player, team: str) -> commands.Enter:
    """Return the command with which a player enters, for a team if one is named."""
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


def check_in(competition: Competition, player: Player, code: str) -> commands.CheckIn:
    """Return the command with which a player checks in, by the code. Refusal `not_entered`."""
    entrant = _entrant(competition, player)
    if entrant is None:
        raise Refusal("not_entered", _("You are not entered here: ask the organizers at the desk."))
    return commands.CheckIn([entrant.number], code=code)


def _entrant(competition: Competition, player: Player) -> Entrant | None:
    return Entrant.objects.filter(competition=competition, player=player).first()
