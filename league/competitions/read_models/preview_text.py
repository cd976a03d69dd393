"""What a correction would do, in plain sentences for the organizer who is about to carry it out."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.competitions.results import Preview
from league.rules.competition.state import State
from league.rules.decisions.preview import Moved, Shifted
from league.rules.settings.labels import spoken


def said(preview: Preview, state: State, names: Mapping[int, str]) -> list[str]:
    """Return what a correction would do, sentence by sentence, what hurts most first."""
    found = [*_of_the_whole(preview, names)]
    for one in preview.moved:
        found += _moved(one, names)
    found += _drawn(preview, names)
    found += _standings(preview, state, names)
    return found or [_("Nothing else changes: neither who sits in other matches nor the standings.")]


def _of_the_whole(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.reopens:
        yield _("The competition is over now; it goes on until the matches that are open then have results.")
    if preview.finishes:
        winners = _names(preview.winners, names)
        yield _("The competition is over with this: {names} won it.").format(names=winners)
    elif preview.winners and preview.winners != preview.winners_before:
        now, before = _names(preview.winners, names), _names(preview.winners_before, names)
        yield _("The competition is won by {now} instead of {before}.").format(now=now, before=before)
    if preview.is_tied:
        yield _("There is a tie at the line between going on and being out: a lot has to decide it.")


def _moved(one: Moved, names: Mapping[int, str]) -> Iterator[str]:
    out, into = _names(one.leaving, names), _names(one.coming, names)
    if one.is_bye:
        said = _("{round}: {into} would have the bye.")
        if out:
            said = _("{round}: {into} would have the bye instead of {out}.")
        yield said.format(round=spoken(one.round_name), into=into or _("nobody"), out=out)
        return
    if one.game == 1 and (out or into or one.is_called_for is None):
        yield _of_seats(out, into).format(where=_where(one.meeting, one), into=into, out=out)
    for said in (*_of_need(one), *_of_results(one)):
        yield said.format(where=_where(one.name, one), table=one.table, table_back=one.table_back)


def _where(name: str, one: Moved) -> str:
    """Return what a match or its meeting is called where its round is not said."""
    return spoken(name if name == one.round_name else f"{one.round_name}, {name}")


def _of_seats(out: str, into: str) -> str:
    if out and into:
        return _("{where}: {into} would play there instead of {out}.")
    if into:
        return _("{where}: {into} would play there.")
    if out:
        return _("{where}: {out} would not play there.")
    return _("{where}: who sits there is open again, or changes seats.")


def _of_need(one: Moved) -> Iterator[str]:
    if one.is_called_for and not one.returns:
        yield _("{where} is to be played now.")
    elif one.is_unsure:
        yield _("{where}: whether it is needed is open again.")
    elif one.is_called_for is False:
        yield _("{where} is not needed any more.")


def _of_results(one: Moved) -> Iterator[str]:
    if one.rests:
        yield _(
            "{where}: its result does not count any more. It is kept, and counts again when this is "
            "corrected back."
        )
    if one.returns:
        yield _("{where}: the result that these have played before counts again.")
    if one.table:
        yield _("{where} is being played at table {table}: whatever comes of it does not count.")
    if one.table_back:
        yield _("{where} is the match at table {table_back} again.")


def _drawn(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.drawn_before:
        yield _("Drawn already from the standings before, and stays as it is: {rounds}.").format(
            rounds=", ".join(map(spoken, preview.drawn_before))
        )
    if preview.unseated:
        yield ngettext(
            "{names} would go on, but the next round was drawn without a seat for this one: "
            "who goes out of it is settled so.",
            "{names} would go on, but the next round was drawn without a seat for them: "
            "who goes out of it is settled so.",
            len(preview.unseated),
        ).format(names=_names(preview.unseated, names))
    if preview.begun_before:
        yield _("Has begun already with those who went on before: {stages}.").format(
            stages=", ".join(map(spoken, preview.begun_before))
        )
    if preview.instead or preview.passed:
        yield _("By the corrected standings {those} would have gone on, and {others} would not.").format(
            those=_names(preview.instead, names) or _("nobody"),
            others=_names(preview.passed, names) or _("nobody"),
        )
    if preview.has_draft:
        yield _("The draft of the next draw was made from the results before: make it anew if that matters.")
    if preview.draws_next:
        yield _(
            "The round is over with this: the next one is drawn half a minute later, unless you correct "
            "this back."
        )


def _standings(preview: Preview, state: State, names: Mapping[int, str]) -> Iterator[str]:
    several = sum(bool(stage.groups) for stage in state.stages) > 1
    for one in preview.shifted:
        who = names[one.entrant]
        if several:
            stage = state.stages[one.stage - 1].settings.title
            who = _("{name} in {stage}").format(name=who, stage=stage)
        yield _shifted(one).format(
            who=who, rank=one.rank, rank_before=one.rank_before, points=one.points, before=one.points_before
        )


def _shifted(one: Shifted) -> str:
    if one.points == one.points_before:
        return _("{who}: from place {rank_before} to {rank}.")
    if one.rank == one.rank_before:
        return ngettext(
            "{who}: from {before} to {points} point.", "{who}: from {before} to {points} points.", one.points
        )
    return ngettext(
        "{who}: from place {rank_before} to {rank} and from {before} to {points} point.",
        "{who}: from place {rank_before} to {rank} and from {before} to {points} points.",
        one.points,
    )


def _names(entrants: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[one] for one in entrants)
