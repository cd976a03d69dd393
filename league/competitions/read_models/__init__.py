"""Read models for pages and programs: rounds, standings, matches, drafts, the desk, the history.

For other packages: `as_of`, `context`, `correction_text`, `cut_off`, `desk`, `disputes`, `division_moves`,
`draft`, `history`, `match`, `poster`, `quick_entry`, `rounds`, `row_filter`, `shown_match`,
`shown_standings`, `standings_row`, `standings_text`.
"""
