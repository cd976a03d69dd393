"""The formats of competitions: each draws its next stage round and ranks its entrants.

For other packages: every module.
"""
