"""Custom rulebooks for programs: kept, changed, discarded; and competitions that are announced."""

from typing import Any

from django.utils import timezone

from games.rulebooks import owners
from league import competitions
from league.api.base.actions import OfClub
from league.api.competitions.competitions import told
from league.api.serializers.announcements import Announcement
from league.api.serializers.competitions import CompetitionAnnounced
from league.competitions.announcing.facts import facts
from league.models import Club
from league.rules.decisions.announcement import warnings


class Announce(OfClub):
    """A competition is announced."""

    form = Announcement
    shape = CompetitionAnnounced
    status = 201

    def do(self, found: Club, given: dict[str, Any], by: str) -> int:
        """Announce a competition of the club."""
        choosable = {rulebook.key: rulebook for rulebook in owners.choosable(self.asker)}
        rulebook = choosable.get(given["rulebook"]) or owners.find(self.asker, given["rulebook"])
        announced = facts(given, rulebook)
        return competitions.create(club=found, by=by, at=timezone.now(), **announced).pk

    def tell(self, _found: Club, done: int) -> Any:
        """Return the competition."""
        return told(done) | {"warnings": warnings(competitions.look(done).settings.stages)}
