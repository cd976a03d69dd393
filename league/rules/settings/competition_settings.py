"""The settings of a competition, as they stand in its announcement."""

import msgspec

from games.bots.strengths import CLUB
from league.rules.settings.entry import EVERYONE
from league.rules.settings.stages import StageSettings


class CompetitionSettings(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The settings that organizers announce.

    `options` are the changes to the rulebook; `low_wins` says that low totals are better.
    `rulebook_title` is the name that a custom rulebook had, empty for a preset. At most `limit` entrants play
    (0: any number), the others wait. `venue` says where matches are played (see `venues`), and for physical
    tables `confirmation` when a result is final, `silence_minutes` after how long without an answer, and
    `self_report` that players report the deals themselves. A round lasts `round_minutes` (0: unlimited). With
    `by_hand` organizers publish each draw, with `lots_by_hand` they draw the lots. A competition that
    `is_casual` counts for the casual ladder of the club and not for the rated one. `entry` says who may enter
    while registration is open: everyone or members. `with_bots` lets bots play online for entrants without an
    account; `bot_strength` is how well bots play at its tables.
    """

    club: int
    name: str
    stages: list[StageSettings]
    rulebook: str
    options: dict[str, bool | int | str | list[str]]
    turn_seconds: int
    bot_pause_ms: int
    low_wins: bool = False
    rulebook_title: str = ""
    bank_seconds: int = 0
    away_after: int = 3
    limit: int = 0
    venue: str = "online"
    by_hand: bool = False
    lots_by_hand: bool = False
    confirmation: str = "none"
    silence_minutes: int = 10
    self_report: bool = False
    round_minutes: int = 0
    is_casual: bool = False
    entry: str = EVERYONE
    with_bots: bool = False
    bot_strength: str = CLUB
