"""What each option may be and what it means, in words for forms and pages (rules.md section 4)."""

from typing import Final

from games.rules.house_option_texts import GOING_OUT, HANDS, JUMPING_IN, POINTS, UNO
from games.rules.option_text import OptionGroup, OptionText, ValueText, choice, number, switch

__all__ = ["CUSTOMIZABLE_EFFECTS", "OPTION_GROUPS", "OPTION_TEXTS", "OptionGroup", "OptionText", "ValueText"]

_EFFECTS: Final = (
    ValueText("none", "plain Wild", "The card is a plain Wild: its player names the colour, nothing else."),
    ValueText(
        "others_draw_2", "all others draw two", "Every other player draws two cards and keeps the turn."
    ),
    ValueText(
        "others_discard_wilds",
        "all others put down their black cards",
        "Every other player puts all black cards under the discard pile; who has none left has gone out.",
    ),
    ValueText("extra_turn", "another turn", "The player of the card takes another whole turn."),
    ValueText(
        "next_situps_or_draw_3",
        "three sit-ups or three cards",
        "The next player does three sit-ups or draws three cards, then takes a normal turn.",
    ),
    ValueText(
        "next_sings_or_draw_2",
        "a song or two cards",
        "The next player sings a song or draws two cards, then takes a normal turn.",
    ),
    ValueText(
        "charade_colour_dump",
        "a charade",
        "The player acts a charade; who guesses it first puts down all cards of the named colour.",
    ),
)

CUSTOMIZABLE_EFFECTS: Final = tuple(str(one.value) for one in _EFFECTS)

_SET_UP: Final = (
    choice(
        "deck",
        "Deck",
        "Which cards are in the box. Special cards bring their own rules.",
        (
            "classic_108",
            "the classic 108",
            "Numbers, Skip, Reverse, Draw Two, four Wilds, four Wild Draw Fours.",
        ),
        (
            "swap_112",
            "with Swap Hands",
            "The classic cards, one Swap Hands and up to three Customizable cards.",
        ),
        (
            "shuffle_112",
            "with Shuffle Hands",
            "The classic cards, one Shuffle Hands, up to three Customizable.",
        ),
        (
            "mario_112",
            "with Super Stars",
            "The classic cards, two Super Stars and up to two Customizable cards.",
        ),
        ("blank_112", "with blank cards", "The classic cards; up to four blanks play as Customizable cards."),
        ("plus_ten_112", "with +10", "The classic cards and four +10: the next player takes ten cards."),
    ),
    OptionText(
        "customizable_effects",
        "Customizable cards",
        "How many Customizable cards stay in the deck, and the rule that the table agreed on for each.",
        _EFFECTS,
        many=True,
        none="none in the deck",
    ),
    choice(
        "customizable_points",
        "Points of a Customizable card",
        "What a Customizable card costs when it is left in a hand.",
        (40, "40", "As in the boxes with Swap Hands or Shuffle Hands."),
        (50, "50", "As much as a Wild."),
    ),
    choice(
        "teams",
        "Partners",
        "Whether everybody plays alone or two against two.",
        ("off", "everybody alone", "Each player has a total of their own."),
        (
            "partners",
            "two against two",
            "A and C against B and D; the first to go out scores for the side.",
        ),
    ),
    number("hand_size", "Cards in hand", "How many cards everybody is dealt.", 1, 10),
    choice(
        "dealer_choice",
        "First dealer",
        "How the dealer of the first deal is found.",
        (
            "high_card_symbols_zero",
            "highest card, signs count 0",
            "Each draws a card; the highest number deals.",
        ),
        (
            "high_card_redraw_symbols",
            "highest card, signs draw again",
            "Each draws a card; who turns up no number draws again at once; the highest number deals.",
        ),
        ("random", "by lot", "The server draws lots."),
        ("fixed", "named by the host", "The host or organizer says who deals first."),
    ),
    choice(
        "next_dealer",
        "Next dealer",
        "Who deals after a deal is over.",
        ("clockwise", "the next seat", "The next player to the left who is still in the match."),
        ("round_loser", "the loser", "The loser of the deal just played."),
        ("same", "the same again", "The dealer stays the same for the whole match."),
    ),
    choice(
        "first_player",
        "Who begins",
        "Who has the first turn of a deal, unless the first card says otherwise.",
        ("left_of_dealer", "left of the dealer", "The player to the left of the dealer."),
        ("youngest", "the youngest", "The youngest in the first deal; later the player left of the dealer."),
        (
            "previous_winner",
            "the last winner",
            "The winner of the deal before; at first, left of the dealer.",
        ),
    ),
    choice(
        "starter_rule",
        "First card",
        "Which cards may open the discard pile, and whether they act on the first player.",
        (
            "act",
            "nearly every card",
            "Signs and Wilds count; a Wild Draw Four or +10 is put back.",
        ),
        ("act_no_wilds", "no black cards", "Skip, Reverse and Draw Two count; every black card is put back."),
        ("number_only", "numbers only", "Cards are put back until a number turns up."),
    ),
)

