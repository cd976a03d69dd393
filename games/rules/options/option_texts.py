"""The values and meanings of each option, in words for forms and pages (rules.md section 4)."""

from typing import Final

from games.rules.base.language import gettext_noop as _
from games.rules.options.house_option_texts import GOING_OUT, HANDS, JUMPING_IN, POINTS, UNO
from games.rules.options.option_text import (
    OptionGroup,
    OptionText,
    ValueText,
    choice,
    has,
    has_not,
    number,
    switch,
)

__all__ = ["CUSTOMIZABLE_EFFECTS", "OPTION_GROUPS", "OPTION_TEXTS", "OptionGroup", "OptionText", "ValueText"]

_EFFECTS: Final = (
    ValueText("none", _("plain Wild"), _("The card is a plain Wild: its player chooses the colour.")),
    ValueText(
        "others_draw_2",
        _("all others draw two"),
        _("Every other player draws two cards; no one loses a turn."),
    ),
    ValueText(
        "others_discard_wilds",
        _("all others discard their black cards"),
        _(
            "Every other player discards all black cards under the top card; a player left with no cards has "
            "gone out."
        ),
    ),
    ValueText("extra_turn", _("another turn"), _("The player of the card takes another whole turn.")),
    ValueText(
        "next_situps_or_draw_3",
        _("three sit-ups or three cards"),
        _("The next player does three sit-ups or draws three cards, then takes a normal turn."),
    ),
    ValueText(
        "next_sings_or_draw_2",
        _("a song or two cards"),
        _("The next player sings a song or draws two cards, then takes a normal turn."),
    ),
    ValueText(
        "charade_colour_dump",
        _("a charade"),
        _("The player acts out a charade; the first to guess it discards all cards of the chosen colour."),
    ),
)

CUSTOMIZABLE_EFFECTS: Final = tuple(str(effect.value) for effect in _EFFECTS)

_SET_UP: Final = (
    choice(
        "deck",
        _("Deck"),
        _("Which cards are in the box. Special cards bring their own rules."),
        (
            "classic_108",
            _("the classic 108"),
            _("Numbers, Skip, Reverse, Draw Two, four Wilds, four Wild Draw Fours."),
        ),
        (
            "swap_112",
            _("with Swap Hands"),
            _("The classic cards, one Swap Hands and up to three Customizable cards."),
        ),
        (
            "shuffle_112",
            _("with Shuffle Hands"),
            _("The classic cards, one Shuffle Hands and up to three Customizable cards."),
        ),
        (
            "mario_112",
            _("with Super Stars"),
            _("The classic cards, two Super Stars and up to two Customizable cards."),
        ),
        (
            "blank_112",
            _("with blank cards"),
            _("The classic cards; up to four blank cards are used as Customizable cards."),
        ),
        (
            "plus_ten_112",
            _("with +10"),
            _("The classic cards and four +10: the next player draws ten cards."),
        ),
    ),
    OptionText(
        "customizable_effects",
        _("Customizable cards"),
        _(
            "Black cards without a rule of their own: how many are in the deck, and the rule that the table "
            "gives each."
        ),
        _EFFECTS,
        many=True,
        english_none=_("none in the deck"),
        matters_with=has("deck", "swap_112", "shuffle_112", "mario_112", "blank_112"),
    ),
    choice(
        "customizable_points",
        _("Points of a Customizable card"),
        _("What a Customizable card left in hand is worth."),
        (40, "40", _("As in the boxes with Swap Hands or Shuffle Hands.")),
        (50, "50", _("As much as a Wild.")),
        matters_with=has_not("customizable_effects", ()),
    ),
    choice(
        "teams",
        _("Partners"),
        _("Whether everyone plays alone or two against two."),
        ("off", _("everyone alone"), _("Each player has a total of their own.")),
        (
            "partners",
            _("two against two"),
            _("A and C against B and D; the first to go out scores for the side."),
        ),
    ),
    number("hand_size", _("Cards in hand"), _("How many cards each player is dealt."), 1, 10),
    choice(
        "dealer_choice",
        _("First dealer"),
        _("How the first dealer is chosen."),
        (
            "high_card_symbols_zero",
            _("highest number; action cards count 0"),
            _("Each player draws a card; the highest number deals."),
        ),
        (
            "high_card_redraw_symbols",
            _("highest number; redraw if not a number"),
            _("Each player draws a card, and another one until it is a number; the highest number deals."),
        ),
        ("random", _("by lot"), _("The server chooses at random.")),
        ("fixed", _("named by the host"), _("The host or organizer names the first dealer.")),
    ),
    choice(
        "next_dealer",
        _("Next dealer"),
        _("Which player deals next."),
        ("clockwise", _("the next seat"), _("The next player to the left who is still in the match.")),
        ("round_loser", _("the loser"), _("The player who lost the last deal.")),
        ("same", _("always the same"), _("The dealer stays the same for the whole match.")),
        matters_with=(*has_not("match_end", "rounds"), *has_not("round_limit", 1)),
    ),
    choice(
        "first_player",
        _("First player"),
        _("Which player has the first turn of a deal, unless the first card takes effect."),
        ("left_of_dealer", _("left of the dealer"), _("The player to the left of the dealer.")),
        (
            "youngest",
            _("the youngest"),
            _("The youngest player in the first deal; later the player to the left of the dealer."),
        ),
        (
            "previous_winner",
            _("the last winner"),
            _("The winner of the previous deal; in the first deal, the player to the left of the dealer."),
        ),
    ),
    choice(
        "starter_rule",
        _("First card"),
        _("Which cards may start the discard pile, and whether they take effect."),
        (
            "act",
            _("almost every card"),
            _(
                "Action cards and Wilds take effect on the first player; after a Reverse the dealer begins, "
                "and a Swap Hands swaps hands at once. A Wild Draw Four or +10 is put back."
            ),
        ),
        (
            "act_no_wilds",
            _("no black cards"),
            _(
                "Skip and Draw Two take effect on the first player, and after a Reverse the dealer begins. "
                "Every black card is put back."
            ),
        ),
        ("number_only", _("numbers only"), _("Cards are put back until a number turns up.")),
    ),
)

