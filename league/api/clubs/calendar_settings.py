"""The settings of all matchdays of a club."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base.permissions import IsClubOrganizer
from league.api.base.versions import require_seen, version_of
from league.api.base.views import ResourceView
from league.api.serializers.calendar import CalendarChange, CalendarSettings
from league.calendar import reminders
from league.models import Club


class CalendarSettingsView(ResourceView):
    """The defaults for the matchdays of a club."""

    permission_classes = (IsClubOrganizer,)
    serializer_class = CalendarChange

    @extend_schema(responses=CalendarSettings)
    def get(self, _request: Request, slug: str) -> Response:
        """Return the settings, to organizers."""
        return _response(self.get_permitted(Club.objects, slug=slug))

    @extend_schema(responses=CalendarSettings)
    def post(self, _request: Request, slug: str) -> Response:
        """Set how long before a matchday reminders are sent."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()

        def change() -> None:
            Club.objects.select_for_update().get(pk=club.pk)
            require_seen(body["after"], version_of(club.pk, reminders.usual_hours(club)))
            reminders.set_usual_hours(club, body["remind_hours"])

        self.once(change)
        return _response(club)


def _response(club: Club) -> Response:
    hours = reminders.usual_hours(club)
    return Response({"remind_hours": hours, "version": version_of(club.pk, hours)})
