"""Options that contradict each other (rules.md 4.11 and A97), each with its own code."""

from collections.abc import Callable, Iterator
from typing import Final

import msgspec

from games.rules.base.language import _, gettext_noop
from games.rules.base.refusal import Refusal
from games.rules.options import rulebooks
from games.rules.options.options import Options, build

_CUSTOMIZABLE_IN_DECK: Final = {"swap_112": 3, "shuffle_112": 3, "mario_112": 2, "blank_112": 4}
_USUAL_SEATS: Final = 4
SEATS: Final = range(2, 11)


class Combination(msgspec.Struct, frozen=True):
    """Two options (or an option and `seats` or `rulebook`) that cannot be combined."""

    code: str
    options: tuple[str, str]
    is_refused: Callable[[Options, int], bool]
    sentence: str


def check(options: Options, seats: int) -> None:
    """Raise the Refusal of the first contradiction found."""
    for combination in COMBINATIONS:
        if combination.is_refused(options, seats):
            raise Refusal(combination.code, _(combination.sentence), combination.options)


def check_rulebook(rulebook: str, options: Options, seats: int) -> None:
    """Raise the Refusal of the first contradiction, or of seats that do not fit the rulebook."""
    check(options, seats)
    fewest, most = rulebooks.fitting_seats(rulebook)
    if not fewest <= seats <= most:
        if fewest == most:
            sentence = _("The rulebook “{title}” (rulebook) needs exactly {most} seats (seats).")
        else:
            sentence = _("The rulebook “{title}” (rulebook) needs {fewest} to {most} seats (seats).")
        text = sentence.format(title=rulebooks.title(rulebook), fewest=fewest, most=most)
        raise Refusal("refused_seats", text, ("rulebook", "seats"))


def checked(rulebook: str, changes: dict[str, object], seats: int | None = None) -> Options:
    """Return the options of a rulebook with changes, after the checks of pages, API and commands.

    Without `seats` any fitting number of seats is enough. Refusals: those of `options.build`, and
    contradictions, each of which names two options.
    """
    options = build(rulebook, changes)
    if seats is not None:
        check_rulebook(rulebook, options, seats)
    elif not fitting_seats(rulebook, options):
        fewest, most = rulebooks.fitting_seats(rulebook)
        check_rulebook(rulebook, options, min(max(_USUAL_SEATS, fewest), most))
    return options


def fitting_seats(rulebook: str, options: Options) -> list[int]:
    """Return the numbers of seats with which the options can be played, none if they never can."""
    return list(_fitting(rulebook, options))


def _fitting(rulebook: str, options: Options) -> Iterator[int]:
    for seats in SEATS:
        try:
            check_rulebook(rulebook, options, seats)
        except Refusal:
            continue
        yield seats


