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
    ValueText(
        "none", _("plain Wild"), _("The card is a plain Wild: its player names the colour, nothing else.")
    ),
    ValueText(
        "others_draw_2", _("all others draw two"), _("Every other player draws two cards and keeps the turn.")
    ),
    ValueText(
        "others_discard_wilds",
        _("all others put down their black cards"),
        _("Every other player puts all black cards under the discard pile; who has none left has gone out."),
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
        _("The player acts a charade; who guesses it first puts down all cards of the named colour."),
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
            _("The classic cards, one Shuffle Hands, up to three Customizable."),
        ),
        (
            "mario_112",
            _("with Super Stars"),
            _("The classic cards, two Super Stars and up to two Customizable cards."),
        ),
        (
            "blank_112",
            _("with blank cards"),
            _("The classic cards; up to four blanks play as Customizable cards."),
        ),
        (
            "plus_ten_112",
            _("with +10"),
            _("The classic cards and four +10: the next player takes ten cards."),
        ),
    ),
    OptionText(
        "customizable_effects",
        _("Customizable cards"),
        _("How many Customizable cards stay in the deck, and the rule that the table agreed on for each."),
        _EFFECTS,
        many=True,
        english_none=_("none in the deck"),
        matters_with=has("deck", "swap_112", "shuffle_112", "mario_112", "blank_112"),
    ),
    choice(
        "customizable_points",
        _("Points of a Customizable card"),
        _("What a Customizable card costs when it is left in a hand."),
        (40, "40", _("As in the boxes with Swap Hands or Shuffle Hands.")),
        (50, "50", _("As much as a Wild.")),
        matters_with=has_not("customizable_effects", ()),
    ),
    choice(
        "teams",
        _("Partners"),
        _("Whether everybody plays alone or two against two."),
        ("off", _("everybody alone"), _("Each player has a total of their own.")),
        (
            "partners",
            _("two against two"),
            _("A and C against B and D; the first to go out scores for the side."),
        ),
    ),
    number("hand_size", _("Cards in hand"), _("How many cards everybody is dealt."), 1, 10),
    choice(
        "dealer_choice",
        _("First dealer"),
        _("How the dealer of the first deal is found."),
        (
            "high_card_symbols_zero",
            _("highest card, signs count 0"),
            _("Each draws a card; the highest number deals."),
        ),
        (
            "high_card_redraw_symbols",
            _("highest card, signs draw again"),
            _("Each draws a card; who turns up no number draws again at once; the highest number deals."),
        ),
        ("random", _("by lot"), _("The server draws lots.")),
        ("fixed", _("named by the host"), _("The host or organizer says who deals first.")),
    ),
    choice(
        "next_dealer",
        _("Next dealer"),
        _("Who deals after a deal is over."),
        ("clockwise", _("the next seat"), _("The next player to the left who is still in the match.")),
        ("round_loser", _("the loser"), _("The loser of the deal just played.")),
        ("same", _("the same again"), _("The dealer stays the same for the whole match.")),
        matters_with=(*has_not("match_end", "rounds"), *has_not("round_limit", 1)),
    ),
    choice(
        "first_player",
        _("Who begins"),
        _("Who has the first turn of a deal, unless the first card says otherwise."),
        ("left_of_dealer", _("left of the dealer"), _("The player to the left of the dealer.")),
        (
            "youngest",
            _("the youngest"),
            _("The youngest in the first deal; later the player left of the dealer."),
        ),
        (
            "previous_winner",
            _("the last winner"),
            _("The winner of the deal before; at first, left of the dealer."),
        ),
    ),
    choice(
        "starter_rule",
        _("First card"),
        _("Which cards may open the discard pile, and whether they act on the first player."),
        (
            "act",
            _("nearly every card"),
            _("Signs and Wilds count; a Wild Draw Four or +10 is put back."),
        ),
        (
            "act_no_wilds",
            _("no black cards"),
            _("Skip, Reverse and Draw Two count; every black card is put back."),
        ),
        ("number_only", _("numbers only"), _("Cards are put back until a number turns up.")),
    ),
)

