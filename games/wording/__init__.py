"""Words for senders of commands, the headline of a table, refusals, and the scripts of pages.

For other packages: every module.
"""
