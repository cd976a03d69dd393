"""The app of clubs and competitions."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Clubs and competitions"

    def ready(self) -> None:
        """Listen to finished matches, let pages follow competitions, say who organizes and keeps what."""
        from games import keepers, live, referees
        from league import permissions, receivers, stream

        assert stream  # importing it gives the events their names in the log
        receivers.connect()
        referees.announce(permissions.organizes_table)
        keepers.announce(permissions.clubs_as_keepers)
        live.watch("competition", self.get_model("Competition"))
