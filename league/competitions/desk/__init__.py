"""The desk of organizers: the next steps, and the forms for them.

For other packages: every module.
"""
