"""The audit log: changes of roles, invitations, tokens and settings, and who made them.

For other packages: `log`, `many_to_many`, `verification`.
"""
