"""The outcome of an attempt in words; the API has the codes."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NO_ANSWER: Final[Mapping[str, str | Promise]] = {
    "no_answer_in_time": _("No answer came in time."),
    "not_reached": _("The address could not be reached."),
    "bad_certificate": _("The certificate of the address is invalid."),
    "no_http": _("The answer was not HTTP."),
    "no_secret": _("The secret can no longer be read. Create a new secret."),
    "bad_address": _("Nothing can be sent to this address. Enter an address like https://host/path."),
    "not_https": _("The address must begin with https:// – nothing is sent to others."),
    "bad_port": _("The port of the address must be 443, or 1024 or above."),
    "private_address": _("This address is not on the public internet. Enter a public address."),
}
"""Why there was no answer."""


def in_words(attempt: Mapping[str, Any]) -> str | Promise:
    """Return the beginning of the answer, or why there was none."""
    answer = str(attempt["answer"])
    return answer if attempt["status"] else NO_ANSWER.get(answer, answer)
