"""A stage from its draw to its standings, and qualification for the next stage.

For other packages: `arena_seating`, `drawn_rounds`, `next_draw`, `next_groups`, `play_offs`,
`possible_places`, `promotion`, `round_by_round`, `rounds_so_far`, `season_outcomes`, `stage_standings`,
`standings_cache`.
"""
