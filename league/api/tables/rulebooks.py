"""Rulebooks: presets, and custom rulebooks of players and clubs."""

from typing import Any, Final

from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import CustomRulebook
from games.rulebooks import catalogue, commands, documents, owners
from games.rulebooks.explanations import cards_of
from games.rulebooks.owners import Keeper
from games.rules.base.refusal import Refusal
from games.rules.options.combinations import checked, fitting_seats
from games.rules.options.options import differences
from league.api.base.list_views import ListView
from league.api.base.pagination import MOST
from league.api.base.permissions import MayAct, require_scope
from league.api.base.rows import Rows
from league.api.base.serializers import Done, Seen
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView
from league.api.serializers.rules import RulebookChecked, RulebookExplained, RulebookSeen
from league.models import Club
from league.permissions.policy import club_of_token

_LONGEST: Final = commands.LONGEST_NAME


class RulebookFilter(filters.FilterSet):
    """Which presets are wanted: by what they extend, for so many seats, by a part of the title."""

    title = filters.CharFilter(lookup_expr="icontains", max_length=60)
    extends = filters.CharFilter(max_length=40)
    seats = filters.NumberFilter(min_value=1, max_value=99)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Keep a rulebook of one's own",
            {"name": "House", "rulebook": "classic", "options": {"hand_size": 5}},
            request_only=True,
        )
    ]
)
class RulebookSent(serializers.Serializer):
    """A new rulebook: a preset with changes, owned by you or by a club that you run."""

    name = serializers.CharField(max_length=_LONGEST, help_text="The name")
    rulebook = serializers.CharField(
        max_length=40,
        default="classic",
        help_text="Key of a preset or of your own rulebook: `GET rulebooks/`",
    )
    options = serializers.DictField(
        default=dict,
        help_text="Options that differ from the rulebook; `GET options/` explains all of them",
    )
    keeper = serializers.SlugField(
        max_length=50,
        required=False,
        allow_null=True,
        default=None,
        help_text="The club that owns it, by its name in addresses; left out: you",
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example", {"after": 12, "name": "Home", "options": {"hand_size": 6}}, request_only=True
        )
    ]
)
class RulebookChanged(Seen):
    """The new name, and all changes to the preset; running games keep the old version."""

    name = serializers.CharField(max_length=_LONGEST, help_text="The name")
    options = serializers.DictField(
        help_text="Options that differ from the rulebook; `GET options/` explains all of them"
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {"rulebook": "classic", "options": {"target_score": 300}, "seats": 4},
            request_only=True,
        )
    ]
)
class RulebookAsked(serializers.Serializer):
    """A preset with changes, for a number of players or for any number."""

    rulebook = serializers.CharField(
        max_length=40, help_text="Key of a preset or of your own rulebook: `GET rulebooks/`"
    )
    options = serializers.DictField(
        default=dict,
        help_text="Options that differ from the rulebook; `GET options/` explains all of them",
    )
    seats = serializers.IntegerField(
        min_value=0,
        max_value=99,
        required=False,
        allow_null=True,
        default=None,
        help_text="The number of players to check; left out: any number",
    )


class IsRulebookOwner(MayAct):
    """For who keeps a rulebook: a token is good to play for one's own, to organize for a club's."""

    def has_object_permission(self, request: Request, view: Any, obj: CustomRulebook) -> bool:
        """Return True; Refusal `not_allowed`, or PermissionDenied for the scope."""
        keeper = next((keeper for keeper in _keepers(view) if keeper.keeps(obj)), None)
        if keeper is None and (club_of_token(view.django_request) or not request.user.is_superuser):
            raise Refusal("not_allowed", _("Only the owner of this rulebook can change it."))
        require_scope(request, "play" if keeper and not isinstance(keeper.row, Club) else "organize")
        return True


class RulebooksView(ListView):
    """Every preset."""

    permission_classes = (MayAct,)
    serializer_class = RulebookSeen
    page_size = MOST
    filterset_class = RulebookFilter
    ordering = "id"
    ordering_fields = ("id", "name", "title")

    def get_queryset(self) -> Rows:
        """Return the presets in the order of the catalogue."""
        return Rows({**preset, "pk": place} for place, preset in enumerate(documents.summaries()))

    @extend_schema(request=RulebookSent, responses={201: RulebookExplained})
    def post(self, request: Request) -> Response:
        """Create a rulebook."""
        keeper = self._keeper(request.data.get("keeper") if isinstance(request.data, dict) else None)
        body = self.validated(RulebookSent)
        start = owners.find(self.django_request, body["rulebook"])
        if start is None:
            raise Refusal("unknown_rulebook", _("There is no such rulebook."), ("rulebook",))
        facts = {"name": body["name"], "preset": start.preset, "options": start.changes | body["options"]}
        key = self.once(lambda: commands.keep(keeper=keeper.row, at=timezone.now(), **facts).key)
        return Response(_explained(key), status=201)

    def _keeper(self, slug: object) -> Keeper:
        """Return the owner; a token needs the scope `play` for its player, `organize` for a club."""
        require_scope(self.request, "organize" if slug else "play")
        for keeper in _keepers(self):
            slug_of_keeper = keeper.row.slug if isinstance(keeper.row, Club) else None
            if slug_of_keeper == slug:
                return keeper
        raise Refusal("not_allowed", _("Only owners and organizers of a club can save rulebooks for it."))


