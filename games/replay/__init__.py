"""The replay of a match: the board after any step, its notable moments, and comments on steps.

For other packages: `links`, `match_at_step`, `move_list`, `names_at_steps`.
"""
