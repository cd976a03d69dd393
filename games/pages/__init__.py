"""The pages of a table: its context, forms, fragments and views.

For other packages: `context`, `controls`, `fan`, `newcomers`, `result`, `slots`, `time`.
"""
