"""Custom rulebooks for programs: kept, changed, discarded; and competitions that are announced."""

from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import CustomRulebook
from games.rulebooks import catalogue, commands, owners
from games.rulebooks.owners import Keeper
from games.rules.base.refusal import Refusal
from league import competitions
from league.api.base.actions import Deed, OfClub
from league.api.base.contract import answers
from league.api.base.endpoint import Seen
from league.api.competitions.competitions import told
from league.api.serializers.announcements import Announcement
from league.api.serializers.competitions import CompetitionAnnounced
from league.api.serializers.rules import RulebookExplained
from league.api.tables.rulebooks import OneRulebook, Rulebooks, explained, version_of_rulebook
from league.competitions.announcing.facts import facts
from league.models import Club
from league.permissions.rules import club_of_token
from league.rules.decisions.announcement import warnings

_LONGEST: Final = commands.LONGEST_NAME


class RulebookSent(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A rulebook: a preset with changes, kept by oneself (`keeper` left out) or by a club one runs."""

    name = serializers.CharField(max_length=_LONGEST)
    rulebook = serializers.CharField(max_length=40, default="classic")
    options = serializers.DictField(default=dict)
    keeper = serializers.SlugField(max_length=50, required=False, allow_null=True, default=None)


class RulebookChanged(Seen):
    """Another name, and all changes to the preset; what is played with it stays as it is."""

    name = serializers.CharField(max_length=_LONGEST)
    options = serializers.DictField()


class KeepOrList(Rulebooks):
    """Every preset; keeping a rulebook of one's own or of a club."""

    scope = ""
    form = RulebookSent

    @answers(RulebookExplained, 201)
    def post(self, _request: Request) -> Response:
        """Keep a new rulebook."""
        said = self.request.data
        keeper = self._keeper(said.get("keeper") if isinstance(said, dict) else None)
        given = self.sent(self.form)
        start = owners.find(self.asker, given["rulebook"])
        if start is None:
            raise Refusal("unknown_rulebook", _("There is no such rulebook."), ("rulebook",))
        facts = {"name": given["name"], "preset": start.preset, "options": start.changes | given["options"]}
        key = self.once(lambda: commands.keep(keeper=keeper.row, at=timezone.now(), **facts).key)
        return Response(explained(_found(key)), status=201)

    def _keeper(self, slug: object) -> Keeper:
        """Return who is to keep it; for oneself a token has to be good to play, for a club to organize."""
        self.require_scope("organize" if slug else "play")
        able = [
            one
            for one in changers(self)
            if (isinstance(one.row, Club) and one.row.slug == slug)
            or (slug is None and not isinstance(one.row, Club))
        ]
        if not able:
            raise Refusal("not_allowed", _("Only who runs a club keeps rulebooks for it."))
        return able[0]


class OfRulebook(Deed):
    """Something about a custom rulebook."""

    scope = ""
    form: type[serializers.Serializer] = Seen

    def version_now(self, found: CustomRulebook) -> int:
        """Return the version of the rulebook, which nobody else changes until this is done."""
        fresh = CustomRulebook.objects.select_for_update().get(pk=found.pk)
        return version_of_rulebook(fresh)

    def find(self, key: str) -> Any:
        """Return the custom rulebook."""
        found = catalogue.find(key)
        if found is None or found.custom is None:
            raise CustomRulebook.DoesNotExist
        return CustomRulebook.objects.get(pk=int(key.partition("-")[2]))

    def permit(self, found: CustomRulebook) -> str:
        """Let its keeper: a token needs to be good to play for one's own, to organize for a club's."""
        mine = next((one for one in changers(self) if one.keeps(found)), None)
        if mine is None and (club_of_token(self.asker) or not self.request.user.is_superuser):
            raise Refusal("not_allowed", _("Only who keeps this rulebook may change it."))
        self.require_scope("play" if mine and not isinstance(mine.row, Club) else "organize")
        return ""


class ChangeRulebook(OfRulebook, OneRulebook):
    """A preset or a custom rulebook, explained option by option; changing a custom one."""

    form = RulebookChanged
    shape = RulebookExplained

    def do(self, found: CustomRulebook, given: dict[str, Any], by: str) -> None:  # noqa: ARG002
        """Give a rulebook another name and other changes."""
        commands.change(found, at=timezone.now(), **given)

    def tell(self, found: CustomRulebook, _done: Any) -> Any:
        """Return the rulebook."""
        return explained(_found(found.key))


class DiscardRulebook(OfRulebook):
    """A custom rulebook is deleted; what is played with it goes on as before."""

    def do(self, found: CustomRulebook, given: dict[str, Any], by: str) -> None:  # noqa: ARG002
        """Delete a rulebook."""
        commands.discard(found)


class Announce(OfClub):
    """A competition is announced."""

    form = Announcement
    shape = CompetitionAnnounced
    status = 201

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:
        """Announce a competition of the club."""
        choosable = {rulebook.key: rulebook for rulebook in owners.choosable(self.asker)}
        rulebook = choosable.get(given["rulebook"]) or owners.find(self.asker, given["rulebook"])
        announced = facts(given, rulebook)
        return competitions.create(club=found, by=by, at=timezone.now(), **announced).pk

    def tell(self, _found: Club, done: int) -> Any:
        """Return the competition."""
        return told(done) | {"warnings": warnings(competitions.look(done).settings.stages)}


def changers(view: Any) -> list[Keeper]:
    """Return for whom the visitor may keep rulebooks; a token of a club only for that."""
    only = club_of_token(view.asker)
    able = [one for one in owners.keepers(view.asker) if one.may_change]
    return able if only is None else [one for one in able if isinstance(one.row, Club) and one.row.pk == only]


def _found(key: str) -> Any:
    found = catalogue.find(key)
    assert found is not None
    return found
