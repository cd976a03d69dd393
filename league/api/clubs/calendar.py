"""The calendar for programs: matchdays of clubs, who comes, what organizers change; and notices."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.models import Player
from games.rules.base.refusal import Refusal
from league.api.base.actions import Deed, Done, OfClub
from league.api.base.contract import answers
from league.api.base.endpoint import Seen
from league.api.base.lists import ListEndpoint, found_or_404
from league.api.base.versions import version_of
from league.api.serializers import calendar as shapes
from league.api.serializers.calendar import (
    AnswerSent,
    MatchdayChanged,
    MatchdayRow,
    MatchdaySeen,
    MatchdaySent,
)
from league.api.serializers.table_rows import Time
from league.calendar import matchdays, reminders
from league.calendar.agenda import AgendaRow, agenda_rows
from league.calendar.attendance import IN, MAYBE, OUT, dates_of, is_concerned
from league.calendar.visible_matchday import Names, VisibleMatchday
from league.models import Club, Competition, Matchday, Notice
from league.notifications import notices
from league.permissions.rules import require, standing


class MatchdayFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which matchdays are wanted."""

    competition = filters.NumberFilter(min_value=1, max_value=2**53)

    class Meta:
        model = Matchday
        fields = ("competition", "is_cancelled")


class OfCalendar(ListEndpoint):
    """Matchdays with how many come, what one said, and what one is booked for besides."""

    row_class = MatchdayRow
    filterset_class = MatchdayFilter
    ordering = "starts_at"
    ordering_fields = ("id", "starts_at", "ends_at")

    def describe(self, found: Sequence[Matchday]) -> list[dict[str, Any]]:
        """Return the rows of a page. Three queries, however many there are."""
        return [_row(one) for one in agenda_rows(found, self.viewer, timezone.now(), is_mine=False)]


class MyMatchdays(OfCalendar):
    """One's own matchdays in all clubs that are not over."""

    is_personal = True

    def rows(self) -> QuerySet[Matchday]:
        """Return those that concern the player."""
        return dates_of(self.player, since=timezone.now())


class Matchdays(OfCalendar):
    """The matchdays of a club; announcing one."""

    scope = "organize"
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


class CalendarSettings(OfClub):
    """What holds for all matchdays of a club that say nothing else."""

    form = shapes.CalendarChange
    shape = shapes.CalendarSettings

    @answers(shapes.CalendarSettings)
    def get(self, _request: Request, slug: str) -> Response:
        """Answer with it, to organizers."""
        found = self.find(slug=slug)
        self.permit(found)
        return Response(self.tell(found, None))

    def version_now(self, found: Club) -> int:
        """Return the version of what holds, which nobody else changes until this is done."""
        Club.objects.select_for_update().get(pk=found.pk)
        return version_of(found.pk, reminders.usual_hours(found))

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form
        """Remind people so long before a matchday."""
        reminders.keep_usual_hours(found, given["remind_hours"])

    def tell(self, found: Club, _done: Any) -> Any:
        """Return what holds."""
        hours = reminders.usual_hours(found)
        return {"remind_hours": hours, "version": version_of(found.pk, hours)}


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
        require_seen(self, found)
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
        require_seen(self, found)
        said, mine = self.request.data, self.viewer
        named = said.get("player") if isinstance(said, dict) else None
        if named is None or (mine is not None and named == mine.pk):
            self.require_scope("play")
            return f"player:{self.player.pk}"
        self.require_scope("organize")
        return require(self.asker, "club.organize", found.club)

    def version_now(self, found: Matchday) -> int:
        """Return the version of the matchday: whoever comes has seen when it is."""
        return held_version(found.pk)

    def do(self, found: Matchday, given: dict[str, Any], by: str) -> None:
        """Say that one is in, out, or may come; organizers say it for others."""
        who = given["player"] or self.player.pk
        matchdays.answer(found.pk, who, given["answer"], by=by, at=timezone.now())


