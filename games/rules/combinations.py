"""Options that contradict each other (rules.md 4.11 and A97), each with a code of its own."""

from collections.abc import Callable
from typing import Final

from games.rules.options import Options
from games.rules.refusal import Refusal

_CUSTOMIZABLE_IN_DECK: Final = {"swap_112": 3, "shuffle_112": 3, "mario_112": 2, "blank_112": 4}


def check(options: Options, seats: int) -> None:
    """Raise the Refusal of the first contradiction found."""
    for code, is_refused, sentence in _COMBINATIONS:
        if is_refused(options, seats):
            raise Refusal(code, sentence)


_COMBINATIONS: Final[tuple[tuple[str, Callable[[Options, int], bool], str], ...]] = (
    ("refused_seats", lambda _o, n: not 2 <= n <= 10, "A table has 2 to 10 seats."),
    (
        "refused_jump_in_self",
        lambda o, _n: o.jump_in_self and not o.jump_in,
        "“jump_in_self” needs “jump_in”: jumping in on the own card is a kind of jumping in.",
    ),
    (
        "refused_partners_seats",
        lambda o, n: o.teams == "partners" and n != 4,
        "“teams” = partners needs exactly four seats.",
    ),
    (
        "refused_partners_going_out",
        lambda o, _n: o.teams == "partners" and o.going_out != "ends_round",
        "“teams” = partners needs “going_out” = ends_round: the first to go out ends the round.",
    ),
    (
        "refused_partners_scoring",
        lambda o, _n: o.teams == "partners" and o.scoring != "winner_takes_all",
        "“teams” = partners needs “scoring” = winner_takes_all.",
    ),
    (
        "refused_to_last_seats",
        lambda o, n: o.going_out == "to_last" and n < 3,
        "“going_out” = to_last needs at least three seats.",
    ),
    (
        "refused_to_last_scoring",
        lambda o, _n: o.going_out == "to_last" and o.scoring != "win_loss",
        "“going_out” = to_last needs “scoring” = win_loss.",
    ),
    (
        "refused_refill_six_scoring",
        lambda o, _n: o.going_out == "refill_six" and o.scoring != "per_out",
        "“going_out” = refill_six needs “scoring” = per_out.",
    ),
    (
        "refused_refill_six_draw_pile",
        lambda o, _n: o.going_out == "refill_six" and o.draw_pile_exhausted != "end_of_play",
        "“going_out” = refill_six needs “draw_pile_exhausted” = end_of_play.",
    ),
    (
        "refused_per_out_going_out",
        lambda o, _n: o.scoring == "per_out" and o.going_out != "refill_six",
        "“scoring” = per_out needs “going_out” = refill_six.",
    ),
    (
        "refused_end_of_play_going_out",
        lambda o, _n: o.draw_pile_exhausted == "end_of_play" and o.going_out != "refill_six",
        "“draw_pile_exhausted” = end_of_play needs “going_out” = refill_six.",
    ),
    (
        "refused_target_win_loss",
        lambda o, _n: o.match_end == "target" and o.scoring == "win_loss",
        "“match_end” = target cannot be reached with “scoring” = win_loss: there are no points.",
    ),
    (
        "refused_target_per_out",
        lambda o, _n: o.match_end == "target" and o.scoring == "per_out",
        "“match_end” = target does not go with “scoring” = per_out.",
    ),
    (
        "refused_always_challenge",
        lambda o, _n: o.draw_four_legality == "always" and o.draw_four_challenge != "off",
        "“draw_four_legality” = always leaves nothing for “draw_four_challenge”: it must be off.",
    ),
    (
        "refused_skip_rescue",
        lambda o, _n: o.skip_rescue == "identical" and o.skip_effect == "play_again",
        "“skip_rescue” = identical does not go with “skip_effect” = play_again: nobody is skipped.",
    ),
    (
        "refused_customizable_effects",
        lambda o, _n: len(o.customizable_effects) > _CUSTOMIZABLE_IN_DECK.get(o.deck, 0),
        "“customizable_effects” names more cards than the “deck” has Customizable cards.",
    ),
    (
        "refused_stack_ten",
        lambda o, _n: o.stack_ten and o.deck != "plus_ten_112",
        "“stack_ten” needs “deck” = plus_ten_112.",
    ),
    (
        "refused_draw_four_answer",
        lambda o, _n: o.draw_four_answers_draw_two and o.stack_draw_two == "transfer",
        "“draw_four_answers_draw_two” adds up, “stack_draw_two” = transfer does not: choose one.",
    ),
    (
        "refused_with_play_automatic",
        lambda o, _n: o.uno_call_deadline == "with_play" and o.uno_penalty_trigger == "automatic",
        "“uno_call_deadline” = with_play does not go with “uno_penalty_trigger” = automatic.",
    ),
    (
        "refused_round_limit",
        lambda o, _n: o.match_end == "rounds" and o.round_limit == 0,
        "“match_end” = rounds needs a “round_limit” above 0.",
    ),
    (
        "refused_survivors_scoring",
        lambda o, _n: o.survivors > 1 and o.scoring != "elimination",
        "“survivors” above 1 needs “scoring” = elimination.",
    ),
    (
        "refused_survivors_seats",
        lambda o, n: o.survivors > 1 and o.survivors >= n,
        "“survivors” must be fewer than the seats.",
    ),
    (
        "refused_round_loser",
        lambda o, _n: o.next_dealer == "round_loser" and o.scoring != "win_loss",
        "“next_dealer” = round_loser needs “scoring” = win_loss: only there a round has a loser.",
    ),
    (
        "refused_per_out_end",
        lambda o, _n: o.scoring == "per_out" and (o.match_end != "rounds" or o.round_limit != 1),
        "“scoring” = per_out needs “match_end” = rounds with “round_limit” = 1.",
    ),
)
