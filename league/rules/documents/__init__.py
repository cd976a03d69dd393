"""Draws, histories and standings as JSON and CSV for programs.

For other packages: `computations`, `draw`, `entrants`, `entry_list`, `history_document`, `draw_request`,
`standings_document`.
"""
