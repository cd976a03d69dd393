"""A rulebook in a few sentences, put together from its options.

Each topic says the first of its statements that is true by the options, or nothing. A position shows of each
statement that the rules do what it says (`tests/games/rules/options/statements.txt`).
"""

from collections.abc import Callable, Collection, Iterator
from typing import Final

import msgspec

from games.rules.base.language import _, gettext_noop, ngettext
from games.rules.options.options import Options, explain


class Statement(msgspec.Struct, frozen=True):
    """A sentence about play, and the options by which it is true."""

    name: str
    english: str
    holds: Callable[[Options], bool]

    def sentence(self, options: Options) -> str:
        """Return the sentence, with the numbers of the options."""
        return _(self.english).format(**_numbers(options))


def rules_in_sentences(options: Options, seats: Collection[int]) -> list[str]:
    """Return the rules of a match with these options and one of these numbers of seats."""
    told = [statement.sentence(options) for statement in statements(options, seats)]
    return told if any(true_statements(ENDING, options)) else [*told, *_ending(options)]


def statements(options: Options, seats: Collection[int]) -> Iterator[Statement]:
    """Yield the statements that are true by these options, in the order of a turn and a match."""
    for topic in TOPICS:
        if topic is not ONLY_TWO or max(seats, default=0) == 2:
            yield from list(true_statements(topic, options))[:1]


def true_statements(topic: tuple[Statement, ...], options: Options) -> Iterator[Statement]:
    """Yield the statements of a topic that are true by these options."""
    return (statement for statement in topic if statement.holds(options))


def _ending(options: Options) -> list[str]:
    """Return the sentences of the options about an end that no statement covers."""
    return [
        next(choice.meaning for choice in explain(name).choices if choice.value == getattr(options, name))
        for name in ("going_out", "scoring", "match_end")
    ]


def _numbers(options: Options) -> dict[str, object]:
    effects = explain("customizable_effects")
    return {
        "hand": _cards(options.hand_size),
        "limit": options.draw_until_max,
        "uno": _cards(options.uno_penalty),
        "wrong": _cards(options.illegal_card_penalty),
        "false": _cards(options.false_call_penalty),
        "advice": _cards(options.advice_penalty),
        "target": options.target_score,
        "effects": effects.words(options.customizable_effects),
    }


def _cards(number: int) -> str:
    return ngettext("{number} card", "{number} cards", number).format(number=number)


def _stacks_nothing(options: Options) -> bool:
    answers = (options.stack_draw_two, options.stack_draw_four, options.draw_two_beats_draw_four)
    return answers == ("off", "off", "off") and not options.draw_four_answers_draw_two


def _draws(draws_on: bool, must: bool, drawn: bool) -> Callable[[Options], bool]:
    """Return whether players draw until a card fits, must play if they can, and may play what they draw."""
    return lambda o: (
        (o.draw_rule == "until_playable") == draws_on
        and (not o.voluntary_draw) == must
        and (o.play_after_draw == "optional") == drawn
    )


def _answers(two: str, beaten_by: str, four: str) -> Callable[[Options], bool]:
    return lambda o: (
        (o.stack_draw_two, o.draw_two_beats_draw_four, o.stack_draw_four)
        == (
            two,
            beaten_by,
            four,
        )
    )


def _answers_together(options: Options) -> bool:
    return any(true_statements(ANSWERS, options))


def _four(legality: str, challenge: str) -> Callable[[Options], bool]:
    return lambda o: (o.draw_four_legality, o.draw_four_challenge) == (legality, challenge)


def _calls(deadline: str, trigger: str, *duties: str) -> Callable[[Options], bool]:
    return lambda o: (
        o.uno_call_deadline == deadline and o.uno_penalty_trigger == trigger and o.uno_duty in duties
    )


