"""Keepers of custom rulebooks: players, and rows of other apps such as clubs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.localization.collation import by_name
from games.models import CustomRulebook, Player
from games.rulebooks import catalogue
from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks


@dataclass(frozen=True)
class Keeper:
    """A keeper whose rulebooks a visitor may use; with `may_change` the visitor may create and change them.

    `merged` are the ids of players who were merged into this one; their rulebooks belong to it too.
    """

    row: Model
    name: str
    may_change: bool
    merged: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """Its name in forms: `player-7`, `club-3`."""
        return f"{self.row._meta.model_name}-{self.row.pk}"  # noqa: SLF001 - public in Django

    def keeps(self, rulebook: CustomRulebook) -> bool:
        """Whether the rulebook belongs to this keeper."""
        kind = ContentType.objects.get_for_model(self.row)
        return rulebook.keeper_type_id == kind.pk and rulebook.keeper_id in self.ids

    @property
    def ids(self) -> frozenset[int]:
        """The ids under which its rulebooks are stored."""
        return self.merged | {self.row.pk}


KeepersOf = Callable[[Any], Iterable[Keeper]]
Shows = Callable[[HttpRequest, Model], bool]
_KEEPER_HOOKS: Final[list[KeepersOf]] = []
_VISIBILITY_HOOKS: Final[list[Shows]] = []


def register(keepers_of: KeepersOf, shows: Shows) -> None:
    """Register functions of another app: the keepers of a user, and whether a visitor may see a keeper's."""
    if keepers_of not in _KEEPER_HOOKS:
        _KEEPER_HOOKS.append(keepers_of)
        _VISIBILITY_HOOKS.append(shows)


def find(request: HttpRequest, key: str) -> Rulebook | None:
    """Return the rulebook of a key; None if there is none or the visitor may not see it."""
    rulebook = catalogue.find(key)
    if rulebook is None or rulebook.custom is None or _is_of_a_player(rulebook.custom):
        return rulebook
    keeper = rulebook.custom.keeper
    return rulebook if keeper is None or all(shows(request, keeper) for shows in _VISIBILITY_HOOKS) else None


def keepers(request: HttpRequest) -> list[Keeper]:
    """Return the keepers whose rulebooks the visitor may use, the visitor first, read once per request.

    There are none for a visitor who is not logged in.
    """
    cached: Any = request
    if not hasattr(cached, "_keepers"):
        cached._keepers = _keepers_of(request)  # noqa: SLF001 - our own attribute of the request
    keepers_of_user: list[Keeper] = cached._keepers  # noqa: SLF001
    return keepers_of_user


def usable(request: HttpRequest) -> QuerySet[CustomRulebook]:
    """Return the custom rulebooks the visitor may choose from."""
    condition = Q(pk__in=[])
    for keeper in keepers(request):
        kind = ContentType.objects.get_for_model(keeper.row)
        condition |= Q(keeper_type=kind, keeper_id__in=keeper.ids)
    return CustomRulebook.objects.filter(condition)


def usable_by_name(request: HttpRequest) -> list[CustomRulebook]:
    """Return the custom rulebooks the visitor may choose from, by name."""
    return by_name(usable(request), name=lambda row: row.name)


def choosable(request: HttpRequest) -> list[Rulebook]:
    """Return the rulebooks to choose from: the visitor's and their clubs', the requested one, the presets."""
    customs = [catalogue.custom_rulebook(row) for row in usable_by_name(request)]
    requested = find(request, request.POST.get("rulebook") or request.GET.get("rulebook", ""))
    if requested and requested.custom and requested not in customs:
        customs.append(requested)
    return [*customs, *(catalogue.preset(name) for name in rulebooks.names())]


def asked_for(request: HttpRequest, choices: Sequence[Rulebook]) -> dict[str, str]:
    """Return the rulebook of `?rulebook=` as the initial data of a form, if it is one of the choices."""
    key = request.GET.get("rulebook", "")
    return {"rulebook": key} if any(rulebook.key == key for rulebook in choices) else {}


def may_change(request: HttpRequest, rulebook: CustomRulebook) -> bool:
    """Whether the visitor may change and delete a custom rulebook, as its keeper or a superuser."""
    return getattr(request.user, "is_superuser", False) or any(
        keeper.may_change and keeper.keeps(rulebook) for keeper in keepers(request)
    )


def require_change(request: HttpRequest, rulebook: CustomRulebook) -> None:
    """Refuse (`not_allowed`) a visitor who may not change it."""
    if not may_change(request, rulebook):
        raise Refusal("not_allowed", _("Only the owner of this rulebook can change it."))


def _keepers_of(request: HttpRequest) -> list[Keeper]:
    player = viewer(request)
    if player is None:
        return []
    merged = frozenset(player.merged.values_list("pk", flat=True))
    keepers = [Keeper(player, _("Myself"), may_change=True, merged=merged)]
    for keepers_of in _KEEPER_HOOKS:
        keepers += keepers_of(request.user)
    return keepers


def _is_of_a_player(custom: CustomRulebook) -> bool:
    """Whether its keeper is a player, so that everybody may see it. No query."""
    return custom.keeper_type_id == ContentType.objects.get_for_model(Player).pk
