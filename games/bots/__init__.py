"""Players that choose among the legal commands from what they may see.

For other packages: `lengths`, `match_equity`, `memory`, `seen_state`, `strengths`, `strong_bot`,
`worlds_seen`.
"""
