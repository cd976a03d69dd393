"""What is photographed: competitions in every state, put together by the write side, and who looks."""

from functools import partial

import msgspec

from games import scoresheets, tables
from games.analysis import queries as analyses
from games.analysis import queue, worker
from games.analysis.deal import Worlds
from games.analysis.judged_choices import Pace
from games.bots.match_equity import Effort
from games.models import Player, Table
from games.replay import comments
from games.rules.scoresheet.decide import RecordDeal
from league import competitions
from league.awards import closings
from league.models import Club, Competition, Membership
from league.rules.competition import commands as asked
from league.rules.settings.divisions import Border
from league.rules.settings.stages import (
    DOUBLE_ELIMINATION,
    ELIMINATION_500,
    ROUND_ROBIN,
    SEASON,
    SINGLE_ELIMINATION,
    SWISS,
    StageSettings,
)
from tests.games.playing import dealt, open_table, play_out
from tests.league.by_hand import do, waiting
from tests.league.club_nights import BY, later, matches, play_on
from tests.screenshots import (
    account_scenes,
    club_scenes,
    evening_scenes,
    event_night_scenes,
    passing_states,
    player_scenes,
    puzzle_scenes,
    table_scenes,
    webhook_scenes,
)
from tests.screenshots.names import NAMES
from tests.screenshots.results import by_luck, play, report
from tests.screenshots.table_scenes import Scene

_FEW = Worlds(open=40, seen=12, choices=Pace(20, 80), equity=Effort(300, 100))
"""Enough worlds for a picture."""


def build() -> list[Scene]:
    """Put everything together and return the scenes."""
    club = Club.objects.create(name="Riverside Card Club", slug="riverside-card-club")
    people = [Player.objects.create(name=name) for name in NAMES[:24]]
    Membership.objects.bulk_create(
        Membership(club=club, player=person, is_owner=person == people[0]) for person in people
    )
    boss, member = people[0], people[1]
    scenes = [
        Scene("lobby", "/"),
        Scene("club", f"/clubs/{club.slug}/", boss),
        Scene("ladder", f"/clubs/{club.slug}/ladder/"),
        Scene("announce", f"/clubs/{club.slug}/competitions/new/", boss),
        Scene("how-to-play", "/how-to-play/?rulebook=russian-stacked"),
        Scene("how-to-play-tried", "/how-to-play/?try=out&moves=play+r7"),
        Scene("rules", "/rules/"),
        Scene("api", "/api/v1/docs/"),
        Scene("api-codes", "/api/v1/docs/?show=codes"),
        Scene("me", "/me/", member),
        Scene("log-in", "/log-in/"),
        Scene("sign-up", "/sign-up/"),
        Scene("error-not-here", "/nowhere/", status=404),
        Scene("error-not-allowed", f"/clubs/{club.slug}/edit/", member, status=403),
    ]
    scenes += _planned(club, people, boss, member)
    scenes += passing_states.scenes(partial(_announced, club), people, boss)
    scenes += _swiss(club, people, boss, member)
    scenes += _brackets(club, people, boss)
    scenes += _season(club, people, boss)
    scenes += _tables(member)
    scenes += club_scenes.scenes()
    scenes += evening_scenes.scenes()
    scenes += player_scenes.scenes(club, people, member)
    scenes += puzzle_scenes.scenes(member)
    scenes += account_scenes.scenes(member)
    scenes += webhook_scenes.scenes(club, boss)
    return scenes


def _announced(club: Club, people: list[Player], name: str, *stages: StageSettings, **facts) -> Competition:
    facts = {"rulebook": "classic", "options": {}, "venue": "elsewhere", **facts}
    made = competitions.create(
        with_bots=True, club=club, name=name, stages=list(stages), by=BY, at=later(0), **facts
    )
    competitions.enter(made.pk, players=people, by=BY, at=later(1))
    return made


def _planned(club: Club, people: list[Player], boss: Player, member: Player) -> list[Scene]:
    planned = _announced(
        club, people[:9], "Winter Cup", StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1), limit=8
    )
    empty = _announced(club, [], "Spring Cup", StageSettings(SWISS, table_size=4, rounds=5))
    door = _announced(club, people[:12], "Door Cup", StageSettings(SWISS, table_size=4, rounds=5))
    do(door, asked.OpenCheckIn("KQ7W"))
    for number in (1, 2, 5):
        do(door, asked.CheckIn([number]))
    return [
        Scene("planned-desk", f"/competitions/{planned.pk}/desk/", boss),
        Scene("planned", f"/competitions/{planned.pk}/", boss),
        Scene("planned-member", f"/competitions/{planned.pk}/", member),
        Scene("planned-entrant", f"/competitions/{planned.pk}/entrants/2/", boss),
        Scene("empty-desk", f"/competitions/{empty.pk}/desk/", boss),
        Scene("empty", f"/competitions/{empty.pk}/"),
        Scene("check-in-desk", f"/competitions/{door.pk}/desk/", boss),
        Scene("check-in-door", f"/competitions/{door.pk}/door/", boss),
        Scene("check-in-member", f"/competitions/{door.pk}/", member),
        Scene("check-in-code", f"/competitions/{door.pk}/check-in/", people[2]),
    ]


