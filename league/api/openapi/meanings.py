"""The meaning of each status."""

from typing import Final

MEANINGS: Final = {
    304: "What you have is still so (`If-None-Match`).",
    400: "No request that can be read: no JSON, or the id of the command is missing or malformed.",
    401: "Nobody we know: the token is missing, unknown, revoked or over.",
    403: "We know you, and you may not: not your table, no such role, not a scope of this token.",
    404: "There is no such thing, or none that you may know of.",
    406: "This can be had as JSON only, and lists as CSV.",
    409: "Not now: `stale` says that it has moved on since `after`, other codes what is over or comes first.",
    412: "A header names what is not so (`If-Match`): commands name the version they saw as `after`.",
    413: "More than a megabyte.",
    415: "The body is of another kind than is taken here: JSON as a rule.",
    422: "As it was sent it would do at no time: `code` says why, `errors` what is wrong by field.",
    429: "Too often: wait as many seconds as `Retry-After` says.",
    503: "The database is away for a moment: send it again, with the same `Idempotency-Key`.",
    507: "There is no room left on the server.",
}
