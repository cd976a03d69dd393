"""The logo of a club for programs: a picture is sent as it is, not as JSON."""

import hashlib
import io
from typing import Any, Final

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.parsers import BaseParser

from games.rules.refusal import Refusal
from league.api.clubs import ClubRow
from league.api.deeds import Nothing, OfClub
from league.clubs import logos
from league.models import Club

TYPES: Final = tuple(f"image/{one.lower()}" for one in logos.FORMATS)


class PictureSent:
    """The bytes of a picture; as a text their digest, by which a command sent twice is known."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    def __str__(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


class PictureParser(BaseParser):  # type: ignore[misc] # the framework has no types
    """Reads a picture of bearable size; what it is is found out later."""

    media_type = "image/*"

    def parse(self, stream: Any, *_context: Any, **_more: Any) -> PictureSent:
        """Return what was sent, and one byte more than is bearable of what is larger."""
        return PictureSent(stream.read(logos.MOST_BYTES + 1))


class PutLogo(OfClub):
    """The logo of a club."""

    permission = "club.own"
    parser_classes = (PictureParser,)
    form: Any = dict.fromkeys(TYPES, OpenApiTypes.BINARY)
    shape = ClubRow

    def sent(self, form: type[serializers.Serializer], **more: Any) -> dict[str, Any]:  # noqa: ARG002 - theirs
        """Return the picture; Refusal `not_a_picture`."""
        if self.request.content_type.partition(";")[0].strip().lower() not in TYPES:
            sentence = _("This is no picture that can be read: take a PNG, JPEG, WebP or GIF.")
            raise Refusal("not_a_picture", sentence)
        return {"picture": self.request.data}

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Send a PNG, JPEG, WebP or GIF of 4 MB at most as the body: it is made small, and the logo."""
        logos.put(found, io.BytesIO(given["picture"].data))

    def tell(self, found: Club, _done: Any) -> Any:
        """Return the club."""
        return ClubRow(Club.objects.get(pk=found.pk)).data


class RemoveLogo(PutLogo):
    """A club without a logo."""

    parser_classes = OfClub.parser_classes
    form = Nothing

    def sent(self, form: type[serializers.Serializer], **more: Any) -> dict[str, Any]:
        """Return nothing."""
        return OfClub.sent(self, form, **more)

    def do(self, found: Club, given: dict[str, Any], by: str) -> None:  # noqa: ARG002 - one form for all
        """Let a club be without a logo."""
        logos.remove(found)
