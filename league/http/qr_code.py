"""Links as QR codes."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(link: str, *, error: str = "m") -> SafeString:
    """Draw a link as a QR code: dark on white in every scheme, as cameras want it.

    `error` is the level of correction: l, m, q or h.
    """
    drawn = segno.make(link, error=error).svg_inline(
        omitsize=True, border=3, dark="#000", light="#fff", svgclass="qr", lineclass=None
    )
    return mark_safe(drawn)  # noqa: S308 - rectangles only: nothing of the link is written into it
