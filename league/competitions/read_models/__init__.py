"""Read models for pages and programs: rounds, standings, matches, drafts, the desk, the history.

For other packages: `as_of`, `context`, `cut_off`, `desk`, `division_moves`, `draft`, `history`, `match`,
`poster`, `correction_text`, `quick_entry`, `rounds`, `row_filter`, `shown_match`, `shown_standings`,
`standings_row`, `standings_text`.
"""
