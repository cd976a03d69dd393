"""The app of clubs and competitions."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"
    verbose_name = "Clubs and competitions"

    def ready(self) -> None:
        """Listen to finished matches, and let pages follow competitions live."""
        from games import live
        from league import receivers, stream

        assert stream  # importing it gives the events their names in the log
        receivers.connect()
        live.watch("competition", self.get_model("Competition"))
