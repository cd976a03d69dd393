"""A stage from its draw to its standings, and qualification for the next stage.

For other packages: `possible_places`, `drawn_rounds`, `next_draw`, `next_groups`, `play_offs`, `promotion`,
`round_by_round`, `standings`.
"""
