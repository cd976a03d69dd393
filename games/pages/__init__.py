"""The pages of a table: its context, forms, fragments and views.

For other packages: `context`, `controls`, `hand_layout`, `newcomers`, `result`, `seats`,
`suggested_strength`, `template_slots`, `time`.
"""
