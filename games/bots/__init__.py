"""Players that choose among the legal commands from what they may see.

For other packages: `dice`, `figures`, `known_cards`, `match_equity`, `memory`, `seen_state`,
`self_play`, `strengths`, `strong_bot`, `thinking_time`.
"""
