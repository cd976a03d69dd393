"""What an organizer does in a competition while its match is played, so that webhooks are told something."""

from itertools import cycle, islice

from league import competitions
from league.models import Competition
from league.rules.competition import commands
from league.webhooks import competition_deliveries
from tests.games.playing import START

_NOW = int(START.timestamp())
_DEEDS = (
    commands.StartTimer(600, _NOW),
    commands.PauseTimer(_NOW + 9),
    commands.ResumeTimer(_NOW + 19),
    commands.StopTimer(),
    commands.Pause(),
    commands.Resume(),
)


def deed(competition: Competition, number: int) -> None:
    """Do the next thing in turn, and let a worker look at what there is to tell."""
    command = next(islice(cycle(_DEEDS), number, None))
    competitions.act(competition.pk, command, by="organizer:1", at=START)
    competition_deliveries.write_new(competition.pk)
