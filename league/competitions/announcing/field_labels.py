"""The labels of the fields of an announcement and of their choices, for its form and for programs."""

from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.wording import bot_strengths, turn_times
from league.competitions.announcing.fields import YES
from league.competitions.announcing.kinds import KINDS
from league.rules.brackets.series import FROM_FINAL, FROM_SEMI_FINALS
from league.rules.settings.entry import EVERYONE, MEMBERS
from league.rules.settings.stages import BY_SEED, BY_TOTAL
from league.rules.settings.venues import AT_ONCE, BY_SILENCE, BY_THE_OTHERS, ELSEWHERE, ONLINE, PHYSICAL
from league.rules.swiss.usual_opponents import BOTTOM, MIDDLE, TOP

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LABELS: Final[dict[str, "StrOrPromise"]] = {
    **turn_times.LABELS,
    "minutes": _("Minutes for a match"),
    "at_end": _("When time is up"),
    "leavers": _("When a player leaves during a match"),
    "counts_for": _("Rating"),
    "venue": _("Where do you play?"),
    "confirmation": _("Confirmation of results with real cards"),
    "silence_minutes": _("Minutes to object"),
    "self_report": _("Players may enter the scores of their table"),
    "round_minutes": _("Minutes for a round"),
    "name": pgettext_lazy("of a thing", "Name"),
    "entry": _("Who can enter?"),
    "format": _("Format"),
    "rulebook": _("Rulebook"),
    "table_size": _("Seats per table"),
    "rounds": pgettext_lazy("how many", "Rounds"),
    "evening_minutes": _("Minutes"),
    "streak": _("Wins in a row before points double"),
    "divisions": _("Number of divisions"),
    "movers": _("Number promoted and relegated"),
    "play_offs": _("Play-offs"),
    "groups": _("Number of groups"),
    "legs": _("Matches against each opponent"),
    "qualify": _("Advance from each group"),
    "best_of_rest": _("Plus the best of the rest"),
    "cut": _("Advance to the knock-out"),
    "advance": _("Advance from each table"),
    "reseed": _("Seeding of later rounds"),
    "byes": _("Number of byes"),
    "third_place": _("Third-place match"),
    "placement": _("Matches for all places"),
    "consolation": _("Consolation"),
    "best_of_matches": _("Length of a match"),
    "best_of_from": _("Rounds with several games"),
    "meetings_first": _("Priority at tables of three or more"),
    "fold": _("Pairing on equal points"),
    "pull_up": _("Player left over on equal points"),
    "separate_clubs": _("Keep clubs apart"),
    "best_of": _("Number of best rounds that count"),
    "minimum": _("Rounds needed to be ranked"),
    "points": _("Points by place"),
    "bye_points": _("Points for a bye"),
    "target": _("Play to"),
    "limit": _("Maximum number of entrants"),
    "bot_pause_ms": _("Bot speed"),
    "bot_strength": _("The bots play"),
    "by_hand": _("I publish the pairings of each round"),
    "lots_by_hand": _("I draw lots"),
    "bots": _("Bots play for entrants without an account"),
}
"""In the order of the form."""
CHOICE_LABELS: Final[dict[str, dict[Any, "StrOrPromise"]]] = {
    **turn_times.CHOICE_LABELS,
    "at_end": {
        "": _("The deal is played to the end"),
        YES: _("The match ends at once; the current deal is void"),
    },
    "leavers": {
        "": _("A bot plays their cards"),
        YES: _("Their cards go out of play; placed last"),
    },
    "counts_for": {"": _("The club’s rating list"), YES: _("The casual rating list only")},
    "venue": {
        PHYSICAL: _("At our tables with real cards"),
        ONLINE: _("Online here"),
        ELSEWHERE: _("Elsewhere"),
    },
    "confirmation": {
        AT_ONCE: _("None: a result is final at once"),
        BY_THE_OTHERS: _("The others at the table confirm the result"),
        BY_SILENCE: _("The others confirm or do not object"),
    },
    "entry": {
        "": _("Only players I enter"),
        EVERYONE: _("Everyone"),
        MEMBERS: _("Members of the club"),
    },
    "format": {key: kind.title for key, kind in KINDS.items()},
    "legs": {1: _("One match"), 2: _("Two matches")},
    "reseed": {
        "": _("As usual"),
        BY_SEED: _("By the first seeding"),
        BY_TOTAL: _("By points so far"),
    },
    "best_of_matches": {1: _("One game"), 3: _("Best of 3 games"), 5: _("Best of 5 games")},
    "best_of_from": {
        "": _("All rounds"),
        FROM_SEMI_FINALS: _("Semi-finals and final"),
        FROM_FINAL: _("The final only"),
    },
    "meetings_first": {"meetings": _("New opponents"), "points": _("Opponents on equal points")},
    "fold": {0: _("Upper half against lower half"), 1: _("Best against last")},
    "pull_up": {
        "": _("The last of them meets the best on the next score"),
        TOP: _("The best on the next score moves up"),
        MIDDLE: _("A player in the middle of the next score moves up"),
        BOTTOM: _("The last on the next score moves up"),
    },
    "bot_pause_ms": {1200: _("Like people, after a second"), 350: _("Quickly"), 0: _("At once")},
    "bot_strength": {**bot_strengths.NAMED},
}
"""The label of each choice of a field."""
