"""The calendar for programs: matchdays of clubs, who comes, what organizers change; and notices."""

from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.refusal import Refusal
from league.api.contract import answers
from league.api.deeds import Deed, Done, Nothing
from league.api.endpoint import Seen
from league.api.lists import ListEndpoint, found_or_404
from league.api.table_rows import Time
from league.calendar import matchdays
from league.calendar.people import ANSWERS, attendance, is_concerned
from league.messages import notices
from league.models import Club, Competition, Matchday, Notice
from league.permissions import may, require

_HOURS: Final = {"min_value": 0, "max_value": 168, "required": False, "allow_null": True, "default": None}


class MatchdaySent(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A matchday; times with their zone, or in UTC."""

    name = serializers.CharField(max_length=80)
    starts_at = Time()
    ends_at = Time()
    place = serializers.CharField(max_length=120, allow_blank=True, default="")
    capacity = serializers.IntegerField(
        min_value=1, max_value=1000, required=False, allow_null=True, default=None
    )
    note = serializers.CharField(max_length=500, allow_blank=True, default="")
    competition = serializers.IntegerField(
        min_value=1, max_value=2**53, required=False, allow_null=True, default=None
    )
    stage = serializers.IntegerField(min_value=1, max_value=99, required=False, allow_null=True, default=None)
    round_number = serializers.IntegerField(
        min_value=1, max_value=999, required=False, allow_null=True, default=None
    )
    remind_hours = serializers.IntegerField(**_HOURS)


class MatchdayChanged(Seen, MatchdaySent):
    """All that is said of a matchday from now on; `after` is its `version`."""


class AnswerSent(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Whether somebody comes: oneself, or for organizers the `player`."""

    answer = serializers.ChoiceField(choices=list(ANSWERS))
    player = serializers.IntegerField(
        min_value=1, max_value=2**53, required=False, allow_null=True, default=None
    )


class MatchdayRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """A matchday. Place and note are told to people of the club, and to who plays."""

    id = serializers.IntegerField(source="pk")
    club = serializers.CharField(source="club.slug")
    name = serializers.CharField()
    starts_at = Time()
    ends_at = Time()
    competition = serializers.IntegerField(source="competition_id", allow_null=True)
    stage = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    capacity = serializers.IntegerField(allow_null=True)
    is_cancelled = serializers.BooleanField()
    version = serializers.IntegerField(source="sequence")


class MatchdaySeen(MatchdayRow):
    """A matchday as its viewer may see it: place, note and who comes are for those whom it concerns."""

    place = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_null=True)
    yours = serializers.CharField(allow_null=True, help_text="What you said")
    coming = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    waiting = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class MatchdayFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which matchdays are wanted."""

    competition = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = Matchday
        fields = ("competition", "is_cancelled")


class Matchdays(ListEndpoint):
    """The matchdays of a club; announcing one."""

    scope = "organize"
    row_class = MatchdayRow
    filterset_class = MatchdayFilter
    ordering = "starts_at"
    ordering_fields = ("id", "starts_at", "ends_at")
    form = MatchdaySent

    def rows(self) -> QuerySet[Matchday]:
        """Return those of the club."""
        club = found_or_404(Club.objects, slug=self.kwargs["slug"])
        require(self.asker, "club.see", club)
        return Matchday.objects.filter(club=club).select_related("club")

    @answers(MatchdaySeen, 201)
    def post(self, _request: Request, slug: str) -> Response:
        """Put a matchday into the calendar of a club."""
        club = found_or_404(Club.objects, slug=slug)
        require(self.asker, "club.organize", club)
        facts = _facts(self.sent(self.form), club)
        pk = self.once(lambda: matchdays.announce(club, facts, at=timezone.now()).pk)
        return Response(seen(self, Matchday.objects.select_related("club").get(pk=pk)), status=201)


class OfMatchday(Deed):
    """Something about a matchday; answered with it."""

    scope = "organize"
    shape = MatchdaySeen

    def find(self, pk: int) -> Any:
        """Return the matchday."""
        return found_or_404(Matchday.objects.select_related("club", "competition"), pk=pk)

    def permit(self, found: Matchday) -> str:
        """Return the organizer."""
        return require(self.asker, "club.organize", found.club)

    def tell(self, found: Matchday, _done: Any) -> Any:
        """Return the matchday as it is now."""
        return seen(self, self.find(pk=found.pk))


class OneMatchday(OfMatchday):
    """A matchday; changing it."""

    form = MatchdayChanged

    @answers(MatchdaySeen)
    def get(self, _request: Request, pk: int) -> Response:
        """Answer with it."""
        found = self.find(pk=pk)
        _require_seen(self, found)
        return Response(seen(self, found))

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> None:
        """Say something else of a matchday; whoever is expected is told."""
        after = given.pop("after")
        facts = _facts(given, found.club)
        matchdays.change(found.pk, facts, after=after, by=by, at=timezone.now())


class CallOff(OfMatchday):
    """A matchday is called off."""

    form = Seen

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> None:
        """Call it off."""
        matchdays.call_off(found.pk, after=given["after"], by=by, at=timezone.now())


class Restore(OfMatchday):
    """A matchday takes place after all."""

    form = Seen

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> None:
        """Let it take place."""
        matchdays.restore(found.pk, after=given["after"], by=by, at=timezone.now())


class Undo(OfMatchday):
    """The last change of a matchday is taken back; this can be taken back, too."""

    form = Seen

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> None:
        """Undo the last change."""
        matchdays.undo(found.pk, after=given["after"], by=by, at=timezone.now())


class AnswerMatchday(OfMatchday):
    """Somebody says whether they come."""

    scope = ""
    form = AnswerSent

    def permit(self, found: Matchday) -> str:
        """Return who answers: oneself with a token to play, organizers for others with one to organize."""
        _require_seen(self, found)
        said, mine = self.request.data, self.viewer
        named = said.get("player") if isinstance(said, dict) else None
        if named is None or (mine is not None and named == mine.pk):
            self.require_scope("play")
            return f"player:{self.player.pk}"
        self.require_scope("organize")
        return require(self.asker, "club.organize", found.club)

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> None:
        """Say that one is in, out, or may come; organizers say it for others."""
        who = given["player"] or self.player.pk
        matchdays.answer(found.pk, who, given["answer"], by=by, at=timezone.now())


class NoticeRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Something one was told."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    subject = serializers.CharField()
    text = serializers.CharField()
    link = serializers.CharField()
    at = Time()
    read_at = Time(allow_null=True)


class Notices(ListEndpoint):
    """What one was told, the newest first."""

    row_class = NoticeRow
    ordering_fields = ("id", "at")

    def rows(self) -> QuerySet[Notice]:
        """Return one's own."""
        if not self.request.user.is_authenticated:
            raise Refusal("not_allowed", _("Only who is logged in is told something."))
        return Notice.objects.filter(player=self.player, is_shown=True)


