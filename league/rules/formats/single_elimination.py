"""One loss is out: brackets of two per match, or tables from which some advance."""

from collections.abc import Hashable, Mapping, Sequence

from games.rules.base.language import _, shown_number
from games.rules.base.refusal import Refusal
from league.rules.brackets import placings as places
from league.rules.brackets.bracket_byes import without_empty_matches
from league.rules.brackets.keeping_apart_in_snakes import KeptApart
from league.rules.brackets.plan import PlannedMatch, PlannedRound, Slot
from league.rules.brackets.progress import OrderOf, seated
from league.rules.brackets.seeding import NOBODY, bracket, folded
from league.rules.formats import table_knockout
from league.rules.settings.stages import SINGLE_ELIMINATION, StageSettings

LEAST_ENTRANTS, MOST_ENTRANTS = 2, 1024
THIRD_PLACE = "Third place"
_NAMES_FROM_THE_END = ("Final", "Semi-finals", "Quarter-finals")


def draw(  # noqa: PLR0913 - each is one fact of the draw
    order: Sequence[int],
    *,
    table_size: int = 2,
    advance: int = 1,
    byes: int = 0,
    third_place: bool = False,
    placement: bool = False,
    reseed: bool = False,
    apart: KeptApart | None = None,
    number: int = 1,
    came_from: Mapping[int, Hashable] | None = None,
    had_byes: Mapping[int, int] | None = None,
) -> list[PlannedRound]:
    """Return R1 … to the final for entrants in seed order.

    Two per match: R1 is filled by slots, with byes to the top seeds, at least `byes` of them (see `bracket`).
    `third_place` adds P3 for the losers of the semi-finals, if there are two; with `placement` the losers of
    every round play on for every place (P3, P5-8, P5, P7 …).

    Larger tables: see table_knockout.stage, and `apart`, `came_from`, `had_byes` there; the final decides the
    third place too. With `reseed` later rounds name places of the round before in the order of the seeds
    (`of="R1"`), best against last. Once a round is over, call it again for the entrants still in, with the
    `number` of the next.

    Raises Refusal: `too_few_entrants`, `too_many_entrants`, `bad_table_size`, `bad_advance`, `too_many_byes`,
    and those of `check_together`.
    """
    _check(len(order), table_size, advance)
    check_together(table_size, third_place=third_place, placement=placement, reseed=reseed, byes=byes)
    if table_size > 2:
        return table_knockout.stage(
            order,
            size=table_size,
            advance=advance,
            byes=byes,
            reseed=reseed,
            apart=apart,
            number=number,
            came_from=came_from,
            had_byes=had_byes,
        )
    if byes:
        table_knockout.plan(len(order), 2, 1, byes)
    rounds: list[PlannedRound] = []
    for planned in _bracket(order, number, byes, reseed=reseed):
        rounds.append(planned)
        if len(order) > 3 and (placement or (third_place and len(planned.matches) == 2)):
            losers = [Slot(of=match.id, place=2) for match in planned.matches]
            rounds += _for_places(losers, len(planned.matches) + 1)
    return (
        rounds
        if reseed
        else [planned for planned in without_empty_matches(rounds) if not _is_given_away(planned)]
    )


def placings(
    rounds: Sequence[PlannedRound], order_of: OrderOf, reported: places.ReportedPlaces = places.untied
) -> dict[int, int]:
    """Return the final places that are certain so far, by entrant.

    Entrants who go out in the same round at the same place share a place (1, 2, 3, 3, 5, 5, 5, 5), unless
    they played for it. A consolation changes no place.
    """
    tiers = [[planned] for planned in reversed(rounds) if not planned.is_consolation]
    return places.placings(tiers, seated(rounds, order_of), reported)


def check_together(
    table_size: int, *, third_place: bool, placement: bool, reseed: bool, byes: int = 0
) -> None:
    """Refuse settings of a knock-out that conflict.

    Raises Refusal: `no_third_place`, `reseed_or_placement`, `byes_or_placement`, `byes_or_reseed`.
    """
    if table_size > 2 and (third_place or placement):
        raise Refusal(
            "no_third_place",
            _("Matches for places need two at a table: a larger table decides third place itself."),
        )
    if reseed and placement:
        raise Refusal(
            "reseed_or_placement", _("Matches for every place need a bracket that is not reseeded.")
        )
    if byes and table_size == 2 and placement:
        raise Refusal(
            "byes_or_placement",
            _("With matches for every place no one can skip the first round."),
        )
    if byes and table_size == 2 and reseed:
        raise Refusal(
            "byes_or_reseed",
            _("With two at a table and later rounds reseeded, no one can skip the first round."),
        )


