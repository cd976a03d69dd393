"""What organizers and entrants do about a competition, one address a command."""

from collections.abc import Callable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league import competitions
from league.api.base.contract import answers
from league.api.base.endpoint import Endpoint, Seen
from league.api.base.lists import found_or_404
from league.api.competitions.competitions import told
from league.api.serializers.competitions import CORRECTED, CompetitionSeen
from league.competitions import results
from league.competitions.entrants.check_in import new_code
from league.competitions.field_errors import not_a_choice
from league.competitions.read_models import preview_text
from league.competitions.results import ResultSlip
from league.models import Competition, Entrant, Match
from league.permissions.rules import require
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand, CorrectResult
from league.rules.settings import result_kinds

NUMBER: Final[dict[str, Any]] = {"min_value": 1, "max_value": 32_767}


class Reason(Seen):
    """Why it is called off."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")


class Door(Seen):
    """The code that entrants say; one that can be read out is made where none is sent."""

    code = serializers.RegexField("^[A-Z0-9]{3,12}$", required=False)


class NoShows(Seen):
    """Whether those who are not here are taken out."""

    no_shows = serializers.BooleanField(default=False)


class Here(Seen):
    """Who is here, by entry number, or is not."""

    entrants = serializers.ListField(child=serializers.IntegerField(**NUMBER), max_length=2000)
    is_here = serializers.BooleanField(default=True)


class Swap(Seen):
    """Two seats of the draft, each a match and an index from 0."""

    one = serializers.CharField(max_length=24)
    one_seat = serializers.IntegerField(min_value=0, max_value=9)
    other = serializers.CharField(max_length=24)
    other_seat = serializers.IntegerField(min_value=0, max_value=9)


class OfOne(Seen):
    """Which entrant, and for who leaves why."""

    entrant = serializers.IntegerField(**NUMBER)
    kind = serializers.ChoiceField(choices=["withdrawn", "disqualified", "no_show"], default="withdrawn")


class OfOneBack(Seen):
    """Which entrant comes back, and whether beyond the limit."""

    entrant = serializers.IntegerField(**NUMBER)
    beyond_limit = serializers.BooleanField(default=False)


class Command(Endpoint):
    """One command of an organizer; answered with the competition as it stands then."""

    scope = "organize"
    permission = "competition.organize"
    form: type[serializers.Serializer] = Seen
    make: Callable[[dict[str, Any]], AnyCommand] | None = None

    @answers(CompetitionSeen)
    def post(self, _request: Request, pk: int, **where: Any) -> Response:
        """Answer with the competition as it stands then."""
        found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
        by = require(self.asker, self.permission, found)
        _require_there(found, where)
        given = self.sent(self.form) | where
        self.once(lambda: self.do(found, given, by))
        return Response(told(pk))

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Carry it out."""
        assert self.make is not None
        command = self.make(given)  # set by `command`, so it is no method
        competitions.act(found.pk, command, after=given["after"], by=by, at=timezone.now())


class GoOn(Command):
    """Let come now what waits behind a correction."""

    def do(self, found: Competition, given: dict[str, Any], by: str) -> None:
        """Go on."""
        competitions.go_on(found.pk, after=given["after"], by=by, at=timezone.now())


def command(make: Callable[[dict[str, Any]], AnyCommand], form: type[Seen] = Seen, **more: Any) -> Any:
    """Return the view of a command that is made of what was sent."""
    return Command.as_view(make=make, form=form, **more)


class Team(Seen):
    """Whom one plays for."""

    team = serializers.CharField(max_length=60, allow_blank=True, default="")


class Code(Seen):
    """The code that is read out at the door."""

    code = serializers.CharField(max_length=12)


