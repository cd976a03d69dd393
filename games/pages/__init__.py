"""The pages of a table: its context, forms, fragments and views.

For other packages: `context`, `fan`, `result`, `slots`, `time`.
"""
