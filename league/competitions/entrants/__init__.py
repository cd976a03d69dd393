"""The entrants of a competition: entering, the order of strength, the check-in.

For other packages: every module.
"""
