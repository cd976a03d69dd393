"""A beat for clocks that are set back: Celery's own would wait until the old time comes again."""

from typing import Any, Final

from celery.beat import PersistentScheduler
from django.conf import settings

TICKED: Final = "beat-ticked"
"""A file in DATA_DIR that is touched at every tick: its age shows whether beat is running."""


class SteadyScheduler(PersistentScheduler):
    """Runs every entry at its interval, even when its last run seems to lie in the future."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Run what is due and return for how many seconds to sleep."""
        early = [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now()]  # type: ignore[operator]
        for entry in early:
            entry.last_run_at = entry.default_now()
        if early:
            self._heap = None  # is rebuilt
        seconds: float = super().tick(*args, **kwargs)
        (settings.DATA_DIR / TICKED).touch()
        return seconds
