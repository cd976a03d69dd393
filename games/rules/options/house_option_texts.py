"""The options of jump-ins, exchanges, calls, going out and points, in words (rules.md 4.5 to 4.9)."""

from typing import Final

from games.rules.base.language import gettext_noop as _
from games.rules.options.option_text import choice, has, has_not, is_on, number, switch

JUMPING_IN: Final = (
    switch(
        "jump_in",
        _("Jump-in"),
        _("Whether an identical card may be played out of turn."),
        _(
            "Anyone holding a card identical to the top card (or a Wild on a Wild) may play it at once; play "
            "continues from that player."
        ),
        _("Everyone waits for their turn."),
    ),
    switch(
        "jump_in_self",
        _("Jump in on your own card"),
        _("Whether you may also jump in on a card you have just played."),
        _("Two identical cards can follow each other, if no one is faster."),
        _("Only the other players may jump in."),
        matters_with=is_on("jump_in"),
    ),
)

HANDS: Final = (
    switch(
        "seven_zero",
        _("Seven-zero"),
        _("Whether sevens and zeros move whole hands."),
        _(
            "A 7 swaps hands with a player of your choice; after a 0 everyone passes their hand to the next "
            "player."
        ),
        _("Sevens and zeros are plain numbers."),
    ),
    switch(
        "five_exchange",
        _("Exchange on five"),
        _("Whether a 5 lets its player exchange a card."),
        _("When you play a 5 you may swap one card with another player, who cannot refuse."),
        _("Fives are plain numbers."),
    ),
    switch(
        "colours_in_circle",
        _("Colours in a circle"),
        _("Whether you choose the colour of a black card or it moves on automatically."),
        _("No one chooses: clockwise red → blue → green → yellow; counter-clockwise in reverse."),
        _("The player of a black card chooses the colour."),
    ),
)

UNO: Final = (
    choice(
        "uno_penalty",
        _("Cards for a missed UNO"),
        _("The penalty for forgetting to call UNO."),
        (1, _("one card"), _("One card.")),
        (2, _("two cards"), _("Two cards.")),
        (4, _("four cards"), _("Four cards.")),
    ),
    choice(
        "uno_call_deadline",
        _("When to call UNO"),
        _("How late you may still call."),
        (
            "until_caught",
            _("until caught"),
            _("Until someone catches you or the next player plays or draws."),
        ),
        ("with_play", _("with the card"), _("Only as you play the card; afterwards it is too late.")),
    ),
    choice(
        "uno_penalty_trigger",
        _("Missed UNO: who must notice"),
        _("Whether a missed call costs cards even if no one notices it."),
        (
            "caught",
            _("another player"),
            _(
                "A missed call costs cards only if another player catches it before the next player plays or "
                "draws."
            ),
        ),
        (
            "automatic",
            _("no one has to"),
            _(
                "A missed call costs cards as soon as another player plays or draws, even if no one notices; "
                "if the player who forgot it acts first, nothing happens."
            ),
        ),
    ),
    choice(
        "uno_duty",
        _("Duty to call UNO"),
        _("Whether you must also call when a swap or another effect leaves you with one card."),
        (
            "any_single_card",
            _("everyone with one card"),
            _("Everyone who comes down to one card, in whatever way."),
        ),
        (
            "laid_only",
            _("only by playing down to one"),
            _("Only a player who has just played their second-to-last card."),
        ),
    ),
    switch(
        "uno_centre",
        _("Hands to the centre"),
        _("Whether everyone slaps the pile when someone calls UNO."),
        _("On “UNO!” everyone else slaps the pile; the last one draws two."),
        _("Nothing else happens on a call."),
    ),
    choice(
        "illegal_card_penalty",
        _("Cards for a wrong card"),
        _("The penalty for playing a card that does not fit. The page of a table refuses it at no cost."),
        (0, _("no penalty"), _("The card is refused, with no penalty.")),
        (1, _("one card"), _("The card goes back to the hand and its player draws one.")),
        (2, _("two cards"), _("The card goes back to the hand and its player draws two.")),
    ),
    choice(
        "false_call_penalty",
        _("Cards for a false call"),
        _(
            "The penalty for calling UNO, or catching someone, without reason. "
            "The page of a table offers no such call."
        ),
        (0, _("no penalty"), _("The call is refused, with no penalty.")),
        (2, _("two cards"), _("Two cards.")),
    ),
    choice(
        "advice_penalty",
        _("Cards for advice"),
        _("The penalty for telling another player what to play; a referee decides."),
        (0, _("no penalty"), _("There is no penalty for advice.")),
        (2, _("two cards"), _("Two cards.")),
    ),
    choice(
        "silence",
        _("Silence"),
        _("Which cards silence the table; a player who speaks draws two cards."),
        ("off", _("never"), _("Everyone may talk.")),
        ("twos", _("after a two"), _("After a 2 no one may speak until that player’s next turn.")),
        (
            "black",
            _("after a black card"),
            _("After a black card no one may speak while its colour has to be matched."),
        ),
    ),
    choice(
        "silence_enforcement",
        _("Silence in online chat"),
        _("What happens to the chat while no one may speak."),
        ("lock", _("the chat is closed"), _("No one can write during the silence.")),
        (
            "penalise",
            _("writing breaks it"),
            _("The first message ends the silence, and its writer draws two cards."),
        ),
        (
            "referee",
            _("a referee watches"),
            _("The chat stays open, and a referee decides who broke the silence."),
        ),
        matters_with=has_not("silence", "off"),
    ),
)

