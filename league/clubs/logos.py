"""Logos of clubs: an uploaded picture is decoded, made small and encoded again."""

import hashlib
import io
import struct
import warnings
import zlib
from typing import IO, Final

from django.db import transaction
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from games.rules.base.refusal import Refusal
from league.models import Club, Logo

MOST_BYTES: Final = 4_000_000
MOST_PIXELS: Final = 16_000_000
"""More than the camera of a phone makes in its usual setting; unpacked that is 64 MB."""
SIDE: Final = 256
FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
CONTENT_TYPE: Final = "image/webp"


_BROKEN: Final = (
    Image.DecompressionBombError,
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""The errors that the decoders of pictures raise for broken or forged bytes."""


def put(club: Club, file: IO[bytes]) -> None:
    """Make an uploaded picture the logo of a club. Refusals: see `encoded`."""
    picture = encoded(file)
    digest = hashlib.sha256(picture).hexdigest()[:16]
    Logo.objects.update_or_create(club=club, defaults={"picture": picture, "digest": digest})


@transaction.atomic
def remove(club: Club) -> None:
    """Remove the logo of a club."""
    Logo.objects.filter(club=club).delete()


def encoded(file: IO[bytes]) -> bytes:
    """Return a picture as WebP of at most 256 by 256 pixels, without the metadata of the file.

    Refusals: picture_too_big, picture_unknown, picture_too_many_pixels, picture_broken.
    """
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Refusal(
            "picture_too_big",
            _("The picture can be up to {most} MB.").format(most=MOST_BYTES // 1_000_000),
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            opened = Image.open(io.BytesIO(data), formats=FORMATS)
    except _BROKEN as error:  # UnidentifiedImageError is an OSError
        sentence = _("This picture cannot be read: use a PNG, JPEG, WebP or GIF.")
        raise Refusal("picture_unknown", sentence) from error
    with opened:
        # The header of the file says so: nothing has been decoded yet.
        if opened.width * opened.height > MOST_PIXELS:
            raise Refusal(
                "picture_too_many_pixels", _("The picture is too large: at most 4,000 × 4,000 pixels.")
            )
        return _shrunk(opened)


def _shrunk(opened: Image.Image) -> bytes:
    try:
        opened.draft("RGB", (2 * SIDE, 2 * SIDE))  # a JPEG is not even unpacked in full
        upright = ImageOps.exif_transpose(opened)
        picture = upright.convert("RGBA")
        picture.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    except _BROKEN as error:
        raise Refusal("picture_broken", _("The picture is damaged and cannot be shown.")) from error
    # A new image carries no metadata of the file.
    bare = Image.new("RGBA", picture.size)
    bare.paste(picture)
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=85, method=4)
    return out.getvalue()