_TURN: Final = (
    switch(
        "voluntary_draw",
        "Draw although you could play",
        "Whether a player who holds a card that fits may draw instead.",
        "A player may draw even with a card that fits.",
        "Who can play must play; only a Wild Draw Four against the rule need not be laid.",
    ),
    choice(
        "draw_rule",
        "How many cards a turn draws",
        "What a player draws who does not play.",
        ("one", "one card", "One card."),
        (
            "until_playable",
            "until one fits",
            "Card after card until one can be played, up to the limit below.",
        ),
    ),
    number(
        "draw_until_max",
        "Limit of drawing until one fits",
        "The most cards taken in one turn where players draw until a card fits.",
        1,
        20,
    ),
    choice(
        "play_after_draw",
        "Playing the drawn card",
        "Whether the card just drawn can be played in the same turn.",
        ("optional", "allowed", "A drawn card that fits may be played or kept."),
        ("forced", "compulsory", "A drawn card that fits must be played."),
        ("never", "not allowed", "The turn ends with the draw."),
    ),
    choice(
        "draw_pile_exhausted",
        "Empty draw pile",
        "What happens when the last card of the draw pile has been taken.",
        (
            "reshuffle",
            "shuffle the discards",
            "The discards, except for the top card, are shuffled and turned over.",
        ),
        (
            "end_of_play",
            "no new pile",
            "There is no new pile: when nobody can play any more, the game is over.",
        ),
    ),
    choice(
        "blocked_round",
        "Blocked deal",
        "What happens when there is nothing left to draw and nobody plays any more.",
        ("void", "nobody wins", "The deal is over without a winner."),
        ("lowest_hand", "lowest hand wins", "Who holds the fewest points wins; with a tie nobody does."),
    ),
)

_SKIP_AND_REVERSE: Final = (
    choice(
        "skip_effect",
        "Skip",
        "What a Skip does.",
        ("skip_next", "the next player waits", "The next player loses the turn."),
        ("play_again", "play again", "Nobody loses a turn: the player of the Skip takes another one."),
    ),
    choice(
        "skip_rescue",
        "Escape from a Skip",
        "Whether the player who is to be skipped can pass the Skip on.",
        ("off", "impossible", "A Skip cannot be answered with a Skip."),
        (
            "identical",
            "with the same Skip",
            "With a Skip of the same colour the next player is skipped instead.",
        ),
    ),
    choice(
        "two_player_reverse",
        "Reverse between two",
        "What a Reverse does when only two players are left.",
        ("skip", "play again", "Its player takes another turn."),
        ("plain", "turn about", "The other player has the next turn, as after any card."),
    ),
    switch(
        "pair_as_skip",
        "Pairs",
        "Whether two identical number cards can be laid together.",
        "Two identical numbers are one move and act like a Skip.",
        "One card a turn.",
    ),
    switch(
        "reverse_reflects",
        "Reverse sends back",
        "Whether a Reverse of the right colour turns an effect against the player who caused it.",
        "Who faces a Draw Two, Wild Draw Four, +10 or Skip may send it back with a Reverse of that colour.",
        "A Reverse only turns the direction.",
    ),
)

