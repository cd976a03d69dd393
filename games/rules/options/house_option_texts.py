"""The options of jump-ins, exchanges, calls, going out and points, in words (rules.md 4.5 to 4.9)."""

from typing import Final

from games.rules.base.language import gettext_noop as _
from games.rules.options.option_text import choice, has, has_not, is_on, number, switch

JUMPING_IN: Final = (
    switch(
        "jump_in",
        _("Jump-in"),
        _("Whether an identical card may be laid out of turn."),
        _(
            "Who holds exactly the card on the table, or a Wild for a Wild, may lay it at once and play "
            "goes on from there."
        ),
        _("Everybody waits for their turn."),
    ),
    switch(
        "jump_in_self",
        _("Jump in on your own card"),
        _("Whether the player who laid a card may also jump in on it."),
        _("Two identical cards can follow each other, if nobody is faster."),
        _("Only the others may jump in."),
        matters_with=is_on("jump_in"),
    ),
)

HANDS: Final = (
    switch(
        "seven_zero",
        _("Seven-zero"),
        _("Whether sevens and zeros move whole hands."),
        _("A 7 exchanges hands with a player of choice; with a 0 all hands move on to the next player."),
        _("Sevens and zeros are plain numbers."),
    ),
    switch(
        "five_exchange",
        _("Exchange on five"),
        _("Whether a 5 lets its player exchange a card."),
        _("Who lays a 5 may give one card away and gets one in return; nobody can refuse."),
        _("Fives are plain numbers."),
    ),
    switch(
        "colours_in_circle",
        _("Colours in a circle"),
        _("Whether black cards name a colour or move it on."),
        _("Nobody names a colour: clockwise it goes red, blue, green, yellow, and the other way round."),
        _("Who lays a black card names the colour."),
    ),
)

UNO: Final = (
    choice(
        "uno_penalty",
        _("Cards for a missed UNO"),
        _("What it costs to forget the call."),
        (1, _("one card"), _("One card.")),
        (2, _("two cards"), _("Two cards.")),
        (4, _("four cards"), _("Four cards.")),
    ),
    choice(
        "uno_call_deadline",
        _("When to call UNO"),
        _("How late the call still counts."),
        (
            "until_caught",
            _("until caught"),
            _("As long as nobody has noticed and the next player has not moved."),
        ),
        ("with_play", _("with the card"), _("Only together with the card; later is too late.")),
    ),
    choice(
        "uno_penalty_trigger",
        _("Who has to notice"),
        _("Whether a missed call costs cards by itself."),
        ("caught", _("another player"), _("It costs cards only if another player points it out in time.")),
        (
            "automatic",
            _("nobody"),
            _("It costs cards in any case, at the latest with the next player's move."),
        ),
    ),
    choice(
        "uno_duty",
        _("Who has to call UNO"),
        _("Whether the call is also due after an exchange or a penalty."),
        (
            "any_single_card",
            _("everybody with one card"),
            _("Whoever comes to a single card, in whatever way."),
        ),
        ("laid_only", _("who laid down to one"), _("Only who laid the last card but one.")),
    ),
    switch(
        "uno_centre",
        _("Hands to the centre"),
        _("Whether a call sends all hands to the middle of the table."),
        _("At a call all others put a hand on the centre; the last one takes two cards."),
        _("A call is only a call."),
    ),
    choice(
        "illegal_card_penalty",
        _("Cards for a wrong card"),
        _("What it costs to lay a card that does not fit."),
        (0, _("nothing"), _("The card is refused, nothing else.")),
        (1, _("one card"), _("The card goes back to the hand and its player draws one.")),
        (2, _("two cards"), _("The card goes back to the hand and its player draws two.")),
    ),
    choice(
        "false_call_penalty",
        _("Cards for a false call"),
        _("What it costs to call UNO, or to catch somebody, without reason."),
        (0, _("nothing"), _("The call is refused, nothing else.")),
        (2, _("two cards"), _("Two cards.")),
    ),
    choice(
        "advice_penalty",
        _("Cards for advice"),
        _("What it costs to tell another player what to lay; a referee decides."),
        (0, _("nothing"), _("Advice is not punished.")),
        (2, _("two cards"), _("Two cards.")),
    ),
    choice(
        "silence",
        _("Silence"),
        _("Which cards silence the table; who speaks takes two cards."),
        ("off", _("never"), _("Everybody may talk.")),
        ("twos", _("after a two"), _("After a 2 nobody speaks until its player is to act again.")),
        (
            "black",
            _("after a black card"),
            _("After a black card nobody speaks as long as its colour has to be matched."),
        ),
    ),
    choice(
        "silence_enforcement",
        _("How silence is kept online"),
        _("What becomes of the chat while the table is silent."),
        ("lock", _("the chat is closed"), _("Nobody can write.")),
        (
            "penalise",
            _("writing breaks it"),
            _("The first message breaks the silence and costs its writer two cards."),
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
        _("Empty hand"),
        _("What happens when somebody has laid the last card."),
        ("ends_round", _("the deal is over"), _("Who goes out first wins the deal.")),
        (
            "to_last",
            _("the others play on"),
            _("The first one out wins; the last one left with cards loses."),
        ),
        (
            "refill_countdown",
            _("six new cards, then five …"),
            _(
                "Who has an empty hand takes six cards, then five, four, three, two, one: the seventh "
                "time wins."
            ),
        ),
        (
            "refill_six",
            _("a point and six new cards"),
            _("Every empty hand is a point, until the draw pile is used up."),
        ),
    ),
)

POINTS: Final = (
    choice(
        "scoring",
        _("Points"),
        _("Who gets which points after a deal."),
        (
            "winner_takes_all",
            _("the winner takes all"),
            _("The winner gets the points of all cards the others hold."),
        ),
        (
            "own_hand_low",
            _("everybody keeps their own"),
            _("Everybody gets the points of their own hand, and few are good."),
        ),
        (
            "elimination",
            _("elimination"),
            _("Everybody gets the points of their own hand; at the target one is out."),
        ),
        ("win_loss", _("only wins and losses"), _("No points: one player wins the deal, one loses it.")),
        ("per_out", _("a point for an empty hand"), _("One point for every time a hand is empty.")),
    ),
    number(
        "target_score",
        _("Target"),
        _("The total that ends the match or, with elimination, puts a player out."),
        1,
        10_000,
        matters_with=(*has("match_end", "target"), *has("scoring", "elimination")),
    ),
    choice(
        "match_end",
        _("End of the match"),
        _("What ends the match."),
        ("target", _("the target"), _("The match ends when a total reaches the target.")),
        ("rounds", _("a number of deals"), _("The match ends after the number of deals set below.")),
        ("manual", _("the host"), _("The host ends the match between two deals.")),
    ),
    number(
        "round_limit",
        _("Number of deals"),
        _("How many deals are played where their number ends the match."),
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
        _("A single zero costs 50"),
        _("What a hand counts that is nothing but one 0."),
        _("A single 0 left in the hand counts 50."),
        _("A 0 counts nothing."),
    ),
)
