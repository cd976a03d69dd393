"""The course of play: laying, drawing, effects, calling UNO, going out, scoring.

For other packages: `answers`, `catch_windows`, `catching`, `challenging`, `dealing`, `draw_pile`, `drawing`,
`effects`, `ending`, `going_out`, `laying`, `play_checks`, `playable_cards`, `scoring`, `silence`, `starter`,
`uno`, `waits`.
"""
