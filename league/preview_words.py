"""What a correction would do, in plain sentences for the organizer who is about to carry it out."""

from collections.abc import Iterator, Mapping, Sequence

from league.results import Preview
from league.rules.preview import Moved
from league.rules.state import State


def said(preview: Preview, state: State, names: Mapping[int, str]) -> list[str]:
    """Return what a correction would do, sentence by sentence, what hurts most first."""
    found = [*_of_the_whole(preview, names)]
    for one in preview.moved:
        found += _moved(one, names)
    found += _drawn(preview, names)
    found += _standings(preview, state, names)
    return found or ["Nothing else changes: neither who sits in other matches nor the standings."]


def _of_the_whole(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.reopens:
        yield "The competition is over now; it goes on until the matches that are open then have results."
    if preview.finishes:
        yield f"The competition is over with this: {_names(preview.winners, names)} won it."
    elif preview.winners and preview.winners != preview.winners_before:
        now, before = _names(preview.winners, names), _names(preview.winners_before, names)
        yield f"The competition is won by {now} instead of {before}."
    if preview.is_tied:
        yield "There is a tie at the line between going on and being out: a lot has to decide it."


def _moved(one: Moved, names: Mapping[int, str]) -> Iterator[str]:
    where = f"{one.round_name}, {one.name}" if one.name != one.round_name else one.name
    if one.is_bye:
        yield f"{one.round_name}: {_names(one.coming, names) or 'nobody'} would have the bye" + (
            f" instead of {_names(one.leaving, names)}." if one.leaving else "."
        )
        return
    if one.leaving or one.coming:
        out, into = _names(one.leaving, names), _names(one.coming, names)
        if out and into:
            yield f"{where}: {into} would play there instead of {out}."
        else:
            yield f"{where}: {into or out} would {'' if into else 'not '}play there."
    else:
        yield f"{where}: who sits there is open again, or changes seats."
    if one.rests:
        yield (
            f"{where}: its result does not count any more. It is kept, and counts again when this is "
            "corrected back."
        )
    if one.returns:
        yield f"{where}: the result that these have played before counts again."
    if one.table:
        yield f"{where} is being played at table {one.table}: whatever comes of it does not count."
    if one.table_back:
        yield f"{where} is the match at table {one.table_back} again."


def _drawn(preview: Preview, names: Mapping[int, str]) -> Iterator[str]:
    if preview.drawn_before:
        drawn = ", ".join(preview.drawn_before)
        yield f"Drawn already from the standings before, and stays as it is: {drawn}."
    if preview.unseated:
        yield (
            f"{_names(preview.unseated, names)} would go on, but the next round was drawn without a seat for "
            f"{'them' if len(preview.unseated) > 1 else 'this one'}: who goes out of it is settled so."
        )
    if preview.begun_before:
        yield f"Has begun already with those who went on before: {', '.join(preview.begun_before)}."
    if preview.instead or preview.passed:
        yield (
            f"By the corrected standings {_names(preview.instead, names) or 'nobody'} would have gone on, "
            f"and {_names(preview.passed, names) or 'nobody'} would not."
        )
    if preview.has_draft:
        yield "The draft of the next draw was made from the results before: make it anew if that matters."
    if preview.draws_next:
        yield (
            "The round is over with this: the next one is drawn half a minute later, unless you correct "
            "this back."
        )


def _standings(preview: Preview, state: State, names: Mapping[int, str]) -> Iterator[str]:
    several = sum(bool(stage.groups) for stage in state.stages) > 1
    for one in preview.shifted:
        stage = f" in {state.stages[one.stage - 1].settings.name}" if several else ""
        changes = []
        if one.rank != one.rank_before:
            changes.append(f"from place {one.rank_before} to {one.rank}")
        if one.points != one.points_before:
            changes.append(f"from {one.points_before} to {one.points} points")
        yield f"{names[one.entrant]}{stage}: {' and '.join(changes)}."


def _names(entrants: Sequence[int], names: Mapping[int, str]) -> str:
    return ", ".join(names[one] for one in entrants)
