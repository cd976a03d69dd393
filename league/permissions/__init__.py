"""Permissions, and who sees hidden names.

For other packages: `name_visibility`, `policy`, `second_factor`.
"""
