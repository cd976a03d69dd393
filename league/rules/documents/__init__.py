"""Draws, histories and standings as JSON and CSV for programs.

For other packages: `computations`, `draw`, `draw_request`, `entrants`, `entry_list`, `history_document`,
`standings_document`.
"""
