"""The profile of a player: results, records, ratings, head to head, and insight.

For other packages: `achievements`, `feats_verification`, `head_to_head`, `insight`, `matches`,
`opponents`, `rating_graph`, `records`, `visibility`.
"""