class NoticeRow(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """Something one was told."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    subject = serializers.CharField(source="said_subject")
    text = serializers.CharField(source="said_text")
    link = serializers.CharField()
    at = Time()
    read_at = Time(allow_null=True)


class NoticesStand(serializers.Serializer):  # type: ignore[misc] # the framework has no types
    """The version of all one was told: another one with every notice."""

    version = serializers.IntegerField()


class NoticeFilter(filters.FilterSet):  # type: ignore[misc] # it has no types
    """Which notices are wanted."""

    is_read = filters.BooleanFilter(field_name="read_at", lookup_expr="isnull", exclude=True)

    class Meta:
        model = Notice
        fields = ("kind", "is_read")


class Notices(ListEndpoint):
    """What one was told, the newest first."""

    is_personal = True
    row_class = NoticeRow
    about_class = NoticesStand
    filterset_class = NoticeFilter
    ordering_fields = ("id", "at")

    def rows(self) -> QuerySet[Notice]:
        """Return one's own."""
        return Notice.objects.filter(player=self.player, is_shown=True)

    def about(self) -> dict[str, Any]:
        """Return which notice is the newest."""
        return {"version": newest_notice(self.player)}


class ReadNotices(Deed):
    """All notices are read."""

    is_personal = True
    form = Seen
    shape = Done

    def find(self) -> Any:
        """Return nobody else."""
        return None

    def version_now(self, found: Any) -> int:  # noqa: ARG002 - one form for all
        """Return which notice is the newest: nothing is read that nobody has seen."""
        return newest_notice(self.player)

    def do(self, found: Any, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Note that one has read all."""
        notices.mark_read(self.player, at=timezone.now())


def newest_notice(player: Player) -> int:
    """Return the number of the newest notice of a player, 0 without any. One query."""
    newest = Notice.objects.filter(player=player, is_shown=True).aggregate(Max("pk"))["pk__max"]
    return int(newest or 0)


def seen(view: Any, found: Matchday) -> dict[str, Any]:
    """Return a matchday as the visitor of a view may see it."""
    at = timezone.now()
    page = VisibleMatchday(found, view.asker, standing(view.asker, "club.see", found.club), at)
    here, inside = page.attendance, page.is_inside
    (row,) = agenda_rows([found], page.viewer, at, is_mine=False)
    return {
        **_row(row),
        "zone": page.zone,
        "round_name": page.round_name or None,
        "place": found.place if inside else None,
        "note": found.note if inside else None,
        "coming": [one.pk for one in here.coming] if inside else None,
        "waiting": [one.pk for one in here.waiting] if inside else None,
        "people": _people(here) if inside else None,
        "place_in_queue": page.place_in_queue or None,
        "booked_twice": [
            {"player": player.pk, "elsewhere": [elsewhere(one) for one in others]}
            for player, others in page.booked_elsewhere
        ],
        "may_answer": page.may_answer,
        "missing": [one.number for one in page.missing] if page.may_organize else None,
        "may_undo": page.may_organize and page.last_change is not None,
    }


def elsewhere(one: Matchday | None) -> dict[str, Any]:
    """Return another matchday at the same time; nothing of one that is kept back."""
    return {"matchday": one.pk if one else None, "name": one.name if one else None}


def _row(row: AgendaRow) -> dict[str, Any]:
    one = row.matchday
    plain = ("name", "stage", "round_number", "capacity", "is_cancelled")
    return {
        "id": one.pk,
        "club": one.club.slug,
        **{name: getattr(one, name) for name in plain},
        "starts_at": Time().to_representation(one.starts_at),
        "ends_at": Time().to_representation(one.ends_at),
        "competition": one.competition_id,
        "version": one.sequence,
        "counted": {"coming": row.coming, "waiting": row.waiting, "maybe": row.counts[MAYBE]},
        "yours": row.answer or None,
        "clashes": [other.pk for other in row.clashes],
    }


def _people(here: Names) -> list[dict[str, Any]]:
    """Return everybody whom a matchday concerns, with what they said."""
    groups = zip(here, (IN, IN, MAYBE, OUT, None), strict=True)
    return [
        {"player": one.pk, "name": one.name, "answer": answer, "is_waiting": group is here.waiting}
        for group, answer in groups
        for one in group
    ]


def held_version(matchday: int) -> int:
    """Return the version of a matchday, which nobody else changes until this is done."""
    return Matchday.objects.select_for_update(of=("self",)).get(pk=matchday).sequence


def require_seen(view: Any, found: Matchday) -> None:
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
