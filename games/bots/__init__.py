"""Players that choose among the legal commands from what they may see.

For other packages: `lengths`, `memory`, `strengths`, `strong_bot`.
"""
