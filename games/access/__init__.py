"""Access to a table: permission to watch it, act as its referee, and keep its score.

For other packages: every module.
"""
