"""Who may do what, and who sees which name."""
