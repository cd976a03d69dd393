"""The commands of a competition: which are possible, and their consequences.

For other packages: `announcement`, `arena`, `consequences`, `decide`, `drafts`, `lifecycle`, `plausibility`,
`prescribed_draw`, `prescribed_draw_faults`, `correction_preview`, `results_and_corrections`, `tables_of_matches`.
"""
