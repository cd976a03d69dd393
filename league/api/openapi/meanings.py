"""The meaning of each status; the schema says it in English, the guide in the language of its reader."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

MEANINGS: Final[dict[int, Promise]] = {
    304: _("Not changed since the `ETag` that you sent (`If-None-Match`)."),
    400: _(
        "The request cannot be read: the body is not valid JSON or not a match record, or the id of the "
        "command is missing or malformed."
    ),
    401: _("Not logged in: the token is missing, unknown, revoked or expired."),
    403: _(
        "Not allowed: you do not have the role or the seat, your token does not have the scope, or the "
        "request comes from another site."
    ),
    404: _("There is no such thing, or you cannot see it."),
    405: _("This address does not know the method: `Allow` lists the methods it knows."),
    406: _("Available only as JSON; lists also as CSV."),
    408: _("The request took too long to arrive: send it again."),
    409: _(
        "Not now: `stale` means that someone changed it after the version in `after`; other codes say what "
        "must happen first, or that it is too late."
    ),
    412: _(
        "`If-Match` does not fit, or came with a command: leave it out, and send the version that you saw as "
        "`after`."
    ),
    413: _(
        "Too large: a body has at most one megabyte; files, lists and pictures have limits of their own, "
        "which `detail` states."
    ),
    415: _("The body or the picture has the wrong media type; usually the body must be JSON."),
    422: _(
        "Understood, but not possible as it was sent: `code` says why. With the code `invalid`, `errors` "
        "says what is wrong in each field."
    ),
    429: _(
        "Too many requests, or more than an account may have: wait for the number of seconds in "
        "`Retry-After`."
    ),
    500: _(
        "An error of ours, which has been recorded: send the request again later with the same "
        "`Idempotency-Key`."
    ),
    503: _(
        "The server or its database is briefly unavailable: wait for the number of seconds in `Retry-After`, "
        "then send the request again with the same `Idempotency-Key`."
    ),
    507: _("The server has no storage space left: try again later."),
}