COMBINATIONS: Final = (
    Combination(
        "refused_seats",
        ("rulebook", "seats"),
        lambda _o, n: n not in SEATS,
        gettext_noop("A table has 2 to 10 seats (seats), whatever the rulebook (rulebook)."),
    ),
    Combination(
        "refused_jump_in_self",
        ("jump_in_self", "jump_in"),
        lambda o, _n: o.jump_in_self and not o.jump_in,
        gettext_noop("“Jump in on your own card” (jump_in_self) works only if “Jump-in” (jump_in) is on."),
    ),
    Combination(
        "refused_partners_seats",
        ("teams", "seats"),
        lambda o, n: o.teams == "partners" and n != 4,
        gettext_noop("Partners (teams) need exactly four seats (seats)."),
    ),
    Combination(
        "refused_partners_going_out",
        ("teams", "going_out"),
        lambda o, _n: o.teams == "partners" and o.going_out != "ends_round",
        gettext_noop("With partners (teams) an empty hand must end the deal (going_out = ends_round)."),
    ),
    Combination(
        "refused_partners_scoring",
        ("teams", "scoring"),
        lambda o, _n: o.teams == "partners" and o.scoring != "winner_takes_all",
        gettext_noop("With partners (teams) the winner takes all points (scoring = winner_takes_all)."),
    ),
    Combination(
        "refused_to_last_seats",
        ("going_out", "seats"),
        lambda o, n: o.going_out == "to_last" and n < 3,
        gettext_noop("Playing on to the last (going_out = to_last) needs at least three seats (seats)."),
    ),
    Combination(
        "refused_to_last_scoring",
        ("going_out", "scoring"),
        lambda o, _n: o.going_out == "to_last" and o.scoring != "win_loss",
        gettext_noop(
            "Playing on to the last (going_out = to_last) counts only wins and losses (scoring = win_loss)."
        ),
    ),
    Combination(
        "refused_refill_six_scoring",
        ("going_out", "scoring"),
        lambda o, _n: o.going_out == "refill_six" and o.scoring != "per_out",
        gettext_noop(
            "Drawing six new cards for an empty hand (going_out = refill_six) needs a point for it (scoring "
            "= per_out)."
        ),
    ),
    Combination(
        "refused_refill_six_draw_pile",
        ("going_out", "draw_pile_exhausted"),
        lambda o, _n: o.going_out == "refill_six" and o.draw_pile_exhausted != "end_of_play",
        gettext_noop(
            "With six new cards for an empty hand (going_out = refill_six) the used-up draw pile ends "
            "the game (draw_pile_exhausted = end_of_play)."
        ),
    ),
    Combination(
        "refused_per_out_going_out",
        ("scoring", "going_out"),
        lambda o, _n: o.scoring == "per_out" and o.going_out != "refill_six",
        gettext_noop(
            "A point for every empty hand (scoring = per_out) needs six new cards for it "
            "(going_out = refill_six)."
        ),
    ),
    Combination(
        "refused_end_of_play_going_out",
        ("draw_pile_exhausted", "going_out"),
        lambda o, _n: o.draw_pile_exhausted == "end_of_play" and o.going_out != "refill_six",
        gettext_noop(
            "A used-up draw pile ends the game (draw_pile_exhausted = end_of_play) only where an empty "
            "hand gets six new cards (going_out = refill_six)."
        ),
    ),
    Combination(
        "refused_target_win_loss",
        ("match_end", "scoring"),
        lambda o, _n: o.match_end == "target" and o.scoring == "win_loss",
        gettext_noop(
            "A match to a target (match_end = target) needs points, and there are only wins and losses "
            "(scoring = win_loss)."
        ),
    ),
    Combination(
        "refused_target_per_out",
        ("match_end", "scoring"),
        lambda o, _n: o.match_end == "target" and o.scoring == "per_out",
        gettext_noop(
            "A match to a target (match_end = target) cannot be combined with a point for every empty hand "
            "(scoring = per_out)."
        ),
    ),
    Combination(
        "refused_always_challenge",
        ("draw_four_legality", "draw_four_challenge"),
        lambda o, _n: o.draw_four_legality == "always" and o.draw_four_challenge != "off",
        gettext_noop(
            "If a Wild Draw Four may always be played (draw_four_legality = always), there is nothing to "
            "challenge (draw_four_challenge = off)."
        ),
    ),
    Combination(
        "refused_skip_rescue",
        ("skip_rescue", "skip_effect"),
        lambda o, _n: o.skip_rescue == "identical" and o.skip_effect == "play_again",
        gettext_noop(
            "A Skip that skips no one (skip_effect = play_again) cannot be passed on (skip_rescue = "
            "identical)."
        ),
    ),
    Combination(
        "refused_customizable_effects",
        ("customizable_effects", "deck"),
        lambda o, _n: len(o.customizable_effects) > _CUSTOMIZABLE_IN_DECK.get(o.deck, 0),
        gettext_noop(
            "There are rules for more Customizable cards (customizable_effects) than the deck (deck) has."
        ),
    ),
    Combination(
        "refused_stack_ten",
        ("stack_ten", "deck"),
        lambda o, _n: o.stack_ten and o.deck != "plus_ten_112",
        gettext_noop("A +10 on a +10 (stack_ten) needs the deck with +10 (deck = plus_ten_112)."),
    ),
    Combination(
        "refused_draw_four_answer",
        ("draw_four_answers_draw_two", "stack_draw_two"),
        lambda o, _n: o.draw_four_answers_draw_two and o.stack_draw_two == "transfer",
        gettext_noop(
            "A Wild Draw Four on a Draw Two (draw_four_answers_draw_two) adds up, but Draw Twos are only "
            "passed on (stack_draw_two = transfer): choose one."
        ),
    ),
    Combination(
        "refused_with_play_automatic",
        ("uno_call_deadline", "uno_penalty_trigger"),
        lambda o, _n: o.uno_call_deadline == "with_play" and o.uno_penalty_trigger == "automatic",
        gettext_noop(
            "A call only while playing the card (uno_call_deadline = with_play) cannot be combined with an "
            "automatic penalty (uno_penalty_trigger = automatic)."
        ),
    ),
    Combination(
        "refused_round_limit",
        ("match_end", "round_limit"),
        lambda o, _n: o.match_end == "rounds" and o.round_limit == 0,
        gettext_noop(
            "A match of a set number of deals (match_end = rounds) needs that number (round_limit above 0)."
        ),
    ),
    Combination(
        "refused_survivors_scoring",
        ("survivors", "scoring"),
        lambda o, _n: o.survivors > 1 and o.scoring != "elimination",
        gettext_noop("More than one survivor (survivors) needs elimination (scoring = elimination)."),
    ),
    Combination(
        "refused_survivors_seats",
        ("survivors", "seats"),
        lambda o, n: o.survivors > 1 and o.survivors >= n,
        gettext_noop("There must be fewer survivors (survivors) than seats (seats)."),
    ),
    Combination(
        "refused_round_loser",
        ("next_dealer", "scoring"),
        lambda o, _n: o.next_dealer == "round_loser" and o.scoring != "win_loss",
        gettext_noop(
            "The loser of a deal can deal next (next_dealer = round_loser) only where deals are lost "
            "(scoring = win_loss)."
        ),
    ),
    Combination(
        "refused_per_out_end",
        ("scoring", "match_end"),
        lambda o, _n: o.scoring == "per_out" and o.match_end != "rounds",
        gettext_noop(
            "A point for every empty hand (scoring = per_out) needs a match of one deal (match_end = rounds)."
        ),
    ),
    Combination(
        "refused_per_out_end",
        ("scoring", "round_limit"),
        lambda o, _n: o.scoring == "per_out" and o.round_limit != 1,
        gettext_noop(
            "A point for every empty hand (scoring = per_out) needs a match of one deal (round_limit = 1)."
        ),
    ),
)