_DRAW_CARDS: Final = (
    choice(
        "stack_draw_two",
        "Draw Two on Draw Two",
        "Whether a player who is to take two cards may answer with a Draw Two.",
        ("off", "not allowed", "The cards must be taken."),
        ("transfer", "passed on", "The next player takes two instead, never more than two."),
        ("sum", "added up", "The next player takes two more than were waiting: two, four, six and so on."),
    ),
    choice(
        "stack_draw_four",
        "Wild Draw Four on Wild Draw Four",
        "Whether a player who is to take four cards may answer with a Wild Draw Four.",
        ("off", "not allowed", "The cards must be taken or the card challenged."),
        ("sum", "added up", "Fours add up, and the last player names the colour."),
    ),
    switch(
        "stack_ten",
        "+10 on +10",
        "Whether a player who is to take ten cards may answer with a +10.",
        "Tens add up: ten, twenty, thirty and so on.",
        "The ten cards must be taken.",
    ),
    choice(
        "draw_four_legality",
        "When a Wild Draw Four may be laid",
        "What a player must not hold when laying a Wild Draw Four.",
        (
            "no_colour",
            "without the colour",
            "Only without another card of the colour that has to be matched.",
        ),
        (
            "no_match",
            "without any match",
            "Only if no coloured card fits by colour, number or sign.",
        ),
        ("always", "always", "It can be laid at any time."),
    ),
    choice(
        "draw_four_challenge",
        "Challenging a Wild Draw Four",
        "What can be done about a Wild Draw Four that was laid against the rule.",
        (
            "off",
            "impossible to bluff",
            "A Wild Draw Four against the rule is refused like any card that does not fit.",
        ),
        (
            "mattel",
            "the cheat draws",
            "Right: the cheat draws four instead. Wrong: the challenger draws six.",
        ),
        (
            "take_back",
            "the card goes back",
            "Right: the cheat also takes the card back. Wrong: the challenger draws six.",
        ),
    ),
    choice(
        "draw_two_beats_draw_four",
        "Draw Two on Wild Draw Four",
        "Whether a player who is to take four cards may answer with a Draw Two.",
        ("off", "not allowed", "A Draw Two does not help against a Wild Draw Four."),
        (
            "ordered_colour",
            "of the named colour",
            "A Draw Two of the named colour: the next player takes only two.",
        ),
        ("any_colour", "of any colour", "Any Draw Two: the next player takes only two."),
    ),
    switch(
        "draw_four_answers_draw_two",
        "Wild Draw Four on Draw Two",
        "Whether a player who is to take two cards may answer with a Wild Draw Four.",
        "It always may be laid then, adds four to what was waiting and cannot be challenged.",
        "A Wild Draw Four does not help against a Draw Two.",
    ),
    switch(
        "draw_cards_lose_turn",
        "Taking cards loses the turn",
        "Whether a player who takes the cards of a draw card also loses the turn.",
        "Who takes the cards is passed over.",
        "Who takes the cards then has a normal turn.",
    ),
    switch(
        "last_card_draw_effect",
        "Draw card as the last card",
        "Whether the next player still draws when somebody goes out with a draw card.",
        "The cards are drawn first, and they count.",
        "The deal is over at once.",
    ),
    switch(
        "ready_pause",
        "Courtesy pause",
        "Whether play waits for the player who had to draw because of a Wild Draw Four.",
        "Everybody waits until that player has sorted the cards and says “Ready”.",
        "Play goes on at once.",
    ),
)

OPTION_GROUPS: Final = (
    OptionGroup("Table and deal", _SET_UP),
    OptionGroup("The turn", _TURN),
    OptionGroup("Skip and Reverse", _SKIP_AND_REVERSE),
    OptionGroup("Draw cards", _DRAW_CARDS),
    OptionGroup("Jumping in", JUMPING_IN),
    OptionGroup("Exchanging hands, cards and colours", HANDS),
    OptionGroup("UNO, penalties and silence", UNO),
    OptionGroup("Going out", GOING_OUT),
    OptionGroup("Points and the end of the match", POINTS),
)
OPTION_TEXTS: Final = tuple(one for group in OPTION_GROUPS for one in group.options)