def check_byes(stage: StageSettings, entrants: int) -> None:
    """Refuse byes that leave too few to play in the first round, or put the best straight into the final.

    Raises Refusal (`too_many_byes`).
    """
    if stage.byes and stage.format == SINGLE_ELIMINATION:
        advance = 1 if stage.table_size == 2 else stage.advance
        table_knockout.plan(entrants, stage.table_size, advance, stage.byes)


def byes_given(stage: StageSettings, entrants: int) -> int:
    """Return how many of the best skip the first round: nobody where too few entrants are left by now."""
    try:
        check_byes(stage, entrants)
    except Refusal:
        return 0
    return stage.byes if stage.format == SINGLE_ELIMINATION else 0


def _check(entrants: int, table_size: int, advance: int) -> None:
    if entrants < LEAST_ENTRANTS:
        raise Refusal(
            "too_few_entrants",
            _("A knock-out needs at least 2 entrants; there are {entrants}.").format(entrants=entrants),
        )
    if entrants > MOST_ENTRANTS:
        raise Refusal(
            "too_many_entrants",
            _("A knock-out has at most {most_entrants} entrants.").format(
                most_entrants=shown_number(MOST_ENTRANTS)
            ),
        )
    if not 2 <= table_size <= 10:
        raise Refusal("bad_table_size", _("A table has 2 to 10 seats."))
    if not 1 <= advance < table_size:
        raise Refusal(
            "bad_advance",
            _("From 1 to {most} can advance from a table of {table_size}.").format(
                most=table_size - 1, table_size=table_size
            ),
        )


def _is_given_away(planned: PlannedRound) -> bool:
    """Whether nobody plays for the third place, because only one entrant has lost a semi-final."""
    return planned.id == "P3" and any(slot.is_bye for slot in planned.matches[0].slots)


def _bracket(order: Sequence[int], first: int, byes: int, *, reseed: bool) -> list[PlannedRound]:
    seeds = bracket(len(order), byes)
    count = len(seeds).bit_length() - 1
    pairs = _neighbours([Slot() if seed == NOBODY else Slot(order[seed - 1]) for seed in seeds])
    rounds: list[PlannedRound] = []
    for number in range(first, first + count):
        rounds.append(_round(f"R{number}", round_name(first + count - 1 - number, number), pairs))
        if reseed:
            pairs = folded([Slot(of=f"R{number}", place=k) for k in range(1, len(pairs) + 1)])
        else:
            pairs = _neighbours([Slot(of=match.id, place=1) for match in rounds[-1].matches])
    return rounds


def _for_places(group: Sequence[Slot], best: int) -> list[PlannedRound]:
    """Return the rounds in which a group plays for the places from `best` on, worst places first."""
    worst = best + len(group) - 1
    if best == worst:
        return []
    name = f"P{best}" if len(group) == 2 else f"P{best}-{worst}"
    title = {3: THIRD_PLACE}.get(best, f"Place {best}") if len(group) == 2 else f"Places {best} to {worst}"
    planned = _round(name, title, _neighbours(group))
    winners, losers = ([Slot(of=match.id, place=place) for match in planned.matches] for place in (1, 2))
    half = len(group) // 2
    return [planned, *_for_places(losers, best + half), *_for_places(winners, best)]


def _round(name: str, title: str, pairs: Sequence[tuple[Slot, Slot]]) -> PlannedRound:
    matches = [PlannedMatch(f"{name}.{number}", list(pair)) for number, pair in enumerate(pairs, start=1)]
    return PlannedRound(name, title, matches, advance=1)


def _neighbours(group: Sequence[Slot]) -> list[tuple[Slot, Slot]]:
    return list(zip(group[::2], group[1::2], strict=False))


def round_name(left: int, number: int) -> str:
    """Return the name of a round with `left` rounds after it; `number` counts from the start."""
    return _NAMES_FROM_THE_END[left] if left < len(_NAMES_FROM_THE_END) else f"Round {number}"