def _ends(going_out: str, scoring: str, match_end: str, teams: str = "off") -> Callable[[Options], bool]:
    return lambda o: (o.going_out, o.scoring, o.match_end, o.teams) == (going_out, scoring, match_end, teams)


BEGINNING: Final = (
    Statement(
        "left_begins",
        gettext_noop("Each player is dealt {hand}; the player to the dealer’s left begins."),
        lambda o: o.first_player == "left_of_dealer" and o.starter_rule == "number_only",
    ),
    Statement(
        "left_begins_or_the_card_acts",
        gettext_noop(
            "Each player is dealt {hand}; the player to the dealer’s left begins, unless an action card is "
            "turned up first and takes effect."
        ),
        lambda o: o.first_player == "left_of_dealer",
    ),
    Statement(
        "youngest_begins",
        gettext_noop(
            "Each player is dealt {hand}; the youngest player begins the first deal, later the player to the "
            "dealer’s left."
        ),
        lambda o: o.first_player == "youngest",
    ),
    Statement(
        "winner_begins",
        gettext_noop("Each player is dealt {hand}; the winner of the previous deal begins."),
        lambda o: o.first_player == "previous_winner",
    ),
)
MATCHING: Final = (
    Statement(
        "colour_chosen",
        gettext_noop(
            "On your turn, play a card that matches the top card in colour, number or symbol, or a black "
            "card, with which you choose the colour."
        ),
        lambda o: not o.colours_in_circle,
    ),
    Statement(
        "colour_in_circle",
        gettext_noop(
            "On your turn, play a card that matches the top card in colour, number or symbol, or a black "
            "card, which moves the colour on: clockwise red, blue, green, yellow."
        ),
        lambda o: o.colours_in_circle,
    ),
)
DRAWING: Final = (
    Statement(
        "may_draw_one",
        gettext_noop(
            "If you cannot or do not want to play, draw one card; if it fits, you may play it at once."
        ),
        _draws(draws_on=False, must=False, drawn=True),
    ),
    Statement(
        "must_play_or_draw_one",
        gettext_noop(
            "You must play if you can; if you cannot, draw one card, which you may play at once if it fits."
        ),
        _draws(draws_on=False, must=True, drawn=True),
    ),
    Statement(
        "may_draw_on",
        gettext_noop(
            "If you cannot or do not want to play, draw until a card fits (at most {limit}); you may play "
            "that card at once."
        ),
        _draws(draws_on=True, must=False, drawn=True),
    ),
    Statement(
        "must_play_or_draw_on",
        gettext_noop(
            "You must play if you can; if you cannot, draw until a card fits (at most {limit}); you may play "
            "that card at once."
        ),
        _draws(draws_on=True, must=True, drawn=True),
    ),
    Statement(
        "may_only_draw_one",
        gettext_noop("If you cannot or do not want to play, draw one card."),
        _draws(draws_on=False, must=False, drawn=False),
    ),
    Statement(
        "must_play_or_only_draw_one",
        gettext_noop("You must play if you can; if you cannot, draw one card."),
        _draws(draws_on=False, must=True, drawn=False),
    ),
    Statement(
        "may_only_draw_on",
        gettext_noop("If you cannot or do not want to play, draw until a card fits (at most {limit})."),
        _draws(draws_on=True, must=False, drawn=False),
    ),
    Statement(
        "must_play_or_only_draw_on",
        gettext_noop("You must play if you can; if you cannot, draw until a card fits (at most {limit})."),
        _draws(draws_on=True, must=True, drawn=False),
    ),
)
DRAWN: Final = (
    Statement(
        "drawn_must_be_played",
        gettext_noop("If the last card you drew fits, you must play it."),
        lambda o: o.play_after_draw == "forced",
    ),
    Statement(
        "drawn_is_kept",
        gettext_noop("A card you have just drawn cannot be played in the same turn."),
        lambda o: o.play_after_draw == "never",
    ),
)
SKIPPING: Final = (
    Statement(
        "skip",
        gettext_noop("A Skip makes the next player lose a turn; a Reverse changes the direction of play."),
        lambda o: (o.skip_effect, o.skip_rescue) == ("skip_next", "off"),
    ),
    Statement(
        "skip_passed_on",
        gettext_noop(
            "A Skip makes the next player lose a turn, unless that player passes it on with a Skip of the "
            "same colour; a Reverse changes the direction of play."
        ),
        lambda o: o.skip_rescue == "identical",
    ),
    Statement(
        "skip_again",
        gettext_noop("A Skip gives you another turn; a Reverse changes the direction of play."),
        lambda o: o.skip_effect == "play_again",
    ),
)
ONLY_TWO: Final = (
    Statement(
        "reverse_again",
        gettext_noop(
            "There are only two of you: after a Skip, a Reverse or a card that makes the other player draw, "
            "it is your turn again."
        ),
        lambda o: o.two_player_reverse == "skip" and o.draw_cards_lose_turn,
    ),
)
DRAW_CARDS: Final = (
    Statement(
        "draw_cards_unanswered",
        gettext_noop(
            "A Draw Two makes the next player draw two cards and lose the turn, a Wild Draw Four four cards; "
            "neither can be answered with another draw card."
        ),
        lambda o: o.draw_cards_lose_turn and _stacks_nothing(o),
    ),
    Statement(
        "draw_cards",
        gettext_noop(
            "A Draw Two makes the next player draw two cards and lose the turn, a Wild Draw Four four cards."
        ),
        lambda o: o.draw_cards_lose_turn,
    ),
    Statement(
        "draw_cards_and_play",
        gettext_noop(
            "A Draw Two makes the next player draw two cards, a Wild Draw Four four cards; that player then "
            "takes a normal turn."
        ),
        lambda o: not o.draw_cards_lose_turn,
    ),
)
ANSWERS: Final = (
    Statement(
        "passed_on_by_colour",
        gettext_noop(
            "If you answer a Draw Two with a Draw Two, or a Wild Draw Four with a Draw Two of the current "
            "colour, the next player draws two cards instead of you."
        ),
        _answers("transfer", "ordered_colour", "off"),
    ),
    Statement(
        "passed_on",
        gettext_noop(
            "If you answer a Draw Two or a Wild Draw Four with a Draw Two, the next player draws two cards "
            "instead of you."
        ),
        _answers("transfer", "any_colour", "off"),
    ),
    Statement(
        "stacked",
        gettext_noop(
            "Draw Twos answered with Draw Twos add up, and so do Wild Draw Fours answered with Wild Draw "
            "Fours; after a Draw Two of the current colour on a Wild Draw Four only two cards are due."
        ),
        _answers("sum", "ordered_colour", "sum"),
    ),
)
TWO_ON_TWO: Final = (
    Statement(
        "two_passed_on",
        gettext_noop(
            "If you answer a Draw Two with a Draw Two, the next player draws two cards instead of you."
        ),
        lambda o: o.stack_draw_two == "transfer" and not _answers_together(o),
    ),
    Statement(
        "two_stacked",
        gettext_noop(
            "If you answer a Draw Two with a Draw Two, the cards add up and the next player draws them all."
        ),
        lambda o: o.stack_draw_two == "sum" and not _answers_together(o),
    ),
)
FOUR_ON_FOUR: Final = (
    Statement(
        "four_stacked",
        gettext_noop(
            "If you answer a Wild Draw Four with a Wild Draw Four, the cards add up and the next player "
            "draws them all."
        ),
        lambda o: o.stack_draw_four == "sum" and not _answers_together(o),
    ),
)
TWO_ON_FOUR: Final = (
    Statement(
        "four_beaten_by_colour",
        gettext_noop(
            "If you answer a Wild Draw Four with a Draw Two of the current colour, the next player draws two "
            "cards and you draw none."
        ),
        lambda o: o.draw_two_beats_draw_four == "ordered_colour" and not _answers_together(o),
    ),
    Statement(
        "four_beaten",
        gettext_noop(
            "If you answer a Wild Draw Four with any Draw Two, the next player draws two cards and you draw "
            "none."
        ),
        lambda o: o.draw_two_beats_draw_four == "any_colour" and not _answers_together(o),
    ),
)
FOUR_ON_TWO: Final = (
    Statement(
        "four_on_two",
        gettext_noop(
            "You may answer a Draw Two with any Wild Draw Four: its four cards are added, and no one can "
            "challenge it."
        ),
        lambda o: o.draw_four_answers_draw_two,
    ),
)
WILD_DRAW_FOUR: Final = (
    Statement(
        "four_always",
        gettext_noop("You may play a Wild Draw Four at any time, and no one can challenge it."),
        lambda o: o.draw_four_legality == "always",
    ),
    Statement(
        "four_without_colour",
        gettext_noop(
            "You can play a Wild Draw Four only if you hold no card of the current colour; no one can "
            "bluff or challenge."
        ),
        _four("no_colour", "off"),
    ),
    Statement(
        "four_without_match",
        gettext_noop(
            "You can play a Wild Draw Four only if none of your coloured cards fits; no one can bluff or "
            "challenge."
        ),
        _four("no_match", "off"),
    ),
    Statement(
        "four_without_colour_drawn_instead",
        gettext_noop(
            "A Wild Draw Four is right only if you hold no card of the current colour; the player who "
            "must draw may challenge you at once: if you bluffed, you draw the cards instead; if not, the "
            "challenger draws two more."
        ),
        _four("no_colour", "mattel"),
    ),
    Statement(
        "four_without_colour_taken_back",
        gettext_noop(
            "A Wild Draw Four is right only if you hold no card of the current colour; the player who "
            "must draw may challenge you at once: if you bluffed, you take the card back and draw the cards "
            "instead; if not, the challenger draws two more."
        ),
        _four("no_colour", "take_back"),
    ),
    Statement(
        "four_without_match_drawn_instead",
        gettext_noop(
            "A Wild Draw Four is right only if none of your coloured cards fits; the player who must draw "
            "may challenge you at once: if you bluffed, you draw the cards instead; if not, the challenger "
            "draws two more."
        ),
        _four("no_match", "mattel"),
    ),
    Statement(
        "four_without_match_taken_back",
        gettext_noop(
            "A Wild Draw Four is right only if none of your coloured cards fits; the player who must draw "
            "may challenge you at once: if you bluffed, you take the card back and draw the cards instead; "
            "if not, the challenger draws two more."
        ),
        _four("no_match", "take_back"),
    ),
)
UNO: Final = (
    Statement(
        "uno",
        gettext_noop(
            "When you are down to one card, call “UNO!”; if another player catches you before the next "
            "player plays or draws, you draw {uno}."
        ),
        _calls("until_caught", "caught", "any_single_card"),
    ),
    Statement(
        "uno_after_playing",
        gettext_noop(
            "When you have played down to one card, call “UNO!”; if another player catches you before the "
            "next player plays or draws, you draw {uno}."
        ),
        _calls("until_caught", "caught", "laid_only"),
    ),
    Statement(
        "uno_with_the_card",
        gettext_noop(
            "Call “UNO!” as you play your second-to-last card; if you did not and another player catches you "
            "before the next player plays or draws, you draw {uno}."
        ),
        _calls("with_play", "caught", "laid_only", "any_single_card"),
    ),
    Statement(
        "uno_in_time",
        gettext_noop(
            "When you are down to one card, call “UNO!” before the next player plays or draws, or you draw "
            "{uno}."
        ),
        _calls("until_caught", "automatic", "any_single_card"),
    ),
    Statement(
        "uno_in_time_after_playing",
        gettext_noop(
            "When you have played down to one card, call “UNO!” before the next player plays or draws, or "
            "you draw {uno}."
        ),
        _calls("until_caught", "automatic", "laid_only"),
    ),
)
ENDING: Final = (
    Statement(
        "winner_scores",
        gettext_noop(
            "The first player to run out of cards wins the deal and scores the cards left in all other "
            "hands; the first to {target} points wins the match."
        ),
        _ends("ends_round", "winner_takes_all", "target"),
    ),
    Statement(
        "side_scores",
        gettext_noop(
            "A and C play against B and D: the side of the first player to run out of cards scores the cards "
            "left in both opponents’ hands, and the first side to {target} points wins the match."
        ),
        _ends("ends_round", "winner_takes_all", "target", "partners"),
    ),
    Statement(
        "own_hand",
        gettext_noop(
            "When a player runs out of cards, everyone scores the cards left in their own hand; as soon as a "
            "total reaches {target}, the highest total loses and everyone else wins the match."
        ),
        _ends("ends_round", "own_hand_low", "target"),
    ),
    Statement(
        "elimination",
        gettext_noop(
            "When a player runs out of cards, everyone scores the cards left in their own hand; a player who "
            "reaches {target} points is out, and the last player left wins the match."
        ),
        lambda o: _ends("ends_round", "elimination", "target")(o) and o.survivors == 1,
    ),
    Statement(
        "wins_and_losses",
        gettext_noop(
            "No points are added up: the first player to run out of cards wins the deal, and the player "
            "whose cards are worth most loses it; the host ends the match, and the most wins count."
        ),
        _ends("ends_round", "win_loss", "manual"),
    ),
    Statement(
        "to_the_last",
        gettext_noop(
            "The first player to run out of cards wins the deal, but the others play on: the last player "
            "with cards loses it; the host ends the match, and the most wins count."
        ),
        _ends("to_last", "win_loss", "manual"),
    ),
    Statement(
        "seven_times",
        gettext_noop(
            "When you run out of cards you draw six, the next time five, then four, three, two and one; the "
            "first player to run out of cards for the seventh time wins."
        ),
        lambda o: _ends("refill_countdown", "win_loss", "rounds")(o) and o.round_limit == 1,
    ),
    Statement(
        "points_for_going_out",
        gettext_noop(
            "Each time you run out of cards you score a point and draw six; when the draw pile is used up, "
            "the match ends with the next empty hand or when everyone passes in turn, and the most points "
            "win."
        ),
        _ends("refill_six", "per_out", "rounds"),
    ),
)


