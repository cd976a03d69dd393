"""The options of jump-ins, exchanges, calls, going out and points, in words (rules.md 4.5 to 4.9)."""

from typing import Final

from games.rules.option_text import choice, number, switch

JUMPING_IN: Final = (
    switch(
        "jump_in",
        "Jump-in",
        "Whether an identical card may be laid out of turn.",
        "Who holds exactly the card on the table, or a Wild for a Wild, may lay it at once and play goes on "
        "from there.",
        "Everybody waits for their turn.",
    ),
    switch(
        "jump_in_self",
        "Jump in on your own card",
        "Whether the player who laid a card may also jump in on it.",
        "Two identical cards can follow each other, if nobody is faster.",
        "Only the others may jump in.",
    ),
)

HANDS: Final = (
    switch(
        "seven_zero",
        "Seven-zero",
        "Whether sevens and zeros move whole hands.",
        "A 7 exchanges hands with a player of choice; with a 0 all hands move on to the next player.",
        "Sevens and zeros are plain numbers.",
    ),
    switch(
        "five_exchange",
        "Exchange on five",
        "Whether a 5 lets its player exchange a card.",
        "Who lays a 5 may give one card away and gets one in return; nobody can refuse.",
        "Fives are plain numbers.",
    ),
    switch(
        "colours_in_circle",
        "Colours in a circle",
        "Whether black cards name a colour or move it on.",
        "Nobody names a colour: clockwise it goes red, blue, green, yellow, and the other way round.",
        "Who lays a black card names the colour.",
    ),
)

UNO: Final = (
    choice(
        "uno_penalty",
        "Cards for a missed UNO",
        "What it costs to forget the call.",
        (1, "one card", "One card."),
        (2, "two cards", "Two cards."),
        (4, "four cards", "Four cards."),
    ),
    choice(
        "uno_call_deadline",
        "When to call UNO",
        "How late the call still counts.",
        ("until_caught", "until caught", "As long as nobody has noticed and the next player has not moved."),
        ("with_play", "with the card", "Only together with the card; later is too late."),
    ),
    choice(
        "uno_penalty_trigger",
        "Who has to notice",
        "Whether a missed call costs cards by itself.",
        ("caught", "another player", "It costs cards only if another player points it out in time."),
        ("automatic", "nobody", "It costs cards in any case, at the latest with the next player's move."),
    ),
    choice(
        "uno_duty",
        "Who has to call UNO",
        "Whether the call is also due after an exchange or a penalty.",
        ("any_single_card", "everybody with one card", "Whoever comes to a single card, in whatever way."),
        ("laid_only", "who laid down to one", "Only who laid the last card but one."),
    ),
    switch(
        "uno_centre",
        "Hands to the centre",
        "Whether a call sends all hands to the middle of the table.",
        "At a call all others put a hand on the centre; the last one takes two cards.",
        "A call is only a call.",
    ),
    choice(
        "illegal_card_penalty",
        "Cards for a wrong card",
        "What it costs to lay a card that does not fit.",
        (0, "nothing", "The card is refused, nothing else."),
        (1, "one card", "The card goes back to the hand and its player draws one."),
        (2, "two cards", "The card goes back to the hand and its player draws two."),
    ),
    choice(
        "false_call_penalty",
        "Cards for a false call",
        "What it costs to call UNO, or to catch somebody, without reason.",
        (0, "nothing", "The call is refused, nothing else."),
        (2, "two cards", "Two cards."),
    ),
    choice(
        "advice_penalty",
        "Cards for advice",
        "What it costs to tell another player what to lay; a referee decides.",
        (0, "nothing", "Advice is not punished."),
        (2, "two cards", "Two cards."),
    ),
    choice(
        "silence",
        "Silence",
        "Which cards silence the table; who speaks takes two cards.",
        ("off", "never", "Everybody may talk."),
        ("twos", "after a two", "After a 2 nobody speaks until its player is to act again."),
        (
            "black",
            "after a black card",
            "After a black card nobody speaks as long as its colour has to be matched.",
        ),
    ),
    choice(
        "silence_enforcement",
        "How silence is kept online",
        "What becomes of the chat while the table is silent.",
        ("lock", "the chat is closed", "Nobody can write."),
        (
            "penalise",
            "writing breaks it",
            "The first message breaks the silence and costs its writer two cards.",
        ),
        ("referee", "a referee watches", "The chat stays open, and a referee decides who broke the silence."),
    ),
)

GOING_OUT: Final = (
    choice(
        "going_out",
        "Empty hand",
        "What happens when somebody has laid the last card.",
        ("ends_round", "the deal is over", "Who goes out first wins the deal."),
        ("to_last", "the others play on", "The first one out wins; the last one left with cards loses."),
        (
            "refill_countdown",
            "six new cards, then five …",
            "Who has an empty hand takes six cards, then five, four, three, two, one: the seventh time wins.",
        ),
        (
            "refill_six",
            "a point and six new cards",
            "Every empty hand is a point, until the draw pile is used up.",
        ),
    ),
)

POINTS: Final = (
    choice(
        "scoring",
        "Points",
        "Who gets which points after a deal.",
        (
            "winner_takes_all",
            "the winner takes all",
            "The winner gets the points of all cards the others hold.",
        ),
        (
            "own_hand_low",
            "everybody keeps their own",
            "Everybody gets the points of their own hand, and few are good.",
        ),
        (
            "elimination",
            "elimination",
            "Everybody gets the points of their own hand; at the target one is out.",
        ),
        ("win_loss", "only wins and losses", "No points: one player wins the deal, one loses it."),
        ("per_out", "a point for an empty hand", "One point for every time a hand is empty."),
    ),
    number(
        "target_score", "Target", "The total that ends the match or, with elimination, puts a player out.", 1
    ),
    choice(
        "match_end",
        "End of the match",
        "What ends the match.",
        ("target", "the target", "The match ends when a total reaches the target."),
        ("rounds", "a number of deals", "The match ends after the number of deals set below."),
        ("manual", "the host", "The host ends the match between two deals."),
    ),
    number(
        "round_limit",
        "Number of deals",
        "How many deals are played where their number ends the match.",
        0,
        none="no limit",
    ),
    number(
        "survivors",
        "Survivors",
        "With elimination: the match ends when at most this many players are left.",
        1,
        9,
    ),
    switch(
        "reset_zero",
        "A single zero costs 50",
        "What a hand counts that is nothing but one 0.",
        "A single 0 left in the hand counts 50.",
        "A 0 counts nothing.",
    ),
)
