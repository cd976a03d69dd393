"""How the suite is run: its legs side by side, what `make test` leaves out, and how far it is."""
