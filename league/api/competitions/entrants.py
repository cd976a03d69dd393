"""The entrants of a competition: enter, seed, withdraw and substitute them."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.rules.base.refusal import Refusal
from games.rules.base.spelling import spelled
from league.api.base.list_views import ListView
from league.api.base.serializers import Seen
from league.api.base.views import found_or_404
from league.api.competitions.command_view import CommandView, OwnCommandView, require_seen_version
from league.api.competitions.documents import entrant_document
from league.api.competitions.fields import MOST_ENTRANTS, entrant_number, entrant_numbers, row_id
from league.api.serializers.competitions import CompetitionSeen, EntrantSeen
from league.competitions.entrants import entering, own_entry, seeding
from league.competitions.entrants.entering import (
    LONGEST_NAME,
    MOST_DIVISIONS,
    Candidates,
    Newcomer,
    new_guest,
)
from league.competitions.entrants.seeding import in_seed_order
from league.models import Competition, Entrant
from league.rules.brackets.parties import LONGEST_PARTY
from league.rules.competition import commands
from league.rules.competition.commands import AnyCommand


class EntrantFilter(filters.FilterSet):
    """Which entrants are wanted."""

    player = filters.NumberFilter(min_value=1, max_value=2**53)
    is_gone = filters.BooleanFilter(field_name="withdrawn")

    class Meta:
        model = Entrant
        fields = ("player", "team", "is_gone", "is_waiting", "is_here")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 2, "team": "North"}, request_only=True)]
)
class Team(Seen):
    """The team of an entrant."""

    team = serializers.CharField(
        max_length=LONGEST_NAME,
        allow_blank=True,
        default="",
        help_text="The team of an entrant; empty: none",
    )


@extend_schema_serializer(component_name="Named")
class NewcomerSent(serializers.Serializer):
    """A person by name: the member with this name, or a new member."""

    name = serializers.CharField(max_length=LONGEST_NAME)
    team = serializers.CharField(
        max_length=LONGEST_NAME,
        allow_blank=True,
        default="",
        help_text="The team of an entrant; empty: none",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 4, "players": [4, 5]}, request_only=True)]
)
class Entries(Seen):
    """The members to enter, by player or by name, whether the limit may be exceeded, and the division."""

    players = serializers.ListField(
        child=row_id(),
        max_length=MOST_ENTRANTS,
        default=list,
        allow_empty=True,
        help_text="Players of the club by `player`, as its members are listed",
    )
    names = NewcomerSent(  # type: ignore[call-arg]
        many=True,
        default=list,
        max_length=MOST_ENTRANTS,
        help_text="Names of people: existing members with these names are entered, others are created",
    )
    beyond_limit = serializers.BooleanField(
        default=False, help_text="Even if the limit of entrants is reached"
    )
    division = serializers.IntegerField(
        min_value=0,
        max_value=MOST_DIVISIONS,
        default=0,
        help_text="The division of a season that late entrants join, from 1; 0: that with the fewest",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 18, "order": [2, 1, 3, 4]}, request_only=True)]
)
class Order(Seen):
    """All entrants by number, strongest first; or a method to find the order.

    `lot` and `blocks` draw lots, `rating` takes the rating list of the club, `standings` those of the
    competition `earlier`.
    """

    method = serializers.ChoiceField(
        choices=["manual", "lot", "blocks", "rating", "standings"],
        default="manual",
        help_text="By hand (`order`), by lot, in blocks of `order`, by rating or by standings (`earlier`)",
    )
    order = entrant_numbers(
        default=list,
        allow_empty=True,
        help_text="For `manual`: all entrants by `number`, strongest first",
    )
    earlier = row_id(
        required=False,
        allow_null=True,
        default=None,
        help_text="For `standings`: the number of an earlier competition of the club",
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 21, "entrant": 4, "name": "Eli"}, request_only=True)]
)
class Replacement(Seen):
    """The replacement for an entrant: a member by player, or a person by name."""

    entrant = entrant_number(help_text="The entrant who leaves, by `number`")
    player = row_id(
        required=False, allow_null=True, default=None, help_text="The replacement, by `player`; or `name`"
    )
    name = serializers.CharField(
        max_length=LONGEST_NAME, allow_blank=True, default="", help_text="The name of a new person"
    )


class TeamOf(serializers.Serializer):
    """The team of an entrant; empty for none."""

    entrant = entrant_number()
    team = serializers.CharField(
        max_length=LONGEST_NAME, allow_blank=True, help_text="The team of an entrant; empty: none"
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample("Example", {"after": 8, "teams": [{"entrant": 1, "team": "South"}]}, request_only=True)
    ]
)
class Teams(Seen):
    """Set the teams of entrants."""

    teams = TeamOf(  # type: ignore[call-arg]
        many=True, allow_empty=False, max_length=MOST_ENTRANTS, help_text="Only those that change"
    )


class PartyOf(serializers.Serializer):
    """The parties of an entrant; empty for none."""

    entrant = entrant_number()
    party = serializers.CharField(
        max_length=LONGEST_PARTY,
        allow_blank=True,
        help_text=(
            "The name of the family or car pool, or up to 10 of them, separated by semicolons: entrants who "
            "share a name should not meet. Only organizers can read it"
        ),
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"after": 9, "parties": [{"entrant": 1, "party": "Smith"}, {"entrant": 2, "party": "Smith"}]},
            request_only=True,
        )
    ]
)
class Parties(Seen):
    """Parties, such as families or car pools, whose members should not meet."""

    parties = PartyOf(  # type: ignore[call-arg]
        many=True, allow_empty=False, max_length=MOST_ENTRANTS, help_text="Only those that change"
    )


@extend_schema_serializer(
    component_name="OfOne",
    examples=[OpenApiExample("Example", {"after": 19, "entrant": 4, "kind": "withdrawn"}, request_only=True)],
)
class Withdrawal(Seen):
    """The entrant who leaves, and the reason."""

    entrant = entrant_number(help_text="Their `number` in the competition")
    kind = serializers.ChoiceField(
        choices=["withdrawn", "disqualified", "no_show"], default="withdrawn", help_text="The reason"
    )


@extend_schema_serializer(
    component_name="OfOneBack",
    examples=[OpenApiExample("Example", {"after": 20, "entrant": 4}, request_only=True)],
)
class Reinstatement(Seen):
    """The entrant who comes back, and whether the limit may be exceeded."""

    entrant = entrant_number(help_text="Their `number` in the competition")
    beyond_limit = serializers.BooleanField(
        default=False, help_text="Even if the limit of entrants is reached"
    )


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 30, "is_away": True}, request_only=True)]
)
class Break(Seen):
    """A break from an arena, or its end."""

    is_away = serializers.BooleanField(default=True, help_text="False: the break is over")


@extend_schema_serializer(
    examples=[OpenApiExample("Example", {"after": 30, "entrant": 4, "is_away": True}, request_only=True)]
)
class BreakOf(Break):
    """A break of an entrant, or its end."""

    entrant = entrant_number(help_text="Their `number` in the competition")


class EntrantListView(ListView):
    """The entrants of a competition."""

    serializer_class = EntrantSeen
    filterset_class = EntrantFilter
    ordering = "number"
    ordering_fields = ("number", "seed", "rank", "points")

    def get_queryset(self) -> QuerySet[Entrant]:
        """Return all entrants, including withdrawn and waiting ones."""
        competition = found_or_404(Competition.objects, pk=self.kwargs["pk"])
        return Entrant.objects.filter(competition=competition).select_related("player")

    def serialize_rows(self, page: Sequence[Entrant]) -> list[dict[str, Any]]:
        """Return the documents of the entrants."""
        return [entrant_document(entrant) for entrant in page]


class EnterView(OwnCommandView):
    """Enter a competition while registration is open."""

    serializer_class = Team

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Enter yourself."""
        competition, player = self.get_object(), self.player
        body = self.validated()
        return self.act(competition, own_entry.entry(competition, player, body["team"]), body["after"])


