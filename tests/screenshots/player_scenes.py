"""The pages of a player who has played for half a year."""

from itertools import count

from games.analysis.kinds import KINDS
from games.models import Player, Table
from league import competitions
from league.competitions import rating_updates
from league.models import Club
from league.profiles import achievements
from league.rules.competition.commands import Start
from league.rules.settings.stages import ROUND_ROBIN, SWISS, StageSettings
from tests.games.scoresheets.writing_down import deal, real_cards, record
from tests.league.by_hand import do, play, waiting
from tests.league.club_nights import BY, later
from tests.league.profiles.analysed_matches import LOST, WON, analysed
from tests.screenshots.table_scenes import Scene

_WEEK = 7 * 24 * 60


def scenes(club: Club, people: list[Player], who: Player) -> list[Scene]:
    """Play a league and a cup week by week, look through all logs, and return the scenes."""
    _league(club, people[:12], "Tuesday League", StageSettings(SWISS, table_size=4, rounds=14), first=1)
    _league(club, people[:6], "Spring Duel", StageSettings(ROUND_ROBIN, table_size=2), first=16)
    _real_cards([who, *people[2:5]])
    rating_updates.recompute(club.pk)
    achievements.recompute(
        list(Table.objects.filter(status=Table.Status.FINISHED).values_list("pk", flat=True))
    )
    page, other = f"/players/{who.pk}/", people[0]
    return [
        Scene("player", page),
        Scene("player-results", f"{page}results/"),
        Scene("player-results-none", f"{page}results/?competition=none&club={club.slug}"),
        Scene("player-against", f"{page}against/?other={other.pk}"),
        Scene("player-met", f"{page}against/"),
        Scene("player-insight", _insight(who), who),
        Scene("player-insight-shown", _insight(people[1], shows=True)),
        Scene("player-insight-early", f"/players/{people[2].pk}/insight/", people[2]),
        Scene("player-one-match", f"/players/{_once().pk}/"),
        Scene("player-new", f"/players/{Player.objects.create(name='Yuki Arai').pk}/"),
    ]


def _league(club: Club, people: list[Player], name: str, stage: StageSettings, *, first: int) -> None:
    """Play a competition, a round every week; whoever is named later in a round of luck does better."""
    made = competitions.create(
        with_bots=True,
        club=club,
        name=name,
        stages=[stage],
        rulebook="classic",
        options={},
        venue="elsewhere",
        by=BY,
        at=later(0),
    )
    competitions.enter(made.pk, players=people, by=BY, at=later(1))
    do(made, Start())
    for week in count(first):
        if not waiting(made):
            return
        play(
            made,
            1,
            lambda entrants, week=week: sorted(entrants, key=lambda entrant: _luck(entrant, week)),
            minutes=week * _WEEK,
        )


def _real_cards(people: list[Player]) -> None:
    """Play a match with real cards, written down deal by deal: somebody comes from far behind."""
    table = real_cards(people=people, confirm="none", options={"target_score": 200})
    lost = [deal(number, "B", "A 20, C 30, D 14") for number in (1, 2)]
    record(table, *lost, *(deal(number, "A", "B 34, C 50, D 21") for number in (3, 4)))


def _insight(player: Player, *, shows: bool = False) -> str:
    """Let a player have analysed matches; return the page that sums them up."""
    for number in range(12):
        kinds = {kind: [12, 150_000 - 9_000 * number, 10_000_000_000] for kind in KINDS}
        analysed(player, parts=(WON, LOST)[number % 2], kinds=kinds)
    Player.objects.filter(pk=player.pk).update(shows_insight=shows)
    return f"/players/{player.pk}/insight/"


def _once() -> Player:
    """Return somebody who has played one match, with real cards."""
    table = real_cards("Ada Bert", confirm="none", options={"target_score": 40})
    record(table, deal(1, "A", "B 50"))
    achievements.recompute([table.pk])
    player = table.seats.get(index=0).player
    assert player
    return player


def _luck(entrant: int, week: int) -> int:
    return entrant * 3 + (entrant * 7 + week * 5) % 17
