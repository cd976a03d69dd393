"""A second reading of rules.md carries out the same commands: hands, piles, turn and points are the same."""

from hypothesis import Phase, given, settings

from tests.games.rules.any_match import RichChance, seeds, some
from tests.games.rules.comparison import Match, random_table

AS_FOUND = (Phase.explicit, Phase.reuse, Phase.generate)
"""A seed that is changed makes another match: there is nothing to shrink."""


def _plays_by_the_rules(seed: bytes, *, near_the_end: bool) -> None:
    options, seats = random_table(RichChance(b"options" + seed))
    match = Match(options, seats, seed, near_the_end=near_the_end)
    for _move in match.play(120):
        pass
    assert match.agrees_with_its_log()


@settings(some(1), phases=AS_FOUND)
@given(seeds)
def test_under_any_options_a_match_goes_as_the_rules_say(seed: bytes) -> None:
    _plays_by_the_rules(seed, near_the_end=False)


@settings(some(2), phases=AS_FOUND)
@given(seeds)
def test_with_last_cards_few_to_draw_and_few_seats_left_it_goes_as_the_rules_say_as_well(seed: bytes) -> None:
    _plays_by_the_rules(seed, near_the_end=True)
