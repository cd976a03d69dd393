"""The announcement of a competition: its fields, and the kinds that have them."""

from typing import Any, Final

from django.utils.text import format_lazy
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from league.api.base.serializers import Seen
from league.competitions.announcing.fields import CHOICES, LONGEST_NAME, NUMBERS, Choice, Number
from league.competitions.announcing.kinds import KINDS
from league.rules.settings.points import SIZES
from league.rules.settings.stages import SEASON


def _number(name: str, help_text: str) -> serializers.IntegerField:
    """Return a whole number within its bounds; null for what is usual."""
    field = NUMBERS[name] if name in NUMBERS else _bounds(CHOICES[name])
    return serializers.IntegerField(
        min_value=field.least,
        max_value=field.most,
        required=False,
        allow_null=True,
        default=field.usual,
        help_text=_with_kinds(name, help_text),
    )


def _bounds(choice: Choice) -> Number:
    values = [int(value) for value in choice.values]
    usual = None if choice.usual is None else int(choice.usual)
    return Number(min(values), max(values), usual)


def _choice(name: str, help_text: str) -> serializers.ChoiceField:
    """Return a choice; an empty text for what is usual."""
    values, usual = CHOICES[name]
    return serializers.ChoiceField(
        choices=list(values), allow_blank=True, default=usual, help_text=_with_kinds(name, help_text)
    )


def _tick(name: str, help_text: str, *, default: bool = False) -> serializers.BooleanField:
    return serializers.BooleanField(default=default, help_text=_with_kinds(name, help_text))


def _with_kinds(name: str, help_text: str) -> str:
    """Return what a field means, and which kinds of competitions ask for it where not all do."""
    kinds = ", ".join(f"`{key}`" for key, kind in KINDS.items() if name in kind.asks)
    return f"{help_text} For {kinds}." if kinds else help_text


class PointsBySize(serializers.DictField):
    """The points of places by the size of the table: not more sizes than tables have."""

    max_entries: Final = len(SIZES)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        """Return what was sent; ValidationError for more sizes than there are."""
        if isinstance(data, dict) and len(data) > self.max_entries:
            sentence = serializers.ListField.default_error_messages["max_length"]
            raise serializers.ValidationError(sentence.format(max_length=self.max_entries))
        return super().run_validation(data)