class LeaveView(OwnCommandView):
    """Withdraw from a competition before it starts."""

    serializer_class = Seen

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Withdraw yourself."""
        competition, player = self.get_object(), self.player
        body = self.validated()
        return self.act(competition, own_entry.withdrawal(competition, player), body["after"])


class BreakView(OwnCommandView):
    """Take a break from an arena."""

    serializer_class = Break

    @extend_schema(responses=CompetitionSeen)
    def post(self, _request: Request, pk: int) -> Response:
        """Take a break, after the match in progress if there is one; or come back."""
        competition, player = self.get_object(), self.player
        body = self.validated()
        command = own_entry.take_break(competition, player, is_away=body["is_away"])
        return self.act(competition, command, body["after"])


class BreakOfView(CommandView):
    """Let an entrant of an arena take a break, or come back."""

    serializer_class = BreakOf
    command_class = commands.TakeBreak


class EntriesView(CommandView):
    """Enter members of the club, in this order."""

    serializer_class = Entries

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Enter members, and others by name, who become guests of the competition."""
        sent = {str(player) for player in body["players"]}
        if unknown := sorted(sent - {str(member.pk) for member in competition.club.players}):
            sentence = _("Player {number} is not in this club.")
            raise Refusal("unknown_player", sentence.format(number=unknown[0]))
        if body["names"]:
            self._enter_newcomers(competition, body)
        else:
            entered = commands.Enter(
                body["players"], beyond_limit=body["beyond_limit"], division=body["division"]
            )
            self.act(competition, entered, body["after"])

    def _enter_newcomers(self, competition: Competition, body: dict[str, Any]) -> None:
        candidates = Candidates.of(competition)
        newcomers = [Newcomer(_in_one_line(row["name"]), _in_one_line(row["team"])) for row in body["names"]]
        members = _chosen(candidates, body["players"], newcomers)
        facts = {name: body[name] for name in ("beyond_limit", "division")}
        with transaction.atomic():
            require_seen_version(competition.pk, body["after"])
            entering.enter(
                competition,
                candidates,
                members=members,
                newcomers=newcomers,
                **facts,
                by=self.acts_as,
                at=timezone.now(),
            )


