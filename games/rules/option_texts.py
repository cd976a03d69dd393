"""What each option may be and what it means, in words for forms and pages (rules.md section 4)."""

from typing import Final

import msgspec

Value = bool | int | str

CUSTOMIZABLE_EFFECTS: Final = (
    "none",
    "others_draw_2",
    "others_discard_wilds",
    "extra_turn",
    "next_situps_or_draw_3",
    "next_sings_or_draw_2",
    "charade_colour_dump",
)


class OptionText(msgspec.Struct, frozen=True):
    """One option: its values and its meaning.

    `values` lists the choices; where it is empty any whole number from `low` to `high` will do (no
    upper end if `high` is 0). With `many` the value is a list of the choices.
    """

    name: str
    values: tuple[Value, ...]
    meaning: str
    low: int = 0
    high: int = 0
    many: bool = False


def _choice(name: str, values: tuple[Value, ...], meaning: str) -> OptionText:
    return OptionText(name, values, meaning)


def _switch(name: str, meaning: str) -> OptionText:
    return OptionText(name, (True, False), meaning)


def _number(name: str, low: int, high: int, meaning: str) -> OptionText:
    return OptionText(name, (), meaning, low, high)


OPTION_TEXTS: Final = (
    _choice(
        "deck",
        ("classic_108", "swap_112", "shuffle_112", "mario_112", "blank_112", "plus_ten_112"),
        "The cards in use; special cards bring their own rules.",
    ),
    OptionText(
        "customizable_effects",
        CUSTOMIZABLE_EFFECTS,
        "One entry for each Customizable card kept in the deck: what it does.",
        many=True,
    ),
    _choice("customizable_points", (40, 50), "Points of a Customizable card left in a hand."),
    _choice("teams", ("off", "partners"), "Everyone alone, or A and C against B and D."),
    _number("hand_size", 1, 10, "Cards dealt to each player."),
    _choice(
        "dealer_choice",
        ("high_card_symbols_zero", "high_card_redraw_symbols", "random", "fixed"),
        "How the first dealer is found: by the highest card, by lot, or named by the organiser.",
    ),
    _choice("next_dealer", ("clockwise", "round_loser", "same"), "Who deals the next round."),
    _choice(
        "first_player",
        ("left_of_dealer", "youngest", "previous_winner"),
        "Who begins a round when the starter does not say otherwise.",
    ),
    _choice(
        "starter_rule",
        ("act", "act_no_wilds", "number_only"),
        "Whether an action or a black card may open the discard pile.",
    ),
    _switch("voluntary_draw", "A player who could play may draw instead."),
    _choice("draw_rule", ("one", "until_playable"), "Draw one card, or draw until one can be played."),
    _number("draw_until_max", 1, 20, "The most cards taken when drawing until one can be played."),
    _choice(
        "play_after_draw",
        ("optional", "forced", "never"),
        "Whether a drawn card that fits may, must or must not be played at once.",
    ),
    _choice(
        "draw_pile_exhausted",
        ("reshuffle", "end_of_play"),
        "An empty draw pile is rebuilt from the discards, or stays empty.",
    ),
    _choice(
        "blocked_round",
        ("void", "lowest_hand"),
        "When nobody can play or draw any more: no winner, or the lowest hand wins.",
    ),
    _choice(
        "skip_effect",
        ("skip_next", "play_again"),
        "A Skip takes the next player's turn, or gives its player another one.",
    ),
    _choice("skip_rescue", ("off", "identical"), "The identical Skip passes a Skip on."),
    _choice(
        "two_player_reverse",
        ("skip", "plain"),
        "With two players left a Reverse gives another turn, or only turns the direction.",
    ),
    _switch("pair_as_skip", "Two identical number cards laid together act like a Skip."),
    _switch("reverse_reflects", "A Reverse of the right colour sends an effect back."),
    _choice(
        "stack_draw_two",
        ("off", "transfer", "sum"),
        "A Draw Two on a Draw Two: not allowed, passed on, or added up.",
    ),
    _choice("stack_draw_four", ("off", "sum"), "Wild Draw Fours may be laid on each other and add up."),
    _switch("stack_ten", "A +10 may be laid on a +10; they add up."),
    _choice(
        "draw_four_legality",
        ("no_colour", "no_match", "always"),
        "When a Wild Draw Four is honest: without the active colour, without any matching card, always.",
    ),
    _choice(
        "draw_four_challenge",
        ("off", "mattel", "take_back"),
        "A doubtful Wild Draw Four: refused at once, or open to a challenge.",
    ),
    _choice(
        "draw_two_beats_draw_four",
        ("off", "ordered_colour", "any_colour"),
        "A Draw Two may replace a waiting Wild Draw Four.",
    ),
    _switch("draw_four_answers_draw_two", "A Wild Draw Four may be laid on a waiting Draw Two."),
    _switch("draw_cards_lose_turn", "Whoever takes the cards of a draw card also loses the turn."),
    _switch("last_card_draw_effect", "A draw card laid as the last card still makes the next player draw."),
    _switch("ready_pause", "Play waits after a Wild Draw Four until the drawer has sorted the cards."),
    _switch("jump_in", "An identical card may be laid out of turn."),
    _switch("jump_in_self", "Players may jump in on their own card."),
    _switch("seven_zero", "A 7 exchanges two hands, a 0 moves all hands on."),
    _switch("five_exchange", "Whoever lays a 5 may exchange one card with another player."),
    _switch("colours_in_circle", "Black cards move the colour on in a circle instead of naming one."),
    _choice("uno_penalty", (1, 2, 4), "Cards for a missed UNO call."),
    _choice(
        "uno_call_deadline",
        ("until_caught", "with_play"),
        "UNO may be called until somebody notices, or only with the card.",
    ),
    _choice(
        "uno_penalty_trigger",
        ("caught", "automatic"),
        "A missed call costs cards when caught, or always.",
    ),
    _choice(
        "uno_duty",
        ("any_single_card", "laid_only"),
        "Who has to call: everyone who comes to a single card, or only who laid down to it.",
    ),
    _switch("uno_centre", "At a call all others put a hand on the centre; the last one takes two."),
    _choice("illegal_card_penalty", (0, 1, 2), "Cards for laying a card that does not fit."),
    _choice("false_call_penalty", (0, 2), "Cards for a call or a catch without reason."),
    _choice("advice_penalty", (0, 2), "Cards for telling another player what to lay."),
    _choice("silence", ("off", "twos", "black"), "After a 2, or a black card, nobody may speak."),
    _choice(
        "silence_enforcement",
        ("lock", "penalise", "referee"),
        "How silence is kept online: the chat is closed, punished, or left to a referee.",
    ),
    _choice(
        "going_out",
        ("ends_round", "to_last", "refill_countdown", "refill_six"),
        "What an empty hand means: the end, a place in the order, or new cards.",
    ),
    _choice(
        "scoring",
        ("winner_takes_all", "own_hand_low", "elimination", "win_loss", "per_out"),
        "Who gets which points after a round.",
    ),
    _number("target_score", 1, 0, "The total that ends the match, or eliminates."),
    _choice("match_end", ("target", "rounds", "manual"), "What ends the match."),
    _number("round_limit", 0, 0, "The number of rounds of a match that ends by rounds; 0 for none."),
    _number("survivors", 1, 9, "Elimination stops when at most this many are left."),
    _switch("reset_zero", "A single 0 left in a hand counts 50."),
)