def _swiss(club: Club, people: list[Player], boss: Player, member: Player) -> list[Scene]:
    made = _announced(club, people, "Friday Swiss", StageSettings(SWISS, table_size=4, rounds=4))
    do(made, asked.Start())
    play(made, 2)
    open_match, *_rest = waiting(made)
    report(made, open_match, by_luck(open_match.entrants, 1))
    stage = competitions.look(made.pk).stage
    first = stage.matches[stage.rounds[0].matches[0].id]
    do(made, asked.Adjust(stage.number, 3, -2, "Came late twice"), minutes=90)
    turned = {"kind": "played", "reason": "The score sheet was read upside down"}
    for place in first.places:
        turned |= {
            f"place_{place.entrant}": str(5 - place.place),
            f"total_{place.entrant}": str(125 * place.place),
        }
    paused = _announced(
        club, people[:8], "Paused Cup", StageSettings(DOUBLE_ELIMINATION, table_size=2, advance=1)
    )
    do(paused, asked.Start())
    do(paused, asked.Pause())
    page = f"/competitions/{made.pk}/"
    next_up = waiting(made)[0]
    waiting_key = next_up.id
    alone = {f"place_{next_up.entrants[0]}": "1"}
    return [
        Scene("swiss", page),
        Scene("swiss-organizer", page, boss),
        Scene("swiss-desk", f"{page}desk/", boss),
        Scene("swiss-bracket", f"{page}bracket/", click="#share summary"),
        Scene("swiss-past", f"{page}?step=9"),
        Scene("swiss-nobody-found", f"{page}?find=Zacharias"),
        Scene("swiss-still-in", f"{page}?who=in"),
        Scene("swiss-framed", f"{page}embed/standings/?theme=auto"),
        Scene("swiss-row", f"{page}standings/1/3/"),
        Scene("swiss-history", f"{page}history/", boss),
        Scene("tiebreaks", f"{page}tiebreaks/1/", boss),
        Scene("lines", f"{page}stages/1/lines/", boss),
        Scene("match-done", f"{page}matches/1/{first.id}/", boss),
        Scene("match-waiting", f"{page}matches/1/{waiting_key}/", boss),
        Scene("report-refused", f"{page}matches/1/{waiting_key}/", boss, alone, status=422),
        Scene("correct-preview", f"{page}matches/1/{first.id}/", boss, turned),
        Scene("paused", f"/competitions/{paused.pk}/", member),
        Scene("paused-desk", f"/competitions/{paused.pk}/desk/", boss),
    ]


def _brackets(club: Club, people: list[Player], boss: Player) -> list[Scene]:
    scenes = []
    for name, count, stages in (
        ("Knock-out", 11, [StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1, third_place=True)]),
        ("Double", 16, [StageSettings(DOUBLE_ELIMINATION, table_size=2, advance=1)]),
        ("To 500", 23, [StageSettings(ELIMINATION_500, table_size=5, advance=2)]),
        (
            "Groups and finals",
            16,
            [
                StageSettings(ROUND_ROBIN, table_size=2, groups=4, qualify=2),
                StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1),
            ],
        ),
    ):
        tables = {"rulebook": "elimination-500", "venue": "physical"}
        facts = tables if stages[0].format == ELIMINATION_500 else {}
        made = _announced(club, people[:count], name, *stages, **facts)
        do(made, asked.Start())
        play(made, 2 if count != 23 else 1)
        if count == 23:
            _climb(made)
        slug = name.lower().replace(" ", "-")
        scenes += [
            Scene(slug, f"/competitions/{made.pk}/"),
            Scene(f"{slug}-bracket", f"/competitions/{made.pk}/bracket/"),
            Scene(f"{slug}-framed", f"/competitions/{made.pk}/embed/bracket/?theme=auto"),
        ]
        if slug == "double":
            place, seed = f"/competitions/{made.pk}/bracket/", "#bracket .match__seed >> nth=0"
            scenes.append(Scene("double-followed", place, click=seed))
        if slug in ("double", "to-500"):
            scenes.append(Scene(f"print-{slug}", f"/competitions/{made.pk}/print/bracket/"))
    return [*scenes, _groups(club, people[:8])]


def _climb(made: Competition) -> None:
    """Let the first table of the new round play some deals with real cards: its totals are on their way."""
    match = matches(made)[0]
    left = {1: 38, 2: 61, 3: 24, 4: 90}
    for number in range(1, 5):
        deal = RecordDeal(number, 0, {seat: points - 5 * number for seat, points in left.items()})
        scoresheets.act(match.table_id, deal, by="scorekeeper:1", at=later(95 + number))


