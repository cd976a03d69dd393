"""The profile of a player: results, records, ratings, and head to head.

For other packages: `achievements`, `feats_verification`, `head_to_head`, `matches`, `opponents`,
`rating_graph`, `records`, `visibility`.
"""