class Enter(Endpoint):
    """Enter by oneself while registration is open."""

    form = Team

    @answers(CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Enter the visitor."""
        found: Competition = found_or_404(Competition.objects, pk=pk)
        player, given = self.player, self.sent(self.form)
        teams = {player.pk: given["team"]} if given["team"].strip() else {}
        command = commands.Enter([player.pk], teams, by_themselves=True)
        return by_themselves(self, found, command, given["after"])


class CheckIn(Endpoint):
    """Say with the code that one is here."""

    form = Code

    @answers(CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Check the visitor in."""
        found: Competition = found_or_404(Competition.objects, pk=pk)
        player, given = self.player, self.sent(self.form)
        entrant = Entrant.objects.filter(competition=found, player=player).first()
        if entrant is None:
            raise Refusal("not_entered", _("You are not entered here: ask the organizers at the desk."))
        command = commands.CheckIn([entrant.number], code=given["code"].strip().upper())
        return by_themselves(self, found, command, given["after"])


class EntrantResult(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """How one entrant ended: a place, or `is_absent` for who was not here."""

    entrant = serializers.IntegerField(**NUMBER)
    place = serializers.IntegerField(min_value=1, max_value=10, required=False, allow_null=True)
    is_absent = serializers.BooleanField(default=False)
    total = serializers.IntegerField(min_value=-100_000, max_value=100_000, required=False, allow_null=True)
    deal_wins = serializers.IntegerField(min_value=0, max_value=1000, required=False, allow_null=True)
    last_deal = serializers.IntegerField(
        min_value=-100_000, max_value=100_000, required=False, allow_null=True
    )
    in_hand = serializers.IntegerField(min_value=0, max_value=100_000, required=False, allow_null=True)


class Result(Seen):
    """A result of a match. Places may be shared; where all are left out they follow from the totals."""

    kind = serializers.ChoiceField(choices=list(result_kinds.LABELS), default=result_kinds.PLAYED)
    entrants = EntrantResult(many=True, default=list, max_length=10)


class Correction(Result):
    """A result in the place of another, or with `open` none; with `sure` it is carried out."""

    open = serializers.BooleanField(default=False)
    reason = serializers.CharField(max_length=200, allow_blank=True, default="")
    sure = serializers.BooleanField(default=False)


class Report(Endpoint):
    """Report the first result of a match by hand."""

    scope = "organize"

    @answers(CompetitionSeen, sent=Result)
    def post(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Record it."""
        by, slip = _slip(self, pk, stage, key)
        given = self.sent(Result)
        facts = _outcome(slip, given)._asdict()

        def report() -> None:
            after, at = given["after"], timezone.now()
            results.report(pk, stage=stage, match=slip.match.id, after=after, by=by, at=at, **facts)

        self.once(report)
        return Response(told(pk))


class Correct(Endpoint):
    """Say what a correction would do; carry it out with `sure`."""

    scope = "organize"
    previews = True

    @answers(CORRECTED, sent=Correction)
    def post(self, _request: Request, pk: int, stage: int, key: str) -> Response:
        """Answer with the preview in words, or with the competition as it stands then."""
        by, slip = _slip(self, pk, stage, key)
        given = self.sent(Correction)
        correction = _correction(slip, given)
        if not given["sure"]:
            preview = results.preview(pk, correction)
            sentences = preview_text.sentences(preview, slip.state, slip.names)
            return Response({"version": Competition.objects.get(pk=pk).version, "would": sentences})
        self.once(lambda: results.correct(pk, correction, after=given["after"], by=by, at=timezone.now()))
        return Response(told(pk))


def by_themselves(view: Endpoint, found: Competition, command: AnyCommand, after: int) -> Response:
    by = f"player:{view.player.pk}"
    view.once(lambda: competitions.act(found.pk, command, after=after, by=by, at=timezone.now()))
    return Response(told(found.pk))


def _require_there(found: Competition, where: dict[str, Any]) -> None:
    """Say 404 of a stage or a match that an address names and that was never drawn."""
    if "key" in where:
        found_or_404(Match.objects, competition=found, stage=where["stage"], key=where["key"])
    elif "stage" in where and not 1 <= where["stage"] <= len(competitions.look(found.pk).stages):
        raise Competition.DoesNotExist


def _slip(view: Endpoint, pk: int, stage: int, key: str) -> tuple[str, ResultSlip]:
    found: Competition = found_or_404(Competition.objects.select_related("club"), pk=pk)
    by = require(view.asker, "competition.organize", found)
    return by, results.slip_of(pk, stage, key)


def _outcome(slip: ResultSlip, given: dict[str, Any]) -> results.Outcome:
    """Return the result as the commands take it."""
    _require_each_once([row["entrant"] for row in given["entrants"]], slip)
    _require_places_of_the_match(given["entrants"], len(slip.match.entrants))
    rows = {row["entrant"]: _written(row) for row in given["entrants"]}
    try:
        return slip.outcome(given["kind"], rows)
    except ValidationError as error:
        raise serializers.ValidationError({"entrants": error.messages}) from None


def _written(row: dict[str, Any]) -> results.EntrantResult:
    return results.EntrantResult(
        **{field: row[field] for field in results.EntrantResult._fields if field in row}
    )


def _require_each_once(named: list[int], slip: ResultSlip) -> None:
    """Refuse entrants of other matches, and an entrant who is named twice."""
    if len(named) != len(set(named)) or not set(named) <= set(slip.match.entrants):
        said = _("Name those of this match, and each of them once.")
        raise serializers.ValidationError({"entrants": [said]})


def _require_places_of_the_match(rows: list[dict[str, Any]], last: int) -> None:
    """Refuse places that the match does not have."""
    errors = {
        f"entrants.{number}.place": [not_a_choice(row["place"])]
        for number, row in enumerate(rows)
        if not row["is_absent"] and (row.get("place") or 0) > last
    }
    if errors:
        raise serializers.ValidationError(errors)


def _correction(slip: ResultSlip, given: dict[str, Any]) -> CorrectResult:
    if given["open"]:
        return results.reopening(slip.stage, slip.match.id, given["reason"])
    return CorrectResult(slip.stage, slip.match.id, *_outcome(slip, given), reason=given["reason"])


COMMANDS: Final[dict[str, Any]] = {
    "registration/open": command(lambda _given: commands.OpenRegistration()),
    "registration/close": command(lambda _given: commands.CloseRegistration()),
    "check-in/open": command(lambda given: commands.OpenCheckIn(given.get("code") or new_code()), Door),
    "check-in/close": command(lambda given: commands.CloseCheckIn(given["no_shows"]), NoShows),
    "here": command(lambda given: commands.CheckIn(given["entrants"], given["is_here"]), Here),
    "withdraw": command(lambda given: commands.Withdraw(given["entrant"], given["kind"]), OfOne),
    "reinstate": command(
        lambda given: commands.Reinstate(given["entrant"], given["beyond_limit"]), OfOneBack
    ),
    "start": command(lambda _given: commands.Start()),
    "draft/swap": command(
        lambda given: commands.SwapInDraft(
            (given["one"], given["one_seat"]), (given["other"], given["other_seat"])
        ),
        Swap,
    ),
    "draft/discard": command(lambda _given: commands.DiscardDraft()),
    "publish": command(lambda _given: commands.Publish()),
    "pause": command(lambda _given: commands.Pause()),
    "resume": command(lambda _given: commands.Resume()),
    "cancel": command(lambda given: commands.Cancel(given["reason"]), Reason),
    "archive": command(lambda _given: commands.Archive()),
    "restore": command(lambda _given: commands.Restore()),
    "go-on": GoOn.as_view(),
}
"""The commands of organizers by the end of their address."""