_TURN: Final = (
    switch(
        "voluntary_draw",
        _("Drawing when you could play"),
        _("Whether a player who holds a card that fits may draw instead."),
        _("You may draw even if you hold a card that fits."),
        _("You must play if you can. You never have to bluff with a Wild Draw Four."),
    ),
    choice(
        "draw_rule",
        _("Cards drawn in a turn"),
        _("How many cards a player draws who does not play a card."),
        ("one", _("one card"), _("One card.")),
        (
            "until_playable",
            _("until one fits"),
            _("Card after card until one fits, up to the drawing limit."),
        ),
    ),
    number(
        "draw_until_max",
        _("Drawing limit"),
        _("The most cards a player draws in one turn when drawing until one fits."),
        1,
        20,
        matters_with=has("draw_rule", "until_playable"),
    ),
    choice(
        "play_after_draw",
        _("Playing the drawn card"),
        _("Whether the card just drawn can be played in the same turn."),
        ("optional", _("allowed"), _("A drawn card that fits may be played or kept.")),
        ("forced", _("required"), _("A drawn card that fits must be played.")),
        ("never", _("not allowed"), _("The turn ends with the draw.")),
    ),
    choice(
        "draw_pile_exhausted",
        _("Empty draw pile"),
        _("What happens when the draw pile is used up."),
        (
            "reshuffle",
            _("shuffle the discards"),
            _("The discard pile, except its top card, is shuffled into a new draw pile."),
        ),
        (
            "end_of_play",
            _("no new pile"),
            _(
                "There is no new draw pile: the match ends when a hand is emptied then, or when everyone "
                "passes in turn."
            ),
        ),
    ),
    choice(
        "blocked_round",
        _("Blocked deal"),
        _("What happens when there is nothing left to draw and everyone passes in turn."),
        (
            "void",
            _("no one wins"),
            _("The deal ends without a winner; where players score their own hands, they still do."),
        ),
        (
            "lowest_hand",
            _("lowest hand wins"),
            _("The player with the fewest points in hand wins the deal; in a tie no one does."),
        ),
    ),
)

_SKIP_AND_REVERSE: Final = (
    choice(
        "skip_effect",
        _("Skip"),
        _("What a Skip does."),
        ("skip_next", _("the next player is skipped"), _("The next player loses the turn.")),
        ("play_again", _("play again"), _("No one is skipped: the player of the Skip takes another turn.")),
    ),
    choice(
        "skip_rescue",
        _("Escape from a Skip"),
        _("Whether the player about to be skipped can pass the Skip on."),
        ("off", _("impossible"), _("A Skip cannot be answered with a Skip.")),
        (
            "identical",
            _("with the same Skip"),
            _("With a Skip of the same colour you pass it on: the next player is skipped instead."),
        ),
        matters_with=has("skip_effect", "skip_next"),
    ),
    choice(
        "two_player_reverse",
        _("Reverse with two players"),
        _("What a Reverse does when only two players are left."),
        ("skip", _("play again"), _("Its player takes another turn.")),
        ("plain", _("no extra turn"), _("The other player has the next turn, as after a number card.")),
        matters_with=has("teams", "off"),
    ),
    switch(
        "pair_as_skip",
        _("Pairs"),
        _("Whether two identical number cards can be played together."),
        _("You may play two identical number cards together; they work like a Skip."),
        _("You play one card a turn."),
    ),
    switch(
        "reverse_reflects",
        _("Sending back with a Reverse"),
        _("Whether a Reverse of the current colour turns an effect against the player who caused it."),
        _(
            "The victim of a Draw Two, Wild Draw Four, +10 or Skip may send it back with a Reverse of the "
            "current colour."
        ),
        _("A Reverse only changes the direction of play."),
    ),
)

