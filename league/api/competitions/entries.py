"""What else is done in a competition: entries and seeds, lots, points lines, tie-breaks, the timer."""

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games import scoresheets
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from games.rules.scoresheet.decide import EndMatch
from league import competitions
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import found_or_404
from league.api.competitions.commands import NUMBER, Command, by_themselves, command
from league.api.competitions.entrants import PointsLines
from league.api.serializers.competitions import CompetitionSeen
from league.competitions import results
from league.competitions.entrants import entering, seeding
from league.competitions.entrants.entering import LONGEST_NAME, Candidates, Newcomer, new_member
from league.competitions.entrants.seeding import in_seed_order
from league.models import Competition, Entrant, Match
from league.rules.competition import commands
from league.rules.decisions.reporting import LONGEST_REASON
from league.rules.tiebreaks import TIE_BREAKS

_STAGE: Final[dict[str, Any]] = {"min_value": 1, "max_value": 99}
_PLAYER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 2**53}
_MINUTES: Final[dict[str, Any]] = {"min_value": 1, "max_value": 600}


class Named(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Somebody by name: the member of this name, or a new one."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    team = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")


class Entries(Seen):
    """Which members of the club are entered, by player, and who else by name; whether beyond the limit."""

    players = serializers.ListField(
        child=serializers.IntegerField(**_PLAYER), max_length=2000, default=list, allow_empty=True
    )
    names = Named(many=True, default=list, max_length=2000)
    beyond_limit = serializers.BooleanField(default=False)


class Order(Seen):
    """All entrants by entry number, the strongest first; or how that order is found.

    `lot` and `blocks` draw lots, `rating` takes the ladder of the club, `standings` those of the
    competition `earlier`.
    """

    method = serializers.ChoiceField(
        choices=["manual", "lot", "blocks", "rating", "standings"], default="manual"
    )
    order = serializers.ListField(
        child=serializers.IntegerField(**NUMBER), max_length=2000, default=list, allow_empty=True
    )
    earlier = serializers.IntegerField(**_PLAYER, required=False, allow_null=True, default=None)


class Replacement(Seen):
    """Who goes on for an entrant: a member by player, or somebody by name."""

    entrant = serializers.IntegerField(**NUMBER)
    player = serializers.IntegerField(**_PLAYER, required=False, allow_null=True, default=None)
    name = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")


