"""What is photographed of states that pass: entries open, a draw being made, a tie, what is over or past."""

from collections.abc import Callable

from django.utils import timezone

from games import scoresheets
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.competitions.event_night import calls
from league.models import Competition, DrawRequest, Match
from league.rules.brackets.advance import Finish
from league.rules.competition import commands as asked
from league.rules.settings.stages import DOUBLE_ELIMINATION, SINGLE_ELIMINATION, SWISS, StageSettings
from tests.games.playing import player
from tests.league.by_hand import do, waiting
from tests.league.club_nights import BY, later, matches
from tests.screenshots.results import play
from tests.screenshots.table_scenes import Scene

Announce = Callable[..., Competition]
"""Announces a competition of some people: `(people, name, *stages, **facts)`."""
_TWO = {"table_size": 2, "advance": 1}
_SWISS = StageSettings(SWISS, table_size=4, rounds=4)


def scenes(announce: Announce, people: list[Player], boss: Player) -> list[Scene]:
    """Put them together and return them."""
    return [
        *_entries(announce, people),
        *_draws(announce, people, boss),
        *_tied(announce, people, boss),
        *_over(announce, people, boss),
        *_timed(announce, people, boss),
    ]


def _entries(announce: Announce, people: list[Player]) -> list[Scene]:
    made = announce(people[:6], "May Cup", _SWISS, limit=8)
    do(made, asked.OpenRegistration())
    return [Scene("entries-open", f"/competitions/{made.pk}/", people[9])]


def _draws(announce: Announce, people: list[Player], boss: Player) -> list[Scene]:
    """Show a draft in which some meet again, one that was changed, and one that is being made."""
    made = announce(people[:10], "Draft Night", _SWISS, by_hand=True)
    do(made, asked.Start(), asked.MakeDraft(), asked.Publish())
    play(made, 1)
    do(made, asked.MakeDraft(), asked.SwapInDraft(("R2.1", 0), ("R2.2", 1)))
    long = announce(people, "Long draw", _SWISS, by_hand=True)
    do(long, asked.Start())
    at = timezone.now()
    DrawRequest.objects.create(competition=long, by=BY, asked_at=at, worked_at=at, done=340, total=1000)
    return [
        Scene("draft", f"/competitions/{made.pk}/draft/", boss),
        Scene("draft-being-made", f"/competitions/{long.pk}/draft/", boss),
    ]


def _tied(announce: Announce, people: list[Player], boss: Player) -> list[Scene]:
    made = announce(people[:4], "Tied Cup", StageSettings(SINGLE_ELIMINATION, **_TWO), lots_by_hand=True)
    do(made, asked.Start())
    first, *_others = waiting(made)
    level = [Finish(entrant, 1, 480) for entrant in first.entrants]
    do(made, asked.RecordResult(1, first.id, level), minutes=60)
    return [
        Scene("tied-desk", f"/competitions/{made.pk}/desk/", boss),
        Scene("tied-match", f"/competitions/{made.pk}/matches/1/{first.id}/", boss),
    ]


def _over(announce: Announce, people: list[Player], boss: Player) -> list[Scene]:
    """Show a double elimination to the end: its best seed loses at first, and wins both grand finals."""
    made = announce(people[:8], "Comeback Cup", StageSettings(DOUBLE_ELIMINATION, **_TWO))
    do(made, asked.Start())
    play(made, 1, lambda entrants: sorted(entrants, reverse=1 in entrants))
    play(made, order=sorted, minutes=70)
    page = f"/competitions/{made.pk}/"
    do(filed := announce(people[:4], "Old Cup", _SWISS), asked.Cancel("Nobody had time"), asked.Archive())
    return [
        Scene("double-won", page),
        Scene("double-won-bracket", f"{page}bracket/"),
        Scene("double-past", f"{page}bracket/?step=12"),
        Scene("archived-desk", f"/competitions/{filed.pk}/desk/", boss),
    ]


def _timed(announce: Announce, people: list[Player], boss: Player) -> list[Scene]:
    """Show a hall in which time is up, and what is printed of it."""
    made = announce(people[:12], "Real cards", StageSettings(SWISS, table_size=4, rounds=3), venue="physical")
    do(made, asked.Start(), asked.StartTimer(1800, int(later(2).timestamp())))
    for number, match in enumerate(matches(made)[:2]):
        _deals(match, number + 1)
    called = matches(made)[2]
    calls.call(called.table_id, player=player(called.table, "B"), at=later(21))
    page = f"/competitions/{made.pk}/"
    return [
        Scene("time-is-up", f"{page}tables/", boss),
        Scene("time-is-up-filtered", f"{page}tables/?show=disputed", boss),
        Scene("print-sheets", f"{page}print/sheets/"),
    ]


def _deals(match: Match, how_many: int) -> None:
    for number in range(1, how_many + 1):
        left = {1: 9 + 5 * number, 2: 30, 3: 17 * number}
        scoresheets.act(match.table_id, RecordDeal(number, 0, left), by="scorekeeper:1", at=later(20))
