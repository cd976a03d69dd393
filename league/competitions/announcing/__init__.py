"""Announce a competition: the kinds there are, the fields of an announcement, and what follows from them.

For other packages: every module.
"""
