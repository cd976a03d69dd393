"""Results that people write down, compared with what a match under the rulebook can come to."""

from collections.abc import Sequence
from itertools import combinations

from games.rules.base.language import _, listed
from games.rules.base.refusal import IllegalCommand
from games.rules.cards.cards import points_table
from games.rules.options.options import Options, stored
from games.rules.play.dealing import whole_deck
from league.rules.brackets.advance import Finish
from league.rules.competition.state import State

_BY_TOTAL = ("winner_takes_all", "own_hand_low")
"""The scorings under which the totals alone order a match."""


def require_plausible(
    state: State,
    finishes: Sequence[Finish],
    *,
    is_sure: bool,
    is_correction: bool = False,
    is_time_up: bool = False,
) -> None:
    """Refuse totals that no match can end with: `impossible_result`.

    What only house rules explain is asked about once, unless the sender is sure: `unlikely_result`. A result
    without totals says nothing that could be judged. When the time of the round is up, the totals decide.
    """
    options = stored(state.settings.rulebook, state.settings.options)
    if not any(finish.total for finish in finishes):
        return
    _require_possible(options, finishes)
    if not is_sure:
        _require_no_negative_total(finishes)
        _require_likely(options, finishes)
        if not is_correction and not is_time_up:
            _require_target(options, finishes)


def require_known_order(state: State, finishes: Sequence[Finish], *, is_sure: bool) -> None:
    """Ask about places that follow from totals where these do not say who was knocked out first.

    Refusal `unlikely_result`, unless the sender is sure.
    """
    if is_sure or not knocks_out(state):
        return
    target = stored(state.settings.rulebook, state.settings.options).target_score
    if sum(finish.total >= target for finish in finishes) < 2:
        return
    sentence = _("Totals do not say who was knocked out first. Ranked by totals: {places}. Is that right?")
    raise IllegalCommand("unlikely_result", sentence.format(places=_places(finishes)))


def knocks_out(state: State) -> bool:
    """Whether a total knocks players out, who then rank by when that was."""
    return stored(state.settings.rulebook, state.settings.options).scoring == "elimination"


def _require_possible(options: Options, finishes: Sequence[Finish]) -> None:
    if options.match_end != "target" or options.scoring not in (*_BY_TOTAL, "elimination"):
        return
    target = options.target_score
    worth = points_table(options.customizable_points)
    most = target - 1 + sum(worth[card] for card in whole_deck(options))
    highest = max(finish.total for finish in finishes)
    if highest > most:
        sentence = _("No deal brings {points} points in a match to {target}: at most {most} are possible.")
        message = sentence.format(points=highest, target=target, most=most)
        raise IllegalCommand("impossible_result", message)
    reached = [finish for finish in finishes if finish.total >= target]
    if options.scoring == "winner_takes_all" and options.teams == "off" and len(reached) > 1:
        sentence = _("Only one player can reach {target} points: the match ends when the first one does.")
        raise IllegalCommand("impossible_result", sentence.format(target=target))


def _require_no_negative_total(finishes: Sequence[Finish]) -> None:
    """Ask about totals below zero."""
    lowest = min(finish.total for finish in finishes)
    if lowest < 0:
        sentence = _("{points} is less than 0 points. Is that right?")
        raise IllegalCommand("unlikely_result", sentence.format(points=lowest))


def _require_likely(options: Options, finishes: Sequence[Finish]) -> None:
    """Ask about places that do not follow from the totals."""
    if options.scoring not in (*_BY_TOTAL, "elimination"):
        return
    is_low = options.scoring != "winner_takes_all"
    # Players who were knocked out rank by when that was, which no total says.
    out_at = options.target_score if options.scoring == "elimination" else None
    pairs = [pair for pair in combinations(finishes, 2) if not _are_out(pair, out_at)]
    if all(_fits(*pair, is_low=is_low) for pair in pairs):
        return
    if is_low:
        sentence = _("Fewer points are better here, but the places say otherwise: {places}. Is that right?")
    else:
        sentence = _("More points are better here, but the places say otherwise: {places}. Is that right?")
    raise IllegalCommand("unlikely_result", sentence.format(places=_places(finishes)))


def _require_target(options: Options, finishes: Sequence[Finish]) -> None:
    """Ask about a match that ends at a target which nobody has reached."""
    ends_at_target = options.match_end == "target" and options.scoring in (*_BY_TOTAL, "elimination")
    target = options.target_score
    if not ends_at_target or any(finish.total >= target for finish in finishes):
        return
    sentence = _("No one has {target} points. Is the match over?")
    raise IllegalCommand("unlikely_result", sentence.format(target=target))


def _places(finishes: Sequence[Finish]) -> str:
    """Return places and totals in words."""
    return listed(
        [
            _("place {place} with {points}").format(place=finish.place, points=finish.total)
            for finish in sorted(finishes, key=lambda finish: finish.place)
        ]
    )


def _are_out(pair: Sequence[Finish], out_at: int | None) -> bool:
    return out_at is not None and all(finish.total >= out_at for finish in pair)


def _fits(first: Finish, second: Finish, *, is_low: bool) -> bool:
    """Whether two places follow from the totals; the last deal may part entrants with equal totals."""
    if first.place == second.place:
        return first.total == second.total
    better, worse = sorted((first, second), key=lambda finish: finish.place)
    return better.total <= worse.total if is_low else better.total >= worse.total
