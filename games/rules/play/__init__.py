"""The course of play: playing, drawing, effects, calling UNO, going out, scoring.

For other packages: `answers`, `catch_windows`, `catching`, `challenging`, `dealing`, `draw_and_pass`,
`draw_pile`, `effects`, `ending`, `going_out`, `play_checks`, `playable_cards`, `playing`, `scoring`,
`silence`, `starter`, `uno`, `waits`.
"""
