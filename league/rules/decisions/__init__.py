"""What may be done in a competition, and what follows from it."""