GOING_OUT: Final = (
    choice(
        "going_out",
        _("Running out of cards"),
        _("What happens when a player has played their last card."),
        ("ends_round", _("the deal ends"), _("The first player to go out wins the deal.")),
        (
            "to_last",
            _("the others play on"),
            _("The first player to go out wins the deal; the last player with cards loses it."),
        ),
        (
            "refill_countdown",
            _("six new cards, then five …"),
            _(
                "Each time you empty your hand you draw six cards, then five, four, three, two and one. "
                "Going out the seventh time wins."
            ),
        ),
        (
            "refill_six",
            _("a point and six new cards"),
            _(
                "Each time you empty your hand you score a point and draw six cards, until the draw pile is "
                "used up."
            ),
        ),
    ),
)

POINTS: Final = (
    choice(
        "scoring",
        _("Points"),
        _("How points are scored after a deal."),
        (
            "winner_takes_all",
            _("the winner takes all"),
            _("The winner scores the points of all cards left in the other hands."),
        ),
        (
            "own_hand_low",
            _("everyone scores their own hand"),
            _("Everyone scores the points left in their own hand; low totals are better."),
        ),
        (
            "elimination",
            _("elimination"),
            _(
                "Everyone scores the points left in their own hand; a player who reaches the target is out, "
                "and the match ends when only the survivors are left."
            ),
        ),
        (
            "win_loss",
            _("only wins and losses"),
            _("There are no points: one player wins the deal and one loses it."),
        ),
        ("per_out", _("a point for an empty hand"), _("You score one point each time you empty your hand.")),
    ),
    number(
        "target_score",
        _("Target"),
        _("The total that ends the match or, with elimination, knocks a player out."),
        1,
        10_000,
        matters_with=(*has("match_end", "target"), *has("scoring", "elimination")),
    ),
    choice(
        "match_end",
        _("End of the match"),
        _("What ends the match."),
        (
            "target",
            _("the target"),
            _(
                "The match ends when a total reaches the target or, with elimination, when only the "
                "survivors are left."
            ),
        ),
        ("rounds", _("a number of deals"), _("The match ends after a set number of deals.")),
        ("manual", _("the host"), _("The host ends the match between two deals.")),
    ),
    number(
        "round_limit",
        _("Number of deals"),
        _("The number of deals after which the match ends."),
        0,
        1_000,
        none=_("no limit"),
        matters_with=has("match_end", "rounds"),
    ),
    number(
        "survivors",
        _("Survivors"),
        _("With elimination: the match ends when at most this many players are left."),
        1,
        9,
        matters_with=has("scoring", "elimination"),
    ),
    switch(
        "reset_zero",
        _("A single 0 counts 50"),
        _("What a single 0 left in hand is worth."),
        _("A hand with nothing but one 0 counts 50."),
        _("A 0 counts 0."),
    ),
)