_DRAW_CARDS: Final = (
    choice(
        "stack_draw_two",
        _("Draw Two on Draw Two"),
        _("Whether the victim of a Draw Two may answer with a Draw Two."),
        ("off", _("not allowed"), _("A Draw Two cannot be answered with another Draw Two.")),
        ("transfer", _("passed on"), _("The next player draws two instead, never more than two.")),
        (
            "sum",
            _("added up"),
            _("The cards add up for the next player: two, four, six and so on."),
        ),
    ),
    choice(
        "stack_draw_four",
        _("Wild Draw Four on Wild Draw Four"),
        _("Whether the victim of a Wild Draw Four may answer with a Wild Draw Four."),
        ("off", _("not allowed"), _("A Wild Draw Four cannot be answered with another Wild Draw Four.")),
        (
            "sum",
            _("added up"),
            _(
                "The cards add up for the next player: four, eight, twelve and so on; the last player "
                "chooses the colour."
            ),
        ),
    ),
    switch(
        "stack_ten",
        _("+10 on +10"),
        _("Whether the victim of a +10 may answer with a +10."),
        _("The cards add up for the next player: ten, twenty, thirty and so on."),
        _("A +10 cannot be answered with another +10."),
        matters_with=has("deck", "plus_ten_112"),
    ),
    choice(
        "draw_four_legality",
        _("When a Wild Draw Four may be played"),
        _("What you must not hold when you play a Wild Draw Four."),
        (
            "no_colour",
            _("without the colour"),
            _("Only if you hold no card of the current colour."),
        ),
        (
            "no_match",
            _("without any match"),
            _("Only if none of your coloured cards matches in colour, number or symbol."),
        ),
        ("always", _("always"), _("You may play it at any time.")),
    ),
    choice(
        "draw_four_challenge",
        _("Challenging a Wild Draw Four"),
        _("What happens when a player bluffs with a Wild Draw Four."),
        (
            "off",
            _("no challenge"),
            _("An illegal Wild Draw Four cannot be played, so there is nothing to challenge."),
        ),
        (
            "mattel",
            _("the bluffer draws"),
            _(
                "Only the player who must draw can challenge, and only at once. Success: the bluffer draws "
                "the four cards instead. Failure: the challenger draws six. In a chain the cards of all Wild "
                "Draw Fours count."
            ),
        ),
        (
            "take_back",
            _("the bluffer takes the card back"),
            _(
                "Only the player who must draw can challenge, and only at once. Success: the bluffer takes "
                "the card back and draws the four cards instead. Failure: the challenger draws six. In a "
                "chain the cards of all Wild Draw Fours count."
            ),
        ),
        matters_with=has_not("draw_four_legality", "always"),
    ),
    choice(
        "draw_two_beats_draw_four",
        _("Draw Two on Wild Draw Four"),
        _("Whether the victim of a Wild Draw Four may answer with a Draw Two."),
        ("off", _("not allowed"), _("A Wild Draw Four cannot be answered with a Draw Two.")),
        (
            "ordered_colour",
            _("of the current colour"),
            _("A Draw Two of the current colour answers it: the next player draws only two."),
        ),
        ("any_colour", _("of any colour"), _("Any Draw Two answers it: the next player draws only two.")),
    ),
    switch(
        "draw_four_answers_draw_two",
        _("Wild Draw Four on Draw Two"),
        _("Whether the victim of a Draw Two may answer with a Wild Draw Four."),
        _("Any Wild Draw Four answers it, adds four cards for the next player and cannot be challenged."),
        _("A Draw Two cannot be answered with a Wild Draw Four."),
    ),
    switch(
        "draw_cards_lose_turn",
        _("Draw cards cost the turn"),
        _("Whether a player who draws because of a draw card also loses the turn."),
        _("A player who draws the cards loses the turn."),
        _("A player who draws the cards then takes a normal turn."),
    ),
    switch(
        "last_card_draw_effect",
        _("Last card is a draw card"),
        _("Whether the next player still draws when someone goes out with a draw card."),
        _("The cards are drawn first, and their points count."),
        _("The deal ends at once."),
        matters_with=has("going_out", "ends_round", "refill_countdown"),
    ),
    switch(
        "ready_pause",
        _("Waiting for “Ready”"),
        _("Whether play waits for the player who had to draw because of a Wild Draw Four."),
        _(
            "Everyone waits until the player who had to draw because of a Wild Draw Four has sorted the "
            "cards and says “Ready”."
        ),
        _("Play continues at once."),
    ),
)

OPTION_GROUPS: Final = (
    OptionGroup(_("Table and deal"), _SET_UP),
    OptionGroup(_("The turn"), _TURN),
    OptionGroup(_("Skip and Reverse"), _SKIP_AND_REVERSE),
    OptionGroup(_("Draw cards"), _DRAW_CARDS),
    OptionGroup(_("Jumping in"), JUMPING_IN),
    OptionGroup(_("Swapping hands, cards and colours"), HANDS),
    OptionGroup(_("UNO, penalties and silence"), UNO),
    OptionGroup(_("Going out"), GOING_OUT),
    OptionGroup(_("Points and the end of the match"), POINTS),
)
OPTION_TEXTS: Final = tuple(option for group in OPTION_GROUPS for option in group.options)
