"""The combinations of options that nobody can play (rules.md 4.11 and A97), each with its code and example.

The two names are what page, API and command line must point at; `seats` and `rulebook` are names as well.
All examples are changes to the classic rulebook.
"""

Refused = tuple[str, set[str], dict[str, object], int]

PER_OUT = {"scoring": "per_out", "going_out": "refill_six", "draw_pile_exhausted": "end_of_play"}
WIN_LOSS = {"scoring": "win_loss", "match_end": "manual"}

REFUSED: list[Refused] = [
    ("refused_seats", {"rulebook", "seats"}, {}, 1),
    ("refused_seats", {"rulebook", "seats"}, {}, 11),
    ("refused_jump_in_self", {"jump_in_self", "jump_in"}, {"jump_in_self": True}, 3),
    ("refused_partners_seats", {"teams", "seats"}, {"teams": "partners"}, 3),
    ("refused_partners_going_out", {"teams", "going_out"}, {"teams": "partners", "going_out": "to_last"}, 4),
    (
        "refused_partners_going_out",
        {"teams", "going_out"},
        {"teams": "partners", "going_out": "refill_countdown"},
        4,
    ),
    ("refused_partners_going_out", {"teams", "going_out"}, {"teams": "partners", **PER_OUT}, 4),
    ("refused_partners_scoring", {"teams", "scoring"}, {"teams": "partners", "scoring": "elimination"}, 4),
    ("refused_partners_scoring", {"teams", "scoring"}, {"teams": "partners", "scoring": "own_hand_low"}, 4),
    ("refused_partners_scoring", {"teams", "scoring"}, {"teams": "partners", **WIN_LOSS}, 4),
    ("refused_to_last_seats", {"going_out", "seats"}, {"going_out": "to_last", **WIN_LOSS}, 2),
    ("refused_to_last_scoring", {"going_out", "scoring"}, {"going_out": "to_last"}, 3),
    ("refused_refill_six_scoring", {"going_out", "scoring"}, {"going_out": "refill_six"}, 3),
    (
        "refused_refill_six_draw_pile",
        {"going_out", "draw_pile_exhausted"},
        {"going_out": "refill_six", "scoring": "per_out"},
        3,
    ),
    (
        "refused_per_out_going_out",
        {"scoring", "going_out"},
        {"scoring": "per_out", "match_end": "rounds", "round_limit": 1},
        3,
    ),
    (
        "refused_end_of_play_going_out",
        {"draw_pile_exhausted", "going_out"},
        {"draw_pile_exhausted": "end_of_play"},
        3,
    ),
    ("refused_target_win_loss", {"match_end", "scoring"}, {"scoring": "win_loss"}, 3),
    ("refused_target_per_out", {"match_end", "scoring"}, PER_OUT, 3),
    (
        "refused_always_challenge",
        {"draw_four_legality", "draw_four_challenge"},
        {"draw_four_legality": "always"},
        3,
    ),
    (
        "refused_skip_rescue",
        {"skip_rescue", "skip_effect"},
        {"skip_rescue": "identical", "skip_effect": "play_again"},
        3,
    ),
    ("refused_customizable_effects", {"customizable_effects", "deck"}, {"customizable_effects": ["none"]}, 3),
    (
        "refused_customizable_effects",
        {"customizable_effects", "deck"},
        {"deck": "mario_112", "customizable_effects": ["none"] * 3},
        3,
    ),
    ("refused_stack_ten", {"stack_ten", "deck"}, {"stack_ten": True}, 3),
    (
        "refused_draw_four_answer",
        {"draw_four_answers_draw_two", "stack_draw_two"},
        {"draw_four_answers_draw_two": True, "stack_draw_two": "transfer"},
        3,
    ),
    (
        "refused_with_play_automatic",
        {"uno_call_deadline", "uno_penalty_trigger"},
        {"uno_call_deadline": "with_play", "uno_penalty_trigger": "automatic"},
        3,
    ),
    ("refused_round_limit", {"match_end", "round_limit"}, {"match_end": "rounds"}, 3),
    ("refused_survivors_scoring", {"survivors", "scoring"}, {"survivors": 2}, 3),
    ("refused_survivors_seats", {"survivors", "seats"}, {"scoring": "elimination", "survivors": 3}, 3),
    ("refused_round_loser", {"next_dealer", "scoring"}, {"next_dealer": "round_loser"}, 3),
    ("refused_per_out_end", {"scoring", "match_end"}, {**PER_OUT, "match_end": "manual"}, 3),
    (
        "refused_per_out_end",
        {"scoring", "round_limit"},
        {**PER_OUT, "match_end": "rounds", "round_limit": 2},
        3,
    ),
]
