"""The names of players and tables as the reader sees them.

For other packages: every module.
"""
