"""What players are told, on pages and by e-mail: once, and only if they want it."""
