"""The version of a competition that the sender of a form saw."""

from django.http import HttpRequest


def seen(request: HttpRequest, field: str = "after") -> int | None:
    """Return the version that the sender of a form saw, if the form names one."""
    after = request.POST.get(field, "")
    return int(after) if after.isdecimal() and after.isascii() and len(after) < 10 else None
