"""The app of one match at one table."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext, ngettext

_EVENTS = ("games.rules.match.events", "games.rules.scoresheet.events", "games.tables.events")
"""The modules that register the types of events of a table."""


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Tables"

    def ready(self) -> None:
        """Register all event types, and set the translators of the rules."""
        from games.localization.lists import listed
        from games.localization.numbers import number
        from games.rules.base import language

        for module in _EVENTS:
            import_module(module)
        language.set_translators(gettext, ngettext, listed, number)
