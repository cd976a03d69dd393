"""What is photographed of an arena evening, of what follows a match, and of an invitation."""

from django.utils import timezone

from games import rematches, scoresheets, tables
from games.access import invitations
from games.models import Player
from games.rules.scoresheet.decide import RecordDeal
from league.competitions import results
from league.competitions.stream import state_of
from league.models import Competition, Match, Membership
from league.rules.competition.commands import OpenSeating, TakeBreak
from league.rules.stages import arena_seating
from tests.games.playing import START, open_table, play_out, player
from tests.games.visiting import give_accounts
from tests.league.club_nights import later, matches, started
from tests.league.organizing import act
from tests.screenshots.names import NAMES
from tests.screenshots.table_scenes import Scene


def scenes() -> list[Scene]:
    """Put an arena together, a friendly match that is over, and a table for a few."""
    return [*_arena(), *_again()]


def _arena() -> list[Scene]:
    evening = started(13, format="arena", venue="physical", evening_minutes=120, streak=2)
    for person, name in zip(Player.objects.filter(entries__competition=evening), NAMES, strict=False):
        Player.objects.filter(pk=person.pk).update(name=name)
    olga = Player.objects.create(name="Olga Wrona")
    Membership.objects.create(club=evening.club, player=olga, is_organizer=True)
    act(evening, OpenSeating(int(timezone.now().timestamp()) + 3600))
    _end(evening, matches(evening)[0])
    act(evening, TakeBreak(13))
    state = state_of(evening.pk)
    numbers = (arena_seating.free(state, state.stage)[0], 13)
    free, resting = (evening.entrants.get(number=number).player for number in numbers)
    give_accounts(free, resting)
    page = evening.get_absolute_url()
    return [
        Scene("arena", page),
        Scene("arena-desk", f"{page}desk/", olga),
        Scene("arena-free", page, free),
        Scene("arena-break", page, resting),
        Scene("arena-entrant", f"{page}entrants/13/", olga),
    ]


def _end(evening: Competition, match: Match) -> None:
    """Let seat A go out while the others hold cards to 500."""
    assert match.table
    left = dict.fromkeys(range(1, match.table.seat_count), 30)
    scoresheets.act(match.table.pk, RecordDeal(1, 0, left), by="scorekeeper:1", at=later(20))
    results.collect(match.table.pk, at=later(20))


def _again() -> list[Scene]:
    finished = open_table(seats=3, host=Player.objects.create(name="Ana Ruiz"), options={"target_score": 1})
    for name in ("Ana Sol", "Bo Dahl"):
        tables.sit(finished.pk, player=Player.objects.create(name=name), at=START)
    tables.start(finished.pk, fill_with_bots=True, by="organizer:1", at=START)
    play_out(finished)
    ana, bo = player(finished, "A"), player(finished, "B")
    rematches.rematch(finished.pk, player=ana, at=START)
    hana = Player.objects.create(name="Hana Mori")
    private = open_table(seats=4, host=hana)
    tables.sit(private.pk, player=hana, at=START)
    invitations.keep_private(private)
    return [
        Scene("rematch", f"/tables/{finished.pk}/", bo),
        Scene("invitation", f"/tables/{private.pk}/", hana),
        Scene("invitation-needed", f"/tables/{private.pk}/", ana, status=403),
    ]
