"""The profile of a player: results, records, ratings, and head to head.

For other packages: `feats`, `head_to_head`, `matches`, `mates`, `rating_graph`, `records`, `verification`,
`visibility`.
"""
