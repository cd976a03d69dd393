"""The app of one match at one table."""

from django.apps import AppConfig
from django.utils.translation import gettext, ngettext


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tables"

    def ready(self) -> None:
        """Let the rules speak the languages of the site, and read what quotas it has."""
        from games import quotas
        from games.rules.base import language

        quotas.of("tables")  # ImproperlyConfigured now, not when somebody opens a table
        language.announce(gettext, ngettext)
