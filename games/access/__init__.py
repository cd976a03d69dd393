"""Who may watch a table, act as its referee, and keep its score.

For other packages: every module.
"""