_TURN: Final = (
    switch(
        "voluntary_draw",
        _("Draw although you could play"),
        _("Whether a player who holds a card that fits may draw instead."),
        _("A player may draw even with a card that fits."),
        _("Who can play must play; only a Wild Draw Four against the rule need not be laid."),
    ),
    choice(
        "draw_rule",
        _("How many cards a turn draws"),
        _("What a player draws who does not play."),
        ("one", _("one card"), _("One card.")),
        (
            "until_playable",
            _("until one fits"),
            _("Card after card until one can be played, up to the limit below."),
        ),
    ),
    number(
        "draw_until_max",
        _("Limit of drawing until one fits"),
        _("The most cards taken in one turn where players draw until a card fits."),
        1,
        20,
        matters_with=has("draw_rule", "until_playable"),
    ),
    choice(
        "play_after_draw",
        _("Playing the drawn card"),
        _("Whether the card just drawn can be played in the same turn."),
        ("optional", _("allowed"), _("A drawn card that fits may be played or kept.")),
        ("forced", _("compulsory"), _("A drawn card that fits must be played.")),
        ("never", _("not allowed"), _("The turn ends with the draw.")),
    ),
    choice(
        "draw_pile_exhausted",
        _("Empty draw pile"),
        _("What happens when the last card of the draw pile has been taken."),
        (
            "reshuffle",
            _("shuffle the discards"),
            _("The discards, except for the top card, are shuffled and turned over."),
        ),
        (
            "end_of_play",
            _("no new pile"),
            _("There is no new pile: when nobody can play any more, the game is over."),
        ),
    ),
    choice(
        "blocked_round",
        _("Blocked deal"),
        _("What happens when there is nothing left to draw and nobody plays any more."),
        ("void", _("nobody wins"), _("The deal is over without a winner.")),
        (
            "lowest_hand",
            _("lowest hand wins"),
            _("Who holds the fewest points wins; with a tie nobody does."),
        ),
    ),
)

_SKIP_AND_REVERSE: Final = (
    choice(
        "skip_effect",
        _("Skip"),
        _("What a Skip does."),
        ("skip_next", _("the next player waits"), _("The next player loses the turn.")),
        ("play_again", _("play again"), _("Nobody loses a turn: the player of the Skip takes another one.")),
    ),
    choice(
        "skip_rescue",
        _("Escape from a Skip"),
        _("Whether the player who is to be skipped can pass the Skip on."),
        ("off", _("impossible"), _("A Skip cannot be answered with a Skip.")),
        (
            "identical",
            _("with the same Skip"),
            _("With a Skip of the same colour the next player is skipped instead."),
        ),
        matters_with=has("skip_effect", "skip_next"),
    ),
    choice(
        "two_player_reverse",
        _("Reverse between two"),
        _("What a Reverse does when only two players are left."),
        ("skip", _("play again"), _("Its player takes another turn.")),
        ("plain", _("turn about"), _("The other player has the next turn, as after any card.")),
        matters_with=has("teams", "off"),
    ),
    switch(
        "pair_as_skip",
        _("Pairs"),
        _("Whether two identical number cards can be laid together."),
        _("Two identical numbers are one move and act like a Skip."),
        _("One card a turn."),
    ),
    switch(
        "reverse_reflects",
        _("Reverse sends back"),
        _("Whether a Reverse of the right colour turns an effect against the player who caused it."),
        _(
            "Who faces a Draw Two, Wild Draw Four, +10 or Skip may send it back with a Reverse of that "
            "colour."
        ),
        _("A Reverse only turns the direction."),
    ),
)

