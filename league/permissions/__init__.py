"""Permissions, and who sees hidden names.

For other packages: every module.
"""
