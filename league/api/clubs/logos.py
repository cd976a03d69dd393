"""The logo of a club for programs: a picture is sent in a form, as browsers send files."""

import hashlib
from typing import Any, Final

from django.core.exceptions import BadRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import MultiPartParser

from games.rules.base.refusal import Refusal
from league.api.base.endpoint import Seen
from league.api.clubs.members import OfClubItself
from league.clubs import logos
from league.http import daily_counts
from league.models import Club

FORM: Final = "multipart/form-data"


class Form(MultiPartParser):  # type: ignore[misc] # the framework has no types
    """Reads a form with files."""

    def parse(self, *said: Any, **more: Any) -> Any:
        """Return what the form says; BadRequest for what is no form."""
        try:
            return super().parse(*said, **more)
        except ParseError as error:
            raise BadRequest from error


class LogoSent(Seen):
    """A form with the picture as a file: PNG, JPEG, WebP or GIF, 4 MB at most."""

    picture = serializers.FileField(help_text="What it is is found out by its bytes, not by its name")


class PutLogo(OfClubItself):
    """The logo of a club."""

    parser_classes = (Form,)
    form: Any = {FORM: LogoSent}

    def sent(self, form: Any, **_more: Any) -> dict[str, Any]:
        """Return the form, checked; Refusal `not_a_form`. What is in the picture is found out later."""
        if self.request.content_type.partition(";")[0].strip().lower() != FORM:
            said = _("Send the picture in a form (multipart/form-data), as a file in the field “picture”.")
            raise Refusal("not_a_form", said)
        return super().sent(form[FORM])

    def content(self) -> Any:
        """Return by what a command sent twice is known: a file is what it holds, whatever its name."""
        said = self.request.data.dict()
        picture = said.get("picture")
        return said | {"picture": hashlib.sha256(picture.read()).hexdigest() if picture else None}

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Send a form with `picture`, a PNG, JPEG, WebP or GIF of 4 MB at most: made small it is the logo."""
        daily_counts.upload(self.request.user, at=timezone.now())
        picture = given["picture"]
        picture.seek(0)
        logos.put(found, picture)


class RemoveLogo(OfClubItself):
    """A club without a logo."""

    form = Seen

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Let a club be without a logo."""
        logos.remove(found)