class CustomRulebookView(ResourceView):
    """A custom rulebook, for its keeper."""

    permission_classes: Any = (IsRulebookOwner,)
    serializer_class: Any = Seen

    def get_object(self) -> CustomRulebook:
        """Return the custom rulebook that the address names."""
        rulebook = catalogue.find(self.kwargs["key"])
        if rulebook is None or rulebook.custom is None:
            raise CustomRulebook.DoesNotExist
        custom: CustomRulebook = self.get_permitted(CustomRulebook.objects, pk=rulebook.custom.pk)
        return custom

    def require_seen(self, custom: CustomRulebook, after: int) -> None:
        """Refuse another version (`stale`); lock the rulebook until the transaction ends."""
        require_seen(after, _version(CustomRulebook.objects.select_for_update().get(pk=custom.pk)))


class RulebookView(CustomRulebookView):
    """A preset or a custom rulebook, explained option by option."""

    serializer_class = RulebookChanged

    @extend_schema(responses=RulebookExplained)
    def get(self, request: Request, key: str) -> Response:
        """Return the rulebook; 404 if it does not exist."""
        rulebook = owners.find(self.django_request, key)
        if rulebook is None:
            raise Http404
        return Response(_told(rulebook))

    @extend_schema(responses=RulebookExplained)
    def post(self, request: Request, key: str) -> Response:
        """Change the name and the options of a rulebook."""
        custom, body = self.get_object(), self.validated()

        def change() -> None:
            self.require_seen(custom, body["after"])
            commands.change(custom, name=body["name"], options=body["options"], at=timezone.now())

        self.once(change)
        return Response(_explained(custom.key))


class DiscardRulebookView(CustomRulebookView):
    """Delete a custom rulebook; games with it continue."""

    @extend_schema(responses=Done)
    def post(self, request: Request, key: str) -> Response:
        """Delete the rulebook."""
        custom, body = self.get_object(), self.validated()

        def discard() -> None:
            self.require_seen(custom, body["after"])
            commands.discard(custom)

        self.once(discard)
        return Response({"ok": True})


class RulebookCheckView(ResourceView):
    """Check whether a preset with changes can be played; nothing is stored."""

    permission_classes = (AllowAny,)
    serializer_class = RulebookAsked

    @extend_schema(responses=RulebookChecked)
    def post(self, request: Request) -> Response:
        """Return all options and the possible numbers of players; a refusal if it cannot be played."""
        body = self.validated()
        options = checked(body["rulebook"], body["options"], body["seats"])
        seats = fitting_seats(body["rulebook"], options)
        answer = {"options": documents.plain(options), "differences": differences(options)}
        return Response(answer | {"seats": seats})


def _keepers(view: Any) -> list[Keeper]:
    """Return the owners for whom the visitor may keep rulebooks; for the token of a club only the club."""
    only = club_of_token(view.django_request)
    keepers = [keeper for keeper in owners.keepers(view.django_request) if keeper.may_change]
    if only is None:
        return keepers
    return [keeper for keeper in keepers if isinstance(keeper.row, Club) and keeper.row.pk == only]


def _explained(key: str) -> dict[str, Any]:
    rulebook = catalogue.find(key)
    assert rulebook is not None
    return _told(rulebook)


def _told(rulebook: catalogue.Rulebook) -> dict[str, Any]:
    """Return a rulebook option by option, with a version if it can be changed."""
    custom = rulebook.custom
    deck = [
        {"what": row.what, "number": row.number, "points": row.points} for row in cards_of(rulebook.options)
    ]
    keeper = custom.keeper if custom else None
    version = _version(custom) if custom else None
    more = {"cards": deck, "keeper": str(keeper) if keeper else None, "version": version}
    return {**documents.explained(rulebook), **more}


def _version(custom: CustomRulebook) -> int:
    return version_of(custom.pk, custom.name, custom.preset, custom.options)
