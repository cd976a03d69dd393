"""Players that choose among the legal commands from what they may see.

For other packages: `memory`, `strengths`, `strong_bot`.
"""