class TeamOf(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Whom an entrant plays for; nobody if it is empty."""

    entrant = serializers.IntegerField(**NUMBER)
    team = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True)


class Teams(Seen):
    """Whom entrants play for."""

    teams = TeamOf(many=True, allow_empty=False)


class PartyOf(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """With whom an entrant belongs together; with nobody if it is empty."""

    entrant = serializers.IntegerField(**NUMBER)
    party = serializers.CharField(max_length=LONGEST_NAME, allow_blank=True)


class Parties(Seen):
    """Who belongs together, as a family or a car pool: those of one party are not to meet."""

    parties = PartyOf(many=True, allow_empty=False)


class OfStage(Seen):
    """Which stage."""

    stage = serializers.IntegerField(**_STAGE)


class Line(OfStage):
    """A bonus, or below zero a penalty, with what it is for: everybody reads it."""

    entrant = serializers.IntegerField(**NUMBER)
    points = serializers.IntegerField(min_value=-1000, max_value=1000)
    reason = serializers.CharField(max_length=LONGEST_REASON)


class LineNumber(OfStage):
    """Which line of the stage."""

    number = serializers.IntegerField(**NUMBER)


class Chain(OfStage):
    """The tie-breaks by code, the first one first; none for the usual ones."""

    codes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS)), max_length=len(TIE_BREAKS), allow_empty=True
    )


class Minutes(Seen):
    """So many minutes."""

    minutes = serializers.IntegerField(**_MINUTES)


class MoreMinutes(Minutes):
    """So many more minutes, for all tables or for that of one match."""

    stage = serializers.IntegerField(**_STAGE, required=False, allow_null=True, default=None)
    match = serializers.CharField(max_length=24, allow_blank=True, default="")


class Where(Seen):
    """At which kind of table: `online`, or `physical` with real cards."""

    venue = serializers.ChoiceField(choices=["online", "physical"])


class EnterMembers(Command):
    """Enter members of the club in this order, and others by name, who become members."""

    form = Entries

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Enter them."""
        sent = {str(player) for player in given["players"]}
        if unknown := sorted(sent - {str(member.pk) for member in found.club.players}):
            sentence = _("Player {number} is nobody of the club.")
            raise Refusal("unknown_player", sentence.format(number=unknown[0]))
        if not given["names"]:
            entered = commands.Enter(given["players"], beyond_limit=given["beyond_limit"])
            competitions.act(found.pk, entered, after=given["after"], by=by, at=timezone.now())
            return
        candidates = Candidates(found)
        members = candidates.chosen(given["players"])
        newcomers = [Newcomer(_in_one_line(row["name"]), _in_one_line(row["team"])) for row in given["names"]]
        if faults := candidates.faults(enumerate(newcomers, start=1)):
            raise serializers.ValidationError({"new_name": faults})
        facts = {"members": members, "newcomers": newcomers, "beyond_limit": given["beyond_limit"]}
        with transaction.atomic():
            require_seen_version(found.pk, given["after"])
            entering.enter(found, candidates, **facts, by=by, at=timezone.now())


class SeedEntrants(Command):
    """Put the entrants in order: by hand, by lot, by rating or by earlier standings."""

    form = Order

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Seed them."""
        order, method = given["order"], given["method"]
        if method == "rating":
            order = seeding.by_rating(found, in_seed_order(found), at=timezone.now())
        elif method == "standings":
            order = seeding.by_standings(found, in_seed_order(found), given["earlier"] or 0)
        seeded = commands.Seed(order, method)
        competitions.act(found.pk, seeded, after=given["after"], by=by, at=timezone.now())


class SubstituteEntrant(Command):
    """Let somebody else go on for an entrant."""

    form = Replacement

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Replace the entrant."""
        with transaction.atomic():
            player = self._player(found, given)
            replaced = commands.Substitute(given["entrant"], player)
            competitions.act(found.pk, replaced, after=given["after"], by=by, at=timezone.now())

    def _player(self, found: Competition, given: dict[str, Any]) -> int:
        if given["player"] is None:
            name = spelled(given["name"])
            if not name:
                raise Refusal("no_name", _("Name a member by “player”, or somebody else by “name”."))
            return new_member(found, name).pk
        if not found.club.players.filter(pk=given["player"]).exists():
            raise Refusal("unknown_player", _("This is nobody of the club."))
        return int(given["player"])


class Lines(PointsLines, Command):
    """The bonus and penalty lines of a competition; adding one."""

    form = Line

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Add a bonus or a penalty to the standings of a stage."""
        line = commands.Adjust(given["stage"], given["entrant"], given["points"], given["reason"])
        competitions.act(found.pk, line, after=given["after"], by=by, at=timezone.now())


class DrawLot(Command):
    """Draw the lot of a tied match, or without one that of a stage: who goes on."""

    form = Seen

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Draw it."""
        match = {"match": given["key"]} if "key" in given else {}
        facts = {"after": given["after"], "by": by, "at": timezone.now()}
        results.draw_lot(found.pk, stage=given["stage"], **match, **facts)


class MoveMatch(Command):
    """Play a match that has not begun at the other kind of table."""

    form = Where

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Move it."""
        moved = commands.MoveMatch(given["stage"], given["key"], given["venue"])
        competitions.act(found.pk, moved, after=given["after"], by=by, at=timezone.now())


class EndRealMatch(Command):
    """End a match with real cards whose time is over: the totals after the last deal rank."""

    permission = "competition.referee"

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """End it."""
        where = {"stage": given["stage"], "key": given["key"], "table__is_physical": True}
        match = found_or_404(Match.objects, competition=found, **where)
        with transaction.atomic():
            require_seen_version(found.pk, given["after"])
            scoresheets.act(match.table_id, EndMatch(), by=by, at=timezone.now())


class LeaveCompetition(Endpoint):
    """Take oneself out again, before the start."""

    form = Seen

    @answers(CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Withdraw the visitor."""
        found: Competition = found_or_404(Competition.objects, pk=pk)
        player, given = self.player, self.sent(self.form)
        mine = Entrant.objects.filter(competition=found, player=player).first()
        if mine is None:
            raise Refusal("not_entered", _("You are not entered."))
        if not found.is_before_start:
            raise Refusal("already_started", _("It has begun: tell the organizers that you leave."))
        return by_themselves(self, found, commands.Withdraw(mine.number), given["after"])


def require_seen_version(competition_id: int, after: int) -> None:
    """Refuse, `stale`, what was meant for an older version; it stays locked until it is done."""
    rows = Competition.objects.select_for_update().filter(pk=competition_id)
    now = rows.values_list("version", flat=True).first()
    if now != after:
        raise competitions.ConflictError(version=now)


def _in_one_line(text: str) -> str:
    return " ".join(text.split())


def _now() -> int:
    return int(timezone.now().timestamp())


def _more(given: dict[str, Any]) -> commands.ExtendTimer:
    match = given["match"]
    return commands.ExtendTimer(60 * given["minutes"], _now(), (given["stage"] or 1) if match else 0, match)


_REFEREE: Final = "competition.referee"
COMMANDS: Final[dict[str, Any]] = {
    "entries": EnterMembers.as_view(),
    "seed": SeedEntrants.as_view(),
    "substitute": SubstituteEntrant.as_view(),
    "teams": command(
        lambda given: commands.NameTeams({one["entrant"]: one["team"] for one in given["teams"]}), Teams
    ),
    "parties": command(
        lambda given: commands.NameParties({one["entrant"]: one["party"] for one in given["parties"]}),
        Parties,
    ),
    "lines": Lines.as_view(),
    "lines/withdraw": command(
        lambda given: commands.WithdrawAdjustment(given["stage"], given["number"]), LineNumber
    ),
    "tiebreaks": command(lambda given: commands.ChooseTieBreaks(given["stage"], given["codes"]), Chain),
    "timer/start": command(
        lambda given: commands.StartTimer(60 * given["minutes"], _now()), Minutes, permission=_REFEREE
    ),
    "timer/extend": command(_more, MoreMinutes, permission=_REFEREE),
    "timer/pause": command(lambda _given: commands.PauseTimer(_now()), permission=_REFEREE),
    "timer/resume": command(lambda _given: commands.ResumeTimer(_now()), permission=_REFEREE),
    "timer/stop": command(lambda _given: commands.StopTimer(), permission=_REFEREE),
}
"""Further commands by the end of their address."""
