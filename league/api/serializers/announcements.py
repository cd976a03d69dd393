"""A competition that is to be announced: the fields of an announcement, and which kinds ask for them."""

from typing import Any, Final

from django.utils.text import format_lazy
from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

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


def _tick(name: str, help_text: str) -> serializers.BooleanField:
    return serializers.BooleanField(default=False, help_text=_with_kinds(name, help_text))


def _with_kinds(name: str, help_text: str) -> str:
    """Return what a field means, and which kinds of competitions ask for it where not all do."""
    kinds = ", ".join(f"`{key}`" for key, kind in KINDS.items() if name in kind.asks)
    return f"{help_text} Asked for by {kinds}." if kinds else help_text


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
    """A competition to be announced, by the fields of the page: what its `format` does not ask for stays out."""  # noqa: E501 - the schema shows it as it is

    format = serializers.ChoiceField(
        choices=[(key, format_lazy("{}. {}", kind.title, kind.explanation)) for key, kind in KINDS.items()],
        default=SEASON,
    )
    rulebook = serializers.CharField(
        max_length=40,
        default="classic",
        help_text="Key of a preset or of a rulebook of your own. For `elimination_500` one without"
        " elimination becomes `elimination-500`",
    )
    points = PointsBySize(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=0, max_value=100_000), max_length=SIZES[-1]
        ),
        default=dict,
        help_text="Points by place, by the size of the table: {“4”: [5, 3, 2, 1]}",
    )
    turn_seconds = _number(
        "turn_seconds",
        "Time for a turn. With days you play when it suits you: nobody has to be there at the same time. "
        "`20`: 20 seconds. `30`: 30 seconds. `60`: One minute. `180`: 3 minutes. `600`: 10 minutes. "
        "`3600`: One hour. `86400`: One day. `259200`: 3 days. `604800`: 7 days.",
    )
    bank_seconds = _number(
        "bank_seconds",
        "Time bank. Of each player, once for the whole match: used up when a turn takes longer than its "
        "time. `0`: None. `60`: One minute. `180`: 3 minutes. `600`: 10 minutes. `3600`: One hour. "
        "`86400`: One day. `259200`: 3 days.",
    )
    away_after = _number(
        "away_after",
        "A bot takes over. As usual: after 3 missed turns in a row, after one where turns last days. "
        "`null`: As usual. `1`: After one missed turn. `2`: After 2 missed turns in a row. `3`: After 3 "
        "missed turns in a row. `5`: After 5 missed turns in a row. `10`: After 10 missed turns in a row.",
    )
    minutes = _number(
        "minutes",
        "Minutes for a match. 0: as long as it takes. When time is up the totals decide, as the rulebook "
        "ranks them.",
    )
    at_end = _choice(
        "at_end",
        'When time is up. `""`: The deal is played to its end. `"1"`: The match ends at once; that deal '
        "is void.",
    )
    leavers = _choice(
        "leavers",
        'Who leaves during a match. In an elimination to 500 the cards always go out of play. `""`: A bot'
        ' plays those cards. `"1"`: Those cards go out of play, and they are placed last.',
    )
    counts_for = _choice(
        "counts_for", 'Counts for. `""`: The rated ladder of the club. `"1"`: The casual ladder only.'
    )
    venue = _choice(
        "venue",
        "Where it is played. Online and in a room results come in by themselves, and single tables can "
        'change places. `"online"`: Online: at tables of this site. `"physical"`: In a room: real cards, '
        'deals written down on phones. `"elsewhere"`: Elsewhere: I write the results down.',
    )
    confirmation = _choice(
        "confirmation",
        "A result with real cards is final. Whoever objects calls the referee, who sees every deal. "
        '`"none"`: At once. `"others"`: When the others at the table confirm it. `"silence"`: When they '
        "confirm it, or say nothing for a while.",
    )
    silence_minutes = _number(
        "silence_minutes", "Minutes of silence. Then a result that nobody objected to is final."
    )
    self_report = _tick(
        "self_report",
        "Players write the deals down themselves. Else a scorekeeper does, one at as many tables as you "
        "like.",
    )
    round_minutes = _number(
        "round_minutes",
        "Minutes for a round. 0: as long as it takes. You start the timer; when it is over, totals rank.",
    )
    name = serializers.CharField(max_length=LONGEST_NAME, help_text="Name.")
    table_size = _number("table_size", "Seats at a table. 2 for matches of two.")
    rounds = _number("rounds", "Rounds. Or matchdays of a season.")
    divisions = _number("divisions", "Divisions. By the seeding: the strongest play in the first.")
    movers = _number("movers", "Go up and down. So many between two divisions.")
    play_offs = _number(
        "play_offs",
        "Play-offs. Between two divisions: the last who stays meets the best who does not go up, in a "
        "match of two.",
    )
    groups = _number("groups", "Groups. Dealt evenly by the seeding.")
    legs = _number("legs", "Everybody meets everybody. Where two sit at a table. `1`: Once. `2`: Twice.")
    qualify = _number("qualify", "Go on from each. The best of each group or division play on.")
    best_of_rest = _number(
        "best_of_rest", "And the best of the rest. Over all groups: to fill up the knock-out."
    )
    cut = _number("cut", "Go on to the knock-out. The best after the Swiss rounds.")
    advance = _number("advance", "Go on from a table. In a knock-out by tables; of two always the winner.")
    reseed = _choice(
        "reseed",
        "Later rounds are seeded. Seeded by one of these, each round of a knock-out is drawn when the one"
        " before is over, and of two at a table the best still in meets the last. As usual: a knock-out "
        'is drawn to its end, and in an elimination to 500 the winners of tables come first. `""`: As '
        'usual. `"seed"`: By the first seeding. `"total"`: By points so far.',
    )
    byes = _number(
        "byes", "Byes. Number of best seeds that skip the first round; more only where the field needs it."
    )
    third_place = _tick("third_place", "Play for the third place.")
    placement = _tick("placement", "Play for all places. Matches for every place, not only for the first.")
    consolation = _tick(
        "consolation",
        "Consolation. Where two play: whoever loses the first match plays on in a bracket beside it.",
    )
    best_of_matches = _number(
        "best_of_matches",
        "Who goes on is decided by. Where two sit at a table. Each game is played to the end, as a match "
        "would be. `1`: One game. `3`: The best of 3 games. `5`: The best of 5 games.",
    )
    best_of_from = _choice(
        "best_of_from",
        "The best of several games decides. In the other rounds one game decides. Semi-finals of a double"
        ' elimination are the last round of each side. `""`: All rounds. `"semi_finals"`: Semi-finals and'
        ' final. `"final"`: The final only.',
    )
    meetings_first = _choice(
        "meetings_first",
        "At tables of three and more. When both cannot be had. Where two play, nobody meets twice while "
        'it can be avoided. `"meetings"`: New opponents come first. `"points"`: Equal points come first.',
    )
    fold = _number(
        "fold",
        "Who meets whom on equal points. Where two sit at a table. `0`: The upper half the lower half. "
        "`1`: The best the last.",
    )
    pull_up = _choice(
        "pull_up",
        "If somebody is left over among equal points. Where two sit at a table: who comes up stands "
        'behind all who have more points. `""`: The last of them meets the best with the next points. '
        '`"top"`: The best with the next points comes up. `"middle"`: One in the middle with the next '
        'points comes up. `"bottom"`: The last with the next points comes up.',
    )
    separate_clubs = _number(
        "separate_clubs",
        "Keep clubs apart. In so many first rounds; a knock-out by tables always does while it can.",
    )
    best_of = _number("best_of", "Best rounds that count. 0: all rounds count.")
    minimum = _number("minimum", "Rounds to be ranked. Who has played fewer stands behind the others.")
    bye_points = _number(
        "bye_points",
        "Points for a bye. Empty: as many as a win. At tables those of the first place at the smallest "
        "one, which everybody could have had. Nothing in a round robin of two, where everybody sits out "
        "once.",
    )
    target = _number("target", "Play to. Points; empty: as the rulebook says.")
    limit = _number("limit", "Most entrants. 0: any number; who comes later waits for a free place.")
    bot_pause_ms = _number(
        "bot_pause_ms",
        "Bots move. They play for everybody without an account. `1200`: Like people, after a second. "
        "`350`: Quickly. `0`: At once.",
    )
    by_hand = _tick(
        "by_hand",
        "I publish each draw. You look at it first, swap if you like, and nobody else sees it before.",
    )
    lots_by_hand = _tick(
        "lots_by_hand", "I draw lots. When a tie must be decided by lot, the draw waits for your click."
    )
