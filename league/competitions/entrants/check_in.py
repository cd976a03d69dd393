"""The check-in of a competition: its code, and guests who come without an entry."""

import datetime as dt
import secrets
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.rules.base.refusal import Refusal
from league import competitions
from league.competitions.entrants import entering
from league.competitions.entrants.entering import Candidates, Newcomer
from league.models import Competition
from league.rules.competition import commands
from league.rules.competition.state import BEFORE_START, State

LETTERS: Final = "CDFGHJKMNPQRTWXY34679"
"""No two of these look alike on a screen across a hall, and they spell no words."""
CODE_LENGTH: Final = 5


def new_code() -> str:
    """Return a code for a check-in that can be read out."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


class SimilarNameError(Refusal):
    """A `name` is new and nearly that of an entrant, a member or a guest."""

    def __init__(self, name: str) -> None:
        super().__init__("similar_names", _("Someone here has nearly this name."))
        self.name = name


@transaction.atomic
def let_in(
    competition: Competition,
    name: str,
    *,
    is_sure: bool = False,
    division: int = 0,
    by: str,
    at: dt.datetime,
) -> State:
    """Enter a guest by name, a member of that name or a new one, and check the guest in where others do.

    Return the state of the competition with the guest.

    Refusals: `bad_form`, `similar_names` unless the sender is sure, and those of `competitions.enter`.
    """
    if not name:
        raise Refusal("bad_form", str(entering.NOBODY))
    candidates = Candidates.of(competition)
    guest = Newcomer(name)
    if faults := candidates.faults([(1, guest)]):
        raise Refusal("bad_form", faults[0])
    if not is_sure and candidates.similar(name, among_entrants=True):
        raise SimilarNameError(name)
    player = candidates.by_name(name) or entering.new_guest(name)
    competitions.enter(competition.pk, players=[player], division=division, by=by, at=at)
    state = competitions.look(competition.pk)
    if state.was_checked_in and state.status in BEFORE_START:
        number = next(entrant.number for entrant in state.entrants.values() if entrant.player == player.pk)
        competitions.act(competition.pk, commands.CheckIn([number]), by=by, at=at)
    return state
