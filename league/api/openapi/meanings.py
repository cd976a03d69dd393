"""The meaning of each status."""

from typing import Final

MEANINGS: Final = {
    304: "Not changed since the `ETag` that you sent (`If-None-Match`).",
    400: "The request cannot be read: the body is not JSON, or the id of the command is "
    "missing or malformed.",
    401: "Not logged in: the token is missing, unknown, revoked or expired.",
    403: "Not allowed: you do not have the role or the seat, or your token does not have the scope.",
    404: "There is no such thing, or you cannot see it.",
    406: "Available only as JSON; lists also as CSV.",
    409: "Not now: `stale` means that it has changed since `after`; other codes name what "
    "must come first, or that it is too late.",
    412: "A header does not match (`If-Match`): send the version that you saw as `after`.",
    413: "More than a megabyte.",
    415: "The body has the wrong media type; usually it must be JSON.",
    422: "Invalid: `code` says why, and `errors` what is wrong with each field.",
    429: "Too many requests: wait for the number of seconds in `Retry-After`.",
    503: "The database is briefly unavailable: send the request again with the same `Idempotency-Key`.",
    507: "The server has no storage space left.",
}
