"""Match records: read, write and check the text of a whole match.

For other packages: every module.
"""
