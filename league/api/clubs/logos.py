"""The logo of a club: upload it as a form, as browsers send files."""

import hashlib
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.base.refusal import Refusal
from league.api.base.permissions import IsClubOwner
from league.api.base.serializers import Seen
from league.api.base.views import ResourceView
from league.api.clubs.clubs import club_response, require_club_seen
from league.api.serializers.clubs import ClubRow
from league.clubs import logos
from league.http import daily_counts
from league.models import Club

FORM: Final = "multipart/form-data"


class FormParser(MultiPartParser):
    """Reads a form with files."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """Return the parsed form; BadRequest for a body that is not a form."""
        try:
            return super().parse(*args, **kwargs)
        except ParseError as error:
            raise BadRequest from error


class LogoSent(Seen):
    """A form with the picture as a file: PNG, JPEG, WebP or GIF, at most 4 MB."""

    picture = serializers.FileField(help_text="The content decides the format, not the file name")


class ClubLogoView(ResourceView):
    """The logo of a club."""

    permission_classes = (IsClubOwner,)
    parser_classes = (FormParser,)
    serializer_class = LogoSent

    @extend_schema(request={FORM: LogoSent}, responses=ClubRow)
    def post(self, request: Request, slug: str) -> Response:
        """Send a form with `picture`, a PNG, JPEG, WebP or GIF of at most 4 MB; it is made smaller."""
        club = self.get_permitted(Club.objects, slug=slug)
        self._require_form()
        body = self.validated()

        def replace() -> None:
            require_club_seen(club, body["after"])
            daily_counts.upload(request.user, at=timezone.now())
            body["picture"].seek(0)
            logos.put(club, body["picture"])

        self.once(replace)
        return club_response(club)

    def content(self) -> Any:
        """Return the content of the request, which identifies a command sent twice: the bytes of the file."""
        data: Any = self.request.data
        fields = data.dict()
        picture = fields.get("picture")
        return fields | {"picture": hashlib.sha256(picture.read()).hexdigest() if picture else None}

    def _require_form(self) -> None:
        """Refuse a body that is not a form (`not_a_form`)."""
        if self.request.content_type.partition(";")[0].strip().lower() != FORM:
            sentence = _(
                "Send the picture as a form (multipart/form-data), as a file in the field “picture”."
            )
            raise Refusal("not_a_form", sentence)


class RemoveClubLogoView(ResourceView):
    """Remove the logo of a club."""

    permission_classes = (IsClubOwner,)
    serializer_class = Seen

    @extend_schema(responses=ClubRow)
    def post(self, _request: Request, slug: str) -> Response:
        """Remove the logo."""
        club, body = self.get_permitted(Club.objects, slug=slug), self.validated()

        def remove() -> None:
            require_club_seen(club, body["after"])
            logos.remove(club)

        self.once(remove)
        return club_response(club)