class SeedView(CommandView):
    """Put the entrants in order: by hand, by lot, by rating or by earlier standings."""

    serializer_class = Order

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Seed the entrants."""
        order, method = body["order"], body["method"]
        if method == "rating":
            order = seeding.by_rating(competition, in_seed_order(competition), at=timezone.now())
        elif method == "standings":
            order = seeding.by_standings(competition, in_seed_order(competition), body["earlier"] or 0)
        self.act(competition, commands.Seed(order, method), body["after"])


class SubstituteView(CommandView):
    """Replace an entrant."""

    serializer_class = Replacement

    def carry_out(self, competition: Competition, body: dict[str, Any]) -> None:
        """Replace the entrant."""
        with transaction.atomic():
            player = _substitute(competition, body)
            self.act(competition, commands.Substitute(body["entrant"], player), body["after"])


class TeamsView(CommandView):
    """Set the teams of entrants."""

    serializer_class = Teams

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command by entry number."""
        return commands.NameTeams({row["entrant"]: row["team"] for row in body["teams"]})


class PartiesView(CommandView):
    """Set the parties of entrants, such as families or car pools."""

    serializer_class = Parties

    def command(self, body: dict[str, Any]) -> AnyCommand:
        """Return the command by entry number."""
        return commands.NameParties({row["entrant"]: row["party"] for row in body["parties"]})


class WithdrawView(CommandView):
    """Withdraw an entrant."""

    serializer_class = Withdrawal
    command_class = commands.Withdraw


class ReinstateView(CommandView):
    """Reinstate a withdrawn entrant."""

    serializer_class = Reinstatement
    command_class = commands.Reinstate


def _substitute(competition: Competition, body: dict[str, Any]) -> int:
    """Return the id of the chosen member, or of a new one. Refusals: `no_name`, `unknown_player`."""
    if body["player"] is None:
        name = spelled(body["name"])
        if not name:
            raise Refusal("no_name", _("Name a member by “player”, or someone else by “name”."))
        return new_guest(name).pk
    if not competition.club.players.filter(pk=body["player"]).exists():
        raise Refusal("unknown_player", _("This player is not in the club."))
    return int(body["player"])


def _chosen(candidates: Candidates, players: list[int], newcomers: list[Newcomer]) -> list[Player]:
    """Return the members. ValidationError with all that is wrong with `players` and with `names`."""
    errors: dict[str, list[str]] = {}
    members: list[Player] = []
    try:
        members = candidates.chosen(players)
    except ValidationError as error:
        errors["players"] = error.messages
    if faults := candidates.faults(enumerate(newcomers, start=1)):
        errors["names"] = faults
    if errors:
        raise ValidationError(errors)
    return members


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