def _house(name: str, english: str, holds: Callable[[Options], bool]) -> tuple[Statement, ...]:
    """Return a topic that has one statement."""
    return (Statement(name, english, holds),)


CARDS: Final = (
    _house(
        "swap_hands",
        gettext_noop("With the Wild Swap Hands you swap all your cards with a player of your choice."),
        lambda o: o.deck == "swap_112",
    ),
    _house(
        "shuffle_hands",
        gettext_noop("The Wild Shuffle Hands collects all hands, shuffles them and deals them out again."),
        lambda o: o.deck == "shuffle_112",
    ),
    _house(
        "super_star",
        gettext_noop(
            "A Super Star is a Wild that also sends a Draw Two or Wild Draw Four back: the player it came "
            "from draws the cards."
        ),
        lambda o: o.deck == "mario_112",
    ),
    _house(
        "plus_ten",
        gettext_noop("A +10 is a black card that makes the next player draw ten cards."),
        lambda o: o.deck == "plus_ten_112",
    ),
    _house(
        "ten_on_ten",
        gettext_noop("If you answer a +10 with a +10, the cards add up and the next player draws them all."),
        lambda o: o.stack_ten,
    ),
    _house(
        "customizable_wild",
        gettext_noop(
            "The Customizable cards are plain Wilds until you choose rules for them in a rulebook of your "
            "own."
        ),
        lambda o: set(o.customizable_effects) == {"none"},
    ),
    _house(
        "customizable",
        gettext_noop("The Customizable cards have rules of their own: {effects}."),
        lambda o: bool(set(o.customizable_effects) - {"none"}),
    ),
)
HOUSE_RULES: Final = (
    _house(
        "pairs",
        gettext_noop("You may play two identical number cards together: they work like a Skip."),
        lambda o: o.pair_as_skip,
    ),
    _house(
        "reverse_sends_back",
        gettext_noop(
            "With a Reverse of the current colour you send a Skip or the cards you have to draw back to the "
            "player they came from."
        ),
        lambda o: o.reverse_reflects,
    ),
    (
        Statement(
            "jump_in",
            gettext_noop(
                "If you hold a card identical to the top card (of the black cards only a Wild), you may play "
                "it out of turn, but not on your own card or on the first card of a deal; play continues "
                "from you."
            ),
            lambda o: o.jump_in and not o.jump_in_self,
        ),
        Statement(
            "jump_in_self",
            gettext_noop(
                "If you hold a card identical to the top card (of the black cards only a Wild), you may play "
                "it out of turn, even on a card you have just played, but not on the first card of a deal; "
                "play continues from you."
            ),
            lambda o: o.jump_in_self,
        ),
    ),
    _house(
        "seven_zero",
        gettext_noop(
            "When you play a 7, you swap hands with a player of your choice; when you play a 0, everyone "
            "passes their hand to the next player."
        ),
        lambda o: o.seven_zero,
    ),
    _house(
        "five_exchange",
        gettext_noop("When you play a 5, you may exchange a card with another player, who cannot refuse."),
        lambda o: o.five_exchange,
    ),
    _house(
        "centre",
        gettext_noop("On “UNO!” everyone else slaps the pile; the last player to do so draws two cards."),
        lambda o: o.uno_centre,
    ),
    (
        Statement(
            "mistakes",
            gettext_noop(
                "A card that does not fit costs you {wrong}, and so does calling “UNO!” or catching someone "
                "without reason."
            ),
            lambda o: o.illegal_card_penalty == o.false_call_penalty > 0,
        ),
        Statement(
            "wrong_card",
            gettext_noop("A card that does not fit goes back to your hand and costs you {wrong}."),
            lambda o: o.illegal_card_penalty > 0,
        ),
    ),
    _house(
        "false_call",
        gettext_noop("Calling “UNO!” or catching someone without reason costs you {false}."),
        lambda o: o.false_call_penalty > 0 and o.illegal_card_penalty != o.false_call_penalty,
    ),
    _house(
        "advice",
        gettext_noop("Telling another player what to play costs you {advice}."),
        lambda o: o.advice_penalty > 0 and o.illegal_card_penalty > 0,  # beside other penalties
    ),
    (
        Statement(
            "silent_twos",
            gettext_noop(
                "After a 2 no one may speak until its player’s next turn; a player who speaks draws two "
                "cards."
            ),
            lambda o: o.silence == "twos",
        ),
        Statement(
            "silent_blacks",
            gettext_noop(
                "After a black card no one may speak while its colour has to be matched; a player who speaks "
                "draws two cards."
            ),
            lambda o: o.silence == "black",
        ),
    ),
    _house(
        "single_zero",
        gettext_noop("A hand with nothing but a single 0 counts 50 points."),
        lambda o: o.reset_zero,
    ),
)
TOPICS: Final = (
    BEGINNING,
    MATCHING,
    DRAWING,
    DRAWN,
    SKIPPING,
    ONLY_TWO,
    DRAW_CARDS,
    ANSWERS,
    TWO_ON_TWO,
    FOUR_ON_FOUR,
    TWO_ON_FOUR,
    FOUR_ON_TWO,
    WILD_DRAW_FOUR,
    *CARDS,
    *HOUSE_RULES,
    UNO,
    ENDING,
)
