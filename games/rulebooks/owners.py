"""Who keeps custom rulebooks: every player, and what another app announces, such as clubs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.access.players import viewer
from games.models import CustomRulebook, Player
from games.rulebooks import catalogue
from games.rulebooks.catalogue import Rulebook
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks


@dataclass(frozen=True)
class Keeper:
    """Somebody whose rulebooks a visitor may use; with `may_change` the visitor may make and change them.

    `merged` are the ids of those who were merged into them: what these kept is theirs as long as that lasts.
    """

    row: Model
    name: str
    may_change: bool
    merged: frozenset[int] = frozenset()

    @property
    def key(self) -> str:
        """What names it in forms: `player-7`, `club-3`."""
        return f"{self.row._meta.model_name}-{self.row.pk}"  # noqa: SLF001 - public in Django

    def keeps(self, rulebook: CustomRulebook) -> bool:
        """Whether the rulebook is one of theirs."""
        kind = ContentType.objects.get_for_model(self.row)
        return rulebook.keeper_type_id == kind.pk and rulebook.keeper_id in self.ids

    @property
    def ids(self) -> frozenset[int]:
        """Under which ids their rulebooks are kept."""
        return self.merged | {self.row.pk}


KeepersOf = Callable[[Any], Iterable[Keeper]]
Shows = Callable[[HttpRequest, Model], bool]
_ANNOUNCED: Final[list[KeepersOf]] = []
_SHOWN: Final[list[Shows]] = []


def announce(keepers_of: KeepersOf, shows: Shows) -> None:
    """Let another app say whose rulebooks a user may use, and whether a visitor may see those of a keeper."""
    if keepers_of not in _ANNOUNCED:
        _ANNOUNCED.append(keepers_of)
        _SHOWN.append(shows)


def find(request: HttpRequest, key: str) -> Rulebook | None:
    """Return the rulebook of a key; None if there is none, or its keeper does not show it to the visitor."""
    found = catalogue.find(key)
    if found is None or found.custom is None or _is_of_a_player(found.custom):
        return found
    keeper = found.custom.keeper
    return found if keeper is None or all(shows(request, keeper) for shows in _SHOWN) else None


def keepers(request: HttpRequest) -> list[Keeper]:
    """Return whose rulebooks the visitor may use, the visitor first, read once per request.

    Nobody for somebody who is not logged in.
    """
    kept: Any = request
    if not hasattr(kept, "_keepers"):
        kept._keepers = _keepers_of(request)  # noqa: SLF001 - our own mark on the request
    found: list[Keeper] = kept._keepers  # noqa: SLF001
    return found


def usable(request: HttpRequest) -> QuerySet[CustomRulebook]:
    """Return the custom rulebooks the visitor may choose from."""
    wanted = Q(pk__in=[])
    for keeper in keepers(request):
        kind = ContentType.objects.get_for_model(keeper.row)
        wanted |= Q(keeper_type=kind, keeper_id__in=keeper.ids)
    return CustomRulebook.objects.filter(wanted)


def choosable(request: HttpRequest) -> list[Rulebook]:
    """Return what the visitor may choose: their own and their clubs', the one asked for, the presets."""
    customs = [catalogue.made(row) for row in usable(request)]
    asked = find(request, request.POST.get("rulebook") or request.GET.get("rulebook", ""))
    if asked and asked.custom and asked not in customs:
        customs.append(asked)
    return [*customs, *(catalogue.preset(name) for name in rulebooks.names())]


def asked_for(request: HttpRequest, choices: Sequence[Rulebook]) -> dict[str, str]:
    """Return what `?rulebook=` asks for as the start of a form, if it is one of the choices."""
    key = request.GET.get("rulebook", "")
    return {"rulebook": key} if any(one.key == key for one in choices) else {}


def may_change(request: HttpRequest, rulebook: CustomRulebook) -> bool:
    """Whether the visitor may change and delete a custom rulebook: its keeper, or who runs the site."""
    return getattr(request.user, "is_superuser", False) or any(
        one.may_change and one.keeps(rulebook) for one in keepers(request)
    )


def require_change(request: HttpRequest, rulebook: CustomRulebook) -> None:
    """Raise the Refusal `not_allowed` if the visitor may not change it."""
    if not may_change(request, rulebook):
        raise Refusal("not_allowed", _("Only who keeps this rulebook may change it."))


def _keepers_of(request: HttpRequest) -> list[Keeper]:
    player = viewer(request)
    if player is None:
        return []
    merged = frozenset(player.merged.values_list("pk", flat=True))
    found = [Keeper(player, _("Myself"), may_change=True, merged=merged)]
    for keepers_of in _ANNOUNCED:
        found += keepers_of(request.user)
    return found


def _is_of_a_player(custom: CustomRulebook) -> bool:
    """Whether a player keeps it, so that everybody may see it. No query."""
    return custom.keeper_type_id == ContentType.objects.get_for_model(Player).pk