class ReadNotices(Deed):
    """All notices are read."""

    form = Nothing
    shape = Done

    def find(self) -> Any:
        """Return nobody else."""
        return None

    def do(self, found: Any, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Note that one has read all."""
        notices.mark_read(self.player, at=timezone.now())


def seen(view: Any, found: Matchday) -> dict[str, Any]:
    """Return a matchday as the visitor of a view may see it."""
    is_inside = may(view.asker, "club.see_members", found.club)
    here, mine = attendance(found), view.viewer
    yours = here.answer_of(mine.pk) if mine else ""
    concerned = is_inside or bool(yours)
    return {
        **MatchdayRow(found).data,
        "place": found.place if concerned else None,
        "note": found.note if concerned else None,
        "yours": yours or None,
        "coming": list(here.coming) if is_inside else None,
        "waiting": list(here.waiting) if is_inside else None,
    }


def _require_seen(view: Any, found: Matchday) -> None:
    """Refuse who neither sees the club nor plays; a token of a club plays nowhere."""
    mine = view.viewer
    if mine is None or not is_concerned(found, mine.pk):
        require(view.asker, "club.see", found.club)


def _facts(given: dict[str, Any], club: Club) -> matchdays.Facts:
    """Return what is said of a matchday. Refusal `other_club`."""
    held: Competition | None = None
    if given["competition"] is not None:
        held = Competition.objects.filter(pk=given["competition"], club=club).first()
        if held is None:
            raise Refusal("other_club", _("This competition is held by another club."))
    return matchdays.Facts(**given | {"competition": held})
