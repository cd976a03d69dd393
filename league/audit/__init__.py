"""The audit log: changes of roles, invitations, tokens and settings, and who made them."""
