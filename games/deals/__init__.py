"""Deals that are over, kept beside the log as replays, records and proofs show them.

For other packages: `outline`, `played_deals`.
"""