@extend_schema_serializer(
    examples=[
        OpenApiExample(
            "Example",
            {
                "name": "Autumn",
                "format": "season",
                "rulebook": "custom-1",
                "rounds": 2,
                "points": {"4": [5, 3, 2, 1]},
            },
            request_only=True,
        )
    ]
)
class Announcement(serializers.Serializer):
    """A new competition, by the fields of the page; fields for other values of `format` are ignored."""

    format = serializers.ChoiceField(
        choices=[(key, format_lazy("{}. {}", kind.title, kind.explanation)) for key, kind in KINDS.items()],
        default=SEASON,
    )
    rulebook = serializers.CharField(
        max_length=40,
        default="classic",
        help_text="Key of a preset or of your own rulebook. For `elimination_500`, a rulebook "
        "without elimination becomes `elimination-500`",
    )
    points = PointsBySize(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=100_000), max_length=SIZES[-1]
        ),
        default=dict,
        help_text="Points by place, for each size of table: {“4”: [5, 3, 2, 1]}",
    )
    turn_seconds = _number(
        "turn_seconds",
        "Time per turn. With days, players need not be online at the same time. `20`: 20 "
        "seconds. `30`: 30 seconds. `60`: One minute. `180`: 3 minutes. `600`: 10 "
        "minutes. `3600`: One hour. `86400`: One day. `259200`: 3 days. `604800`: 7 days.",
    )
    bank_seconds = _number(
        "bank_seconds",
        "Time bank of each player, once for the whole match; used when a turn takes "
        "longer. `0`: None. `60`: One minute. `180`: 3 minutes. `600`: 10 minutes. "
        "`3600`: One hour. `86400`: One day. `259200`: 3 days.",
    )
    away_after = _number(
        "away_after",
        "When a bot takes over. As usual: after 3 missed turns in a row, or after one if "
        "turns last days. `null`: As usual. `1`: After one missed turn. `2`: After 2 "
        "missed turns in a row. `3`: After 3 missed turns in a row. `5`: After 5 missed "
        "turns in a row. `10`: After 10 missed turns in a row.",
    )
    minutes = _number(
        "minutes",
        "Minutes per match. 0: no limit. When time is up, the totals decide, as the rulebook ranks them.",
    )
    at_end = _choice(
        "at_end",
        'When time is up. `""`: The deal is played to its end. `"1"`: The match ends '
        "immediately; that deal is void.",
    )
    leavers = _choice(
        "leavers",
        "Players who leave during a match. In an elimination to 500, their cards always "
        'leave play. `""`: A bot plays their cards. `"1"`: Their cards leave play, and '
        "they are placed last.",
    )
    counts_for = _choice(
        "counts_for", 'Counts for. `""`: The rated list of the club. `"1"`: The casual list only.'
    )
    venue = _choice(
        "venue",
        "Where it is played. Online and in a room, results arrive automatically, and "
        'single tables can move between the two. `"online"`: Online: at tables of this '
        'site. `"physical"`: In a room: real cards, deals recorded on phones. '
        '`"elsewhere"`: Elsewhere: organizers record the results.',
    )
    confirmation = _choice(
        "confirmation",
        "When a result with real cards is final. A player who objects calls the referee, "
        'who sees every deal. `"none"`: Immediately. `"others"`: When the others at the '
        'table confirm it. `"silence"`: When they confirm it, or do not object for a '
        "while.",
    )
    silence_minutes = _number(
        "silence_minutes", "Minutes without an objection after which a result is final."
    )
    self_report = _tick(
        "self_report",
        "Players may enter the scores of their table: with an account, or by the code on its printed "
        "sheet. Otherwise only scorekeepers and organizers do.",
    )
    round_minutes = _number(
        "round_minutes",
        "Minutes per round. 0: no limit. You start the timer; when time is up, the totals decide.",
    )
    name = serializers.CharField(max_length=LONGEST_NAME, help_text="The name of the competition.")
    table_size = _number("table_size", "Seats per table. 2 for matches of two.")
    rounds = _number("rounds", "Rounds. Or matchdays of a season.")
    evening_minutes = _number(
        "evening_minutes",
        "Minutes in which free players are seated. After that, the tables in play are the last.",
    )
    streak = _number(
        "streak",
        "Wins in a row before points double: each further win counts double until the first match "
        "that is not won. 0: never.",
    )
    divisions = _number("divisions", "Number of divisions. By seeding: the strongest play in the first.")
    movers = _number("movers", "Number promoted and relegated between every two neighbouring divisions.")
    play_offs = _number(
        "play_offs",
        "Play-offs. Between two divisions: the last player not relegated meets the best "
        "not promoted, in a match of two.",
    )
    groups = _number("groups", "Number of groups, split evenly by seeding.")
    legs = _number(
        "legs", "Matches against each opponent, at tables of two. `1`: One match. `2`: Two matches."
    )
    qualify = _number("qualify", "The number who advance from each group or division.")
    best_of_rest = _number(
        "best_of_rest", "Plus the best of the rest across all groups, to fill the knock-out."
    )
    cut = _number("cut", "The number who advance to the knock-out after the Swiss rounds.")
    advance = _number(
        "advance",
        "The number who advance from each table, in a knock-out at tables; with two at a table, always the "
        "winner.",
    )
    reseed = _choice(
        "reseed",
        'Seeding of later rounds. `""`: As usual; a knock-out is paired through to the '
        'final, and in an elimination to 500 table winners are seeded first. `"seed"`: By '
        'the first seeding. `"total"`: By points so far. With these two, each knock-out '
        "round is paired when the previous round ends, and at tables of two the top seed "
        "still in meets the lowest.",
    )
    byes = _number(
        "byes",
        "Number of top seeds that skip the first round; more only if the number of entrants requires it.",
    )
    third_place = _tick("third_place", "A match for third place.")
    placement = _tick("placement", "A match for every place, not only for the first.")
    consolation = _tick(
        "consolation",
        "Consolation. At tables of two: losers of their first match play on in a separate bracket.",
    )
    best_of_matches = _number(
        "best_of_matches",
        "Length of a match, at tables of two. Each game is played to the end, like a full "
        "match. `1`: One game. `3`: Best of 3 games. `5`: Best of 5 games.",
    )
    best_of_from = _choice(
        "best_of_from",
        "Rounds with several games; in the others one game decides. The semi-finals of a "
        'double elimination are the last round of each side. `""`: All rounds. '
        '`"semi_finals"`: Semi-finals and final. `"final"`: The final only.',
    )
    meetings_first = _choice(
        "meetings_first",
        "Priority at tables of three or more, when both are not possible. At tables of "
        'two there are no rematches where possible. `"meetings"`: New opponents. '
        '`"points"`: Opponents on equal points.',
    )
    fold = _number(
        "fold",
        "Pairing on equal points, at tables of two. `0`: Upper half against lower half. "
        "`1`: Best against last.",
    )
    pull_up = _choice(
        "pull_up",
        "Player left over on equal points, at tables of two; a player who moves up is "
        'placed behind everyone with more points. `""`: The last of them meets the best '
        'on the next score. `"top"`: The best on the next score moves up. `"middle"`: A '
        'player in the middle of the next score moves up. `"bottom"`: The last on the '
        "next score moves up.",
    )
    separate_clubs = _number(
        "separate_clubs",
        "Number of first rounds in which club-mates do not meet; a knock-out at tables "
        "always does this while possible.",
    )
    best_of = _number("best_of", "Number of best rounds that count. 0: all rounds count.")
    minimum = _number(
        "minimum", "Rounds needed to be ranked. Players with fewer rounds rank below the others."
    )
    bye_points = _number(
        "bye_points",
        "Points for a bye. Empty: as many as for a win. At tables: as many as for first "
        "place at the smallest table. None in a round robin of two, where everyone sits "
        "out once.",
    )
    target = _number("target", "Points to play to; empty: as in the rulebook.")
    limit = _number("limit", "Maximum number of entrants. 0: no limit; later entrants wait for a free space.")
    bots = _tick(
        "bots", "Bots play online for entrants without an account. Otherwise such entrants cannot start."
    )
    entry = _choice("entry", "Whether everyone or only members can enter while registration is open.")
    bot_pause_ms = _number(
        "bot_pause_ms",
        "Speed of bots, where `bots` lets them play. `1200`: Like people, after a second. "
        "`350`: Quickly. `0`: At once.",
    )
    bot_strength = _choice(
        "bot_strength",
        "How well bots play. `easy`: Any card that matches. `club`: Like a player of a club. "
        "`strong`: They think every choice through.",
    )
    by_hand = _tick(
        "by_hand",
        "You publish the pairings of each round. You see them first and can swap players; "
        "no one else sees them before that.",
    )
    lots_by_hand = _tick(
        "lots_by_hand",
        "You draw lots. When a tie must be decided by lot, the pairings wait for your click.",
        default=True,
    )


@extend_schema_serializer(
    examples=[
        OpenApiExample("What it would do", {"after": 3, "rounds": 4}, request_only=True),
        OpenApiExample("Change", {"after": 3, "rounds": 4, "sure": True}, request_only=True),
    ]
)
class AnnouncementChange(Announcement, Seen):
    """What to change of an announcement; fields that you leave out stay the same."""

    sure = serializers.BooleanField(
        default=False, help_text="Without it, the answer is a preview and nothing changes"
    )

    def get_fields(self) -> dict[str, Any]:
        """Return the fields of an announcement without defaults: only what is sent changes."""
        fields = super().get_fields()
        for name, field in fields.items():
            if name not in ("after", "sure"):
                field.required, field.default = False, serializers.empty
        return fields


@extend_schema_serializer(examples=[OpenApiExample("Example", {"name": "Autumn, again"}, request_only=True)])
class AnnouncementCopy(serializers.Serializer):
    """A copy of an announcement, without entrants."""

    name = serializers.CharField(
        max_length=LONGEST_NAME,
        allow_blank=True,
        default="",
        help_text="The name of the new competition; empty for “Copy of …”",
    )
