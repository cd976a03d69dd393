"""The outcome of an attempt in words; the API has the codes."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NO_ANSWER: Final[Mapping[str, str | Promise]] = {
    "no_answer_in_time": _("Nothing came back in time."),
    "not_reached": _("The address was not reached."),
    "bad_certificate": _("The certificate of the address does not prove whose it is."),
    "no_http": _("What came back was no HTTP."),
    "no_secret": _("The secret cannot be read any more: make another one."),
    "bad_address": _("This is no address that something can be sent to: https://host/path."),
    "not_https": _("Only addresses that begin with https:// are told anything."),
    "bad_port": _("The port of the address is 443, or 1024 and above."),
    "private_address": _("This address is not on the public internet: nothing is sent there."),
}
"""Why there was no answer."""


def in_words(attempt: Mapping[str, Any]) -> str | Promise:
    """Return the beginning of the answer, or why there was none."""
    answer = str(attempt["answer"])
    return answer if attempt["status"] else NO_ANSWER.get(answer, answer)
