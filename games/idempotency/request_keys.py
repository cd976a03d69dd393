"""The id of a command in a request: a hidden field of every form, or a header that programs send."""

import hashlib
from collections.abc import Callable
from typing import Final, TypeVar

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.idempotency import receipts

Answer = TypeVar("Answer")

FIELD: Final = "command_id"
HEADER: Final = "Idempotency-Key"
_NOT_CONTENT: Final = {FIELD, "csrfmiddlewaretoken"}


def once(request: HttpRequest, command: Callable[[], Answer], *, by_browser: bool = False) -> Answer:
    """Carry out the command of a request once for its id, as `receipts.once`.

    Without an id, or from an unknown sender, the command is always carried out. `by_browser` is for commands
    that log a user in or out: then the browser is the sender.
    """
    command_id = request.POST.get(FIELD, request.headers.get(HEADER))
    sender = _browser(request) if by_browser else _sender(request)
    if command_id is None or not sender:
        return command()
    envelope = receipts.Envelope(sender, command_id, _content(request))
    return receipts.once(envelope, command, at=timezone.now())


def _sender(request: HttpRequest) -> str:
    """Return the sender: a user, or a browser without a user."""
    if request.user.is_authenticated:
        return f"user:{request.user.pk}"
    return _browser(request)


def _browser(request: HttpRequest) -> str:
    """Return the browser, identified by its CSRF secret."""
    secret = request.META.get("CSRF_COOKIE")
    return f"browser:{hashlib.sha256(secret.encode()).hexdigest()[:32]}" if secret else ""


def _content(request: HttpRequest) -> str:
    """Return a digest of the request: its address, all fields but the id, and the files."""
    fields = sorted((name, request.POST.getlist(name)) for name in request.POST if name not in _NOT_CONTENT)
    files = [(name, file.name, file.size) for name in request.FILES for file in request.FILES.getlist(name)]
    content = repr((request.get_full_path(), fields, *files))
    # With the secret of the site: the digest of a sign-up must not help to guess a password.
    return salted_hmac(__name__, content, algorithm="sha256").hexdigest()
