"""The commands of a competition: which are possible, and their consequences.

For other packages: `announcement`, `announcement_changes`, `consequences`, `decide`, `drafts`,
`plausibility`, `prescribed_draw`, `prescribed_draw_faults`, `preview`, `result_commands`, `seating`,
`tables_of_matches`.
"""