def _groups(club: Club, people: list[Player]) -> Scene:
    """Two groups before their last matches: some are through, some are out, some still hope."""
    groups = StageSettings(ROUND_ROBIN, table_size=2, groups=2, qualify=2)
    final = StageSettings(SINGLE_ELIMINATION, table_size=2, advance=1)
    made = _announced(club, people, "Group night", groups, final)
    do(made, asked.Start())
    for match in waiting(made):
        if sorted(match.entrants) not in ([1, 4], [5, 8], [6, 7]):
            report(made, match, sorted(match.entrants))
    return Scene("group-night", f"/competitions/{made.pk}/")


def _season(club: Club, people: list[Player], boss: Player) -> list[Scene]:
    stage = StageSettings(SEASON, table_size=4, rounds=3, groups=2, borders=[Border(2, 2)])
    made = _announced(club, people, "Autumn season", stage)
    do(made, asked.Start())
    play(made)
    page = f"/competitions/{made.pk}/"
    playing_off = _announced(club, people, "Winter season", stage)
    do(playing_off, asked.Start())
    play(playing_off, 3)
    first = waiting(playing_off)[0]
    report(playing_off, first, first.entrants[::-1])
    drafted = _announced(
        club, people, "Spring season", msgspec.structs.replace(stage, rounds=1), by_hand=True
    )
    do(drafted, asked.Start(), asked.MakeDraft(), asked.Publish())
    play(drafted, 1)
    do(drafted, asked.MakeDraft())
    cancelled = _announced(club, people[:4], "Called off", StageSettings(SEASON, table_size=4, rounds=3))
    do(cancelled, asked.Cancel("The hall is closed"))
    online = _announced(
        club,
        people[8:16],
        "Winter season",
        StageSettings(SEASON, table_size=4, rounds=3, groups=2),
        options={"target_score": 120, "stack_draw_two": "sum", "jump_in": True},
        venue="online",
    )
    do(online, asked.Start())
    play_on(online)
    closing = Scene("closing-waiting", f"/competitions/{made.pk}/closing/")
    closings.recompute(online.pk)
    return [
        closing,
        Scene("closing", f"/competitions/{online.pk}/closing/", boss),
        Scene("print-certificates", f"/competitions/{online.pk}/print/certificates/"),
        Scene("season-finished", page, boss),
        Scene("season-desk", f"{page}desk/", boss),
        Scene("next-season", f"{page}next-season/", boss),
        Scene("season-play-offs", f"/competitions/{playing_off.pk}/", boss),
        Scene("season-play-offs-rounds", f"/competitions/{playing_off.pk}/bracket/"),
        Scene("season-play-offs-match", f"/competitions/{playing_off.pk}/matches/1/P1.1/", boss),
        Scene("season-play-offs-draft", f"/competitions/{drafted.pk}/draft/", boss),
        Scene("cancelled", f"/competitions/{cancelled.pk}/"),
        Scene("cancelled-desk", f"/competitions/{cancelled.pk}/desk/", boss),
    ]


def _tables(member: Player) -> list[Scene]:
    over = dealt(f"Sara {table_scenes.LONGEST_WORD} bot", options={"target_score": 40})
    return [
        *table_scenes.scenes(),
        *event_night_scenes.scenes(),
        Scene("table-new", "/tables/new/", member),
        *_replays(play_out(over.pk).pk, member),
    ]


def _replays(finished: int, member: Player) -> list[Scene]:
    long = open_table("bot bot bot bot", name="Night of the bots")
    tables.start(long.pk, by=BY, at=later(0))
    page = f"/tables/{play_out(long.pk).pk}/replay/"
    for step, text in ((12, "What an opening."), (40, "I would have kept that one."), (40, "So would I!")):
        comments.say(long.pk, step, text, player=member, at=later(0))
    return [
        Scene("replay", f"/tables/{finished}/replay/"),
        Scene("replay-long", f"{page}?step=40", member, click="#share summary"),
        Scene("replay-keys", page, click="#show-keys"),
        Scene("replay-seat", f"{page}?step=200&seat=B&moves=uno"),
        Scene("replay-end", f"{page}?step=999999&moves=penalties"),
        Scene("replay-analysed", f"/tables/{finished}/replay/?step={_analysed(finished)}", member),
    ]


def _analysed(finished: int) -> int:
    """Have a match analysed, and return the step of its dearest choice."""
    queue.ask(finished, at=later(0))
    worker.work(finished, clock=lambda: later(0), worlds=_FEW)
    deals = analyses.of(Table.objects.get(pk=finished)).deals
    decisions = [decision for deal in deals for decision in deal.decisions or []]
    return max(decisions, key=lambda decision: decision.cost).step
