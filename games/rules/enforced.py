"""What this engine plays by so far; everything else is refused when a match is created, never ignored.

An option missing here is enforced with all its values.
"""

from typing import TYPE_CHECKING, Final

from games.rules.refusal import Refusal

if TYPE_CHECKING:
    from games.rules.options import Options

ENFORCED: Final[dict[str, tuple[object, ...]]] = {
    "deck": ("classic_108", "blank_112"),
    "customizable_effects": ((),),
    "teams": ("off",),
    "next_dealer": ("clockwise", "same"),
    "first_player": ("left_of_dealer", "previous_winner"),
    "draw_pile_exhausted": ("reshuffle",),
    "skip_rescue": ("off",),
    "pair_as_skip": (False,),
    "reverse_reflects": (False,),
    "stack_draw_two": ("off",),
    "stack_draw_four": ("off",),
    "stack_ten": (False,),
    "draw_four_challenge": ("off", "mattel"),
    "draw_two_beats_draw_four": ("off",),
    "draw_four_answers_draw_two": (False,),
    "ready_pause": (False,),
    "jump_in": (False,),
    "jump_in_self": (False,),
    "seven_zero": (False,),
    "five_exchange": (False,),
    "colours_in_circle": (False,),
    "uno_penalty_trigger": ("caught",),
    "uno_centre": (False,),
    "illegal_card_penalty": (0,),
    "false_call_penalty": (0,),
    "advice_penalty": (0,),
    "silence": ("off",),
    "going_out": ("ends_round",),
    "scoring": ("winner_takes_all", "own_hand_low", "elimination"),
    "match_end": ("target", "rounds"),
}


def unenforced(options: "Options") -> list[str]:
    """Return the names of the options whose value the engine does not play by."""
    return [name for name, values in ENFORCED.items() if getattr(options, name) not in values]


def refuse_unenforced(options: "Options") -> None:
    """Raise Refusal `not_supported` naming the first such option."""
    for name in unenforced(options):
        raise Refusal(
            "not_supported",
            f"The option “{name}” = {_shown(getattr(options, name))} cannot be played here yet.",
        )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(value, tuple) else str(value)
