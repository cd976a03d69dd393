"""Duplicate players: merging and separating them, and claims by people with an account.

For other packages: `claim_context`, `claims`, `merging`, `player_page`, `verification`,
`visible_players`.
"""
