"""Announce competitions of a club, with their dates in its calendar; change, copy and delete them.

For other packages: `changes`.
"""
