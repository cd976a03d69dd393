"""The commands of a competition: which are possible, and their consequences.

For other packages: `announcement`, `arena`, `consequences`, `correction_preview`, `decide`, `drafts`,
`entries`, `lifecycle`, `plausibility`, `prescribed_draw`, `prescribed_draw_faults`,
`results_and_corrections`, `tables_of_matches`, `walkovers`.
"""
