"""The version of a competition that somebody saw when they sent a form."""

from django.http import HttpRequest


def seen(request: HttpRequest) -> int | None:
    """Return the version that its sender saw, if they say it."""
    said = request.POST.get("after", "")
    return int(said) if said.isdecimal() and said.isascii() and len(said) < 10 else None