_DRAW_CARDS: Final = (
    choice(
        "stack_draw_two",
        _("Draw Two on Draw Two"),
        _("Whether a player who is to take two cards may answer with a Draw Two."),
        ("off", _("not allowed"), _("The cards must be taken.")),
        ("transfer", _("passed on"), _("The next player takes two instead, never more than two.")),
        (
            "sum",
            _("added up"),
            _("The next player takes two more than were waiting: two, four, six and so on."),
        ),
    ),
    choice(
        "stack_draw_four",
        _("Wild Draw Four on Wild Draw Four"),
        _("Whether a player who is to take four cards may answer with a Wild Draw Four."),
        ("off", _("not allowed"), _("The cards must be taken or the card challenged.")),
        ("sum", _("added up"), _("Fours add up, and the last player names the colour.")),
    ),
    switch(
        "stack_ten",
        _("+10 on +10"),
        _("Whether a player who is to take ten cards may answer with a +10."),
        _("Tens add up: ten, twenty, thirty and so on."),
        _("The ten cards must be taken."),
        matters_with=has("deck", "plus_ten_112"),
    ),
    choice(
        "draw_four_legality",
        _("When a Wild Draw Four may be laid"),
        _("What a player must not hold when laying a Wild Draw Four."),
        (
            "no_colour",
            _("without the colour"),
            _("Only without another card of the colour that has to be matched."),
        ),
        (
            "no_match",
            _("without any match"),
            _("Only if no coloured card fits by colour, number or sign."),
        ),
        ("always", _("always"), _("It can be laid at any time.")),
    ),
    choice(
        "draw_four_challenge",
        _("Challenging a Wild Draw Four"),
        _("What can be done about a Wild Draw Four that was laid against the rule."),
        (
            "off",
            _("impossible to bluff"),
            _("A Wild Draw Four against the rule is refused like any card that does not fit."),
        ),
        (
            "mattel",
            _("the cheat draws"),
            _("Right: the cheat draws four instead. Wrong: the challenger draws six."),
        ),
        (
            "take_back",
            _("the card goes back"),
            _("Right: the cheat also takes the card back. Wrong: the challenger draws six."),
        ),
        matters_with=has_not("draw_four_legality", "always"),
    ),
    choice(
        "draw_two_beats_draw_four",
        _("Draw Two on Wild Draw Four"),
        _("Whether a player who is to take four cards may answer with a Draw Two."),
        ("off", _("not allowed"), _("A Draw Two does not help against a Wild Draw Four.")),
        (
            "ordered_colour",
            _("of the named colour"),
            _("A Draw Two of the named colour: the next player takes only two."),
        ),
        ("any_colour", _("of any colour"), _("Any Draw Two: the next player takes only two.")),
    ),
    switch(
        "draw_four_answers_draw_two",
        _("Wild Draw Four on Draw Two"),
        _("Whether a player who is to take two cards may answer with a Wild Draw Four."),
        _("It always may be laid then, adds four to what was waiting and cannot be challenged."),
        _("A Wild Draw Four does not help against a Draw Two."),
    ),
    switch(
        "draw_cards_lose_turn",
        _("Taking cards loses the turn"),
        _("Whether a player who takes the cards of a draw card also loses the turn."),
        _("Who takes the cards is passed over."),
        _("Who takes the cards then has a normal turn."),
    ),
    switch(
        "last_card_draw_effect",
        _("Draw card as the last card"),
        _("Whether the next player still draws when somebody goes out with a draw card."),
        _("The cards are drawn first, and they count."),
        _("The deal is over at once."),
        matters_with=has("going_out", "ends_round", "refill_countdown"),
    ),
    switch(
        "ready_pause",
        _("Courtesy pause"),
        _("Whether play waits for the player who had to draw because of a Wild Draw Four."),
        _("Everybody waits until that player has sorted the cards and says “Ready”."),
        _("Play goes on at once."),
    ),
)

OPTION_GROUPS: Final = (
    OptionGroup(_("Table and deal"), _SET_UP),
    OptionGroup(_("The turn"), _TURN),
    OptionGroup(_("Skip and Reverse"), _SKIP_AND_REVERSE),
    OptionGroup(_("Draw cards"), _DRAW_CARDS),
    OptionGroup(_("Jumping in"), JUMPING_IN),
    OptionGroup(_("Exchanging hands, cards and colours"), HANDS),
    OptionGroup(_("UNO, penalties and silence"), UNO),
    OptionGroup(_("Going out"), GOING_OUT),
    OptionGroup(_("Points and the end of the match"), POINTS),
)
OPTION_TEXTS: Final = tuple(option for group in OPTION_GROUPS for option in group.options)
