"""The course of play: playing, drawing, effects, calling UNO, going out, scoring.

For other packages: `accept_or_challenge`, `answers`, `card_effects`, `catch_windows`, `catching`,
`dealing`, `draw_and_pass`, `draw_pile`, `ending`, `going_out`, `play_checks`, `playable_cards`,
`playing`, `scoring`, `silence_rule`, `starter`, `uno_calls`, `waiting_phases`.
"""
