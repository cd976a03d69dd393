"""What becomes of the walkovers and of the seats of an entrant who is readmitted, in sentences."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.localization.lists import listed
from league.competitions.tables_follow_withdrawals import begun, online_seats
from league.rules.competition.match_names import full_name
from league.rules.competition.stage import Match
from league.rules.competition.state import State
from league.rules.decisions.walkovers import BY_HAND, DRAFTED, FOLLOWED, RESTORABLE, Walkover, lost_by
from league.rules.settings.translated_names import translated


def preview(state: State, entrant: int) -> list[str]:
    """Say which walkovers a readmission would take back, which would stay and why, and the same of seats.

    Two queries at most.
    """
    lost = list(lost_by(state, entrant, begun(state)))
    sentences = []
    if back := [walkover for walkover in lost if walkover.fate == RESTORABLE]:
        sentence = ngettext(
            "This takes back the walkover, so that the match can be played: {matches}.",
            "This takes back the walkovers, so that the matches can be played: {matches}.",
            len(back),
        )
        sentences.append(sentence.format(matches=_names(walkover.match for walkover in back)))
    if any(walkover.tables for walkover in back):
        sentences.append(_("Tables of later matches close, as no deal has been played there."))
    return [*sentences, *_of_those_that_stay(lost), *_of_seats(state, entrant)]


def outcome(before: State, now: State, entrant: int) -> list[str]:
    """Say which walkovers a readmission has taken back, which stay and why, and the same of seats."""
    lost = lost_by(now, entrant, begun(now))
    still = {(walkover.stage.number, walkover.match.id): walkover for walkover in lost}
    back = [
        walkover.match
        for walkover in lost_by(before, entrant, ())
        if (walkover.stage.number, walkover.match.id) not in still
    ]
    sentences = []
    if back:
        sentence = ngettext(
            "The walkover was taken back: {matches}.", "The walkovers were taken back: {matches}.", len(back)
        )
        sentences.append(sentence.format(matches=_names(back)))
    return [*sentences, *_of_those_that_stay(list(still.values())), *_of_seats(now, entrant)]


def _of_those_that_stay(lost: Sequence[Walkover]) -> Iterator[str]:
    reasons = {
        FOLLOWED: _("Still lost, as later pairings or matches depend on it: {matches}."),
        DRAFTED: _(
            "Still lost while there is a draft of the next round: {matches}. Discard the draft first."
        ),
        BY_HAND: _(
            "Still lost, as someone recorded it, or the log is too old to tell: {matches}. "
            "You can correct the result."
        ),
    }
    for fate, sentence in reasons.items():
        if matches := [walkover.match for walkover in lost if walkover.fate == fate]:
            yield sentence.format(matches=_names(matches))


def _of_seats(state: State, entrant: int) -> Iterator[str]:
    seats = online_seats(state, entrant)
    if gone := [match for seat, match in seats if seat.eliminated_round]:
        sentence = ngettext(
            "This match continues online without the player: {matches}.",
            "These matches continue online without the player: {matches}.",
            len(gone),
        )
        yield sentence.format(matches=_names(gone))
    if kept := [match for seat, match in seats if not seat.eliminated_round]:
        sentence = ngettext(
            "The player still has a seat in this online match: {matches}.",
            "The player still has a seat in these online matches: {matches}.",
            len(kept),
        )
        yield sentence.format(matches=_names(kept))


def _names(matches: Iterator[Match] | Sequence[Match]) -> str:
    return listed([translated(full_name(match)) for match in matches])
