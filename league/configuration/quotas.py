"""The quotas of an account in the league; `games.quotas` has the quotas of tables."""

from typing import Any, Final

from django.utils.translation import gettext_lazy, ngettext_lazy

from games.quotas import Quota

QUOTAS: Final = {
    "network_guests": Quota(300, 300),  # who take a name from one network in a day
    "network_accounts": Quota(300, 300),  # that are made from one network in a day
    "network_clubs": Quota(100, 0),  # that are made from one network in a day; so are the next four
    "network_competitions": Quota(500, 0),
    "network_webhooks": Quota(500, 0),
    "network_tokens": Quota(1000, 300),
    "network_uploads": Quota(2000, 0),
    "clubs": Quota(10, 0),  # that one account owns
    "competitions": Quota(50, 0),  # that are not over, announced by one account
    "webhooks": Quota(50, 0),  # made by one account, in all of its clubs
    "tokens": Quota(50, 5),  # that are valid
    "uploads": Quota(200, 0),  # a day: logos and lists
    "changes": Quota(5000, 200),  # a day, of which the audit log keeps an entry
    "reports": Quota(20, 5),  # a day, about messages
    "table_days": Quota(14, 2),  # until a table at which nothing begins is closed
    "match_days": Quota(90, 30),  # until a begun match with real cards is closed that nobody writes down
    "guest_days": Quota(0, 30),  # until a guest without a session is deleted
}
SENTENCES: Final[dict[str, Any]] = {
    "network_guests": gettext_lazy("Too many guests from your network today. Sign up to play."),
    "network_accounts": gettext_lazy("Too many new accounts from your network today. Try again tomorrow."),
    "network_clubs": gettext_lazy("Too many new clubs from your network today. Try again tomorrow."),
    "network_competitions": gettext_lazy(
        "Too many new competitions from your network today. Try again tomorrow."
    ),
    "network_webhooks": gettext_lazy("Too many new webhooks from your network today. Try again tomorrow."),
    "network_tokens": gettext_lazy("Too many new tokens from your network today. Try again tomorrow."),
    "network_uploads": gettext_lazy("Too many files from your network today. Try again tomorrow."),
    "clubs": ngettext_lazy(
        "You already own {n} club. Hand it over first.",
        "You already own {n} clubs. Hand over a club first.",
        "n",
    ),
    "competitions": ngettext_lazy(
        "You run {n} unfinished competition. Finish it first.",
        "You run {n} unfinished competitions. Finish a competition first.",
        "n",
    ),
    "webhooks": ngettext_lazy(
        "You already have {n} webhook: remove it first.",
        "You already have {n} webhooks: remove a webhook first.",
        "n",
    ),
    "uploads": ngettext_lazy(
        "You have uploaded {n} file today. Continue tomorrow.",
        "You have uploaded {n} files today. Continue tomorrow.",
        "n",
    ),
    "reports": ngettext_lazy(
        "You have made {n} report today. Continue tomorrow.",
        "You have made {n} reports today. Continue tomorrow.",
        "n",
    ),
    "changes": ngettext_lazy(
        "You have changed roles or settings {n} time today. Continue tomorrow.",
        "You have changed roles or settings {n} times today. Continue tomorrow.",
        "n",
    ),
}
