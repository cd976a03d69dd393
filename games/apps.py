"""The app of one match at one table."""

from django.apps import AppConfig
from django.utils.translation import gettext, ngettext


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tables"

    def ready(self) -> None:
        """Let the rules speak the languages of the site."""
        from games.rules import language

        language.announce(gettext, ngettext)
