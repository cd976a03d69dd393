"""The effects of a correction, in sentences for the organizer before it is made."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.localization.lists import listed
from games.localization.numbers import number
from league.competitions.results import Preview
from league.rules.competition.stage import Match
from league.rules.competition.state import State
from league.rules.decisions.correction_preview import Moved, Shifted
from league.rules.settings.translated_names import translated


def sentences(preview: Preview, state: State, names: Mapping[int, str]) -> list[str]:
    """Return the effects of a correction, sentence by sentence, the most serious first."""
    sentences = [*_of_the_whole(preview, names), *_through(preview, names)]
    for moved in preview.moved:
        sentences += _moved(moved, names)
    sentences += _drawn(preview, names)
    sentences += _standings(preview, state, names)
    return sentences or [_("Nothing else changes: no seats in other matches, no ranks and no points.")]


def of_removal(match: Match, names: Mapping[int, str]) -> list[str]:
    """Return what becomes of the result of a match that is removed, sentence by sentence."""
    if not match.has_totals:
        told = [_("The ranks of this match are removed.")]
    else:
        totals = [f"{names[place.entrant]} {number(place.total)}" for place in match.places]
        told = [_("The totals of this match are removed: {totals}.").format(totals=listed(totals))]
    if match.tied:
        told.append(_("Enter the new totals after the deal; the fields will show those from before."))
    return [*told, _("Until it has a new result, this match does not count in the standings.")]


def _of_the_whole(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.reopens:
        yield _("The competition is over now; it will continue until the reopened matches have results.")
    if preview.finishes:
        winners = _names(preview.winners, names)
        yield _("This ends the competition. Winner: {names}.").format(names=winners)
    elif preview.winners and preview.winners != preview.winners_before:
        now, before = _names(preview.winners, names), _names(preview.winners_before, names)
        yield _("{now} wins the competition instead of {before}.").format(now=now, before=before)
    if preview.is_tied:
        yield _("There is a tie: who advances must be decided.")


def _through(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.through:
        sentence = ngettext("{names} advances.", "{names} advance.", len(preview.through))
        yield sentence.format(names=_names(preview.through, names))
    if preview.stopped:
        sentence = ngettext("{names} no longer advances.", "{names} no longer advance.", len(preview.stopped))
        yield sentence.format(names=_names(preview.stopped, names))


def _moved(moved: Moved, names: Mapping[int, str]) -> Iterator[str]:
    out, into = _names(moved.leaving, names), _names(moved.coming, names)
    if moved.is_bye:
        sentence = _("{round}: {into} would have the bye.")
        if out:
            sentence = _("{round}: {into} would have the bye instead of {out}.")
        yield sentence.format(
            round=translated(moved.round_name), into=into or pgettext("players", "no one"), out=out
        )
        return
    if moved.game == 1 and (out or into or moved.is_called_for is None):
        yield _of_seats(out, into).format(where=_where(moved.meeting, moved), into=into, out=out)
    for sentence in (*_of_need(moved), *_of_results(moved)):
        yield sentence.format(where=_where(moved.name, moved))


def _where(name: str, moved: Moved) -> str:
    """Return the name of a match or its meeting including its round."""
    return translated(name if name == moved.round_name else f"{moved.round_name}, {name}")


def _of_seats(out: str, into: str) -> str:
    if out and into:
        return _("{where}: {into} would play there instead of {out}.")
    if into:
        return _("{where}: {into} would play there.")
    if out:
        return _("{where}: {out} would not play there.")
    return _("{where}: the seats there are open again, or change.")


def _of_need(moved: Moved) -> Iterator[str]:
    if moved.is_called_for and not moved.returns:
        yield _("{where} must be played now.")
    elif moved.is_unsure:
        yield _("{where}: it is open again whether it is needed.")
    elif moved.is_called_for is False:
        yield _("{where} is no longer needed.")


def _of_results(moved: Moved) -> Iterator[str]:
    if moved.rests:
        yield _(
            "{where}: its result no longer counts. It is saved, and will count again if you undo this "
            "correction."
        )
    if moved.returns:
        yield _("{where}: the earlier result of these players counts again.")
    if moved.table:
        yield _("{where}: its table will be closed, and what was played there will not count.")
    if moved.table_back:
        yield _("{where} gets its earlier table back, with what was played there.")


def _drawn(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.drawn_before:
        yield _("Already paired from the earlier standings; this does not change: {rounds}.").format(
            rounds=listed([translated(name) for name in preview.drawn_before])
        )
    if preview.unseated:
        yield ngettext(
            "{names} would advance, but the next round was paired without a seat for this player, so who "
            "is eliminated is already settled.",
            "{names} would advance, but the next round was paired without seats for them, so who is "
            "eliminated is already settled.",
            len(preview.unseated),
        ).format(names=_names(preview.unseated, names))
    if preview.begun_before:
        yield _("Already begun with those who advanced before: {stages}.").format(
            stages=listed([translated(name) for name in preview.begun_before])
        )
    if preview.instead or preview.passed:
        yield _("By the corrected standings {those} would have advanced, and {others} would not.").format(
            those=_names(preview.instead, names) or pgettext("players", "no one"),
            others=_names(preview.passed, names) or pgettext("players", "no one"),
        )
    if preview.has_draft:
        yield _(
            "The draft pairings of the next round were made from the earlier results: make new ones if "
            "that matters."
        )
    if preview.draws_next:
        yield _(
            "This ends the round: the next round is paired half a minute later, unless you undo this "
            "correction."
        )


def _standings(preview: Preview, state: State, names: Mapping[int, str]) -> Iterator[str]:
    several = sum(bool(stage.groups) for stage in state.stages) > 1
    for shifted in preview.shifted:
        name = names[shifted.entrant]
        if several:
            stage = state.stages[shifted.stage - 1].settings.title
            name = _("{name} in {stage}").format(name=name, stage=stage)
        yield _shifted(shifted).format(
            who=name,
            rank=shifted.rank,
            rank_before=shifted.rank_before,
            points=shifted.points,
            before=shifted.points_before,
        )


def _shifted(shifted: Shifted) -> str:
    if shifted.points == shifted.points_before:
        return _("{who}: from rank {rank_before} to {rank}.")
    if shifted.rank == shifted.rank_before:
        return ngettext(
            "{who}: from {before} to {points} point.",
            "{who}: from {before} to {points} points.",
            shifted.points,
        )
    return ngettext(
        "{who}: from rank {rank_before} to {rank} and from {before} to {points} point.",
        "{who}: from rank {rank_before} to {rank} and from {before} to {points} points.",
        shifted.points,
    )


def _names(entrants: Sequence[int], names: Mapping[int, str]) -> str:
    return listed([names[entrant] for entrant in entrants])
